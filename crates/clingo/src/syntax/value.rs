//! Values of the attributes of nodes.

use std::sync::Arc;

use super::kind::FieldType;
use super::location::Location;
use super::node::Node;
use crate::term::Term;

/// The value of an attribute. A clone has the same nodes.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A string.
    Text(Arc<str>),
    /// A ground term.
    Symbol(Term),
    /// A location.
    Location(Location),
    /// A node.
    Node(Node),
    /// No node, where there may be one.
    Missing,
    /// A sequence of nodes.
    Nodes(Vec<Node>),
    /// A sequence of strings.
    Texts(Vec<Arc<str>>),
}

impl Value {
    /// Whether an attribute of this type can have the value.
    pub fn suits(&self, what: FieldType) -> bool {
        match self {
            Value::Number(_) => what == FieldType::Number,
            Value::Text(_) => what == FieldType::Text,
            Value::Symbol(_) => what == FieldType::Symbol,
            Value::Location(_) => what == FieldType::Location,
            Value::Node(_) => matches!(what, FieldType::Node | FieldType::Optional),
            Value::Missing => what == FieldType::Optional,
            Value::Nodes(_) => what == FieldType::Nodes,
            Value::Texts(_) => what == FieldType::Texts,
        }
    }

    /// What the value is called in error messages.
    pub(super) fn called(&self) -> &'static str {
        match self {
            Value::Number(_) => FieldType::Number.wanted(),
            Value::Text(_) => FieldType::Text.wanted(),
            Value::Symbol(_) => FieldType::Symbol.wanted(),
            Value::Location(_) => FieldType::Location.wanted(),
            Value::Node(_) => FieldType::Node.wanted(),
            Value::Missing => "None",
            Value::Nodes(_) => FieldType::Nodes.wanted(),
            Value::Texts(_) => FieldType::Texts.wanted(),
        }
    }

    /// The nodes in the value.
    pub fn nodes(&self) -> &[Node] {
        match self {
            Value::Node(node) => std::slice::from_ref(node),
            Value::Nodes(nodes) => nodes,
            _ => &[],
        }
    }

    /// Moves the nodes in the value to others.
    pub(super) fn move_nodes(&mut self, nodes: &mut Vec<Node>) {
        match std::mem::replace(self, Value::Missing) {
            Value::Node(node) => nodes.push(node),
            Value::Nodes(more) => nodes.extend(more),
            _ => {}
        }
    }
}
