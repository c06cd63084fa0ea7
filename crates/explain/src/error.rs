//! The errors of justifications.

/// Why an atom was not explained.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Rules that are no statements derive the atom, or the check has failed.
    #[error("the atom cannot be explained: {0}")]
    Unjustified(String),
    /// A predicate that is to be left out has no facts.
    #[error(transparent)]
    Predicate(#[from] crate::why::UnknownPredicate),
    /// An error of the engine.
    #[error(transparent)]
    Engine(#[from] groundplan::Error),
}
