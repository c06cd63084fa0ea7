//! Decisions, phases and restarts.

use rustsat::types::{Lit, Var};

use super::Solver;
use crate::assignment::Reason;
use crate::luby::luby;
use crate::order::Scores;
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

/// The preferred variables in the order of their decisions, which come after those of variables from conflicts and before all others.
///
/// There may be many, and they rarely take part in conflicts: a heap would cost more than the decisions.
///
/// Invariant: those before `next` are assigned.
#[derive(Default)]
pub(super) struct Preferred {
    variables: Vec<u32>,
    next: usize,
    /// The value of `next` at the beginning of each level above 0.
    starts: Vec<u32>,
    /// Whether variables were added since the last call of [`Preferred::sort`].
    is_unsorted: bool,
}

impl Preferred {
    /// Adds variables. Allowed on level 0.
    pub fn add(&mut self, variables: impl Iterator<Item = u32>) {
        debug_assert!(self.starts.is_empty());
        self.variables.extend(variables);
        self.next = 0;
        self.is_unsorted = true;
    }

    /// Sorts the variables: those of higher scores come first. Allowed as long as no variable was asked for.
    pub fn sort(&mut self, scores: &Scores) {
        if std::mem::take(&mut self.is_unsorted) {
            self.variables.sort_unstable();
            self.variables.dedup();
            self.variables.sort_by(|&one, &other| scores.compare(other, one));
        }
    }

    fn new_level(&mut self) {
        self.starts.push(self.next as u32);
    }

    pub fn backtrack(&mut self, level: u32) {
        if let Some(&next) = self.starts.get(level as usize) {
            self.next = next as usize;
            self.starts.truncate(level as usize);
        }
    }

    /// Returns the first open variable.
    fn first(&mut self, is_open: impl Fn(usize) -> bool) -> Option<usize> {
        let found = self.variables[self.next..].iter().position(|&variable| is_open(variable as usize));
        self.next = found.map_or(self.variables.len(), |found| self.next + found);
        self.variables.get(self.next).map(|&variable| variable as usize)
    }
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
        if !scores.is_urgent(next) && self.preferred_phases.get(next).is_some_and(Option::is_some) {
            return self.assignment.level();
        }
        let comes_first = |lit: Lit| scores.is_before(lit.var().idx32(), next as u32);
        let mut levels = assumed + 1..=self.assignment.level();
        let first = levels
            .find(|&level| self.assignment.decision(level).is_none_or(|decision| !comes_first(decision)));
        first.map_or(self.assignment.level(), |level| level - 1)
    }

    fn next_variable(&mut self) -> Option<usize> {
        let Solver {
            assignment,
            scores,
            domain,
            preferred,
            open_input,
            phases,
            random,
            options,
            stats,
            theory,
            ..
        } = self;
        if !domain.is_empty() {
            domain.update(assignment, scores);
        }
        let is_open = |variable: usize| {
            assignment.is_open(Lit::new(variable as u32, false)) && !theory.is_temporary(variable)
        };
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
        let first = scores.first(is_open);
        if first.is_some_and(|variable| scores.is_urgent(variable)) || scores.uses_ranks() {
            return first;
        }
        if let Some(variable) = preferred.first(is_open) {
            return Some(variable);
        }
        // Where all others are assigned, the defined variables need no decisions.
        // The input that was open before is mostly still open.
        let is_open_input = |&variable: &usize| is_open(variable) && !scores.is_defined(variable);
        let first = first?;
        if scores.is_defined(first) {
            *open_input = (*open_input..phases.len()).chain(0..*open_input).find(is_open_input)?;
        }
        Some(first)
    }

    fn new_level(&mut self) {
        self.assignment.new_level();
        self.preferred.new_level();
    }

    /// Begins a level with a literal, or without one.
    pub(super) fn decide(&mut self, lit: Option<Lit>) {
        self.new_level();
        if let Some(lit) = lit {
            self.assignment.assign(lit, Reason::None);
        }
    }

    /// Returns the action for the next assumption, or `None` if all are assigned.
    pub(super) fn next_assumption(&mut self) -> Option<NextAction> {
        while let Some(&lit) = self.assumed.get(self.assignment.level() as usize) {
            match self.assignment.value(lit) {
                0 => return Some(NextAction::Decide(Some(lit))),
                1 => self.new_level(),
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
        let Some(variable) = self.next_variable() else {
            return NextAction::Complete;
        };
        self.stats.decisions += 1;
        let is_negative = !self.phase(variable);
        NextAction::Decide(Some(Lit::new(variable as u32, is_negative)))
    }

    /// Returns the phase of a variable for its next decision.
    fn phase(&mut self, variable: usize) -> bool {
        if let Some(sign) = self.domain.sign(Var::new(variable as u32)) {
            sign
        } else if let Some(&Some(preferred)) = self.preferred_phases.get(variable) {
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
