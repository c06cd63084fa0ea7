//! Translation of ground programs to clauses, and search for their answer sets.
//!
//! [`translate`] turns a ground program into clauses: its completion, and constraints for its loops. [`solve`] passes
//! the clauses to a SAT solver and returns answer sets. Some constraints are propagated during the search: sums and
//! loops, difference constraints ([`theory`]), and the [`propagator`]s of an embedding program. Symmetries are found in
//! [`symmetry`]. The crate `groundplan-ground` parses and grounds; the crate `groundplan` joins both.

#![forbid(unsafe_code)]

pub mod propagator;
pub mod solve;
pub mod symmetry;
pub mod theory;
pub mod translate;
mod tuning;

pub use tuning::Tuning;
