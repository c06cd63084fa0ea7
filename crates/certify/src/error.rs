//! Errors of certifying.

use std::io;
use std::path::PathBuf;

use groundplan_prove::ProveError;

/// The reason why a claim is not decided, or its certificate not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The engine has failed.
    #[error(transparent)]
    Engine(#[from] groundplan::Error),
    /// A text is no literal, which is needed for a purpose.
    #[error("`{0}` is no literal {1}, as in `p(1)` or `not p(1)`")]
    Literal(String, &'static str, #[source] groundplan::Error),
    /// A cube has an atom that the ground program does not have.
    #[error("the ground program has no atom `{0}`: this is no cube of it")]
    NoAtom(String),
    /// The ground program does not name an atom that is assumed.
    #[error(
        "the ground program does not tell which atom is `{0}`, so nothing can be assumed about it: is it shown, and no fact?"
    )]
    Unnamed(String),
    /// No solver that logs proofs is built in.
    #[error(
        "a certificate needs `cadical`, which this build does not have: build it without `--no-default-features`, with a C++ \
         compiler"
    )]
    NoSolver,
    /// The claim does not fit the program, or it cannot be proven.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// There is something at the path of the folder.
    #[error("`{}` is there already", .0.display())]
    Exists(PathBuf),
    /// The folder cannot be written.
    #[error("cannot write `{path}`: {1}", path = .0.display())]
    Unwritable(PathBuf, #[source] io::Error),
}
