//! Nodes of syntax trees: handles to what several owners may change.
//!
//! Invariant: the values of a node suit its kind, and no lock of a node is held while another node is looked at. So a node may be
//! below itself; what goes through all nodes then reports that they nest too deeply.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use groundplan_frontend::lock::lock;

use super::kind::{FieldType, Kind};
use super::location::Location;
use super::sequence::Sequence;
use super::value::Value;
use crate::error::{Error, Result};

/// The maximum nesting depth of nodes for operations that are recursive.
pub(super) const MAX_DEPTH: u32 = 1000;

/// A node of a syntax tree, with attributes that depend on its kind. A clone is the same node.
#[derive(Clone)]
pub struct Node(Arc<NodeContent>);

/// What the handles to a node share. A library in C hands out pointers to it.
pub struct NodeContent {
    kind: Kind,
    location: Mutex<Location>,
    /// The values of the attributes without the location. Copies of a node and those who read it share them.
    values: Mutex<Arc<[Value]>>,
}

impl Node {
    /// Creates a node from the values of all its attributes, in order.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the values are not those of the kind.
    pub fn new(kind: Kind, mut values: Vec<Value>) -> Result<Self> {
        let fields = kind.fields();
        if values.len() != fields.len() {
            let (name, count) = (kind.name(), fields.len());
            return Err(Error::Type(format!("{name} has {count} attributes, not {}", values.len())));
        }
        for (index, value) in values.iter().enumerate() {
            check(kind, index, value)?;
        }
        let location = match values.first() {
            Some(Value::Location(location)) => location.clone(),
            _ => return Ok(Node::made(kind, Location::NOWHERE, values)),
        };
        values.remove(0);
        Ok(Node::made(kind, location, values))
    }

    /// Creates a node from a location and values that are known to suit.
    pub(super) fn made(kind: Kind, location: Location, values: impl Into<Arc<[Value]>>) -> Self {
        let values = values.into();
        debug_assert!(values.len() == kind.values().len());
        debug_assert!(values.iter().zip(kind.values()).all(|(value, (_, what))| value.suits(*what)));
        Node(Arc::new(NodeContent { kind, location: Mutex::new(location), values: Mutex::new(values) }))
    }

    /// The kind of the node.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// The location of the node. Nodes of some kinds have none.
    pub fn location(&self) -> Option<Location> {
        self.kind().has_location().then(|| self.place())
    }

    /// Whether this is the same node, and not only an equal one.
    pub fn is_same(&self, other: &Node) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns the value of an attribute.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Attribute`] if the node has no such attribute.
    pub fn get(&self, name: &str) -> Result<Value> {
        Ok(self.get_at(self.kind().field(name)?.0))
    }

    /// Returns the value of the attribute with this index among [`Kind::fields`].
    ///
    /// # Panics
    ///
    /// Panics if there are not so many attributes.
    pub fn get_at(&self, index: usize) -> Value {
        match index.checked_sub(usize::from(self.kind().has_location())) {
            Some(index) => lock(&self.0.values)[index].clone(),
            None => Value::Location(self.place()),
        }
    }

    /// Changes the value of an attribute.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Attribute`] if the node has no such attribute, and [`Error::Type`] if the value is of another type.
    pub fn set(&self, name: &str, value: Value) -> Result<()> {
        self.set_at(self.kind().field(name)?.0, value)
    }

    /// Changes the value of the attribute with this index among [`Kind::fields`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the value is of another type.
    ///
    /// # Panics
    ///
    /// Panics if there are not so many attributes.
    pub fn set_at(&self, index: usize, value: Value) -> Result<()> {
        check(self.kind(), index, &value)?;
        if let Value::Location(location) = value {
            *lock(&self.0.location) = location;
            return Ok(());
        }
        let index = index - usize::from(self.kind().has_location());
        // The old value is dropped after the lock.
        let _before = self.change(index, |held| std::mem::replace(held, value));
        Ok(())
    }

    /// Returns the sequence that an attribute holds.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Attribute`] if the node has no such attribute, and [`Error::Type`] if it is no sequence.
    pub fn sequence(&self, name: &str) -> Result<Sequence> {
        let (index, what) = self.kind().field(name)?;
        if !matches!(what, FieldType::Nodes | FieldType::Texts) {
            return Err(Error::Type(format!("{}.{name} is {}", self.kind().name(), what.wanted())));
        }
        Ok(Sequence::new(self.clone(), index - usize::from(self.kind().has_location()), what))
    }

    /// Returns a copy, which has the same children.
    #[must_use]
    pub fn copy(&self) -> Node {
        Node::made(self.kind(), self.place(), self.values())
    }

    /// Returns a copy with copies of all nodes below.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Depth`] if the nodes nest too deeply.
    pub fn deep_copy(&self) -> Result<Node> {
        self.deep_copy_at(0)
    }

    fn deep_copy_at(&self, depth: u32) -> Result<Node> {
        not_too_deep(depth)?;
        let values = self.values();
        let copied = |value: &Value| {
            Ok(match value {
                Value::Node(node) => Value::Node(node.deep_copy_at(depth + 1)?),
                Value::Nodes(nodes) => {
                    let copies = nodes.iter().map(|node| node.deep_copy_at(depth + 1));
                    Value::Nodes(copies.collect::<Result<_>>()?)
                }
                other => other.clone(),
            })
        };
        let values: Vec<Value> = values.iter().map(copied).collect::<Result<_>>()?;
        Ok(Node::made(self.kind(), self.place(), values))
    }

    /// The location; that of a node without one is nowhere.
    pub(super) fn place(&self) -> Location {
        lock(&self.0.location).clone()
    }

    /// The values without the location, as they are now.
    pub(super) fn values(&self) -> Arc<[Value]> {
        Arc::clone(&lock(&self.0.values))
    }

    /// Calls `look` with the value that has this index among those without the location; it must not look at nodes.
    pub(super) fn look<T>(&self, index: usize, look: impl FnOnce(&Value) -> T) -> T {
        look(&lock(&self.0.values)[index])
    }

    /// Changes the value that has this index among those without the location. The change must not look at nodes nor drop them.
    pub(super) fn change<T>(&self, index: usize, change: impl FnOnce(&mut Value) -> T) -> T {
        change(&mut Arc::make_mut(&mut lock(&self.0.values))[index])
    }
}

/// Checks that an attribute can have a value.
fn check(kind: Kind, index: usize, value: &Value) -> Result<()> {
    let (name, what) = kind.fields()[index];
    if value.suits(what) {
        return Ok(());
    }
    Err(Error::Type(format!("{}.{name} is {}, not {}", kind.name(), what.wanted(), value.called())))
}

/// Returns an error if nodes are nested too deeply.
pub(super) fn not_too_deep(depth: u32) -> Result<()> {
    if depth > MAX_DEPTH {
        return Err(Error::Depth(format!("nodes nest more than {MAX_DEPTH} deep")));
    }
    Ok(())
}

impl From<Node> for Arc<NodeContent> {
    fn from(node: Node) -> Self {
        node.0
    }
}

impl From<Arc<NodeContent>> for Node {
    fn from(content: Arc<NodeContent>) -> Self {
        Node(content)
    }
}

impl fmt::Debug for Node {
    /// Writes the kind only: what is below may be deep, or the node itself.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Node").field(&self.kind()).finish()
    }
}

impl Drop for NodeContent {
    /// Drops the nodes below without recursion.
    fn drop(&mut self) {
        let mut open = Vec::new();
        take_children(self, &mut open);
        while let Some(node) = open.pop() {
            if let Some(mut content) = Arc::into_inner(node.0) {
                take_children(&mut content, &mut open);
            }
        }
    }
}

/// Moves the children of a node that ends to others, unless a copy of the node shares its values.
fn take_children(content: &mut NodeContent, nodes: &mut Vec<Node>) {
    let values = content.values.get_mut().unwrap_or_else(PoisonError::into_inner);
    if let Some(values) = Arc::get_mut(values) {
        values.iter_mut().for_each(|value| value.move_nodes(nodes));
    }
}
