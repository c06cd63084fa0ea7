//! The pushes of a single box on a floor without others, and the cells it can have come from.

use crate::metric::{Metric, Objective};
use crate::space::distances::Sides;
use crate::space::fares::{self, to_storage};
use crate::space::floor::{Cell, Floor};
use crate::space::matching;
use crate::space::tariff::Tariff;

/// The pushes of one box on a floor.
pub(super) struct Ways {
    floor: Floor,
    sides: Sides,
    tariff: Tariff,
}

impl Ways {
    /// Returns the pushes on a floor. If `tells_sides`, the side of the box that the sokoban is on counts.
    pub(super) fn new(floor: Floor, tells_sides: bool) -> Self {
        let tariff = Tariff::new(Objective { first: Metric::Pushes, second: None }, floor.none() as usize);
        let sides = if tells_sides { Sides::new(&floor) } else { Sides::none(&floor) };
        Ways { floor, sides, tariff }
    }

    /// Returns, for each place of the box, the fewest pushes that bring it to `cell`, from the best side of the
    /// sokoban.
    ///
    /// The number is [`fares::NEVER`] if no pushes do.
    pub(super) fn to(&self, cell: Cell) -> Vec<u32> {
        let fares = to_storage(&self.sides, &self.floor, cell, &self.tariff);
        let least = |place| self.sides.at(place).map(|standing| fares[standing]).min();
        (0..self.floor.none()).map(|place| least(place).unwrap_or(fares::NEVER)).collect()
    }
}

/// Returns the least pushes from each of these places to each cell, indexed by cell, then by place; `None` if `stop`
/// returns true.
///
/// They are costs of an assignment: their sum stays below [`matching::NEVER`], which stands for a cell that cannot be
/// reached.
pub(super) fn pushes_from(places: &[Cell], floor: &Floor, stop: &dyn Fn() -> bool) -> Option<Vec<i64>> {
    let ways = Ways::new(floor.clone(), true);
    let most = (matching::NEVER - 1) / places.len().max(1) as i64;
    let mut pushes = Vec::with_capacity(floor.none() as usize * places.len());
    for cell in 0..floor.none() {
        if stop() {
            return None;
        }
        let ways = ways.to(cell);
        pushes.extend(places.iter().map(|&place| match ways[place as usize] {
            fares::NEVER => matching::NEVER,
            pushes => i64::from(pushes).min(most),
        }));
    }
    Some(pushes)
}

/// Visits the cells from which a box can be pushed to `storage`, for any place of the sokoban, until `end` returns
/// true.
///
/// Returns whether `end` did. `is_wall` is set for walls and for the cell that stands for none.
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
