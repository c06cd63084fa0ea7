//! How many actions are left, from every configuration of a small instance: what a player is told who has left the plan.

use groundplan_search::retrograde;

use super::floor::Floor;
use super::play::{self, Play};
use crate::instance::Instance;
use crate::location::Location;

/// A configuration from which the instance can be solved.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Remaining {
    /// Where the boxes are, in ascending order.
    pub boxes: Vec<Location>,
    /// The first location of those that the sokoban can walk to.
    pub region: Location,
    /// The least number of actions that solve the instance from there.
    pub actions: u32,
}

/// All configurations that play leads to and from which the instance can be solved, boxes before regions in ascending order;
/// from any other configuration that play leads to it cannot be solved. `None` if more than `most` would have to be looked at,
/// or the floor is too large.
#[must_use]
pub fn remaining(instance: &Instance, most: usize) -> Option<Vec<Remaining>> {
    let states = retrograde(&mut Play::new(instance)?, most)?;
    let read = |(state, actions): (Box<[u8]>, u32)| {
        let (boxes, region) = Play::read(&state);
        Remaining { boxes: boxes.into_iter().map(Location).collect(), region: Location(region), actions }
    };
    Some(states.into_iter().map(read).collect())
}

/// The places from which no box can be brought to a storage location, whatever else moves. None where there are more or
/// fewer boxes than storage locations: no place is wrong for a box that may stay anywhere, and where boxes are missing no
/// place makes it worse. None either on a floor too large for the tables.
#[must_use]
pub fn dead_places(instance: &Instance) -> Vec<Location> {
    let dead = play::dead(instance, &Floor::new(instance)).unwrap_or_default();
    (0u32..).map(Location).zip(dead).filter(|&(_, is_dead)| is_dead).map(|(place, _)| place).collect()
}
