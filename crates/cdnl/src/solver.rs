//! The solver: stores clauses, and searches for a model or a refutation.
//!
//! Invariants between two calls: the trail up to `propagated` has been propagated by all clauses. A watched literal of a clause
//! is false only if the other one is true, and was assigned on no higher level.

mod decisions;
mod enumeration;
mod reduction;
mod tagged;

use rustsat::solvers::SolverResult;
use rustsat::types::{Lit, Var};

use crate::arena::{Arena, ClauseRef};
use crate::assignment::{Assignment, Reason};
use crate::domain::{Aspect, Domain, Modification};
use crate::lists::Lists;
use crate::order::Scores;
use crate::tags::ClauseTags;
use crate::theory::{ConnectedPropagator, PropagatorResponse};
use crate::{analysis::AnalysisScratch, Options, Propagator};
use decisions::{NextAction, Preferred};
use enumeration::ModelEnumeration;

/// The poll interval of `stop`, in decisions and conflicts.
const POLL_INTERVAL: u32 = 256;

/// The number of times the clauses and the propagator take turns before `stop` is polled.
const ROUNDS: u32 = 4096;

/// A propagator broke its contract; the solver cannot be used any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadPropagation {
    /// The literal that violates it.
    pub lit: Lit,
    /// Why it violates the contract.
    pub why: &'static str,
}

impl std::fmt::Display for BadPropagation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the propagator named the literal {}, but {}", self.lit, self.why)
    }
}

impl std::error::Error for BadPropagation {}

/// Search statistics of a solver since it was created.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Stats {
    /// Conflicts found by clauses or reported by a propagator.
    pub conflicts: u64,
    /// Decisions, not counting assumptions.
    pub decisions: u64,
    /// Literals whose consequences were propagated.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// The number of deletions of learned clauses.
    pub reductions: u64,
}

/// A false clause.
pub(crate) enum Conflict {
    Binary(Lit, Lit),
    Clause(ClauseRef),
    /// The literals in [`AnalysisScratch::conflict`].
    Lits,
}

/// A watch of a clause. The clause can be skipped if the blocking literal, another literal of it, is true.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    blocking: Lit,
    clause: ClauseRef,
}

/// A conflict-driven solver for clauses and a [`Propagator`].
///
/// ```
/// use groundplan_cdnl::{Options, Solver};
/// use rustsat::{lit, solvers::SolverResult};
///
/// let mut solver = Solver::new(Options::default());
/// solver.add_clause(&[lit![0], lit![1]]);
/// solver.add_clause(&[!lit![0], lit![1]]);
/// assert_eq!(solver.solve(&[], u64::MAX, &mut |_| false), Ok(SolverResult::Sat));
/// assert_eq!(solver.value(lit![1]), Some(true));
/// assert_eq!(solver.solve(&[!lit![1]], u64::MAX, &mut |_| false), Ok(SolverResult::Unsat));
/// assert_eq!(solver.core(), [!lit![1]]);
/// ```
pub struct Solver {
    pub(crate) options: Options,
    random: fastrand::Rng,
    pub(crate) arena: Arena,
    /// The clauses that watch each literal, indexed by literal.
    watches: Lists<Watch>,
    /// A buffer for watches that move to other lists.
    moved: Vec<(Lit, Watch)>,
    /// The other literals of the binary clauses of each literal, indexed by literal.
    pub(crate) binaries: Lists<Lit>,
    pub(crate) assignment: Assignment,
    propagated: usize,
    /// Whether the last propagation ended before its fixpoint, to be continued after a poll.
    is_paused: bool,
    pub(crate) scores: Scores,
    /// The modifications of the decision order.
    pub(crate) domain: Domain,
    /// The saved phase of each variable.
    phases: Vec<bool>,
    /// The preferred phase of each variable, which overrides the saved one.
    preferred_phases: Vec<Option<bool>>,
    preferred: Preferred,
    /// A variable that is not defined and was open when this was last looked at.
    open_input: usize,
    /// The target phases: the values of the largest conflict-free assignment of this search, or of the last search.
    target: Vec<bool>,
    /// The size of that assignment.
    target_size: usize,
    pub(crate) theory: ConnectedPropagator,
    pub(crate) scratch: AnalysisScratch,
    pub(crate) learned: Vec<ClauseRef>,
    /// The state that an enumeration keeps between models.
    enumeration: ModelEnumeration,
    /// The increment of a clause's activity at its next use.
    pub(crate) clause_step: f32,
    /// The maximum number of literals of learned clauses that are collected for other solvers.
    share_up_to: usize,
    shared: Vec<Vec<Lit>>,
    /// The assumptions, which open the lowest levels.
    assumed: Vec<Lit>,
    core: Vec<Lit>,
    is_refuted: bool,
    /// The number of restarts in this search.
    restarts: u64,
    /// The numbers of conflicts at which the next restart and the next deletion of learned clauses are due.
    restart: u64,
    reduction: u64,
    /// The number of literals of level 0 when satisfied clauses were last removed.
    simplified: usize,
    stats: Stats,
    /// The tags of the clauses, if there are any.
    pub(crate) tags: Option<Box<ClauseTags>>,
}

impl Solver {
    /// Returns a solver without clauses.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Solver {
            arena: Arena::default(),
            watches: Lists::default(),
            moved: Vec::new(),
            binaries: Lists::default(),
            assignment: Assignment::default(),
            propagated: 0,
            is_paused: false,
            scores: Scores::default(),
            domain: Domain::default(),
            phases: Vec::new(),
            preferred_phases: Vec::new(),
            preferred: Preferred::default(),
            open_input: 0,
            target: Vec::new(),
            target_size: 0,
            theory: ConnectedPropagator::default(),
            scratch: AnalysisScratch::default(),
            learned: Vec::new(),
            enumeration: ModelEnumeration::default(),
            clause_step: 1.0,
            share_up_to: 0,
            shared: Vec::new(),
            assumed: Vec::new(),
            core: Vec::new(),
            is_refuted: false,
            restarts: 0,
            restart: 0,
            reduction: options.reduce_first,
            simplified: 0,
            stats: Stats::default(),
            tags: None,
            random: fastrand::Rng::with_seed(options.seed),
            options,
        }
    }

    /// The number of variables: the highest index that occurred, plus one.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.phases.len()
    }

    /// Makes room for `variables` variables.
    fn reserve(&mut self, variables: usize) {
        if variables <= self.variables() {
            return;
        }
        self.assignment.make_room(variables);
        self.watches.make_room(2 * variables);
        self.binaries.make_room(2 * variables);
        self.scores.make_room(variables);
        if !self.domain.is_empty() {
            self.domain.make_room(variables);
        }
        let Solver { options, random, phases, .. } = self;
        phases.resize_with(variables, || match options.random_phases {
            true => random.bool(),
            false => options.initial_phase,
        });
        self.scratch.make_room(variables);
    }

    fn reserve_for(&mut self, lits: &[Lit]) {
        self.reserve(lits.iter().map(|lit| lit.vidx() + 1).max().unwrap_or(0));
    }

    /// Adds a clause. Allowed between two searches.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve_for(clause);
        self.scores.count(clause);
        self.add(clause, false);
    }

    /// Adds a clause that may be deleted like a learned one if `is_forgettable`.
    fn add(&mut self, clause: &[Lit], is_forgettable: bool) {
        if self.attach(clause, is_forgettable).is_some() {
            self.backtrack(self.assignment.level() - 1);
        }
    }

    /// Adds a clause. If it is false, with several literals of the level that is the current one then, returns it: to learn from it
    /// is more than to undo the level.
    fn attach(&mut self, clause: &[Lit], is_forgettable: bool) -> Option<Conflict> {
        self.reserve_for(clause);
        self.theory.keep(clause);
        let mut lits = std::mem::take(&mut self.scratch.added);
        lits.clear();
        let assignment = &self.assignment;
        let is_fixed = |lit: Lit| !assignment.is_open(lit) && assignment.level_of(lit) == 0;
        lits.extend(clause.iter().copied().filter(|&lit| !(is_fixed(lit) && assignment.is_false(lit))));
        lits.sort_unstable();
        lits.dedup();
        let holds = lits.iter().any(|&lit| is_fixed(lit) && assignment.is_true(lit))
            || lits.windows(2).any(|pair| pair[0] == !pair[1]);
        let mut conflict = None;
        if !holds && !self.is_refuted {
            if lits.len() == 1 && self.enumeration.floor() > 0 {
                self.leave_branch();
                return self.attach(clause, is_forgettable);
            }
            conflict = self.attach_new(&mut lits, is_forgettable);
        }
        self.scratch.added = lits;
        conflict
    }

    /// Adds a clause whose literals have no value on level 0. Backtracks so that its consequence under the current assignment can
    /// be assigned, or to the level of the conflict that it is.
    fn attach_new(&mut self, lits: &mut [Lit], is_forgettable: bool) -> Option<Conflict> {
        match *lits {
            [] => self.is_refuted = true,
            [lit] => {
                self.backtrack(0);
                self.assignment.assign(lit, Reason::None);
            }
            _ => {
                // Higher for literals that become unassigned earlier when backtracking.
                let key = |assignment: &Assignment, lit: Lit| {
                    if assignment.is_false(lit) {
                        assignment.level_of(lit)
                    } else {
                        u32::MAX
                    }
                };
                for place in 0..2 {
                    let last = (place..lits.len()).max_by_key(|&place| key(&self.assignment, lits[place]));
                    lits.swap(place, last.expect("there are two literals at least"));
                }
                let (first, second) = (key(&self.assignment, lits[0]), key(&self.assignment, lits[1]));
                let reason = self.store(lits, is_forgettable);
                let floor = self.enumeration.floor();
                if second == u32::MAX {
                    return None;
                }
                if first == second {
                    if second <= floor {
                        self.close_branch(second);
                        return None;
                    }
                    self.backtrack(second);
                    return Some(match reason {
                        Reason::Clause(clause) => Conflict::Clause(clause),
                        _ => Conflict::Binary(lits[0], lits[1]),
                    });
                }
                self.backtrack(second.max(floor));
                if self.assignment.is_false(lits[0]) {
                    self.close_branch(first);
                }
                let level = self.assignment.level();
                if level < second {
                    return None;
                }
                if self.assignment.is_open(lits[0]) {
                    self.assignment.assign(lits[0], reason);
                }
                if level > second {
                    self.enumeration.add_late(lits[0], reason, second);
                }
            }
        }
        None
    }

    /// Stores a clause of at least two literals and watches the first two. Returns the clause as a reason.
    fn store(&mut self, lits: &[Lit], is_learned: bool) -> Reason {
        let (first, second) = (lits[0], lits[1]);
        if lits.len() == 2 {
            self.binaries.push(first.lidx(), second);
            self.binaries.push(second.lidx(), first);
            self.tag_binary(first, second);
            return Reason::Binary(second);
        }
        let clause = self.arena.add(lits, is_learned);
        self.tags.iter_mut().for_each(|tags| tags.note(clause));
        self.watches.push(first.lidx(), Watch { blocking: second, clause });
        self.watches.push(second.lidx(), Watch { blocking: first, clause });
        if is_learned {
            self.arena.set_activity(clause, self.clause_step);
            self.learned.push(clause);
        }
        Reason::Clause(clause)
    }

    /// Connects a propagator. Allowed between two searches. Those that were connected before propagate first.
    pub fn connect(&mut self, propagator: Box<dyn Propagator>) {
        self.leave_branch();
        self.theory.connect(propagator);
    }

    /// Undoes all decisions, and with them the model. To be called before a propagator is modified from outside, because a search
    /// continues from where the last one ended.
    pub fn reset(&mut self) {
        self.leave_branch();
    }

    /// Makes literals preferred: they are decided before all variables that took part in no conflict, and always in this phase.
    pub fn prefer(&mut self, lits: &[Lit]) {
        self.leave_branch();
        self.reserve_for(lits);
        self.preferred_phases.resize(self.variables(), None);
        lits.iter().for_each(|lit| self.preferred_phases[lit.vidx()] = Some(lit.is_pos()));
        self.preferred.add(lits.iter().map(|lit| lit.var().idx32()));
    }

    /// Modifies the decision order. Allowed between two searches.
    pub fn modify(&mut self, modification: &Modification) {
        let Modification { lit, aspect, bias, ref condition, .. } = *modification;
        self.reserve_for(condition);
        self.reserve(lit.vidx() + 1);
        if aspect == Aspect::Score {
            return self.scores.add(lit.vidx(), bias as f64);
        }
        self.leave_branch();
        self.domain.make_room(self.variables());
        self.domain.add(modification, &self.assignment);
    }

    /// Sets the saved phases, so that these literals are tried first.
    pub fn suggest(&mut self, lits: impl Iterator<Item = Lit>) {
        for lit in lits {
            self.reserve(lit.vidx() + 1);
            self.phases[lit.vidx()] = lit.is_pos();
        }
        self.target.clear();
    }

    /// Lets the propagator observe a variable. Allowed between two searches.
    pub fn observe(&mut self, var: Var) {
        self.reserve(var.idx() + 1);
        if self.theory.is_observed(var.pos_lit()) {
            return;
        }
        if !self.assignment.is_open(var.pos_lit()) {
            // An existing value must be reported on its own level.
            self.leave_branch();
            self.theory.report_again();
        }
        self.theory.observe(var);
        self.scores.define(var.idx(), false);
    }

    /// Makes variables defined by others: any values of the others that satisfy the clauses must extend to them. If the propagator
    /// does not observe them, they may be open in a model.
    pub fn define(&mut self, vars: &[Var]) {
        self.reserve(vars.iter().map(|var| var.idx() + 1).max().unwrap_or(0));
        for &var in vars {
            self.scores.define(var.idx(), !self.theory.is_observed(var.pos_lit()));
        }
    }

    /// The value of a literal: after [`SolverResult::Sat`] in the model, until a clause is added.
    #[must_use]
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        if lit.vidx() >= self.variables() || self.assignment.is_open(lit) {
            return None;
        }
        Some(self.assignment.is_true(lit))
    }

    /// The values of all variables: see [`Solver::value`].
    #[inline]
    pub fn values(&self) -> impl Iterator<Item = Option<bool>> + '_ {
        self.assignment.values()
    }

    /// The value of a literal that is the same in all models, as far as the solver knows.
    #[must_use]
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        self.value(lit).filter(|_| self.assignment.level_of(lit) == 0)
    }

    /// The core after [`SolverResult::Unsat`]: assumptions that cannot all hold.
    #[must_use]
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// The search statistics.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Collects learned clauses of up to `longest` literals from now on.
    pub fn share_up_to(&mut self, longest: usize) {
        self.share_up_to = longest;
    }

    /// Returns the clauses collected since the last call. They follow from the added clauses and the propagator.
    pub fn take_shared(&mut self) -> Vec<Vec<Lit>> {
        std::mem::take(&mut self.shared)
    }

    /// Searches for a model under the assumptions, with at most `conflicts` conflicts. `stop` is polled with the statistics and
    /// returns whether to end the search.
    ///
    /// # Errors
    ///
    /// If the propagator broke its contract.
    pub fn solve(
        &mut self,
        assumptions: &[Lit],
        conflicts: u64,
        stop: &mut dyn FnMut(&Stats) -> bool,
    ) -> Result<SolverResult, BadPropagation> {
        self.reserve_for(assumptions);
        let outcome = self.search(assumptions, self.stats.conflicts.saturating_add(conflicts), stop);
        self.theory.failure.map_or(Ok(outcome), Err)
    }

    /// Propagates assumptions without making decisions, unless this takes long. Returns whether no conflict was found; the literals that
    /// were implied then have [values](Solver::value).
    ///
    /// # Errors
    ///
    /// If the propagator broke its contract.
    pub fn propagate_assumptions(&mut self, assumptions: &[Lit]) -> Result<bool, BadPropagation> {
        self.reserve_for(assumptions);
        self.leave_branch();
        self.assume(assumptions);
        let is_consistent = loop {
            let is_conflict = !self.is_refuted && self.propagate().is_some();
            if self.is_refuted || self.theory.failure.is_some() {
                break false;
            }
            if is_conflict {
                // The last level is only partly propagated.
                self.is_refuted = self.assignment.level() == 0;
                self.backtrack(self.assignment.level().saturating_sub(1));
                break false;
            }
            if self.is_paused {
                break true;
            }
            if self.propagated < self.assignment.trail().len() {
                continue;
            }
            match self.next_assumption() {
                Some(NextAction::Decide(lit)) => self.decide(lit),
                Some(_) => break false,
                None => break true,
            }
        };
        self.theory.failure.map_or(Ok(is_consistent), Err)
    }

    fn search(
        &mut self,
        assumptions: &[Lit],
        limit: u64,
        stop: &mut dyn FnMut(&Stats) -> bool,
    ) -> SolverResult {
        self.core.clear();
        self.forget_model();
        self.target_size = 0;
        self.scores.sort();
        self.preferred.sort(&self.scores);
        self.restarts = 0;
        self.restart = self.stats.conflicts.saturating_add(self.until_restart());
        self.assume(assumptions);
        let mut until_poll = 1;
        loop {
            until_poll -= 1;
            if until_poll == 0 {
                until_poll = POLL_INTERVAL;
                if stop(&self.stats) {
                    return SolverResult::Interrupted;
                }
            }
            let conflict = if self.is_refuted { None } else { self.propagate() };
            if let Some(conflict) = conflict {
                self.stats.conflicts += 1;
                self.resolve(&conflict);
            }
            if self.is_refuted {
                return SolverResult::Unsat;
            }
            if self.enumeration.is_exhausted() {
                self.core.clone_from(&self.assumed);
                return SolverResult::Unsat;
            }
            if self.stats.conflicts >= limit || self.theory.failure.is_some() {
                return SolverResult::Interrupted;
            }
            if self.is_paused {
                until_poll = 1;
                continue;
            }
            if self.propagated < self.assignment.trail().len() {
                continue;
            }
            if self.gives_up_order() {
                continue;
            }
            if self.stats.conflicts >= self.restart {
                self.restart();
                continue;
            }
            if self.stats.conflicts >= self.reduction {
                self.reduce();
            }
            match self.next_decision() {
                NextAction::Decide(lit) => self.decide(lit),
                NextAction::AssumptionFalse => return SolverResult::Unsat,
                NextAction::Complete => {
                    if let Some((lit, variables)) = self.theory.complete(&self.assignment) {
                        self.reserve(variables);
                        self.decide(Some(lit));
                    } else if !self.propagator_rejects_model() {
                        self.enter_model();
                        return SolverResult::Sat;
                    }
                }
            }
        }
    }

    /// Keeps the levels of the leading assumptions that did not change. An enumeration keeps all levels.
    fn assume(&mut self, assumptions: &[Lit]) {
        self.theory.begin(assumptions);
        self.theory.keep(assumptions);
        if self.enumeration.floor() > 0 || self.enumeration.is_exhausted() {
            if self.assumed == assumptions {
                return;
            }
            self.leave_branch();
        }
        let same = self.assumed.iter().zip(assumptions).take_while(|(old, new)| old == new).count();
        self.backtrack((same as u32).min(self.assignment.level()));
        self.assumed.clear();
        self.assumed.extend_from_slice(assumptions);
    }

    /// Undoes the levels above `level`.
    pub(crate) fn backtrack(&mut self, level: u32) {
        if level >= self.assignment.level() {
            return;
        }
        self.leave_model();
        self.count_undone(level);
        let Solver { assignment, scores, phases, .. } = self;
        self.theory.backtrack(level, assignment);
        let start = assignment.start(level + 1);
        if !self.domain.is_empty() {
            self.domain.backtrack(start, assignment);
        }
        assignment.backtrack(level, |lit| {
            phases[lit.vidx()] = lit.is_pos();
            scores.put_back(lit.vidx());
        });
        self.propagated = self.propagated.min(start);
        self.preferred.backtrack(level);
        self.enumeration.backtrack();
    }

    /// Propagates clauses and the propagator to a fixpoint, to a conflict, or until it took long.
    fn propagate(&mut self) -> Option<Conflict> {
        self.is_paused = false;
        for round in 1.. {
            if round > ROUNDS {
                self.is_paused = true;
                break;
            }
            if let Some(conflict) = self.propagate_clauses() {
                return Some(conflict);
            }
            // The propagator's other consequences are queried first: some are conflicts, and need no propagation by clauses.
            let known = self.assignment.trail().len();
            let response = loop {
                match self.theory.next(&self.assignment) {
                    PropagatorResponse::Implied(lit) => self.assignment.assign(lit, Reason::Propagator),
                    // The propagator may have implied a literal, too: it must be assigned before a conflict can undo its reason.
                    PropagatorResponse::Grown(variables) => self.reserve(variables),
                    response => break response,
                }
            };
            match response {
                PropagatorResponse::Nothing if self.assignment.trail().len() == known => return None,
                PropagatorResponse::Nothing
                | PropagatorResponse::Implied(_)
                | PropagatorResponse::Grown(_) => {}
                PropagatorResponse::Paused => {
                    self.is_paused = true;
                    return None;
                }
                PropagatorResponse::False(lit) => {
                    let AnalysisScratch { conflict, .. } = &mut self.scratch;
                    conflict.clear();
                    self.theory.explain(lit, conflict);
                    return self.reported_conflict();
                }
                PropagatorResponse::Clause(clause, is_forgettable) => {
                    let conflict = self.attach(&clause, is_forgettable);
                    if conflict.is_some() || self.is_refuted {
                        return conflict;
                    }
                }
            }
        }
        None
    }

    /// Prepares the conflict of a propagator: a false clause in [`AnalysisScratch::conflict`].
    fn reported_conflict(&mut self) -> Option<Conflict> {
        if self.theory.failure.is_some() {
            return None;
        }
        let level = self.scratch.conflict.iter().map(|&lit| self.assignment.level_of(lit)).max();
        debug_assert!(self.scratch.conflict.iter().all(|&lit| self.assignment.is_false(lit)));
        match level {
            None | Some(0) => {
                self.is_refuted = true;
                None
            }
            Some(level) => {
                self.backtrack(level);
                Some(Conflict::Lits)
            }
        }
    }

    fn propagate_clauses(&mut self) -> Option<Conflict> {
        if self.enumeration.is_late_due() {
            self.assign_late();
        }
        let Solver { assignment, watches, binaries, arena, moved, propagated, stats, .. } = self;
        let before = *propagated;
        let mut conflict = None;
        while conflict.is_none() && *propagated < assignment.trail().len() {
            let falsified = !assignment.trail()[*propagated];
            *propagated += 1;
            for &other in binaries.get(falsified.lidx()) {
                match assignment.value(other) {
                    0 => assignment.assign(other, Reason::Binary(falsified)),
                    -1 => {
                        conflict = Some(Conflict::Binary(falsified, other));
                        break;
                    }
                    _ => {}
                }
            }
            if conflict.is_none() {
                conflict = propagate_watched(assignment, watches, arena, moved, falsified);
            }
        }
        stats.propagations += (*propagated - before) as u64;
        conflict
    }

    /// Learns from a conflict and backjumps.
    fn resolve(&mut self, conflict: &Conflict) {
        if self.assignment.level() == 0 {
            self.is_refuted = true;
            return;
        }
        if self.enumeration.floor() > 0 && !self.ascend(conflict) {
            return;
        }
        self.save_target_phases();
        self.analyze(conflict);
        let learned = std::mem::take(&mut self.scratch.learned);
        self.theory.keep(&learned);
        let asserting = learned.get(1).map_or(0, |&lit| self.assignment.level_of(lit));
        let level = asserting.max(self.enumeration.floor());
        self.backtrack(level);
        if learned.len() <= self.share_up_to {
            self.shared.push(learned.clone());
        }
        let reason = if learned.len() == 1 { Reason::None } else { self.store(&learned, true) };
        self.assignment.assign(learned[0], reason);
        if level > asserting {
            self.enumeration.add_late(learned[0], reason, asserting);
        }
        self.scratch.learned = learned;
        self.clause_step /= self.options.clause_decay;
        self.scores.decay(self.options.score_decay);
        // The propagator's reasons may be long.
        if self.arena.is_wasteful() {
            self.collect();
        }
    }

    /// Lets the propagator check a model. Returns whether it rejects it.
    fn propagator_rejects_model(&mut self) -> bool {
        let clauses = self.theory.check(&self.assignment);
        if self.theory.failure.is_none() {
            clauses.iter().for_each(|clause| self.add(clause, false));
        }
        !clauses.is_empty()
    }
}

/// Propagates the clauses that watch a literal which has become false. `moved` is a buffer for watches that move to other lists.
#[inline]
fn propagate_watched(
    assignment: &mut Assignment,
    watches: &mut Lists<Watch>,
    arena: &mut Arena,
    moved: &mut Vec<(Lit, Watch)>,
    falsified: Lit,
) -> Option<Conflict> {
    let list = watches.get_mut(falsified.lidx());
    let (mut kept, mut conflict) = (0, None);
    let mut place = 0;
    while place < list.len() {
        let watch = list[place];
        place += 1;
        list[kept] = watch;
        kept += 1;
        if assignment.is_true(watch.blocking) {
            continue;
        }
        let clause = watch.clause;
        let lits = arena.lits_mut(clause);
        let other = if lits[0] == falsified { lits[1] } else { lits[0] };
        let value = assignment.value(other);
        if value > 0 {
            list[kept - 1].blocking = other;
            continue;
        }
        if let Some(found) = lits[2..].iter().position(|&lit| !assignment.is_false(lit)) {
            let lit = lits[found + 2];
            if assignment.is_true(lit) {
                // The watch stays; the true literal becomes the blocking one.
                list[kept - 1].blocking = lit;
            } else {
                lits[0] = other;
                lits[1] = lit;
                lits[found + 2] = falsified;
                moved.push((lit, Watch { blocking: other, clause }));
                kept -= 1;
            }
        } else if value == 0 {
            assignment.assign(other, Reason::Clause(clause));
        } else {
            conflict = Some(Conflict::Clause(clause));
            break;
        }
    }
    if kept < place {
        list.copy_within(place.., kept);
        let len = kept + list.len() - place;
        watches.truncate(falsified.lidx(), len);
        moved.drain(..).for_each(|(lit, watch)| watches.push(lit.lidx(), watch));
    }
    conflict
}
