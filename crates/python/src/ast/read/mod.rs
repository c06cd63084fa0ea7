//! Conversion of the engine's syntax trees into nodes.
//!
//! Invariant: kinds, attributes and locations are those of clingo's nodes. Oddities, such as the location of a signed
//! aggregate, are clingo's.

mod literals;
mod statements;
mod terms;
mod theory;

use std::sync::Arc;

use groundplan::diagnostic::{Diagnostics, Severity, SourceId, Sources, Span};
use groundplan::symbol::{Name, Symbols};
use groundplan::syntax::ast::Program;
use groundplan::syntax::{parse, parse_as_written, Parsed, Places};
use groundplan::Error;
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use super::kind::Kind;
use super::location::{NodeLocation, Source, TextRange};
use super::node::Node;
use super::value::Value;
use crate::error::raise;
use groundplan_clingo::TermCache;

/// The start and end offset of a script in a text, its language, and its code.
type Script = (u32, u32, String, String);

/// The syntax tree of a program.
#[pyclass(frozen, module = "groundplan._core")]
pub struct Tree {
    name: String,
    text: Arc<str>,
    symbols: Symbols,
    program: Program,
    places: Places,
}

/// Parses a program. Syntax errors raise an exception; the meaning is not checked.
#[pyfunction]
pub fn read_tree(py: Python<'_>, name: &str, text: &str) -> PyResult<Tree> {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let id = sources.add(name, text);
    let (parsed, places) = py.detach(|| parse_as_written(&mut symbols, &sources, id));
    if parsed.diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(refused(name, sources, id));
    }
    Ok(Tree { name: name.to_owned(), text: text.into(), symbols, program: parsed.program, places })
}

#[pymethods]
impl Tree {
    /// Calls `told` with each statement. In the parsed text, blanks replace the scripts. For each `#include`, calls `include`
    /// with the name of the text, whether it is built into the engine, and the location; the result says whether it was read.
    #[allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]
    fn tell(
        &self,
        scripts: Vec<Script>,
        included: bool,
        told: &Bound<'_, PyAny>,
        include: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let py = told.py();
        let mut reader = Reader {
            py,
            file: &self.name,
            text: &self.text,
            symbols: &self.symbols,
            places: &self.places,
            source: Arc::new(Source::new(py, &self.name, &self.text)),
            terms: TermCache::default(),
            names: FxHashMap::default(),
        };
        let loose = reader.loose(&scripts)?;
        let told = |node: Py<Node>| told.call1((node,)).map(drop);
        let include = |target: &str, builtin: bool, place: Py<PyAny>| {
            include.call1((target, builtin, place))?.is_truthy()
        };
        reader.program(&self.program, loose, included, &told, &include)
    }
}

/// Returns the exception for a text without a syntax tree.
fn refused(name: &str, sources: Sources, id: SourceId) -> PyErr {
    let Parsed { mut diagnostics, .. } = parse(&mut Symbols::new(), &sources, id);
    diagnostics.retain(|it| it.severity == Severity::Error);
    if diagnostics.is_empty() {
        return too_deep(name);
    }
    raise(Error::Program(Diagnostics::new(diagnostics, sources)))
}

fn too_deep(name: &str) -> PyErr {
    let message = format!("{name}: terms nest so deeply that there is no syntax tree of them");
    PyNotImplementedError::new_err(message)
}

/// Converts syntax trees into nodes.
struct Reader<'a> {
    py: Python<'a>,
    file: &'a str,
    text: &'a str,
    symbols: &'a Symbols,
    places: &'a Places,
    source: Arc<Source>,
    terms: TermCache,
    names: FxHashMap<Name, Arc<str>>,
}

/// A new node, or the exception that prevented it.
type NodeResult = PyResult<Py<Node>>;

impl Reader<'_> {
    fn node(&self, kind: Kind, span: Span, values: Vec<Value>) -> NodeResult {
        let place = NodeLocation::Read(TextRange::new(&self.source, span));
        Py::new(self.py, Node::new(kind, place, values))
    }

    /// Creates a node of a kind that has no location.
    fn node_without_place(&self, kind: Kind, values: Vec<Value>) -> NodeResult {
        Py::new(self.py, Node::new(kind, NodeLocation::Nowhere, values))
    }

    /// Whether the text of a statement starts with `with`.
    fn begins(&self, statement: Span, with: &str) -> bool {
        self.text[statement.range()].starts_with(with)
    }

    fn name(&mut self, name: Name) -> Value {
        let known = self.names.entry(name);
        Value::Text(Arc::clone(known.or_insert_with(|| self.symbols.text(name).into())))
    }

    /// Converts a list of syntax tree items into nodes.
    fn list<T>(&mut self, items: &[T], make: impl Fn(&mut Self, &T) -> NodeResult) -> PyResult<Value> {
        Ok(Value::Nodes(items.iter().map(|item| make(self, item)).collect::<PyResult<_>>()?))
    }
}

/// Converts a number or a truth value.
fn number(value: impl Into<i64>) -> Value {
    Value::Number(value.into())
}
