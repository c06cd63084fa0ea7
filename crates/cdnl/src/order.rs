//! The decision order of the variables.
//!
//! Variables of recent conflicts have higher scores (VSIDS; Moskewicz et al.: Chaff, DAC 2001, in the exponential form and with
//! the heap of MiniSat: Eén & Sörensson, SAT 2003). Variables without conflicts are ordered by their clauses: each clause counts
//! for half as much as one that is shorter by a literal (Jeroslow & Wang: Solving propositional satisfiability problems, AMAI 1,
//! 1990).

use std::cmp::Ordering;

use rustsat::types::{Lit, Var};

/// The position of a variable that is not in the heap.
const NONE: u32 = u32::MAX;

/// Scores above this are rescaled.
const TOO_LARGE: f64 = 1e150;

/// The score of a hypothetical empty clause. It is so small that a million clauses weigh less than one conflict.
const CLAUSE_SCORE: f64 = 1e-6;

/// The rank of a variable: those of a higher rank come first, whatever their scores.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
enum Rank {
    /// Never decided.
    Defined,
    #[default]
    Other,
    Relevant,
}

/// The scores of the variables, and a heap that contains at least the unassigned ones.
#[derive(Debug)]
pub(crate) struct Scores {
    heap: Vec<u32>,
    /// The position of each variable in the heap, indexed by variable.
    positions: Vec<u32>,
    scores: Vec<f64>,
    step: f64,
    /// Whether clauses were counted since the heap was last sorted.
    is_unsorted: bool,
    /// The rank of each variable; a variable beyond the end has the default.
    ranks: Vec<Rank>,
    uses_ranks: bool,
}

impl Default for Scores {
    fn default() -> Self {
        Scores {
            heap: Vec::new(),
            positions: Vec::new(),
            scores: Vec::new(),
            step: 1.0,
            is_unsorted: false,
            ranks: Vec::new(),
            uses_ranks: false,
        }
    }
}

impl Scores {
    pub fn make_room(&mut self, variables: usize) {
        self.scores.resize(variables, 0.0);
        for variable in self.positions.len()..variables {
            self.positions.push(NONE);
            self.put_back(variable);
        }
    }

    /// Adds the score of a clause to its variables. The heap must be [sorted](Scores::sort) before the next decision.
    pub fn count(&mut self, clause: &[Lit]) {
        let score = CLAUSE_SCORE * 0.5_f64.powi(clause.len() as i32);
        clause.iter().for_each(|lit| self.scores[lit.vidx()] += score);
        self.is_unsorted = true;
    }

    /// Restores the heap order if clauses were counted.
    pub fn sort(&mut self) {
        if std::mem::take(&mut self.is_unsorted) {
            for position in (0..self.heap.len() / 2).rev() {
                self.sink(position, self.heap[position]);
            }
        }
    }

    /// Ranks the variables, and ceases to use ranks.
    pub fn rank(&mut self, relevant: &[Var], defined: &[Var]) {
        self.use_ranks(false);
        self.ranks.clear();
        self.ranks.resize(self.scores.len(), Rank::Other);
        defined.iter().for_each(|var| self.ranks[var.idx()] = Rank::Defined);
        relevant.iter().for_each(|var| self.ranks[var.idx()] = Rank::Relevant);
    }

    /// Sets whether ranks are used.
    pub fn use_ranks(&mut self, uses_ranks: bool) {
        if self.uses_ranks != uses_ranks {
            self.uses_ranks = uses_ranks;
            self.is_unsorted = true;
            self.sort();
        }
    }

    /// Whether ranks are used.
    pub fn uses_ranks(&self) -> bool {
        self.uses_ranks
    }

    fn rank_of(&self, variable: u32) -> Rank {
        self.ranks.get(variable as usize).copied().unwrap_or_default()
    }

    /// Returns the first open variable that may be decided, which stays in the heap. Assigned variables before it are removed.
    #[inline]
    pub fn first(&mut self, is_open: impl Fn(usize) -> bool) -> Option<usize> {
        loop {
            let first = *self.heap.first()?;
            if is_open(first as usize) {
                let is_defined = self.uses_ranks && self.rank_of(first) == Rank::Defined;
                return (!is_defined).then_some(first as usize);
            }
            let last = self.heap.pop()?;
            self.positions[first as usize] = NONE;
            if last != first {
                self.sink(0, last);
            }
        }
    }

    /// The variables in the heap: all open ones, and possibly others.
    pub fn waiting(&self) -> &[u32] {
        &self.heap
    }

    /// Puts a variable back into the heap, if it is not there.
    #[inline]
    pub fn put_back(&mut self, variable: usize) {
        if self.positions[variable] == NONE {
            let position = self.heap.len();
            self.heap.push(variable as u32);
            self.rise(position, variable as u32);
        }
    }

    /// Increases the score of a variable that took part in a conflict.
    #[inline]
    pub fn bump(&mut self, variable: usize) {
        self.scores[variable] += self.step;
        if self.scores[variable] > TOO_LARGE {
            self.rescale();
        }
        let position = self.positions[variable];
        if position != NONE {
            self.rise(position as usize, variable as u32);
        }
    }

    #[cold]
    fn rescale(&mut self) {
        self.scores.iter_mut().for_each(|score| *score /= TOO_LARGE);
        self.step /= TOO_LARGE;
    }

    /// Lowers the weight of earlier conflicts by this factor.
    pub fn decay(&mut self, factor: f64) {
        self.step /= factor;
    }

    /// Returns whether one variable comes before another.
    #[inline]
    pub fn is_before(&self, one: u32, other: u32) -> bool {
        if self.uses_ranks {
            let ranks = self.rank_of(one).cmp(&self.rank_of(other));
            if ranks != Ordering::Equal {
                return ranks == Ordering::Greater;
            }
        }
        self.scores[one as usize] > self.scores[other as usize]
    }

    fn rise(&mut self, mut position: usize, variable: u32) {
        while position > 0 {
            let parent = (position - 1) / 2;
            if !self.is_before(variable, self.heap[parent]) {
                break;
            }
            self.set(position, self.heap[parent]);
            position = parent;
        }
        self.set(position, variable);
    }

    fn sink(&mut self, mut position: usize, variable: u32) {
        loop {
            let left = 2 * position + 1;
            let Some(&child) = self.heap.get(left) else { break };
            let (mut at, mut best) = (left, child);
            if let Some(&right) = self.heap.get(left + 1) {
                if self.is_before(right, best) {
                    (at, best) = (left + 1, right);
                }
            }
            if !self.is_before(best, variable) {
                break;
            }
            self.set(position, best);
            position = at;
        }
        self.set(position, variable);
    }

    #[inline]
    fn set(&mut self, position: usize, variable: u32) {
        self.heap[position] = variable;
        self.positions[variable as usize] = position as u32;
    }
}
