//! What makes the models of the completion answer sets where the program is not tight: one loop method a file.
//!
//! Every method writes, for each atom of a component with cycles, that it is true only if it is supported, in a form
//! of its own; the other half of the completion, a true body makes its head true, is written in any case.

use std::fmt;
use std::str::FromStr;

mod acyclic;
mod component;
mod eliminate;
pub(super) mod lazy;
mod order;
mod predict;
mod propagate;
mod rank;
mod shift;

pub use component::{Component, LoopBody, LoopSum};
pub use predict::Size;
pub(super) use propagate::watch;
pub(crate) use propagate::UnfoundedSets;
pub(crate) use propagate::Watched;
pub use shift::Place;
pub(super) use shift::Shifts;

use super::cnf::Formulas;
use super::gates::{Edge, Gates};

/// How components with cycles are handled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Method {
    /// For each component the method that promises most.
    #[default]
    Auto,
    /// Vertex elimination: a closure for linear rules, else acyclic support.
    Eliminate,
    /// Level mappings.
    Rank,
    /// Loop formulas when a model is not stable.
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

/// The name of a loop method is not known.
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

/// What a variable that a method guesses says of the derivation of an answer set's atoms; atoms are numbers within
/// their component, levels those of [`Component::levels`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Guess {
    /// Both atoms are true, and the first has a smaller level than the second.
    Before {
        /// The atom derived first.
        first: u32,
        /// The atom derived later.
        second: u32,
    },
    /// The atom's level is at least so much.
    LevelAtLeast {
        /// The atom.
        atom: u32,
        /// From 1 to the component's size, exclusively.
        level: u32,
    },
    /// A binary digit of the atom's level.
    LevelBit {
        /// The atom.
        atom: u32,
        /// The digit: 0 is the lowest.
        bit: u32,
    },
}

impl Guess {
    /// The value in an answer set with these levels.
    #[must_use]
    pub fn value(self, levels: &[Option<u32>]) -> bool {
        match self {
            Guess::Before { first, second } => match (levels[first as usize], levels[second as usize]) {
                (Some(first), Some(second)) => first < second,
                _ => false,
            },
            Guess::LevelAtLeast { atom, level } => levels[atom as usize].unwrap_or(0) >= level,
            Guess::LevelBit { atom, bit } => levels[atom as usize].unwrap_or(0) >> bit & 1 == 1,
        }
    }
}

/// The variables guessed for one component.
#[derive(Default, Debug)]
pub(super) struct Guesses(pub(super) Vec<(Edge, Guess)>);

impl Guesses {
    fn make(&mut self, gates: &mut Gates, guess: Guess) -> Edge {
        let edge = gates.input();
        self.0.push((edge, guess));
        edge
    }
}

/// What was chosen for a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The method; never [`Method::Auto`].
    pub method: Method,
    /// What was predicted, if it was.
    pub predicted: Option<Size>,
}

/// What to do about a component. `fallback` is for [`Method::Auto`], where clauses written at once would be too many.
pub(super) fn plan(method: Method, fallback: Method, component: &Component, gates: &Gates) -> Plan {
    if method == Method::Auto {
        let (method, predicted) = predict::choose(component, gates, fallback);
        Plan { method, predicted: Some(predicted) }
    } else {
        Plan { method, predicted: None }
    }
}

/// Writes the supports of a component's atoms.
pub(super) fn encode(
    method: Method,
    component: &Component,
    gates: &mut Gates,
    guesses: &mut Guesses,
    formulas: &mut Formulas,
) {
    match method {
        Method::Auto => unreachable!("a plan has a method of its own"),
        Method::Eliminate => {
            if !eliminate::close(component, gates, formulas) {
                acyclic::order(component, gates, guesses, formulas);
            }
        }
        Method::Rank => rank::rank(component, gates, guesses, formulas),
        Method::Lazy | Method::Propagate => {
            for atom in 0..component.len() as u32 {
                let supported = component.supported_by(atom, gates, |_, _| Edge::TRUE);
                formulas.push(&[!component.truth(atom), supported]);
            }
        }
    }
}
