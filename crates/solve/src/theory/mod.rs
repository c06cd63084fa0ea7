//! Difference constraints `&diff { u-v } <= k`, with the semantics of clingo-dl (Janhunen, Kaminski, Ostrowski,
//! Schellhorn, Wanko & Schaub: Clingo goes linear constraints over reals and integers, TPLP 17, 2017).
//!
//! An atom in a head requires its constraint if it is derived. An atom in a body is true exactly if its constraint
//! holds. Grounding reads the atoms into [constraints](groundplan_ground::program::difference). A propagator keeps the
//! constraints satisfiable while the solver searches ([`propagate`], [`graph`]). The values of the variables depend on
//! the answer set alone ([`values`]).

mod graph;
mod integers;
mod propagate;
mod related;
mod values;

pub use integers::costs;
pub(crate) use integers::{costs_fit, CostLevel, IntegerLogic};
pub use propagate::{DifferenceBounds, DifferenceLogic};
pub use values::{least, values, verify};
