//! Tests from the eight neighbours of a box whether it may divide the floor, in place of a search of the floor.

use super::floor::{Cell, Floor};

/// For each cell, the cells diagonally across its corners: those next to two of its neighbours that are at right
/// angles.
#[derive(Clone, Debug)]
pub(super) struct Corners {
    across: Vec<[Cell; 4]>,
}

/// The directions in order around a cell: right, up, left, down.
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

    /// Returns true if all free neighbours of a box are connected around its corners, so that the box divides
    /// nothing. If false, the box may or may not divide the floor.
    pub(super) fn keep_together(&self, floor: &Floor, has_box: &[bool], cell: Cell) -> bool {
        let (sides, across) = (floor.neighbours(cell), self.across[cell as usize]);
        let is_free = |turn: usize| !has_box[sides[AROUND[turn % 4]] as usize];
        let (mut neighbours, mut links) = (0, 0);
        for turn in 0..4 {
            neighbours += u32::from(is_free(turn));
            links += u32::from(is_free(turn) && is_free(turn + 1) && !has_box[across[turn] as usize]);
        }
        // Four links form a circle, in which any three connect all.
        links == 4 || neighbours <= links + 1
    }
}
