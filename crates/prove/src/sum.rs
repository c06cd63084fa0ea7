//! Pseudo-Boolean constraints as sums, the input of the encodings.

use groundplan_certificate::{Constraint, Lit};

use crate::derivation::ConstraintRef;

/// The largest number allowed in a proof. The checker imposes it because VeriPB uses 64-bit arithmetic.
pub(crate) const LARGEST: u128 = 1 << 61;

/// A constraint in two parts: either one of the literals `enough` is true, or the sum of the other terms reaches the bound.
pub(crate) struct Sum {
    /// The literals that satisfy the constraint alone.
    pub enough: Vec<Lit>,
    /// The other terms, in ascending order of weight.
    pub terms: Vec<(u64, Lit)>,
    pub at_least: u64,
    /// The constraint itself.
    pub from: ConstraintRef,
}

impl Sum {
    /// Returns the total weight of `terms`.
    pub fn total(&self) -> u128 {
        self.terms.iter().map(|&(weight, _)| u128::from(weight)).sum()
    }

    pub fn of(constraint: &Constraint, from: ConstraintRef) -> Self {
        let at_least = constraint.at_least;
        let (enough, mut terms): (Vec<_>, Vec<_>) =
            constraint.terms.iter().partition(|&&(weight, _)| weight >= at_least);
        terms.sort_by_key(|&(weight, _)| weight);
        Sum { enough: enough.into_iter().map(|(_, literal)| literal).collect(), terms, at_least, from }
    }
}
