//! What a designer of levels asks of a level and of a plan for it, in numbers.
//!
//! The difficulty is an estimate for people, not for engines: the number of times that the plan turns to another box,
//! plus the number of its *counterintuitive* pushes. A push is counterintuitive if it brings the box no nearer to the
//! place where the plan leaves it, counted in pushes without other boxes. Both quantities are from P. Jarušek and
//! R. Pelánek, Difficulty Rating of Sokoban Puzzle, STAIRS 2010: a level that can be decomposed into single boxes is
//! easy, however long its plan is. They measured people, with richer models; this is a simple form of both ideas.

use std::collections::VecDeque;

use crate::instance::Instance;
use crate::location::{Direction, Location};
use crate::space::{dead_places, forced_pushes};
use crate::trace::{Counts, Trace};

/// The numbers about a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelFigures {
    /// The number of boxes.
    pub boxes: usize,
    /// The number of squares of floor, storage locations included.
    pub floor: usize,
    /// The number of squares from which no box can be brought to a storage location.
    pub dead: usize,
}

impl LevelFigures {
    /// Returns the numbers about an instance.
    #[must_use]
    pub fn of(instance: &Instance) -> LevelFigures {
        LevelFigures {
            boxes: instance.boxes.len(),
            floor: instance.locations().len(),
            dead: dead_places(instance).len(),
        }
    }
}

/// The numbers about a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The counts of the plan.
    pub counts: Counts,
    /// The number of pushes to which there is no alternative, if it is known ([`forced_pushes`]).
    pub forced: Option<usize>,
    /// The number of pushes that bring their box no nearer to the place where the plan leaves it.
    pub counterintuitive: usize,
}

impl Rating {
    /// Returns the numbers about a plan.
    #[must_use]
    pub fn of(instance: &Instance, trace: &Trace) -> Rating {
        Rating {
            counts: trace.counts(),
            forced: forced_pushes(instance, trace),
            counterintuitive: counterintuitive(instance, trace),
        }
    }

    /// The estimated difficulty of the level.
    #[must_use]
    pub fn difficulty(&self) -> usize {
        self.counts.box_changes + self.counterintuitive
    }
}

/// Returns the number of counterintuitive pushes of a plan.
fn counterintuitive(instance: &Instance, trace: &Trace) -> usize {
    let mut last = instance.boxes.clone();
    trace.actions.iter().for_each(|action| last[action.box_index] = action.to);
    // For each box, computed when it is first pushed.
    let mut distances: Vec<Option<Vec<u32>>> = vec![None; last.len()];
    let mut count = 0;
    for action in &trace.actions {
        let distances =
            distances[action.box_index].get_or_insert_with(|| pushes_to(instance, last[action.box_index]));
        let mut place = action.from;
        for _ in 0..action.pushes {
            let Some(next) = instance.neighbour(place, action.direction) else { break };
            count += usize::from(distances[next.index()] >= distances[place.index()]);
            place = next;
        }
    }
    count
}

/// Returns, for each location, the least number of pushes that bring a box from there to `target`, if there are no
/// other boxes and the sokoban can go anywhere; `u32::MAX` if there is no way.
fn pushes_to(instance: &Instance, target: Location) -> Vec<u32> {
    let mut distances = vec![u32::MAX; instance.locations().len()];
    distances[target.index()] = 0;
    let mut open = VecDeque::from([target]);
    while let Some(place) = open.pop_front() {
        for direction in Direction::ALL {
            // A box that comes from there was pushed from the square behind.
            let Some(before) = instance.neighbour(place, direction.opposite()) else { continue };
            let is_new = distances[before.index()] == u32::MAX;
            if is_new && instance.neighbour(before, direction.opposite()).is_some() {
                distances[before.index()] = distances[place.index()] + 1;
                open.push_back(before);
            }
        }
    }
    distances
}
