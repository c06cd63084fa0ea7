//! The order in which storage locations are filled, worked out backwards.
//!
//! Source: Shoham, Schaeffer, "The FESS algorithm", IEEE CoG 2020. From the solved configuration boxes are taken away one by
//! one, each along a way on which it could have been pushed in from where a box is at the start, with those that are still
//! there as walls. Taking one away never blocks another, so that the order in which that is done is free: the nearest to
//! the boxes goes first, and what goes last is filled first.

use rustc_hash::FxHashMap;

use super::pulls::{self, Step};
use super::ways::{back_from, Ways};
use crate::space::fares;
use crate::space::floor::{Cell, Floor};

/// In which order storage locations are filled.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    storages: Vec<Cell>,
    steps: Vec<Step>,
    /// By number of steps done: how many boxes have come from elsewhere.
    turns: Vec<u16>,
    /// By cell: one more than the last turn in which a box from there can come to where it is wanted; 0 if there is none.
    until: Vec<u16>,
}

impl Packing {
    /// Boxes are taken away one by one, the nearest first.
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
        let steps = order.into_iter().rev().map(|to| Step { from: None, to }).collect();
        Packing::of(floor, storages, steps)
    }

    /// Boxes are pulled away, and may be parked; `None` if no such plan is found before it is to stop.
    pub(super) fn with_parking(
        floor: &Floor,
        storages: &[Cell],
        boxes: &[Cell],
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        pulls::plan(floor, storages, boxes, stop).map(|steps| Packing::of(floor, storages, steps))
    }

    fn of(floor: &Floor, storages: &[Cell], steps: Vec<Step>) -> Self {
        let tells_sides = tells_sides(floor, storages);
        let mut until = vec![0; floor.none() as usize];
        let (mut turns, mut turn) = (vec![0], 0);
        let mut placed: Vec<Cell> = Vec::new();
        for step in &steps {
            match step.from {
                Some(from) => placed.retain(|&cell| cell != from),
                None => {
                    turn += 1;
                    let ways = Ways::new(floor.without(&placed), tells_sides).to(step.to);
                    for (until, &way) in until.iter_mut().zip(&ways) {
                        if way != fares::NEVER {
                            *until = turn;
                        }
                    }
                }
            }
            placed.push(step.to);
            turns.push(turn);
        }
        Packing { storages: storages.to_vec(), steps, turns, until }
    }

    /// How many steps there are.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// How many steps are done: the most after which all boxes that they have brought stand where they do.
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

    /// How many boxes come too late for the order: they cannot be pushed to any of the storage locations that are left when
    /// it is their turn.
    pub(super) fn out_of_plan(
        &self,
        packed: usize,
        boxes: impl Iterator<Item = Cell>,
        counts: &mut Vec<u16>,
    ) -> usize {
        counts.clear();
        counts.resize(self.turns[self.len()] as usize + 1, 0);
        let is_placed = |cell: Cell| {
            let done = &self.steps[..packed];
            done.iter().filter(|step| step.to == cell).count()
                > done.iter().filter(|step| step.from == Some(cell)).count()
        };
        let waiting = boxes.filter(|&cell| !is_placed(cell));
        waiting.for_each(|cell| counts[self.until[cell as usize] as usize] += 1);
        let (mut turn, mut out) = (self.turns[packed] as usize, 0);
        for (until, &count) in counts.iter().enumerate() {
            let fit = (count as usize).min(until.saturating_sub(turn));
            turn += fit;
            out += count as usize - fit;
        }
        out
    }
}

/// Whether there is time to tell the sides of each place apart.
fn tells_sides(floor: &Floor, storages: &[Cell]) -> bool {
    let (cells, all) = (floor.none() as usize, storages.len());
    cells * cells <= MOST_CELLS / (all * all).max(1)
}

/// More cells to look at than this are too many to tell sides apart.
const MOST_CELLS: usize = 500_000_000;

/// Which sets of storage locations can be filled first, whatever the order.
///
/// With boxes on them as walls, the other storage locations can be emptied one by one, so that there is an order in which all
/// others are filled afterwards. Where the sokoban is does not count here.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    /// Where boxes are at the start.
    sources: Vec<bool>,
    known: FxHashMap<Vec<Cell>, bool>,
}

impl Filled {
    pub(super) fn new(floor: &Floor, boxes: &[Cell]) -> Self {
        let mut sources = vec![false; floor.none() as usize];
        boxes.iter().for_each(|&cell| sources[cell as usize] = true);
        Filled { sources, known: FxHashMap::default() }
    }

    /// How many storage locations are filled, if they can be filled first; else so many as are filled in the packing order, which
    /// parks no box.
    pub(super) fn count(&mut self, floor: &Floor, packing: &Packing, has_box: &[bool]) -> usize {
        let is_filled = |&cell: &Cell| has_box[cell as usize];
        let filled: Vec<Cell> = packing.storages.iter().copied().filter(is_filled).collect();
        let count = filled.len();
        let sound = match self.known.get(&filled) {
            Some(&sound) => sound,
            None => {
                let sound = self.can_be_first(floor, &packing.storages, &filled);
                self.known.insert(filled, sound);
                sound
            }
        };
        if sound {
            count
        } else {
            packing.packed(has_box)
        }
    }

    fn can_be_first(&self, floor: &Floor, all: &[Cell], filled: &[Cell]) -> bool {
        let mut is_wall = vec![false; floor.none() as usize + 1];
        is_wall[floor.none() as usize] = true;
        all.iter().for_each(|&cell| is_wall[cell as usize] = true);
        let mut left: Vec<Cell> = all.iter().copied().filter(|cell| !filled.contains(cell)).collect();
        loop {
            let before = left.len();
            left.retain(|&storage| {
                is_wall[storage as usize] = false;
                // Along a way from where a box is at the start, wherever the sokoban is.
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
