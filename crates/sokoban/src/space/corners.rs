//! Whether a box divides the floor around it: a look at its eight neighbours in place of a walk.

use super::floor::{Cell, Floor};

/// The cells across the corners of a cell: next to two of its neighbours that are at right angles.
#[derive(Clone, Debug)]
pub(super) struct Corners {
    across: Vec<[Cell; 4]>,
}

/// Directions at right angles, once around: right, up, left, down.
const AROUND: [usize; 4] = [0, 2, 1, 3];

impl Corners {
    pub(super) fn new(floor: &Floor) -> Self {
        let none = floor.none();
        let step = |cell: Cell, direction| if cell == none { none } else { floor.neighbour(cell, direction) };
        let across = |cell: Cell| {
            std::array::from_fn(|turn| {
                let (one, other) = (AROUND[turn], AROUND[(turn + 1) % 4]);
                let ways = [step(step(cell, one), other), step(step(cell, other), one)];
                if ways[0] == ways[1] && ways[0] != cell {
                    ways[0]
                } else {
                    none
                }
            })
        };
        Corners { across: (0..none).map(across).collect() }
    }

    /// Whether all free neighbours of a box are connected around its corners, so that it divides nothing. If not, it
    /// may divide something or not.
    pub(super) fn keep_together(&self, floor: &Floor, has_box: &[bool], cell: Cell) -> bool {
        let (sides, across) = (floor.neighbours(cell), self.across[cell as usize]);
        let is_free = |turn: usize| !has_box[sides[AROUND[turn % 4]] as usize];
        let (mut neighbours, mut links) = (0, 0);
        for turn in 0..4 {
            neighbours += u32::from(is_free(turn));
            links += u32::from(is_free(turn) && is_free(turn + 1) && !has_box[across[turn] as usize]);
        }
        // Four links are a circle, of which any three connect.
        links == 4 || neighbours <= links + 1
    }
}
