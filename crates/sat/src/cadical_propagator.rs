//! An adapter that connects a [`Propagator`] to CaDiCaL's external propagator interface.
//!
//! Invariant: in all cases, CaDiCaL's contract is kept. A panic would abort the process, and so would an
//! unobserved literal. Here both become a failure that stops the solve. All later answers are placeholders: the result of the
//! solve is discarded, and the solver is not used again.
//!
//! CaDiCaL counts only conflicts found by unit propagation. Conflicts reported by a propagator are analysed, and affect the
//! averages that restarts compare, but are not counted. Everything scheduled by conflicts then waits: restarts, reductions of the
//! learned clauses, rephasing, stable mode, inprocessing, and the limit of a solve. Where nearly every conflict is reported by a
//! propagator, the search would hardly ever restart or drop clauses. So some of the reported conflicts take a [`Detour`].

use std::{
    cell::RefCell,
    panic::{catch_unwind, AssertUnwindSafe},
    rc::Rc,
};

use cadical_sys::ExternalPropagator;
use rustsat::types::Lit;

use crate::{limits::Stop, worker::panic_message, Propagator, SatError};

/// The first of this many conflicts that a propagator reports takes a detour. A detour bumps two variables that are unrelated to
/// the conflict, so detours for all conflicts would make refutations longer.
const DETOUR_INTERVAL: u64 = 16;

/// A propagator's conflict, rewritten so that unit propagation finds it.
///
/// Let `C` be the false clause, and `u` and `w` unassigned variables. Given the clauses `C or !u or w` and `C or !u or !w`,
/// propagating `u` with the reason `C or u` leads unit propagation to a conflict. All three follow from `C`, and conflict
/// analysis derives `C` from them. They are forgettable like reasons.
struct Detour {
    first: Lit,
    reason: Vec<Lit>,
    is_propagated: bool,
}

/// Connects CaDiCaL to a propagator.
pub(crate) struct Adapter {
    propagator: Box<dyn Propagator>,
    gives_clauses: bool,
    /// The result of [`Propagator::decides`].
    pub decides: bool,
    /// Whether each variable is observed, indexed by DIMACS variable number.
    observed: Vec<bool>,
    /// Whether the solver is not searching: then nothing is propagated and no model is checked.
    pub idle: bool,
    failure: Option<SatError>,
    broken: bool,
    stop: Rc<RefCell<Stop>>,
    /// Clauses to be given to CaDiCaL, the last one first.
    clauses: Vec<Vec<Lit>>,
    /// The clause that CaDiCaL is reading, in reverse order; `None` between clauses.
    current_clause: Option<Vec<Lit>>,
    lits: Vec<Lit>,
    /// The position of each true literal on `trail`, counted from 1 and indexed by literal; 0 if CaDiCaL has not reported it as
    /// true.
    since: Vec<usize>,
    trail: Vec<Lit>,
    /// The length of the trail when each level began.
    levels: Vec<usize>,
    /// The literals undone by the last backtracking.
    undone: Vec<Lit>,
    detour: Option<Detour>,
    /// The number of conflicts that the propagator has reported.
    pub conflicts: u64,
    /// The value of `conflicts` at which the solve ends.
    pub conflict_limit: u64,
}

impl Adapter {
    pub fn new(propagator: Box<dyn Propagator>, stop: Rc<RefCell<Stop>>) -> Self {
        Self {
            gives_clauses: propagator.gives_clauses(),
            decides: propagator.decides(),
            propagator,
            observed: Vec::new(),
            idle: false,
            failure: None,
            broken: false,
            stop,
            clauses: Vec::new(),
            current_clause: None,
            lits: Vec::new(),
            since: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            undone: Vec::new(),
            detour: None,
            conflicts: 0,
            conflict_limit: u64::MAX,
        }
    }

    pub fn observe(&mut self, var: i32) {
        let var = var.unsigned_abs() as usize;
        if self.observed.len() <= var {
            self.observed.resize(var + 1, false);
            self.since.resize(2 * var, 0);
        }
        self.observed[var] = true;
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.since[lit.lidx()] > 0
    }

    /// Counts a conflict that the propagator reports by propagating a false literal. Returns whether it takes a detour, so that
    /// nothing is propagated now.
    fn begin_detour(&mut self, lit: Lit) -> bool {
        self.conflicts += 1;
        if self.conflicts >= self.conflict_limit {
            self.stop.borrow_mut().is_exhausted = true;
        }
        if self.conflicts % DETOUR_INTERVAL != 1 {
            return false;
        }
        let Some(&start) = self.levels.last() else { return false };
        // The phases of these variables are saved; the same phases are kept.
        let is_open = |&lit: &Lit| !self.is_true(lit) && !self.is_true(!lit);
        let mut open = self.undone.iter().copied().filter(is_open);
        let (Some(first), Some(second)) = (open.next(), open.next()) else { return false };
        let reason = self.explain(lit);
        // If the whole reason is on lower levels, analysis would stop at the first variable.
        if !reason.iter().any(|&lit| self.since[(!lit).lidx()] > start) {
            return false;
        }
        let with = |more: &[Lit]| [&reason[..], more].concat();
        self.clauses = vec![with(&[!first, second]), with(&[!first, !second])];
        self.detour = Some(Detour { first, reason: with(&[first]), is_propagated: false });
        true
    }

    /// Returns the propagator's reason for a literal, or the literal as a unit clause if the reason breaks the contract.
    fn explain(&mut self, lit: Lit) -> Vec<Lit> {
        let clause = self.call(|this| {
            let mut clause = Vec::new();
            this.propagator.reason(lit, &mut clause);
            clause
        });
        if !self.broken && !clause.contains(&lit) {
            self.fail(SatError::BadPropagation { lit, why: "it is not in its reason" });
        }
        if self.broken || !self.check_observed(&clause) {
            return vec![lit];
        }
        clause
    }

    /// Returns the failure that invalidates the last solve. After the first call it is [`SatError::Dead`].
    pub fn take_failure(&mut self) -> Option<SatError> {
        self.broken.then(|| self.failure.take().unwrap_or(SatError::Dead))
    }

    fn fail(&mut self, failure: SatError) {
        if !self.broken {
            self.broken = true;
            self.failure = Some(failure);
        }
        self.clauses.clear();
        self.stop.borrow().cancelled.interrupt();
    }

    /// Calls the propagator unless it has failed. A panic is recorded as a failure.
    fn call<T: Default>(&mut self, method: impl FnOnce(&mut Self) -> T) -> T {
        if self.broken {
            return T::default();
        }
        match catch_unwind(AssertUnwindSafe(|| method(self))) {
            Ok(answer) => answer,
            Err(panic) => {
                self.fail(SatError::Panicked { message: panic_message(&*panic) });
                T::default()
            }
        }
    }

    fn is_observed(&self, lit: Lit) -> bool {
        self.observed.get(lit.vidx() + 1).copied().unwrap_or(false)
    }

    /// Returns whether all literals are observed; otherwise records a failure.
    fn check_observed(&mut self, lits: &[Lit]) -> bool {
        let stray = lits.iter().copied().find(|&lit| !self.is_observed(lit));
        if let Some(lit) = stray {
            self.fail(SatError::BadPropagation { lit, why: "its variable is not observed" });
        }
        stray.is_none()
    }

    /// Returns the next literal of the clause that is being read, or the terminating zero.
    fn next_number(&mut self) -> i32 {
        match self.current_clause.as_mut().and_then(Vec::pop) {
            Some(lit) => lit.to_ipasir(),
            None => {
                self.current_clause = None;
                0
            }
        }
    }
}

impl ExternalPropagator for Adapter {
    fn are_reasons_forgettable(&mut self) -> bool {
        self.call(|this| this.propagator.forgettable_reasons())
    }

    fn notify_assignment(&mut self, lits: &[i32]) {
        self.call(|this| {
            this.lits.clear();
            this.lits.extend(lits.iter().map(|&number| to_lit(number)));
            for &lit in &this.lits {
                if this.since[lit.lidx()] == 0 {
                    this.trail.push(lit);
                    this.since[lit.lidx()] = this.trail.len();
                }
            }
            this.propagator.assign(&this.lits);
        });
    }

    fn notify_new_decision_level(&mut self) {
        self.levels.push(self.trail.len());
        self.call(|this| this.propagator.new_level());
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        if let Some(detour) = &mut self.detour {
            // It can no longer be propagated.
            detour.is_propagated = true;
        }
        if let Some(&start) = self.levels.get(new_level) {
            self.levels.truncate(new_level);
            self.undone.clear();
            self.undone.extend(self.trail.drain(start..));
            for lit in &self.undone {
                self.since[lit.lidx()] = 0;
            }
        }
        self.call(|this| this.propagator.backtrack(new_level));
    }

    fn cb_decide(&mut self) -> i32 {
        if self.idle || !self.decides {
            return 0;
        }
        match self.call(|this| this.propagator.decide()) {
            Some(lit) if self.check_observed(&[lit]) => {
                if self.is_true(lit) || self.is_true(!lit) {
                    self.fail(SatError::BadPropagation {
                        lit,
                        why: "it has a value, so there is nothing to decide",
                    });
                    return 0;
                }
                lit.to_ipasir()
            }
            _ => 0,
        }
    }

    fn cb_propagate(&mut self) -> i32 {
        if self.idle {
            return 0;
        }
        if let Some(detour) = self.detour.as_mut().filter(|detour| !detour.is_propagated) {
            detour.is_propagated = true;
            return detour.first.to_ipasir();
        }
        match self.call(|this| this.propagator.propagate()) {
            Some(lit) if self.check_observed(&[lit]) => {
                self.detour.take_if(|detour| detour.first == lit);
                if self.is_true(!lit) && self.begin_detour(lit) {
                    return 0;
                }
                lit.to_ipasir()
            }
            _ => 0,
        }
    }

    fn cb_add_reason_clause_lit(&mut self, propagated_lit: i32) -> i32 {
        if self.current_clause.is_none() {
            let lit = to_lit(propagated_lit);
            let mut clause = match &self.detour {
                Some(detour) if detour.first == lit => detour.reason.clone(),
                _ => self.explain(lit),
            };
            clause.reverse();
            self.current_clause = Some(clause);
        }
        self.next_number()
    }

    fn cb_check_found_model(&mut self, model: &[i32]) -> bool {
        if self.idle {
            return true;
        }
        self.clauses = self.call(|this| {
            this.lits.clear();
            this.lits.extend(model.iter().map(|&number| to_lit(number)));
            this.propagator.check_model(&this.lits)
        });
        self.conflicts += u64::from(!self.clauses.is_empty());
        let all = self.clauses.concat();
        self.check_observed(&all);
        self.clauses.is_empty()
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        *is_forgettable = self.detour.as_ref().is_some_and(|detour| !detour.is_propagated);
        if self.gives_clauses && self.clauses.is_empty() && !self.idle {
            if let Some((clause, forgettable)) = self.call(|this| this.propagator.clause()) {
                if self.check_observed(&clause) {
                    self.clauses.push(clause);
                    *is_forgettable = forgettable;
                }
            }
        }
        !self.clauses.is_empty()
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        if self.current_clause.is_none() {
            let mut clause = self.clauses.pop().unwrap_or_default();
            clause.reverse();
            self.current_clause = Some(clause);
        }
        self.next_number()
    }
}

fn to_lit(number: i32) -> Lit {
    Lit::from_ipasir(number).expect("CaDiCaL speaks of the variables it was given")
}
