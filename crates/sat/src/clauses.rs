//! A list of clauses in one flat vector, as it is sent to the backends.
//!
//! Invariant: the vector is a sequence of clauses, each terminated by a zero. Every other number is a DIMACS literal (variable 0
//! is 1, negation is minus).

use rustsat::types::{Assignment, Lit, TernaryVal, Var};

/// Returns the literals of these variables that are false in a model.
pub(crate) fn differing(vars: &[Var], model: &Assignment) -> Vec<Lit> {
    let is_true = |lit: Lit| model.lit_value(lit) == TernaryVal::True;
    vars.iter().map(|var| var.lit(is_true(var.pos_lit()))).collect()
}

/// Clauses as zero-terminated DIMACS numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlatClauses {
    numbers: Vec<i32>,
}

impl FlatClauses {
    /// Returns a list of one clause.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "the portfolio alone uses it"))]
    pub fn of(clause: &[Lit]) -> Self {
        let mut clauses = FlatClauses::default();
        clauses.push(clause);
        clauses
    }

    /// Adds a clause.
    pub fn push(&mut self, clause: &[Lit]) {
        self.numbers.extend(clause.iter().map(|lit| lit.to_ipasir()));
        self.numbers.push(0);
    }

    /// Appends a number: a literal of the current clause, or its terminating zero.
    pub fn write(&mut self, number: i32) {
        self.numbers.push(number);
    }

    /// The number of stored numbers, including zeros.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Iterates over the clauses, without their zeros.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        self.numbers.split_inclusive(|&number| number == 0).map(|clause| &clause[..clause.len() - 1])
    }
}

impl FromIterator<Vec<Lit>> for FlatClauses {
    fn from_iter<I: IntoIterator<Item = Vec<Lit>>>(clauses: I) -> Self {
        let mut flat = FlatClauses::default();
        clauses.into_iter().for_each(|clause| flat.push(&clause));
        flat
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustsat::lit;

    #[test]
    fn what_goes_in_comes_out() {
        let mut clauses = FlatClauses::default();
        assert_eq!(clauses.iter().count(), 0);
        clauses.push(&[lit![0], !lit![2]]);
        clauses.push(&[]);
        clauses.push(&[lit![1]]);
        let back: Vec<&[i32]> = clauses.iter().collect();
        assert_eq!(back, [&[1, -3][..], &[], &[2]]);
    }
}
