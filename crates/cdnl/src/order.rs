//! Which variable is decided next.
//!
//! Variables of recent conflicts weigh more (VSIDS; Moskewicz et al.: Chaff, DAC 2001, with the exponential form and the heap of
//! MiniSat: Eén & Sörensson, SAT 2003). Those that were in no conflict come in the order of the clauses that they are in, each of
//! which counts for half as much as one that is shorter by a literal (Jeroslow & Wang: Solving propositional satisfiability
//! problems, AMAI 1, 1990).

use rustsat::types::Lit;

/// Not in the heap.
const NONE: u32 = u32::MAX;

/// Where scores become too large.
const TOO_LARGE: f64 = 1e150;

/// What a clause of one literal would count for: a million clauses weigh less than one conflict.
const CLAUSE_SCORE: f64 = 1e-6;

/// Variables by score, those without a value at least in a heap.
#[derive(Debug)]
pub(crate) struct Scores {
    heap: Vec<u32>,
    /// By variable: its position in the heap.
    positions: Vec<u32>,
    scores: Vec<f64>,
    step: f64,
    /// Whether clauses were counted since the heap was put in order.
    is_unsorted: bool,
}

impl Default for Scores {
    fn default() -> Self {
        Scores { heap: Vec::new(), positions: Vec::new(), scores: Vec::new(), step: 1.0, is_unsorted: false }
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

    /// Counts a clause for its variables. The heap has to be [sorted](Scores::sort) before it is asked for the next variable.
    pub fn count(&mut self, clause: &[Lit]) {
        let score = CLAUSE_SCORE * 0.5_f64.powi(clause.len() as i32);
        clause.iter().for_each(|lit| self.scores[lit.vidx()] += score);
        self.is_unsorted = true;
    }

    /// Puts the heap in order, if clauses were counted.
    pub fn sort(&mut self) {
        if std::mem::take(&mut self.is_unsorted) {
            for position in (0..self.heap.len() / 2).rev() {
                self.sink(position, self.heap[position]);
            }
        }
    }

    /// The first variable that is open, which stays in the heap; those before it leave.
    #[inline]
    pub fn first(&mut self, is_open: impl Fn(usize) -> bool) -> Option<usize> {
        loop {
            let first = *self.heap.first()?;
            if is_open(first as usize) {
                return Some(first as usize);
            }
            let last = self.heap.pop()?;
            self.positions[first as usize] = NONE;
            if last != first {
                self.sink(0, last);
            }
        }
    }

    /// The variables in the heap: all that are open, and others.
    pub fn waiting(&self) -> &[u32] {
        &self.heap
    }

    /// The score of a variable.
    pub fn score(&self, variable: usize) -> f64 {
        self.scores[variable]
    }

    /// Puts a variable back, if it is not there.
    #[inline]
    pub fn put_back(&mut self, variable: usize) {
        if self.positions[variable] == NONE {
            let position = self.heap.len();
            self.heap.push(variable as u32);
            self.rise(position, variable as u32);
        }
    }

    /// A variable was in a conflict.
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

    /// A conflict is over: earlier ones weigh less by this factor.
    pub fn decay(&mut self, factor: f64) {
        self.step /= factor;
    }

    #[inline]
    fn is_before(&self, one: u32, other: u32) -> bool {
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
