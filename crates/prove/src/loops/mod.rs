//! Unfounded sets: the components in which they may occur, and the propagator that finds them.

mod component;
mod head_cycles;
mod unfounded;

pub(crate) use component::Loops;
pub(crate) use unfounded::{UnfoundedSetClause, UnfoundedSets};
