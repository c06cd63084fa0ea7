//! Translation of a ground program into clauses whose models are its answer sets.
//!
//! A [`Translation`] follows a program that grows shot by shot. Shots are modules in the sense of Oikarinen & Janhunen
//! (ECAI 2006): the definition of an atom is complete at the end of the shot that has rules for it or mentions it.
//! *External* atoms are the exception: they stay open until a shot defines them.
//!
//! Each stage of a shot has its own file. [`shot`] reads and normalizes the rules. [`simplify`] finds atoms and bodies
//! whose value is certain. [`completion`] makes formulas over [`gates`]. [`loops`] handles the components that
//! [`tightness`] finds cyclic. [`clausify`] writes clauses. [`translation`] runs these stages; [`meaning`] and
//! [`model`] map clauses back to atoms.
//!
//! Invariant: the answer sets are the models of the clauses, restricted to the core atoms (see [`completion`]). Every
//! other atom has the value of its formula, and different answer sets differ on a core atom. With [`Method::Lazy`]
//! this holds once the loop formulas that refute unstable models were added. Where supports are deferred (see
//! [`constraint_only`]), it holds once they were written; until then, a model becomes an answer set by removing its
//! unfounded atoms.

mod assigned_sums;
mod at_most_one;
mod bounds;
mod clauses;
mod clausify;
mod cnf;
mod completion;
mod constraint_only;
mod costs;
mod counted;
mod counter;
mod covers;
mod diagram;
mod dimacs;
mod energetic;
mod error;
mod externals;
mod factor;
mod formulas;
mod gates;
mod index;
mod last;
mod lists;
pub(crate) mod loops;
mod meaning;
mod model;
mod modularity;
mod origins;
mod pigeonhole;
mod pseudo_boolean;
mod shot;
mod simplify;
mod sums;
mod tasks;
mod tightness;
mod translation;

pub(crate) use assigned_sums::PassedThrough;
pub use clauses::Clauses;
pub(crate) use costs::{BoundId, CostBound, CostBounds, Grouping};
pub use dimacs::dimacs;
pub use error::TranslationError;
pub(crate) use gates::gcd;
pub use gates::{Edge, Valuation};
pub use loops::{ComponentId, Guess, Member, Method, Size, StepAtom, UnknownMethod};
pub use meaning::Meaning;
pub(crate) use pseudo_boolean::{AtMost, PseudoBoolean};
pub use sums::Sums;
pub use translation::{KnownLiteral, Translation};
