//! Conversion between the values of attributes and Python objects.

use std::sync::Arc;

use groundplan_clingo::syntax::{FieldType, Location, Node, Position, Value};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString};

use super::classes::Class;
use super::node::PyNode;
use super::sequence::PySequence;
use crate::symbol::{term_of, PySymbol};

/// Converts a Python object into the value of an attribute; `owner` names the attribute in the error message.
pub fn value_of(what: FieldType, object: &Bound<'_, PyAny>, owner: impl Fn() -> String) -> PyResult<Value> {
    let value = match what {
        FieldType::Location if object.is_instance(Class::Location.get(object.py())?)? => {
            Some(Value::Location(location_of(object)?))
        }
        FieldType::Text => text_of(object)?.map(Value::Text),
        FieldType::Number if object.is_instance_of::<PyInt>() => Some(Value::Number(object.extract()?)),
        FieldType::Symbol if object.is_instance_of::<PySymbol>() => Some(Value::Symbol(term_of(object)?)),
        FieldType::Optional if object.is_none() => Some(Value::Missing),
        FieldType::Node | FieldType::Optional => node_of(object).map(Value::Node),
        FieldType::Nodes => return nodes(object),
        FieldType::Texts => return texts(object),
        FieldType::Location | FieldType::Number | FieldType::Symbol => None,
    };
    match value {
        Some(value) => Ok(value),
        None => {
            let kind = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("{} is {}, not {kind}", owner(), what.wanted())))
        }
    }
}

/// Returns the value of an attribute as a Python object. Sequences are those of the node, which they can change.
pub fn object_of(py: Python<'_>, node: &Node, index: usize) -> PyResult<Py<PyAny>> {
    let (name, what) = node.kind().fields()[index];
    if matches!(what, FieldType::Nodes | FieldType::Texts) {
        return PySequence::object(py, node, name, what);
    }
    match node.get_at(index) {
        Value::Number(number) => Ok(number.into_pyobject(py)?.into_any().unbind()),
        Value::Symbol(term) => Ok(Py::new(py, PySymbol::of(term))?.into_any()),
        Value::Location(location) => location_object(py, &location),
        Value::Missing => Ok(py.None()),
        value => item_object(py, value),
    }
}

/// Returns a node or a text as a Python object.
pub fn item_object(py: Python<'_>, item: Value) -> PyResult<Py<PyAny>> {
    match item {
        Value::Node(node) => Ok(Py::new(py, PyNode(node))?.into_any()),
        Value::Text(text) => Ok(PyString::new(py, &text).into_any().unbind()),
        _ => unreachable!("the other values are no items"),
    }
}

/// Returns the items of a sequence as a list.
pub fn list_object(py: Python<'_>, items: Value) -> PyResult<Bound<'_, PyList>> {
    match items {
        Value::Texts(texts) => PyList::new(py, texts.iter().map(|text| &**text)),
        items => PyList::new(py, items.nodes().iter().map(|node| PyNode(node.clone()))),
    }
}

/// Converts an item of a sequence of nodes or of texts.
pub fn item_of(object: &Bound<'_, PyAny>, is_text: bool) -> PyResult<Value> {
    if is_text {
        text_of(object)?.map(Value::Text).map_or_else(|| Err(not_taken("str", object)?), Ok)
    } else {
        node_of(object).map(Value::Node).map_or_else(|| Err(not_taken("AST", object)?), Ok)
    }
}

fn node_of(object: &Bound<'_, PyAny>) -> Option<Node> {
    object.cast::<PyNode>().ok().map(|node| node.get().0.clone())
}

fn text_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Arc<str>>> {
    object.cast::<PyString>().ok().map(|text| Ok(text.to_cow()?.as_ref().into())).transpose()
}

/// Collects the nodes of an iterable.
fn nodes(items: &Bound<'_, PyAny>) -> PyResult<Value> {
    let node = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        node_of(&item).map_or_else(|| Err(not_taken("AST", &item)?), Ok)
    };
    Ok(Value::Nodes(items.try_iter()?.map(node).collect::<PyResult<_>>()?))
}

/// Collects the strings of an iterable.
fn texts(items: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        text_of(&item)?.map_or_else(|| Err(not_taken("str", &item)?), Ok)
    };
    Ok(Value::Texts(items.try_iter()?.map(text).collect::<PyResult<_>>()?))
}

fn not_taken(wanted: &str, item: &Bound<'_, PyAny>) -> PyResult<PyErr> {
    let kind = item.get_type().name()?;
    Ok(PyTypeError::new_err(format!("the sequence takes {wanted}, not {kind}")))
}

/// Converts a Python `Location`.
fn location_of(object: &Bound<'_, PyAny>) -> PyResult<Location> {
    let py = object.py();
    let position = |name| -> PyResult<Position> {
        let position = object.getattr(name)?;
        let file: PyResult<Bound<'_, PyString>> =
            Ok(position.getattr(intern!(py, "filename"))?.cast_into()?);
        Ok(Position {
            file: file?.to_cow()?.as_ref().into(),
            line: position.getattr(intern!(py, "line"))?.extract()?,
            column: position.getattr(intern!(py, "column"))?.extract()?,
        })
    };
    Ok(Location::new(position(intern!(py, "begin"))?, position(intern!(py, "end"))?))
}

/// Returns a location as a Python `Location`.
pub fn location_object(py: Python<'_>, location: &Location) -> PyResult<Py<PyAny>> {
    let class = Class::Position.get(py)?;
    let (begin, end) = location.positions();
    let file = PyString::new(py, &begin.file);
    let end_file = if begin.file == end.file { file.clone() } else { PyString::new(py, &end.file) };
    let begin = class.call1((file, begin.line, begin.column))?;
    let end = class.call1((end_file, end.line, end.column))?;
    Ok(Class::Location.get(py)?.call1((begin, end))?.unbind())
}
