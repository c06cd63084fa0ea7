//! A list of clauses in two flat vectors, the form in which they leave the translation.

use rustsat::encodings::CollectClauses;
use rustsat::types::{Cl, Clause, Lit};
use rustsat::OutOfMemory;

/// Clauses, one after the other.
#[derive(Clone, Default, Debug)]
pub struct Clauses {
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

impl Clauses {
    /// How many clauses there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause of a number.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn get(&self, number: usize) -> &[Lit] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[number]]
    }

    /// Adds a clause.
    pub fn push(&mut self, clause: &[Lit]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// The clauses in the order they were made.
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
