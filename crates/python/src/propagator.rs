//! Propagators that are Python objects.
//!
//! Solver literals are numbers in Python, as DIMACS has them. The engine tells of every literal that `solver_literal` gave;
//! what a propagator watches, and so is told of, is kept here, so that it can change during the search.
//!
//! The solver works in the thread that asks, where there is a propagator: a call takes the interpreter's lock and no more.

mod assignment;

use std::ptr::NonNull;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use groundplan::program::AtomId;
use groundplan::propagator::{Control, Propagator, Setup, SolverLiteral};
use pyo3::exceptions::{PyNotImplementedError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::atoms::PySymbolicAtoms;
use crate::lent::{lend, Lent};
use crate::literal::literal as program_literal;
use crate::shared::Shared;
use crate::sum::Sum;
use crate::theory::{PyTheoryAtom, TRUE};
pub use assignment::{PyAssignment, PyTrail};
use groundplan_frontend::lock::lock;

/// What the propagator's Python objects share with the engine's calls.
#[derive(Default)]
struct State {
    /// Literals that it may name, by variable.
    known: FxHashSet<i32>,
    /// Those that were decided, by variable, of which the engine does not tell.
    decided: FxHashSet<i32>,
    watched: FxHashSet<i32>,
    /// What it was told is true, and on which level it was told.
    told: Vec<(i32, usize)>,
    /// Whether `undo` is also called where only `check` was; and the levels above 0 where it was.
    always_undoes: bool,
    checked: Vec<usize>,
    /// By clingo's numbers: 0 never, 1 on total assignments, 2 after propagation, 3 both.
    check_mode: u8,
    truth: i32,
    /// Literals that hold where conjunctions do.
    conjunctions: FxHashMap<i64, i32>,
    /// What `init` has made true by clauses of one literal that is not false.
    fixed: FxHashSet<i32>,
    /// The call that it was set up for, and how large the program was then.
    set_up: Option<(u64, usize, usize)>,
}

/// A Python object that propagates.
pub struct Hosted {
    object: Py<PyAny>,
    shared: Weak<Shared>,
    state: State,
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

impl Hosted {
    /// A propagator of a control.
    ///
    /// # Errors
    ///
    /// Where Python does.
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
        let state = State { check_mode: 1, ..State::default() };
        Ok(Hosted { object: object.clone().unbind(), shared: Arc::downgrade(shared), state, has })
    }

    /// Calls Python; what it raises ends the search.
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

    /// Whether `check` is called where propagation has come to an end, not only of whole assignments.
    fn checks_fixpoints(&self) -> bool {
        self.has.check && self.state.check_mode & 2 != 0
    }

    fn check_now(&mut self, control: &mut Control<'_>) {
        let level = control.levels().len();
        if self.state.always_undoes && level > self.state.checked.last().copied().unwrap_or(0) {
            self.state.checked.push(level);
        }
        self.call(|py, hosted| {
            let object = hosted.object.clone_ref(py);
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
            let object = hosted.object.clone_ref(py);
            let mut trail: Vec<i32> = hosted.state.told.iter().map(|&(literal, _)| literal).collect();
            trail.extend(changes);
            let assignment = PyAssignment::fixed(trail, level, hosted.state.truth);
            object.call_method1(py, "undo", (0, assignment, PyList::new(py, changes)?)).map(drop)
        });
    }

    /// Calls `undo` for the levels above this one where only `check` was called.
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
            AtWork { control: NonNull::from(control).cast(), state: NonNull::from(&mut self.state) };
        // SAFETY: the loan ends before this function does, and so before what it lends.
        let loan = unsafe { lend(NonNull::from(&mut at_work)) };
        let object = Bound::new(py, PyPropagateControl { lent: loan.lent() })?;
        act(py, object)
    }
}

impl Propagator for Hosted {
    fn set_up(&mut self, setup: &mut Setup<'_>) {
        self.call(|py, hosted| {
            let truth = setup.truth().to_ipasir();
            hosted.state.truth = truth;
            hosted.state.known.insert(truth.abs());
            let Some(shared) = hosted.shared.upgrade() else { return Ok(()) };
            let program = setup.program();
            let now = (shared.calls.load(Ordering::Relaxed), program.atom_count(), program.rules.len());
            // One call may ask the engine several questions.
            if !hosted.has.init || hosted.state.set_up.replace(now) == Some(now) {
                return Ok(());
            }
            let mut starting = Starting {
                setup: NonNull::from(&mut *setup).cast(),
                state: NonNull::from(&mut hosted.state),
            };
            // SAFETY: the loan ends before this function does, and so before what it lends.
            let loan = unsafe { lend(NonNull::from(&mut starting)) };
            let init = Bound::new(py, PyPropagateInit { lent: loan.lent(), shared })?;
            hosted.object.call_method1(py, "init", (init,)).map(drop)
        });
        if self.checks_fixpoints() {
            // It hears of everything, also where Python watches nothing.
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
        let changes: Vec<i32> = changes.iter().map(|change| change.to_ipasir()).collect();
        let changes: Vec<i32> =
            changes.into_iter().filter(|change| self.state.watched.contains(change)).collect();
        if !changes.is_empty() {
            let level = control.levels().len();
            self.state.told.extend(changes.iter().map(|&change| (change, level)));
            if self.has.propagate {
                self.call(|py, hosted| {
                    let object = hosted.object.clone_ref(py);
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
        let undone: FxHashSet<i32> = changes
            .iter()
            .map(|change| change.to_ipasir())
            .filter(|change| self.state.watched.contains(change))
            .collect();
        let mut left = undone.len();
        // Level by level, the last one first, as they were told.
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

    /// As in clingo, at the start of each call.
    fn is_always_set_up(&self) -> bool {
        self.has.init
    }

    fn decides(&self) -> bool {
        self.has.decide
    }

    fn decide(&mut self, control: &mut Control<'_>) -> Option<SolverLiteral> {
        let mut decided = None;
        self.call(|py, hosted| {
            let object = hosted.object.clone_ref(py);
            let mut wanted = 0;
            hosted.lend_control(py, control, |py, control| {
                let assignment = control.borrow().assignment();
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

/// The search before it begins, and the propagator's state.
struct Starting {
    setup: NonNull<Setup<'static>>,
    state: NonNull<State>,
}

impl Starting {
    fn parts(&mut self) -> (&mut Setup<'static>, &mut State) {
        // SAFETY: both are borrowed uniquely by `Hosted::set_up` for as long as this is lent.
        unsafe { (self.setup.as_mut(), self.state.as_mut()) }
    }
}

/// The search at work, and the propagator's state.
struct AtWork {
    control: NonNull<Control<'static>>,
    state: NonNull<State>,
}

impl AtWork {
    fn parts(&mut self) -> (&mut Control<'static>, &mut State) {
        // SAFETY: both are borrowed uniquely by `Hosted::lend_control` for as long as this is lent.
        unsafe { (self.control.as_mut(), self.state.as_mut()) }
    }
}

impl State {
    fn literal(&self, literal: i32) -> PyResult<SolverLiteral> {
        let variable = literal.checked_abs().unwrap_or(0);
        let known = self.known.contains(&variable) || self.decided.contains(&variable);
        match SolverLiteral::from_ipasir(literal) {
            Ok(solver) if known => Ok(solver),
            _ => Err(PyRuntimeError::new_err(format!(
                "{literal} is no literal of the solver that this propagator got from `solver_literal` or `add_literal`"
            ))),
        }
    }

    /// It may name a literal that was decided.
    fn name(&mut self, literal: SolverLiteral) -> i32 {
        let number = literal.to_ipasir();
        self.decided.insert(number.abs());
        number
    }

    /// Whether a literal has its value before the search, as far as clauses of one literal say.
    fn is_fixed(&self, literal: i32) -> bool {
        literal == self.truth || self.fixed.contains(&literal)
    }

    /// Notes what a clause fixes; whether it leaves anything.
    fn fix(&mut self, clause: &[SolverLiteral]) -> bool {
        let mut open =
            clause.iter().map(|literal| literal.to_ipasir()).filter(|literal| !self.is_fixed(-literal));
        match (open.next(), open.next()) {
            (None, _) => false,
            (Some(unit), None) => {
                self.fixed.insert(unit);
                true
            }
            (Some(_), Some(_)) => true,
        }
    }

    fn clause(&self, literals: &[i32]) -> PyResult<Vec<SolverLiteral>> {
        literals.iter().map(|&literal| self.literal(literal)).collect()
    }
}

/// Numbers from any iterable: before anything is looked at, for a generator may look at it itself.
fn numbers(literals: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    literals.try_iter()?.map(|literal| literal?.extract()).collect()
}

/// The solver's literal of one of the program, which the engine tells of from now on, so that what is watched may change.
fn solver_literal(setup: &mut Setup<'_>, state: &mut State, literal: i64) -> PyResult<i32> {
    if literal == TRUE {
        return Ok(state.truth);
    }
    let given = program_literal(literal)?;
    if given.atom().index() >= setup.program().atom_count() {
        return Err(PyRuntimeError::new_err(format!("the program has no literal {literal}")));
    }
    let found = setup.literal(given);
    Ok(tell_of(setup, state, found))
}

fn tell_of(setup: &mut Setup<'_>, state: &mut State, literal: SolverLiteral) -> i32 {
    setup.watch(literal);
    setup.watch(!literal);
    let number = literal.to_ipasir();
    state.known.insert(number.abs());
    number
}

/// The solver's literal that holds where all of these literals of the program do.
fn conjunction_literal(
    setup: &mut Setup<'_>,
    state: &mut State,
    number: i64,
    literals: &[i64],
) -> PyResult<i32> {
    if let Some(&known) = state.conjunctions.get(&number) {
        return Ok(known);
    }
    let all = setup.new_literal();
    let found = tell_of(setup, state, all);
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

/// The search before it begins, as a propagator's `init` is given it.
#[pyclass(frozen, name = "PropagateInit", module = "groundplan.propagator")]
pub struct PyPropagateInit {
    lent: Lent<Starting>,
    shared: Arc<Shared>,
}

fn one_thread(thread: Option<i64>) -> PyResult<()> {
    match thread {
        None | Some(0) => Ok(()),
        Some(_) => {
            Err(PyValueError::new_err("one thread searches where there is a propagator: its number is 0"))
        }
    }
}

#[pymethods]
impl PyPropagateInit {
    /// The solver's literal for a literal of the program.
    fn solver_literal(&self, literal: i64) -> PyResult<i32> {
        let conjunction = lock(&self.shared.conditions).get(literal.abs()).map(<[i64]>::to_vec);
        let found = self.lent.with(|starting| {
            let (setup, state) = starting.parts();
            match conjunction {
                Some(literals) => conjunction_literal(setup, state, literal.abs(), &literals),
                None => solver_literal(setup, state, literal.abs()),
            }
        })??;
        Ok(if literal < 0 { -found } else { found })
    }

    /// Has `propagate` told when a literal of the solver becomes true.
    #[pyo3(signature = (literal, thread_id=None))]
    fn add_watch(&self, literal: i32, thread_id: Option<i64>) -> PyResult<()> {
        one_thread(thread_id)?;
        self.lent.with(|starting| {
            let (setup, state) = starting.parts();
            let solver = state.literal(literal)?;
            state.watched.insert(literal);
            setup.watch(solver);
            Ok(())
        })?
    }

    /// Has `propagate` told no more.
    #[pyo3(signature = (literal, thread_id=None))]
    fn remove_watch(&self, literal: i32, thread_id: Option<i64>) -> PyResult<()> {
        one_thread(thread_id)?;
        self.lent.with(|starting| starting.parts().1.watched.remove(&literal))?;
        Ok(())
    }

    /// Keeps a literal from being simplified away, which none is here.
    fn freeze_literal(&self, literal: i32) -> PyResult<()> {
        self.lent.with(|starting| starting.parts().1.literal(literal).map(drop))?
    }

    /// A new literal of the solver, which no program knows.
    #[pyo3(signature = (freeze=true))]
    fn add_literal(&self, freeze: bool) -> PyResult<i32> {
        let _ = freeze;
        self.lent.with(|starting| {
            let (setup, state) = starting.parts();
            let literal = setup.new_literal();
            tell_of(setup, state, literal)
        })
    }

    /// Excludes what makes all of these literals false; whether that may leave anything.
    fn add_clause(&self, clause: &Bound<'_, PyAny>) -> PyResult<bool> {
        let clause = numbers(clause)?;
        self.lent.with(|starting| {
            let (setup, state) = starting.parts();
            let clause = state.clause(&clause)?;
            setup.add_clause(&clause);
            Ok(state.fix(&clause))
        })?
    }

    /// Not there: the program says what is minimised.
    #[pyo3(signature = (*_arguments, **_named))]
    fn add_minimize(&self, _arguments: &Bound<'_, PyAny>, _named: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        Err(PyNotImplementedError::new_err(
            "what is minimised is said before the search: by `#minimize`, or by `Control.backend().add_minimize`",
        ))
    }

    /// Has a literal hold exactly where the weights of those that are true sum up to a bound at least; with `compare_equal`
    /// also exactly where they sum up to the bound at most. With a negative type only from the sum to the literal, with a
    /// positive one only the other way round. Whether that may leave anything.
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
        self.lent.with(|starting| {
            let (setup, state) = starting.parts();
            let holds = state.literal(literal)?;
            let weights = weights.into_iter().map(|(it, weight)| Ok((state.literal(it)?, weight)));
            let mut sum = Sum::new(setup, state.literal(state.truth)?, weights.collect::<PyResult<_>>()?);
            let mut sides = vec![sum.at_least(bound.into())?];
            if compare_equal {
                // As in clingo, where it is equal is where it is as much and where it is no more, each by itself.
                sides.push(!sum.at_least(i128::from(bound) + 1)?);
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
                is_open &= state.fix(&clause);
            }
            Ok(is_open)
        })?
    }

    /// Propagates what was added: here the search does that when it begins.
    fn propagate(&self) -> bool {
        true
    }

    /// The values of literals: before the search only those that are so in any case.
    #[getter]
    fn assignment(&self) -> PyResult<PyAssignment> {
        self.lent.with(|starting| {
            let state = starting.parts().1;
            let fixed = state.fixed.iter().copied().filter(|&literal| literal != state.truth);
            PyAssignment::fixed(std::iter::once(state.truth).chain(fixed).collect(), 0, state.truth)
        })
    }

    /// When `check` is called.
    #[getter]
    fn get_check_mode(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mode = self.lent.with(|starting| starting.parts().1.check_mode)?;
        py.import("groundplan.propagator")?.getattr("PropagatorCheckMode")?.call1((mode,)).map(Bound::unbind)
    }

    #[setter]
    fn set_check_mode(&self, mode: &Bound<'_, PyAny>) -> PyResult<()> {
        let mode: u8 = mode.getattr("value")?.extract()?;
        self.lent.with(|starting| starting.parts().1.check_mode = mode)
    }

    /// When `undo` is called: where `propagate` was told of something, or also where `check` was called.
    #[getter]
    fn get_undo_mode(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mode = u8::from(self.lent.with(|starting| starting.parts().1.always_undoes)?);
        py.import("groundplan.propagator")?.getattr("PropagatorUndoMode")?.call1((mode,)).map(Bound::unbind)
    }

    #[setter]
    fn set_undo_mode(&self, mode: &Bound<'_, PyAny>) -> PyResult<()> {
        let always = mode.getattr("value")?.extract::<u8>()? != 0;
        self.lent.with(|starting| starting.parts().1.always_undoes = always)
    }

    /// How many threads search: one.
    #[getter]
    fn number_of_threads(&self) -> u32 {
        1
    }

    /// The atoms of the ground program.
    #[getter]
    fn symbolic_atoms(&self) -> PySymbolicAtoms {
        PySymbolicAtoms::new(Arc::clone(&self.shared))
    }

    /// The atoms of theories in the ground program.
    #[getter]
    fn theory_atoms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let atoms: Vec<PyTheoryAtom> = self.shared.theory_atoms();
        PyList::new(py, atoms.into_iter().map(|atom| Py::new(py, atom)).collect::<PyResult<Vec<_>>>()?)?
            .try_iter()
            .map(Bound::into_any)
    }
}

/// The search at work, as a propagator's `propagate` and `check` are given it.
#[pyclass(frozen, name = "PropagateControl", module = "groundplan.propagator")]
pub struct PyPropagateControl {
    lent: Lent<AtWork>,
}

impl PyPropagateControl {
    fn add(&self, clause: &Bound<'_, PyAny>, negated: bool, lock: bool) -> PyResult<bool> {
        let clause = numbers(clause)?;
        self.lent.with(|at_work| {
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

#[pymethods]
impl PyPropagateControl {
    /// Excludes what makes all of these literals false; whether the assignment may stay. Where not, return at once.
    #[pyo3(signature = (clause, tag=false, lock=false))]
    fn add_clause(&self, clause: &Bound<'_, PyAny>, tag: bool, lock: bool) -> PyResult<bool> {
        let _ = tag;
        self.add(clause, false, lock)
    }

    /// The same for literals not all of which are to be true.
    #[pyo3(signature = (clause, tag=false, lock=false))]
    fn add_nogood(&self, clause: &Bound<'_, PyAny>, tag: bool, lock: bool) -> PyResult<bool> {
        let _ = tag;
        self.add(clause, true, lock)
    }

    /// A new literal of the solver, which no program knows.
    fn add_literal(&self) -> PyResult<i32> {
        self.lent.with(|at_work| {
            let (control, state) = at_work.parts();
            let literal = control.new_literal().ok_or_else(|| {
                PyNotImplementedError::new_err(
                    "this solver makes no literals while it searches: make them before, by `add_literal` in `init`",
                )
            })?;
            control.watch(literal);
            control.watch(!literal);
            state.known.insert(literal.to_ipasir());
            Ok(literal.to_ipasir())
        })?
    }

    /// Has `propagate` told when a literal of the solver becomes true.
    fn add_watch(&self, literal: i32) -> PyResult<()> {
        self.lent.with(|at_work| {
            let (control, state) = at_work.parts();
            let solver = state.literal(literal)?;
            if state.known.insert(literal.abs()) {
                control.watch(solver);
                control.watch(!solver);
            }
            state.watched.insert(literal);
            Ok(())
        })?
    }

    /// Whether `propagate` is told of a literal.
    fn has_watch(&self, literal: i32) -> PyResult<bool> {
        self.lent.with(|at_work| at_work.parts().1.watched.contains(&literal))
    }

    /// Has `propagate` told no more.
    fn remove_watch(&self, literal: i32) -> PyResult<()> {
        self.lent.with(|at_work| at_work.parts().1.watched.remove(&literal)).map(drop)
    }

    /// Propagates what was added: here the search does that when the call is over; True, for nothing is known to fail.
    fn propagate(&self) -> bool {
        true
    }

    /// The values of literals.
    #[getter]
    fn assignment(&self) -> PyAssignment {
        PyAssignment::at_work(self.lent.clone())
    }

    /// The thread that searches.
    #[getter]
    fn thread_id(&self) -> u32 {
        0
    }
}
