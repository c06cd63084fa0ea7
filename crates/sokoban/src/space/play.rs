//! Sokoban as a player may play it: it has every action with which any plan can begin, however roundabout.
//!
//! It leaves out only configurations that are lost for good: those with a box on a dead place, or with more frozen
//! boxes off storage than can be spared. A search for the fewest actions may leave out more, wherever another plan
//! remains.
//!
//! A configuration is the boxes in ascending order, then the first cell that the sokoban can walk to. Each has two
//! bytes, the high one first, so that configurations order as their bytes do.

use groundplan_search::{StateSpace, Visit};

use super::fares::Fares;
use super::floor::{opposite, push, Cell, Floor};
use super::freeze::Freeze;
use super::tariff::Tariff;
use crate::instance::Instance;
use crate::metric::Objective;
use crate::plan::Push;
use crate::trace::Board;

/// The state space of all configurations that may be solvable, with all actions between them.
pub(crate) struct Play {
    floor: Floor,
    start: Board,
    storages: usize,
    /// How many more boxes than storage locations there are; `None` if there are fewer, so that nothing can be
    /// solved.
    surplus: Option<usize>,
    /// For each cell, whether a box on it can never be brought to storage.
    dead: Vec<bool>,
    freeze: Freeze,
    /// For each cell, whether a box is on it. It is set for the cell that stands for none.
    has_box: Vec<bool>,
}

impl Play {
    /// Returns the instance as a state space; `None` if its floor has too many cells for two bytes or for the tables.
    pub(crate) fn new(instance: &Instance) -> Option<Self> {
        let floor = Floor::new(instance);
        if floor.none() > u32::from(u16::MAX) {
            return None;
        }
        let dead = dead(instance, &floor)?;
        let mut has_box = vec![false; floor.none() as usize + 1];
        has_box[floor.none() as usize] = true;
        Some(Play {
            start: Board::start(instance),
            storages: instance.storages.len(),
            surplus: instance.boxes.len().checked_sub(instance.storages.len()),
            freeze: Freeze::new(&floor, &|cell| dead[cell as usize]),
            dead,
            has_box,
            floor,
        })
    }

    /// Returns the boxes and the sokoban of a state.
    pub(crate) fn read(state: &[u8]) -> (Vec<Cell>, Cell) {
        let cells = state.chunks_exact(2).map(|cell| Cell::from(u16::from_be_bytes([cell[0], cell[1]])));
        let mut boxes: Vec<Cell> = cells.collect();
        let sokoban = boxes.pop().expect("the sokoban comes last");
        (boxes, sokoban)
    }

    /// Writes a configuration as a state.
    pub(crate) fn enter(&mut self, board: &Board, state: &mut [u8]) {
        let boxes: Vec<Cell> = board.boxes.iter().map(|place| place.0).collect();
        self.mark(&boxes, true);
        self.write(boxes.clone(), board.sokoban.0, state);
        self.mark(&boxes, false);
    }

    /// Writes the boxes, which are marked in `has_box`, and the first cell that the sokoban can walk to.
    fn write(&self, mut boxes: Vec<Cell>, sokoban: Cell, state: &mut [u8]) {
        boxes.sort_unstable();
        let reached = self.walk(sokoban);
        let region = reached.iter().position(|&reached| reached).expect("where the sokoban is");
        for (slot, cell) in state.chunks_exact_mut(2).zip(boxes.into_iter().chain([region as Cell])) {
            slot.copy_from_slice(&(cell as u16).to_be_bytes());
        }
    }

    /// Returns, for each cell, whether the sokoban can walk there.
    fn walk(&self, sokoban: Cell) -> Vec<bool> {
        let mut reached = vec![false; self.has_box.len()];
        let mut open = vec![sokoban];
        reached[sokoban as usize] = true;
        while let Some(cell) = open.pop() {
            for next in self.floor.neighbours(cell) {
                if !self.has_box[next as usize] && !std::mem::replace(&mut reached[next as usize], true) {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// Sets or clears `has_box` for these boxes.
    fn mark(&mut self, boxes: &[Cell], is_there: bool) {
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = is_there);
    }
}

/// Returns, for each cell, whether a box on it can never be brought to storage, where every box has to be.
///
/// Returns `None` if the floor is too large for the tables. No place is dead if there are more or fewer boxes than
/// storage locations.
pub(crate) fn dead(instance: &Instance, floor: &Floor) -> Option<Vec<bool>> {
    let storages: Vec<Cell> = instance.storages.iter().map(|storage| storage.0).collect();
    let lines = Tariff::new(Objective::LINES, floor.none() as usize);
    let fares = Fares::new(floor, &storages, &lines)?;
    let counts = instance.boxes.len() == storages.len();
    Some((0..floor.none()).map(|cell| counts && fares.is_dead_place(cell)).collect())
}

impl StateSpace for Play {
    type Action = Push;

    fn width(&self) -> usize {
        2 * (self.start.boxes.len() + 1)
    }

    fn start(&mut self, state: &mut [u8]) {
        self.enter(&self.start.clone(), state);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        let (boxes, _) = Play::read(state);
        boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count() == self.storages
    }

    fn expand<V: Visit<Push>>(&mut self, state: &[u8], visit: &mut V) {
        let Some(surplus) = self.surplus else { return };
        let (mut boxes, sokoban) = Play::read(state);
        self.mark(&boxes, true);
        let reached = self.walk(sokoban);
        let mut successor = vec![0; self.width()];
        for moved in 0..boxes.len() {
            let from = boxes[moved];
            for direction in 0..4 {
                if !reached[self.floor.neighbour(from, opposite(direction)) as usize] {
                    continue;
                }
                let (mut behind, mut to) = (from, self.floor.neighbour(from, direction));
                // Every place beyond a dead one is dead. A line around a closed loop ends where the box stood.
                while !self.has_box[to as usize] && !self.dead[to as usize] {
                    self.has_box[from as usize] = false;
                    self.has_box[to as usize] = true;
                    boxes[moved] = to;
                    let Play { floor, freeze, has_box, .. } = self;
                    let is_lost = freeze.lost(floor, has_box, boxes.iter().copied(), to) > surplus;
                    if !is_lost && visit.wants(1, || Some(0)) {
                        self.write(boxes.clone(), behind, &mut successor);
                        visit.successor(push(from, direction, to), 1, &successor, || Some(0));
                    }
                    self.has_box[to as usize] = false;
                    self.has_box[from as usize] = true;
                    (behind, to) = (to, self.floor.neighbour(to, direction));
                }
                boxes[moved] = from;
            }
        }
        self.mark(&boxes, false);
    }
}
