//! What is learned from a conflict: a clause with one literal of the last level, the first unique implication point (Marques-Silva &
//! Sakallah: GRASP, 1999; Zhang et al., ICCAD 2001), without the literals that the others imply (Sörensson & Biere: Minimizing
//! learned clauses, SAT 2009).

use rustsat::types::Lit;

use crate::arena::ClauseRef;
use crate::assignment::Reason;
use crate::solver::{Conflict, Solver};

/// How deep the reasons of reasons are followed.
const DEPTH: u32 = 500;

/// Where activities of clauses become too large.
const TOO_LARGE: f32 = 1e20;

/// What is known of a variable while a conflict is analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    None,
    /// It is in the clause, or was resolved away.
    Seen,
    /// The clause implies it.
    Implied,
    /// It does not.
    Free,
}

/// Room for the analysis, and what it leaves.
#[derive(Default)]
pub(crate) struct Scratch {
    /// By variable.
    marks: Vec<Mark>,
    /// The literals whose variables have a mark.
    marked: Vec<Lit>,
    /// By variable: whether it is among those of a level of which one is to stand for all; and these.
    in_block: Vec<bool>,
    block: Vec<Lit>,
    /// By variable: whether it is in a clause that is being looked at.
    pub is_named: Vec<bool>,
    /// By level: the last clause that is about it, by number.
    levels: Vec<u32>,
    clause: u32,
    /// The clause to learn: the literal to become true, then one of the highest level of the others.
    pub learned: Vec<Lit>,
    /// A clause of the propagator that is false.
    pub conflict: Vec<Lit>,
    /// Why a literal is true, as the propagator says it.
    reason: Vec<Lit>,
    /// A clause that is being added.
    pub added: Vec<Lit>,
}

impl Scratch {
    pub fn make_room(&mut self, variables: usize) {
        self.marks.resize(variables, Mark::None);
        self.in_block.resize(variables, false);
        self.is_named.resize(variables, false);
        self.levels.resize(variables + 1, 0);
    }

    fn forget_marks(&mut self) {
        for lit in self.marked.drain(..) {
            self.marks[lit.vidx()] = Mark::None;
        }
    }
}

impl Solver {
    /// Analyses a conflict on the present level, which is above 0: leaves the clause to learn in [`Scratch::learned`].
    pub(crate) fn analyze(&mut self, conflict: &Conflict) {
        self.scratch.learned.clear();
        let mut open = 0;
        let mut place = self.assignment.trail().len();
        match *conflict {
            Conflict::Binary(first, second) => {
                self.visit(first, &mut open);
                self.visit(second, &mut open);
            }
            Conflict::Clause(clause) => {
                self.bump_clause(clause);
                self.visit_clause(clause, None, &mut open);
            }
            Conflict::Lits => {
                for index in 0..self.scratch.conflict.len() {
                    self.visit(self.scratch.conflict[index], &mut open);
                }
            }
        }
        let unique = loop {
            let lit = loop {
                place -= 1;
                let lit = self.assignment.trail()[place];
                if self.scratch.marks[lit.vidx()] != Mark::None {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                break lit;
            }
            match self.reason(lit) {
                Reason::Binary(other) => self.visit(other, &mut open),
                Reason::Clause(clause) => {
                    self.bump_clause(clause);
                    self.visit_clause(clause, Some(lit), &mut open);
                }
                Reason::None | Reason::Propagator => {
                    unreachable!("a decision is the only one left of its level")
                }
            }
        };
        for index in 0..self.scratch.marked.len() {
            self.scores.bump(self.scratch.marked[index].vidx());
        }
        self.scratch.learned.push(!unique);
        let last = self.scratch.learned.len() - 1;
        self.scratch.learned.swap(0, last);
        self.note_levels();
        self.shrink();
        self.scratch.forget_marks();
    }

    #[inline]
    fn visit(&mut self, lit: Lit, open: &mut u32) {
        let level = self.assignment.level_of(lit);
        if level == 0 || self.scratch.marks[lit.vidx()] != Mark::None {
            return;
        }
        debug_assert!(self.assignment.is_false(lit), "{lit} is not false");
        self.scratch.marks[lit.vidx()] = Mark::Seen;
        self.scratch.marked.push(lit);
        if level == self.assignment.level() {
            *open += 1;
        } else {
            self.scratch.learned.push(lit);
        }
    }

    fn visit_clause(&mut self, clause: ClauseRef, implied: Option<Lit>, open: &mut u32) {
        for place in 0..self.arena.len(clause) {
            let lit = self.arena.lit(clause, place);
            if Some(lit) != implied {
                self.visit(lit, open);
            }
        }
    }

    /// A clause took part in a conflict; it counts if it was learned.
    fn bump_clause(&mut self, clause: ClauseRef) {
        if !self.arena.is_learned(clause) {
            return;
        }
        let activity = self.arena.activity(clause) + self.clause_step;
        self.arena.set_activity(clause, activity);
        if activity > TOO_LARGE {
            for &clause in &self.learned {
                self.arena.set_activity(clause, self.arena.activity(clause) / TOO_LARGE);
            }
            self.clause_step /= TOO_LARGE;
        }
    }

    /// Notes which levels the clause that is being made is about.
    fn note_levels(&mut self) {
        self.scratch.clause = self.scratch.clause.wrapping_add(1);
        for lit in &self.scratch.learned {
            self.scratch.levels[self.assignment.level_of(*lit) as usize] = self.scratch.clause;
        }
    }

    /// Why a literal is true. What the propagator says is kept as long as the literal is true.
    fn reason(&mut self, lit: Lit) -> Reason {
        let reason = self.assignment.reason(lit);
        if reason != Reason::Propagator {
            return reason;
        }
        let mut clause = std::mem::take(&mut self.scratch.reason);
        clause.clear();
        self.theory.explain(lit, &mut clause);
        if self.theory.failure.is_some() {
            // The analysis goes on, and what it learns is thrown away with the solver.
            clause.clear();
            clause.push(lit);
        }
        debug_assert!(clause.iter().all(|&other| {
            let is_before = self.assignment.position_of(other) < self.assignment.position_of(lit);
            other == lit || self.assignment.is_false(other) && is_before
        }));
        let reason = match *clause {
            [one, other] => Reason::Binary(if one == lit { other } else { one }),
            _ => Reason::Clause(self.arena.add_dropped(&clause)),
        };
        self.scratch.reason = clause;
        self.assignment.set_reason(lit, reason);
        reason
    }

    /// Orders the clause from the highest level to the lowest, has one literal of a level stand for all, where that needs no
    /// others, and leaves out literals that the others imply (Fleury & Biere: Efficient all-UIP learned clause minimization, SAT
    /// 2021). Where there is a propagator no literal stands for others: of its weighted sums and differences less would be learned,
    /// and job shops and resources would take twice as long.
    fn shrink(&mut self) {
        let mut learned = std::mem::take(&mut self.scratch.learned);
        let assignment = &self.assignment;
        learned[1..].sort_unstable_by_key(|&lit| std::cmp::Reverse(assignment.position_of(lit)));
        let shrinks = !self.theory.is_connected();
        let (mut kept, mut start) = (1, 1);
        while start < learned.len() {
            let level = self.assignment.level_of(learned[start]);
            let same = learned[start..].iter().take_while(|&&lit| self.assignment.level_of(lit) == level);
            let end = start + same.count();
            if let Some(unique) =
                (shrinks && end > start + 1).then(|| self.unique_of(&learned[start..end])).flatten()
            {
                learned[kept] = !unique;
                kept += 1;
            } else {
                for place in start..end {
                    let lit = learned[place];
                    if self.assignment.reason(!lit) == Reason::None || !self.is_implied(lit, 0) {
                        learned[kept] = lit;
                        kept += 1;
                    }
                }
            }
            start = end;
        }
        learned.truncate(kept);
        self.scratch.learned = learned;
    }

    /// A literal that, with others of the clause, makes all of these false, which are of one level and ordered from the last to become
    /// so to the first.
    fn unique_of(&mut self, block: &[Lit]) -> Option<Lit> {
        let level = self.assignment.level_of(block[0]);
        let mut place = self.assignment.position_of(block[0]) as usize + 1;
        let mut open = block.len() as u32;
        self.scratch.block.clear();
        for &lit in block {
            self.scratch.block.push(lit);
            self.scratch.in_block[lit.vidx()] = true;
        }
        let unique = loop {
            place -= 1;
            let lit = self.assignment.trail()[place];
            if !self.scratch.in_block[lit.vidx()] {
                continue;
            }
            if open == 1 {
                break Some(lit);
            }
            open -= 1;
            let is_resolved = match self.reason(lit) {
                Reason::Binary(other) => self.join_block(other, level, &mut open),
                Reason::Clause(clause) => (0..self.arena.len(clause)).all(|place| {
                    let other = self.arena.lit(clause, place);
                    other == lit || self.join_block(other, level, &mut open)
                }),
                Reason::None | Reason::Propagator => false,
            };
            if !is_resolved {
                break None;
            }
        };
        for index in 0..self.scratch.block.len() {
            let lit = self.scratch.block[index];
            self.scratch.in_block[lit.vidx()] = false;
            if let Some(unique) = unique {
                if self.scratch.marks[lit.vidx()] != Mark::Seen {
                    // The clause has the unique one, and that makes the others false.
                    let mark = if lit.var() == unique.var() { Mark::Seen } else { Mark::Implied };
                    self.scratch.marks[lit.vidx()] = mark;
                    self.scratch.marked.push(lit);
                }
            }
        }
        unique
    }

    /// Takes a literal of a reason among those of a level; whether it is one of them or follows.
    fn join_block(&mut self, lit: Lit, level: u32, open: &mut u32) -> bool {
        if self.assignment.level_of(lit) != level {
            return self.is_implied(lit, 1);
        }
        if !std::mem::replace(&mut self.scratch.in_block[lit.vidx()], true) {
            self.scratch.block.push(lit);
            *open += 1;
        }
        true
    }

    /// Whether a false literal has to be false where those of the clause are.
    fn is_implied(&mut self, lit: Lit, depth: u32) -> bool {
        let level = self.assignment.level_of(lit);
        match self.scratch.marks[lit.vidx()] {
            Mark::Seen if depth > 0 => return true,
            Mark::Implied => return true,
            Mark::Free => return false,
            Mark::Seen | Mark::None => {}
        }
        if level == 0 {
            return true;
        }
        let is_there = self.scratch.levels[level as usize] == self.scratch.clause;
        if !is_there || depth > DEPTH || self.assignment.reason(!lit) == Reason::None {
            return false;
        }
        let is_implied = match self.reason(!lit) {
            Reason::Binary(other) => self.is_implied(other, depth + 1),
            Reason::Clause(clause) => (0..self.arena.len(clause)).all(|place| {
                let other = self.arena.lit(clause, place);
                other == !lit || self.is_implied(other, depth + 1)
            }),
            Reason::None | Reason::Propagator => false,
        };
        if depth > 0 {
            self.scratch.marks[lit.vidx()] = if is_implied { Mark::Implied } else { Mark::Free };
            self.scratch.marked.push(lit);
        }
        is_implied
    }

    /// Assumptions that make one of them false, with it.
    pub(crate) fn blame(&mut self, lit: Lit) -> Vec<Lit> {
        let mut core = vec![lit];
        let mut open = 0;
        self.scratch.learned.clear();
        self.visit(lit, &mut open);
        for place in (self.assignment.start(1)..self.assignment.trail().len()).rev() {
            let held = self.assignment.trail()[place];
            if self.scratch.marks[held.vidx()] == Mark::None {
                continue;
            }
            match self.reason(held) {
                Reason::None => core.push(held),
                Reason::Binary(other) => self.visit(other, &mut open),
                Reason::Clause(clause) => self.visit_clause(clause, Some(held), &mut open),
                Reason::Propagator => unreachable!("it was asked why"),
            }
        }
        self.scratch.forget_marks();
        core
    }
}
