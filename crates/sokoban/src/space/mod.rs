//! Sokoban as a state space, in two dresses: the published tabled program, and what good engineering adds to it.

mod corral;
pub(crate) mod distances;
pub(crate) mod floor;
pub(crate) mod freeze;
mod frozen;
pub(crate) mod matching;
mod ranked;
mod tabled;
mod tabled_plus;

pub use tabled::Tabled;
pub use tabled_plus::TabledPlus;
