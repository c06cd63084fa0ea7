//! Proofs that a ground program has no answer set, or none that costs so little.
//!
//! `groundplan-certificate` writes, as a pseudo-Boolean formula, what every answer set satisfies; here the formula is
//! refuted, and the refutation written in VeriPB's format (S. Gocht and J. Nordström, AAAI 2021; B. Bogaerts, S. Gocht,
//! C. McCreesh and J. Nordström, Certified Dominance and Symmetry Breaking for Combinatorial Optimisation, JAIR 77, 2023).
//! Nothing here has to be trusted: a wrong proof is not accepted.
//!
//! - `translate`: the axioms become clauses, each with its derivation; `covers`, `totalizer`, `adder` for sums
//! - `solver`: CaDiCaL searches, and logs what it derives; `loops` finds unfounded sets meanwhile
//! - [`Proof`]: what the refutation needs of all that, in order, as text
//! - [`Ground`]: a ground program and where it comes from; [`certify()`] proves a claim about it, and [`write()`] writes the
//!   folder of the certificate, whole or not at all
//! - [`second`]: whether another grounder's program, that of [`gringo`], decides as ours does

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

use derivation::{Derivation, Ref};
use solver::Found;

/// When to give up.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// When this time has come.
    pub deadline: Option<Instant>,
    /// When it is called.
    pub interrupter: Interrupter,
}

/// What is found out about a program.
#[derive(Debug)]
pub enum Outcome {
    /// It has no answer set that costs so little.
    Refuted(Box<Proof>),
    /// It has this one: its true atoms, in order.
    Model(Vec<Atom>),
    /// A limit came first.
    Unknown,
}

/// Refutes axioms, or finds an answer set that satisfies them. The axioms of further sets, if there are any, are not used.
///
/// # Errors
///
/// If the solver is not built in, or broke down.
pub fn prove(axioms: Axioms, limits: &Limits) -> Result<Outcome, ProveError> {
    let mut derivation = Derivation::over(axioms.variables());
    for (index, constraint) in axioms.constraints().iter().enumerate() {
        if limits.interrupter.is_interrupted() {
            return Ok(Outcome::Unknown);
        }
        let index = u32::try_from(index).map_err(|_| ProveError::TooLarge)?;
        translate::translate(constraint, Ref::Axiom(index), &mut derivation)?;
    }
    match solver::search(&axioms, &derivation, limits).map_err(ProveError::Solver)? {
        Found::Model(atoms) => Ok(Outcome::Model(atoms)),
        Found::Nothing => Ok(Outcome::Unknown),
        Found::Refutation { log, told } => {
            Proof::new(axioms, derivation, log, &told).map(|proof| Outcome::Refuted(Box::new(proof)))
        }
    }
}
