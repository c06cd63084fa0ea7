//! Macro moves: everywhere that one box can be pushed while all others stay.

use super::parts::Parts;
use crate::location::Direction;
use crate::plan::Push;
use crate::space::floor::{opposite, push, Cell, Floor};

/// A box on a cell with the sokoban on one side of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) cell: Cell,
    /// A cell next to it where the sokoban can be.
    pub(super) sokoban: Cell,
}

/// How a place was come to.
#[derive(Clone, Copy, Debug)]
struct Step {
    place: Place,
    /// The sides of the box that the sokoban can walk to, one bit each.
    sides: u8,
    /// The place before, as its index.
    before: u32,
}

/// Looks for all places that a box can be pushed to.
#[derive(Clone, Debug)]
pub(super) struct Macros {
    /// By cell: which of its sides have been come to, one bit each.
    sides: Vec<u8>,
    steps: Vec<Step>,
}

const START: u32 = u32::MAX;

impl Macros {
    pub(super) fn new(cells: Cell) -> Self {
        Macros { sides: vec![0; cells as usize + 1], steps: Vec::new() }
    }

    /// All places that the box on `from` can be pushed to, by pushes that are no loss. `sokoban` is where the sokoban is.
    /// The first place is where the box is. It is lifted: it is not marked, and `parts` are those without it.
    pub(super) fn find(
        &mut self,
        floor: &Floor,
        parts: &Parts,
        has_box: &[bool],
        from: Place,
        lost: &impl Fn(Cell, Cell) -> bool,
    ) {
        self.steps.clear();
        self.enter(floor, parts, has_box, from, START);
        let mut next = 0;
        while let Some(&Step { place, sides, .. }) = self.steps.get(next) {
            for direction in 0..4 {
                if sides >> opposite(direction) & 1 == 0 {
                    continue;
                }
                let to = floor.neighbour(place.cell, direction);
                if to == floor.none() || has_box[to as usize] || lost(to, place.cell) {
                    continue;
                }
                let place = Place { cell: to, sokoban: place.cell };
                if self.sides[to as usize] >> opposite(direction) & 1 == 0 {
                    self.enter(floor, parts, has_box, place, next as u32);
                }
            }
            next += 1;
        }
        for step in &self.steps {
            self.sides[step.place.cell as usize] = 0;
        }
    }

    /// The places found.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.steps.iter().skip(1).map(|step| step.place)
    }

    /// The pushes that lead to the place at this index, from 0 for the first of [`Macros::places`].
    pub(super) fn pushes(&self, index: usize, floor: &Floor) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut at = index + 1;
        while self.steps[at].before != START {
            let Step { place, before, .. } = self.steps[at];
            let from = self.steps[before as usize].place.cell;
            let direction = (0..Direction::ALL.len())
                .find(|&direction| floor.neighbour(from, direction) == place.cell && place.sokoban == from);
            pushes.push(push(from, direction.expect("they are next to each other"), place.cell));
            at = before as usize;
        }
        pushes.reverse();
        pushes
    }

    /// Notes a place that is new, with the sides that the sokoban can walk to.
    fn enter(&mut self, floor: &Floor, parts: &Parts, has_box: &[bool], place: Place, before: u32) {
        let component = parts.component(floor, place.cell, place.sokoban);
        let beside = floor.neighbours(place.cell).into_iter().enumerate();
        let sides = beside
            .filter(|&(_, side)| {
                !has_box[side as usize] && parts.component(floor, place.cell, side) == component
            })
            .fold(0, |all, (side, _)| all | 1 << side);
        self.sides[place.cell as usize] |= sides;
        self.steps.push(Step { place, sides, before });
    }
}
