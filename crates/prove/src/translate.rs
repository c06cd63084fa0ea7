//! Translation of axioms to clauses for the solver, each derived from its axiom.
//!
//! Invariant: an assignment of the axioms' variables satisfies the axioms exactly if it satisfies the clauses for some values of
//! the new variables.

use groundplan_certificate::{Constraint, Lit};

use crate::adder;
use crate::covers::covers;
use crate::derivation::{ConstraintRef, Derivation};
use crate::sum::Sum;
use crate::totalizer;
use crate::ProveError;

/// A constraint is written by its prime implicates if they are at most this many times as numerous as its literals.
const CLAUSES_PER_LITERAL: usize = 4;

/// Translates a constraint to clauses; `from` is a reference to the constraint.
///
/// # Errors
///
/// If the weights of the constraint are too large for a proof.
pub(crate) fn translate(
    constraint: &Constraint,
    from: ConstraintRef,
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
