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
        while let Some(&Step { place, sides, .. }) = self.steps.get(next) {
            for direction in 0..4 {
                if sides >> opposite(direction) & 1 == 0 {
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
        self.steps.push(Step { place, sides, before });
    }

    /// The sides of a place that the sokoban can walk to. The box is on it.
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
        if self.number == u32::MAX {
            self.reached.fill(0);
            self.number = 0;
        }
        self.number += 1;
        let all = sides.iter().filter(|&&side| !has_box[side as usize]).count();
        let mut left = all - usize::from(sides.contains(&place.sokoban));
        self.open.clear();
        self.open.push(place.sokoban);
        self.reached[place.sokoban as usize] = self.number;
        'walk: while let Some(cell) = self.open.pop() {
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && self.reached[next as usize] != self.number {
                    self.reached[next as usize] = self.number;
                    // Most often all sides are reached long before all of the floor is.
                    left -= usize::from(sides.contains(&next));
                    if left == 0 {
                        break 'walk;
                    }
                    self.open.push(next);
                }
            }
        }
        let is_reached = |&side: &usize| self.reached[sides[side] as usize] == self.number;
        (0..4).filter(is_reached).fold(0, |all, side| all | 1 << side)
    }
}
