//! From the ground program to clauses whose models are its answer sets.
//!
//! A [`Translation`] follows a program that grows shot by shot. Shots are modules in the sense of Oikarinen & Janhunen
//! (ECAI 2006): the definition of an atom is complete at the end of the shot that has rules for it or mentions it,
//! except that *external* atoms stay open until a shot defines them.
//!
//! The stages of a shot, one file each: [`shot`] reads and normalises its rules, [`simplify`] finds what is certain,
//! [`completion`] makes formulas over [`gates`], [`loops`] deals with the components that [`tightness`] finds cyclic,
//! [`clausify`] writes clauses. [`translation`] has them in a row; [`reading`] and [`model`] go back from clauses to
//! atoms.
//!
//! Invariant: the answer sets are the models of the clauses restricted to the core atoms (see [`completion`]), every
//! other atom being the value of its formula; with [`Method::Lazy`], as soon as the loop formulas that refute unstable
//! models were added. Different answer sets differ on a core atom. Where supports may wait (see [`one_sided`]), that is so
//! once they were written; until then each model becomes an answer set when what is unfounded is left out.

mod assigned_sums;
mod at_most_one;
mod bounds;
mod clauses;
mod clausify;
mod cnf;
mod completion;
mod costs;
mod counted;
mod counter;
mod covers;
mod diagram;
mod dimacs;
mod error;
mod factor;
mod formulas;
mod gates;
mod index;
mod lists;
mod load;
pub(crate) mod loops;
mod model;
mod modularity;
mod one_sided;
mod pigeonhole;
mod pseudo_boolean;
mod reading;
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
pub use gates::{Edge, Valuation};
pub use loops::{ComponentId, Guess, Member, Method, Place, Size, UnknownMethod};
pub(crate) use pseudo_boolean::{AtMost, PseudoBoolean};
pub use reading::Reading;
pub use sums::Sums;
pub use translation::{KnownLiteral, Translation};
