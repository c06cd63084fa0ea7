//! The propagator interface: constraints that take part in the search instead of being clauses.
//!
//! The interface is that of IPASIR-UP (Fazekas, Niemetz, Preiner, Kirchweger, Szeider, Biere: IPASIR-UP: User Propagators for
//! CDCL, SAT 2023) with rustsat's literals, reduced to what a propagator of unfounded sets needs.
//!
//! Invariant of the solver: the reported assignments form a stack. An assignment belongs to the level that began last, and
//! [`backtrack`](Propagator::backtrack) undoes all assignments of the levels above the given one. Only assignments of level 0 may
//! be reported again.

use std::sync::{Arc, Mutex, MutexGuard};

use rustsat::types::{Lit, Var};

/// A constraint that the solver queries during its search.
///
/// All literals passed in either direction are over *observed* variables. A propagator runs in the solver's thread. If it names a
/// variable that is not observed, the solve returns an error and the solver cannot be used any more.
///
/// To reach a propagator between solves, connect an `Arc<Mutex<P>>` and keep a clone.
pub trait Propagator: Send {
    /// Reports that these literals became true on the current level. The first level is 0.
    fn assign(&mut self, lits: &[Lit]);

    /// Reports that a new level begins. If the propagator neither decides nor gives clauses, a solver may skip levels without
    /// assignments of observed variables.
    fn new_level(&mut self);

    /// Reports that the levels above `level` are undone. `level` is now the current one.
    fn backtrack(&mut self, level: usize);

    /// Returns a literal that the constraint implies under the current assignment, or `None`.
    ///
    /// The literal may already be true; the solver then ignores it and calls again. It may also be false: this reports a
    /// conflict. A propagator that keeps returning true literals blocks the search. After `None`, a propagator that neither
    /// decides nor gives clauses is not called again in this search before another literal becomes true.
    fn propagate(&mut self) -> Option<Lit>;

    /// Appends implied literals, as [`propagate`](Propagator::propagate) returns them, at least one if there are any. They are assigned in
    /// this order before the next report; where one is false, or after [`backtrack`](Propagator::backtrack), the others are not. Returns
    /// whether the clauses are propagated before the next call.
    fn propagate_many(&mut self, implied: &mut Vec<Lit>) -> bool {
        implied.extend(self.propagate());
        false
    }

    /// Whether the last call named no literal only because it took long. It is then made again before any decision, after the search was
    /// polled.
    fn is_paused(&self) -> bool {
        false
    }

    /// Appends the reason of `lit` to `clause`: a clause implied by the constraint that contains `lit`, and whose other literals
    /// were all false before `lit` was propagated.
    ///
    /// Reasons are queried later, if at all. The reason must not contain literals assigned after `lit`.
    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>);

    /// Returns a clause over observed variables that the constraint implies, and whether the solver may forget it. The clause
    /// need not be false or unit under the current assignment. The solver calls this when propagation is finished, until it
    /// returns `None`.
    fn clause(&mut self) -> Option<(Vec<Lit>, bool)> {
        None
    }

    /// Whether [`clause`](Propagator::clause) may ever return a clause. Called once, when the propagator is connected.
    fn gives_clauses(&self) -> bool {
        false
    }

    /// Reports the decision or assumption that opened the current level, even if its variable is not observed. Called only if the
    /// propagator [gives clauses](Propagator::gives_clauses).
    fn decided(&mut self, lit: Lit) {
        let _ = lit;
    }

    /// Returns variables to be observed from now on. They may be new, or be variables of [decided](Propagator::decided) literals.
    /// Existing values are not reported. Called before each response is processed, only if the propagator [gives
    /// clauses](Propagator::gives_clauses).
    fn take_observed(&mut self) -> Vec<Var> {
        Vec::new()
    }

    /// Returns variables of the propagator's own that are temporary: as long as no clause has them, they are not decided, may be open in a
    /// model, and mean something else once their literals were undone. Called with [`take_observed`](Propagator::take_observed).
    fn take_temporary(&mut self) -> Vec<Var> {
        Vec::new()
    }

    /// Reports that a clause has a temporary variable, which is not temporary any more.
    fn keep(&mut self, var: Var) {
        let _ = var;
    }

    /// Checks a model. Returns no clauses if it satisfies the constraint, otherwise clauses implied by the constraint, at least
    /// one of which is false in the model. The model has a literal for every observed variable, in ascending order.
    ///
    /// A propagator whose `propagate` is complete returns no clauses. Called only if the propagator [checks
    /// models](Propagator::checks_models).
    fn check_model(&mut self, model: &[Lit]) -> Vec<Vec<Lit>> {
        let _ = model;
        Vec::new()
    }

    /// Whether models must be [checked](Propagator::check_model). Called once, when the propagator is connected.
    fn checks_models(&self) -> bool {
        false
    }

    /// Whether the propagator decides. Called once, when the propagator is connected.
    fn decides(&self) -> bool {
        false
    }

    /// Returns the literal to decide on, or `None` to leave the decision to the solver. The literal must be observed and
    /// unassigned. Called at each decision after the assumptions, if the propagator [decides](Propagator::decides).
    fn decide(&mut self) -> Option<Lit> {
        None
    }

    /// Returns a literal to decide on where all variables have values, of a variable that may be new, or `None` if the assignment is
    /// complete. Called only if the propagator [gives clauses](Propagator::gives_clauses).
    fn complete(&mut self) -> Option<Lit> {
        None
    }

    /// Whether the solver may forget reasons like learned clauses. By default it keeps them.
    ///
    /// Called once, when the propagator is connected.
    fn forgettable_reasons(&self) -> bool {
        false
    }
}

/// A propagator that can be accessed from outside between solves.
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

    fn propagate_many(&mut self, implied: &mut Vec<Lit>) -> bool {
        unpoisoned(self).propagate_many(implied)
    }

    fn is_paused(&self) -> bool {
        unpoisoned(self).is_paused()
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

    fn take_temporary(&mut self) -> Vec<Var> {
        unpoisoned(self).take_temporary()
    }

    fn keep(&mut self, var: Var) {
        unpoisoned(self).keep(var);
    }

    fn check_model(&mut self, model: &[Lit]) -> Vec<Vec<Lit>> {
        unpoisoned(self).check_model(model)
    }

    fn checks_models(&self) -> bool {
        unpoisoned(self).checks_models()
    }

    fn decide(&mut self) -> Option<Lit> {
        unpoisoned(self).decide()
    }

    fn decides(&self) -> bool {
        unpoisoned(self).decides()
    }

    fn complete(&mut self) -> Option<Lit> {
        unpoisoned(self).complete()
    }

    fn forgettable_reasons(&self) -> bool {
        unpoisoned(self).forgettable_reasons()
    }
}

/// Locks a propagator. A propagator that panicked must not be called again.
fn unpoisoned<P: ?Sized>(propagator: &Mutex<P>) -> MutexGuard<'_, P> {
    propagator.lock().expect("a thread panicked while it held the propagator")
}
