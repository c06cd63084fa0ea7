//! Macro moves: all places to which one box can be pushed while all others stay.

use super::parts::FloorParts;
use crate::plan::Push;
use crate::space::floor::{opposite, push, Cell, Floor};

/// A place of a box, with a cell next to it for the sokoban.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoxPlace {
    /// The cell of the box.
    pub(super) cell: Cell,
    /// A cell next to the box where the sokoban can be.
    pub(super) sokoban: Cell,
    /// The number of pushes, or pulls, that bring it there.
    pub(super) pushes: u32,
}

/// A place that was found, with the place before it.
#[derive(Clone, Copy, Debug)]
struct ReachedPlace {
    place: BoxPlace,
    /// The sides of the box that the sokoban can walk to, one bit each.
    sides: u8,
    /// The direction of the step to it.
    direction: u8,
    /// The index of the place before, or [`START`].
    before: u32,
}

/// A search for all places to which a box can be pushed.
#[derive(Clone, Debug)]
pub(super) struct Macros {
    /// For each cell, the sides from which the sokoban has reached a box on it, one bit each.
    sides: Vec<u8>,
    reached: Vec<ReachedPlace>,
}

/// The index before the first place.
const START: u32 = u32::MAX;

impl Macros {
    pub(super) fn new(cells: Cell) -> Self {
        Macros { sides: vec![0; cells as usize + 1], reached: Vec::new() }
    }

    /// Finds all places to which the box on `from` can be pushed, without pushes after which it is `lost`, with the
    /// fewest pushes to each.
    ///
    /// The first place found is where the box is now. The box is lifted: it is not marked in `has_box`, and `parts`
    /// are the parts of the floor without it.
    pub(super) fn find(
        &mut self,
        floor: &Floor,
        parts: &FloorParts,
        has_box: &[bool],
        from: BoxPlace,
        lost: &impl Fn(Cell, Cell) -> bool,
    ) {
        self.reached.clear();
        self.enter(floor, parts, has_box, from, (START, 0));
        let mut next = 0;
        while let Some(&ReachedPlace { place, sides, .. }) = self.reached.get(next) {
            for direction in 0..4 {
                if sides >> opposite(direction) & 1 == 0 {
                    continue;
                }
                let to = floor.neighbour(place.cell, direction);
                if to == floor.none() || has_box[to as usize] || lost(to, place.cell) {
                    continue;
                }
                let place = BoxPlace { cell: to, sokoban: place.cell, pushes: place.pushes + 1 };
                if self.sides[to as usize] >> opposite(direction) & 1 == 0 {
                    self.enter(floor, parts, has_box, place, (next as u32, direction));
                }
            }
            next += 1;
        }
        for reached in &self.reached {
            self.sides[reached.place.cell as usize] = 0;
        }
    }

    /// Finds all places to which the box on `from` can be pulled, as [`Macros::find`] does for pushes.
    pub(super) fn find_pulls(&mut self, floor: &Floor, parts: &FloorParts, has_box: &[bool], from: BoxPlace) {
        self.reached.clear();
        self.enter(floor, parts, has_box, from, (START, 0));
        let mut next = 0;
        while let Some(&ReachedPlace { place, sides, .. }) = self.reached.get(next) {
            for direction in 0..4 {
                if sides >> direction & 1 == 0 {
                    continue;
                }
                // The sokoban walks on, and the box follows it.
                let to = floor.neighbour(place.cell, direction);
                let sokoban = floor.neighbour(to, direction);
                if has_box[sokoban as usize] || sokoban == place.cell {
                    continue;
                }
                if self.sides[to as usize] >> direction & 1 == 0 {
                    let place = BoxPlace { cell: to, sokoban, pushes: place.pushes + 1 };
                    self.enter(floor, parts, has_box, place, (next as u32, direction));
                }
            }
            next += 1;
        }
        for reached in &self.reached {
            self.sides[reached.place.cell as usize] = 0;
        }
    }

    /// Iterates over the places found, without the first.
    pub(super) fn places(&self) -> impl Iterator<Item = BoxPlace> + '_ {
        self.reached.iter().skip(1).map(|reached| reached.place)
    }

    /// Returns the pushes that lead to the place at this index of [`Macros::places`].
    pub(super) fn pushes(&self, index: usize) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut at = index + 1;
        while self.reached[at].before != START {
            let ReachedPlace { place, direction, before, .. } = self.reached[at];
            let from = self.reached[before as usize].place.cell;
            pushes.push(push(from, direction.into(), place.cell));
            at = before as usize;
        }
        pushes.reverse();
        pushes
    }

    /// Adds a new place with the sides that the sokoban can walk to, reached from the place before in a direction.
    fn enter(
        &mut self,
        floor: &Floor,
        parts: &FloorParts,
        has_box: &[bool],
        place: BoxPlace,
        (before, direction): (u32, usize),
    ) {
        let component = parts.component(floor, place.cell, place.sokoban);
        let beside = floor.neighbours(place.cell).into_iter().enumerate();
        let sides = beside
            .filter(|&(_, side)| {
                !has_box[side as usize] && parts.component(floor, place.cell, side) == component
            })
            .fold(0, |all, (side, _)| all | 1 << side);
        self.sides[place.cell as usize] |= sides;
        self.reached.push(ReachedPlace { place, sides, direction: direction as u8, before });
    }
}
