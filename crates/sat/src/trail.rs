//! The assigned literals in the order of their assignment, by decision level.

use rustsat::types::Lit;

/// The assigned literals that a [`Propagator`](crate::Propagator) has received and that were not undone.
#[derive(Clone, Default, Debug)]
pub struct Trail {
    lits: Vec<Lit>,
    /// The length of `lits` when each level above 0 began.
    starts: Vec<usize>,
    /// The position of each true literal in `lits`, counted from 1 and indexed by literal; 0 if the literal is not true.
    since: Vec<u32>,
}

impl Trail {
    /// Makes a literal true on the current level. Returns whether it was not true already.
    #[inline]
    pub fn push(&mut self, lit: Lit) -> bool {
        if self.is_true(lit) {
            return false;
        }
        let length = 2 * lit.vidx() + 2;
        if self.since.len() < length {
            self.since.resize(length, 0);
        }
        self.lits.push(lit);
        self.since[lit.lidx()] = u32::try_from(self.lits.len()).expect("variables fit 32 bits");
        true
    }

    /// Begins a decision level.
    pub fn new_level(&mut self) {
        self.starts.push(self.lits.len());
    }

    /// Undoes all levels above `level`. Returns the undone literals, in the order of their assignment.
    pub fn backtrack(&mut self, level: usize) -> Vec<Lit> {
        let Some(&start) = self.starts.get(level) else { return Vec::new() };
        self.starts.truncate(level);
        let undone = self.lits.split_off(start);
        undone.iter().for_each(|lit| self.since[lit.lidx()] = 0);
        undone
    }

    /// Returns the position of a literal in [`lits`](Trail::lits), counted from 1; 0 if it is not true.
    #[inline]
    #[must_use]
    pub fn since(&self, lit: Lit) -> u32 {
        self.since.get(lit.lidx()).copied().unwrap_or(0)
    }

    /// Whether a literal is true. Its negation may be true as well.
    #[inline]
    #[must_use]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.since(lit) > 0
    }

    /// The positions in [`lits`](Trail::lits) at which the levels above 0 begin.
    #[must_use]
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// All true literals, in the order of their assignment.
    #[must_use]
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }
}
