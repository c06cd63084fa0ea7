//! What makes the models of the completion answer sets where the program is not tight: one loop method a file.

use std::fmt;
use std::str::FromStr;

mod component;
pub(super) mod lazy;

pub use component::{Component, LoopBody, LoopSum};

/// How components with cycles are handled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Method {
    /// Loop formulas when a model is not stable.
    #[default]
    Lazy,
}

impl Method {
    /// All methods.
    pub const ALL: &'static [Method] = &[Method::Lazy];
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Method::Lazy => "lazy",
        })
    }
}

/// The name of a loop method is not known.
#[derive(Clone, PartialEq, Eq, thiserror::Error, Debug)]
#[error("unknown loop method `{name}`; there is lazy")]
pub struct UnknownMethod {
    /// The name that was given.
    pub name: String,
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        let known = Method::ALL.iter().find(|method| method.to_string() == name);
        known.copied().ok_or_else(|| UnknownMethod { name: name.to_owned() })
    }
}
