//! Errors of a search.

use std::any::Any;

use groundplan_sat::{Backend, SatError};
use thiserror::Error;

use super::stability::Unstable;
use crate::translate::TranslationError;

/// The reason why a search failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The program cannot be translated.
    #[error(transparent)]
    Translation(#[from] TranslationError),
    /// The SAT solver could not be started.
    #[error(transparent)]
    Backend(#[from] SatError),
    /// The loop method or the treatment of sums needs a SAT solver that takes propagators.
    #[error("to propagate loops or sums needs the backend {}, not `{backend}`", Backend::PROPAGATING)]
    NoPropagation {
        /// The backend that was chosen.
        backend: Backend,
    },
    /// `#heuristic` needs a SAT solver whose decision order can be modified.
    #[error("to hear `#heuristic` needs the backend `cdnl`, not `{backend}`")]
    NoDecisions {
        /// The chosen backend.
        backend: Backend,
    },
    /// Integer constraints need a SAT solver that makes variables while it searches.
    #[error("integer constraints need the backend `cdnl`, not `{backend}`")]
    NoIntegers {
        /// The chosen backend.
        backend: Backend,
    },
    /// The costs of a program that minimizes integer variables may be too large.
    #[error("the numbers of what is minimized are too large together: count in a larger unit")]
    CostsTooLarge,
    /// The SAT solver failed.
    #[error("the SAT solver failed: {0}")]
    Solver(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A thread of the search panicked: an error in this engine.
    #[error("internal error: a thread of the search panicked: {message}")]
    Panicked {
        /// The message of the panic.
        message: String,
    },
    /// The variable to minimize has no least value.
    #[error("the variable to minimize has no least value: nothing keeps it above a number")]
    Unbounded,
    /// The values of an answer set's variables contradict its theory atoms: an error in this engine.
    #[error("internal error: the values of an answer set contradict its constraints")]
    Inconsistent,
    /// A model of the SAT solver is not an answer set: an error in this engine.
    #[error("internal error: {0}")]
    Unstable(#[from] Unstable),
}

impl SolveError {
    /// Converts a panic to an error.
    pub fn panicked(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        SolveError::Panicked { message: text.unwrap_or("no message").to_owned() }
    }

    /// Converts an error from rustsat's traits.
    pub fn solver(error: anyhow::Error) -> Self {
        SolveError::Solver(error.into())
    }
}
