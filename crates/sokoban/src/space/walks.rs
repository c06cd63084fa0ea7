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
pub(super) struct Reachability {
    /// For each cell, whether the last [`Reachability::from`] reached it.
    pub(super) reached: Vec<bool>,
    /// For each cell, the number of the last other search that reached it.
    marks: Vec<u32>,
    /// The number of the last other search.
    search: u32,
    open: Vec<Cell>,
}

impl Reachability {
    pub(super) fn new(cells: Cell) -> Self {
        Reachability {
            reached: vec![false; cells as usize + 1],
            marks: vec![0; cells as usize + 1],
            search: 0,
            open: Vec::new(),
        }
    }

    /// Returns a new number for a search.
    fn next_search(&mut self) -> u32 {
        if self.search == u32::MAX {
            self.marks.fill(0);
            self.search = 0;
        }
        self.search += 1;
        self.search
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

    /// Returns whether the last [`Reachability::from`] reached a cell.
    pub(super) fn reached(&self, cell: Cell) -> bool {
        self.reached[cell as usize]
    }

    /// Returns the region of the cells reached, given as `region`, together with those reached when the box on
    /// `from`, a cell at its border, is lifted.
    pub(super) fn lift(&mut self, floor: &Floor, has_box: &[bool], from: Cell, mut region: Region) -> Region {
        let search = self.next_search();
        region.add(from);
        self.open.push(from);
        while let Some(cell) = self.open.pop() {
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && !self.reached(next) && self.marks[next as usize] != search {
                    self.marks[next as usize] = search;
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
        let search = self.next_search();
        let mut first = start;
        self.marks[start as usize] = search;
        self.open.push(start);
        while let Some(cell) = self.open.pop() {
            first = first.min(cell);
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && self.marks[next as usize] != search {
                    if next == least {
                        self.open.clear();
                        return least;
                    }
                    self.marks[next as usize] = search;
                    self.open.push(next);
                }
            }
        }
        first
    }
}

/// A search for shortest walks.
#[derive(Clone, Debug)]
pub(super) struct WalkLengths {
    /// For each cell, the number of the last search that reached it, and its distance then.
    reached: Vec<(u32, u32)>,
    search: u32,
    open: VecDeque<Cell>,
}

impl WalkLengths {
    pub(super) fn new(cells: Cell) -> Self {
        WalkLengths { reached: vec![(0, 0); cells as usize + 1], search: 0, open: VecDeque::new() }
    }

    /// Visits the cells that can be walked to from `start` in the order of their distances, until `end` returns true.
    pub(super) fn until(
        &mut self,
        floor: &Floor,
        has_box: &[bool],
        start: Cell,
        mut end: impl FnMut(Cell, u32) -> bool,
    ) {
        if self.search == u32::MAX {
            self.reached.fill((0, 0));
            self.search = 0;
        }
        self.search += 1;
        self.reached[start as usize] = (self.search, 0);
        self.open.clear();
        self.open.push_back(start);
        while let Some(cell) = self.open.pop_front() {
            let (_, length) = self.reached[cell as usize];
            if end(cell, length) {
                return;
            }
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && self.reached[next as usize].0 != self.search {
                    self.reached[next as usize] = (self.search, length + 1);
                    self.open.push_back(next);
                }
            }
        }
    }

    /// Returns the distance of a cell in the last search, if it was reached.
    pub(super) fn length(&self, cell: Cell) -> Option<u32> {
        let (search, length) = self.reached[cell as usize];
        (search == self.search).then_some(length)
    }
}
