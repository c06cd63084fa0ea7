//! The backend: adds ground rules from Python. Atoms are numbered from 1, and negated literals are negative.
#![allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]

use std::sync::Arc;

use groundplan::syntax::theory::Brackets;
use groundplan_clingo::backend::{external_value, modifier, Backend};
use groundplan_clingo::Control;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::control::PyEngine;
use crate::error::raise;
use crate::made::Made;
use crate::symbol::term_of;

/// Adds statements directly to the ground program: made by `Control.backend`, to be used in a `with` block.
#[pyclass(frozen, subclass, dict, weakref, name = "Backend", module = "groundplan.backend")]
pub struct PyBackend(Made<Target>);

/// What a backend adds to.
struct Target {
    control: Arc<Control>,
    /// The function to call at the end of the `with` block.
    done: Py<PyAny>,
}

/// Returns the number of a member of one of clingo's enumerations.
fn value(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    object.getattr("value")?.extract()
}

impl PyBackend {
    /// Calls a method of the backend.
    fn add<T>(&self, act: impl FnOnce(Backend<'_>) -> groundplan_clingo::Result<T>) -> PyResult<T> {
        act(Backend(&self.0.get()?.control)).map_err(raise)
    }
}

#[pymethods]
impl PyBackend {
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn unmade(_arguments: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        PyBackend(Made::missing())
    }

    /// Makes a backend of an engine, with the function to call at the end, or of another backend's `_rep` and `_error`.
    fn __init__(&self, rep: &Bound<'_, PyAny>, error: Py<PyAny>) -> PyResult<()> {
        let control = match rep.cast::<PyEngine>() {
            Ok(engine) => Arc::clone(&engine.get().control),
            Err(_) => Arc::clone(&rep.cast::<PyBackend>()?.get().0.get()?.control),
        };
        self.0.set(Target { control, done: error })
    }

    /// What other objects can be made from that stand for the same.
    #[getter]
    fn _rep(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[getter]
    fn _error(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.0.get().map(|target| target.done.clone_ref(py))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.0.known().map_or(Ok(()), |target| visit.call(&target.done))
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_arguments))]
    fn __exit__(&self, py: Python<'_>, _arguments: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.0.get()?.done.call0(py)?;
        Ok(false)
    }

    /// Returns the number of the atom with this symbol or, without a symbol, of a new atom.
    #[pyo3(signature = (symbol=None))]
    fn add_atom(&self, symbol: Option<&Bound<'_, PyAny>>) -> PyResult<i64> {
        let term = symbol.filter(|symbol| !symbol.is_none()).map(term_of).transpose()?;
        self.add(|backend| backend.add_atom(term.as_ref()))
    }

    /// Adds a rule: if the body is true, one of the head atoms is or, with `choice`, any of them may be.
    #[pyo3(signature = (head, body=Vec::new(), choice=false))]
    fn add_rule(&self, head: Vec<i64>, body: Vec<i64>, choice: bool) -> PyResult<()> {
        self.add(|backend| backend.add_rule(&head, &body, choice))
    }

    /// Adds a rule whose body is true if the weights of its true literals sum up to at least `lower`.
    #[pyo3(signature = (head, lower, body, choice=false))]
    fn add_weight_rule(
        &self,
        head: Vec<i64>,
        lower: i64,
        body: Vec<(i64, i64)>,
        choice: bool,
    ) -> PyResult<()> {
        self.add(|backend| backend.add_weight_rule(&head, lower, &body, choice))
    }

    /// Adds weighted literals to the objective at a priority.
    fn add_minimize(&self, priority: i64, literals: Vec<(i64, i64)>) -> PyResult<()> {
        self.add(|backend| backend.add_minimize(priority, &literals))
    }

    /// Adds atoms to which answer sets are projected.
    fn add_project(&self, atoms: Vec<i64>) -> PyResult<()> {
        self.add(|backend| backend.add_project(&atoms))
    }

    /// Declares an atom external, with a value.
    #[pyo3(signature = (atom, value=None))]
    fn add_external(&self, atom: i64, value: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let value = external_value(value.map(self::value).transpose()?.unwrap_or(2));
        self.add(|backend| backend.add_external(atom, value))
    }

    /// Adds assumptions for later searches.
    fn add_assume(&self, literals: Vec<i64>) -> PyResult<()> {
        self.add(|backend| backend.add_assume(&literals))
    }

    /// Adds a `#heuristic` directive for an atom.
    fn add_heuristic(
        &self,
        atom: i64,
        type_: &Bound<'_, PyAny>,
        bias: i64,
        priority: u64,
        condition: Vec<i64>,
    ) -> PyResult<()> {
        let modifier = modifier(value(type_)?).map_err(raise)?;
        self.add(|backend| backend.add_heuristic(atom, modifier, bias, priority, &condition))
    }

    /// Adds an edge of an acyclicity constraint: the edges whose condition is true must not form a cycle.
    fn add_acyc_edge(&self, node_u: i64, node_v: i64, condition: Vec<i64>) -> PyResult<()> {
        self.add(|backend| backend.add_acyc_edge(node_u, node_v, &condition))
    }

    /// Adds a number as a theory term, and returns the number of the term.
    fn add_theory_term_number(&self, number: i64) -> PyResult<usize> {
        self.add(|backend| backend.add_theory_number(number))
    }

    /// Adds a name or an operator as a theory term.
    fn add_theory_term_string(&self, string: &str) -> PyResult<usize> {
        self.add(|backend| backend.add_theory_name(string))
    }

    /// Adds a function as a theory term; the arguments are numbers of terms.
    fn add_theory_term_function(&self, name: &str, arguments: Vec<usize>) -> PyResult<usize> {
        self.add(|backend| backend.add_theory_function(name, &arguments))
    }

    /// Adds a tuple, list or set as a theory term; the arguments are numbers of terms.
    fn add_theory_term_sequence(
        &self,
        sequence_type: &Bound<'_, PyAny>,
        arguments: Vec<usize>,
    ) -> PyResult<usize> {
        let brackets = match value(sequence_type)? {
            0 => Brackets::Tuple,
            1 => Brackets::Set,
            _ => Brackets::List,
        };
        self.add(|backend| backend.add_theory_sequence(brackets, &arguments))
    }

    /// Adds a symbol as a theory term.
    fn add_theory_term_symbol(&self, symbol: &Bound<'_, PyAny>) -> PyResult<usize> {
        let term = term_of(symbol)?;
        self.add(|backend| backend.add_theory_symbol(&term))
    }

    /// Adds a theory element: a tuple of terms, by their numbers, and a condition.
    fn add_theory_element(&self, terms: Vec<usize>, condition: Vec<i64>) -> PyResult<usize> {
        self.add(|backend| backend.add_theory_element(&terms, &condition))
    }

    /// Adds a theory atom, and returns its number among the atoms.
    #[pyo3(signature = (term_id, elements, atom_id_or_zero=None))]
    fn add_theory_atom(
        &self,
        term_id: usize,
        elements: Vec<usize>,
        atom_id_or_zero: Option<i64>,
    ) -> PyResult<i64> {
        self.add(|backend| backend.add_theory_atom(term_id, &elements, None, atom_id_or_zero))
    }

    /// Adds a theory atom with a guard: an operator and a term after the elements.
    #[pyo3(signature = (term_id, elements, operator, right_hand_side_id, atom_id_or_zero=None))]
    fn add_theory_atom_with_guard(
        &self,
        term_id: usize,
        elements: Vec<usize>,
        operator: &str,
        right_hand_side_id: usize,
        atom_id_or_zero: Option<i64>,
    ) -> PyResult<i64> {
        let guard = Some((operator, right_hand_side_id));
        self.add(|backend| backend.add_theory_atom(term_id, &elements, guard, atom_id_or_zero))
    }
}
