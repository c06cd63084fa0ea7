//! What can go wrong in a backend. An interrupt or a deadline is not an error but
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
    #[error("this program was built without the SAT backend `{backend}` (cargo feature `{backend}`)")]
    NotBuilt {
        /// The backend.
        backend: Backend,
    },
    /// An option of a backend is unknown or must not be used.
    #[error("bad option `{option}` for the SAT backend cadical: {why}")]
    BadOption {
        /// The option or the preset.
        option: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The operating system gave no thread to run the backend in.
    #[error("cannot start a thread for the SAT solver: {0}")]
    NoThread(#[source] std::io::Error),
    /// A variable's index is beyond what the backends can number.
    #[error("variable index {} is too high for a SAT solver (at most {max})", .var.idx32())]
    VariableTooHigh {
        /// The variable.
        var: Var,
        /// The highest index that works.
        max: u32,
    },
    /// The backend takes no propagator.
    #[error("the SAT backend {backend} takes no propagator; cadical and cdnl do")]
    NoPropagators {
        /// The backend.
        backend: Backend,
    },
    /// The solver is none of the backend's.
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
    /// A proof was asked for when the solver had clauses already.
    #[error("a proof is logged from the first clause on, or not at all")]
    ProofState,
    /// The solver has no propagator that could observe a variable, or has one already.
    #[error("{0}")]
    PropagatorState(&'static str),
    /// A propagator broke its contract; the solver cannot be used any more.
    #[error("the propagator named the literal {lit}, but {why}")]
    BadPropagation {
        /// The literal.
        lit: Lit,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The program of a `process:` backend is not there.
    #[error("SAT solver `{program}`: no such program")]
    NoProgram {
        /// The program.
        program: String,
    },
    /// The program of a `process:` backend failed, or what it said makes no sense.
    #[error("SAT solver `{command}`: {what}")]
    Process {
        /// The program and its arguments.
        command: String,
        /// What happened.
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
