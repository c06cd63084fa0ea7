//! Sokoban as a state space, in two dresses: the published tabled program, and what good engineering adds to it.

mod corners;
mod corral;
pub(crate) mod distances;
mod excesses;
pub(crate) mod fares;
mod features;
pub(crate) mod floor;
pub(crate) mod freeze;
mod frozen;
mod groups;
mod heights;
pub(crate) mod matching;
mod numbers;
mod pairs;
mod play;
mod priced;
mod ranked;
mod remaining;
mod returns;
mod tabled;
pub(crate) mod tariff;
mod walks;

pub use features::Features;
pub use priced::Priced;
pub use remaining::{dead_places, remaining, Remaining};
pub use tabled::Tabled;
