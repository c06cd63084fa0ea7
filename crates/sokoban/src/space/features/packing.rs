//! The packing order: the order in which storage locations are filled, computed backwards.
//!
//! Source: Shoham, Schaeffer, "The FESS algorithm", IEEE CoG 2020. From the solved configuration, boxes are taken
//! away one by one. Each leaves along a way on which it could have been pushed in from a place of a box at the start,
//! with the boxes still there as walls. Taking one away never blocks another, so the order is free. The box nearest
//! to a place of a box at the start goes first, and the location emptied last is filled first.

use rustc_hash::FxHashMap;

use super::pulls::{self, PackingStep};
use super::ways::{back_from, Ways};
use crate::space::fares;
use crate::space::floor::{Cell, Floor};

/// A packing plan: the steps in which storage locations are filled.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    storages: Vec<Cell>,
    steps: Vec<PackingStep>,
    /// The number of boxes that have come from elsewhere, indexed by the number of steps done.
    arrivals: Vec<u16>,
    /// For each cell, the last arrival, from 1 on, that a box from there can serve; 0 if there is none. The arrivals
    /// are the steps with a box from elsewhere.
    until: Vec<u16>,
}

impl Packing {
    /// Returns the plan in which boxes are taken away one by one, the nearest first.
    pub(super) fn new(floor: &Floor, storages: &[Cell], boxes: &[Cell]) -> Self {
        let tells_sides = tells_sides(floor, storages);
        let mut left = storages.to_vec();
        let mut order = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let nearest = (0..left.len()).min_by_key(|&index| {
                let others: Vec<Cell> = left.iter().copied().filter(|&cell| cell != left[index]).collect();
                let ways = Ways::new(floor.without(&others), tells_sides).to(left[index]);
                boxes.iter().map(|&place| ways[place as usize]).min()
            });
            order.push(left.remove(nearest.expect("there is one left")));
        }
        let steps = order.into_iter().rev().map(|to| PackingStep { from: None, to }).collect();
        Packing::of(floor, storages, steps)
    }

    /// Returns a plan in which boxes may be parked; `None` if none is found before `stop` returns true.
    pub(super) fn with_parking(
        floor: &Floor,
        storages: &[Cell],
        boxes: &[Cell],
        pushes: &[i64],
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        pulls::plan(floor, storages, boxes, pushes, stop).map(|steps| Packing::of(floor, storages, steps))
    }

    fn of(floor: &Floor, storages: &[Cell], steps: Vec<PackingStep>) -> Self {
        let tells_sides = tells_sides(floor, storages);
        let mut until = vec![0; floor.none() as usize];
        let (mut arrivals, mut arrival) = (vec![0], 0);
        let mut placed: Vec<Cell> = Vec::new();
        for step in &steps {
            match step.from {
                Some(from) => placed.retain(|&cell| cell != from),
                None => {
                    arrival += 1;
                    let ways = Ways::new(floor.without(&placed), tells_sides).to(step.to);
                    for (until, &way) in until.iter_mut().zip(&ways) {
                        if way != fares::NEVER {
                            *until = arrival;
                        }
                    }
                }
            }
            placed.push(step.to);
            arrivals.push(arrival);
        }
        Packing { storages: storages.to_vec(), steps, arrivals, until }
    }

    /// The number of steps.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns the number of steps done: the most after which all boxes are where these steps leave them.
    pub(super) fn packed(&self, has_box: &[bool]) -> usize {
        let missing = |cell: Cell| usize::from(!has_box[cell as usize]);
        let (mut done, mut out) = (0, 0);
        for (index, step) in self.steps.iter().enumerate() {
            out = out + missing(step.to) - step.from.map_or(0, missing);
            if out == 0 {
                done = index + 1;
            }
        }
        done
    }

    /// Returns the place to which a box is brought after this number of steps; `None` at the end.
    pub(super) fn next(&self, packed: usize) -> Option<Cell> {
        self.steps.get(packed).map(|step| step.to)
    }

    /// Returns the number of boxes that come too late for the order: they can be pushed to none of the storage
    /// locations left for them.
    ///
    /// `counts` is a reused buffer.
    pub(super) fn out_of_plan(
        &self,
        packed: usize,
        boxes: impl Iterator<Item = Cell>,
        counts: &mut Vec<u16>,
    ) -> usize {
        counts.clear();
        counts.resize(self.arrivals[self.len()] as usize + 1, 0);
        let is_placed = |cell: Cell| {
            let done = &self.steps[..packed];
            done.iter().filter(|step| step.to == cell).count()
                > done.iter().filter(|step| step.from == Some(cell)).count()
        };
        let waiting = boxes.filter(|&cell| !is_placed(cell));
        waiting.for_each(|cell| counts[self.until[cell as usize] as usize] += 1);
        let (mut arrival, mut out) = (self.arrivals[packed] as usize, 0);
        for (until, &count) in counts.iter().enumerate() {
            let fit = (count as usize).min(until.saturating_sub(arrival));
            arrival += fit;
            out += count as usize - fit;
        }
        out
    }
}

/// Returns whether there is time to distinguish the sides of each place.
fn tells_sides(floor: &Floor, storages: &[Cell]) -> bool {
    let (cells, all) = (floor.none() as usize, storages.len());
    cells * cells <= MOST_CELLS / (all * all).max(1)
}

/// Sides are not distinguished if more cells than this would have to be visited.
const MOST_CELLS: usize = 500_000_000;

/// Decides which sets of storage locations can be filled first, in any order.
///
/// With boxes on the set as walls, the other storage locations can be emptied one by one, so that there is an order
/// in which they are filled afterwards. The place of the sokoban is not considered.
#[derive(Clone, Debug)]
pub(super) struct FillableSets {
    /// For each cell, whether a box is on it at the start.
    sources: Vec<bool>,
    /// The results by set of storage locations.
    results: FxHashMap<Vec<Cell>, bool>,
}

impl FillableSets {
    pub(super) fn new(floor: &Floor, boxes: &[Cell]) -> Self {
        let mut sources = vec![false; floor.none() as usize];
        boxes.iter().for_each(|&cell| sources[cell as usize] = true);
        FillableSets { sources, results: FxHashMap::default() }
    }

    /// Returns the number of filled storage locations, if these can be filled first; otherwise the number filled in
    /// the packing order, which must park no box.
    pub(super) fn count(&mut self, floor: &Floor, packing: &Packing, has_box: &[bool]) -> usize {
        let is_filled = |&cell: &Cell| has_box[cell as usize];
        let filled: Vec<Cell> = packing.storages.iter().copied().filter(is_filled).collect();
        let count = filled.len();
        let sound = match self.results.get(&filled) {
            Some(&sound) => sound,
            None => {
                let sound = self.can_be_first(floor, &packing.storages, &filled);
                self.results.insert(filled, sound);
                sound
            }
        };
        if sound {
            count
        } else {
            packing.packed(has_box)
        }
    }

    /// Returns whether all other storage locations can be filled after those in `filled`.
    fn can_be_first(&self, floor: &Floor, all: &[Cell], filled: &[Cell]) -> bool {
        let mut is_wall = vec![false; floor.none() as usize + 1];
        is_wall[floor.none() as usize] = true;
        all.iter().for_each(|&cell| is_wall[cell as usize] = true);
        let mut left: Vec<Cell> = all.iter().copied().filter(|cell| !filled.contains(cell)).collect();
        loop {
            let before = left.len();
            left.retain(|&storage| {
                is_wall[storage as usize] = false;
                // The way starts where a box is at the start; the place of the sokoban is not considered.
                let can_be_emptied = back_from(floor, &is_wall, storage, |cell| self.sources[cell as usize]);
                is_wall[storage as usize] = !can_be_emptied;
                !can_be_emptied
            });
            if left.is_empty() {
                return true;
            }
            if left.len() == before {
                return false;
            }
        }
    }
}
