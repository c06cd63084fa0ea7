//! Corrals: parts of the floor that the sokoban is shut out of by boxes that can be pushed inwards only.
//!
//! A corral is a set of cells that the sokoban cannot walk to, with all boxes next to them, such that
//!
//! 1. a box of it can, for as long as none of them has been pushed, only be pushed into it: other pushes are against a
//!    wall, to a dead standing, against a box of it, or from a cell of it;
//! 2. whatever can be pushed into it can be so now.
//!
//! It is *open* while a plan has to push one of its boxes: it holds a storage location without a box, or more of its boxes
//! are off storage than can be spared. Then, for every plan of n actions, there is one of n actions that begins with a
//! push of a box of the corral, so that other pushes need not be looked at.
//!
//! Proof. Let k be the first action of the plan that pushes a box of the corral. Before k the cells of the corral keep
//! free and shut off, since all boxes next to them are of the corral and stay. So the line of k begins at a cell that can
//! be reached now (2), and goes over cells of the corral alone (1): it can be pushed now. Pushed first, it blocks nothing
//! outside of the corral, and the sokoban comes back the way that it pushed; the actions before k are still possible, one
//! after the other. After them the boxes are where k left them. The sokoban is in the same part of the floor as after k:
//! in both orders it reaches the cell behind k's line and the cell where the action before k left it, which are connected
//! without the corral. The actions are as many, and each moves its box as far as it did; this is true of lines, of pushes
//! (the sum of the lengths), not of moves, and with surplus boxes too. Sokoban programmers know it for single pushes, as
//! PI-corrals (B. Damgaard); these are the conditions for lines.

use super::floor::{opposite, Cell, Floor};

/// Which boxes have to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Corral {
    /// All of them.
    None,
    /// Those for which [`Corrals::chosen`] holds.
    Found,
    /// There is no plan.
    Dead,
}

/// What there is to know of a configuration.
pub(crate) struct Position<'a> {
    pub(crate) floor: &'a Floor,
    /// By cell; set for the cell that stands for none.
    pub(crate) has_box: &'a [bool],
    /// Which cells the sokoban can walk to.
    pub(crate) reached: &'a [bool],
    pub(crate) boxes: &'a [Cell],
    /// How many boxes may be off storage in the end.
    pub(crate) surplus: usize,
}

/// Looks for corrals.
#[derive(Clone, Debug)]
pub(crate) struct Corrals {
    /// By cell: the last corral that it was taken into.
    inside: Vec<u32>,
    /// By cell: the last corral that was built up from its part of the floor.
    seeded: Vec<u32>,
    number: u32,
    chosen: u32,
    members: Vec<Cell>,
    open: Vec<Cell>,
}

impl Corrals {
    pub(crate) fn new(cells: Cell) -> Self {
        Corrals {
            inside: vec![0; cells as usize + 1],
            seeded: vec![0; cells as usize + 1],
            number: 0,
            chosen: 0,
            members: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Whether the box on this cell is of the corral that was found.
    pub(crate) fn chosen(&self, cell: Cell) -> bool {
        self.inside[cell as usize] == self.chosen
    }

    /// Looks for the open corral with the fewest pushes. `is_dead(to, from)` is whether a box that is pushed from there to
    /// there is lost.
    pub(crate) fn find(&mut self, position: &Position<'_>, is_dead: &impl Fn(Cell, Cell) -> bool) -> Corral {
        let Position { floor, has_box, reached, boxes, .. } = *position;
        if self.number > u32::MAX / 2 {
            self.inside.fill(0);
            self.seeded.fill(0);
            self.number = 0;
        }
        let before = self.number;
        let mut best: Option<(usize, Cell)> = None;
        for &near in boxes {
            for cell in floor.neighbours(near) {
                let is_seed = !has_box[cell as usize] && !reached[cell as usize];
                if !is_seed || self.seeded[cell as usize] > before {
                    continue;
                }
                match self.close(position, cell, is_dead) {
                    Some(0) => return Corral::Dead,
                    Some(pushes) if best.is_none_or(|(least, _)| pushes < least) => {
                        best = Some((pushes, cell));
                    }
                    _ => {}
                }
            }
        }
        let Some((_, seed)) = best else { return Corral::None };
        // Others may have been looked at since, and have taken cells of it.
        self.close(position, seed, is_dead);
        self.chosen = self.number;
        Corral::Found
    }

    /// Takes in all that a corral with this cell needs. The number of cells that its boxes can be pushed to first, if it
    /// is a corral and open.
    fn close(
        &mut self,
        position: &Position<'_>,
        seed: Cell,
        is_dead: &impl Fn(Cell, Cell) -> bool,
    ) -> Option<usize> {
        let Position { floor, has_box, reached, surplus, .. } = *position;
        self.number += 1;
        self.members.clear();
        self.open.clear();
        let (mut pushes, mut off_storage, mut wanting, mut next) = (0, 0, false, 0);
        self.open.push(seed);
        self.inside[seed as usize] = self.number;
        loop {
            while let Some(cell) = self.open.pop() {
                if has_box[cell as usize] {
                    self.members.push(cell);
                    off_storage += usize::from(!floor.is_storage(cell));
                    continue;
                }
                if next == 0 {
                    self.seeded[cell as usize] = self.number;
                }
                wanting |= floor.is_storage(cell);
                for near in floor.neighbours(cell) {
                    if near != floor.none() {
                        self.take(near);
                    }
                }
            }
            let Some(&member) = self.members.get(next) else { break };
            next += 1;
            for direction in 0..4 {
                let to = floor.neighbour(member, direction);
                let behind = floor.neighbour(member, opposite(direction));
                if to == floor.none()
                    || behind == floor.none()
                    || self.inside[behind as usize] == self.number
                    || is_dead(to, member)
                {
                    continue;
                }
                let to_inside = self.inside[to as usize] == self.number;
                match (reached[behind as usize], to_inside) {
                    (true, true) => pushes += usize::from(!has_box[to as usize]),
                    (true, false) if reached[to as usize] => return None,
                    (true, false) => {
                        pushes += usize::from(!has_box[to as usize]);
                        self.take(to);
                    }
                    (false, true) if has_box[to as usize] => {}
                    (false, _) => self.take(behind),
                }
            }
        }
        (wanting || off_storage > surplus).then_some(pushes)
    }

    fn take(&mut self, cell: Cell) {
        if self.inside[cell as usize] != self.number {
            self.inside[cell as usize] = self.number;
            self.open.push(cell);
        }
    }
}
