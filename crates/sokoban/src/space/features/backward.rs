//! Sokoban played backwards, from its solved configurations: boxes are pulled to where they stand at the start.
//!
//! A configuration is as in [`Features`](super::Features): the boxes in ascending order, then the first cell that the
//! sokoban can walk to. A move pulls one box to any place to which it can be pulled while the others stay. Left out
//! are only configurations that no plan leads through: with a box where none can be pushed to from the start, or
//! without an assignment of the boxes of the start to those now.

use groundplan_search::BackwardSpace;

use super::macros::{BoxPlace, Macros};
use super::parts::FloorParts;
use super::rooms::Rooms;
use crate::space::floor::{place_hash, Cell, Code, Floor};
use crate::space::matching::{self, Matching};
use crate::space::walks::Reachability;

/// The space is not made if there are more solved configurations than this, as with boxes in surplus.
const MOST_GOALS: usize = 20_000;

/// Sokoban backwards, with features that measure the progress towards the start.
#[derive(Clone, Debug)]
pub struct Backward {
    floor: Floor,
    code: Code,
    storages: Vec<Cell>,
    /// The boxes in the solved configurations, each in ascending order.
    solved: Vec<Vec<Cell>>,
    /// The least pushes from each box at the start to each cell, indexed by cell, then by box.
    pushes: Vec<i64>,
    rooms: Rooms,
    macros: Macros,
    parts: FloorParts,
    walk: Reachability,
    has_box: Vec<bool>,
    assignment: Matching,
    boxes: Vec<Cell>,
    /// Reused buffer for [`Rooms::obstructed`].
    marks: Vec<bool>,
    predecessors: Vec<Predecessor>,
}

/// The values of the features, compared in this order. Smaller values are nearer to the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BackwardValues {
    /// The number of boxes on storage locations.
    stored: u16,
    /// The number of parts into which boxes divide the floor.
    parts: u16,
    /// The number of tunnels between rooms with a box in them.
    obstructed: u16,
}

/// A configuration from which one move leads to another: the box moved, where it was, and the sokoban.
#[derive(Clone, Copy, Debug)]
struct Predecessor {
    moved: usize,
    place: BoxPlace,
    values: BackwardValues,
    /// A lower bound on the pushes from the start.
    estimate: u32,
}

impl Backward {
    /// Returns the space, given the pushes from the boxes at the start to all cells; `None` if there are too many solved
    /// configurations.
    pub(super) fn new(
        floor: &Floor,
        storages: &[Cell],
        boxes: &[Cell],
        pushes: Vec<i64>,
        rooms: Rooms,
    ) -> Option<Self> {
        let cells = floor.none();
        let mut has_box = vec![false; cells as usize + 1];
        has_box[cells as usize] = true;
        let mut backward = Backward {
            code: Code::new(cells as usize, boxes.len()),
            storages: storages.to_vec(),
            solved: Vec::new(),
            pushes,
            rooms,
            macros: Macros::new(cells),
            parts: FloorParts::new(cells),
            walk: Reachability::new(cells),
            has_box,
            assignment: Matching::default(),
            boxes: Vec::new(),
            marks: Vec::new(),
            predecessors: Vec::new(),
            floor: floor.clone(),
        };
        backward.solved = backward.solve(boxes.len())?;
        Some(backward)
    }

    /// The least pushes from each box at the start to a cell.
    fn row(&self, cell: Cell) -> &[i64] {
        let boxes = self.pushes.len() / self.floor.none() as usize;
        &self.pushes[cell as usize * boxes..][..boxes]
    }

    /// Returns the boxes of all solved configurations; `None` if there are too many.
    fn solve(&self, boxes: usize) -> Option<Vec<Vec<Cell>>> {
        let can_be_there = |&cell: &Cell| self.row(cell).iter().any(|&pushes| pushes < matching::NEVER);
        let others: Vec<Cell> = (0..self.floor.none())
            .filter(|&cell| !self.floor.is_storage(cell))
            .filter(can_be_there)
            .collect();
        let mut solved = vec![self.storages.clone()];
        for _ in self.storages.len()..boxes {
            let last = |set: &[Cell]| set.get(self.storages.len()..).and_then(|more| more.last().copied());
            let mut more = Vec::new();
            for set in &solved {
                let next = others.iter().filter(|&&cell| last(set).is_none_or(|last| cell > last));
                more.extend(next.map(|&cell| [&set[..], &[cell]].concat()));
                if more.len() > MOST_GOALS {
                    return None;
                }
            }
            solved = more;
        }
        solved.iter_mut().for_each(|set| set.sort_unstable());
        Some(solved)
    }

    /// Assigns the boxes of the start to these boxes. Returns the least pushes in all, if there is an assignment.
    fn assign(&mut self, boxes: &[Cell]) -> Option<u32> {
        let size = boxes.len();
        let Backward { assignment, pushes, .. } = self;
        assignment.assign(size, size, &|row, column| pushes[boxes[row] as usize * size + column]);
        assignment.total()
    }

    /// Collects all predecessors of a configuration whose boxes are marked.
    fn collect(&mut self, boxes: &[Cell], sokoban: Cell) {
        self.predecessors.clear();
        let stored = boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count();
        for (moved, &from) in boxes.iter().enumerate() {
            if self.floor.neighbours(from).iter().all(|&side| !self.walk.reached(side)) {
                continue;
            }
            let without = stored - usize::from(self.floor.is_storage(from));
            let Backward { macros, parts, floor, has_box, assignment, pushes, rooms, marks, .. } = self;
            has_box[from as usize] = false;
            parts.divide(floor, has_box);
            macros.find_pulls(floor, parts, has_box, BoxPlace { cell: from, sokoban, pushes: 0 });
            has_box[from as usize] = true;
            for place in macros.places() {
                let row = &pushes[place.cell as usize * boxes.len()..][..boxes.len()];
                let Some(estimate) = assignment.least_with(moved, row.iter().copied()) else { continue };
                let after = (boxes.iter().enumerate())
                    .map(|(index, &cell)| if index == moved { place.cell } else { cell });
                let values = BackwardValues {
                    stored: (without + usize::from(floor.is_storage(place.cell))) as u16,
                    parts: parts.count_with(floor, place.cell, place.sokoban).0,
                    obstructed: rooms.obstructed(after, marks) as u16,
                };
                self.predecessors.push(Predecessor { moved, place, values, estimate });
            }
        }
    }
}

impl BackwardSpace for Backward {
    type Features = BackwardValues;

    fn width(&self) -> usize {
        self.code.width()
    }

    fn goals(&mut self, goal: &mut dyn FnMut(&[u8])) {
        let mut state = vec![0; self.width()];
        for boxes in self.solved.clone() {
            boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
            for cell in 0..self.floor.none() {
                let is_first = !self.has_box[cell as usize]
                    && self.walk.from(&self.floor, &self.has_box, cell).first == cell;
                if is_first {
                    self.code.write(&boxes, cell, &mut state);
                    goal(&state);
                }
            }
            boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        }
    }

    fn predecessors(
        &mut self,
        state: &[u8],
        visit: &mut dyn FnMut(u32, u64, &[u8]),
    ) -> Option<BackwardValues> {
        let mut boxes = std::mem::take(&mut self.boxes);
        let sokoban = self.code.read(state, &mut boxes);
        let assigned = self.assign(&boxes);
        let mut values = None;
        if assigned.is_some() {
            boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
            self.walk.from(&self.floor, &self.has_box, sokoban);
            self.collect(&boxes, sokoban);
            self.parts.divide(&self.floor, &self.has_box);
            let now = BackwardValues {
                stored: boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count() as u16,
                parts: self.parts.count(),
                obstructed: self.rooms.obstructed(boxes.iter().copied(), &mut self.marks) as u16,
            };
            values = Some(now);
            let advised = advised(&self.predecessors, now);
            let mut predecessor = vec![0; state.len()];
            for (index, &Predecessor { moved, place, values, estimate }) in
                self.predecessors.iter().enumerate()
            {
                let from = boxes[moved];
                self.has_box[from as usize] = false;
                self.has_box[place.cell as usize] = true;
                let first = self.walk.from(&self.floor, &self.has_box, place.sokoban).first;
                self.has_box[place.cell as usize] = false;
                self.has_box[from as usize] = true;
                self.code.write_moved(&boxes, moved, place.cell, first, &mut predecessor);
                let BackwardValues { stored, parts, obstructed } = values;
                let rank = [stored, parts, obstructed]
                    .iter()
                    .fold(0u64, |rank, &value| rank << 8 | u64::from(value.min(255)));
                visit(
                    u32::from(!advised.contains(&Some(index))),
                    rank << 32 | u64::from(estimate),
                    &predecessor,
                );
            }
            boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        }
        self.boxes = boxes;
        values
    }

    fn hash(&mut self, state: &[u8]) -> u64 {
        self.code.read(state, &mut self.boxes);
        self.boxes.iter().fold(0, |hash, &cell| hash.wrapping_add(place_hash(cell)))
    }
}

/// Returns the recommendation of each advisor, as an index of the predecessors: the one nearest to the start of those
/// with fewer boxes on storage, with fewer parts, and with as good values.
fn advised(predecessors: &[Predecessor], now: BackwardValues) -> [Option<usize>; 3] {
    let best = |is_better: &dyn Fn(&BackwardValues) -> bool| {
        let better =
            predecessors.iter().enumerate().filter(|(_, predecessor)| is_better(&predecessor.values));
        better
            .min_by_key(|(_, predecessor)| (predecessor.values, predecessor.estimate))
            .map(|(index, _)| index)
    };
    let is_open = |values: &BackwardValues| values.parts <= now.parts && values.obstructed <= now.obstructed;
    [
        best(&|values| values.stored < now.stored && is_open(values)),
        best(&|values| values.parts < now.parts),
        (predecessors.iter().enumerate())
            .filter(|(_, predecessor)| is_open(&predecessor.values))
            .min_by_key(|(_, predecessor)| predecessor.estimate)
            .map(|(index, _)| index),
    ]
}
