//! What can go wrong in a search.

use std::any::Any;

use groundplan_sat::{Backend, SatError};
use thiserror::Error;

use super::stability::Unstable;
use crate::translate::TranslationError;

/// Why a search gives no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The program cannot be translated.
    #[error(transparent)]
    Translation(#[from] TranslationError),
    /// The SAT solver could not be started.
    #[error(transparent)]
    Backend(#[from] SatError),
    /// The loop method, or what is to be done about sums, needs a SAT solver that takes propagators.
    #[error("to propagate loops or sums needs the backend {}, not `{backend}`", Backend::PROPAGATING)]
    NoPropagation {
        /// The backend that was chosen.
        backend: Backend,
    },
    /// `#heuristic` can be heard only by a SAT solver that asks what to decide.
    #[error("to hear `#heuristic` needs the backend {}, not `{backend}`", Backend::PROPAGATING)]
    NoDecisions {
        /// The backend that was chosen.
        backend: Backend,
    },
    /// The SAT solver broke down.
    #[error("the SAT solver failed: {0}")]
    Solver(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A thread of the search panicked: an error in this engine.
    #[error("internal error: a thread of the search panicked: {message}")]
    Panicked {
        /// What the panic said.
        message: String,
    },
    /// There is no least value.
    #[error("the variable to minimize has no least value: nothing keeps it above a number")]
    Unbounded,
    /// What the SAT solver found has no values for the variables of its difference constraints: an error in this engine.
    #[error("internal error: the difference constraints of an answer set have no solution")]
    Inconsistent,
    /// What the SAT solver found is not an answer set: an error in this engine.
    #[error("internal error: {0}")]
    Unstable(#[from] Unstable),
}

impl SolveError {
    /// An error from a panic.
    pub fn panicked(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        SolveError::Panicked { message: text.unwrap_or("no message").to_owned() }
    }

    /// An error from rustsat's traits.
    pub fn solver(error: anyhow::Error) -> Self {
        SolveError::Solver(error.into())
    }
}
