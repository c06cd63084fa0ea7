//! Pools taken out of nodes: `p(1;2) :- q(3;4).` stands for four rules.
//!
//! The instances come in clingo's order: what is chosen in the body changes last, then that in the first of the other attributes.
//! In a sequence, each item first appears as its first instance with all that is before it, then as the others.

use super::kind::Kind;
use super::node::{not_too_deep, Node};
use super::value::Value;
use crate::error::Result;

impl Node {
    /// Returns the nodes without pools that the node stands for. `condition` alone only expands pools in the condition of a
    /// conditional literal, `other` alone all other pools.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Depth`](crate::Error::Depth) if the nodes nest too deeply.
    pub fn unpool(&self, other: bool, condition: bool) -> Result<Vec<Node>> {
        match self.kind() {
            Kind::ConditionalLiteral => conditional(self, other, condition, 0),
            _ if other => instances(self, 0),
            _ => Ok(vec![self.copy()]),
        }
    }
}

/// Returns the instances of a conditional literal by itself.
fn conditional(node: &Node, other: bool, condition: bool, depth: u32) -> Result<Vec<Node>> {
    let values = node.values();
    let (literal, under) = (&values[0], &values[1]);
    let conditions = if condition { sequences(under.nodes(), depth)? } else { vec![under.nodes().to_vec()] };
    let literals = if other { all_instances(literal.nodes(), depth)? } else { literal.nodes().to_vec() };
    let instance = |literal: &Node, under: &Vec<Node>| {
        Node::made(node.kind(), node.place(), [Value::Node(literal.clone()), Value::Nodes(under.clone())])
    };
    Ok(literals.iter().flat_map(|literal| conditions.iter().map(|under| instance(literal, under))).collect())
}

/// Returns the instances of a node.
fn instances(node: &Node, depth: u32) -> Result<Vec<Node>> {
    not_too_deep(depth)?;
    let values = node.values();
    match node.kind() {
        Kind::Pool => return all_instances(values[0].nodes(), depth),
        Kind::ConditionalLiteral => return conditional(node, true, true, depth),
        _ => {}
    }
    let mut choices: Vec<Vec<Value>> = Vec::with_capacity(values.len());
    for (value, (name, _)) in values.iter().zip(node.kind().values()) {
        choices.push(match value {
            Value::Node(child) => instances(child, depth + 1)?.into_iter().map(Value::Node).collect(),
            Value::Nodes(elements) if *name == "elements" && is_set(node.kind()) => {
                vec![Value::Nodes(all_instances(elements, depth)?)]
            }
            Value::Nodes(nodes) => sequences(nodes, depth)?.into_iter().map(Value::Nodes).collect(),
            other => vec![other.clone()],
        });
    }
    let body = node.kind().values().iter().position(|(name, _)| *name == "body").unwrap_or(0);
    choices[..=body].rotate_right(1);
    let instance = |mut values: Vec<Value>| {
        values[..=body].rotate_left(1);
        Node::made(node.kind(), node.place(), values)
    };
    Ok(product(&choices).into_iter().map(instance).collect())
}

/// Whether the elements of such a node are a set: each is replaced by its instances, and the node is not repeated.
fn is_set(kind: Kind) -> bool {
    matches!(kind, Kind::Aggregate | Kind::BodyAggregate | Kind::HeadAggregate | Kind::TheoryAtom)
}

/// Returns the instances of all children of a node.
fn all_instances(children: &[Node], depth: u32) -> Result<Vec<Node>> {
    let mut found = Vec::with_capacity(children.len());
    for child in children {
        found.append(&mut instances(child, depth + 1)?);
    }
    Ok(found)
}

/// Returns the sequences that a sequence of children stands for.
fn sequences(children: &[Node], depth: u32) -> Result<Vec<Vec<Node>>> {
    let mut choices: Vec<Vec<Node>> = Vec::with_capacity(children.len());
    for child in children {
        if child.kind() != Kind::ConditionalLiteral {
            choices.push(instances(child, depth + 1)?);
            continue;
        }
        // In bodies and disjunctions, all instances of the condition occur together, each with one instance of the literal.
        let values = child.values();
        for under in sequences(values[1].nodes(), depth + 1)? {
            let literals = all_instances(values[0].nodes(), depth + 1)?.into_iter().map(Value::Node);
            let instance =
                |literal| Node::made(child.kind(), child.place(), [literal, Value::Nodes(under.clone())]);
            choices.push(literals.map(instance).collect());
        }
    }
    let mut found = vec![Vec::with_capacity(choices.len())];
    for mut items in choices {
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let rest = items.split_off(1);
        let mut more = extended(&found, &rest);
        found.iter_mut().for_each(|chosen| chosen.push(items[0].clone()));
        found.append(&mut more);
    }
    Ok(found)
}

/// Returns all ways to choose one item of each list; the choice of the last one changes first.
fn product<T: Clone>(choices: &[Vec<T>]) -> Vec<Vec<T>> {
    choices.iter().fold(vec![Vec::with_capacity(choices.len())], |found, items| extended(&found, items))
}

/// Returns each of the lists with each of the items behind it.
fn extended<T: Clone>(lists: &[Vec<T>], items: &[T]) -> Vec<Vec<T>> {
    let longer = |list: &Vec<T>, item: &T| list.iter().chain([item]).cloned().collect();
    lists.iter().flat_map(|list| items.iter().map(move |item| longer(list, item))).collect()
}
