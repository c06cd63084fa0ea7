//! Detection of frozen boxes: boxes that never move again in any plan.
//!
//! A set of boxes is frozen if each of them is blocked on both axes: by a wall or a box of the set on one side, or by
//! dead places on both sides. The first box of the set to move would have to move on an axis on which it is blocked,
//! or to a dead place, from which there is no plan.

use super::floor::{Cell, Floor};

/// The floor's contribution to blocking boxes on each axis.
#[derive(Clone, Debug)]
pub(crate) struct Freeze {
    /// For each cell and axis, whether there is a wall on one side, or dead places on both.
    blocked: Vec<[bool; 2]>,
    /// For each cell, whether it holds a box of the set in question.
    frozen: Vec<bool>,
}

/// The two directions of each axis.
const AXES: [[usize; 2]; 2] = [[0, 1], [2, 3]];

impl Freeze {
    pub(crate) fn new(floor: &Floor, is_dead: &dyn Fn(Cell) -> bool) -> Self {
        let blocked = |cell: Cell| {
            AXES.map(|sides| {
                let sides = sides.map(|side| floor.neighbour(cell, side));
                sides.contains(&floor.none()) || sides.iter().all(|&side| is_dead(side))
            })
        };
        Freeze {
            blocked: (0..floor.none()).map(blocked).collect(),
            frozen: vec![false; floor.none() as usize],
        }
    }

    /// Returns whether the box that has just come to `moved` may be frozen, by its neighbours alone.
    fn suspects(&self, floor: &Floor, has_box: &[bool], moved: Cell) -> bool {
        (0..2).all(|axis| {
            let near = |side: usize| has_box[floor.neighbour(moved, side) as usize];
            self.blocked[moved as usize][axis] || AXES[axis].into_iter().any(near)
        })
    }

    /// Returns the number of frozen boxes off storage if the box that has just come to `moved` is frozen, otherwise
    /// 0.
    ///
    /// `boxes` are all boxes, with the moved one where it is now; `has_box` holds the same by cell.
    pub(crate) fn lost(
        &mut self,
        floor: &Floor,
        has_box: &[bool],
        boxes: impl Iterator<Item = Cell> + Clone,
        moved: Cell,
    ) -> usize {
        if !self.suspects(floor, has_box, moved) {
            return 0;
        }
        self.mark_frozen(floor, &boxes, |frozen| !frozen[moved as usize]);
        let lost = if self.frozen[moved as usize] {
            boxes.clone().filter(|&cell| self.frozen[cell as usize] && !floor.is_storage(cell)).count()
        } else {
            0
        };
        boxes.for_each(|cell| self.frozen[cell as usize] = false);
        lost
    }

    /// Returns all frozen boxes.
    pub(crate) fn all(&mut self, floor: &Floor, boxes: &[Cell]) -> Vec<Cell> {
        self.mark_frozen(floor, &boxes.iter().copied(), |_| false);
        let frozen = boxes.iter().copied().filter(|&cell| self.frozen[cell as usize]).collect();
        boxes.iter().for_each(|&cell| self.frozen[cell as usize] = false);
        frozen
    }

    /// Marks the largest frozen set of boxes, or a superset of it once `enough` returns true.
    fn mark_frozen(
        &mut self,
        floor: &Floor,
        boxes: &(impl Iterator<Item = Cell> + Clone),
        enough: impl Fn(&[bool]) -> bool,
    ) {
        boxes.clone().for_each(|cell| self.frozen[cell as usize] = true);
        let mut changed = true;
        while changed && !enough(&self.frozen) {
            changed = false;
            for cell in boxes.clone() {
                if !self.frozen[cell as usize] {
                    continue;
                }
                let frozen = |side: usize| {
                    let side = floor.neighbour(cell, side);
                    side != floor.none() && self.frozen[side as usize]
                };
                let stays = (0..2)
                    .all(|axis| self.blocked[cell as usize][axis] || AXES[axis].into_iter().any(frozen));
                if !stays {
                    self.frozen[cell as usize] = false;
                    changed = true;
                }
            }
        }
    }
}
