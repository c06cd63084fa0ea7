//! Sokoban as state spaces: the published tabled program, and spaces with stronger pruning and estimates.
//!
//! Throughout, the *sokoban* is the player, a *cell* is a numbered location of the floor, and a *line* is one action:
//! pushes of one box in one direction, after a walk.

mod corners;
mod corral;
pub(crate) mod distances;
mod excesses;
pub(crate) mod fares;
mod features;
pub(crate) mod floor;
mod forced;
pub(crate) mod freeze;
mod frozen_cache;
mod groups;
mod height_prices;
mod heights;
pub(crate) mod matching;
mod numbers;
mod pairs;
mod play;
mod priced;
mod ranked;
mod remaining;
mod tabled;
pub(crate) mod tariff;
mod walks;

pub use features::{Backward, Features};
pub use forced::forced_pushes;
pub use priced::Priced;
pub use remaining::{dead_places, remaining, Remaining};
pub use tabled::Tabled;
