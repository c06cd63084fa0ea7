//! Clauses prepared for the counting passes, which share them.

use std::ops::Range;

use rustsat::types::{Cl, Lit, Var};

use super::clauses::Clauses;

/// Sets of literals at most one of which holds.
#[derive(Default, Debug)]
pub(super) struct Exclusive {
    sets: Clauses,
    /// The clauses that encode each set, in the order of writing, as ranges of clause numbers.
    clauses: Vec<Range<usize>>,
}

impl Exclusive {
    /// Adds a set and the range of the clauses that encode it.
    pub fn push(&mut self, set: &[Lit], clauses: Range<usize>) {
        self.sets.push(set);
        self.clauses.push(clauses);
    }
}

/// Clauses sorted by their use in counting: those of two literals are exclusions, and longer ones may be counted.
pub(super) struct Counted<'c> {
    clauses: &'c Clauses,
    /// The numbers of the clauses with more than two literals.
    long: Vec<usize>,
    /// Pairs of literals that exclude each other, from clauses of two literals.
    pub exclusions: Vec<[Lit; 2]>,
    /// The number of two-literal clauses that exclude each literal, indexed by literal.
    exclusion_counts: Vec<u32>,
    /// Sets of literals at most one of which holds, beside the exclusions of two.
    pub exclusive: &'c Clauses,
}

impl<'c> Counted<'c> {
    /// Sorts clauses, skipping those that encode at-most-one sets. `before` is the number of clauses written earlier,
    /// and `variables` bounds the variable indices. Clauses with a variable for which `is_meant` is false are skipped.
    pub fn read(
        clauses: &'c Clauses,
        before: usize,
        exclusive: &'c Exclusive,
        variables: usize,
        is_meant: impl Fn(Var) -> bool,
    ) -> Self {
        let mut counted = Counted {
            clauses,
            long: Vec::new(),
            exclusions: Vec::new(),
            exclusion_counts: vec![0; 2 * variables],
            exclusive: &exclusive.sets,
        };
        let end = before + clauses.len();
        let mut start = before;
        for said in exclusive.clauses.iter().cloned().chain(std::iter::once(end..end)) {
            for number in start..said.start.max(start) {
                counted.read_clause(number - before, &is_meant);
            }
            start = said.end.max(start);
        }
        counted
    }

    fn read_clause(&mut self, number: usize, is_meant: impl Fn(Var) -> bool) {
        let clause = self.clauses.get(number);
        if clause.len() < 2 || !clause.iter().all(|literal| is_meant(literal.var())) {
            return;
        }
        if let &[a, b] = clause {
            self.exclusion_counts[(!a).lidx()] += 1;
            self.exclusion_counts[(!b).lidx()] += 1;
            self.exclusions.push([!a, !b]);
        } else {
            self.long.push(number);
        }
    }

    /// Returns the end of the range of literal indices.
    pub fn end(&self) -> usize {
        self.exclusion_counts.len()
    }

    /// Iterates over the clauses with more than two literals.
    pub fn long(&self) -> impl Iterator<Item = &'c Cl> + Clone + '_ {
        self.long.iter().map(|&number| Cl::new(self.clauses.get(number)))
    }

    /// Returns, for each literal index, the number of two-literal clauses that exclude the literal.
    pub fn exclusion_counts(&self) -> &[u32] {
        &self.exclusion_counts
    }
}
