//! Rooms of the floor, and the tunnels between them.
//!
//! A cell belongs to a room if it is part of a block of two by two cells of floor. All other cells belong to tunnels.

use crate::space::floor::{Cell, Floor};

/// The tunnels that link rooms.
#[derive(Clone, Debug)]
pub(super) struct Rooms {
    /// For each cell, the number of its tunnel plus 1; 0 for cells of rooms and of tunnels that link no rooms.
    tunnel: Vec<u16>,
    /// The number of tunnels.
    tunnels: usize,
    /// For each cell, the number of its room plus 1; 0 for cells of tunnels.
    room: Vec<u16>,
}

impl Rooms {
    pub(super) fn new(floor: &Floor) -> Self {
        let none = floor.none();
        let mut is_room = vec![false; none as usize];
        let step = |cell: Cell, direction: usize| match cell {
            cell if cell == none => none,
            cell => floor.neighbour(cell, direction),
        };
        for cell in 0..none {
            for (one, other) in [(0, 2), (0, 3), (1, 2), (1, 3)] {
                let across = step(step(cell, one), other);
                let all = [step(cell, one), step(cell, other), across];
                if !all.contains(&none) && step(step(cell, other), one) == across {
                    is_room[cell as usize] = true;
                }
            }
        }
        let mut tunnel = vec![0; none as usize];
        let mut seen = vec![false; none as usize];
        let mut tunnels = 0;
        for start in 0..none {
            if is_room[start as usize] || seen[start as usize] {
                continue;
            }
            let (mut cells, mut doors, mut next) = (vec![start], 0, 0);
            seen[start as usize] = true;
            while let Some(&cell) = cells.get(next) {
                next += 1;
                for beside in floor.neighbours(cell).into_iter().filter(|&beside| beside != none) {
                    if is_room[beside as usize] {
                        doors += 1;
                    } else if !std::mem::replace(&mut seen[beside as usize], true) {
                        cells.push(beside);
                    }
                }
            }
            if doors > 1 {
                tunnels += 1;
                cells.iter().for_each(|&cell| tunnel[cell as usize] = tunnels as u16);
            }
        }
        let mut room = vec![0; none as usize];
        let mut rooms = 0;
        for start in 0..none {
            if !is_room[start as usize] || room[start as usize] > 0 {
                continue;
            }
            rooms += 1;
            room[start as usize] = rooms;
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                for near in floor.neighbours(cell).into_iter().filter(|&near| near != none) {
                    if is_room[near as usize] && room[near as usize] == 0 {
                        room[near as usize] = rooms;
                        open.push(near);
                    }
                }
            }
        }
        Rooms { tunnel, tunnels, room }
    }

    /// Returns whether two cells are in different rooms.
    pub(super) fn differ(&self, one: Cell, other: Cell) -> bool {
        let [one, other] = [one, other].map(|cell| self.room[cell as usize]);
        one > 0 && other > 0 && one != other
    }

    /// Returns the number of tunnels with a box in them. `marks` is a reused buffer.
    pub(super) fn obstructed(&self, boxes: impl Iterator<Item = Cell>, marks: &mut Vec<bool>) -> usize {
        marks.clear();
        marks.resize(self.tunnels + 1, false);
        boxes.for_each(|cell| marks[self.tunnel[cell as usize] as usize] = true);
        marks[1..].iter().filter(|&&marked| marked).count()
    }
}
