//! Decisions, phases and restarts.

use rustsat::types::Lit;

use super::Solver;
use crate::assignment::Reason;
use crate::luby::luby;
use crate::Options;

/// The next action after propagation.
pub(super) enum NextAction {
    /// Begin a level with this literal, or without one.
    Decide(Option<Lit>),
    /// An assumption is false.
    AssumptionFalse,
    /// All variables are assigned.
    Complete,
}

impl Solver {
    /// Saves the conflict-free part of the assignment as target phases if it is the largest so far (Biere & Fleury: Chasing
    /// target phases, POS 2020).
    pub(super) fn save_target_phases(&mut self) {
        let size = self.assignment.start(self.assignment.level());
        if size <= self.target_size {
            return;
        }
        self.target_size = size;
        self.target.extend_from_slice(&self.phases[self.target.len()..]);
        for &lit in &self.assignment.trail()[..size] {
            self.target[lit.vidx()] = lit.is_pos();
        }
    }

    pub(super) fn restart(&mut self) {
        self.stats.restarts += 1;
        self.restarts += 1;
        self.restart = self.stats.conflicts.saturating_add(self.until_restart());
        let level = self.reused_level().max(self.enumeration.floor());
        self.backtrack(level);
    }

    /// Returns the number of conflicts from the last restart of this search to the next one.
    pub(super) fn until_restart(&self) -> u64 {
        let Options { restart_unit, restart_growth, random_searches, random_conflicts, .. } = self.options;
        match restart_growth {
            _ if self.stats.restarts < random_searches => random_conflicts,
            Some(growth) => (restart_unit as f64 * growth.powf(self.restarts as f64)) as u64,
            None => restart_unit * luby(self.restarts + 1),
        }
    }

    /// Returns the level up to which a restart would repeat the same decisions (van der Tak, Ramos & Heule: Reusing the
    /// assignment trail in CDCL solvers, JSAT 7, 2011).
    fn reused_level(&mut self) -> u32 {
        let assumed = (self.assumed.len() as u32).min(self.assignment.level());
        let Some(next) = self.next_variable() else { return assumed };
        let scores = &self.scores;
        let comes_first = |lit: Lit| scores.is_before(lit.var().idx32(), next as u32);
        let mut levels = assumed + 1..=self.assignment.level();
        let first = levels
            .find(|&level| self.assignment.decision(level).is_none_or(|decision| !comes_first(decision)));
        first.map_or(self.assignment.level(), |level| level - 1)
    }

    fn next_variable(&mut self) -> Option<usize> {
        let Solver { assignment, scores, random, options, stats, .. } = self;
        let is_open = |variable: usize| assignment.is_open(Lit::new(variable as u32, false));
        let part = if scores.uses_ranks() {
            0.0
        } else if stats.restarts < options.random_searches {
            1.0
        } else {
            options.random_decisions
        };
        if part > 0.0 && random.f64() < part {
            let drawn = random.choice(scores.waiting()).map(|&variable| variable as usize);
            if let Some(variable) = drawn.filter(|&variable| is_open(variable)) {
                return Some(variable);
            }
        }
        scores.first(is_open)
    }

    /// Begins a level with a literal, or without one.
    pub(super) fn decide(&mut self, lit: Option<Lit>) {
        self.assignment.new_level();
        if let Some(lit) = lit {
            self.assignment.assign(lit, Reason::None);
        }
    }

    /// Returns the action for the next assumption, or `None` if all are assigned.
    pub(super) fn next_assumption(&mut self) -> Option<NextAction> {
        while let Some(&lit) = self.assumed.get(self.assignment.level() as usize) {
            match self.assignment.value(lit) {
                0 => return Some(NextAction::Decide(Some(lit))),
                1 => self.assignment.new_level(),
                _ => {
                    self.core = self.core_of(lit);
                    return Some(NextAction::AssumptionFalse);
                }
            }
        }
        None
    }

    pub(super) fn next_decision(&mut self) -> NextAction {
        if let Some(next) = self.next_assumption() {
            return next;
        }
        if let Some(lit) = self.theory.decide(&self.assignment) {
            self.stats.decisions += 1;
            return NextAction::Decide(Some(lit));
        }
        let Some(variable) = self.next_variable().or_else(|| self.theory.first_open(&self.assignment)) else {
            return NextAction::Complete;
        };
        self.stats.decisions += 1;
        let is_negative = !self.phase(variable);
        NextAction::Decide(Some(Lit::new(variable as u32, is_negative)))
    }

    /// Returns the phase of a variable for its next decision.
    fn phase(&mut self, variable: usize) -> bool {
        if let Some(&Some(preferred)) = self.preferred.get(variable) {
            preferred
        } else if self.options.saves_phases {
            self.target.get(variable).copied().unwrap_or(self.phases[variable])
        } else if self.options.random_phases {
            self.random.bool()
        } else {
            self.options.initial_phase
        }
    }
}
