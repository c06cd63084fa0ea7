//! All models of clauses, one after the other, without a clause for each.
//!
//! Backtracking enumeration: after a model, the last decision that matters is *flipped*, and the levels below it are never
//! left again by backjumping, so that what was enumerated need not be remembered (Gebser, Kaufmann, Neumann & Schaub:
//! Conflict-driven answer set enumeration, LPNMR 2007). Variables that matter are decided first, so that models which
//! agree on them are found once (projected enumeration, as in Gebser, Kaufmann & Schaub: Solution enumeration for projected
//! Boolean search problems, CPAIOR 2009, without its heuristics). Between two models it is conflict-driven clause learning
//! as in MiniSat (Eén & Sörensson, SAT 2003), with restarts by Luby's sequence.
//!
//! Invariants: `floor` levels are never backjumped over, all of their decisions matter, and all that is left to enumerate
//! agrees with the trail up to there. A flipped literal stands on the floor or below it and follows from no clause, so that
//! analysis, which looks at reasons above the floor only, learns nothing but what the clauses and the propagator imply.
//!
//! Departure from the paper: a conflict whose literals are all at or below the floor learns nothing; it closes the branch.

mod analyze;
mod clauses;
mod order;

use groundplan_cdnl::luby;
use rustsat::types::{Lit, TernaryVal, Var};

use self::clauses::{ClauseId, Clauses};
use self::order::Order;
use crate::propagator::Propagator;
use crate::SearchStats;

/// Conflicts between restarts, to be multiplied by Luby's sequence.
const RESTART: u64 = 64;

/// After so many learned clauses half of them are dropped, and after that many more each time.
const REDUCE: (usize, usize) = (2000, 300);

/// How many conflicts and decisions are made before somebody is asked whether to stop.
const GLANCE: u32 = 256;

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// It was decided, flipped, or is true at level 0.
    None,
    Clause(ClauseId),
    /// The propagator said so, and knows why.
    Propagator,
}

/// What a walk came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A model: see [`Walk::value`]. The next step goes on behind it.
    Model,
    /// There are no more.
    Exhausted,
    /// So many conflicts were met without a model.
    OverBudget,
    /// Somebody wanted it to stop.
    Stopped,
}

/// A walk through all models of clauses that differ on the variables that matter.
///
/// ```
/// use groundplan_sat::{Step, Walk};
/// use rustsat::lit;
///
/// let mut walk = Walk::new();
/// walk.add_clause(&[lit![0], lit![1]]);
/// walk.add_clause(&[!lit![0], lit![2]]);
/// (0..2).for_each(|index| walk.matters(rustsat::var![index]));
/// let mut models = 0;
/// while walk.step(u64::MAX, &mut || false) == Step::Model {
///     models += 1;
/// }
/// assert_eq!(models, 3);
/// ```
#[derive(Default)]
pub struct Walk {
    clauses: Clauses,
    /// By literal: 1 true, -1 false.
    values: Vec<i8>,
    /// By variable.
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    phases: Vec<bool>,
    is_observed: Vec<bool>,
    matters: Vec<bool>,
    trail: Vec<Lit>,
    /// How long the trail was when each level began.
    starts: Vec<usize>,
    /// How much of the trail was propagated by clauses, and told to the propagator.
    propagated: usize,
    told: usize,
    /// Levels up to this one are kept.
    floor: usize,
    /// The flipped literals with their levels, from the lowest up.
    flipped: Vec<(usize, Lit)>,
    /// Literals whose reasons hold on lower levels than they stand on, with those, from the lowest up.
    late: Vec<(usize, Lit)>,
    order: Order,
    propagator: Option<Box<dyn Propagator>>,
    /// Clauses that were added and not looked at yet.
    pending: Vec<Vec<Lit>>,
    at_model: bool,
    is_exhausted: bool,
    until_glance: u32,
    stats: SearchStats,
    restarts: u64,
    analysis: analyze::Scratch,
}

/// What is false and must not be.
type Conflict = Vec<Lit>;

impl Walk {
    /// A walk without clauses.
    #[must_use]
    pub fn new() -> Self {
        Walk::default()
    }

    /// Adds a clause, also between two steps.
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

    /// Makes models that differ on a variable differ. Only before the first step.
    pub fn matters(&mut self, var: Var) {
        self.make_room(var);
        self.matters[var.idx()] = true;
        self.order.promote(var.idx());
    }

    /// Connects a propagator, before the first step.
    pub fn connect(&mut self, propagator: Box<dyn Propagator>) {
        self.propagator = Some(propagator);
    }

    /// Lets the propagator hear of a variable, also between two steps.
    pub fn observe(&mut self, var: Var) {
        self.make_room(var);
        if std::mem::replace(&mut self.is_observed[var.idx()], true) || self.is_open(var.pos_lit()) {
            return;
        }
        // A value is told on the level that it has, so those above must not have begun.
        self.begin_anew();
        self.told = 0;
    }

    /// Has a variable tried with this value first.
    pub fn prefer(&mut self, lit: Lit) {
        self.make_room(lit.var());
        self.phases[lit.vidx()] = lit.is_pos();
    }

    /// The value of a literal, in a model after [`Step::Model`].
    #[must_use]
    pub fn value(&self, lit: Lit) -> TernaryVal {
        match self.values.get(lit.lidx()) {
            Some(1) => TernaryVal::True,
            Some(-1) => TernaryVal::False,
            _ => TernaryVal::DontCare,
        }
    }

    /// Says that the model of the last step is none, which clauses that were added since exclude: the next step does not go
    /// on behind it but looks for another one in its place.
    pub fn refuse(&mut self) {
        self.at_model = false;
    }

    /// What was counted since it began.
    #[must_use]
    pub fn search_stats(&self) -> SearchStats {
        self.stats
    }

    /// Clauses that exclude all models that were found, and nothing else.
    #[must_use]
    pub fn found(&self) -> Vec<Vec<Lit>> {
        let before = |&(level, flipped): &(usize, Lit)| {
            self.decisions(level).map(|lit| !lit).chain([flipped]).collect()
        };
        self.flipped.iter().map(before).collect()
    }

    /// Goes back to the beginning: what was found stays excluded, and the next step looks elsewhere for the next model.
    pub fn begin_anew(&mut self) {
        if std::mem::take(&mut self.at_model) {
            self.flip();
        }
        if self.level() == 0 {
            return;
        }
        let found = self.found();
        self.lower(0);
        self.pending.extend(found);
    }

    /// Goes on to the next model; `stop` is asked now and then. After [`Step::OverBudget`] and [`Step::Stopped`] the next
    /// step goes on where this one was.
    pub fn step(&mut self, budget: u64, stop: &mut dyn FnMut() -> bool) -> Step {
        let limit = self.stats.conflicts.saturating_add(budget);
        if std::mem::take(&mut self.at_model) {
            self.flip();
        }
        let mut until_restart = RESTART * luby(self.restarts);
        loop {
            self.until_glance = self.until_glance.saturating_sub(1);
            if self.until_glance == 0 {
                self.until_glance = GLANCE;
                if stop() {
                    return Step::Stopped;
                }
            }
            let conflict = if self.is_exhausted { None } else { self.propagate() };
            if self.is_exhausted {
                return Step::Exhausted;
            }
            if let Some(conflict) = conflict {
                self.stats.conflicts += 1;
                until_restart = until_restart.saturating_sub(1);
                self.resolve(conflict);
                if self.stats.conflicts >= limit && !self.is_exhausted {
                    return Step::OverBudget;
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
            let Some(lit) = self.choose() else {
                if self.refuse_model() {
                    continue;
                }
                self.at_model = true;
                return Step::Model;
            };
            self.stats.decisions += 1;
            self.starts.push(self.trail.len());
            if let Some(propagator) = &mut self.propagator {
                propagator.new_level();
            }
            self.assign(lit, Reason::None);
        }
    }

    /// Has the propagator look at a model; whether it refuses it.
    fn refuse_model(&mut self) -> bool {
        let Some(propagator) = &mut self.propagator else { return false };
        let observed = (0..self.is_observed.len()).filter(|&var| self.is_observed[var]);
        let model: Vec<Lit> = observed.map(|var| Lit::new(var as u32, self.values[2 * var] != 1)).collect();
        let clauses = propagator.check_model(&model);
        let refused = !clauses.is_empty();
        clauses.iter().for_each(|clause| self.add_clause(clause));
        refused
    }

    /// A variable that has no value yet, with the one to try.
    fn choose(&mut self) -> Option<Lit> {
        let values = &self.values;
        let var = self.order.pop(|var| values[2 * var] == 0)?;
        Some(Lit::new(var as u32, !self.phases[var]))
    }

    /// Goes behind a model.
    fn flip(&mut self) {
        let last = (1..=self.level()).rev().find(|&level| self.matters[self.decision(level).vidx()]);
        self.close(last.unwrap_or(0));
    }

    /// There is nothing left under the decisions up to this level: goes on with the last of them flipped.
    fn close(&mut self, level: usize) {
        let Some(below) = level.checked_sub(1) else {
            self.is_exhausted = true;
            return;
        };
        let flipped = !self.decision(level);
        self.lower(below);
        self.assign(flipped, Reason::None);
        if below > 0 {
            self.flipped.push((below, flipped));
        }
    }

    /// Makes a level the floor, and goes back to it. What follows there already is not lost with the level it was noticed on.
    fn lower(&mut self, floor: usize) {
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

    /// Deals with a clause that is false.
    fn resolve(&mut self, conflict: Conflict) {
        let level = conflict.iter().map(|lit| self.level_of(*lit)).max().unwrap_or(0);
        if level <= self.floor {
            self.close(level);
            return;
        }
        self.backtrack(level);
        let learned = self.analyze(conflict);
        let below = learned.get(1).map_or(0, |&lit| self.level_of(lit));
        self.backtrack(below.max(self.floor));
        self.learn(&learned, below < self.floor);
    }

    /// Adds a learned clause, whose first literal it makes true.
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

    /// Everything that follows; or a clause that is false.
    fn propagate(&mut self) -> Option<Conflict> {
        loop {
            if let Some(clause) = self.pending.pop() {
                if let Some(conflict) = self.enter(clause) {
                    return Some(conflict);
                }
                continue;
            }
            if let Some(id) = self.propagate_clauses() {
                return Some(self.clauses.lits(id).to_vec());
            }
            let propagator = self.propagator.as_mut()?;
            if self.told < self.trail.len() {
                let observed = self.trail[self.told..].iter().copied();
                let news: Vec<Lit> = observed.filter(|lit| self.is_observed[lit.vidx()]).collect();
                self.told = self.trail.len();
                if !news.is_empty() {
                    propagator.assign(&news);
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

    /// Enters a clause that was added; gives it back where it is false.
    fn enter(&mut self, mut clause: Vec<Lit>) -> Option<Conflict> {
        // What is not false comes first, then what became false last.
        let rank = |lit: &Lit| if self.is_false(*lit) { self.level_of(*lit) } else { usize::MAX };
        clause.sort_by_key(|lit| std::cmp::Reverse(rank(lit)));
        match clause[..] {
            [] => {
                self.is_exhausted = true;
                return None;
            }
            [first] => {
                // Nobody watches it, so it has to hold at level 0.
                self.begin_anew();
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
        self.told = self.told.min(start);
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
        self.matters.resize(count, false);
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

    /// What was decided at a level from 1 up.
    fn decision(&self, level: usize) -> Lit {
        self.trail[self.starts[level - 1]]
    }

    fn decisions(&self, level: usize) -> impl Iterator<Item = Lit> + '_ {
        (1..=level).map(|level| self.decision(level))
    }
}

impl std::fmt::Debug for Walk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Walk")
            .field("floor", &self.floor)
            .field("level", &self.level())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
