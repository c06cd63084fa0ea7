//! Conversion of the engine's syntax trees into nodes.
//!
//! Invariant: kinds, attributes and locations are those of clingo's nodes. Oddities, such as the location of a signed
//! aggregate, are clingo's.

mod literals;
mod reading;
mod scripts;
mod statements;
mod terms;
mod theory;

pub use reading::{Listener, Notice, Reading};
pub use scripts::{take_scripts, PlacedScript};

use std::sync::Arc;

use groundplan::diagnostic::{Diagnostics, Severity, SourceId, Sources, Span};
use groundplan::symbol::{Name, Symbols};
use groundplan::syntax::ast::Program;
use groundplan::syntax::{parse, parse_as_written, Parsed, Places};
use rustc_hash::FxHashMap;

use super::kind::Kind;
use super::location::{Location, Source};
use super::node::Node;
use super::value::Value;
use crate::error::{Error, Result};
use crate::term::TermCache;
use scripts::{without_scripts, Script};

/// The syntax tree of a text, as the engine's parser gives it.
struct Tree {
    source: Arc<Source>,
    symbols: Symbols,
    program: Program,
    places: Places,
    scripts: Vec<Script>,
}

impl Tree {
    /// Parses a program. Its meaning is not checked.
    fn parse(name: &str, text: &str) -> Result<Tree> {
        let (text, scripts) = without_scripts(text);
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let id = sources.add(name, &*text);
        let (parsed, places) = parse_as_written(&mut symbols, &sources, id);
        if parsed.diagnostics.iter().any(|it| it.severity == Severity::Error) {
            return Err(refused(name, sources, id));
        }
        let source = Arc::new(Source::new(name, &text.into()));
        Ok(Tree { source, symbols, program: parsed.program, places, scripts })
    }
}

/// Returns the error of a text without a syntax tree.
fn refused(name: &str, sources: Sources, id: SourceId) -> Error {
    let Parsed { mut diagnostics, .. } = parse(&mut Symbols::new(), &sources, id);
    diagnostics.retain(|it| it.severity == Severity::Error);
    if diagnostics.is_empty() {
        return too_deep(name);
    }
    groundplan::Error::Program(Diagnostics::new(diagnostics, sources)).into()
}

fn too_deep(name: &str) -> Error {
    Error::Missing(format!("{name}: terms nest so deeply that there is no syntax tree of them"))
}

/// Converts a syntax tree into nodes.
struct Reader<'a> {
    tree: &'a Tree,
    terms: TermCache,
    names: FxHashMap<Name, Arc<str>>,
}

impl<'a> Reader<'a> {
    fn new(tree: &'a Tree) -> Self {
        Reader { tree, terms: TermCache::default(), names: FxHashMap::default() }
    }

    fn node(&self, kind: Kind, span: Span, values: impl Into<Arc<[Value]>>) -> Node {
        Node::made(kind, Location::read(&self.tree.source, span), values)
    }

    /// Whether the text of a statement starts with `with`.
    fn begins(&self, statement: Span, with: &str) -> bool {
        self.tree.source.text()[statement.range()].starts_with(with)
    }

    fn name(&mut self, name: Name) -> Value {
        Value::Text(self.shared_name(name))
    }

    fn shared_name(&mut self, name: Name) -> Arc<str> {
        let known = self.names.entry(name);
        Arc::clone(known.or_insert_with(|| self.tree.symbols.text(name).into()))
    }

    /// Converts a list of syntax tree items into nodes.
    fn list<T>(&mut self, items: &[T], make: impl Fn(&mut Self, &T) -> Result<Node>) -> Result<Value> {
        Ok(Value::Nodes(items.iter().map(|item| make(self, item)).collect::<Result<_>>()?))
    }
}

/// Creates a node of a kind that has no location.
fn node_without_place(kind: Kind, values: impl Into<Arc<[Value]>>) -> Node {
    Node::made(kind, Location::NOWHERE, values)
}

/// Converts a number or a truth value.
fn number(value: impl Into<i64>) -> Value {
    Value::Number(value.into())
}
