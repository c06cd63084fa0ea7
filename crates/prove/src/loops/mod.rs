//! Sets of atoms that only support each other: which there may be, and which there are.

mod component;
mod head_cycles;
mod unfounded;

pub(crate) use component::Loops;
pub(crate) use unfounded::{Reason, UnfoundedSets};
