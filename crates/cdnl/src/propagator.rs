//! Propagators: constraints that speak up during the search instead of being clauses.
//!
//! The interface is IPASIR-UP (Fazekas, Niemetz, Preiner, Kirchweger, Szeider, Biere: IPASIR-UP: User Propagators for
//! CDCL, SAT 2023) in rustsat's literals, cut down to what a propagator of unfounded sets needs.
//!
//! Invariant of the solver's side: what it tells is a stack. An assignment belongs to the level that was begun last,
//! and [`backtrack`](Propagator::backtrack) takes back all assignments of the levels above the given one. Only
//! assignments of level 0 may be told again.

use std::sync::{Arc, Mutex, MutexGuard};

use rustsat::types::{Lit, Var};

/// A constraint that the solver asks during its search.
///
/// All literals, in both directions, are over the *observed* variables. A propagator runs in the solver's thread. If it names a
/// variable that is not observed, the solve returns an error and the solver cannot be used any more.
///
/// To reach a propagator between solves, connect an `Arc<Mutex<P>>` and keep a clone.
pub trait Propagator: Send {
    /// These literals became true, on the current level. Level 0 is the first.
    fn assign(&mut self, lits: &[Lit]);

    /// A new level begins. Where the propagator neither decides nor gives clauses, a solver may leave out levels on which nothing
    /// becomes true that is observed.
    fn new_level(&mut self);

    /// Levels above `level` are taken back. It is the current one now.
    fn backtrack(&mut self, level: usize);

    /// A literal that the constraint implies under the current assignment, or `None`.
    ///
    /// It may be true already (then nothing happens, and the solver asks on) or false: that is how a conflict is
    /// announced. A propagator that goes on naming true literals never lets the solver go on. One that neither decides nor gives
    /// clauses is not asked again in a search, once it has said `None`, before another literal became true.
    fn propagate(&mut self) -> Option<Lit>;

    /// Appends to `clause` why `lit` was propagated: a clause that the constraint implies, that contains `lit`, and
    /// whose other literals were all false before `lit` was propagated.
    ///
    /// It is asked for later, if at all: what was assigned after `lit` must not occur.
    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>);

    /// A clause that the constraint implies, over observed variables, and whether the solver may forget it again: whatever it
    /// says under the current assignment. The solver asks when nothing more is propagated, until there is none.
    fn clause(&mut self) -> Option<(Vec<Lit>, bool)> {
        None
    }

    /// Whether [`clause`](Propagator::clause) may ever give one; asked once, when the propagator is connected.
    fn gives_clauses(&self) -> bool {
        false
    }

    /// The level that has just begun was begun with this literal, decided or assumed. Told to one that [gives
    /// clauses](Propagator::gives_clauses), also of variables that are not observed.
    fn decided(&mut self, lit: Lit) {
        let _ = lit;
    }

    /// Variables that the propagator observes from now on, without being told of a value that they have: new ones, and those of literals
    /// that it was told of as [decided](Propagator::decided). Asked of one that [gives clauses](Propagator::gives_clauses), before
    /// what it says is looked at.
    fn take_observed(&mut self) -> Vec<Var> {
        Vec::new()
    }

    /// Whether a model satisfies the constraint; if not, clauses that the constraint implies, at least one of them
    /// false in the model. The model gives every observed variable, in ascending order.
    ///
    /// A propagator whose `propagate` misses nothing returns no clauses.
    fn check_model(&mut self, model: &[Lit]) -> Vec<Vec<Lit>>;

    /// Whether it decides, and so wants to hear of learned clauses. Asked once, when the propagator is connected.
    fn decides(&self) -> bool {
        false
    }

    /// The literal to decide on: an observed one without a value; `None` leaves it to the solver. One that
    /// [decides](Propagator::decides) is asked wherever the solver is about to, behind the assumptions.
    fn decide(&mut self) -> Option<Lit> {
        None
    }

    /// The observed literals of a clause that the solver learned, if the propagator [decides](Propagator::decides).
    fn learned(&mut self, clause: &[Lit]) {
        let _ = clause;
    }

    /// Whether the solver may forget reasons, as it forgets clauses it learned. By default it keeps them.
    ///
    /// Asked once, when the propagator is connected.
    fn forgettable_reasons(&self) -> bool {
        false
    }
}

/// A propagator that its maker can still reach.
impl<P: Propagator + ?Sized> Propagator for Arc<Mutex<P>> {
    fn assign(&mut self, lits: &[Lit]) {
        unpoisoned(self).assign(lits);
    }

    fn new_level(&mut self) {
        unpoisoned(self).new_level();
    }

    fn backtrack(&mut self, level: usize) {
        unpoisoned(self).backtrack(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        unpoisoned(self).propagate()
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        unpoisoned(self).reason(lit, clause);
    }

    fn clause(&mut self) -> Option<(Vec<Lit>, bool)> {
        unpoisoned(self).clause()
    }

    fn gives_clauses(&self) -> bool {
        unpoisoned(self).gives_clauses()
    }

    fn decided(&mut self, lit: Lit) {
        unpoisoned(self).decided(lit);
    }

    fn take_observed(&mut self) -> Vec<Var> {
        unpoisoned(self).take_observed()
    }

    fn check_model(&mut self, model: &[Lit]) -> Vec<Vec<Lit>> {
        unpoisoned(self).check_model(model)
    }

    fn decide(&mut self) -> Option<Lit> {
        unpoisoned(self).decide()
    }

    fn learned(&mut self, clause: &[Lit]) {
        unpoisoned(self).learned(clause);
    }

    fn decides(&self) -> bool {
        unpoisoned(self).decides()
    }

    fn forgettable_reasons(&self) -> bool {
        unpoisoned(self).forgettable_reasons()
    }
}

/// A propagator that panicked is not called again, and one that another thread left in a panic must not be.
fn unpoisoned<P: ?Sized>(propagator: &Mutex<P>) -> MutexGuard<'_, P> {
    propagator.lock().expect("a thread panicked while it held the propagator")
}
