//! How many actions are left, from every configuration of a small instance: what a player is told who has left the plan.
//!
//! The configurations are those of `tabled+`, which leaves out only what no plan leads through; so one that is reached by
//! play and is not among them cannot be solved any more.

use groundplan_search::retrograde;

use super::distances::Distances;
use super::floor::Floor;
use super::TabledPlus;
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

/// All configurations that the start leads to and from which the instance can be solved, boxes before regions in
/// ascending order; `None` if there are more than `most` that a search would look at, or the floor is too large for one.
#[must_use]
pub fn remaining(instance: &Instance, most: usize) -> Option<Vec<Remaining>> {
    let mut space = TabledPlus::new(instance)?;
    let states = retrograde(&mut space, most)?;
    let read = |(state, actions): (Box<[u8]>, u32)| {
        let (boxes, region) = space.configuration(&state);
        Remaining { boxes, region, actions }
    };
    let mut remaining: Vec<Remaining> = states.into_iter().map(read).collect();
    remaining.sort_unstable();
    Some(remaining)
}

/// The places from which no box can be brought to a storage location, whatever else moves. None where there are more or
/// fewer boxes than storage locations: no place is wrong for a box that may stay anywhere, and where boxes are missing no
/// place makes it worse. None either on a floor too large for the tables.
#[must_use]
pub fn dead_places(instance: &Instance) -> Vec<Location> {
    if instance.boxes.len() != instance.storages.len() {
        return Vec::new();
    }
    let floor = Floor::new(instance);
    let storages: Vec<u32> = instance.storages.iter().map(|storage| storage.0).collect();
    let Some(distances) = Distances::new(&floor, &storages) else { return Vec::new() };
    instance.locations().filter(|place| distances.is_dead_place(place.0)).collect()
}
