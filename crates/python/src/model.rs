//! Answer sets and consequences, as Python objects.

use std::sync::Arc;

use groundplan::solve::Reasoning;
use groundplan_clingo::answer::{Answer, SymbolSelection};
use groundplan_clingo::literal::literal as program_literal;
use groundplan_clingo::Term;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::atoms::{literal_of, PySymbolicAtoms};
use crate::error::{raise, raise_from};
use crate::made::{made_of_rep, Made};
use crate::symbol::{symbols, term_of, terms_of, PySymbol};

/// An answer set or, with `--enum-mode=brave` or `cautious`, the consequences known so far.
///
/// It can be used until the search goes on: in `on_model`, or between two answer sets of a handle.
#[pyclass(frozen, subclass, dict, weakref, name = "Model", module = "groundplan.solving")]
pub struct PyModel(Made<Answer>);

impl From<Answer> for PyModel {
    fn from(answer: Answer) -> Self {
        PyModel(Made::of(answer))
    }
}

made_of_rep!(PyModel);

#[pymethods]
impl PyModel {
    /// The symbols of the answer set: all atoms, the shown terms, everything shown, or the values of difference constraints
    /// and integer variables and what `extend` added; with `complement`, those that are not in it.
    #[pyo3(signature = (atoms=false, terms=false, shown=false, theory=false, complement=false))]
    fn symbols<'py>(
        &self,
        py: Python<'py>,
        atoms: bool,
        terms: bool,
        shown: bool,
        theory: bool,
        complement: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        let wanted = SymbolSelection { atoms, terms, shown, theory, complement };
        symbols(py, &self.0.get()?.symbols(wanted).map_err(raise)?)
    }

    /// The values of all integer variables, shown or not.
    #[getter]
    fn _integers(&self) -> PyResult<Vec<(PySymbol, i64)>> {
        let values = self.0.get()?.integers().map_err(raise)?;
        Ok(values.into_iter().map(|(variable, value)| (PySymbol::of(variable), value)).collect())
    }

    /// Whether an atom is in the answer set.
    fn contains(&self, atom: &Bound<'_, PyAny>) -> PyResult<bool> {
        let term = term_of(atom)?;
        self.0.get()?.contains(&term).map_err(raise)
    }

    /// Adds symbols to the answer set, which `symbols(theory=True)` returns for every object that stands for it.
    fn extend(&self, symbols: &Bound<'_, PyAny>) -> PyResult<()> {
        let more = terms_of(symbols)?;
        self.0.get()?.extend(more).map_err(raise)
    }

    /// Whether a literal of the program, given by its number, is true.
    fn is_true(&self, literal: i64) -> PyResult<bool> {
        self.0.get()?.holds(program_literal(literal).map_err(raise)?).map_err(raise)
    }

    /// Whether a literal is a consequence; None while that is unknown. Brave reasoning never decides it for an atom that is
    /// in no answer set found so far, unless propagation does. As in clingo, only shown atoms are consequences: neither
    /// negative literals nor hidden atoms are.
    fn is_consequence(&self, literal: i64) -> PyResult<Option<bool>> {
        self.0.get()?.is_consequence(program_literal(literal).map_err(raise)?).map_err(raise)
    }

    /// The object for adding clauses to the search.
    #[getter]
    fn context(&self) -> PyResult<PySolveControl> {
        self.0.get().map(|answer| PySolveControl(Made::of(answer.clone())))
    }

    /// The costs, by decreasing priority; empty without an objective. Those of consequences are the least that were found.
    #[getter]
    fn cost<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.0.get()?.costs().map_err(raise)?)
    }

    /// The priorities of the costs.
    #[getter]
    fn priority<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.0.get()?.priorities().map_err(raise)?)
    }

    /// The number of answers found up to and including this one.
    #[getter]
    fn number(&self) -> PyResult<u64> {
        self.0.get().map(Answer::number)
    }

    /// Whether the answer set is proven optimal.
    #[getter]
    fn optimality_proven(&self) -> PyResult<bool> {
        self.0.get().map(Answer::is_optimal)
    }

    /// The number of the thread that found it: always 0.
    #[getter]
    fn thread_id(&self) -> u32 {
        0
    }

    /// The type of the answer: answer set, or brave or cautious consequences.
    #[getter]
    fn r#type(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let kinds = py.import("groundplan.core")?.getattr("ModelType")?;
        let kind = match self.0.get()?.reasoning() {
            None => "StableModel",
            Some(Reasoning::Brave) => "BraveConsequences",
            Some(Reasoning::Cautious) => "CautiousConsequences",
        };
        kinds.getattr(kind).map(Bound::unbind)
    }

    /// The rows of a predicate, as in `at/2` or `-at/2`: a dictionary for each of its atoms, and of the shown terms of this name and
    /// number of arguments. Its keys are `columns` or, without them, the positions of the arguments, counted from 1.
    #[pyo3(signature = (signature, columns=None))]
    fn to_dicts<'py>(
        slf: &Bound<'py, Self>,
        signature: &str,
        columns: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("groundplan.frames")?.call_method1("dicts", (slf, signature, columns))
    }

    /// The rows of a predicate as a `pandas.DataFrame`, with a column for each argument: see `to_dicts`. Needs pandas.
    #[pyo3(signature = (signature, columns=None))]
    fn to_frame<'py>(
        slf: &Bound<'py, Self>,
        signature: &str,
        columns: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("groundplan.frames")?.call_method1("frame", (slf, signature, columns))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("groundplan.notebook")?.call_method1("model", (slf,))
    }

    fn __str__(&self) -> PyResult<String> {
        let shown = SymbolSelection { shown: true, ..SymbolSelection::default() };
        let texts: Vec<String> =
            self.0.get()?.symbols(shown).map_err(raise)?.iter().map(Term::text).collect();
        Ok(texts.join(" "))
    }

    fn __repr__(&self) -> PyResult<String> {
        let number = self.number()?;
        Ok(match self.__str__() {
            Ok(text) => format!("<Model {number}: {text}>"),
            Err(_) => format!("<Model {number}>"),
        })
    }
}

/// Adds clauses to a search while an answer set is current.
#[pyclass(frozen, subclass, dict, weakref, name = "SolveControl", module = "groundplan.solving")]
pub struct PySolveControl(Made<Answer>);

impl PySolveControl {
    fn restrict(&self, literals: &Bound<'_, PyAny>, negated: bool) -> PyResult<()> {
        let answer = self.0.get()?;
        let mut clause = Vec::new();
        for given in literals.try_iter()? {
            let literal = match literal_of(answer.control(), &given?)? {
                (Some(literal), _) => literal,
                // An atom that the program does not have is false.
                (None, number) if (number < 0) == negated => continue,
                (None, _) => return Ok(()),
            };
            clause.push(if negated { literal.complement() } else { literal });
        }
        answer.restrict(&clause).map_err(|error| raise_from(answer.control(), error))
    }
}

made_of_rep!(PySolveControl);

#[pymethods]
impl PySolveControl {
    /// Excludes, for the rest of the search, answer sets in which none of these literals is true.
    fn add_clause(&self, literals: &Bound<'_, PyAny>) -> PyResult<()> {
        self.restrict(literals, false)
    }

    /// Excludes, for the rest of the search, answer sets in which all of these literals are true.
    fn add_nogood(&self, literals: &Bound<'_, PyAny>) -> PyResult<()> {
        self.restrict(literals, true)
    }

    /// The atoms of the ground program.
    #[getter]
    fn symbolic_atoms(&self) -> PyResult<PySymbolicAtoms> {
        Ok(PySymbolicAtoms::new(Arc::clone(self.0.get()?.control())))
    }
}
