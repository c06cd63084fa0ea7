//! The floor as a graph of cells, and the encoding of configurations as bytes.

use crate::instance::Instance;
use crate::location::{Direction, Location};
use crate::plan::Push;

/// The number of a location. The number of locations itself stands for "no cell".
pub(crate) type Cell = u32;

/// The neighbours of each cell by direction, and which cells are storage locations.
#[derive(Clone, Debug)]
pub(crate) struct Floor {
    neighbours: Vec<[Cell; 4]>,
    is_storage: Vec<bool>,
}

/// Returns the index of the opposite direction, with directions in the order of [`Direction::ALL`].
pub(crate) const fn opposite(direction: usize) -> usize {
    direction ^ 1
}

impl Floor {
    pub(crate) fn new(instance: &Instance) -> Self {
        let none = instance.locations.len() as Cell;
        let cells = |cell: &[Option<Location>; 4]| cell.map(|next| next.map_or(none, |next| next.0));
        let mut is_storage = vec![false; instance.locations.len()];
        instance.storages.iter().for_each(|storage| is_storage[storage.index()] = true);
        Floor { neighbours: instance.neighbours.iter().map(cells).collect(), is_storage }
    }

    /// Returns the floor with storage locations on these cells and no others.
    pub(crate) fn with_storages(&self, storages: &[Cell]) -> Floor {
        let mut is_storage = vec![false; self.is_storage.len()];
        storages.iter().for_each(|&cell| is_storage[cell as usize] = true);
        Floor { neighbours: self.neighbours.clone(), is_storage }
    }

    /// Returns the floor with walls on these cells.
    pub(crate) fn without(&self, cells: &[Cell]) -> Floor {
        let mut floor = self.clone();
        for &cell in cells {
            for (direction, next) in self.neighbours(cell).into_iter().enumerate() {
                floor.neighbours[cell as usize][direction] = self.none();
                if next != self.none() {
                    floor.neighbours[next as usize][opposite(direction)] = self.none();
                }
            }
        }
        floor
    }

    /// The number of cells, which is also the cell that stands for none.
    pub(crate) fn none(&self) -> Cell {
        self.neighbours.len() as Cell
    }

    /// The neighbours of a cell in all directions.
    pub(crate) fn neighbours(&self, cell: Cell) -> [Cell; 4] {
        self.neighbours[cell as usize]
    }

    /// The neighbour of a cell in one direction.
    pub(crate) fn neighbour(&self, cell: Cell, direction: usize) -> Cell {
        self.neighbours[cell as usize][direction]
    }

    /// Returns whether there is a wall next to a cell in this direction.
    pub(crate) fn wall(&self, cell: Cell, direction: usize) -> bool {
        self.neighbour(cell, direction) == self.none()
    }

    /// Returns whether a cell is a storage location.
    pub(crate) fn is_storage(&self, cell: Cell) -> bool {
        self.is_storage[cell as usize]
    }
}

/// Returns the action that pushes a box from one cell to another.
pub(crate) fn push(from: Cell, direction: usize, to: Cell) -> Push {
    Push { from: Location(from), direction: Direction::ALL[direction], to: Location(to) }
}

/// Returns a random number for a box on a cell. The sum of these is a hash of a set of boxes.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (its mixing function).
pub(crate) fn place_hash(cell: Cell) -> u64 {
    let mut hash = (u64::from(cell) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}

/// An encoding of configurations: the boxes in ascending order, then the sokoban, each with as many bytes as the
/// floor needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code {
    boxes: usize,
    bytes: usize,
}

impl Code {
    pub(crate) fn new(cells: usize, boxes: usize) -> Self {
        let bytes = match cells {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        Code { boxes, bytes }
    }

    /// The number of bytes of a configuration.
    pub(crate) fn width(self) -> usize {
        (self.boxes + 1) * self.bytes
    }

    /// Writes the boxes and the sokoban.
    pub(crate) fn write(self, boxes: &[Cell], sokoban: Cell, state: &mut [u8]) {
        self.put(boxes, 0, state);
        self.put(&[sokoban], boxes.len(), state);
    }

    /// Writes cells from an index of the configuration on.
    fn put(self, cells: &[Cell], index: usize, state: &mut [u8]) {
        let state = &mut state[index * self.bytes..];
        match self.bytes {
            1 => state.iter_mut().zip(cells).for_each(|(byte, &cell)| *byte = cell as u8),
            bytes => {
                for (slot, cell) in state.chunks_exact_mut(bytes).zip(cells) {
                    slot.copy_from_slice(&cell.to_le_bytes()[..bytes]);
                }
            }
        }
    }

    /// Writes the configuration with the box of index `moved` on cell `to`, and the sokoban. The boxes are in
    /// ascending order.
    pub(crate) fn write_moved(self, boxes: &[Cell], moved: usize, to: Cell, sokoban: Cell, state: &mut [u8]) {
        let from = boxes[moved];
        // The boxes between the old and the new place move up or down by one index.
        let at = if to > from {
            moved + boxes[moved + 1..].iter().take_while(|&&cell| cell < to).count()
        } else {
            moved - boxes[..moved].iter().rev().take_while(|&&cell| cell > to).count()
        };
        let (first, last) = (moved.min(at), moved.max(at));
        self.put(&boxes[..first], 0, state);
        if to > from {
            self.put(&boxes[moved + 1..=at], moved, state);
        } else {
            self.put(&boxes[at..moved], at + 1, state);
        }
        self.put(&[to], at, state);
        self.put(&boxes[last + 1..], last + 1, state);
        self.put(&[sokoban], boxes.len(), state);
    }

    /// Reads the boxes into `boxes`, and returns the cell of the sokoban.
    pub(crate) fn read(self, state: &[u8], boxes: &mut Vec<Cell>) -> Cell {
        boxes.clear();
        match self.bytes {
            1 => boxes.extend(state.iter().map(|&byte| Cell::from(byte))),
            bytes => boxes.extend(state.chunks_exact(bytes).map(|slot| {
                let mut cell = [0; 4];
                cell[..bytes].copy_from_slice(slot);
                Cell::from_le_bytes(cell)
            })),
        }
        boxes.pop().expect("the sokoban comes last")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_are_read_as_written_at_every_width() {
        for (cells, width) in [(200, 4), (256, 4), (257, 8), (70_000, 16)] {
            let code = Code::new(cells, 3);
            let mut state = vec![0; code.width()];
            assert_eq!(state.len(), width);
            let last = cells as Cell - 1;
            code.write(&[3, 50, last], last - 1, &mut state);
            let mut boxes = Vec::new();
            assert_eq!((code.read(&state, &mut boxes), boxes), (last - 1, vec![3, 50, last]));
        }
    }

    #[test]
    fn a_moved_box_keeps_the_order() {
        let code = Code::new(100, 4);
        let boxes = [10, 20, 30, 40];
        for moved in 0..4 {
            for to in [5, 15, 25, 35, 45] {
                let mut expected = boxes;
                expected[moved] = to;
                expected.sort_unstable();
                let (mut state, mut read) = (vec![0; code.width()], Vec::new());
                code.write_moved(&boxes, moved, to, 99, &mut state);
                assert_eq!((code.read(&state, &mut read), &read[..]), (99, &expected[..]));
            }
        }
    }
}
