//! Where the sokoban can walk, and into how many parts boxes divide the floor.

use crate::space::floor::{Cell, Floor};

/// Walks over cells without boxes.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    reached: Vec<u32>,
    number: u32,
    open: Vec<Cell>,
    /// With one box lifted: in which part each cell is.
    part_of: Vec<u16>,
    /// How many cells each part has.
    sizes: Vec<u32>,
}

impl Walk {
    pub(super) fn new(cells: Cell) -> Self {
        Walk {
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

    /// Walks everywhere from a cell; gives how many cells are reached, and the first.
    fn from(&mut self, floor: &Floor, has_box: &[bool], start: Cell) -> (u32, Cell) {
        self.reached[start as usize] = self.number;
        self.open.push(start);
        let (mut count, mut first) = (0, start);
        while let Some(cell) = self.open.pop() {
            count += 1;
            first = first.min(cell);
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && self.reached[next as usize] != self.number {
                    self.reached[next as usize] = self.number;
                    self.open.push(next);
                }
            }
        }
        (count, first)
    }

    pub(super) fn first(&mut self, floor: &Floor, has_box: &[bool], start: Cell) -> Cell {
        self.begin();
        self.from(floor, has_box, start).1
    }

    pub(super) fn mark(&mut self, floor: &Floor, has_box: &[bool], start: Cell, marks: &mut [bool]) {
        self.begin();
        self.from(floor, has_box, start);
        marks.iter_mut().zip(&self.reached).for_each(|(mark, &reached)| *mark = reached == self.number);
    }

    /// Into how many parts the floor is divided, and how many cells are in the one with this cell.
    pub(super) fn parts(&mut self, floor: &Floor, has_box: &[bool], start: Cell) -> (u16, u32) {
        self.begin();
        let (reach, _) = self.from(floor, has_box, start);
        let mut parts = 1;
        for cell in 0..floor.none() {
            if !has_box[cell as usize] && self.reached[cell as usize] != self.number {
                parts += 1;
                self.from(floor, has_box, cell);
            }
        }
        (parts, reach)
    }

    /// Divides the floor into parts, with one box lifted.
    pub(super) fn lift(&mut self, floor: &Floor, has_box: &[bool]) {
        self.begin();
        self.sizes.clear();
        for start in 0..floor.none() {
            if has_box[start as usize] || self.reached[start as usize] == self.number {
                continue;
            }
            let part = self.sizes.len() as u16;
            let mut size = 0;
            self.reached[start as usize] = self.number;
            self.open.push(start);
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
            self.sizes.push(size);
        }
    }

    /// The same as [`Walk::parts`], with the box that was lifted on a cell where it divides nothing and the sokoban beside it.
    pub(super) fn lifted_without(&self, to: Cell) -> (u16, u32) {
        (self.sizes.len() as u16, self.sizes[self.part_of[to as usize] as usize] - 1)
    }
}
