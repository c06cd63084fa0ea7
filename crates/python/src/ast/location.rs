//! Locations of nodes.

use std::sync::Arc;

use groundplan::diagnostic::Span;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

/// The name and the line starts of a text that nodes were read from.
#[derive(Debug)]
pub struct Source {
    name: Py<PyString>,
    /// The offset of each line's first byte.
    lines: Vec<u32>,
}

/// A range of bytes in a text.
#[derive(Clone, Debug)]
pub struct TextRange {
    source: Arc<Source>,
    start: u32,
    end: u32,
}

/// The location of a node.
#[derive(Debug)]
pub enum NodeLocation {
    /// No location.
    Nowhere,
    /// A range of a text that was read. Its Python object is created on demand.
    Read(TextRange),
    /// A `Location` that Python provided.
    Provided(Py<PyAny>),
}

impl Source {
    /// Creates the source of a text.
    #[allow(clippy::cast_possible_truncation, reason = "texts have up to 4 GiB")]
    pub fn new(py: Python<'_>, name: &str, text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        Source { name: PyString::new(py, name).unbind(), lines: std::iter::once(0).chain(ends).collect() }
    }

    /// Returns the line and the column of an offset, both from 1. Columns are counted in bytes.
    fn position(&self, at: u32) -> (usize, u32) {
        let line = self.lines.partition_point(|&begin| begin <= at);
        (line, at - self.lines[line - 1] + 1)
    }
}

impl TextRange {
    /// Creates a range of a text. As in clingo, the range of a signed aggregate or theory atom may end before it starts.
    pub fn new(source: &Arc<Source>, span: Span) -> Self {
        TextRange { source: Arc::clone(source), start: span.start, end: span.end }
    }

    /// Returns the range as a Python `Location`.
    pub fn object(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let position = Class::Position.get(py)?;
        let place = |at: u32| {
            let (line, column) = self.source.position(at);
            position.call1((&self.source.name, line, column))
        };
        Ok(Class::Location.get(py)?.call1((place(self.start)?, place(self.end)?))?.unbind())
    }
}

impl NodeLocation {
    /// Converts a Python `Location`; `owner` names the attribute in the error message.
    pub fn of_object(object: &Bound<'_, PyAny>, owner: &str) -> PyResult<Self> {
        if object.is_instance(Class::Location.get(object.py())?)? {
            return Ok(NodeLocation::Provided(object.clone().unbind()));
        }
        let kind = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("{owner} is a location, not {kind}")))
    }

    /// Returns a copy of the location for another node.
    pub fn copy(&self, py: Python<'_>) -> Self {
        match self {
            NodeLocation::Nowhere => NodeLocation::Nowhere,
            NodeLocation::Read(range) => NodeLocation::Read(range.clone()),
            NodeLocation::Provided(object) => NodeLocation::Provided(object.clone_ref(py)),
        }
    }

    /// Returns the location as a Python object.
    pub fn object(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self {
            NodeLocation::Nowhere => Ok(py.None()),
            NodeLocation::Read(range) => range.object(py),
            NodeLocation::Provided(object) => Ok(object.clone_ref(py)),
        }
    }
}

/// Python classes of `groundplan.syntax.node`.
#[derive(Clone, Copy)]
pub enum Class {
    Position,
    Location,
    ASTSequence,
    StrSequence,
}

impl Class {
    /// Returns the class object.
    pub fn get(self, py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
        static CLASSES: [PyOnceLock<Py<PyType>>; 4] = [const { PyOnceLock::new() }; 4];
        const NAMES: [&str; 4] = ["Position", "Location", "ASTSequence", "StrSequence"];
        CLASSES[self as usize].import(py, "groundplan.syntax.node", NAMES[self as usize])
    }
}
