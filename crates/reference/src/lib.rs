//! A reference grounder: made to be read, not to be fast.
//!
//! It turns the text of a logic program into a ground program, and shares no code of ours with the grounder of the engine. A fast
//! grounder says which atoms are possible. This one checks that they are closed under all rules, and goes through every
//! statement over them. Then the ground program is right, whoever listed the atoms.
//!
//! In reading order:
//!
//! - `value`: ground terms; `syntax`, `grammar`: from text to syntax trees
//! - `rule`, `normalize`: rules without pools and intervals; `term`: values of terms, matching
//! - `base`: the possible atoms; `ground`: ground rules; `linear`, `plan`, `join`: the instances of a rule
//! - `instantiate`: which atoms are possible and certain; `components`
//! - `write`: aspif
//!
//! The definitions are those of M. Gebser, A. Harrison, R. Kaminski, V. Lifschitz and T. Schaub, *Abstract Gringo* (TPLP 15,
//! 2015), and of the ASP-Core-2 standard (F. Calimeri et al., TPLP 20, 2020).

#![forbid(unsafe_code)]

mod base;
mod components;
mod error;
mod grammar;
mod ground;
mod instantiate;
mod join;
mod linear;
mod normalize;
mod plan;
mod program;
mod rule;
mod syntax;
mod term;
mod value;
mod write;

pub use error::{Error, Place};
pub use program::{Difference, Ground, Program, Text};
