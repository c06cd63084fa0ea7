//! The loop methods and their names.

use std::fmt;
use std::str::FromStr;

/// The method by which components with cycles are encoded or checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Method {
    /// Chooses for each component the method that is expected to be fastest.
    #[default]
    Auto,
    /// Vertex elimination, for linear rules: the closure as clauses. Components with other rules use the fallback of
    /// [`Method::Auto`].
    Eliminate,
    /// Level mappings, as clauses.
    Rank,
    /// Loop formulas, added when a model is not stable.
    Lazy,
    /// Unfounded sets found during the search, in backends that take propagators.
    Propagate,
}

impl Method {
    /// All methods.
    pub const ALL: &'static [Method] =
        &[Method::Auto, Method::Eliminate, Method::Rank, Method::Lazy, Method::Propagate];
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Method::Auto => "auto",
            Method::Eliminate => "eliminate",
            Method::Rank => "rank",
            Method::Lazy => "lazy",
            Method::Propagate => "propagate",
        })
    }
}

/// The error for an unknown name of a loop method.
#[derive(Clone, PartialEq, Eq, thiserror::Error, Debug)]
#[error("unknown loop method `{name}`; there are {}", names())]
pub struct UnknownMethod {
    /// The name that was given.
    pub name: String,
}

fn names() -> String {
    Method::ALL.iter().map(Method::to_string).collect::<Vec<_>>().join(", ")
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        let known = Method::ALL.iter().find(|method| method.to_string() == name);
        known.copied().ok_or_else(|| UnknownMethod { name: name.to_owned() })
    }
}
