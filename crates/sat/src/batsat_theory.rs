//! A [`Propagator`] as batsat's theory.
//!
//! Invariant: the propagator was told of the observed literals among the first `told` of the solver's trail, and is told of
//! the others before it is asked anything. A propagator that breaks its contract ends the solver's thread: what batsat would
//! make of its answers is worth nothing.

use std::{cell::Cell, panic::resume_unwind, rc::Rc};

use batsat::{lbool, Theory, TheoryArg};
use rustsat::types::{Lit, Var};

use crate::{Propagator, SatError};

pub(crate) fn to_batsat(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.vidx32()), lit.is_pos())
}

pub(crate) fn from_batsat(lit: batsat::Lit) -> Lit {
    Lit::new(lit.var().idx(), !lit.sign())
}

/// Stands between batsat and a propagator.
#[derive(Default)]
pub(crate) struct Adapter {
    propagator: Option<Box<dyn Propagator>>,
    /// By variable.
    observed: Vec<bool>,
    told: usize,
    /// What `told` was when each level began.
    levels: Vec<usize>,
    /// By variable: whether it has a value on level 0.
    fixed: Vec<bool>,
    /// Set once a clause that the propagator implies is false on level 0: batsat has no word for that on a higher level.
    pub is_refuted: Rc<Cell<bool>>,
    lits: Vec<Lit>,
    clause: Vec<Lit>,
    answer: Vec<batsat::Lit>,
}

impl Adapter {
    pub fn connect(&mut self, propagator: Box<dyn Propagator>) {
        self.propagator = Some(propagator);
    }

    /// More variables. What is true on level 0 already is told, again or for the first time.
    pub fn observe(&mut self, vars: &[Var]) {
        for var in vars {
            if self.observed.len() <= var.idx() {
                self.observed.resize(var.idx() + 1, false);
                self.fixed.resize(var.idx() + 1, false);
            }
            self.observed[var.idx()] = true;
        }
        self.told = 0;
    }

    fn is_observed(&self, lit: Lit) -> bool {
        self.observed.get(lit.vidx()).copied().unwrap_or(false)
    }

    /// Tells the propagator what is new.
    fn tell(&mut self, solver: &TheoryArg) {
        let trail = solver.model();
        self.lits.clear();
        for &lit in &trail[self.told..] {
            let lit = from_batsat(lit);
            if self.is_observed(lit) {
                self.lits.push(lit);
                self.fixed[lit.vidx()] = self.levels.is_empty();
            }
        }
        self.told = trail.len();
        if let Some(propagator) = self.propagator.as_mut().filter(|_| !self.lits.is_empty()) {
            propagator.assign(&self.lits);
        }
    }

    /// The reason of a literal, in `clause`.
    fn explain(&mut self, lit: Lit) {
        self.clause.clear();
        if let Some(propagator) = &mut self.propagator {
            propagator.reason(lit, &mut self.clause);
        }
        if !self.clause.contains(&lit) {
            fail(lit, "it is not in its reason");
        }
        self.check();
    }

    /// Whether `clause` is all observed.
    fn check(&self) {
        if let Some(&stray) = self.clause.iter().find(|&&lit| !self.is_observed(lit)) {
            fail(stray, "its variable is not observed");
        }
    }

    /// Announces that `clause` is false.
    fn raise(&mut self, solver: &mut TheoryArg) {
        if self.clause.iter().all(|lit| self.fixed[lit.vidx()]) {
            return self.is_refuted.set(true);
        }
        self.answer.clear();
        self.answer.extend(self.clause.iter().copied().map(to_batsat));
        solver.raise_conflict(&self.answer, false);
    }
}

impl Theory for Adapter {
    fn partial_check(&mut self, solver: &mut TheoryArg) {
        if self.is_refuted.get() {
            return;
        }
        self.tell(solver);
        let known = solver.model().len();
        while let Some(lit) = self.propagator.as_mut().and_then(|propagator| propagator.propagate()) {
            if !self.is_observed(lit) {
                fail(lit, "its variable is not observed");
            }
            let value = value(solver, lit);
            if value == lbool::FALSE {
                self.explain(lit);
                return self.raise(solver);
            }
            if value == lbool::TRUE && solver.model().len() > known {
                // First let unit propagation go on from what is new.
                return;
            }
            solver.propagate(to_batsat(lit));
            self.tell(solver);
        }
    }

    fn final_check(&mut self, solver: &mut TheoryArg) {
        let known = solver.model().len();
        self.partial_check(solver);
        if self.is_refuted.get() || !solver.is_ok() || solver.model().len() > known {
            return;
        }
        let Some(mut propagator) = self.propagator.take() else { return };
        let lits = solver.model().iter().map(|&lit| from_batsat(lit));
        let mut model: Vec<Lit> = lits.filter(|&lit| self.is_observed(lit)).collect();
        model.sort_unstable();
        let clauses = propagator.check_model(&model);
        self.propagator = Some(propagator);
        // The first one that is false leads away from the model; what the others say comes up again.
        for clause in clauses {
            self.clause = clause;
            self.check();
            if self.clause.iter().all(|&lit| value(solver, lit) == lbool::FALSE) {
                return self.raise(solver);
            }
        }
    }

    fn create_level(&mut self) {
        self.levels.push(self.told);
        if let Some(propagator) = &mut self.propagator {
            propagator.new_level();
        }
    }

    fn pop_levels(&mut self, n: usize) {
        let level = self.levels.len() - n;
        let Some(&told) = self.levels.get(level) else { return };
        self.told = told;
        self.levels.truncate(level);
        if let Some(propagator) = &mut self.propagator {
            propagator.backtrack(level);
        }
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, lit: batsat::Lit) -> &[batsat::Lit] {
        let implied = from_batsat(lit);
        self.explain(implied);
        self.answer.clear();
        self.answer
            .extend(self.clause.iter().filter(|&&other| other != implied).map(|&other| to_batsat(!other)));
        &self.answer
    }
}

fn value(solver: &TheoryArg, lit: Lit) -> lbool {
    let value = solver.value(to_batsat(lit).var());
    if lit.is_pos() || value == lbool::UNDEF {
        value
    } else if value == lbool::TRUE {
        lbool::FALSE
    } else {
        lbool::TRUE
    }
}

/// Ends the solver's thread, which answers with the error.
fn fail(lit: Lit, why: &'static str) -> ! {
    resume_unwind(Box::new(SatError::BadPropagation { lit, why }))
}
