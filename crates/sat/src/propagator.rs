//! A propagator to be sent to a solver's thread.

pub use groundplan_cdnl::{Propagator, Propagators};
use rustsat::types::Var;

/// A propagator to be sent to the solver's thread, with the variables that it observes at first.
pub(crate) struct PropagatorConnection {
    pub propagator: Box<dyn Propagator>,
    pub observed: Vec<Var>,
}
