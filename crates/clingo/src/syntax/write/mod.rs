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
use rustc_hash::FxHashMap;

use super::kind::Kind;
use super::location::{Position, Source};
use super::node::Node;
use super::value::Value;
use crate::error::{Error, Result};

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
/// Returns [`Error::Runtime`] for a node where the language has none of its kind.
pub fn write(engine: &mut Engine, nodes: &[Node]) -> Result<Written> {
    let base = engine.add_source("<ast>", "");
    let name = engine.symbols_mut().name("base");
    let mut writer = NodeWriter {
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
        let begin = text.len();
        node.print(&mut text)?;
        writer.begin(node, &text[begin..]);
        writer.statement(node, &mut parts)?;
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
    place: Position,
}

/// Converts nodes into syntax trees.
struct NodeWriter<'e> {
    engine: &'e mut Engine,
    spans: StatementSpans,
    /// The engine's numbers of the texts that nodes were read from.
    known: FxHashMap<*const Source, (Arc<Source>, SourceId)>,
    /// The text of the last statement that Python created.
    made: Option<WrittenNode>,
    depth: u32,
    is_exact: bool,
}

impl NodeWriter<'_> {
    /// Begins a statement, which prints as this text.
    fn begin(&mut self, node: &Node, text: &str) {
        let location = node.place();
        if let Some(range) = location.range() {
            let source = Arc::clone(range.source());
            let id = self.source(&source);
            let whole = range.span(id);
            self.spans = StatementSpans { whole, source: Some(source) };
            return;
        }
        let nowhere = || Position { file: "<ast>".into(), line: 1, column: 1 };
        let place = location.given().cloned().unwrap_or_else(nowhere);
        // Equal statements at the same place, such as the facts of a loop, need one text.
        let known = self.made.as_ref().filter(|made| made.place == place).map(|made| made.source);
        let known = known.filter(|&id| self.engine.sources().text(id).ends_with(text));
        let id = known.unwrap_or_else(|| self.engine.add_source(&place.file, &place.padded(text)));
        self.made = Some(WrittenNode { source: id, place });
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
        match (node.place().range(), &self.spans.source) {
            (Some(range), Some(source)) if Arc::ptr_eq(range.source(), source) => {
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
        mut write: impl FnMut(&mut Self, &Node) -> Result<T>,
    ) -> Result<Vec<T>> {
        value.nodes().iter().map(|node| write(self, node)).collect()
    }

    /// Converts the only node of a value.
    fn only<T>(&mut self, value: &Value, write: impl FnOnce(&mut Self, &Node) -> Result<T>) -> Result<T> {
        write(self, only(value)?)
    }

    /// Converts something that is one level deeper.
    fn deeper<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::runtime("terms nest too deeply"));
        }
        self.depth += 1;
        let written = write(self);
        self.depth -= 1;
        written
    }
}

/// Returns the only node of a value.
fn only(value: &Value) -> Result<&Node> {
    value.nodes().first().ok_or_else(|| Error::runtime("a node is missing"))
}

/// The error for a node where the language has none of its kind.
fn misplaced(kind: Kind, wanted: &str) -> Error {
    Error::runtime(format!("invalid ast: {wanted} expected, not a node {}", kind.name()))
}

/// Returns the value with a number, of those that an attribute may have.
fn chosen<T: Copy>(values: &[T], number: i64, what: &str) -> Result<T> {
    let value = usize::try_from(number).ok().and_then(|number| values.get(number).copied());
    value.ok_or_else(|| Error::runtime(format!("{number} stands for no {what}")))
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
