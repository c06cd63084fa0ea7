//! Axioms as clauses for the solver, each derived from its axiom.
//!
//! Invariant: an assignment of the axioms' variables satisfies the clauses, for some values of the new variables, exactly
//! if it satisfies the axioms.

use groundplan_certificate::{Constraint, Lit};

use crate::adder;
use crate::covers::covers;
use crate::derivation::{Derivation, Ref};
use crate::sum::Sum;
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
