//! Storage for clauses in two flat vectors.

use rustsat::encodings::CollectClauses;
use rustsat::types::{Cl, Clause, Lit};
use rustsat::OutOfMemory;

/// A list of clauses.
#[derive(Clone, Default, Debug)]
pub struct Clauses {
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

impl Clauses {
    /// Returns the number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the clause with a number, counted from 0.
    ///
    /// # Panics
    ///
    /// If there is no such clause.
    #[must_use]
    pub fn get(&self, number: usize) -> &[Lit] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[number]]
    }

    /// Adds a clause at the end.
    pub fn push(&mut self, clause: &[Lit]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// Iterates over the clauses in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Cl> + Clone + '_ {
        let mut start = 0;
        self.ends.iter().map(move |&end| Cl::new(&self.literals[std::mem::replace(&mut start, end)..end]))
    }
}

impl CollectClauses for Clauses {
    fn n_clauses(&self) -> usize {
        self.len()
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        clauses.into_iter().for_each(|clause| self.push(clause.as_ref()));
        Ok(())
    }
}
