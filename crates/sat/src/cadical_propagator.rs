//! A [`Propagator`] as CaDiCaL's external propagator.
//!
//! Invariant: whatever the propagator does, CaDiCaL gets answers that keep its contract. A panic would abort the
//! process, as would a literal that is not observed; here either becomes a failure that stops the solve, and from then
//! on the answers are made up: the solve's result is thrown away and the solver not used again.

use std::{
    cell::RefCell,
    panic::{catch_unwind, AssertUnwindSafe},
    rc::Rc,
};

use cadical_sys::ExternalPropagator;
use rustsat::types::Lit;

use crate::{limits::Stop, worker::panic_message, Propagator, SatError};

/// Stands between CaDiCaL and a propagator.
pub(crate) struct Adapter {
    propagator: Box<dyn Propagator>,
    /// By variable number.
    observed: Vec<bool>,
    /// Whether the solver is not searching, so that there is nothing to propagate and no model to check yet.
    pub idle: bool,
    failure: Option<SatError>,
    broken: bool,
    stop: Rc<RefCell<Stop>>,
    /// Clauses still to be given, the last one first.
    clauses: Vec<Vec<Lit>>,
    /// The clause that is being read, its literals in reverse order; `None` before it is begun and after its end.
    reading: Option<Vec<Lit>>,
    lits: Vec<Lit>,
}

impl Adapter {
    pub fn new(propagator: Box<dyn Propagator>, stop: Rc<RefCell<Stop>>) -> Self {
        Self {
            propagator,
            observed: Vec::new(),
            idle: false,
            failure: None,
            broken: false,
            stop,
            clauses: Vec::new(),
            reading: None,
            lits: Vec::new(),
        }
    }

    pub fn observe(&mut self, var: i32) {
        let var = var.unsigned_abs() as usize;
        if self.observed.len() <= var {
            self.observed.resize(var + 1, false);
        }
        self.observed[var] = true;
    }

    /// Why the solve that has just ended is worth nothing; after the first time [`SatError::Dead`].
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

    /// Calls the propagator, unless it has failed; a panic makes it fail.
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

    /// Whether all literals are observed; fails if not.
    fn check_observed(&mut self, lits: &[Lit]) -> bool {
        let stray = lits.iter().copied().find(|&lit| !self.is_observed(lit));
        if let Some(lit) = stray {
            self.fail(SatError::BadPropagation { lit, why: "its variable is not observed" });
        }
        stray.is_none()
    }

    /// The next literal of the clause that is being read, or the zero at its end.
    fn read(&mut self) -> i32 {
        match self.reading.as_mut().and_then(Vec::pop) {
            Some(lit) => lit.to_ipasir(),
            None => {
                self.reading = None;
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
            this.propagator.assign(&this.lits);
        });
    }

    fn notify_new_decision_level(&mut self) {
        self.call(|this| this.propagator.new_level());
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        self.call(|this| this.propagator.backtrack(new_level));
    }

    fn cb_propagate(&mut self) -> i32 {
        if self.idle {
            return 0;
        }
        match self.call(|this| this.propagator.propagate()) {
            Some(lit) if self.check_observed(&[lit]) => lit.to_ipasir(),
            _ => 0,
        }
    }

    fn cb_add_reason_clause_lit(&mut self, propagated_lit: i32) -> i32 {
        if self.reading.is_none() {
            let lit = to_lit(propagated_lit);
            let mut clause = self.call(|this| {
                let mut clause = Vec::new();
                this.propagator.reason(lit, &mut clause);
                clause
            });
            if !self.broken && !clause.contains(&lit) {
                self.fail(SatError::BadPropagation { lit, why: "it is not in its reason" });
            }
            if self.broken || !self.check_observed(&clause) {
                clause = vec![lit];
            }
            clause.reverse();
            self.reading = Some(clause);
        }
        self.read()
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
        let all = self.clauses.concat();
        self.check_observed(&all);
        self.clauses.is_empty()
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        *is_forgettable = false;
        !self.clauses.is_empty()
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        if self.reading.is_none() {
            let mut clause = self.clauses.pop().unwrap_or_default();
            clause.reverse();
            self.reading = Some(clause);
        }
        self.read()
    }
}

fn to_lit(number: i32) -> Lit {
    Lit::from_ipasir(number).expect("CaDiCaL speaks of the variables it was given")
}
