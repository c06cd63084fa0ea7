//! Into how many parts boxes divide the floor, and how large they are.

use crate::space::floor::{Cell, Floor};

/// Counts parts of the floor.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// By cell: the number of the last count that came there.
    reached: Vec<u32>,
    number: u32,
    open: Vec<Cell>,
    /// With one box lifted: in which part each cell is.
    part_of: Vec<u16>,
    /// How many cells each part has.
    sizes: Vec<u32>,
}

impl Parts {
    pub(super) fn new(cells: Cell) -> Self {
        Parts {
            reached: vec![0; cells as usize + 1],
            number: 0,
            open: Vec::new(),
            part_of: vec![0; cells as usize],
            sizes: Vec::new(),
        }
    }

    fn begin(&mut self) {
        if self.number == u32::MAX {
            self.reached.fill(0);
            self.number = 0;
        }
        self.number += 1;
    }

    /// Takes in all of the part with this cell; gives its size.
    fn take(&mut self, floor: &Floor, has_box: &[bool], start: Cell, part: u16) -> u32 {
        self.reached[start as usize] = self.number;
        self.open.push(start);
        let mut size = 0;
        while let Some(cell) = self.open.pop() {
            size += 1;
            self.part_of[cell as usize] = part;
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && self.reached[next as usize] != self.number {
                    self.reached[next as usize] = self.number;
                    self.open.push(next);
                }
            }
        }
        size
    }

    /// Into how many parts the floor is divided, and how many cells are in the one with this cell.
    pub(super) fn count(&mut self, floor: &Floor, has_box: &[bool], start: Cell) -> (u16, u32) {
        self.divide(floor, has_box);
        (self.sizes.len() as u16, self.sizes[self.part_of[start as usize] as usize])
    }

    /// Divides the floor into parts.
    pub(super) fn divide(&mut self, floor: &Floor, has_box: &[bool]) {
        self.begin();
        self.sizes.clear();
        for start in 0..floor.none() {
            if !has_box[start as usize] && self.reached[start as usize] != self.number {
                let part = self.sizes.len() as u16;
                let size = self.take(floor, has_box, start, part);
                self.sizes.push(size);
            }
        }
    }

    /// As [`Parts::count`], if since [`Parts::divide`] a box has come to a cell where it divides nothing, and the sokoban is beside it.
    pub(super) fn with_box(&self, to: Cell) -> (u16, u32) {
        (self.sizes.len() as u16, self.sizes[self.part_of[to as usize] as usize] - 1)
    }
}
