//! From ground programs to answer sets.
//!
//! A ground program goes one way: completion and loops → clauses ([`translate`]) → SAT → answer sets ([`solve`]). Besides,
//! there are constraints that the search hears of as it goes: sums and loops, difference constraints ([`theory`]), symmetries
//! ([`symmetry`]) and [`propagator`]s of an embedder's own. Parsing and grounding are the crate `groundplan-ground`; the crate
//! `groundplan` joins both.

#![forbid(unsafe_code)]

pub mod propagator;
pub mod solve;
pub mod symmetry;
pub mod theory;
pub mod translate;
mod tuning;

pub use tuning::Tuning;
