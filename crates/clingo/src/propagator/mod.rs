//! Propagators in clingo's terms: the solver's literals are numbers, and changes are told level by level.
//!
//! The engine reports every literal that the host has asked for. The set of watched literals, which decides what the host hears of,
//! is kept here, since it can change during the search. With a propagator one solver runs, on the calling thread.
//!
//! In reading order: [`HostPropagator`], what the host implements; [`init`] and [`searching`], what it is given; `state`, what is
//! kept between the calls; [`assignment`]: values; `sum`: weight constraints; `objective`: what is minimized.

pub mod assignment;
pub mod init;
pub(crate) mod objective;
pub mod searching;
mod state;
mod sum;

pub use assignment::{Assignment, FixedAssignment, TrueLiterals, Undone};
pub use init::Init;
pub use searching::Searching;

use std::sync::{Arc, Weak};

use groundplan::program::AtomId;
use groundplan::propagator::{Control as Solver, Propagator, Setup, SolverLiteral};
use rustc_hash::FxHashSet;

use crate::control::{Control, Raised, Told};
use crate::error::{Error, Result};
use state::PropagatorState;

/// Those methods of a propagator that the host has.
#[derive(Clone, Copy, Default, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each says the same of another method")]
pub struct Methods {
    /// Whether it has [`HostPropagator::init`].
    pub init: bool,
    /// Whether it has [`HostPropagator::propagate`].
    pub propagate: bool,
    /// Whether it has [`HostPropagator::undo`].
    pub undo: bool,
    /// Whether it has [`HostPropagator::check`].
    pub check: bool,
    /// Whether it has [`HostPropagator::decide`].
    pub decide: bool,
}

/// A propagator in the host's language. What a method raises ends the search.
#[allow(clippy::missing_errors_doc, reason = "the trait tells what an error is")]
pub trait HostPropagator: Send {
    /// Prepares for a search.
    fn init(&mut self, init: &mut Init<'_, '_>) -> Told<()>;

    /// Hears that watched literals became true.
    fn propagate(&mut self, search: &mut Searching<'_, '_>, changes: &[i32]) -> Told<()>;

    /// Hears that these changes are taken back; the assignment of `undone` still has them.
    fn undo(&mut self, undone: &Undone<'_>, changes: &[i32]) -> Told<()>;

    /// Looks at an assignment: see [`Init::set_check_mode`].
    fn check(&mut self, search: &mut Searching<'_, '_>) -> Told<()>;

    /// Returns the literal to decide; 0 for none.
    fn decide(&mut self, search: &mut Searching<'_, '_>) -> Told<i32>;
}

/// A propagator of the engine that calls the host's.
struct HostedPropagator<H> {
    host: H,
    has: Methods,
    control: Weak<Control>,
    state: PropagatorState,
}

impl Control {
    /// Registers a propagator for later searches.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine refuses it or the control is busy.
    pub fn register_propagator(
        self: &Arc<Self>,
        host: impl HostPropagator + 'static,
        has: Methods,
    ) -> Result<()> {
        let control = Arc::downgrade(self);
        self.try_with(|engine| {
            engine.add_propagator(HostedPropagator { host, has, control, state: PropagatorState::new() })
        })?;
        self.set_propagators();
        Ok(())
    }
}

/// The error for a number that no literal of the solver has.
fn no_literal(number: i32) -> Error {
    Error::Runtime(format!("invalid literal: the solver has none with the number {number}"))
}

impl<H: HostPropagator> HostedPropagator<H> {
    /// Calls the host. What it raises is stored and ends the search.
    fn call<T>(&mut self, act: impl FnOnce(&mut H, &mut PropagatorState, &Control) -> Told<T>) -> Option<T> {
        let control = self.control.upgrade()?;
        if control.has_raised() {
            return None;
        }
        act(&mut self.host, &mut self.state, &control).map_err(|raised| control.keep(raised)).ok()
    }

    /// Whether `check` is called after each propagation, not only on total assignments.
    fn checks_fixpoints(&self) -> bool {
        self.has.check && self.state.check_mode & 2 != 0
    }

    fn check_now(&mut self, solver: &mut Solver<'_>) {
        let level = solver.levels().len();
        if self.state.always_undoes && level > self.state.checked.last().copied().unwrap_or(0) {
            self.state.checked.push(level);
        }
        if self.checks_fixpoints() {
            self.state.is_checked = solver.is_total();
        }
        self.call(|host, state, _| host.check(&mut Searching::new(solver, state)));
    }

    fn undo_now(&mut self, level: usize, changes: &[i32]) {
        if !self.has.undo {
            return;
        }
        self.call(|host, state, _| host.undo(&Undone::new(state, level, changes), changes));
    }

    /// Calls `undo` for levels above `level` on which only `check` was called.
    fn undo_checked(&mut self, level: usize) {
        while let Some(checked) = self.state.checked.pop_if(|checked| *checked > level) {
            self.undo_now(checked, &[]);
        }
    }
}

impl<H: HostPropagator> Propagator for HostedPropagator<H> {
    fn set_up(&mut self, setup: &mut Setup<'_>) {
        let has_init = self.has.init;
        self.call(|host, state, control| {
            let truth = setup.truth();
            state.take_numbers(setup.numbers());
            state.report(setup, truth);
            let (open, added) = control.with_added_objective(|added| (added.take_open(), added.size()));
            for (atom, literal) in open {
                let own = setup.literal(atom.positive());
                setup.add_clause(&[!own, literal]);
                setup.add_clause(&[own, !literal]);
            }
            let program = setup.program();
            let now = (control.calls(), program.atom_count() - added, program.rules.len() - added);
            // One solver call may ask the engine several queries: initialize only once.
            if state.set_up.replace(now) == Some(now) {
                state.added.iter().for_each(|&literal| setup.count_now(literal));
                return Ok(());
            }
            state.begin();
            if !has_init {
                return Ok(());
            }
            host.init(&mut Init::new(setup, state, control))
        });
        if self.checks_fixpoints() {
            // Watch everything, so that propagation is reported even if the host watches nothing.
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

    fn propagate(&mut self, solver: &mut Solver<'_>, changes: &[SolverLiteral]) {
        let changes = self.state.watched_among(changes);
        let mut is_settled = true;
        if !changes.is_empty() {
            let level = solver.levels().len();
            self.state.told.extend(changes.iter().map(|&change| (change, level)));
            if self.has.propagate {
                let settled = self.call(|host, state, _| {
                    let mut search = Searching::new(solver, state);
                    host.propagate(&mut search, &changes)?;
                    // The check waits until the engine reports what follows.
                    search.report_forced();
                    Ok(search.is_settled())
                });
                is_settled = settled.unwrap_or_default();
            }
        }
        if is_settled && self.checks_fixpoints() {
            self.check_now(solver);
        }
    }

    fn undo(&mut self, changes: &[SolverLiteral]) {
        let undone = self.state.watched_among(changes);
        let mut left = undone.len();
        // One level at a time is undone most often: few literals.
        let many: Option<FxHashSet<i32>> = (left > 8).then(|| undone.iter().copied().collect());
        let is_undone =
            |literal| many.as_ref().map_or_else(|| undone.contains(&literal), |many| many.contains(&literal));
        // Undo the levels one by one, the last one first.
        while left > 0 {
            let Some(&(_, level)) = self.state.told.last() else { return };
            let mut taken = Vec::new();
            while let Some(&(literal, since)) = self.state.told.last() {
                if since != level || !is_undone(literal) {
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

    fn checks(&self) -> bool {
        self.has.check
    }

    fn decides(&self) -> bool {
        self.has.decide
    }

    fn decide(&mut self, solver: &mut Solver<'_>) -> Option<SolverLiteral> {
        let decided = self.call(|host, state, _| {
            let number = host.decide(&mut Searching::new(solver, state))?;
            if number == 0 {
                return Ok(None);
            }
            state.literal(number).map(Some).map_err(|error| Box::new(error) as Raised)
        });
        decided.flatten()
    }

    fn check(&mut self, solver: &mut Solver<'_>) {
        // A host that checks fixpoints only has seen most models as one.
        let is_due = self.state.check_mode & 1 != 0 || self.checks_fixpoints() && !self.state.is_checked;
        if self.has.check && is_due {
            self.check_now(solver);
        }
    }
}
