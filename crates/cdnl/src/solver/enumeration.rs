//! Going on from a model to the next one, on the trail that led to it.
//!
//! Up to the next restart, a conflict takes no decision back that is not through with all its models; what it implies on a lower
//! level is said where the search stands, and again where that is taken back: see [`Solver::exclude_model`].

use rustsat::types::Lit;

use super::Solver;
use crate::arena::{Arena, ClauseRef};
use crate::assignment::Reason;

/// What is kept from one model to the next.
#[derive(Default)]
pub(super) struct Enumeration {
    /// Decisions that led to models which are excluded, with the clauses that exclude them.
    excluded: Vec<(Vec<Lit>, ClauseRef)>,
    /// Whether a model was excluded since the last search.
    goes_on: bool,
    /// Conflicts take no more back than the levels above this one: what is below is not through yet.
    floor: u32,
    /// What is implied on lower levels than those on which it became true, and is to be said again where that is taken back.
    late: Vec<Late>,
    /// Whether something was taken back since.
    is_late_due: bool,
}

/// A literal that a clause implies.
struct Late {
    lit: Lit,
    reason: Reason,
    /// On which level it is implied.
    level: u32,
}

impl Late {
    fn clause(&self) -> Option<ClauseRef> {
        match self.reason {
            Reason::Clause(clause) => Some(clause),
            _ => None,
        }
    }
}

impl Enumeration {
    /// Whether a model was excluded since this was asked last.
    pub fn goes_on(&mut self) -> bool {
        std::mem::take(&mut self.goes_on)
    }

    /// The level above which conflicts may take back everything.
    pub fn floor(&self) -> u32 {
        self.floor
    }

    /// Whether [`Solver::imply_late`] has something to say.
    pub fn is_late_due(&self) -> bool {
        self.is_late_due
    }

    /// The levels above this one were taken back.
    pub fn backtrack(&mut self, level: u32) {
        self.floor = self.floor.min(level);
        self.is_late_due = !self.late.is_empty();
    }

    /// A literal is implied on this level, and became true on a higher one.
    pub fn say_again(&mut self, lit: Lit, reason: Reason, level: u32) {
        self.late.push(Late { lit, reason, level });
    }

    /// Clauses that are to be kept, in ascending order.
    pub fn needed(&self) -> Vec<ClauseRef> {
        let mut needed: Vec<ClauseRef> = self.late.iter().filter_map(Late::clause).collect();
        needed.sort_unstable();
        needed
    }

    /// Clauses were dropped, which hold on level 0.
    pub fn forget_dropped(&mut self, arena: &Arena) {
        self.excluded.retain(|&(_, clause)| !arena.is_dropped(clause));
        self.late.retain(|late| !late.clause().is_some_and(|clause| arena.is_dropped(clause)));
    }

    /// Clauses lie elsewhere.
    pub fn move_clauses(&mut self, now: impl Fn(ClauseRef) -> ClauseRef) {
        self.excluded.iter_mut().for_each(|(_, clause)| *clause = now(*clause));
        for late in &mut self.late {
            if let Reason::Clause(clause) = &mut late.reason {
                *clause = now(*clause);
            }
        }
    }
}

impl Solver {
    /// Excludes the model that was found last, with all that agree with it on the variables of a clause which is false in it, as long
    /// as the assumptions are the same.
    ///
    /// Where all decisions up to the last of these variables are on them, or assumed, the clause says that one of the decisions is
    /// otherwise. It is shorter than the one given, follows from it, and takes back no more than the last decision; those that it
    /// subsumes are dropped. Up to the next restart, conflicts take no other decisions back that are not through. So an enumeration
    /// goes on from the model that it has, and keeps few clauses (Gebser, Kaufmann, Neumann & Schaub: Conflict-driven answer set
    /// enumeration, LPNMR 2007).
    pub fn exclude_model(&mut self, clause: &[Lit]) {
        self.reserve_for(clause);
        let Some(decisions) = self.decisions_behind(clause) else {
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
        self.enumeration.goes_on = true;
        self.enumeration.floor = self.assignment.level();
        // What is left is most like the model.
        self.target.clear();
        if self.arena.is_wasteful() {
            self.collect();
        }
    }

    /// The decisions and assumptions up to the last literal of a clause that is false; `None` where it is not, or where one of the
    /// decisions is on another variable.
    fn decisions_behind(&mut self, clause: &[Lit]) -> Option<Vec<Lit>> {
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

    /// Drops a clause, and has it watched no more.
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

    /// Says what is implied on lower levels than it was said on.
    #[cold]
    pub(super) fn imply_late(&mut self) {
        self.enumeration.is_late_due = false;
        let Solver { assignment, enumeration, .. } = self;
        enumeration.late.retain(|late| {
            if late.level > assignment.level() {
                return false;
            }
            if assignment.is_open(late.lit) {
                assignment.assign(late.lit, late.reason);
            }
            // Where it is false, its clause is found to be.
            assignment.level_of(late.lit) > late.level
        });
    }
}
