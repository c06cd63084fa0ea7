//! Reasons why there is no plan that can be proven without a search.
//!
//! Such a reason is a box that cannot be brought to a storage location, a group of boxes that never move again, or a
//! lower bound on the number of actions. Each is a proof by itself, by the same relaxations as the lower bound
//! ([`crate::bound`]) and the prunings of `tabled+`. If none is found, a plan may or may not exist.

use crate::bound::AssignmentCosts;
use crate::instance::Instance;
use crate::location::Location;
use crate::space::floor::{Cell, Floor};
use crate::space::freeze::Freeze;
use crate::space::matching::{self, Matching};

/// A reason why there is no plan of a given number of actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// There are fewer boxes than storage locations.
    FewerBoxes {
        /// The number of boxes.
        boxes: usize,
        /// The number of storage locations.
        storages: usize,
    },
    /// This box can be brought to no storage location, and there are no boxes to spare.
    Lost(Location),
    /// Only these boxes can reach these storage locations, and there are fewer of them.
    Contested {
        /// The storage locations.
        storages: Vec<Location>,
        /// The boxes.
        boxes: Vec<Location>,
    },
    /// Boxes that block each other.
    Frozen {
        /// The boxes.
        boxes: Vec<Location>,
        /// The boxes among them that are not on a storage location; more than there are to spare.
        off_storage: Vec<Location>,
        /// Whether none of them can ever move. Otherwise the first one that moves comes to a place from which no
        /// storage location can be reached.
        for_good: bool,
    },
    /// More actions are needed than are allowed.
    TooFar {
        /// A lower bound on the number of actions.
        least: usize,
        /// The cheapest assignment, as triples: a storage location, its box, and the number of actions that bring the
        /// box there with no other box in the way.
        assignment: Vec<(Location, Location, usize)>,
    },
}

/// Reasons why there is no plan of exactly this number of actions, or of any number. Returns all reasons of the first
/// kind that applies.
#[must_use]
pub fn obstacles(instance: &Instance, actions: usize) -> Vec<Obstacle> {
    let (boxes, storages) = (instance.boxes.len(), instance.storages.len());
    if boxes < storages {
        return vec![Obstacle::FewerBoxes { boxes, storages }];
    }
    let costs = AssignmentCosts::of(instance);
    let assignment = costs.assignment();
    let Some(least) = assignment.total() else {
        return unreachable(instance, &costs, &assignment);
    };
    if let Some(frozen) = frozen(instance, &costs) {
        return vec![frozen];
    }
    let least = least as usize;
    if least <= actions {
        return Vec::new();
    }
    let pairs = assignment.pairs().map(|(storage, column)| {
        let cost = costs.cost(storage, column) as usize;
        (instance.storages[storage], instance.boxes[column], cost)
    });
    vec![Obstacle::TooFar { least, assignment: pairs.collect() }]
}

/// The reasons why there is no assignment of boxes to storage locations.
fn unreachable(instance: &Instance, costs: &AssignmentCosts, assignment: &Matching) -> Vec<Obstacle> {
    let (boxes, storages) = (instance.boxes.len(), instance.storages.len());
    let reaches = |storage: usize, column: usize| costs.cost(storage, column) < matching::NEVER;
    if boxes == storages {
        let lost = (0..boxes).filter(|&column| (0..storages).all(|storage| !reaches(storage, column)));
        let lost: Vec<Obstacle> = lost.map(|column| Obstacle::Lost(instance.boxes[column])).collect();
        if !lost.is_empty() {
            return lost;
        }
    }
    // A minimal Hall violator: a storage location left without a box, and all those on alternating paths from it. No
    // proper subset violates Hall's condition, since any other one of them could be left out instead.
    let pairs: Vec<(usize, usize)> = assignment.pairs().collect();
    let free = pairs.iter().find(|&&(storage, column)| !reaches(storage, column));
    let mut contested = vec![free.expect("there is no assignment").0];
    let mut among: Vec<usize> = Vec::new();
    let mut next = 0;
    while let Some(&storage) = contested.get(next) {
        next += 1;
        for column in (0..boxes).filter(|&column| reaches(storage, column)) {
            if among.contains(&column) {
                continue;
            }
            among.push(column);
            let holder = pairs.iter().find(|pair| pair.1 == column).map(|pair| pair.0);
            contested.push(holder.expect("a free box would have been assigned"));
        }
    }
    contested.sort_unstable();
    among.sort_unstable();
    let storages = contested.into_iter().map(|storage| instance.storages[storage]).collect();
    vec![Obstacle::Contested {
        storages,
        boxes: among.into_iter().map(|column| instance.boxes[column]).collect(),
    }]
}

/// The boxes that are frozen at the start, if more of them are off storage locations than there are to spare.
fn frozen(instance: &Instance, costs: &AssignmentCosts) -> Option<Obstacle> {
    let floor = Floor::new(instance);
    let surplus = instance.boxes.len() - instance.storages.len();
    let boxes: Vec<Cell> = instance.boxes.iter().map(|place| place.0).collect();
    // With boxes to spare, a box may stay on any place, so dead places do not count.
    let counted = [true, false].into_iter().filter(|&for_good| for_good || surplus == 0);
    counted.into_iter().find_map(|for_good| {
        let is_dead = |cell: Cell| !for_good && costs.is_dead_place(cell);
        let frozen: Vec<Location> =
            Freeze::new(&floor, &is_dead).all(&floor, &boxes).into_iter().map(Location).collect();
        let off_storage: Vec<Location> =
            frozen.iter().copied().filter(|place| !floor.is_storage(place.0)).collect();
        let is_lost = off_storage.len() > surplus;
        is_lost.then_some(Obstacle::Frozen { boxes: frozen, off_storage, for_good })
    })
}
