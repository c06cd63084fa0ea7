//! Proofs that a ground program has no answer set, or none within a cost bound.
//!
//! `groundplan-certificate` writes the axioms: a pseudo-Boolean formula that every answer set satisfies. This crate refutes the
//! formula, and writes the refutation in VeriPB's format (S. Gocht and J. Nordström, AAAI 2021; B. Bogaerts, S. Gocht, C.
//! McCreesh and J. Nordström, Certified Dominance and Symmetry Breaking for Combinatorial Optimisation, JAIR 77, 2023). Nothing
//! here has to be trusted: the checker rejects a wrong proof.
//!
//! - `translate`: translates axioms to clauses, each with its derivation; `covers`, `totalizer` and `adder` encode sums
//! - `solver`: runs CaDiCaL, which logs its derivation; `loops` finds unfounded sets during the search
//! - [`Proof`]: the steps that the refutation needs, in order, as text
//! - [`Ground`]: a ground program and its origin; [`certify()`] proves a claim about it, and [`write()`] writes the folder of the
//!   certificate, completely or not at all
//! - [`second`]: checks a claim again on the ground program of another grounder, [`gringo`]

#![forbid(unsafe_code)]

mod adder;
mod certify;
mod covers;
mod derivation;
mod error;
mod folder;
pub mod gringo;
mod ground;
mod loops;
mod proof;
pub mod second;
mod sets;
mod solver;
mod sum;
mod totalizer;
mod translate;
mod trim;

use std::time::Instant;

use groundplan_certificate::{Atom, Axioms};
use groundplan_sat::Interrupter;

pub use certify::{below, certify, Certificate, Claimed};
pub use error::ProveError;
pub use folder::{vacant, write};
pub use ground::Ground;
pub use proof::Proof;

use derivation::{ConstraintRef, Derivation};
use solver::SearchResult;

/// The limits of a search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time at which to give up.
    pub deadline: Option<Instant>,
    /// The flag that makes the search give up.
    pub interrupter: Interrupter,
}

/// The outcome of a search for an answer set.
#[derive(Debug)]
pub enum Outcome {
    /// No answer set satisfies the axioms.
    Refuted(Box<Proof>),
    /// An answer set: its true atoms, in ascending order.
    Model(Vec<Atom>),
    /// A limit was reached first.
    Unknown,
}

/// Refutes the axioms, or finds an answer set that satisfies them. The axioms of unfounded sets with several atoms are added as
/// needed, and need not be present.
///
/// # Errors
///
/// If the solver is not built in, or failed.
pub fn prove(axioms: Axioms, limits: &Limits) -> Result<Outcome, ProveError> {
    let mut derivation = Derivation::over(axioms.variables());
    for (index, constraint) in axioms.constraints().iter().enumerate() {
        if limits.interrupter.is_interrupted() {
            return Ok(Outcome::Unknown);
        }
        let index = u32::try_from(index).map_err(|_| ProveError::TooLarge)?;
        translate::translate(constraint, ConstraintRef::Axiom(index), &mut derivation)?;
    }
    match solver::search(&axioms, &derivation, limits).map_err(ProveError::Solver)? {
        SearchResult::Model(atoms) => Ok(Outcome::Model(atoms)),
        SearchResult::Stopped => Ok(Outcome::Unknown),
        SearchResult::Refutation { log, set_clauses } => {
            Proof::new(axioms, derivation, log, &set_clauses).map(|proof| Outcome::Refuted(Box::new(proof)))
        }
    }
}
