//! The engine's syntax trees to nodes.
//!
//! Invariant: kinds, attributes and places are those of clingo's nodes, so what looks odd here (the place of a signed
//! aggregate, say) is clingo's.

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
use super::node::Node;
use super::place::{Place, Source, Stretch};
use super::value::Value;
use crate::error::raise;
use crate::term::Terms;

/// Where a script begins and ends in a text, its language, and its code.
type Script = (u32, u32, String, String);

/// A program that was read.
#[pyclass(frozen, module = "groundplan._core")]
pub struct Tree {
    name: String,
    text: String,
    symbols: Symbols,
    program: Program,
    places: Places,
}

/// Reads a program. Raises what is wrong with its syntax; nothing is said about its meaning.
#[pyfunction]
pub fn read_tree(py: Python<'_>, name: &str, text: &str) -> PyResult<Tree> {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let id = sources.add(name, text);
    let (parsed, places) = py.detach(|| parse_as_written(&mut symbols, &sources, id));
    if parsed.diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(refused(name, sources, id));
    }
    Ok(Tree { name: name.to_owned(), text: text.to_owned(), symbols, program: parsed.program, places })
}

#[pymethods]
impl Tree {
    /// Calls `told` with each statement, in which blanks stand for the scripts. `include` is called with the name of a text to
    /// read besides, whether it is one that the engine knows, and where that is said; it says whether it was read.
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
            terms: Terms::default(),
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

/// Why there is no tree of a text.
fn refused(name: &str, sources: Sources, id: SourceId) -> PyErr {
    let Parsed { mut diagnostics, .. } = parse(&mut Symbols::new(), &sources, id);
    diagnostics.retain(|it| it.severity == Severity::Error);
    if diagnostics.is_empty() {
        return too_deep(name);
    }
    raise(&Error::Program(Diagnostics::new(diagnostics, sources)))
}

fn too_deep(name: &str) -> PyErr {
    let message = format!("{name}: terms nest so deeply that there is no syntax tree of them");
    PyNotImplementedError::new_err(message)
}

/// Makes nodes.
struct Reader<'a> {
    py: Python<'a>,
    file: &'a str,
    text: &'a str,
    symbols: &'a Symbols,
    places: &'a Places,
    source: Arc<Source>,
    terms: Terms,
    names: FxHashMap<Name, Arc<str>>,
}

/// A node, unless it cannot be made.
type Made = PyResult<Py<Node>>;

impl Reader<'_> {
    fn node(&self, kind: Kind, span: Span, values: Vec<Value>) -> Made {
        let place = Place::Read(Stretch::new(&self.source, span));
        Py::new(self.py, Node::new(kind, place, values))
    }

    /// A node of a kind that has no location.
    fn node_without_place(&self, kind: Kind, values: Vec<Value>) -> Made {
        Py::new(self.py, Node::new(kind, Place::Nowhere, values))
    }

    /// Whether a statement begins with this.
    fn begins(&self, statement: Span, with: &str) -> bool {
        self.text[statement.range()].starts_with(with)
    }

    fn name(&mut self, name: Name) -> Value {
        let known = self.names.entry(name);
        Value::Text(Arc::clone(known.or_insert_with(|| self.symbols.text(name).into())))
    }

    /// The nodes of some of what the engine has.
    fn list<T>(&mut self, items: &[T], make: impl Fn(&mut Self, &T) -> Made) -> PyResult<Value> {
        Ok(Value::Nodes(items.iter().map(|item| make(self, item)).collect::<PyResult<_>>()?))
    }
}

/// A number or a truth value.
fn number(value: impl Into<i64>) -> Value {
    Value::Number(value.into())
}
