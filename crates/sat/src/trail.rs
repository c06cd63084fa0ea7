//! What is true, in the order in which it became so, level by level.

use rustsat::types::Lit;

/// What a [`Propagator`](crate::Propagator) was told and was not taken back.
#[derive(Clone, Default, Debug)]
pub struct Trail {
    lits: Vec<Lit>,
    /// How long it was when each level above 0 began.
    starts: Vec<usize>,
    /// By literal: when it became true, from 1; 0 if it is not.
    since: Vec<u32>,
}

impl Trail {
    /// Makes a literal true on the present level; whether it was not already.
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

    /// Begins a level.
    pub fn new_level(&mut self) {
        self.starts.push(self.lits.len());
    }

    /// Takes back the levels above this one: the literals that are no longer true, as they became so.
    pub fn backtrack(&mut self, level: usize) -> Vec<Lit> {
        let Some(&start) = self.starts.get(level) else { return Vec::new() };
        self.starts.truncate(level);
        let undone = self.lits.split_off(start);
        undone.iter().for_each(|lit| self.since[lit.lidx()] = 0);
        undone
    }

    /// When a literal became true: its place in [`lits`](Trail::lits), from 1; 0 if it is not true.
    #[inline]
    #[must_use]
    pub fn since(&self, lit: Lit) -> u32 {
        self.since.get(lit.lidx()).copied().unwrap_or(0)
    }

    /// Whether a literal is true; its negation may be.
    #[inline]
    #[must_use]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.since(lit) > 0
    }

    /// Where in [`lits`](Trail::lits) each level above the lowest begins.
    #[must_use]
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// All that is true.
    #[must_use]
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }
}
