//! Ways of one box on a floor without others, and where boxes can have come from.

use crate::metric::{Metric, Objective};
use crate::space::distances::Sides;
use crate::space::fares::{self, to_storage};
use crate::space::floor::{Cell, Floor};
use crate::space::tariff::Tariff;

/// Pushes of one box on a floor.
pub(super) struct Ways {
    floor: Floor,
    sides: Sides,
    tariff: Tariff,
}

impl Ways {
    /// `tells_sides` is whether it counts on which side of the box the sokoban is.
    pub(super) fn new(floor: Floor, tells_sides: bool) -> Self {
        let tariff = Tariff::new(Objective { first: Metric::Pushes, second: None }, floor.none() as usize);
        let sides = if tells_sides { Sides::new(&floor) } else { Sides::none(&floor) };
        Ways { floor, sides, tariff }
    }

    /// By the cell where the box is: how many pushes bring it to another cell, the sokoban being where that takes fewest;
    /// [`fares::NEVER`] where none do.
    pub(super) fn to(&self, cell: Cell) -> Vec<u32> {
        let fares = to_storage(&self.sides, &self.floor, cell, &self.tariff);
        let least = |place| self.sides.at(place).map(|standing| fares[standing]).min();
        (0..self.floor.none()).map(|place| least(place).unwrap_or(fares::NEVER)).collect()
    }
}

/// Goes through the cells from which a box can be pushed to a storage location, wherever the sokoban is, until `end` says so;
/// whether it did. Walls are where `is_wall` says, the cell that stands for none among them.
pub(super) fn back_from(
    floor: &Floor,
    is_wall: &[bool],
    storage: Cell,
    mut end: impl FnMut(Cell) -> bool,
) -> bool {
    let (mut cells, mut next) = (vec![storage], 0);
    let mut seen = vec![false; floor.none() as usize];
    seen[storage as usize] = true;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        if end(cell) {
            return true;
        }
        for direction in 0..4 {
            let before = floor.neighbour(cell, direction);
            if is_wall[before as usize] || is_wall[floor.neighbour(before, direction) as usize] {
                continue;
            }
            if !std::mem::replace(&mut seen[before as usize], true) {
                cells.push(before);
            }
        }
    }
    false
}
