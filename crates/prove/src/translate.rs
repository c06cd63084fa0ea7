//! Axioms as clauses for the solver, each derived from its axiom.
//!
//! Invariant: an assignment of the axioms' variables satisfies the clauses, for some values of the new variables, exactly
//! if it satisfies the axioms.

use groundplan_certificate::{Constraint, Lit};

use crate::adder;
use crate::covers::covers;
use crate::derivation::{Derivation, Ref};
use crate::totalizer;
use crate::ProveError;

/// A constraint whose clauses without new variables are no more than so many times its literals is written by those.
const CLAUSES_PER_LITERAL: usize = 4;

/// Writes the clauses of a constraint, which stands at `from`.
///
/// # Errors
///
/// If its weights are too large for a proof.
pub(crate) fn translate(
    constraint: &Constraint,
    from: Ref,
    derivation: &mut Derivation,
) -> Result<(), ProveError> {
    let Constraint { terms, at_least } = constraint;
    if *at_least == 1 {
        let clause: Vec<Lit> = terms.iter().map(|&(_, literal)| literal).collect();
        derivation.give(&clause, from);
        return Ok(());
    }
    if let Some(clauses) = covers(constraint, CLAUSES_PER_LITERAL * terms.len()) {
        for clause in clauses {
            derivation.clause(&clause, &[from]);
        }
        return Ok(());
    }
    let sum = Sum::of(constraint, from);
    if totalizer::write(&sum, derivation) {
        return Ok(());
    }
    adder::write(&sum, derivation)
}

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

    fn of(constraint: &Constraint, from: Ref) -> Self {
        let at_least = constraint.at_least;
        let (enough, mut terms): (Vec<_>, Vec<_>) =
            constraint.terms.iter().partition(|&&(weight, _)| weight >= at_least);
        terms.sort_by_key(|&(weight, _)| weight);
        Sum { enough: enough.into_iter().map(|(_, literal)| literal).collect(), terms, at_least, from }
    }
}
