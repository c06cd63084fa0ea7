//! Comparison and hashing of nodes by their content, regardless of location.

use std::cmp::Ordering;
use std::hash::Hash;

use pyo3::prelude::*;
use rustc_hash::FxHasher;

use super::node::{not_too_deep, Node};
use super::value::Value;

/// Compares two nodes: first by kind, then by the values of their attributes.
pub fn order(left: &Bound<'_, Node>, right: &Bound<'_, Node>, depth: u32) -> PyResult<Ordering> {
    if left.is(right) {
        return Ok(Ordering::Equal);
    }
    not_too_deep(depth)?;
    let (left, py) = (left.borrow(), right.py());
    let right = right.borrow();
    let mut order = left.kind.cmp(&right.kind);
    for (left, right) in left.values.iter().zip(&right.values) {
        if order.is_ne() {
            break;
        }
        order = order_of_values(left, right, py, depth)?;
    }
    Ok(order)
}

fn order_of_values(left: &Value, right: &Value, py: Python<'_>, depth: u32) -> PyResult<Ordering> {
    Ok(match (left, right) {
        (Value::Text(left), Value::Text(right)) => left.cmp(right),
        (Value::Number(left), Value::Number(right)) => left.cmp(right),
        (Value::Symbol(left), Value::Symbol(right)) => left.cmp(right),
        (Value::Missing, Value::Missing) => Ordering::Equal,
        (Value::Missing, _) => Ordering::Less,
        (_, Value::Missing) => Ordering::Greater,
        (Value::Texts(left), Value::Texts(right)) => left.texts(py)?.cmp(&right.texts(py)?),
        _ => order_of_nodes(left, right, py, depth)?,
    })
}

fn order_of_nodes(left: &Value, right: &Value, py: Python<'_>, depth: u32) -> PyResult<Ordering> {
    let mut index = 0;
    while let (Some(left), Some(right)) = (left.at(py, index)?, right.at(py, index)?) {
        let order = order(&left, &right, depth + 1)?;
        if order.is_ne() {
            return Ok(order);
        }
        index += 1;
    }
    Ok(left.len(py).cmp(&right.len(py)))
}

/// Hashes the content of a node. Equal nodes have equal hashes.
pub fn hash(node: &Node, py: Python<'_>, hasher: &mut FxHasher, depth: u32) -> PyResult<()> {
    not_too_deep(depth)?;
    node.kind.hash(hasher);
    for value in &node.values {
        match value {
            Value::Text(text) => text.hash(hasher),
            Value::Number(number) => number.hash(hasher),
            Value::Symbol(term) => term.hash_value().hash(hasher),
            Value::Missing => 0u8.hash(hasher),
            Value::Node(_) | Value::Nodes(_) | Value::Sequence(_) => {
                value.len(py).hash(hasher);
                value.each(py, |child| hash(&child.borrow(), py, hasher, depth + 1))?;
            }
            Value::Texts(sequence) => sequence.texts(py)?.hash(hasher),
        }
    }
    Ok(())
}
