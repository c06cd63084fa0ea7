//! Constraints as sums, in the form in which they are written as clauses.

use groundplan_certificate::{Constraint, Lit};

use crate::derivation::Ref;

/// The numbers in a proof must not be larger: that is what the checker grants, as VeriPB calculates with 64 bits.
pub(crate) const LARGEST: u128 = 1 << 61;

/// A constraint in two parts: one of these literals is true, or the sum of the others reaches the bound.
pub(crate) struct Sum {
    /// Each alone satisfies the constraint.
    pub enough: Vec<Lit>,
    /// The others with their weights, in the order of the weights.
    pub terms: Vec<(u64, Lit)>,
    pub at_least: u64,
    /// The constraint.
    pub from: Ref,
}

impl Sum {
    /// What the others weigh together.
    pub fn total(&self) -> u128 {
        self.terms.iter().map(|&(weight, _)| u128::from(weight)).sum()
    }

    pub fn of(constraint: &Constraint, from: Ref) -> Self {
        let at_least = constraint.at_least;
        let (enough, mut terms): (Vec<_>, Vec<_>) =
            constraint.terms.iter().partition(|&&(weight, _)| weight >= at_least);
        terms.sort_by_key(|&(weight, _)| weight);
        Sum { enough: enough.into_iter().map(|(_, literal)| literal).collect(), terms, at_least, from }
    }
}
