//! What counting looks at of clauses, read once for all that counts.

use std::ops::Range;

use rustsat::types::{Cl, Lit, Var};

use super::clauses::Clauses;

/// Sets of literals, at most one of each of which holds.
#[derive(Default, Debug)]
pub(super) struct Exclusive {
    sets: Clauses,
    /// The clauses that say so, in the order in which they were written, by how many clauses there were before.
    clauses: Vec<Range<usize>>,
}

impl Exclusive {
    /// Adds a set, and the clauses that say it.
    pub fn push(&mut self, set: &[Lit], clauses: Range<usize>) {
        self.sets.push(set);
        self.clauses.push(clauses);
    }
}

/// Clauses by what counting makes of them: those of two literals are exclusions, longer ones may be counted.
pub(super) struct Counted<'c> {
    clauses: &'c Clauses,
    /// The numbers of clauses of more than two literals.
    long: Vec<usize>,
    /// Literals that do not hold together, by clauses of two.
    pub exclusions: Vec<[Lit; 2]>,
    /// By index of a literal, how many such clauses exclude it.
    exclusion_counts: Vec<u32>,
    /// Literals at most one of which holds, where it is not clauses of two that are counted.
    pub exclusive: &'c Clauses,
}

impl<'c> Counted<'c> {
    /// Reads the clauses after so many that were written before. There are so many variables; clauses with those that are not meant
    /// are not looked at.
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

    /// Above the index of each literal.
    pub fn end(&self) -> usize {
        self.exclusion_counts.len()
    }

    /// The clauses of more than two literals.
    pub fn long(&self) -> impl Iterator<Item = &'c Cl> + Clone + '_ {
        self.long.iter().map(|&number| Cl::new(self.clauses.get(number)))
    }

    /// By index of a literal, how many clauses of two literals exclude it.
    pub fn exclusion_counts(&self) -> &[u32] {
        &self.exclusion_counts
    }
}
