//! Theories that are solved: difference constraints, `&diff { u-v } <= k`, with the meaning that clingo-dl gives them
//! (Janhunen, Kaminski, Ostrowski, Schellhorn, Wanko & Schaub: Clingo goes linear constraints over reals and integers,
//! TPLP 17, 2017).
//!
//! An atom in a head asks for its constraint where it is derived; one in a body holds exactly where its constraint does.
//! Grounding reads the atoms into [constraints](groundplan_ground::program::difference). A propagator keeps the constraints
//! satisfiable while the solver searches ([`propagate`], [`graph`]). The values of the variables depend on the answer set
//! alone ([`values`]).

mod graph;
mod propagate;
mod values;

pub use propagate::{Bounds, DifferenceLogic};
pub use values::{least, values, verify};
