//! Sequences of nodes or strings that are attributes of nodes.

use std::sync::Arc;

use super::kind::FieldType;
use super::node::Node;
use super::value::Value;
use crate::error::{Error, Result};

/// A sequence that an attribute of a node holds: what changes it changes the node. Its items are nodes or strings.
#[derive(Clone, Debug)]
pub struct Sequence {
    node: Node,
    /// The index of the attribute among those without the location.
    index: usize,
    what: FieldType,
}

impl Sequence {
    pub(super) fn new(node: Node, index: usize, what: FieldType) -> Self {
        Sequence { node, index, what }
    }

    /// Whether the items are strings.
    pub fn has_texts(&self) -> bool {
        self.what == FieldType::Texts
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.node.look(self.index, |value| match value {
            Value::Texts(texts) => texts.len(),
            value => value.nodes().len(),
        })
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all items: [`Value::Nodes`] or [`Value::Texts`].
    pub fn items(&self) -> Value {
        self.node.look(self.index, Value::clone)
    }

    /// Returns an item: [`Value::Node`] or [`Value::Text`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::Index`] if there are not so many items.
    pub fn get(&self, index: usize) -> Result<Value> {
        let item = self.node.look(self.index, |value| match value {
            Value::Texts(texts) => texts.get(index).map(|text| Value::Text(Arc::clone(text))),
            value => value.nodes().get(index).map(|node| Value::Node(node.clone())),
        });
        item.ok_or_else(|| outside(index))
    }

    /// Replaces an item.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Index`] if there are not so many items, and [`Error::Type`] if the new one is of another type.
    pub fn set(&self, index: usize, item: Value) -> Result<()> {
        let before = self.node.change(self.index, |value| match (value, item) {
            (Value::Nodes(nodes), Value::Node(node)) => {
                Ok(nodes.get_mut(index).map(|held| Value::Node(std::mem::replace(held, node))))
            }
            (Value::Texts(texts), Value::Text(text)) => {
                Ok(texts.get_mut(index).map(|held| Value::Text(std::mem::replace(held, text))))
            }
            (_, item) => Err(item),
        });
        before.map_err(|item| self.refuse(&item))?.map(drop).ok_or_else(|| outside(index))
    }

    /// Puts an item before the one with this index, or behind the last one.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Index`] if there are not so many items, and [`Error::Type`] if the new one is of another type.
    pub fn insert(&self, index: usize, item: Value) -> Result<()> {
        let inserted = self.node.change(self.index, |value| match (value, item) {
            (Value::Nodes(nodes), Value::Node(node)) => {
                Ok(insert(nodes, index, node).map_err(Value::Node).err())
            }
            (Value::Texts(texts), Value::Text(text)) => {
                Ok(insert(texts, index, text).map_err(Value::Text).err())
            }
            (_, item) => Err(item),
        });
        match inserted.map_err(|item| self.refuse(&item))? {
            None => Ok(()),
            Some(_item) => Err(outside(index)),
        }
    }

    /// Removes an item.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Index`] if there are not so many items.
    pub fn remove(&self, index: usize) -> Result<()> {
        let before = self.node.change(self.index, |value| match value {
            Value::Nodes(nodes) if index < nodes.len() => Some(Value::Node(nodes.remove(index))),
            Value::Texts(texts) if index < texts.len() => Some(Value::Text(texts.remove(index))),
            _ => None,
        });
        before.map(drop).ok_or_else(|| outside(index))
    }

    /// Replaces all items.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the value is not [`Value::Nodes`] or [`Value::Texts`], as [`Sequence::items`] is.
    pub fn replace(&self, items: Value) -> Result<()> {
        if !items.suits(self.what) {
            return Err(self.refuse(&items));
        }
        let _before = self.node.change(self.index, |value| std::mem::replace(value, items));
        Ok(())
    }

    fn refuse(&self, item: &Value) -> Error {
        let wanted = if self.has_texts() { "texts" } else { "nodes" };
        Error::Type(format!("the sequence takes {wanted}, not {}", item.called()))
    }
}

/// Inserts an item, or gives it back if there are not so many.
fn insert<T>(items: &mut Vec<T>, index: usize, item: T) -> std::result::Result<(), T> {
    if index > items.len() {
        return Err(item);
    }
    items.insert(index, item);
    Ok(())
}

fn outside(index: usize) -> Error {
    Error::Index(format!("the sequence has no item {index}"))
}
