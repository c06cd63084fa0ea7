//! Backtracking enumeration: all models of a set of clauses, without a blocking clause for each.
//!
//! After a model, the last relevant decision is *flipped*, and backjumping never undoes the levels below it. So enumerated models
//! need not be stored (Gebser, Kaufmann, Neumann & Schaub: Conflict-driven answer set enumeration, LPNMR 2007). Relevant
//! variables are decided first, so that models which agree on them are found only once. This is projected enumeration, as in
//! Gebser, Kaufmann & Schaub: Solution enumeration for projected Boolean search problems, CPAIOR 2009, without its heuristics.
//! Between two models the search is conflict-driven clause learning as in MiniSat (Eén & Sörensson, SAT 2003), with restarts by
//! Luby's sequence.
//!
//! Invariants: backjumping never goes below level `floor`, and all decisions up to it are relevant. All models that are left
//! agree with the trail up to there. A flipped literal stands at or below the floor and follows from no clause. Conflict analysis
//! resolves only on literals above the floor, so learned clauses follow from the clauses and the propagator.
//!
//! Unlike in the paper, a conflict whose literals are all at or below the floor learns nothing: it closes the branch.

mod analyze;
mod clauses;
mod order;

use groundplan_cdnl::luby;
use rustsat::types::{Lit, TernaryVal, Var};

use self::clauses::{ClauseId, Clauses};
use self::order::DecisionHeap;
use crate::propagator::Propagator;
use crate::SearchStats;

/// The number of conflicts between restarts, multiplied by Luby's sequence.
const RESTART: u64 = 64;

/// Half of the learned clauses are dropped when there are more than the first number, which grows by the second at each
/// reduction.
const REDUCE: (usize, usize) = (2000, 300);

/// The poll interval of `stop`, in conflicts and decisions.
const POLL_INTERVAL: u32 = 256;

/// The reason of an assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// A decision, a flipped literal, or a literal true at level 0.
    None,
    Clause(ClauseId),
    /// Implied by the propagator, which can explain it.
    Propagator,
}

/// The result of a call of [`BacktrackingEnumerator::next_model`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumerationOutcome {
    /// A model was found: see [`BacktrackingEnumerator::value`]. The next call continues behind it.
    Model,
    /// All models were found.
    Exhausted,
    /// The conflict budget was used up.
    OverBudget,
    /// `stop` returned true.
    Stopped,
}

/// An enumerator of all models that differ on the relevant variables.
///
/// ```
/// use groundplan_sat::{EnumerationOutcome, BacktrackingEnumerator};
/// use rustsat::lit;
///
/// let mut enumerator = BacktrackingEnumerator::new();
/// enumerator.add_clause(&[lit![0], lit![1]]);
/// enumerator.add_clause(&[!lit![0], lit![2]]);
/// (0..2).for_each(|index| enumerator.mark_relevant(rustsat::var![index]));
/// let mut models = 0;
/// while enumerator.next_model(u64::MAX, &mut || false) == EnumerationOutcome::Model {
///     models += 1;
/// }
/// assert_eq!(models, 3);
/// ```
#[derive(Default)]
pub struct BacktrackingEnumerator {
    clauses: Clauses,
    /// The value of each literal: 1 true, -1 false, 0 unassigned.
    values: Vec<i8>,
    /// The level of each variable. This list and the next four are indexed by variable.
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    phases: Vec<bool>,
    is_observed: Vec<bool>,
    is_relevant: Vec<bool>,
    trail: Vec<Lit>,
    /// The length of the trail when each level began.
    starts: Vec<usize>,
    /// The length of the part of the trail that was propagated by clauses. `reported` is the length of the part that the propagator
    /// received.
    propagated: usize,
    reported: usize,
    /// Backjumping never undoes levels up to this one.
    floor: usize,
    /// The flipped literals with their levels, in ascending order of level.
    flipped: Vec<(usize, Lit)>,
    /// Literals implied on a lower level than they are assigned on, with the level that they are assigned on, in ascending order.
    late: Vec<(usize, Lit)>,
    order: DecisionHeap,
    propagator: Option<Box<dyn Propagator>>,
    /// Added clauses that have not been processed yet.
    pending: Vec<Vec<Lit>>,
    at_model: bool,
    is_exhausted: bool,
    until_poll: u32,
    stats: SearchStats,
    restarts: u64,
    analysis: analyze::Scratch,
}

/// The literals of a clause that is false.
type Conflict = Vec<Lit>;

impl BacktrackingEnumerator {
    /// Returns an enumerator without clauses.
    #[must_use]
    pub fn new() -> Self {
        BacktrackingEnumerator::default()
    }

    /// Adds a clause. Allowed between two steps.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.make_room(lit.var());
        }
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        if !clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            self.pending.push(clause);
        }
    }

    /// Makes a variable relevant: models that differ only on other variables are found once. Allowed before the first step only.
    pub fn mark_relevant(&mut self, var: Var) {
        self.make_room(var);
        self.is_relevant[var.idx()] = true;
        self.order.promote(var.idx());
    }

    /// Connects a propagator. Allowed before the first step only.
    pub fn connect(&mut self, propagator: Box<dyn Propagator>) {
        self.propagator = Some(propagator);
    }

    /// Lets the propagator observe a variable. Allowed between two steps.
    pub fn observe(&mut self, var: Var) {
        self.make_room(var);
        if std::mem::replace(&mut self.is_observed[var.idx()], true) || self.is_open(var.pos_lit()) {
            return;
        }
        // An assignment is reported on its own level, so no higher level may have begun.
        self.restart_from_root();
        self.reported = 0;
    }

    /// Sets the initial phase of a variable.
    pub fn prefer(&mut self, lit: Lit) {
        self.make_room(lit.var());
        self.phases[lit.vidx()] = lit.is_pos();
    }

    /// The value of a literal in the last model, after [`EnumerationOutcome::Model`].
    #[must_use]
    pub fn value(&self, lit: Lit) -> TernaryVal {
        match self.values.get(lit.lidx()) {
            Some(1) => TernaryVal::True,
            Some(-1) => TernaryVal::False,
            _ => TernaryVal::DontCare,
        }
    }

    /// Rejects the model of the last step, because clauses added since then exclude it. The next step then searches for another
    /// model in its place, instead of continuing behind it.
    pub fn reject_model(&mut self) {
        self.at_model = false;
    }

    /// The search statistics since the enumerator was created.
    #[must_use]
    pub fn search_stats(&self) -> SearchStats {
        self.stats
    }

    /// Returns clauses that exclude exactly the models found so far.
    #[must_use]
    pub fn excluding_clauses(&self) -> Vec<Vec<Lit>> {
        let before = |&(level, flipped): &(usize, Lit)| {
            self.decisions(level).map(|lit| !lit).chain([flipped]).collect()
        };
        self.flipped.iter().map(before).collect()
    }

    /// Restarts from level 0. The models found so far are excluded by clauses, and the next step may search elsewhere.
    pub fn restart_from_root(&mut self) {
        if std::mem::take(&mut self.at_model) {
            self.flip();
        }
        if self.level() == 0 {
            return;
        }
        let found = self.excluding_clauses();
        self.set_floor(0);
        self.pending.extend(found);
    }

    /// Continues to the next model; `stop` is polled from time to time. After [`EnumerationOutcome::OverBudget`] and
    /// [`EnumerationOutcome::Stopped`] the next call continues where this one ended.
    pub fn next_model(&mut self, budget: u64, stop: &mut dyn FnMut() -> bool) -> EnumerationOutcome {
        let limit = self.stats.conflicts.saturating_add(budget);
        if std::mem::take(&mut self.at_model) {
            self.flip();
        }
        let mut until_restart = RESTART * luby(self.restarts);
        loop {
            self.until_poll = self.until_poll.saturating_sub(1);
            if self.until_poll == 0 {
                self.until_poll = POLL_INTERVAL;
                if stop() {
                    return EnumerationOutcome::Stopped;
                }
            }
            let conflict = if self.is_exhausted { None } else { self.propagate() };
            if self.is_exhausted {
                return EnumerationOutcome::Exhausted;
            }
            if let Some(conflict) = conflict {
                self.stats.conflicts += 1;
                until_restart = until_restart.saturating_sub(1);
                self.resolve(conflict);
                if self.stats.conflicts >= limit && !self.is_exhausted {
                    return EnumerationOutcome::OverBudget;
                }
                continue;
            }
            if until_restart == 0 {
                self.restarts += 1;
                until_restart = RESTART * luby(self.restarts);
                self.backtrack(self.floor);
                continue;
            }
            if self.clauses.learned() > REDUCE.0 + REDUCE.1 * self.clauses.reductions() {
                let reasons = &self.reasons;
                let values = &self.values;
                self.clauses.reduce(|id, first| {
                    values[first.lidx()] == 1 && reasons[first.vidx()] == Reason::Clause(id)
                });
            }
            let Some(lit) = self.next_decision() else {
                if self.propagator_rejects_model() {
                    continue;
                }
                self.at_model = true;
                return EnumerationOutcome::Model;
            };
            self.stats.decisions += 1;
            self.starts.push(self.trail.len());
            if let Some(propagator) = &mut self.propagator {
                propagator.new_level();
            }
            self.assign(lit, Reason::None);
        }
    }

    /// Lets the propagator check a model. Returns whether it rejects it.
    fn propagator_rejects_model(&mut self) -> bool {
        let Some(propagator) = &mut self.propagator else { return false };
        let observed = (0..self.is_observed.len()).filter(|&var| self.is_observed[var]);
        let model: Vec<Lit> = observed.map(|var| Lit::new(var as u32, self.values[2 * var] != 1)).collect();
        let clauses = propagator.check_model(&model);
        let refused = !clauses.is_empty();
        clauses.iter().for_each(|clause| self.add_clause(clause));
        refused
    }

    /// Returns the next decision: an unassigned variable in its saved phase.
    fn next_decision(&mut self) -> Option<Lit> {
        let values = &self.values;
        let var = self.order.pop(|var| values[2 * var] == 0)?;
        Some(Lit::new(var as u32, !self.phases[var]))
    }

    /// Continues behind a model by flipping the last relevant decision.
    fn flip(&mut self) {
        let last = (1..=self.level()).rev().find(|&level| self.is_relevant[self.decision(level).vidx()]);
        self.close_branch(last.unwrap_or(0));
    }

    /// Marks the branch of the decisions up to this level as exhausted, and flips the last of them.
    fn close_branch(&mut self, level: usize) {
        let Some(below) = level.checked_sub(1) else {
            self.is_exhausted = true;
            return;
        };
        let flipped = !self.decision(level);
        self.set_floor(below);
        self.assign(flipped, Reason::None);
        if below > 0 {
            self.flipped.push((below, flipped));
        }
    }

    /// Makes a level the floor and backtracks to it. Literals implied there that were assigned on higher levels are assigned
    /// again.
    fn set_floor(&mut self, floor: usize) {
        self.floor = floor;
        self.flipped.retain(|&(level, _)| level <= floor);
        self.backtrack(floor);
        let kept = self.late.partition_point(|&(level, _)| level <= floor);
        for (_, lit) in self.late.split_off(kept) {
            let Reason::Clause(id) = self.reasons[lit.vidx()] else { continue };
            let others = &self.clauses.lits(id)[1..];
            if self.is_open(lit) && others.iter().all(|&other| self.is_false(other)) {
                let is_late = others.iter().all(|&other| self.level_of(other) < floor);
                self.assign(lit, Reason::Clause(id));
                if is_late {
                    self.late.push((floor, lit));
                }
            }
        }
    }

    /// Resolves a conflict: learns a clause and backjumps, or closes the branch if the conflict is at or below the floor.
    fn resolve(&mut self, conflict: Conflict) {
        let level = conflict.iter().map(|lit| self.level_of(*lit)).max().unwrap_or(0);
        if level <= self.floor {
            self.close_branch(level);
            return;
        }
        self.backtrack(level);
        let learned = self.analyze(conflict);
        let below = learned.get(1).map_or(0, |&lit| self.level_of(lit));
        self.backtrack(below.max(self.floor));
        self.learn(&learned, below < self.floor);
    }

    /// Adds a learned clause and assigns its first literal.
    fn learn(&mut self, learned: &[Lit], is_late: bool) {
        let reason = match learned {
            [_] if self.floor == 0 => Reason::None,
            _ => Reason::Clause(self.clauses.learn(learned, &self.levels)),
        };
        self.assign(learned[0], reason);
        if is_late {
            self.late.push((self.floor, learned[0]));
        }
    }

    /// Propagates to a fixpoint. Returns a false clause if there is a conflict.
    fn propagate(&mut self) -> Option<Conflict> {
        loop {
            if let Some(clause) = self.pending.pop() {
                if let Some(conflict) = self.process_pending(clause) {
                    return Some(conflict);
                }
                continue;
            }
            if let Some(id) = self.propagate_clauses() {
                return Some(self.clauses.lits(id).to_vec());
            }
            let propagator = self.propagator.as_mut()?;
            if self.reported < self.trail.len() {
                let observed = self.trail[self.reported..].iter().copied();
                let new_lits: Vec<Lit> = observed.filter(|lit| self.is_observed[lit.vidx()]).collect();
                self.reported = self.trail.len();
                if !new_lits.is_empty() {
                    propagator.assign(&new_lits);
                }
            }
            let lit = propagator.propagate()?;
            if self.values[lit.lidx()] == -1 {
                let mut reason = Vec::new();
                propagator.reason(lit, &mut reason);
                return Some(reason);
            }
            if self.is_open(lit) {
                self.assign(lit, Reason::Propagator);
            }
        }
    }

    /// Adds a new clause to the search. Returns it if it is false.
    fn process_pending(&mut self, mut clause: Vec<Lit>) -> Option<Conflict> {
        // Literals that are not false come first, then those that became false last.
        let rank = |lit: &Lit| if self.is_false(*lit) { self.level_of(*lit) } else { usize::MAX };
        clause.sort_by_key(|lit| std::cmp::Reverse(rank(lit)));
        match clause[..] {
            [] => {
                self.is_exhausted = true;
                return None;
            }
            [first] => {
                // Unit clauses are not watched, so this one must hold at level 0.
                self.restart_from_root();
                if self.is_open(first) {
                    self.assign(first, Reason::None);
                }
                self.is_exhausted |= self.is_false(first);
                return None;
            }
            _ => {}
        }
        let (first, second) = (clause[0], clause[1]);
        let id = self.clauses.add(&clause);
        if self.is_false(first) {
            return Some(clause);
        }
        if self.is_false(second) && self.is_open(first) {
            let below = self.level_of(second);
            self.backtrack(below.max(self.floor));
            self.assign(first, Reason::Clause(id));
            if below < self.floor {
                self.late.push((self.floor, first));
            }
        }
        None
    }

    fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert!(self.is_open(lit));
        self.values[lit.lidx()] = 1;
        self.values[(!lit).lidx()] = -1;
        self.levels[lit.vidx()] = self.level() as u32;
        self.reasons[lit.vidx()] = reason;
        self.trail.push(lit);
    }

    fn backtrack(&mut self, level: usize) {
        let Some(&start) = self.starts.get(level) else { return };
        self.starts.truncate(level);
        for lit in self.trail.drain(start..) {
            self.values[lit.lidx()] = 0;
            self.values[(!lit).lidx()] = 0;
            self.phases[lit.vidx()] = lit.is_pos();
            self.order.put_back(lit.vidx());
        }
        self.propagated = self.propagated.min(start);
        self.reported = self.reported.min(start);
        if let Some(propagator) = &mut self.propagator {
            propagator.backtrack(level);
        }
    }

    fn make_room(&mut self, var: Var) {
        let count = var.idx() + 1;
        if self.levels.len() >= count {
            return;
        }
        self.values.resize(2 * count, 0);
        self.levels.resize(count, 0);
        self.reasons.resize(count, Reason::None);
        self.phases.resize(count, false);
        self.is_observed.resize(count, false);
        self.is_relevant.resize(count, false);
        self.clauses.make_room(count);
        self.order.make_room(count);
        self.analysis.make_room(count);
    }

    fn level(&self) -> usize {
        self.starts.len()
    }

    fn level_of(&self, lit: Lit) -> usize {
        self.levels[lit.vidx()] as usize
    }

    fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.lidx()] == -1
    }

    fn is_open(&self, lit: Lit) -> bool {
        self.values[lit.lidx()] == 0
    }

    /// Returns the decision of a level, counted from 1.
    fn decision(&self, level: usize) -> Lit {
        self.trail[self.starts[level - 1]]
    }

    fn decisions(&self, level: usize) -> impl Iterator<Item = Lit> + '_ {
        (1..=level).map(|level| self.decision(level))
    }
}

impl std::fmt::Debug for BacktrackingEnumerator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BacktrackingEnumerator")
            .field("floor", &self.floor)
            .field("level", &self.level())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
