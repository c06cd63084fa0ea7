//! Walks of the sokoban over cells without boxes: reachable cells and distances.

use std::collections::VecDeque;

use super::floor::{Cell, Floor};

/// The first two cells of a part of the floor, enough to know the first one after a box has come to either.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) first: Cell,
    second: Cell,
}

impl Region {
    pub(super) const EMPTY: Region = Region { first: Cell::MAX, second: Cell::MAX };

    fn add(&mut self, cell: Cell) {
        if cell < self.first {
            (self.first, self.second) = (cell, self.first);
        } else if cell < self.second {
            self.second = cell;
        }
    }

    /// Returns the first cell of the region without this cell.
    pub(super) fn without(self, cell: Cell) -> Cell {
        if cell == self.first {
            self.second
        } else {
            self.first
        }
    }
}

/// A search for the cells that the sokoban can walk to. It keeps the cells reached from the sokoban; further searches
/// mark cells with their own number.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// For each cell, whether the last [`Walk::from`] reached it.
    pub(super) reached: Vec<bool>,
    /// For each cell, the number of the last other search that reached it.
    other: Vec<u32>,
    /// The number of the last other search.
    walk: u32,
    open: Vec<Cell>,
}

impl Walk {
    pub(super) fn new(cells: Cell) -> Self {
        Walk {
            reached: vec![false; cells as usize + 1],
            other: vec![0; cells as usize + 1],
            walk: 0,
            open: Vec::new(),
        }
    }

    /// Returns a new number for a search.
    fn number(&mut self) -> u32 {
        if self.walk == u32::MAX {
            self.other.fill(0);
            self.walk = 0;
        }
        self.walk += 1;
        self.walk
    }

    /// Finds the cells that can be walked to from `start`, and keeps them in `reached`. Later calls of `first_from`
    /// and `lift` do not change `reached`.
    pub(super) fn from(&mut self, floor: &Floor, has_box: &[bool], start: Cell) -> Region {
        self.reached.fill(false);
        let mut region = Region::EMPTY;
        region.add(start);
        self.reached[start as usize] = true;
        self.open.push(start);
        while let Some(cell) = self.open.pop() {
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && !self.reached[next as usize] {
                    self.reached[next as usize] = true;
                    region.add(next);
                    self.open.push(next);
                }
            }
        }
        region
    }

    /// Returns whether the last [`Walk::from`] reached a cell.
    pub(super) fn reached(&self, cell: Cell) -> bool {
        self.reached[cell as usize]
    }

    /// Returns the region of the cells reached, given as `region`, together with those reached when the box on
    /// `from`, a cell at its border, is lifted.
    pub(super) fn lift(&mut self, floor: &Floor, has_box: &[bool], from: Cell, mut region: Region) -> Region {
        let number = self.number();
        region.add(from);
        self.open.push(from);
        while let Some(cell) = self.open.pop() {
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && !self.reached(next) && self.other[next as usize] != number {
                    self.other[next as usize] = number;
                    region.add(next);
                    self.open.push(next);
                }
            }
        }
        region
    }

    /// Returns the first of the cells that can be walked to from `start`. No such cell comes before `least`.
    pub(super) fn first_from(&mut self, floor: &Floor, has_box: &[bool], start: Cell, least: Cell) -> Cell {
        if start == least {
            return least;
        }
        let number = self.number();
        let mut first = start;
        self.other[start as usize] = number;
        self.open.push(start);
        while let Some(cell) = self.open.pop() {
            first = first.min(cell);
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && self.other[next as usize] != number {
                    if next == least {
                        self.open.clear();
                        return least;
                    }
                    self.other[next as usize] = number;
                    self.open.push(next);
                }
            }
        }
        first
    }
}

/// A search for shortest walks.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    /// For each cell, the number of the last search that reached it, and its distance then.
    reached: Vec<(u32, u32)>,
    number: u32,
    open: VecDeque<Cell>,
}

impl Lengths {
    pub(super) fn new(cells: Cell) -> Self {
        Lengths { reached: vec![(0, 0); cells as usize + 1], number: 0, open: VecDeque::new() }
    }

    /// Visits the cells that can be walked to from `start` in the order of their distances, until `end` returns true.
    pub(super) fn until(
        &mut self,
        floor: &Floor,
        has_box: &[bool],
        start: Cell,
        mut end: impl FnMut(Cell, u32) -> bool,
    ) {
        if self.number == u32::MAX {
            self.reached.fill((0, 0));
            self.number = 0;
        }
        self.number += 1;
        self.reached[start as usize] = (self.number, 0);
        self.open.clear();
        self.open.push_back(start);
        while let Some(cell) = self.open.pop_front() {
            let (_, length) = self.reached[cell as usize];
            if end(cell, length) {
                return;
            }
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && self.reached[next as usize].0 != self.number {
                    self.reached[next as usize] = (self.number, length + 1);
                    self.open.push_back(next);
                }
            }
        }
    }

    /// Returns the distance of a cell in the last search, if it was reached.
    pub(super) fn length(&self, cell: Cell) -> Option<u32> {
        let (number, length) = self.reached[cell as usize];
        (number == self.number).then_some(length)
    }
}
