//! Theories that are solved: difference constraints, `&diff { u-v } <= k`, with the meaning that clingo-dl gives them
//! (Janhunen, Kaminski, Ostrowski, Schellhorn, Wanko & Schaub: Clingo goes linear constraints over reals and integers,
//! TPLP 17, 2017).
//!
//! An atom in a head asks for its constraint where it is derived; one in a body holds exactly where its constraint does.
//! Atoms are read into [`Difference`]s ([`constraint`]), which a propagator keeps satisfiable while the solver searches
//! ([`propagate`], [`graph`]); the variables' values are those of an answer set alone ([`values`]).

mod graph;
mod propagate;
mod values;

pub use propagate::{Bounds, DifferenceLogic};
pub use values::{least, values, verify};
