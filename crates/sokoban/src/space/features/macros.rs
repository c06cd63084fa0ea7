//! Macro moves: everywhere that one box can be pushed while all others stay.

use crate::location::Direction;
use crate::plan::Push;
use crate::space::corners::Corners;
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
    /// The place before, as its index.
    before: u32,
}

/// Looks for all places that a box can be pushed to.
#[derive(Clone, Debug)]
pub(super) struct Macros {
    /// By cell: which of its sides have been come to, one bit each.
    sides: Vec<u8>,
    steps: Vec<Step>,
    reached: Vec<u32>,
    number: u32,
    open: Vec<Cell>,
}

const START: u32 = u32::MAX;

impl Macros {
    pub(super) fn new(cells: Cell) -> Self {
        Macros {
            sides: vec![0; cells as usize + 1],
            steps: Vec::new(),
            reached: vec![0; cells as usize + 1],
            number: 0,
            open: Vec::new(),
        }
    }

    /// All places that the box on `from` can be pushed to, by pushes that are no loss. `sokoban` is where the sokoban is.
    /// The first place is where the box is.
    pub(super) fn find(
        &mut self,
        floor: &Floor,
        corners: &Corners,
        has_box: &mut [bool],
        from: Place,
        lost: &impl Fn(Cell, Cell) -> bool,
    ) {
        self.steps.clear();
        self.enter(floor, corners, has_box, from, START, false);
        has_box[from.cell as usize] = false;
        let mut next = 0;
        while let Some(&Step { place, .. }) = self.steps.get(next) {
            let accessible = self.accessible(floor, corners, has_box, place, next > 0);
            for direction in 0..4 {
                if accessible >> opposite(direction) & 1 == 0 {
                    continue;
                }
                let to = floor.neighbour(place.cell, direction);
                if to == floor.none() || has_box[to as usize] || lost(to, place.cell) {
                    continue;
                }
                has_box[to as usize] = true;
                self.enter(
                    floor,
                    corners,
                    has_box,
                    Place { cell: to, sokoban: place.cell },
                    next as u32,
                    true,
                );
                has_box[to as usize] = false;
            }
            next += 1;
        }
        has_box[from.cell as usize] = true;
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
            let Step { place, before } = self.steps[at];
            let from = self.steps[before as usize].place.cell;
            let direction = (0..Direction::ALL.len())
                .find(|&direction| floor.neighbour(from, direction) == place.cell && place.sokoban == from);
            pushes.push(push(from, direction.expect("they are next to each other"), place.cell));
            at = before as usize;
        }
        pushes.reverse();
        pushes
    }

    /// Notes a place that is new. The box is on it.
    fn enter(
        &mut self,
        floor: &Floor,
        corners: &Corners,
        has_box: &[bool],
        place: Place,
        before: u32,
        beside: bool,
    ) {
        if beside {
            let side = (0..4).find(|&side| floor.neighbour(place.cell, side) == place.sokoban);
            if side.is_some_and(|side| self.sides[place.cell as usize] >> side & 1 == 1) {
                return;
            }
        }
        let sides = self.sides_from(floor, corners, has_box, place, beside);
        self.sides[place.cell as usize] |= sides;
        self.steps.push(Step { place, before });
    }

    /// The sides of a place that the sokoban can walk to; the box is not on it now.
    fn accessible(
        &mut self,
        floor: &Floor,
        corners: &Corners,
        has_box: &mut [bool],
        place: Place,
        beside: bool,
    ) -> u8 {
        has_box[place.cell as usize] = true;
        let sides = self.sides_from(floor, corners, has_box, place, beside);
        has_box[place.cell as usize] = false;
        sides
    }

    fn sides_from(
        &mut self,
        floor: &Floor,
        corners: &Corners,
        has_box: &[bool],
        place: Place,
        beside: bool,
    ) -> u8 {
        let sides = floor.neighbours(place.cell);
        if beside && corners.keep_together(floor, has_box, place.cell) {
            return (0..4)
                .filter(|&side| !has_box[sides[side] as usize])
                .fold(0, |all, side| all | 1 << side);
        }
        self.number += 1;
        self.open.push(place.sokoban);
        self.reached[place.sokoban as usize] = self.number;
        while let Some(cell) = self.open.pop() {
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && self.reached[next as usize] != self.number {
                    self.reached[next as usize] = self.number;
                    self.open.push(next);
                }
            }
        }
        (0..4)
            .filter(|&side| self.reached[sides[side] as usize] == self.number)
            .fold(0, |all, side| all | 1 << side)
    }
}
