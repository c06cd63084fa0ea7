//! The connection between the search and its propagator.
//!
//! Invariants: the propagator has received the observed literals among the first `reported` of the trail, and receives the others
//! before it is called for anything else. `levels` are the search levels known to the propagator, in ascending order. A
//! propagator that only propagates is not called twice without new assignments in between.

use rustsat::types::{Lit, Var};

use crate::assignment::Assignment;
use crate::solver::BadPropagation;
use crate::{Propagator, Propagators};

/// The propagator, and the state that it has received.
#[derive(Default)]
pub(crate) struct ConnectedPropagator {
    propagator: Option<Box<dyn Propagator>>,
    /// The observed variables: a flag for each variable.
    observed: Vec<bool>,
    /// The variables that are not decided, because no clause has them: a flag for each variable.
    temporary: Vec<bool>,
    reported: usize,
    levels: Vec<u32>,
    /// The assumptions, which open the lowest levels.
    assumed: Vec<Lit>,
    /// Literals that the propagator implied and that are not assigned yet, the next one last.
    waiting: Vec<Lit>,
    /// The propagator implies nothing more until it receives a new assignment.
    is_quiescent: bool,
    /// Whether the clauses come next when those are assigned.
    leaves_turn: bool,
    /// Whether the clauses come next, because one of those was assigned.
    is_turn_of_clauses: bool,
    decides: bool,
    gives_clauses: bool,
    checks_models: bool,
    /// The first violation of the propagator's contract. All later results are invalid.
    pub failure: Option<BadPropagation>,
    lits: Vec<Lit>,
}

/// The response of a propagator.
pub(crate) enum PropagatorResponse {
    /// No consequence, or a violation of the contract.
    Nothing,
    /// It has not finished: the search is to be polled.
    Paused,
    /// An implied literal that is unassigned.
    Implied(Lit),
    /// An implied literal that is false: a conflict.
    False(Lit),
    /// The number of variables has grown to this.
    Grown(usize),
    /// A clause, and whether it may be forgotten.
    Clause(Vec<Lit>, bool),
}

impl ConnectedPropagator {
    /// Connects a propagator, behind those that are connected. The search is on level 0.
    pub fn connect(&mut self, propagator: Box<dyn Propagator>) {
        let propagator = match self.propagator.take() {
            None => propagator,
            Some(known) => Box::new(Propagators::new(vec![known, propagator])),
        };
        self.decides = propagator.decides();
        self.gives_clauses = propagator.gives_clauses();
        self.checks_models = propagator.checks_models();
        self.propagator = Some(propagator);
        self.report_again();
    }

    /// Returns whether a propagator is connected.
    pub fn is_connected(&self) -> bool {
        self.propagator.is_some()
    }

    /// Reports all assignments again, from level 0.
    pub fn report_again(&mut self) {
        self.reported = 0;
        self.is_quiescent = false;
    }

    /// Begins a search. The propagator may have been modified since the last one.
    pub fn begin(&mut self, assumed: &[Lit]) {
        self.is_quiescent = false;
        self.waiting.clear();
        self.is_turn_of_clauses = false;
        if self.gives_clauses {
            self.assumed.clear();
            self.assumed.extend_from_slice(assumed);
        }
    }

    pub fn observe(&mut self, var: Var) {
        if self.observed.len() <= var.idx() {
            self.observed.resize(var.idx() + 1, false);
        }
        self.observed[var.idx()] = true;
    }

    /// Whether a variable is not decided, because no clause has it.
    #[inline]
    pub fn is_temporary(&self, variable: usize) -> bool {
        self.temporary.get(variable).copied().unwrap_or(false)
    }

    /// Notes that a clause has these literals. To be called before any of them is undone.
    #[inline]
    pub fn keep(&mut self, lits: &[Lit]) {
        if self.temporary.is_empty() {
            return;
        }
        for &lit in lits {
            if self.is_temporary(lit.vidx()) {
                self.temporary[lit.vidx()] = false;
                self.propagator.as_mut().into_iter().for_each(|propagator| propagator.keep(lit.var()));
            }
        }
    }

    #[inline]
    pub fn is_observed(&self, lit: Lit) -> bool {
        is_observed(&self.observed, lit)
    }

    /// Reports new levels and assignments to the propagator.
    fn report(&mut self, assignment: &Assignment) {
        let is_exact = self.decides || self.gives_clauses;
        let ConnectedPropagator {
            propagator: Some(propagator),
            observed,
            reported,
            levels,
            assumed,
            is_quiescent,
            lits,
            ..
        } = self
        else {
            return;
        };
        let hears_decisions = self.gives_clauses;
        let begin = |level: u32, levels: &mut Vec<u32>, propagator: &mut Box<dyn Propagator>| {
            propagator.new_level();
            levels.push(level);
            let decision = || assignment.decision(level).or(assumed.get(level as usize - 1).copied());
            if let Some(decision) = hears_decisions.then(decision).flatten() {
                propagator.decided(decision);
            }
        };
        let mut flush = |lits: &mut Vec<Lit>, propagator: &mut Box<dyn Propagator>| {
            if !lits.is_empty() {
                propagator.assign(lits);
                lits.clear();
                *is_quiescent = false;
            }
        };
        for &lit in &assignment.trail()[*reported..] {
            if !is_observed(observed, lit) {
                continue;
            }
            let level = assignment.level_of(lit);
            let known = levels.last().copied().unwrap_or(0);
            if level > known {
                flush(lits, propagator);
                let from = if is_exact { known + 1 } else { level };
                (from..=level).for_each(|new| begin(new, levels, propagator));
            }
            lits.push(lit);
        }
        flush(lits, propagator);
        *reported = assignment.trail().len();
        if is_exact {
            let from = levels.last().copied().unwrap_or(0) + 1;
            (from..=assignment.level()).for_each(|new| begin(new, levels, propagator));
        }
    }

    /// Reports that the levels above `level` are about to be undone.
    #[inline]
    pub fn backtrack(&mut self, level: u32, assignment: &Assignment) {
        self.reported = self.reported.min(assignment.start(level + 1));
        self.waiting.clear();
        self.is_turn_of_clauses = false;
        if self.levels.last().is_none_or(|&known| known <= level) {
            return;
        }
        let kept = self.levels.partition_point(|&known| known <= level);
        self.levels.truncate(kept);
        if let Some(propagator) = &mut self.propagator {
            propagator.backtrack(kept);
        }
    }

    /// Returns the propagator's next consequence of the assignment.
    #[inline]
    pub fn next(&mut self, assignment: &Assignment) -> PropagatorResponse {
        if self.propagator.is_none() {
            return PropagatorResponse::Nothing;
        }
        self.query(assignment)
    }

    /// Observes the variables that the propagator requests. Returns the required number of variables.
    fn grow(&mut self) -> usize {
        let Some(propagator) = self.propagator.as_mut().filter(|_| self.gives_clauses) else { return 0 };
        for var in propagator.take_observed() {
            self.observe(var);
        }
        let Some(propagator) = &mut self.propagator else { return 0 };
        for var in propagator.take_temporary() {
            if self.temporary.len() <= var.idx() {
                self.temporary.resize(var.idx() + 1, false);
            }
            self.temporary[var.idx()] = true;
        }
        self.observed.len()
    }

    fn query(&mut self, assignment: &Assignment) -> PropagatorResponse {
        loop {
            while let Some(lit) = self.waiting.pop() {
                match assignment.value(lit) {
                    0 => {
                        self.is_turn_of_clauses = self.leaves_turn;
                        return PropagatorResponse::Implied(lit);
                    }
                    -1 => return PropagatorResponse::False(lit),
                    _ => {}
                }
            }
            if std::mem::take(&mut self.is_turn_of_clauses) {
                return PropagatorResponse::Nothing;
            }
            self.report(assignment);
            if self.is_quiescent {
                return PropagatorResponse::Nothing;
            }
            let Some(propagator) = &mut self.propagator else { return PropagatorResponse::Nothing };
            self.leaves_turn = propagator.propagate_many(&mut self.waiting);
            let variables = self.grow();
            if let Some(&lit) = self.waiting.iter().find(|&&lit| !self.is_observed(lit)) {
                self.fail(lit, "its variable is not observed");
                return PropagatorResponse::Nothing;
            }
            self.waiting.reverse();
            if variables > assignment.variables() {
                return PropagatorResponse::Grown(variables);
            }
            if self.waiting.is_empty() {
                if self.propagator.as_ref().is_some_and(|it| it.is_paused()) {
                    return PropagatorResponse::Paused;
                }
                break;
            }
        }
        if self.gives_clauses {
            if let Some((clause, forgettable)) = self.propagator.as_mut().and_then(|it| it.clause()) {
                self.check_observed(&clause);
                if self.failure.is_none() {
                    return PropagatorResponse::Clause(clause, forgettable);
                }
            }
        }
        self.is_quiescent = !self.decides && !self.gives_clauses;
        PropagatorResponse::Nothing
    }

    /// Appends the reason of a literal to `clause`.
    pub fn explain(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        if let Some(propagator) = &mut self.propagator {
            propagator.reason(lit, clause);
        }
        if !clause.contains(&lit) {
            self.fail(lit, "it is not in its reason");
        }
        self.check_observed(clause);
    }

    /// Returns the literal on which the propagator decides.
    #[inline]
    pub fn decide(&mut self, assignment: &Assignment) -> Option<Lit> {
        if !self.decides {
            return None;
        }
        self.report(assignment);
        let lit = self.propagator.as_mut()?.decide()?;
        if !self.is_observed(lit) {
            self.fail(lit, "its variable is not observed");
            return None;
        }
        if !assignment.is_open(lit) {
            self.fail(lit, "it has a value, so there is nothing to decide");
            return None;
        }
        Some(lit)
    }

    /// Returns a literal to decide on where all variables have values, and the number of variables needed.
    pub fn complete(&mut self, assignment: &Assignment) -> Option<(Lit, usize)> {
        if !self.gives_clauses {
            return None;
        }
        self.report(assignment);
        let lit = self.propagator.as_mut()?.complete()?;
        let variables = self.grow();
        if !self.is_observed(lit) {
            self.fail(lit, "its variable is not observed");
            return None;
        }
        Some((lit, variables))
    }

    /// Returns clauses of the propagator that exclude the model, at least one of them false in it. Empty if the model is
    /// accepted.
    pub fn check(&mut self, assignment: &Assignment) -> Vec<Vec<Lit>> {
        let Some(propagator) = self.propagator.as_mut().filter(|_| self.checks_models) else {
            return Vec::new();
        };
        let observed = (0..self.observed.len() as u32).map(|index| Lit::new(index, false));
        let observed = observed.filter(|&lit| is_observed(&self.observed, lit));
        let model: Vec<Lit> = observed.map(|lit| if assignment.is_true(lit) { lit } else { !lit }).collect();
        let clauses = propagator.check_model(&model);
        self.grow();
        clauses.iter().for_each(|clause| self.check_observed(clause));
        clauses
    }

    fn check_observed(&mut self, clause: &[Lit]) {
        if let Some(&stray) = clause.iter().find(|&&lit| !self.is_observed(lit)) {
            self.fail(stray, "its variable is not observed");
        }
    }

    #[cold]
    fn fail(&mut self, lit: Lit, why: &'static str) {
        self.failure.get_or_insert(BadPropagation { lit, why });
    }
}

#[inline]
fn is_observed(observed: &[bool], lit: Lit) -> bool {
    observed.get(lit.vidx()).copied().unwrap_or(false)
}
