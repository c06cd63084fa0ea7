//! Locations of nodes.

use std::sync::Arc;

use groundplan::diagnostic::{SourceId, Span};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};
use pyo3::{PyTraverseError, PyVisit};

/// A text that nodes were read from, with its name and the starts of its lines.
#[derive(Debug)]
pub struct Source {
    name: Py<PyString>,
    file: String,
    text: Arc<str>,
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

/// A line and a column, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Position {
    /// Returns a text behind so many line breaks and blanks that it begins at this position, if these are not too many.
    pub fn padded(self, text: &str) -> String {
        const MOST: usize = 10_000;
        let (lines, columns) = (self.line.saturating_sub(1), self.column.saturating_sub(1));
        if lines > MOST || columns > MOST {
            return text.to_owned();
        }
        format!("{}{}{text}", "\n".repeat(lines), " ".repeat(columns))
    }
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
    pub fn new(py: Python<'_>, name: &str, text: &Arc<str>) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Source {
            name: PyString::new(py, name).unbind(),
            file: name.to_owned(),
            text: Arc::clone(text),
            lines,
        }
    }

    /// Returns the name of the text.
    pub fn name(&self) -> &str {
        &self.file
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
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

    /// Returns the text.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Returns the range as a span of an engine's text. It never ends before it starts.
    pub fn span(&self, source: SourceId) -> Span {
        Span { source, start: self.start, end: self.end.max(self.start) }
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

    /// Shows the location's Python object to the garbage collector.
    pub fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self {
            NodeLocation::Provided(object) => visit.call(object),
            NodeLocation::Nowhere | NodeLocation::Read(_) => Ok(()),
        }
    }

    /// Returns the file and the position of the beginning, for a location that Python provided.
    pub fn begin(&self, py: Python<'_>) -> Option<(String, Position)> {
        let NodeLocation::Provided(object) = self else { return None };
        let begin = object.bind(py).getattr("begin").ok()?;
        let number = |name: &str| begin.getattr(name).ok()?.extract().ok();
        let file = begin.getattr("filename").ok()?.extract().ok()?;
        Some((file, Position { line: number("line")?, column: number("column")? }))
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
