//! A solver for clauses, and for whatever else a [`Propagator`] says in its search.
//!
//! Conflict-driven nogood learning (Gebser, Kaufmann & Schaub: Conflict-driven answer set solving, AIJ 187, 2012), of which conflict-
//! driven clause learning is the part without propagators. It runs in the thread of whoever calls it, without locks, and the same
//! calls give the same results. It knows nothing of logic programs.

#![forbid(unsafe_code)]

mod analysis;
mod arena;
mod assignment;
mod lists;
mod luby;
mod options;
mod order;
mod propagator;
mod solver;
mod theory;

pub use luby::luby;
pub use options::Options;
pub use propagator::Propagator;
pub use solver::{BadPropagation, Outcome, Solver, Stats};
