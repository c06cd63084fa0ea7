//! Conflict analysis: derives a clause with one literal of the last level, the first unique implication point (Marques-Silva &
//! Sakallah: GRASP, 1999; Zhang et al., ICCAD 2001).
//!
//! Literals implied by the others are removed (Sörensson & Biere: Minimizing learned clauses, SAT 2009).

use rustsat::types::Lit;

use crate::arena::ClauseRef;
use crate::assignment::Reason;
use crate::solver::{Conflict, Solver};

/// The maximum recursion depth of minimization.
const DEPTH: u32 = 500;

/// Clause activities above this are rescaled.
const TOO_LARGE: f32 = 1e20;

/// The state of a variable during the analysis of a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    None,
    /// Its literal is in the clause, or was resolved away.
    Seen,
    /// Its literal is implied by the clause.
    Implied,
    /// Its literal is not implied by the clause.
    Free,
}

/// Buffers of the analysis, and its results.
#[derive(Default)]
pub(crate) struct AnalysisScratch {
    /// The mark of each variable.
    marks: Vec<Mark>,
    /// The literals whose variables are marked.
    marked: Vec<Lit>,
    /// Whether each variable is in `block`. The block is a set of literals of one level that is to be replaced by one literal.
    in_block: Vec<bool>,
    block: Vec<Lit>,
    /// The variables among those of a clause, while [`Solver::exclude_model`] looks for decisions on others.
    pub is_marked: Vec<bool>,
    /// For each level, the number of the last clause that has a literal of it.
    levels: Vec<u32>,
    clause: u32,
    /// The learned clause: first the literal to become true, then one of the highest level of the others.
    pub learned: Vec<Lit>,
    /// A false clause of the propagator.
    pub conflict: Vec<Lit>,
    /// A reason given by the propagator.
    reason: Vec<Lit>,
    /// A clause that is being added.
    pub added: Vec<Lit>,
}

impl AnalysisScratch {
    pub fn make_room(&mut self, variables: usize) {
        self.marks.resize(variables, Mark::None);
        self.in_block.resize(variables, false);
        self.is_marked.resize(variables, false);
    }

    fn forget_marks(&mut self) {
        for lit in self.marked.drain(..) {
            self.marks[lit.vidx()] = Mark::None;
        }
    }
}

impl Solver {
    /// Analyses a conflict on the current level, which is above 0. The learned clause is left in [`AnalysisScratch::learned`].
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
        if self.tags.is_some() {
            self.count_parts(conflict, unique);
        }
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

    /// Counts the clauses from which the last clause was learned, by their tags: the false one, and the reasons of the literals
    /// of this level that stand behind the unique implication point on the trail.
    fn count_parts(&mut self, conflict: &Conflict, unique: Lit) {
        let Solver { tags: Some(tags), assignment, scratch, binaries, .. } = self else { return };
        let weight = tags.begin_conflict();
        if weight == 0 {
            return;
        }
        match *conflict {
            Conflict::Binary(first, second) => tags.count_false_binary(first, second, weight, binaries),
            Conflict::Clause(clause) => tags.count_false(clause, weight),
            Conflict::Lits => tags.count_reported(weight),
        }
        let behind = assignment.position_of(unique);
        for &lit in scratch.marked.iter().filter(|&&lit| assignment.position_of(lit) > behind) {
            tags.count_reason(!lit, assignment.reason(lit), weight, binaries);
        }
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

    /// Increases the activity of a learned clause that took part in a conflict.
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

    /// Marks the levels of the learned clause.
    ///
    /// There may be more levels than variables: an assumption that is true already opens an empty one.
    fn note_levels(&mut self) {
        self.scratch.clause = self.scratch.clause.wrapping_add(1);
        let levels = self.assignment.level() as usize + 1;
        if self.scratch.levels.len() < levels {
            self.scratch.levels.resize(levels, 0);
        }
        for lit in &self.scratch.learned {
            self.scratch.levels[self.assignment.level_of(*lit) as usize] = self.scratch.clause;
        }
    }

    /// Returns the reason of a literal. A reason given by the propagator is kept as long as the literal is true.
    fn reason(&mut self, lit: Lit) -> Reason {
        let reason = self.assignment.reason(lit);
        if reason != Reason::Propagator {
            return reason;
        }
        let mut clause = std::mem::take(&mut self.scratch.reason);
        clause.clear();
        self.theory.explain(lit, &mut clause);
        if self.theory.failure.is_some() {
            // The analysis continues; its result is discarded together with the solver.
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

    /// Sorts the clause by descending level, replaces the literals of one level by a single one where that needs no literals of
    /// other levels, and removes implied literals (Fleury & Biere: Efficient all-UIP learned clause minimization, SAT 2021).
    ///
    /// With a propagator connected, no literals are replaced. Less would be learned from weighted sums and differences, and
    /// scheduling problems would take longer.
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
                (shrinks && end > start + 1).then(|| self.unique_implication(&learned[start..end])).flatten()
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

    /// Returns a literal that, together with other literals of the clause, makes all literals of `block` false. The literals of
    /// `block` are of one level, in reverse order of their assignment.
    fn unique_implication(&mut self, block: &[Lit]) -> Option<Lit> {
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
                Reason::Binary(other) => self.add_to_block(other, level, &mut open),
                Reason::Clause(clause) => (0..self.arena.len(clause)).all(|place| {
                    let other = self.arena.lit(clause, place);
                    other == lit || self.add_to_block(other, level, &mut open)
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
                    // The clause contains the negated unique literal, which makes the others false.
                    let mark = if lit.var() == unique.var() { Mark::Seen } else { Mark::Implied };
                    self.scratch.marks[lit.vidx()] = mark;
                    self.scratch.marked.push(lit);
                }
            }
        }
        unique
    }

    /// Adds a reason literal to the block if it is on `level`. Returns whether it is in the block or implied by the clause.
    fn add_to_block(&mut self, lit: Lit, level: u32, open: &mut u32) -> bool {
        if self.assignment.level_of(lit) != level {
            return self.is_implied(lit, 1);
        }
        if !std::mem::replace(&mut self.scratch.in_block[lit.vidx()], true) {
            self.scratch.block.push(lit);
            *open += 1;
        }
        true
    }

    /// Returns whether a false literal is implied to be false by the literals of the clause.
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

    /// Returns a core: `lit`, an assumption that is false, and the assumptions that make it false.
    pub(crate) fn core_of(&mut self, lit: Lit) -> Vec<Lit> {
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
