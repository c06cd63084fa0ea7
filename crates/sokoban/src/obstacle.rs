//! What stands in the way of a plan, as far as it can be said without a search: boxes that cannot be brought where they are
//! needed, boxes that never move again, and how many actions there are at least.
//!
//! Each obstacle is a proof by itself, by the same relaxations as the lower bound ([`crate::bound`]) and the prunings of
//! `tabled+`. That there is none says nothing.

use crate::bound::Costs;
use crate::instance::Instance;
use crate::location::Location;
use crate::space::floor::{Cell, Floor};
use crate::space::freeze::Freeze;
use crate::space::matching::{self, Matching};

/// What stands in the way of every plan of a number of actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// There are fewer boxes than storage locations.
    FewerBoxes {
        /// How many boxes.
        boxes: usize,
        /// How many storage locations.
        storages: usize,
    },
    /// This box can be brought to no storage location, and there are no more boxes than storage locations.
    Lost(Location),
    /// These storage locations can be reached by these boxes only, of which there are fewer.
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
        /// Those of them that stand on no storage location: more than can be spared.
        off_storage: Vec<Location>,
        /// Whether none of them can ever move; else, the first that does is lost, because it comes to where no storage location
        /// can be reached.
        for_good: bool,
    },
    /// More actions are needed than there are to be.
    TooFar {
        /// So many are needed.
        least: usize,
        /// The cheapest assignment: storage location, its box, and how many actions bring it there with no other box in the
        /// way.
        assignment: Vec<(Location, Location, usize)>,
    },
}

/// What stands in the way of a plan of exactly so many actions, or of any; all obstacles of the first kind that there is.
#[must_use]
pub fn obstacles(instance: &Instance, actions: usize) -> Vec<Obstacle> {
    let (boxes, storages) = (instance.boxes.len(), instance.storages.len());
    if boxes < storages {
        return vec![Obstacle::FewerBoxes { boxes, storages }];
    }
    let costs = Costs::of(instance);
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

/// Why there is no assignment of boxes to storage locations.
fn unreachable(instance: &Instance, costs: &Costs, assignment: &Matching) -> Vec<Obstacle> {
    let (boxes, storages) = (instance.boxes.len(), instance.storages.len());
    let reaches = |storage: usize, column: usize| costs.cost(storage, column) < matching::NEVER;
    if boxes == storages {
        let lost = (0..boxes).filter(|&column| (0..storages).all(|storage| !reaches(storage, column)));
        let lost: Vec<Obstacle> = lost.map(|column| Obstacle::Lost(instance.boxes[column])).collect();
        if !lost.is_empty() {
            return lost;
        }
    }
    // By Hall's theorem: a storage location left without a box, and all that ways of giving it one lead to. No part of that
    // is contested by itself, because any other of them could be left out in its place.
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

/// The boxes that are frozen at the start, if more of them are off storage than can be spared.
fn frozen(instance: &Instance, costs: &Costs) -> Option<Obstacle> {
    let floor = Floor::new(instance);
    let surplus = instance.boxes.len() - instance.storages.len();
    let boxes: Vec<Cell> = instance.boxes.iter().map(|place| place.0).collect();
    // With boxes to spare, any place may be right for one.
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
