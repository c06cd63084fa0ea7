//! Enumeration of models: the search continues from the trail of the last model.
//!
//! Until the next restart, a conflict undoes no decision that still has unexplored models below it. A literal implied on a lower
//! level is assigned on the current level, and again after backtracking: see [`Solver::exclude_model`].

use rustsat::types::Lit;

use super::Solver;
use crate::arena::{Arena, ClauseRef};
use crate::assignment::Reason;

/// The state that is kept between models.
#[derive(Default)]
pub(super) struct Enumeration {
    /// The decisions that led to excluded models, with the clauses that exclude them.
    excluded: Vec<(Vec<Lit>, ClauseRef)>,
    /// Whether a model was excluded since the last search.
    continues: bool,
    /// Conflicts backjump at most to this level, because lower levels are not exhausted yet.
    floor: u32,
    /// Literals implied on a lower level than they were assigned on. They are assigned again after backtracking.
    late: Vec<LateLiteral>,
    /// Whether levels were undone since the late literals were last processed.
    is_late_due: bool,
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

impl Enumeration {
    /// Returns whether a model was excluded since the last call, and resets this.
    pub fn continues(&mut self) -> bool {
        std::mem::take(&mut self.continues)
    }

    /// The lowest level to which conflicts may backjump.
    pub fn floor(&self) -> u32 {
        self.floor
    }

    /// Returns whether [`Solver::assign_late`] has literals to process.
    pub fn is_late_due(&self) -> bool {
        self.is_late_due
    }

    /// Records that the levels above `level` were undone.
    pub fn backtrack(&mut self, level: u32) {
        self.floor = self.floor.min(level);
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
        self.excluded.retain(|&(_, clause)| !arena.is_dropped(clause));
        self.late.retain(|late| !late.clause().is_some_and(|clause| arena.is_dropped(clause)));
    }

    /// Updates references to clauses that were moved.
    pub fn move_clauses(&mut self, new_position: impl Fn(ClauseRef) -> ClauseRef) {
        self.excluded.iter_mut().for_each(|(_, clause)| *clause = new_position(*clause));
        for late in &mut self.late {
            if let Reason::Clause(clause) = &mut late.reason {
                *clause = new_position(*clause);
            }
        }
    }
}

impl Solver {
    /// Excludes the last model from later searches. `clause` is false in it; all models that agree with it on the variables of
    /// `clause` are excluded too, as long as the assumptions are the same.
    ///
    /// If all decisions up to the last of these variables are on them, or are assumptions, a shorter clause is added: not all of
    /// these decisions hold. It implies the given clause under the clauses so far, and only the last decision is undone. Earlier
    /// exclusion clauses that it subsumes are dropped. Until the next restart, conflicts undo no other decisions that are not
    /// exhausted. So an enumeration continues from its last model and keeps few clauses (Gebser, Kaufmann, Neumann & Schaub:
    /// Conflict-driven answer set enumeration, LPNMR 2007).
    pub fn exclude_model(&mut self, clause: &[Lit]) {
        self.reserve_for(clause);
        let Some(decisions) = self.decisions_up_to(clause) else {
            self.add_clause(clause);
            return;
        };
        let mut lits: Vec<Lit> = decisions.iter().map(|&decision| !decision).collect();
        self.attach_new(&mut lits, false);
        while self.enumeration.excluded.last().is_some_and(|(longer, _)| longer.starts_with(&decisions)) {
            self.enumeration.excluded.pop().into_iter().for_each(|(_, clause)| self.detach(clause));
        }
        if let Some(Reason::Clause(clause)) = lits.first().map(|&lit| self.assignment.reason(lit)) {
            self.enumeration.excluded.push((decisions, clause));
        }
        self.enumeration.continues = true;
        self.enumeration.floor = self.assignment.level();
        // The saved phases, which are those of the last model, replace the target phases.
        self.target.clear();
        if self.arena.is_wasteful() {
            self.collect();
        }
    }

    /// Returns the decisions and assumptions up to the last literal of a false clause. `None` if the clause is not false, or if
    /// one of the decisions is on another variable.
    fn decisions_up_to(&mut self, clause: &[Lit]) -> Option<Vec<Lit>> {
        let Solver { assignment, scratch, assumed, .. } = self;
        if !clause.iter().all(|&lit| assignment.is_false(lit)) {
            return None;
        }
        let last = clause.iter().map(|&lit| assignment.level_of(lit)).max().unwrap_or(0);
        clause.iter().for_each(|lit| scratch.is_named[lit.vidx()] = true);
        let levels = (1..=last).filter_map(|level| Some((level, assignment.decision(level)?)));
        let decision = |(level, lit): (u32, Lit)| {
            (level as usize <= assumed.len() || scratch.is_named[lit.vidx()]).then_some(lit)
        };
        let decisions = levels.map(decision).collect();
        clause.iter().for_each(|lit| scratch.is_named[lit.vidx()] = false);
        decisions
    }

    /// Drops a clause and removes its watches.
    fn detach(&mut self, clause: ClauseRef) {
        for place in 0..2 {
            let literal = self.arena.lit(clause, place).lidx();
            let list = self.watches.get_mut(literal);
            if let Some(found) = list.iter().position(|watch| watch.clause == clause) {
                let last = list.len() - 1;
                list.swap(found, last);
                self.watches.truncate(literal, last);
            }
        }
        self.arena.drop(clause);
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
