//! Sokoban as the state space of the published tabled program, without additions: `tabled`.
//!
//! Source: Zhou, Dovier, "A Tabled Prolog Program for Solving Sokoban", Fundamenta Informaticae 124, 2013. A subgoal
//! is the place of the sokoban and the sorted list of the boxes. Its clauses choose a box, a free side to push from
//! that the sokoban reaches, a first target that is a good destination, and any further target in the same direction
//! if all targets up to it are good. A destination is good if it is free, not in a corner unless on storage, and not
//! `stuck` beside another box along a wall unless both are on storage.
//!
//! One correction: the first clause of the published `choose_dest` binds the sokoban's new place to where it stood
//! before the push. It has to be the cell next to the box's new place on the side that it was pushed from.
//!
//! The program assumes that there are as many boxes as storage locations.

use super::floor::{opposite, push, Cell, Code, Floor};
use crate::instance::Instance;
use crate::plan::Push;
use groundplan_search::{StateSpace, Visit};

/// The state space given by the clauses of the published tabled program.
pub struct Tabled {
    floor: Floor,
    code: Code,
    start: (Vec<Cell>, Cell),
    has_box: Vec<bool>,
    reached: Vec<bool>,
    open: Vec<Cell>,
    boxes: Vec<Cell>,
    successor: Vec<u8>,
}

impl Tabled {
    /// Returns the instance as a state space; `None` if there are not as many boxes as storage locations.
    #[must_use]
    pub fn new(instance: &Instance) -> Option<Self> {
        if instance.boxes.len() != instance.storages.len() {
            return None;
        }
        let floor = Floor::new(instance);
        let mut boxes: Vec<Cell> = instance.boxes.iter().map(|cell| cell.0).collect();
        boxes.sort_unstable();
        let code = Code::new(floor.none() as usize, boxes.len());
        let mut has_box = vec![false; floor.none() as usize + 1];
        has_box[floor.none() as usize] = true;
        Some(Tabled {
            reached: vec![false; floor.none() as usize + 1],
            open: Vec::new(),
            boxes: Vec::new(),
            successor: vec![0; code.width()],
            start: (boxes, instance.sokoban.0),
            floor,
            code,
            has_box,
        })
    }
}

impl StateSpace for Tabled {
    type Action = Push;

    fn width(&self) -> usize {
        self.code.width()
    }

    fn start(&mut self, state: &mut [u8]) {
        let (boxes, sokoban) = &self.start;
        self.code.write(boxes, *sokoban, state);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        self.code.read(state, &mut self.boxes);
        self.boxes.iter().all(|&cell| self.floor.is_storage(cell))
    }

    fn expand<V: Visit<Push>>(&mut self, state: &[u8], visit: &mut V) {
        let sokoban = self.code.read(state, &mut self.boxes);
        let Tabled { floor, code, has_box, reached, open, boxes, successor, .. } = self;
        boxes.iter().for_each(|&cell| has_box[cell as usize] = true);
        reachable_by_sokoban(floor, has_box, sokoban, reached, open);
        for moved in 0..boxes.len() {
            let from = boxes[moved];
            // Destinations are judged by the other boxes, without this one.
            has_box[from as usize] = false;
            for direction in 0..4 {
                if !reached[floor.neighbour(from, opposite(direction)) as usize] {
                    continue;
                }
                let (mut behind, mut to) = (from, floor.neighbour(from, direction));
                // On a closed loop, the cell where the box stood is not free while it is pushed.
                while to != from && good_destination(floor, has_box, to) {
                    code.write_moved(boxes, moved, to, behind, successor);
                    visit.successor(push(from, direction, to), 1, successor, || Some(0));
                    (behind, to) = (to, floor.neighbour(to, direction));
                }
            }
            has_box[from as usize] = true;
        }
        boxes.iter().for_each(|&cell| has_box[cell as usize] = false);
    }
}

fn reachable_by_sokoban(
    floor: &Floor,
    has_box: &[bool],
    sokoban: Cell,
    reached: &mut [bool],
    open: &mut Vec<Cell>,
) {
    reached.fill(false);
    reached[sokoban as usize] = true;
    open.push(sokoban);
    while let Some(cell) = open.pop() {
        for next in floor.neighbours(cell) {
            if !has_box[next as usize] && !reached[next as usize] {
                reached[next as usize] = true;
                open.push(next);
            }
        }
    }
}

fn good_destination(floor: &Floor, has_box: &[bool], cell: Cell) -> bool {
    !has_box[cell as usize]
        && (floor.is_storage(cell) || !corner(floor, cell))
        && (0..4).all(|side| !stuck(floor, has_box, cell, side))
}

/// Returns whether a cell has walls on two sides at right angles.
fn corner(floor: &Floor, cell: Cell) -> bool {
    let walls = [0, 1, 2, 3].map(|side| floor.wall(cell, side));
    (walls[0] || walls[1]) && (walls[2] || walls[3])
}

/// Returns whether a box is beside the cell on this side, with a wall along both on one of the other two sides,
/// unless both are on storage.
fn stuck(floor: &Floor, has_box: &[bool], cell: Cell, side: usize) -> bool {
    let other = floor.neighbour(cell, side);
    if other == floor.none() || !has_box[other as usize] {
        return false;
    }
    let along = if side < 2 { [2, 3] } else { [0, 1] };
    along.into_iter().any(|wall| floor.wall(cell, wall) && floor.wall(other, wall))
        && !(floor.is_storage(cell) && floor.is_storage(other))
}
