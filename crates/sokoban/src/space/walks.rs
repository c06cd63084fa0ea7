//! Walks of the sokoban over cells without boxes.

use std::collections::VecDeque;

use super::floor::{Cell, Floor};

/// The first two cells of a part of the floor.
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

    /// The first cell when this one is gone.
    pub(super) fn without(self, cell: Cell) -> Cell {
        if cell == self.first {
            self.second
        } else {
            self.first
        }
    }
}

/// Walks over cells without boxes. Where the sokoban is, cells are marked; on other walks, with the walk's number.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub(super) reached: Vec<bool>,
    other: Vec<u32>,
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

    fn number(&mut self) -> u32 {
        if self.walk == u32::MAX {
            self.other.fill(0);
            self.walk = 0;
        }
        self.walk += 1;
        self.walk
    }

    /// Walks from a cell, and remembers what was reached. `first_from` and `lift` leave that alone.
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

    pub(super) fn reached(&self, cell: Cell) -> bool {
        self.reached[cell as usize]
    }

    /// What was reached, and what can be reached besides when the box on a cell at its border is lifted.
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

    /// The first cell of those that can be walked to; none of them comes before `least`.
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

/// Walks with their lengths.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    /// By cell: the number of the walk that reached it last, and how far it is.
    reached: Vec<(u32, u32)>,
    number: u32,
    open: VecDeque<Cell>,
}

impl Lengths {
    pub(super) fn new(cells: Cell) -> Self {
        Lengths { reached: vec![(0, 0); cells as usize + 1], number: 0, open: VecDeque::new() }
    }

    /// Walks from a cell, nearest cells first, until `end` says so.
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

    /// How far a cell is that was reached.
    pub(super) fn length(&self, cell: Cell) -> Option<u32> {
        let (number, length) = self.reached[cell as usize];
        (number == self.number).then_some(length)
    }
}
