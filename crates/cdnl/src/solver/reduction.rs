//! Deletion of clauses, and compaction of the clause storage.

use rustsat::types::Lit;

use super::{Solver, Watch};
use crate::arena::{Arena, ClauseRef};
use crate::assignment::Reason;

impl Solver {
    /// Deletes the half of the learned clauses with the lowest activity, and clauses satisfied on level 0.
    pub(super) fn reduce(&mut self) {
        self.stats.reductions += 1;
        self.reduction = self.stats.conflicts + self.options.reduce_first;
        self.reduction += self.options.reduce_more * self.stats.reductions;
        let Solver { arena, assignment, learned, enumeration, .. } = self;
        let is_reason = |arena: &Arena, clause: ClauseRef| {
            (0..2).any(|place| {
                let lit = arena.lit(clause, place);
                assignment.is_true(lit) && assignment.reason(lit) == Reason::Clause(clause)
            })
        };
        let fixed = assignment.start(1);
        if fixed > self.simplified {
            self.simplified = fixed;
            let holds = |lit: Lit| assignment.is_true(lit) && assignment.level_of(lit) == 0;
            let held: Vec<ClauseRef> = arena
                .clauses()
                .filter(|&clause| arena.lits(clause).iter().copied().any(holds) && !is_reason(arena, clause))
                .collect();
            held.into_iter().for_each(|clause| arena.drop(clause));
            learned.retain(|&clause| !arena.is_dropped(clause));
            enumeration.forget_dropped(arena);
        }
        let needed = enumeration.needed();
        let is_deletable =
            |clause: &ClauseRef| !is_reason(arena, *clause) && needed.binary_search(clause).is_err();
        let mut candidates: Vec<ClauseRef> = learned.iter().copied().filter(is_deletable).collect();
        candidates.sort_by(|&one, &other| arena.activity(one).total_cmp(&arena.activity(other)));
        candidates.truncate(learned.len() / 2);
        candidates.into_iter().for_each(|clause| arena.drop(clause));
        learned.retain(|&clause| !arena.is_dropped(clause));
        self.collect();
    }

    /// Removes dropped clauses from the storage, and updates all references.
    pub(super) fn collect(&mut self) {
        let Solver { arena, assignment, watches, learned, enumeration, tags, .. } = self;
        let mut reasons: Vec<ClauseRef> = assignment.clauses_of_reasons().collect();
        reasons.sort_unstable();
        let moves = arena.collect(|clause| reasons.binary_search(&clause).is_ok());
        tags.iter_mut().for_each(|tags| tags.relocate(&moves));
        watches.filter_map(|watch| Some(Watch { clause: moves.new_position(watch.clause)?, ..watch }));
        let new_position = |clause: ClauseRef| moves.new_position(clause).expect("it was not dropped");
        learned.iter_mut().for_each(|clause| *clause = new_position(*clause));
        enumeration.move_clauses(new_position);
        assignment.move_reasons(new_position);
    }
}
