//! Conversion of nodes into the engine's syntax trees: the opposite of [`read`](super::read).
//!
//! Invariant: all spans of a statement lie in one text. It is the text that the statement was read from or, for a statement
//! that Python created, the text that it prints as. A node from elsewhere has the span of its statement.

mod literals;
mod statements;
mod terms;
mod theory;

use std::sync::Arc;

use groundplan::diagnostic::{SourceId, Span};
use groundplan::symbol::Name;
use groundplan::syntax::ast::Part;
use groundplan::syntax::MAX_DEPTH;
use groundplan::Engine;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use super::kind::Kind;
use super::location::{NodeLocation, Position, Source};
use super::node::Node;
use super::print;
use super::value::Value;

/// Statements as the engine's syntax tree.
pub struct Written {
    /// The parts of the program; the first is `base`.
    pub parts: Vec<Part>,
    /// The text that the statements print as.
    pub text: String,
    /// Whether the text reads as these statements.
    pub is_exact: bool,
}

/// Converts statements into the syntax tree of an engine.
///
/// # Errors
///
/// Returns `RuntimeError` for a node where the language has none of its kind.
pub fn write(py: Python<'_>, engine: &mut Engine, nodes: &[Py<Node>]) -> PyResult<Written> {
    let base = engine.add_source("<ast>", "");
    let name = engine.symbols_mut().name("base");
    let mut writer = Writer {
        py,
        engine,
        spans: StatementSpans { whole: Span { source: base, start: 0, end: 0 }, source: None },
        known: FxHashMap::default(),
        made: None,
        depth: 0,
        is_exact: true,
    };
    let mut parts = vec![Part::base(name, base)];
    let mut text = String::new();
    for node in nodes {
        let node = node.bind(py).borrow();
        let begin = text.len();
        print::write(&node, py, &mut text)?;
        writer.begin(&node, &text[begin..]);
        writer.statement(&node, &mut parts)?;
        text.push('\n');
    }
    let is_exact = writer.is_exact;
    Ok(Written { parts, text, is_exact })
}

/// The spans of the nodes of one statement.
struct StatementSpans {
    /// The span of the statement.
    whole: Span,
    /// The text that the statement was read from, if it was read.
    source: Option<Arc<Source>>,
}

/// The text of statements that Python created, as far as their places allow one for several of them.
struct WrittenNode {
    source: SourceId,
    file: String,
    place: Position,
}

/// Converts nodes into syntax trees.
struct Writer<'p, 'e> {
    py: Python<'p>,
    engine: &'e mut Engine,
    spans: StatementSpans,
    /// The engine's numbers of the texts that nodes were read from.
    known: FxHashMap<*const Source, (Arc<Source>, SourceId)>,
    /// The text of the last statement that Python created.
    made: Option<WrittenNode>,
    depth: u32,
    is_exact: bool,
}

impl Writer<'_, '_> {
    /// Begins a statement, which prints as this text.
    fn begin(&mut self, node: &Node, text: &str) {
        if let NodeLocation::Read(range) = &node.place {
            let source = Arc::clone(range.source());
            let id = self.source(&source);
            let whole = range.span(id);
            self.spans = StatementSpans { whole, source: Some(source) };
            return;
        }
        let place = node.place.begin(self.py);
        let (file, place) = place.unwrap_or_else(|| ("<ast>".to_owned(), Position { line: 1, column: 1 }));
        // Equal statements at the same place, such as the facts of a loop, need one text.
        let known = self.made.as_ref().filter(|made| made.file == file && made.place == place);
        let known =
            known.map(|made| made.source).filter(|&id| self.engine.sources().text(id).ends_with(text));
        let id = known.unwrap_or_else(|| self.engine.add_source(&file, &place.padded(text)));
        self.made = Some(WrittenNode { source: id, file, place });
        let end = self.engine.sources().text(id).len() as u32;
        let whole = Span { source: id, start: end - text.len() as u32, end };
        self.spans = StatementSpans { whole, source: None };
    }

    /// Returns the engine's number of a text, and adds the text if it has none.
    fn source(&mut self, source: &Arc<Source>) -> SourceId {
        let known = self.known.entry(Arc::as_ptr(source));
        let engine = &mut *self.engine;
        known.or_insert_with(|| (Arc::clone(source), engine.add_source(source.name(), source.text()))).1
    }

    /// Returns the span of a node.
    fn span(&self, node: &Node) -> Span {
        match (&node.place, &self.spans.source) {
            (NodeLocation::Read(range), Some(source)) if Arc::ptr_eq(range.source(), source) => {
                range.span(self.spans.whole.source)
            }
            _ => self.spans.whole,
        }
    }

    /// Returns a name that is exact only if it is that of a constant, function or predicate.
    fn name(&mut self, name: &str) -> Name {
        self.is_exact &= is_identifier(name);
        self.engine.symbols_mut().name(name)
    }

    /// Returns a name of any form, which is exact anyway.
    fn name_of_operator(&mut self, name: &str) -> Name {
        self.engine.symbols_mut().name(name)
    }

    /// Converts the nodes of a value.
    fn list<T>(
        &mut self,
        value: &Value,
        write: impl Fn(&mut Self, &Node) -> PyResult<T>,
    ) -> PyResult<Vec<T>> {
        let py = self.py;
        let mut items = Vec::with_capacity(value.len(py));
        value.each(py, |node| {
            items.push(write(self, &node.borrow())?);
            Ok(())
        })?;
        Ok(items)
    }

    /// Converts the only node of a value.
    fn only<T>(&mut self, value: &Value, write: impl FnOnce(&mut Self, &Node) -> PyResult<T>) -> PyResult<T> {
        let node = value.at(self.py, 0)?.ok_or_else(|| PyRuntimeError::new_err("a node is missing"))?;
        let written = write(self, &node.borrow());
        written
    }

    /// Converts something that is one level deeper.
    fn deeper<T>(&mut self, write: impl FnOnce(&mut Self) -> PyResult<T>) -> PyResult<T> {
        if self.depth >= MAX_DEPTH {
            return Err(PyRuntimeError::new_err("terms nest too deeply"));
        }
        self.depth += 1;
        let written = write(self);
        self.depth -= 1;
        written
    }
}

/// The error for a node where the language has none of its kind.
fn misplaced(kind: Kind, wanted: &str) -> PyErr {
    PyRuntimeError::new_err(format!("invalid ast: {wanted} expected, not a node {}", kind.name()))
}

/// Returns the value with a number, of those that an attribute may have.
fn chosen<T: Copy>(values: &[T], number: i64, what: &str) -> PyResult<T> {
    let value = usize::try_from(number).ok().and_then(|number| values.get(number).copied());
    value.ok_or_else(|| PyRuntimeError::new_err(format!("{number} stands for no {what}")))
}

/// Whether a text is a name that begins with a lower-case letter.
fn is_identifier(text: &str) -> bool {
    let text = text.trim_start_matches('_');
    text.starts_with(|first: char| first.is_ascii_lowercase()) && is_word(text) && text != "not"
}

/// Whether a text is the name of a variable.
fn is_variable(text: &str) -> bool {
    let text = text.trim_start_matches('_');
    text.starts_with(|first: char| first.is_ascii_uppercase()) && is_word(text)
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\''))
}
