//! A conflict-driven solver for clauses and user-defined constraints, which are given as a [`Propagator`].
//!
//! The method is conflict-driven nogood learning (Gebser, Kaufmann & Schaub: Conflict-driven answer set solving, AIJ 187, 2012).
//! Without a propagator it is conflict-driven clause learning (CDCL). The solver runs in the caller's thread, without locks, and
//! is deterministic. It does not depend on logic programs.

#![forbid(unsafe_code)]

mod analysis;
mod arena;
mod assignment;
mod domain;
pub mod integers;
mod lists;
mod luby;
mod options;
mod order;
mod propagator;
mod propagators;
mod solver;
mod tags;
mod theory;

pub use domain::{Aspect, Modification};
pub use luby::luby;
pub use options::Options;
pub use propagator::Propagator;
pub use propagators::Propagators;
pub use solver::{BadPropagation, Solver, Stats};
pub use tags::TagCounts;
