//! Errors of a backend. An interrupt or a deadline is not an error but
//! [`SolverResult::Interrupted`](rustsat::solvers::SolverResult::Interrupted).

use rustsat::types::{Lit, Var};
use thiserror::Error;

use crate::Backend;

/// An error of a SAT backend.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SatError {
    /// No backend has this name.
    #[error("unknown SAT backend `{name}`; there are cadical+cdnl, cadical, cdnl, varisat and process:CMD")]
    UnknownBackend {
        /// The name that was given.
        name: String,
    },
    /// The backend needs a cargo feature that was off.
    #[error("this program was built without the SAT backend `{backend}` (cargo feature `{feature}`)")]
    NotBuilt {
        /// The backend.
        backend: Backend,
        /// The cargo feature that it needs.
        feature: &'static str,
    },
    /// An option of a backend is unknown or must not be used.
    #[error("bad option `{option}` for the SAT backend cadical: {why}")]
    BadOption {
        /// The option or the preset.
        option: String,
        /// Why it was rejected.
        why: &'static str,
    },
    /// The operating system could not start a thread for the backend.
    #[error("cannot start a thread for the SAT solver: {0}")]
    NoThread(#[source] std::io::Error),
    /// The process is a fork of one whose solver was at work.
    #[error("the process was forked while the SAT solver was at work: the search cannot go on in the fork")]
    Forked,
    /// A variable's index is higher than the backends support.
    #[error("variable index {} is too high for a SAT solver (at most {max})", .var.idx32())]
    VariableTooHigh {
        /// The variable.
        var: Var,
        /// The highest supported index.
        max: u32,
    },
    /// The backend takes no propagator.
    #[error("the SAT backend {backend} takes no propagator; cadical and cdnl do")]
    NoPropagators {
        /// The backend.
        backend: Backend,
    },
    /// The backend takes no modifications of its decision order.
    #[error("the SAT backend {backend} takes no modifications of its decision order")]
    NoModifications {
        /// The backend.
        backend: Backend,
    },
    /// The backend has no such member.
    #[error("the SAT backend {backend} has no such solver")]
    NoMember {
        /// The backend.
        backend: Backend,
    },
    /// The backend logs no proof.
    #[error("the SAT backend {backend} logs no proof; cadical does")]
    NoProofs {
        /// The backend.
        backend: Backend,
    },
    /// A proof log was requested after clauses or a propagator had been added.
    #[error("a proof is logged from the first clause on, or not at all")]
    ProofState,
    /// No propagator is connected that could observe a variable, or one is connected already.
    #[error("{0}")]
    PropagatorState(&'static str),
    /// A propagator broke its contract; the solver cannot be used any more.
    #[error("the propagator named the literal {lit}, but {why}")]
    BadPropagation {
        /// The literal.
        lit: Lit,
        /// Why it breaks the contract.
        why: &'static str,
    },
    /// The program of a `process:` backend was not found.
    #[error("SAT solver `{program}`: no such program")]
    NoProgram {
        /// The program.
        program: String,
    },
    /// The program of a `process:` backend failed, or its output could not be parsed.
    #[error("SAT solver `{command}`: {what}")]
    Process {
        /// The program and its arguments.
        command: String,
        /// The failure.
        what: String,
    },
    /// The solver panicked; it cannot be used any more.
    #[error("the SAT solver broke down: {message}")]
    Panicked {
        /// The panic's message.
        message: String,
    },
    /// The solver broke down in an earlier call.
    #[error("the SAT solver broke down earlier and cannot be used any more")]
    Dead,
}
