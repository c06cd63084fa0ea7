//! The number of actions left from every configuration of a small instance, for a player who has left the plan.

use groundplan_search::retrograde;

use super::floor::Floor;
use super::play::{self, Play};
use crate::instance::Instance;
use crate::location::Location;

/// A configuration from which the instance can be solved, with the number of actions left.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Remaining {
    /// The locations of the boxes, in ascending order.
    pub boxes: Vec<Location>,
    /// The first of the locations that the sokoban can walk to.
    pub region: Location,
    /// The least number of actions that solve the instance from this configuration.
    pub actions: u32,
}

/// Returns all reachable configurations from which the instance can be solved, ordered by boxes and then by region.
///
/// From any other reachable configuration it cannot be solved. Returns `None` if more than `most` configurations
/// would have to be searched, or if the floor is too large.
#[must_use]
pub fn remaining(instance: &Instance, most: usize) -> Option<Vec<Remaining>> {
    let states = retrograde(&mut Play::new(instance)?, most)?;
    let read = |(state, actions): (Box<[u8]>, u32)| {
        let (boxes, region) = Play::read(&state);
        Remaining { boxes: boxes.into_iter().map(Location).collect(), region: Location(region), actions }
    };
    Some(states.into_iter().map(read).collect())
}

/// Returns the places from which no box can be brought to a storage location, whatever else moves.
///
/// Returns none if there are more or fewer boxes than storage locations: a surplus box may stay anywhere, and where
/// boxes are missing no place makes it worse. It also returns none on a floor too large for the tables.
#[must_use]
pub fn dead_places(instance: &Instance) -> Vec<Location> {
    let dead = play::dead(instance, &Floor::new(instance)).unwrap_or_default();
    (0u32..).map(Location).zip(dead).filter(|&(_, is_dead)| is_dead).map(|(place, _)| place).collect()
}
