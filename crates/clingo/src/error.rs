//! Why a call fails: by kinds, which each language of the interface has words for.

use thiserror::Error as ThisError;

use crate::control::Raised;

/// Why a call of clingo's interface fails.
#[derive(ThisError, Debug)]
pub enum Error {
    /// The engine has failed; the text has its diagnostics.
    #[error(transparent)]
    Engine(#[from] groundplan::Error),
    /// The call asks for what is not there, or comes at a time when it cannot be answered.
    #[error("{0}")]
    Runtime(String),
    /// An argument has a value that makes no sense.
    #[error("{0}")]
    Value(String),
    /// An argument leaves the range of its type.
    #[error("{0}")]
    Overflow(String),
    /// Options contradict each other.
    #[error("{0}")]
    Options(String),
    /// An argument is of another type.
    #[error("{0}")]
    Type(String),
    /// An object has no attribute of this name.
    #[error("{0}")]
    Attribute(String),
    /// A sequence has not so many items.
    #[error("{0}")]
    Index(String),
    /// What is to be gone through nests too deeply.
    #[error("{0}")]
    Depth(String),
    /// A function of the host has failed.
    #[error("a callback has failed")]
    Raised(Raised),
    /// clingo can do this, and groundplan cannot.
    #[error("{0}")]
    Missing(String),
}

/// The result of a call of the interface.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns an error of the kind [`Error::Runtime`].
    pub fn runtime(sentence: impl Into<String>) -> Self {
        Error::Runtime(sentence.into())
    }
}
