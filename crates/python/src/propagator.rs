//! Propagators implemented in Python.
//!
//! In Python, solver literals are numbers ([`LiteralNumbers`]). The engine reports every literal that `solver_literal`
//! returned. The set of watched literals, which decides what the propagator hears of, is kept here, since it can change during the search.
//!
//! With a propagator, the solver runs on the calling thread, so that a call of Python takes only the interpreter's lock.

mod assignment;

use std::ptr::NonNull;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use groundplan::program::AtomId;
use groundplan::propagator::{Control, LiteralNumbers, Propagator, Setup, SolverLiteral};
use indexmap::IndexSet;
use pyo3::exceptions::{PyNotImplementedError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::atoms::PySymbolicAtoms;
use crate::error::raise;
use crate::held::Held;
use crate::lent::{lend, Lent};
use crate::made::{made_of_rep, Made};
use crate::shared::Shared;
use crate::theory::PyTheoryAtom;
pub use assignment::{PyAssignment, PyTrail};
use groundplan_clingo::literal::literal as program_literal;
use groundplan_clingo::sum::Sum;
use groundplan_clingo::theory::TRUE;
use groundplan_frontend::lock::lock;

/// The state of a propagator that its Python objects and the engine's calls share.
#[derive(Default)]
struct PropagatorState {
    /// The numbers of the solver's literals.
    numbers: LiteralNumbers,
    /// The variables that the engine reports.
    reported: FxHashSet<i32>,
    watched: FxHashSet<i32>,
    /// The literals reported as true, each with the decision level of the report.
    told: Vec<(i32, usize)>,
    /// Whether `undo` is also called for levels on which only `check` was called, and these levels (above 0).
    always_undoes: bool,
    checked: Vec<usize>,
    /// When `check` is called, as in clingo: 0 never, 1 on total assignments, 2 after propagation, 3 both.
    check_mode: u8,
    /// The literals equivalent to conjunctions, by the numbers of the conjunctions.
    conjunctions: FxHashMap<i64, i32>,
    /// The literals that `init` has fixed, in this order: some clause has no other literal that is not false.
    fixed: IndexSet<i32, FxBuildHasher>,
    /// Whether all literals of such a clause are false.
    is_refuted: bool,
    /// The solver call of the last initialization, with the numbers of atoms and of rules at that time.
    set_up: Option<(u64, usize, usize)>,
}

/// A propagator that calls a Python object.
pub struct PythonPropagator {
    object: Held,
    shared: Weak<Shared>,
    state: PropagatorState,
    has: Methods,
}

#[derive(Clone, Copy)]
struct Methods {
    init: bool,
    propagate: bool,
    undo: bool,
    check: bool,
    decide: bool,
}

impl PythonPropagator {
    /// Creates a propagator of a control.
    ///
    /// # Errors
    ///
    /// Returns the exception of a failed attribute look-up.
    pub fn new(object: &Bound<'_, PyAny>, shared: &Arc<Shared>) -> PyResult<Self> {
        let base = object.py().import("groundplan.propagator")?.getattr("Propagator")?;
        let overrides = |name: &str| -> PyResult<bool> {
            let Ok(method) = object.get_type().getattr(name).or_else(|_| object.getattr(name)) else {
                return Ok(false);
            };
            Ok(!method.is(&base.getattr(name)?))
        };
        let has = Methods {
            init: overrides("init")?,
            propagate: overrides("propagate")?,
            undo: overrides("undo")?,
            check: overrides("check")?,
            decide: overrides("decide")?,
        };
        let state = PropagatorState { check_mode: 1, ..PropagatorState::default() };
        let object = Held::new(object.clone().unbind());
        lock(&shared.propagators).push(object.clone());
        Ok(PythonPropagator { object, shared: Arc::downgrade(shared), state, has })
    }

    /// Calls Python. An exception is stored and ends the search.
    fn call(&mut self, act: impl FnOnce(Python<'_>, &mut Self) -> PyResult<()>) {
        let Some(shared) = self.shared.upgrade() else { return };
        if shared.has_raised() {
            return;
        }
        let done = Python::try_attach(|py| act(py, self));
        if let Some(Err(raised)) = done {
            shared.keep(raised);
        }
    }

    /// Whether `check` is called after each propagation, not only on total assignments.
    fn checks_fixpoints(&self) -> bool {
        self.has.check && self.state.check_mode & 2 != 0
    }

    fn check_now(&mut self, control: &mut Control<'_>) {
        let level = control.levels().len();
        if self.state.always_undoes && level > self.state.checked.last().copied().unwrap_or(0) {
            self.state.checked.push(level);
        }
        self.call(|py, hosted| {
            let Some(object) = hosted.object.get(py) else { return Ok(()) };
            hosted.lend_control(py, control, |py, control| {
                object.call_method1(py, "check", (control,)).map(drop)
            })
        });
    }

    fn undo_now(&mut self, level: usize, changes: &[i32]) {
        if !self.has.undo {
            return;
        }
        self.call(|py, hosted| {
            let Some(object) = hosted.object.get(py) else { return Ok(()) };
            let mut trail: Vec<i32> = hosted.state.told.iter().map(|&(literal, _)| literal).collect();
            trail.extend(changes);
            let assignment = PyAssignment::fixed(trail, level, hosted.state.numbers.clone());
            object.call_method1(py, "undo", (0, assignment, PyList::new(py, changes)?)).map(drop)
        });
    }

    /// Calls `undo` for levels above `level` on which only `check` was called.
    fn undo_checked(&mut self, level: usize) {
        while let Some(checked) = self.state.checked.pop_if(|checked| *checked > level) {
            self.undo_now(checked, &[]);
        }
    }

    fn lend_control(
        &mut self,
        py: Python<'_>,
        control: &mut Control<'_>,
        act: impl FnOnce(Python<'_>, Bound<'_, PyPropagateControl>) -> PyResult<()>,
    ) -> PyResult<()> {
        let mut at_work =
            SearchContext { control: NonNull::from(control).cast(), state: NonNull::from(&mut self.state) };
        // SAFETY: the loan ends before this function returns, and so before the values it refers to.
        let loan = unsafe { lend(NonNull::from(&mut at_work)) };
        let object = Bound::new(py, PyPropagateControl(Made::of(loan.lent())))?;
        act(py, object)
    }
}

impl Propagator for PythonPropagator {
    fn set_up(&mut self, setup: &mut Setup<'_>) {
        self.call(|py, hosted| {
            let truth = setup.truth();
            hosted.state.numbers = setup.numbers().clone();
            hosted.state.report(setup, truth);
            let Some(shared) = hosted.shared.upgrade() else { return Ok(()) };
            let program = setup.program();
            let now = (shared.calls.load(Ordering::Relaxed), program.atom_count(), program.rules.len());
            // One solver call may ask the engine several queries: initialize only once.
            if !hosted.has.init || hosted.state.set_up.replace(now) == Some(now) {
                return Ok(());
            }
            let mut context = InitContext {
                setup: NonNull::from(&mut *setup).cast(),
                state: NonNull::from(&mut hosted.state),
            };
            // SAFETY: the loan ends before this function returns, and so before the values it refers to.
            let loan = unsafe { lend(NonNull::from(&mut context)) };
            let init =
                Bound::new(py, PyPropagateInit(Made::of(SearchAtStart { lent: loan.lent(), shared })))?;
            let Some(object) = hosted.object.get(py) else { return Ok(()) };
            object.call_method1(py, "init", (init,)).map(drop)
        });
        if self.checks_fixpoints() {
            // Watch everything, so that propagation is reported even if the Python object watches nothing.
            let atoms = (0..setup.program().atom_count() as u32).map(AtomId);
            let literals: Vec<SolverLiteral> = atoms.map(|atom| setup.literal(atom.positive())).collect();
            let truth = setup.truth();
            literals
                .into_iter()
                .flat_map(|literal| [literal, !literal])
                .for_each(|literal| setup.watch(literal));
            setup.watch(truth);
        }
    }

    fn propagate(&mut self, control: &mut Control<'_>, changes: &[SolverLiteral]) {
        let changes: Vec<i32> = self.state.watched_among(changes).collect();
        if !changes.is_empty() {
            let level = control.levels().len();
            self.state.told.extend(changes.iter().map(|&change| (change, level)));
            if self.has.propagate {
                self.call(|py, hosted| {
                    let Some(object) = hosted.object.get(py) else { return Ok(()) };
                    let changes = PyList::new(py, &changes)?.unbind();
                    hosted.lend_control(py, control, |py, control| {
                        object.call_method1(py, "propagate", (control, changes)).map(drop)
                    })
                });
            }
        }
        if self.checks_fixpoints() {
            self.check_now(control);
        }
    }

    fn undo(&mut self, changes: &[SolverLiteral]) {
        let undone: FxHashSet<i32> = self.state.watched_among(changes).collect();
        let mut left = undone.len();
        // Undo the levels one by one, the last one first.
        while left > 0 {
            let Some(&(_, level)) = self.state.told.last() else { return };
            let mut taken = Vec::new();
            while let Some(&(literal, since)) = self.state.told.last() {
                if since != level || !undone.contains(&literal) {
                    break;
                }
                self.state.told.pop();
                taken.push(literal);
            }
            if taken.is_empty() {
                return;
            }
            left -= taken.len().min(left);
            taken.reverse();
            self.undo_checked(level);
            self.state.checked.pop_if(|checked| *checked == level);
            self.undo_now(level, &taken);
        }
    }

    fn backtrack(&mut self, level: usize) {
        self.undo_checked(level);
    }

    /// As in clingo, `init` runs at the start of each call.
    fn is_always_set_up(&self) -> bool {
        self.has.init
    }

    fn decides(&self) -> bool {
        self.has.decide
    }

    fn decide(&mut self, control: &mut Control<'_>) -> Option<SolverLiteral> {
        let mut decided = None;
        self.call(|py, hosted| {
            let Some(object) = hosted.object.get(py) else { return Ok(()) };
            let mut wanted = 0;
            hosted.lend_control(py, control, |py, control| {
                let assignment = control.borrow().assignment()?;
                wanted = object.call_method1(py, "decide", (0, assignment, 0))?.extract(py)?;
                Ok(())
            })?;
            if wanted != 0 {
                decided = Some(hosted.state.literal(wanted)?);
            }
            Ok(())
        });
        decided
    }

    fn check(&mut self, control: &mut Control<'_>) {
        if self.has.check && self.state.check_mode & 1 != 0 {
            self.check_now(control);
        }
    }
}

/// The solver before the search, and the propagator's state.
struct InitContext {
    setup: NonNull<Setup<'static>>,
    state: NonNull<PropagatorState>,
}

impl InitContext {
    fn parts(&mut self) -> (&mut Setup<'static>, &mut PropagatorState) {
        // SAFETY: `PythonPropagator::set_up` borrows both uniquely for the duration of the loan.
        unsafe { (self.setup.as_mut(), self.state.as_mut()) }
    }
}

/// The solver during the search, and the propagator's state.
struct SearchContext {
    control: NonNull<Control<'static>>,
    state: NonNull<PropagatorState>,
}

impl SearchContext {
    fn parts(&mut self) -> (&mut Control<'static>, &mut PropagatorState) {
        // SAFETY: `PythonPropagator::lend_control` borrows both uniquely for the duration of the loan.
        unsafe { (self.control.as_mut(), self.state.as_mut()) }
    }
}

impl PropagatorState {
    /// Returns the solver's literal with a number.
    fn literal(&self, number: i32) -> PyResult<SolverLiteral> {
        self.numbers.literal(number).ok_or_else(|| no_literal(number))
    }

    /// Returns the number of a literal that the propagator has obtained.
    fn number(&self, literal: SolverLiteral) -> i32 {
        self.numbers.number(literal).expect("it was obtained from the engine")
    }

    /// Returns the numbers of those literals that are watched.
    fn watched_among(&self, literals: &[SolverLiteral]) -> impl Iterator<Item = i32> {
        let numbers = literals.iter().filter_map(|&literal| self.numbers.number(literal));
        numbers.filter(|number| self.watched.contains(number)).collect::<Vec<_>>().into_iter()
    }

    /// Has the engine report both values of a literal from now on, so that watches may change. Returns its number.
    fn report(&mut self, setup: &mut Setup<'_>, literal: SolverLiteral) -> i32 {
        let number = self.number(literal);
        if self.reported.insert(number.abs()) {
            setup.watch(literal);
            setup.watch(!literal);
        }
        number
    }

    /// Does so during the search.
    fn report_now(&mut self, control: &mut Control<'_>, literal: SolverLiteral) -> i32 {
        let number = self.number(literal);
        if self.reported.insert(number.abs()) {
            control.watch(literal);
            control.watch(!literal);
        }
        number
    }

    /// Returns the literals that are known to be true before the search.
    fn trail_before_search(&self, setup: &Setup<'_>) -> Vec<i32> {
        let trail = setup.trail().iter().filter_map(|&literal| self.numbers.number(literal));
        let mut trail: IndexSet<i32, FxBuildHasher> = trail.collect();
        trail.extend(&self.fixed);
        trail.into_iter().collect()
    }

    /// Whether unit clauses fix a literal before the search.
    fn is_fixed(&self, setup: &Setup<'_>, literal: SolverLiteral) -> bool {
        setup.value(literal) == Some(true) || self.fixed.contains(&self.number(literal))
    }

    /// Records the literal that a clause fixes, if any. Returns false if all literals of the clause are false.
    fn fix(&mut self, setup: &Setup<'_>, clause: &[SolverLiteral]) -> bool {
        let mut open: Vec<SolverLiteral> =
            clause.iter().copied().filter(|&literal| !self.is_fixed(setup, !literal)).collect();
        open.dedup();
        if let [unit] = open.as_slice() {
            if !self.is_fixed(setup, *unit) {
                self.fixed.insert(self.number(*unit));
            }
        }
        self.is_refuted |= open.is_empty();
        !self.is_refuted
    }

    fn clause(&self, literals: &[i32]) -> PyResult<Vec<SolverLiteral>> {
        literals.iter().map(|&literal| self.literal(literal)).collect()
    }
}

/// The error for a number that no literal of the solver has.
fn no_literal(number: i32) -> PyErr {
    PyRuntimeError::new_err(format!("invalid literal: the solver has none with the number {number}"))
}

/// Converts an iterable into numbers. Runs before the loan is used: a generator may use it itself.
fn numbers(literals: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    literals.try_iter()?.map(|literal| literal?.extract()).collect()
}

/// Returns the number of the solver literal of a program literal. As in clingo, an atom that the program does not have is
/// false, and 0 is true.
fn solver_literal(setup: &mut Setup<'_>, state: &mut PropagatorState, literal: i64) -> PyResult<i32> {
    if literal == TRUE || literal == 0 {
        return Ok(LiteralNumbers::TRUE);
    }
    let given = program_literal(literal).map_err(raise)?;
    if given.atom().index() >= setup.program().atom_count() {
        return Ok(-LiteralNumbers::TRUE);
    }
    let found = setup.literal(given);
    Ok(state.report(setup, found))
}

/// Returns the solver literal that is equivalent to a conjunction of program literals.
fn conjunction_literal(
    setup: &mut Setup<'_>,
    state: &mut PropagatorState,
    number: i64,
    literals: &[i64],
) -> PyResult<i32> {
    if let Some(&known) = state.conjunctions.get(&number) {
        return Ok(known);
    }
    let all = setup.new_literal();
    let found = state.report(setup, all);
    let mut some_is_false = vec![all];
    for &literal in literals {
        let each = solver_literal(setup, state, literal.abs())?;
        let each = state.literal(if literal < 0 { -each } else { each })?;
        setup.add_clause(&[!all, each]);
        some_is_false.push(!each);
    }
    setup.add_clause(&some_is_false);
    state.conjunctions.insert(number, found);
    Ok(found)
}

/// The solver before the search: the argument of a propagator's `init`.
#[pyclass(frozen, subclass, dict, weakref, name = "PropagateInit", module = "groundplan.propagator")]
pub struct PyPropagateInit(Made<SearchAtStart>);

/// The search of a control before it begins.
#[derive(Clone)]
struct SearchAtStart {
    lent: Lent<InitContext>,
    shared: Arc<Shared>,
}

impl PyPropagateInit {
    fn with<R>(&self, act: impl FnOnce(&mut InitContext) -> R) -> PyResult<R> {
        self.0.get()?.lent.with(act)
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
        let conjunction = lock(&self.0.get()?.shared.conditions).get(literal.abs()).map(<[i64]>::to_vec);
        let found = self.with(|context| {
            let (setup, state) = context.parts();
            match conjunction {
                Some(literals) => conjunction_literal(setup, state, literal.abs(), &literals),
                None => solver_literal(setup, state, literal.abs()),
            }
        })??;
        Ok(if literal < 0 { -found } else { found })
    }

    /// Makes `propagate` hear when a solver literal becomes true.
    #[pyo3(signature = (literal, thread_id=None))]
    fn add_watch(&self, literal: i32, thread_id: Option<i64>) -> PyResult<()> {
        one_thread(thread_id)?;
        self.with(|context| {
            let (setup, state) = context.parts();
            let solver = state.literal(literal)?;
            state.watched.insert(literal);
            state.report(setup, solver);
            Ok(())
        })?
    }

    /// Ends the watch on a solver literal.
    #[pyo3(signature = (literal, thread_id=None))]
    fn remove_watch(&self, literal: i32, thread_id: Option<i64>) -> PyResult<()> {
        one_thread(thread_id)?;
        self.with(|context| context.parts().1.watched.remove(&literal))?;
        Ok(())
    }

    /// Keeps a literal from being simplified away. Has no effect: none is.
    fn freeze_literal(&self, literal: i32) -> PyResult<()> {
        self.with(|context| context.parts().1.literal(literal).map(drop))?
    }

    /// Adds a new solver literal that does not occur in the program. Answer sets that differ in it are different ones.
    #[pyo3(signature = (freeze=true))]
    fn add_literal(&self, freeze: bool) -> PyResult<i32> {
        let _ = freeze;
        self.with(|context| {
            let (setup, state) = context.parts();
            let literal = setup.new_literal();
            setup.count(literal);
            state.report(setup, literal)
        })
    }

    /// Adds a clause. Returns False if the problem is known to be unsatisfiable.
    fn add_clause(&self, clause: &Bound<'_, PyAny>) -> PyResult<bool> {
        let clause = numbers(clause)?;
        self.with(|context| {
            let (setup, state) = context.parts();
            let clause = state.clause(&clause)?;
            setup.add_clause(&clause);
            Ok(state.fix(setup, &clause))
        })?
    }

    /// Not supported: the program states the objective.
    #[pyo3(signature = (*_arguments, **_named))]
    fn add_minimize(&self, _arguments: &Bound<'_, PyAny>, _named: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        Err(PyNotImplementedError::new_err(
            "what is minimised is said before the search: by `#minimize`, or by `Control.backend().add_minimize`",
        ))
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
        self.with(|context| {
            let (setup, state) = context.parts();
            let holds = state.literal(literal)?;
            let weights = weights.into_iter().map(|(it, weight)| Ok((state.literal(it)?, weight)));
            let mut sum = Sum::new(setup, weights.collect::<PyResult<_>>()?);
            let mut sides = vec![sum.at_least(bound.into()).map_err(raise)?];
            if compare_equal {
                // As in clingo, equality is the conjunction of both bounds, and the literal is related to each bound
                // separately.
                sides.push(!sum.at_least(i128::from(bound) + 1).map_err(raise)?);
            }
            let mut clauses = Vec::new();
            for side in sides {
                if type_ >= 0 {
                    clauses.push(vec![!holds, side]);
                }
                if type_ <= 0 {
                    clauses.push(vec![holds, !side]);
                }
            }
            let mut is_open = true;
            for clause in clauses {
                setup.add_clause(&clause);
                is_open &= state.fix(setup, &clause);
            }
            Ok(is_open)
        })?
    }

    /// Propagates what was added. Has no effect here: the search propagates when it starts. Always True.
    fn propagate(&self) -> bool {
        true
    }

    /// The values of literals; before the search, only literals fixed by unit clauses have one.
    #[getter]
    fn assignment(&self) -> PyResult<PyAssignment> {
        self.0.get().map(|search| PyAssignment::before_search(search.lent.clone()))
    }

    /// The times at which `check` is called.
    #[getter]
    fn get_check_mode(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mode = self.with(|context| context.parts().1.check_mode)?;
        py.import("groundplan.propagator")?.getattr("PropagatorCheckMode")?.call1((mode,)).map(Bound::unbind)
    }

    #[setter]
    fn set_check_mode(&self, mode: &Bound<'_, PyAny>) -> PyResult<()> {
        let mode: u8 = mode.getattr("value")?.extract()?;
        self.with(|context| context.parts().1.check_mode = mode)
    }

    /// The levels for which `undo` is called: those on which `propagate` was called or, in the other mode, also those on
    /// which only `check` was.
    #[getter]
    fn get_undo_mode(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mode = u8::from(self.with(|context| context.parts().1.always_undoes)?);
        py.import("groundplan.propagator")?.getattr("PropagatorUndoMode")?.call1((mode,)).map(Bound::unbind)
    }

    #[setter]
    fn set_undo_mode(&self, mode: &Bound<'_, PyAny>) -> PyResult<()> {
        let always = mode.getattr("value")?.extract::<u8>()? != 0;
        self.with(|context| context.parts().1.always_undoes = always)
    }

    /// The number of threads that search: always 1.
    #[getter]
    fn number_of_threads(&self) -> u32 {
        1
    }

    /// The atoms of the ground program.
    #[getter]
    fn symbolic_atoms(&self) -> PyResult<PySymbolicAtoms> {
        self.0.get().map(|search| PySymbolicAtoms::new(Arc::clone(&search.shared)))
    }

    /// The theory atoms of the ground program.
    #[getter]
    fn theory_atoms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let atoms = self.0.get()?.shared.theory_atoms().into_iter().map(PyTheoryAtom::from);
        PyList::new(py, atoms.map(|atom| Py::new(py, atom)).collect::<PyResult<Vec<_>>>()?)?
            .try_iter()
            .map(Bound::into_any)
    }
}

/// The solver during the search: the argument of a propagator's `propagate` and `check`.
#[pyclass(frozen, subclass, dict, weakref, name = "PropagateControl", module = "groundplan.propagator")]
pub struct PyPropagateControl(Made<Lent<SearchContext>>);

impl PyPropagateControl {
    fn with<R>(&self, act: impl FnOnce(&mut SearchContext) -> R) -> PyResult<R> {
        self.0.get()?.with(act)
    }

    fn add(&self, clause: &Bound<'_, PyAny>, negated: bool, lock: bool) -> PyResult<bool> {
        let clause = numbers(clause)?;
        self.with(|at_work| {
            let (control, state) = at_work.parts();
            let mut clause = state.clause(&clause)?;
            if negated {
                clause.iter_mut().for_each(|literal| *literal = !*literal);
            }
            if lock {
                control.add_clause(&clause);
            } else {
                control.add_lemma(&clause);
            }
            Ok(!clause.iter().all(|&literal| control.value(literal) == Some(false)))
        })?
    }
}

made_of_rep!(PyPropagateControl);

#[pymethods]
impl PyPropagateControl {
    /// Adds a clause. Returns False if the current assignment violates it: then return from the callback at once.
    #[pyo3(signature = (clause, tag=false, lock=false))]
    fn add_clause(&self, clause: &Bound<'_, PyAny>, tag: bool, lock: bool) -> PyResult<bool> {
        let _ = tag;
        self.add(clause, false, lock)
    }

    /// Adds a nogood: a set of literals not all of which may be true. Returns as `add_clause` does.
    #[pyo3(signature = (clause, tag=false, lock=false))]
    fn add_nogood(&self, clause: &Bound<'_, PyAny>, tag: bool, lock: bool) -> PyResult<bool> {
        let _ = tag;
        self.add(clause, true, lock)
    }

    /// Adds a new solver literal that does not occur in the program.
    fn add_literal(&self) -> PyResult<i32> {
        self.with(|at_work| {
            let (control, state) = at_work.parts();
            let literal = control.new_literal().ok_or_else(|| {
                PyNotImplementedError::new_err(
                    "this solver makes no literals while it searches: make them before, by `add_literal` in `init`",
                )
            })?;
            control.count(literal);
            Ok(state.report_now(control, literal))
        })?
    }

    /// Makes `propagate` hear when a solver literal becomes true.
    fn add_watch(&self, literal: i32) -> PyResult<()> {
        self.with(|at_work| {
            let (control, state) = at_work.parts();
            let solver = state.literal(literal)?;
            state.report_now(control, solver);
            state.watched.insert(literal);
            Ok(())
        })?
    }

    /// Whether `propagate` hears of a solver literal.
    fn has_watch(&self, literal: i32) -> PyResult<bool> {
        self.with(|at_work| at_work.parts().1.watched.contains(&literal))
    }

    /// Ends the watch on a solver literal.
    fn remove_watch(&self, literal: i32) -> PyResult<()> {
        self.with(|at_work| at_work.parts().1.watched.remove(&literal)).map(drop)
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
