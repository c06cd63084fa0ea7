//! The order in which storage locations are filled, worked out backwards.
//!
//! Source: Shoham, Schaeffer, "The FESS algorithm", IEEE CoG 2020. From the solved configuration boxes are taken away one by
//! one, each along a way on which it could have been pushed in from where a box is at the start, with those that are still
//! there as walls. Taking one away never blocks another, so that the order in which that is done is free: the nearest to
//! the boxes goes first, and what goes last is filled first.

use crate::metric::{Metric, Objective};
use crate::space::distances::{Sides, Standing};
use crate::space::fares::{self, to_storage};
use crate::space::floor::{Cell, Floor};
use crate::space::tariff::Tariff;

/// The order of the storage locations.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    /// The storage location that is filled first comes first.
    pub(super) order: Vec<Cell>,
    /// By cell: one more than the last place in the order that a box can be pushed to from there when all before it are
    /// filled; 0 if there is none.
    until: Vec<u16>,
}

impl Packing {
    pub(super) fn new(floor: &Floor, storages: &[Cell], boxes: &[Cell]) -> Self {
        let tariff = Tariff::new(Objective { first: Metric::Pushes, second: None }, floor.none() as usize);
        let mut left = storages.to_vec();
        let mut order = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let nearest = (0..left.len()).min_by_key(|&index| {
                let others: Vec<Cell> = left.iter().copied().filter(|&cell| cell != left[index]).collect();
                let fares = Ways::new(floor, &others, left[index], &tariff);
                boxes.iter().map(|&place| fares.least(place)).min()
            });
            order.push(left.remove(nearest.expect("there is one left")));
        }
        order.reverse();
        let mut until = vec![0; floor.none() as usize];
        for (at, &storage) in order.iter().enumerate() {
            let ways = Ways::new(floor, &order[..at], storage, &tariff);
            for cell in 0..floor.none() {
                if ways.least(cell) != fares::NEVER {
                    until[cell as usize] = at as u16 + 1;
                }
            }
        }
        Packing { order, until }
    }

    /// How many storage locations are filled in the order, up to the first that is not.
    pub(super) fn packed(&self, has_box: &[bool]) -> usize {
        self.order.iter().take_while(|&&cell| has_box[cell as usize]).count()
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
        counts.resize(self.order.len() + 1, 0);
        let waiting = boxes.filter(|cell| !self.order[..packed].contains(cell));
        waiting.for_each(|cell| counts[self.until[cell as usize] as usize] += 1);
        let (mut turn, mut out) = (packed, 0);
        for (until, &count) in counts.iter().enumerate() {
            let fit = (count as usize).min(until.saturating_sub(turn));
            turn += fit;
            out += count as usize - fit;
        }
        out
    }
}

/// Ways to one storage location where boxes on others are walls.
struct Ways {
    sides: Sides,
    fares: Vec<u32>,
}

impl Ways {
    fn new(floor: &Floor, walls: &[Cell], storage: Cell, tariff: &Tariff) -> Self {
        let floor = floor.without(walls);
        let sides = Sides::new(&floor);
        let fares = to_storage(&sides, &floor, storage, tariff);
        Ways { sides, fares }
    }

    /// The cheapest from a place, whatever the side.
    fn least(&self, place: Cell) -> u32 {
        let standings = self.sides.at(place);
        standings.map(|standing: Standing| self.fares[standing]).min().unwrap_or(fares::NEVER)
    }
}
