//! Sokoban as a state space, in two dresses: the published tabled program, and what good engineering adds to it.

mod distances;
mod floor;
mod freeze;
mod matching;
mod tabled;
mod tabled_plus;

pub use floor::BoxLine;
pub use tabled::Tabled;
pub use tabled_plus::TabledPlus;
