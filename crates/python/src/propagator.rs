//! Propagators implemented in Python.

mod assignment;

use std::ptr::NonNull;
use std::sync::{Arc, Weak};

use groundplan_clingo::control::{Control, Told};
use groundplan_clingo::propagator::{HostPropagator, Init, Methods, Searching, Undone};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::atoms::PySymbolicAtoms;
use crate::error::{keep, raise};
use crate::held::Held;
use crate::lent::{lend, Lent};
use crate::made::{made_of_rep, Made};
use crate::theory::PyTheoryAtom;
pub use assignment::{PyAssignment, PyTrail};

/// The solver before the search, and during it, as it is lent to Python.
type LentInit = Lent<Init<'static, 'static>>;
type LentSearching = Lent<Searching<'static, 'static>>;

/// A propagator that calls a Python object.
pub struct PythonPropagator {
    object: Held,
    control: Weak<Control>,
}

/// Returns which methods a Python object has, other than those of the base class, which do nothing.
///
/// # Errors
///
/// Returns the exception of a failed attribute look-up.
pub fn methods(object: &Bound<'_, PyAny>) -> PyResult<Methods> {
    let base = object.py().import("groundplan.propagator")?.getattr("Propagator")?;
    let overrides = |name: &str| -> PyResult<bool> {
        let Ok(method) = object.get_type().getattr(name).or_else(|_| object.getattr(name)) else {
            return Ok(false);
        };
        Ok(!method.is(&base.getattr(name)?))
    };
    Ok(Methods {
        init: overrides("init")?,
        propagate: overrides("propagate")?,
        undo: overrides("undo")?,
        check: overrides("check")?,
        decide: overrides("decide")?,
    })
}

impl PythonPropagator {
    /// Creates a propagator of a control that calls this object.
    pub fn new(object: Held, control: &Arc<Control>) -> Self {
        PythonPropagator { object, control: Arc::downgrade(control) }
    }

    /// Calls Python, unless it shuts down or has let the object go.
    fn call<T: Default>(&self, act: impl FnOnce(Python<'_>, &Py<PyAny>) -> PyResult<T>) -> Told<T> {
        let called = Python::try_attach(|py| self.object.get(py).map(|object| act(py, &object)));
        called.flatten().unwrap_or_else(|| Ok(T::default())).map_err(keep)
    }
}

/// Lends the search to `act` as the Python object that propagators get.
fn lend_searching<T>(
    py: Python<'_>,
    search: &mut Searching<'_, '_>,
    act: impl FnOnce(Bound<'_, PyPropagateControl>) -> PyResult<T>,
) -> PyResult<T> {
    // SAFETY: the loan ends before this function returns, and so before the search.
    let loan = unsafe { lend(NonNull::from(search).cast()) };
    act(Bound::new(py, PyPropagateControl(Made::of(loan.lent())))?)
}

impl HostPropagator for PythonPropagator {
    fn init(&mut self, init: &mut Init<'_, '_>) -> Told<()> {
        let Some(control) = self.control.upgrade() else { return Ok(()) };
        self.call(|py, object| {
            // SAFETY: the loan ends before this function returns, and so before `init`.
            let loan = unsafe { lend(NonNull::from(init).cast()) };
            let init = PyPropagateInit(Made::of(SearchAtStart { lent: loan.lent(), control }));
            object.call_method1(py, "init", (Bound::new(py, init)?,)).map(drop)
        })
    }

    fn propagate(&mut self, search: &mut Searching<'_, '_>, changes: &[i32]) -> Told<()> {
        self.call(|py, object| {
            let changes = PyList::new(py, changes)?;
            lend_searching(py, search, |control| {
                object.call_method1(py, "propagate", (control, changes)).map(drop)
            })
        })
    }

    fn undo(&mut self, undone: &Undone<'_>, changes: &[i32]) -> Told<()> {
        self.call(|py, object| {
            let assignment = PyAssignment::from(undone.assignment());
            object.call_method1(py, "undo", (0, assignment, PyList::new(py, changes)?)).map(drop)
        })
    }

    fn check(&mut self, search: &mut Searching<'_, '_>) -> Told<()> {
        self.call(|py, object| {
            lend_searching(py, search, |control| object.call_method1(py, "check", (control,)).map(drop))
        })
    }

    fn decide(&mut self, search: &mut Searching<'_, '_>) -> Told<i32> {
        self.call(|py, object| {
            lend_searching(py, search, |control| {
                let assignment = control.get().assignment()?;
                object.call_method1(py, "decide", (0, assignment, 0))?.extract(py)
            })
        })
    }
}

/// Converts an iterable into numbers. Runs before the loan is used: a generator may use it itself.
fn numbers(literals: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    literals.try_iter()?.map(|literal| literal?.extract()).collect()
}

/// The solver before the search: the argument of a propagator's `init`.
#[pyclass(frozen, subclass, dict, weakref, name = "PropagateInit", module = "groundplan.propagator")]
pub struct PyPropagateInit(Made<SearchAtStart>);

/// The search of a control before it begins.
#[derive(Clone)]
struct SearchAtStart {
    lent: LentInit,
    control: Arc<Control>,
}

impl PyPropagateInit {
    fn with<R>(&self, act: impl FnOnce(&mut Init<'_, '_>) -> R) -> PyResult<R> {
        self.0.get()?.lent.with(|init| act(init))
    }
}

fn one_thread(thread: Option<i64>) -> PyResult<()> {
    match thread {
        None | Some(0) => Ok(()),
        Some(_) => {
            Err(PyValueError::new_err("one thread searches where there is a propagator: its number is 0"))
        }
    }
}

made_of_rep!(PyPropagateInit);

#[pymethods]
impl PyPropagateInit {
    /// The solver literal of a program literal.
    fn solver_literal(&self, literal: i64) -> PyResult<i32> {
        self.with(|init| init.solver_literal(literal))?.map_err(raise)
    }

    /// Makes `propagate` hear when a solver literal becomes true.
    #[pyo3(signature = (literal, thread_id=None))]
    fn add_watch(&self, literal: i32, thread_id: Option<i64>) -> PyResult<()> {
        one_thread(thread_id)?;
        self.with(|init| init.add_watch(literal))?.map_err(raise)
    }

    /// Ends the watch on a solver literal.
    #[pyo3(signature = (literal, thread_id=None))]
    fn remove_watch(&self, literal: i32, thread_id: Option<i64>) -> PyResult<()> {
        one_thread(thread_id)?;
        self.with(|init| init.remove_watch(literal))
    }

    /// Keeps a literal from being simplified away. Has no effect: none is.
    fn freeze_literal(&self, literal: i32) -> PyResult<()> {
        self.with(|init| init.freeze_literal(literal))?.map_err(raise)
    }

    /// Adds a new solver literal that does not occur in the program. Answer sets that differ in it are different ones.
    #[pyo3(signature = (freeze=true))]
    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the method by itself is not general enough"
    )]
    fn add_literal(&self, freeze: bool) -> PyResult<i32> {
        let _ = freeze;
        self.with(|init| init.add_literal())
    }

    /// Adds a clause. Returns False if the problem is known to be unsatisfiable.
    fn add_clause(&self, clause: &Bound<'_, PyAny>) -> PyResult<bool> {
        let clause = numbers(clause)?;
        self.with(|init| init.add_clause(&clause))?.map_err(raise)
    }

    /// Adds a literal to what is minimized, in this search and in later ones: if it is true, it costs its weight at the priority.
    #[pyo3(signature = (literal, weight, priority=0))]
    fn add_minimize(&self, literal: i32, weight: i64, priority: i64) -> PyResult<()> {
        self.with(|init| init.add_minimize(literal, weight, priority))?.map_err(raise)
    }

    /// Makes a literal equivalent to a bound on a sum: the weights of the true literals sum up to at least `bound` or, with
    /// `compare_equal`, to exactly `bound`. A positive `type_` states only that the literal implies the bound, a negative one
    /// only the converse. Returns False if the problem is known to be unsatisfiable.
    #[pyo3(signature = (literal, literals, bound, type_=0, compare_equal=false))]
    fn add_weight_constraint(
        &self,
        literal: i32,
        literals: &Bound<'_, PyAny>,
        bound: i64,
        type_: i32,
        compare_equal: bool,
    ) -> PyResult<bool> {
        let weights = literals.try_iter()?.map(|it| it?.extract()).collect::<PyResult<Vec<(i32, i64)>>>()?;
        self.with(|init| init.add_weight_constraint(literal, &weights, bound, type_, compare_equal))?
            .map_err(raise)
    }

    /// Finds out what the clauses added so far fix together, but not what the program's rules do. Returns False if the problem is
    /// known to be unsatisfiable.
    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the method by itself is not general enough"
    )]
    fn propagate(&self) -> PyResult<bool> {
        self.with(|init| init.propagate())
    }

    /// The values of literals; before the search, only literals fixed by clauses have one.
    #[getter]
    fn assignment(&self) -> PyResult<PyAssignment> {
        self.0.get().map(|search| PyAssignment::before_search(search.lent.clone()))
    }

    /// The times at which `check` is called.
    #[getter]
    fn get_check_mode(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mode = self.with(|init| init.check_mode())?;
        py.import("groundplan.propagator")?.getattr("PropagatorCheckMode")?.call1((mode,)).map(Bound::unbind)
    }

    #[setter]
    fn set_check_mode(&self, mode: &Bound<'_, PyAny>) -> PyResult<()> {
        let mode: u8 = mode.getattr("value")?.extract()?;
        self.with(|init| init.set_check_mode(mode))
    }

    /// The levels for which `undo` is called: those on which `propagate` was called or, in the other mode, also those on
    /// which only `check` was.
    #[getter]
    fn get_undo_mode(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mode = u8::from(self.with(|init| init.always_undoes())?);
        py.import("groundplan.propagator")?.getattr("PropagatorUndoMode")?.call1((mode,)).map(Bound::unbind)
    }

    #[setter]
    fn set_undo_mode(&self, mode: &Bound<'_, PyAny>) -> PyResult<()> {
        let always = mode.getattr("value")?.extract::<u8>()? != 0;
        self.with(|init| init.set_always_undoes(always))
    }

    /// The number of threads that search: always 1.
    #[getter]
    fn number_of_threads(&self) -> u32 {
        1
    }

    /// The atoms of the ground program.
    #[getter]
    fn symbolic_atoms(&self) -> PyResult<PySymbolicAtoms> {
        self.0.get().map(|search| PySymbolicAtoms::new(Arc::clone(&search.control)))
    }

    /// The theory atoms of the ground program.
    #[getter]
    fn theory_atoms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let atoms = self.0.get()?.control.theory_atoms_of_search().into_iter().map(PyTheoryAtom::from);
        PyList::new(py, atoms.map(|atom| Py::new(py, atom)).collect::<PyResult<Vec<_>>>()?)?
            .try_iter()
            .map(Bound::into_any)
    }
}

/// The solver during the search: the argument of a propagator's `propagate` and `check`.
#[pyclass(frozen, subclass, dict, weakref, name = "PropagateControl", module = "groundplan.propagator")]
pub struct PyPropagateControl(Made<LentSearching>);

impl PyPropagateControl {
    fn with<R>(&self, act: impl FnOnce(&mut Searching<'_, '_>) -> R) -> PyResult<R> {
        self.0.get()?.with(|search| act(search))
    }

    fn add(&self, clause: &[i32], tag: bool, lock: bool) -> PyResult<bool> {
        let add = |search: &mut Searching<'_, '_>| match tag {
            true => search.add_clause_for_now(clause, lock),
            false => search.add_clause(clause, lock),
        };
        self.with(add)?.map_err(raise)
    }
}

made_of_rep!(PyPropagateControl);

#[pymethods]
impl PyPropagateControl {
    /// Adds a clause, which the solver may forget without `lock`, and which ends with the search with `tag`. Returns False if the
    /// current assignment violates it: then return from the callback at once.
    #[pyo3(signature = (clause, tag=false, lock=false))]
    fn add_clause(&self, clause: &Bound<'_, PyAny>, tag: bool, lock: bool) -> PyResult<bool> {
        self.add(&numbers(clause)?, tag, lock)
    }

    /// Adds a nogood: a set of literals not all of which may be true. Returns as `add_clause` does.
    #[pyo3(signature = (clause, tag=false, lock=false))]
    fn add_nogood(&self, clause: &Bound<'_, PyAny>, tag: bool, lock: bool) -> PyResult<bool> {
        let clause: Vec<i32> = numbers(clause)?.into_iter().map(i32::wrapping_neg).collect();
        self.add(&clause, tag, lock)
    }

    /// Adds a new solver literal that does not occur in the program.
    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the method by itself is not general enough"
    )]
    fn add_literal(&self) -> PyResult<i32> {
        self.with(|search| search.add_literal())?.map_err(raise)
    }

    /// Makes `propagate` hear when a solver literal becomes true.
    fn add_watch(&self, literal: i32) -> PyResult<()> {
        self.with(|search| search.add_watch(literal))?.map_err(raise)
    }

    /// Whether `propagate` hears of a solver literal.
    fn has_watch(&self, literal: i32) -> PyResult<bool> {
        self.with(|search| search.has_watch(literal))
    }

    /// Ends the watch on a solver literal.
    fn remove_watch(&self, literal: i32) -> PyResult<()> {
        self.with(|search| search.remove_watch(literal))
    }

    /// Propagates what was added. Has no effect here: the search does so after the callback. Always True.
    fn propagate(&self) -> bool {
        true
    }

    /// The values of literals.
    #[getter]
    fn assignment(&self) -> PyResult<PyAssignment> {
        self.0.get().map(|lent| PyAssignment::of_search(lent.clone()))
    }

    /// The number of the searching thread: always 0.
    #[getter]
    fn thread_id(&self) -> u32 {
        0
    }
}
