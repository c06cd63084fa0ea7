//! Enumeration of models: the search continues behind the last model.
//!
//! After a model, the last decision that matters is *flipped*, and backjumping never undoes the levels below it. So excluded models
//! need not be stored (Gebser, Kaufmann, Neumann & Schaub: Conflict-driven answer set enumeration, LPNMR 2007).
//!
//! Invariants: all models that are neither excluded nor against the assumptions agree with the trail up to level `floor`. A
//! flipped literal stands at or below the floor, follows from no clause and has no reason. Conflict analysis resolves only on
//! literals above the floor, so learned clauses follow from the clauses and the propagator. A conflict at or below the floor
//! learns nothing: it closes its branch. A literal implied on a lower level than it is assigned on is assigned again after
//! backtracking.
//!
//! Only decisions on variables on which models differ are flipped. Where others stand before them, or where the trail of the model
//! was undone, a clause excludes it.

use rustsat::types::{Lit, Var};

use super::{Conflict, Solver};
use crate::arena::{Arena, ClauseRef};
use crate::assignment::Reason;

/// The state that is kept between models.
#[derive(Default)]
pub(super) struct ModelEnumeration {
    /// The flipped literals with their levels, in ascending order of level, which is above 0.
    flipped: Vec<(u32, Lit)>,
    /// Backjumping never undoes levels up to this one.
    floor: u32,
    /// Literals implied on a lower level than they were assigned on.
    late: Vec<LateLiteral>,
    /// Whether levels were undone since the late literals were last processed.
    is_late_due: bool,
    /// The assumptions leave no model that is not excluded.
    is_exhausted: bool,
    /// Clauses that were added to exclude models, since they were last taken.
    added: Vec<Vec<Lit>>,
    /// Whether there were such clauses since the enumeration began.
    is_written: bool,
    /// The variables on which models differ, if they [were named](Solver::enumerate_on), and the order of decisions.
    relevant: Vec<Var>,
    order: Option<Order>,
    /// Whether the trail is that of the last model, which was not excluded.
    is_at_model: bool,
    /// The literals of the relevant variables that are false in the last model, if its trail was undone before it was excluded.
    undone_model: Vec<Lit>,
}

/// The limits of the order in which an enumeration decides.
struct Order {
    /// The number of conflicts after a model at which the order is given up until the next model. It grows each time.
    budget: u64,
    /// The total number of conflicts at which the order is given up. `None` while it is not used.
    end: Option<u64>,
}

/// A literal implied by a clause on a lower level than it was assigned on.
struct LateLiteral {
    lit: Lit,
    reason: Reason,
    /// The level on which the literal is implied.
    level: u32,
}

impl LateLiteral {
    fn clause(&self) -> Option<ClauseRef> {
        match self.reason {
            Reason::Clause(clause) => Some(clause),
            _ => None,
        }
    }
}

impl ModelEnumeration {
    /// The lowest level to which conflicts may backjump, above 0 during an enumeration.
    pub fn floor(&self) -> u32 {
        self.floor
    }

    /// Returns whether the assumptions leave no model.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// Notes clauses that were added to exclude models.
    fn note(&mut self, clauses: impl IntoIterator<Item = Vec<Lit>>) {
        let before = self.added.len();
        self.added.extend(clauses);
        self.is_written |= self.added.len() > before;
    }

    /// Returns whether [`Solver::assign_late`] has literals to process.
    pub fn is_late_due(&self) -> bool {
        self.is_late_due
    }

    /// Records that the levels above `level` were undone.
    pub fn backtrack(&mut self) {
        self.is_late_due = !self.late.is_empty();
    }

    /// Records a literal that is implied on `level` but was assigned on a higher one.
    pub fn add_late(&mut self, lit: Lit, reason: Reason, level: u32) {
        self.late.push(LateLiteral { lit, reason, level });
    }

    /// Returns the reasons of late literals, which must not be deleted, in ascending order.
    pub fn needed(&self) -> Vec<ClauseRef> {
        let mut needed: Vec<ClauseRef> = self.late.iter().filter_map(LateLiteral::clause).collect();
        needed.sort_unstable();
        needed
    }

    /// Forgets clauses that were dropped because they are satisfied on level 0.
    pub fn forget_dropped(&mut self, arena: &Arena) {
        self.late.retain(|late| !late.clause().is_some_and(|clause| arena.is_dropped(clause)));
    }

    /// Updates references to clauses that were moved.
    pub fn move_clauses(&mut self, new_position: impl Fn(ClauseRef) -> ClauseRef) {
        for late in &mut self.late {
            if let Reason::Clause(clause) = &mut late.reason {
                *clause = new_position(*clause);
            }
        }
    }
}

impl Solver {
    /// Prepares to enumerate models that differ on the `relevant` variables, before the first is excluded. They are decided first,
    /// and [defined](Solver::define) variables are not decided. In a projection, where others than the relevant ones may define them,
    /// the relevant ones are.
    ///
    /// This order may be bad for the search. It is given up when a search with it takes too long, until the next model.
    /// Without variables, the enumeration ends.
    pub fn enumerate_on(&mut self, relevant: &[Var], is_projection: bool) {
        self.reserve(relevant.iter().map(|var| var.idx() + 1).max().unwrap_or(0));
        if self.enumeration.is_exhausted {
            self.leave_branch();
        }
        self.begin_enumeration(relevant, is_projection);
    }

    fn begin_enumeration(&mut self, relevant: &[Var], is_projection: bool) {
        self.scores.rank(relevant, is_projection);
        let budget = self.options.enumeration_budget;
        let ModelEnumeration { added, is_written, relevant: known, order, .. } = &mut self.enumeration;
        added.clear();
        *is_written = false;
        *order = (!relevant.is_empty()).then_some(Order { budget, end: None });
        *known = relevant.to_vec();
        self.forget_model();
    }

    /// Ends an enumeration that had `lit` among its assumptions. Returns whether no clause was added for it, so that `lit` may be
    /// assumed for another. If one was, nothing ends.
    ///
    /// Learned clauses do not exclude models: conflict analysis does not resolve on flipped literals.
    pub fn retire(&mut self, lit: Lit) -> bool {
        self.reserve(lit.vidx() + 1);
        let is_free = !self.enumeration.is_written && self.fixed(lit).is_none();
        if is_free {
            self.enumeration.is_exhausted = false;
            self.undo_branch();
            self.begin_enumeration(&[], false);
        }
        is_free
    }

    /// Excludes the last model from later searches, and with it all models that agree with it on the [relevant](Solver::enumerate_on)
    /// variables and on those of `others`, as long as the assumptions are the same. The literals of `others` are false in it, and
    /// have the relevant variables as well if they were named after it was found.
    ///
    /// If all decisions up to the last of these variables are on them, or are assumptions, the last one is flipped. Otherwise a
    /// clause is added.
    pub fn exclude_model(&mut self, others: &[Lit]) {
        self.reserve_for(others);
        match self.last_decision_on(others) {
            Some(level) => {
                self.forget_model();
                self.close_branch(level);
            }
            None => {
                self.leave_model();
                let clause = [std::mem::take(&mut self.enumeration.undone_model), others.to_vec()].concat();
                self.add_clause(&clause);
                self.enumeration.note([clause]);
            }
        }
        // The saved phases, which are those of the last model, replace the target phases.
        self.target.clear();
        if let Some(order) = &mut self.enumeration.order {
            order.end = Some(self.stats.conflicts.saturating_add(order.budget));
            self.scores.use_ranks(true);
        }
    }

    /// Excludes the last model, and all models that differ from it on `clause` and `recorded` only in recorded atoms that have their
    /// [preferred](Solver::modify) value in it. The literals are false in the model; the recorded ones come with the numbers of their
    /// atoms.
    pub fn exclude_preferred(&mut self, clause: &[Lit], recorded: &[(usize, Lit)]) {
        let is_preferred = |&&(atom, lit): &&(usize, Lit)| self.domain.prefers(atom, !lit);
        let recorded = recorded.iter().filter(|it| !is_preferred(it)).map(|&(_, lit)| lit);
        let clause: Vec<Lit> = clause.iter().copied().chain(recorded).collect();
        self.exclude_model(&clause);
    }

    /// Returns clauses that exclude the models excluded since the last call, and maybe others that were excluded before.
    pub fn take_exclusions(&mut self) -> Vec<Vec<Lit>> {
        let mut clauses = std::mem::take(&mut self.enumeration.added);
        clauses.extend(self.branch_clauses());
        clauses
    }

    /// Returns the last level of the relevant variables of the last model and of `others`. `None` if a value was undone, or if a
    /// decision up to there is on another variable.
    fn last_decision_on(&mut self, others: &[Lit]) -> Option<u32> {
        let Solver { assignment, scratch, assumed, enumeration, scores, .. } = self;
        if !enumeration.undone_model.is_empty() || others.iter().any(|&lit| !assignment.is_false(lit)) {
            return None;
        }
        let relevant = if enumeration.is_at_model { &enumeration.relevant[..] } else { &[] };
        let relevant = relevant.iter().map(|var| var.pos_lit());
        let (mut last, mut is_open) = (0, false);
        for lit in relevant.chain(others.iter().copied()) {
            is_open |= assignment.is_open(lit);
            last = last.max(assignment.level_of(lit));
        }
        others.iter().for_each(|lit| scratch.is_marked[lit.vidx()] = true);
        let is_named = |lit: Lit| {
            scratch.is_marked[lit.vidx()] || enumeration.is_at_model && scores.is_relevant(lit.vidx())
        };
        let mut decisions = (assumed.len() as u32 + 1..=last).filter_map(|level| assignment.decision(level));
        let are_named = decisions.all(is_named);
        others.iter().for_each(|lit| scratch.is_marked[lit.vidx()] = false);
        (!is_open && are_named).then_some(last)
    }

    /// Notes that the trail is a model.
    pub(super) fn enter_model(&mut self) {
        self.enumeration.is_at_model = !self.enumeration.relevant.is_empty();
    }

    /// Keeps what excludes the last model, before its trail is undone.
    pub(super) fn leave_model(&mut self) {
        let Solver { assignment, enumeration, .. } = self;
        if std::mem::take(&mut enumeration.is_at_model) {
            let differing = |lit: Lit| if assignment.is_true(lit) { !lit } else { lit };
            let differing = enumeration.relevant.iter().map(|var| differing(var.pos_lit()));
            enumeration.undone_model = differing.collect();
        }
    }

    /// Forgets the last model, which need not be excluded any more.
    pub(super) fn forget_model(&mut self) {
        self.enumeration.is_at_model = false;
        self.enumeration.undone_model.clear();
    }

    /// Notes that no model is left with the decisions up to a level, and flips the last of them.
    pub(super) fn close_branch(&mut self, level: u32) {
        let assumed = self.assumed.len() as u32;
        let flipped = if level > assumed { self.assignment.decision(level) } else { None };
        let Some(flipped) = flipped.map(|decision| !decision) else {
            self.undo_branch();
            self.is_refuted |= self.assumed.is_empty();
            self.enumeration.is_exhausted = true;
            return;
        };
        let floor = level - 1;
        self.backtrack(floor);
        let known = &mut self.enumeration.flipped;
        known.truncate(known.partition_point(|&(level, _)| level <= floor));
        match floor {
            0 => self.enumeration.note([vec![flipped]]),
            _ => known.push((floor, flipped)),
        }
        self.enumeration.floor = floor;
        self.assignment.assign(flipped, Reason::None);
    }

    /// Undoes all levels. Clauses take the place of the flipped literals.
    pub(super) fn leave_branch(&mut self) {
        let clauses = self.branch_clauses();
        clauses.iter().for_each(|clause| self.theory.keep(clause));
        self.enumeration.is_exhausted = false;
        self.undo_branch();
        clauses.iter().for_each(|clause| self.add(clause, false));
        self.enumeration.note(clauses);
    }

    fn undo_branch(&mut self) {
        self.enumeration.flipped.clear();
        self.enumeration.floor = 0;
        self.backtrack(0);
    }

    /// Returns clauses that exclude the models that the flipped literals exclude.
    fn branch_clauses(&self) -> Vec<Vec<Lit>> {
        let Solver { assignment, assumed, enumeration, .. } = self;
        let clause = |&(level, flipped): &(u32, Lit)| {
            let decisions = (assumed.len() as u32 + 1..=level).filter_map(|level| assignment.decision(level));
            assumed.iter().copied().chain(decisions).map(|lit| !lit).chain([flipped]).collect()
        };
        let exhausted = enumeration.is_exhausted.then(|| assumed.iter().map(|&lit| !lit).collect());
        enumeration.flipped.iter().map(clause).chain(exhausted).collect()
    }

    /// Gives up the order of decisions of an enumeration if the search with it takes too long. Returns whether it did.
    pub(super) fn gives_up_order(&mut self) -> bool {
        let Some(order) = &mut self.enumeration.order else { return false };
        if order.end.is_none_or(|end| self.stats.conflicts < end) {
            return false;
        }
        order.end = None;
        order.budget = order.budget.saturating_mul(2);
        self.scores.use_ranks(false);
        self.leave_branch();
        true
    }

    /// Backtracks to the last level of a conflict. If that is not above the floor, closes the branch and returns false.
    pub(super) fn ascend(&mut self, conflict: &Conflict) -> bool {
        let level_of = |&lit: &Lit| self.assignment.level_of(lit);
        let level = match *conflict {
            Conflict::Binary(first, second) => level_of(&first).max(level_of(&second)),
            Conflict::Clause(clause) => self.arena.lits(clause).iter().map(level_of).max().unwrap_or(0),
            Conflict::Lits => self.scratch.conflict.iter().map(level_of).max().unwrap_or(0),
        };
        if level == 0 {
            self.is_refuted = true;
            return false;
        }
        if level <= self.enumeration.floor {
            self.close_branch(level);
            return false;
        }
        self.backtrack(level);
        true
    }

    /// Assigns late literals again if they became unassigned, and forgets those that stand on their own level.
    #[cold]
    pub(super) fn assign_late(&mut self) {
        self.enumeration.is_late_due = false;
        let Solver { assignment, enumeration, .. } = self;
        enumeration.late.retain(|late| {
            if late.level > assignment.level() {
                return false;
            }
            if assignment.is_open(late.lit) {
                assignment.assign(late.lit, late.reason);
            }
            // If it is false, propagation finds its clause as a conflict.
            assignment.level_of(late.lit) > late.level
        });
    }
}
