//! Corrals: parts of the floor that are shut off from the sokoban by boxes that can only be pushed inwards.
//!
//! A corral is a set of cells that the sokoban cannot walk to, with all boxes next to them, such that
//!
//! 1. as long as no box of the corral has been pushed, each can only be pushed into the corral: other pushes are
//!    against a wall, to a dead standing, against a box of the corral, or from a cell of the corral;
//! 2. each box that can be pushed into the corral can be pushed so now.
//!
//! It is *open* while a plan has to push one of its boxes: it holds a storage location without a box, or more of its
//! boxes are off storage than can be spared. Then for every plan of n actions there is one of n actions that begins
//! with a push of a box of the corral. So other pushes need not be considered.
//!
//! Proof. Let k be the first action of the plan that pushes a box of the corral. Before k the cells of the corral
//! stay free and shut off, since all boxes next to them belong to the corral and stay. So the line of k begins at a
//! cell that can be reached now (2), and passes over cells of the corral only (1): it can be pushed now. Pushed
//! first, it blocks nothing outside the corral, and the sokoban can return along the way that it pushed. The actions
//! before k are still possible, one after the other. After them the boxes are where k left them. The sokoban is in
//! the same part of the floor as after k: in both orders it reaches the cell behind k's line and the cell where the
//! action before k left it, which are connected outside the corral. The number of actions is unchanged, and each
//! moves its box as far as before. This holds for lines and for pushes (the sum of the lengths), but not for moves;
//! it also holds with surplus boxes. Sokoban programmers know the case of single pushes as PI-corrals (B. Damgaard);
//! these are the conditions for lines.

use super::floor::{opposite, Cell, Floor};

/// The boxes that have to be pushed next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Corral {
    /// There is no open corral: any box may be pushed.
    None,
    /// Only the boxes for which [`Corrals::chosen`] returns true.
    Found,
    /// There is no plan from this configuration.
    Dead,
}

/// A configuration, with the cells that the sokoban can walk to.
pub(crate) struct CorralPosition<'a> {
    pub(crate) floor: &'a Floor,
    /// For each cell, whether a box is on it. It is set for the cell that stands for none.
    pub(crate) has_box: &'a [bool],
    /// For each cell, whether the sokoban can walk to it.
    pub(crate) reached: &'a [bool],
    pub(crate) boxes: &'a [Cell],
    /// How many boxes may be off storage in the end.
    pub(crate) surplus: usize,
}

/// A search for corrals.
#[derive(Clone, Debug)]
pub(crate) struct Corrals {
    /// For each cell, the number of the last corral that it was taken into.
    inside: Vec<u32>,
    /// For each cell, the number of the last corral that was grown from its part of the floor.
    seeded: Vec<u32>,
    /// The number of the last corral grown.
    number: u32,
    /// The number of the corral found last.
    chosen: u32,
    /// The cells of the boxes of the corral being grown.
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

    /// Returns whether the box on this cell belongs to the corral found last.
    pub(crate) fn chosen(&self, cell: Cell) -> bool {
        self.inside[cell as usize] == self.chosen
    }

    /// Finds the open corral with the fewest pushes. `is_dead(to, from)` returns whether a box pushed from `from` to
    /// `to` is lost.
    pub(crate) fn find(
        &mut self,
        position: &CorralPosition<'_>,
        is_dead: &impl Fn(Cell, Cell) -> bool,
    ) -> Corral {
        let CorralPosition { floor, has_box, reached, boxes, .. } = *position;
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
        // Corrals grown since may have taken cells of this one.
        self.close(position, seed, is_dead);
        self.chosen = self.number;
        Corral::Found
    }

    /// Grows a corral from this cell by all that it needs. Returns the number of cells to which its boxes can be
    /// pushed first, or `None` if it is not an open corral.
    fn close(
        &mut self,
        position: &CorralPosition<'_>,
        seed: Cell,
        is_dead: &impl Fn(Cell, Cell) -> bool,
    ) -> Option<usize> {
        let CorralPosition { floor, has_box, reached, surplus, .. } = *position;
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

    /// Adds a cell to the corral being grown.
    fn take(&mut self, cell: Cell) {
        if self.inside[cell as usize] != self.number {
            self.inside[cell as usize] = self.number;
            self.open.push(cell);
        }
    }
}
