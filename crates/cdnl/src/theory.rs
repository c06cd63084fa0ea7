//! What stands between the search and its propagator.
//!
//! Invariants: the propagator was told of the observed literals among the first `told` of the trail, and is told of the others before
//! it is asked anything; `levels` are the levels of the search that it knows of, from the lowest up. A propagator that only
//! propagates is not asked twice without having been told something.

use rustsat::types::{Lit, Var};

use crate::assignment::Assignment;
use crate::solver::BadPropagation;
use crate::Propagator;

/// The propagator, with what it knows.
#[derive(Default)]
pub(crate) struct Theory {
    propagator: Option<Box<dyn Propagator>>,
    /// By variable.
    observed: Vec<bool>,
    told: usize,
    levels: Vec<u32>,
    /// It has nothing to say before it is told something.
    is_settled: bool,
    decides: bool,
    gives_clauses: bool,
    /// The first time that it broke its contract: what is found out since is worth nothing.
    pub failure: Option<BadPropagation>,
    lits: Vec<Lit>,
}

/// What a propagator has said.
pub(crate) enum Told {
    /// It has nothing to say, or broke its contract.
    Nothing,
    /// This open literal holds.
    Implied(Lit),
    /// This literal holds, and is false.
    False(Lit),
    /// A clause, and whether it may be forgotten.
    Clause(Vec<Lit>, bool),
}

impl Theory {
    pub fn connect(&mut self, propagator: Box<dyn Propagator>) {
        self.decides = propagator.decides();
        self.gives_clauses = propagator.gives_clauses();
        self.propagator = Some(propagator);
        self.tell_again();
    }

    /// Whether there is a propagator.
    pub fn is_connected(&self) -> bool {
        self.propagator.is_some()
    }

    /// Has everything told once more, on level 0.
    pub fn tell_again(&mut self) {
        self.told = 0;
        self.is_settled = false;
    }

    /// A search begins: the propagator may have been changed since the last one.
    pub fn begin(&mut self) {
        self.is_settled = false;
    }

    pub fn observe(&mut self, var: Var) {
        if self.observed.len() <= var.idx() {
            self.observed.resize(var.idx() + 1, false);
        }
        self.observed[var.idx()] = true;
    }

    #[inline]
    pub fn is_observed(&self, lit: Lit) -> bool {
        is_observed(&self.observed, lit)
    }

    /// Tells the propagator what is new.
    fn tell(&mut self, assignment: &Assignment) {
        let Theory { propagator: Some(propagator), observed, told, levels, is_settled, lits, .. } = self
        else {
            return;
        };
        let is_exact = self.decides || self.gives_clauses;
        let mut flush = |lits: &mut Vec<Lit>, propagator: &mut Box<dyn Propagator>| {
            if !lits.is_empty() {
                propagator.assign(lits);
                lits.clear();
                *is_settled = false;
            }
        };
        for &lit in &assignment.trail()[*told..] {
            if !is_observed(observed, lit) {
                continue;
            }
            let level = assignment.level_of(lit);
            let known = levels.last().copied().unwrap_or(0);
            if level > known {
                flush(lits, propagator);
                let from = if is_exact { known + 1 } else { level };
                for new in from..=level {
                    propagator.new_level();
                    levels.push(new);
                }
            }
            lits.push(lit);
        }
        flush(lits, propagator);
        *told = assignment.trail().len();
        if is_exact {
            for new in levels.last().copied().unwrap_or(0) + 1..=assignment.level() {
                propagator.new_level();
                levels.push(new);
            }
        }
    }

    /// Levels above this one are about to be taken back.
    #[inline]
    pub fn backtrack(&mut self, level: u32, assignment: &Assignment) {
        self.told = self.told.min(assignment.start(level + 1));
        if self.levels.last().is_none_or(|&known| known <= level) {
            return;
        }
        let kept = self.levels.partition_point(|&known| known <= level);
        self.levels.truncate(kept);
        if let Some(propagator) = &mut self.propagator {
            propagator.backtrack(kept);
        }
    }

    /// What the propagator says under the assignment.
    #[inline]
    pub fn next(&mut self, assignment: &Assignment) -> Told {
        if self.propagator.is_none() {
            return Told::Nothing;
        }
        self.ask(assignment)
    }

    fn ask(&mut self, assignment: &Assignment) -> Told {
        self.tell(assignment);
        let Theory { propagator: Some(propagator), observed, gives_clauses, is_settled, .. } = self else {
            return Told::Nothing;
        };
        if *is_settled {
            return Told::Nothing;
        }
        while let Some(lit) = propagator.propagate() {
            if !is_observed(observed, lit) {
                self.fail(lit, "its variable is not observed");
                return Told::Nothing;
            }
            match assignment.value(lit) {
                0 => return Told::Implied(lit),
                -1 => return Told::False(lit),
                _ => {}
            }
        }
        if *gives_clauses {
            if let Some((clause, forgettable)) = propagator.clause() {
                self.check_observed(&clause);
                if self.failure.is_none() {
                    return Told::Clause(clause, forgettable);
                }
            }
        }
        self.is_settled = !self.decides && !self.gives_clauses;
        Told::Nothing
    }

    /// Appends the reason of a literal.
    pub fn explain(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        if let Some(propagator) = &mut self.propagator {
            propagator.reason(lit, clause);
        }
        if !clause.contains(&lit) {
            self.fail(lit, "it is not in its reason");
        }
        self.check_observed(clause);
    }

    /// The literal that the propagator decides on.
    #[inline]
    pub fn decide(&mut self, assignment: &Assignment) -> Option<Lit> {
        if !self.decides {
            return None;
        }
        self.tell(assignment);
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

    /// Hears of a clause that was learned.
    #[inline]
    pub fn hear(&mut self, learned: &[Lit]) {
        if !self.decides {
            return;
        }
        let mut lits = std::mem::take(&mut self.lits);
        lits.clear();
        lits.extend(learned.iter().copied().filter(|&lit| self.is_observed(lit)));
        if let Some(propagator) = &mut self.propagator {
            propagator.learned(&lits);
        }
        lits.clear();
        self.lits = lits;
    }

    /// Clauses of the propagator that exclude a model, one of them false in it; none if it is one.
    pub fn check(&mut self, assignment: &Assignment) -> Vec<Vec<Lit>> {
        let observed = (0..self.observed.len() as u32).map(|index| Lit::new(index, false));
        let observed = observed.filter(|&lit| self.is_observed(lit));
        let model: Vec<Lit> = observed.map(|lit| if assignment.is_true(lit) { lit } else { !lit }).collect();
        let Some(propagator) = &mut self.propagator else { return Vec::new() };
        let clauses = propagator.check_model(&model);
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
