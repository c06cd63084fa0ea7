//! Comparison and hashing of nodes by their content, regardless of location.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::node::{not_too_deep, Node};
use super::value::Value;
use crate::error::Result;

impl Node {
    /// Compares two nodes, first by kind, then by the values of their attributes.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Depth`](crate::Error::Depth) if the nodes nest too deeply.
    pub fn compare(&self, other: &Node) -> Result<Ordering> {
        order(self, other, 0)
    }

    /// Returns a hash of the content, which is the same for equal nodes.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Depth`](crate::Error::Depth) if the nodes nest too deeply.
    pub fn hash_value(&self) -> Result<u64> {
        let mut hasher = FxHasher::default();
        hash(self, &mut hasher, 0)?;
        Ok(hasher.finish())
    }
}

fn order(left: &Node, right: &Node, depth: u32) -> Result<Ordering> {
    if left.is_same(right) {
        return Ok(Ordering::Equal);
    }
    not_too_deep(depth)?;
    let mut order = left.kind().cmp(&right.kind());
    if order.is_ne() {
        return Ok(order);
    }
    for (left, right) in left.values().iter().zip(&*right.values()) {
        order = order_of_values(left, right, depth)?;
        if order.is_ne() {
            break;
        }
    }
    Ok(order)
}

fn order_of_values(left: &Value, right: &Value, depth: u32) -> Result<Ordering> {
    Ok(match (left, right) {
        (Value::Text(left), Value::Text(right)) => left.cmp(right),
        (Value::Number(left), Value::Number(right)) => left.cmp(right),
        (Value::Symbol(left), Value::Symbol(right)) => left.cmp(right),
        (Value::Missing, Value::Missing) => Ordering::Equal,
        (Value::Missing, _) => Ordering::Less,
        (_, Value::Missing) => Ordering::Greater,
        (Value::Texts(left), Value::Texts(right)) => left.cmp(right),
        _ => order_of_nodes(left.nodes(), right.nodes(), depth)?,
    })
}

fn order_of_nodes(left: &[Node], right: &[Node], depth: u32) -> Result<Ordering> {
    for (left, right) in left.iter().zip(right) {
        let order = order(left, right, depth + 1)?;
        if order.is_ne() {
            return Ok(order);
        }
    }
    Ok(left.len().cmp(&right.len()))
}

fn hash(node: &Node, hasher: &mut FxHasher, depth: u32) -> Result<()> {
    not_too_deep(depth)?;
    node.kind().hash(hasher);
    for value in &*node.values() {
        match value {
            Value::Text(text) => text.hash(hasher),
            Value::Number(number) => number.hash(hasher),
            Value::Symbol(term) => term.hash_value().hash(hasher),
            Value::Missing | Value::Location(_) => 0u8.hash(hasher),
            Value::Node(_) | Value::Nodes(_) => {
                value.nodes().len().hash(hasher);
                value.nodes().iter().try_for_each(|child| hash(child, hasher, depth + 1))?;
            }
            Value::Texts(texts) => texts.hash(hasher),
        }
    }
    Ok(())
}
