//! Where nodes stand.

use std::sync::Arc;

use groundplan::diagnostic::Span;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

/// A text that nodes were read from, as far as places in it need it.
#[derive(Debug)]
pub struct Source {
    name: Py<PyString>,
    /// Where lines begin.
    lines: Vec<u32>,
}

/// A stretch of a text.
#[derive(Clone, Debug)]
pub struct Stretch {
    source: Arc<Source>,
    start: u32,
    end: u32,
}

/// The location of a node.
#[derive(Debug)]
pub enum Place {
    /// It has none.
    Nowhere,
    /// What was read: Python's object is made where one asks for it.
    Read(Stretch),
    /// A `Location` that was given.
    Given(Py<PyAny>),
}

impl Source {
    /// A text with its name.
    #[allow(clippy::cast_possible_truncation, reason = "texts have up to 4 GiB")]
    pub fn new(py: Python<'_>, name: &str, text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        Source { name: PyString::new(py, name).unbind(), lines: std::iter::once(0).chain(ends).collect() }
    }

    /// Line and column, from 1; columns are counted in bytes.
    fn position(&self, at: u32) -> (usize, u32) {
        let line = self.lines.partition_point(|&begin| begin <= at);
        (line, at - self.lines[line - 1] + 1)
    }
}

impl Stretch {
    /// A stretch of a text. What has a sign may end before it begins.
    pub fn new(source: &Arc<Source>, span: Span) -> Self {
        Stretch { source: Arc::clone(source), start: span.start, end: span.end }
    }

    /// As Python sees it.
    pub fn object(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let position = Class::Position.get(py)?;
        let place = |at: u32| {
            let (line, column) = self.source.position(at);
            position.call1((&self.source.name, line, column))
        };
        Ok(Class::Location.get(py)?.call1((place(self.start)?, place(self.end)?))?.unbind())
    }
}

impl Place {
    /// The place of a node that was made with this object; `owner` is what the message calls the attribute.
    pub fn of_object(object: &Bound<'_, PyAny>, owner: &str) -> PyResult<Self> {
        if object.is_instance(Class::Location.get(object.py())?)? {
            return Ok(Place::Given(object.clone().unbind()));
        }
        let kind = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("{owner} is a location, not {kind}")))
    }

    /// The same place for another node.
    pub fn copy(&self, py: Python<'_>) -> Self {
        match self {
            Place::Nowhere => Place::Nowhere,
            Place::Read(stretch) => Place::Read(stretch.clone()),
            Place::Given(object) => Place::Given(object.clone_ref(py)),
        }
    }

    /// As Python sees it.
    pub fn object(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self {
            Place::Nowhere => Ok(py.None()),
            Place::Read(stretch) => stretch.object(py),
            Place::Given(object) => Ok(object.clone_ref(py)),
        }
    }
}

/// The classes of `groundplan.syntax.node`.
#[derive(Clone, Copy)]
pub enum Class {
    Position,
    Location,
    ASTSequence,
    StrSequence,
}

impl Class {
    /// The class itself.
    pub fn get(self, py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
        static CLASSES: [PyOnceLock<Py<PyType>>; 4] = [const { PyOnceLock::new() }; 4];
        const NAMES: [&str; 4] = ["Position", "Location", "ASTSequence", "StrSequence"];
        CLASSES[self as usize].import(py, "groundplan.syntax.node", NAMES[self as usize])
    }
}
