//! Values of the attributes of nodes.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString};
use pyo3::{PyTraverseError, PyVisit};

use super::kind::FieldType;
use super::location::Class;
use super::node::Node;
use crate::symbol::{term_of, PySymbol};
use groundplan_clingo::Term;

/// The value of an attribute other than a location.
#[derive(Debug)]
pub enum Value {
    /// A string.
    Text(Arc<str>),
    /// A number.
    Number(i64),
    /// A ground term.
    Symbol(Term),
    /// A node.
    Node(Py<Node>),
    /// None in place of a node.
    Missing,
    /// Nodes that Python has not accessed as a sequence yet.
    Nodes(Vec<Py<Node>>),
    /// Nodes in a sequence that Python may change.
    Sequence(Sequence),
    /// Strings in a sequence that Python may change.
    Texts(Sequence),
}

/// An `ASTSequence` or `StrSequence`, and the list inside it.
#[derive(Debug)]
pub struct Sequence {
    object: Py<PyAny>,
    list: Py<PyList>,
}

impl Sequence {
    /// Creates a sequence of a class. The items must be of the right type.
    pub fn new(class: Class, list: Bound<'_, PyList>) -> PyResult<Self> {
        let object = class.get(list.py())?.call_method1("_of", (&list,))?;
        Ok(Sequence { object: object.unbind(), list: list.unbind() })
    }

    /// Returns the strings in the sequence.
    pub fn texts(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.list(py).extract()
    }

    /// Returns the list inside the sequence.
    pub fn list<'py>(&self, py: Python<'py>) -> &Bound<'py, PyList> {
        self.list.bind(py)
    }

    /// Returns the sequence as a Python object.
    pub fn object(&self, py: Python<'_>) -> Py<PyAny> {
        self.object.clone_ref(py)
    }
}

impl Value {
    /// Converts a Python object into the value of an attribute; `owner` names the attribute in the error message.
    pub fn of_object(
        what: FieldType,
        object: &Bound<'_, PyAny>,
        owner: impl Fn() -> String,
    ) -> PyResult<Self> {
        let wrong = |wanted: &str| {
            let kind = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("{} is {wanted}, not {kind}", owner())))
        };
        match what {
            FieldType::Location => wrong("a location"),
            FieldType::Text => match object.cast::<PyString>() {
                Ok(text) => Ok(Value::Text(text.to_cow()?.as_ref().into())),
                Err(_) => wrong("a text"),
            },
            FieldType::Number if object.is_instance_of::<PyInt>() => Ok(Value::Number(object.extract()?)),
            FieldType::Number => wrong("a number"),
            FieldType::Symbol => match object.cast::<PySymbol>() {
                Ok(_) => term_of(object).map(Value::Symbol),
                Err(_) => wrong("a symbol"),
            },
            FieldType::Optional if object.is_none() => Ok(Value::Missing),
            FieldType::Node | FieldType::Optional => match object.cast::<Node>() {
                Ok(node) => Ok(Value::Node(node.clone().unbind())),
                Err(_) => wrong(if what == FieldType::Node { "a node" } else { "a node or None" }),
            },
            FieldType::Nodes => nodes(object),
            FieldType::Texts => texts(object),
        }
    }

    /// Returns a copy for another node, which does not share sequences.
    pub fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(match self {
            Value::Text(text) => Value::Text(Arc::clone(text)),
            Value::Number(number) => Value::Number(*number),
            Value::Symbol(term) => Value::Symbol(term.clone()),
            Value::Node(node) => Value::Node(node.clone_ref(py)),
            Value::Missing => Value::Missing,
            Value::Nodes(nodes) => Value::Nodes(nodes.iter().map(|node| node.clone_ref(py)).collect()),
            Value::Sequence(sequence) => nodes(sequence.list(py))?,
            Value::Texts(sequence) => texts(sequence.list(py))?,
        })
    }

    /// Returns the value as a Python object, or `None` for nodes that are not in a sequence yet.
    pub fn object(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        Ok(Some(match self {
            Value::Text(text) => PyString::new(py, text).into_any().unbind(),
            Value::Number(number) => number.into_pyobject(py)?.into_any().unbind(),
            Value::Symbol(term) => Py::new(py, PySymbol::of(term.clone()))?.into_any(),
            Value::Node(node) => node.clone_ref(py).into_any(),
            Value::Missing => py.None(),
            Value::Sequence(sequence) | Value::Texts(sequence) => sequence.object(py),
            Value::Nodes(_) => return Ok(None),
        }))
    }

    /// Calls `visit` with every node in the value.
    pub fn each<'py>(
        &self,
        py: Python<'py>,
        mut visit: impl FnMut(&Bound<'py, Node>) -> PyResult<()>,
    ) -> PyResult<()> {
        match self {
            Value::Node(node) => visit(node.bind(py)),
            Value::Nodes(nodes) => nodes.iter().try_for_each(|node| visit(node.bind(py))),
            Value::Sequence(sequence) => sequence.list(py).iter().try_for_each(|item| visit(item.cast()?)),
            _ => Ok(()),
        }
    }

    /// Shows the Python objects in the value to the garbage collector.
    pub fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self {
            Value::Node(node) => visit.call(node),
            Value::Nodes(nodes) => nodes.iter().try_for_each(|node| visit.call(node)),
            Value::Sequence(Sequence { object, list }) | Value::Texts(Sequence { object, list }) => {
                visit.call(object)?;
                visit.call(list)
            }
            Value::Text(_) | Value::Number(_) | Value::Symbol(_) | Value::Missing => Ok(()),
        }
    }

    /// Returns the node with this index in the value.
    pub fn at<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Option<Bound<'py, Node>>> {
        Ok(match self {
            Value::Node(node) if index == 0 => Some(node.bind(py).clone()),
            Value::Nodes(nodes) => nodes.get(index).map(|node| node.bind(py).clone()),
            Value::Sequence(sequence) if index < sequence.list(py).len() => {
                Some(sequence.list(py).get_item(index)?.cast_into()?)
            }
            _ => None,
        })
    }

    /// Returns the number of nodes in the value.
    pub fn len(&self, py: Python<'_>) -> usize {
        match self {
            Value::Nodes(nodes) => nodes.len(),
            Value::Sequence(sequence) => sequence.list(py).len(),
            Value::Node(_) => 1,
            _ => 0,
        }
    }

    /// Whether dropping the value may drop nodes.
    pub fn holds_nodes(&self) -> bool {
        match self {
            Value::Node(_) | Value::Sequence(_) => true,
            Value::Nodes(nodes) => !nodes.is_empty(),
            _ => false,
        }
    }
}

/// Collects the nodes of an iterable.
fn nodes(items: &Bound<'_, PyAny>) -> PyResult<Value> {
    let node = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        match item.cast::<Node>() {
            Ok(node) => Ok(node.clone().unbind()),
            Err(_) => Err(not_taken("AST", &item)?),
        }
    };
    Ok(Value::Nodes(items.try_iter()?.map(node).collect::<PyResult<_>>()?))
}

/// Collects the strings of an iterable.
fn texts(items: &Bound<'_, PyAny>) -> PyResult<Value> {
    let list = PyList::empty(items.py());
    for item in items.try_iter()? {
        let item = item?;
        if !item.is_instance_of::<PyString>() {
            return Err(not_taken("str", &item)?);
        }
        list.append(item)?;
    }
    Ok(Value::Texts(Sequence::new(Class::StrSequence, list)?))
}

fn not_taken(wanted: &str, item: &Bound<'_, PyAny>) -> PyResult<PyErr> {
    let kind = item.get_type().name()?;
    Ok(PyTypeError::new_err(format!("the sequence takes {wanted}, not {kind}")))
}
