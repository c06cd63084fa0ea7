//! Sokoban as a good engineer would search it: `tabled+`.
//!
//! A configuration is the boxes and the part of the floor that the sokoban can walk in, told by its first cell: walking
//! costs nothing. Left out are configurations from which no plan leads to the goal: a box on a dead place, too many
//! frozen boxes off storage, no assignment of boxes to storage locations. All of that keeps every plan of every length.
//! With surplus boxes any place may be right for some box, so there no place is dead, and as many boxes as there are too
//! many may be frozen off storage. Where the sokoban is shut out of a corral, other pushes than into it are left out too:
//! that keeps for every plan one of the same length ([`super::corral`]). The estimate is the cheapest assignment, and where
//! no box is to spare what pairs of boxes cost beyond it ([`super::excesses`]).
//!
//! Invariant: between two calls `has_box` is set for the cell that stands for none alone.

use std::sync::{Arc, OnceLock};

use super::corners::Corners;
use super::corral::{Corral, Corrals, Position};
use super::distances::{self, Distances, Standing};
use super::excesses::Excesses;
use super::floor::{opposite, push, Cell, Floor};
use super::freeze::Freeze;
use super::frozen::Frozen;
use super::matching::{self, Matching};
use super::pairs::Pairs;
use super::ranked::Ranked;
use crate::instance::Instance;
use crate::plan::Push;
use groundplan_search::{StateSpace, Visit};

/// Sokoban with canonical configurations and all prunings that keep a plan of every length there is.
#[derive(Clone, Debug)]
pub struct TabledPlus {
    floor: Floor,
    code: Ranked,
    start: (Vec<Cell>, Cell),
    storage_cells: Vec<Cell>,
    storages: usize,
    /// How many more boxes than storage locations there are; `None` if there are fewer.
    surplus: Option<usize>,
    distances: Distances,
    freeze: Freeze,
    frozen: Frozen<Distances>,
    corners: Corners,
    corrals: Corrals,
    has_box: Vec<bool>,
    walk: Walk,
    boxes: Vec<Cell>,
    successor: Vec<u8>,
    costs: Vec<i64>,
    moved_costs: Vec<i64>,
    assignment: Matching,
    repaired: Matching,
    /// So many expansions are left until pairs of boxes are worth to be worked out.
    patience: u32,
    /// Shared with clones, so that they are worked out once.
    pairs: Arc<OnceLock<Option<Pairs>>>,
    excesses: Excesses,
}

impl TabledPlus {
    /// The instance as a state space; `None` if its floor is too large for the tables of distances.
    #[must_use]
    pub fn new(instance: &Instance) -> Option<Self> {
        let floor = Floor::new(instance);
        let storages: Vec<Cell> = instance.storages.iter().map(|storage| storage.0).collect();
        let distances = Distances::new(&floor, &storages)?;
        let surplus = instance.boxes.len().checked_sub(storages.len());
        let freeze = Freeze::new(&floor, &|place| surplus == Some(0) && distances.is_dead_place(place));
        let mut boxes: Vec<Cell> = instance.boxes.iter().map(|cell| cell.0).collect();
        boxes.sort_unstable();
        let code = Ranked::new(floor.none() as usize, boxes.len());
        let mut has_box = vec![false; floor.none() as usize + 1];
        has_box[floor.none() as usize] = true;
        Some(TabledPlus {
            corners: Corners::new(&floor),
            corrals: Corrals::new(floor.none()),
            walk: Walk::new(floor.none()),
            successor: vec![0; code.width()],
            start: (boxes, instance.sokoban.0),
            storages: storages.len(),
            patience: Pairs::worth_after(&floor, storages.len()),
            storage_cells: storages,
            frozen: Frozen::default(),
            boxes: Vec::new(),
            costs: Vec::new(),
            moved_costs: Vec::new(),
            assignment: Matching::default(),
            repaired: Matching::default(),
            pairs: Arc::default(),
            excesses: Excesses::default(),
            floor,
            code,
            surplus,
            distances,
            freeze,
            has_box,
        })
    }
}

impl TabledPlus {
    /// Works out pairs of boxes when it is time. Where any box may stay anywhere they say nothing.
    fn wait_for_pairs(&mut self) {
        if self.patience == 1 && self.surplus == Some(0) {
            let TabledPlus { floor, storage_cells, distances, .. } = self;
            self.pairs.get_or_init(|| Pairs::new(floor, storage_cells, distances));
        }
        self.patience = self.patience.saturating_sub(1);
    }
}

impl StateSpace for TabledPlus {
    type Action = Push;

    fn width(&self) -> usize {
        self.code.width()
    }

    fn start(&mut self, state: &mut [u8]) {
        let (boxes, sokoban) = &self.start;
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let region = self.walk.from(&self.floor, &self.has_box, *sokoban);
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        self.code.write(boxes, region.first, state);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        self.code.read(state, &mut self.boxes);
        self.boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count() == self.storages
    }

    fn estimate(&mut self, state: &[u8]) -> Option<u32> {
        let surplus = self.surplus?;
        let sokoban = self.code.read(state, &mut self.boxes);
        let TabledPlus { boxes, distances, costs, assignment, .. } = self;
        costs.clear();
        for &place in boxes.iter() {
            costs.extend(costs_of(distances, distances.standing(place, sokoban), surplus));
        }
        let size = boxes.len();
        assignment.assign(size, size, &|row, column| costs[row * size + column]);
        assignment.total()
    }

    fn expand<V: Visit<Push>>(&mut self, state: &[u8], visit: &mut V) {
        let Some(surplus) = self.surplus else { return };
        self.wait_for_pairs();
        let sokoban = self.code.read(state, &mut self.boxes);
        let TabledPlus { floor, code, distances, freeze, corners, corrals, has_box, walk, boxes, .. } = self;
        let TabledPlus { successor, costs, moved_costs, assignment, repaired, .. } = self;
        let TabledPlus { frozen, storage_cells, pairs, excesses, patience, .. } = self;
        // A clone may have them before it is time here: what is expanded does not depend on that.
        let pairs = pairs.get().and_then(Option::as_ref).filter(|_| *patience == 0);
        let (floor, distances) = (&*floor, &*distances);
        boxes.iter().for_each(|&cell| has_box[cell as usize] = true);
        let region = walk.from(floor, has_box, sokoban);
        let position = Position { floor, has_box, reached: &walk.reached, boxes, surplus };
        let lost = |to, from| surplus == 0 && distances.is_dead(distances.standing(to, from));
        let corral = corrals.find(&position, &lost);
        // The corral does not depend on them: whether there is room for them may change.
        let walls = freeze.all(floor, boxes);
        let distances = if walls.is_empty() {
            distances
        } else {
            let make = || {
                let distances = Distances::new(&floor.without(&walls), storage_cells)?;
                let entries = distances.entries();
                Some((distances, entries))
            };
            frozen.distances(&walls, make).unwrap_or(distances)
        };
        // The costs of the assignment, box by box.
        let size = boxes.len();
        costs.clear();
        if corral != Corral::Dead {
            for &place in boxes.iter() {
                let standing = distances.standing(place, region.first);
                costs.extend(costs_of(distances, standing, surplus));
            }
            // From nothing: what it says of a successor has to be the same whenever this is expanded, or else one that
            // leads nowhere could be put off by one each time.
            assignment.assign(size, size, &|row, column| costs[row * size + column]);
        }
        let mut goes_on = corral != Corral::Dead;
        if let (true, Some(pairs), Some(total)) = (goes_on, pairs, assignment.total()) {
            let excess = excesses.settle(pairs, (boxes, region.first), storage_cells, &walls, assignment);
            goes_on = excess.is_some_and(|excess| visit.continues(total + excess));
        }
        for moved in 0..boxes.len() {
            let from = boxes[moved];
            let sides = floor.neighbours(from);
            let pushable = |direction: usize| {
                walk.reached(sides[opposite(direction)]) && !has_box[sides[direction] as usize]
            };
            if !goes_on || corral == Corral::Found && !corrals.chosen(from) || !(0..4).any(pushable) {
                continue;
            }
            // Lifted, the box joins the region to what it may shut off.
            let lifted = walk.lift(floor, has_box, from, region);
            for direction in 0..4 {
                if !walk.reached(sides[opposite(direction)]) {
                    continue;
                }
                let (mut behind, mut to) = (from, sides[direction]);
                while !has_box[to as usize] {
                    let standing = distances.standing(to, behind);
                    if surplus == 0 && distances.is_dead(standing) {
                        // Further on it is dead as well, or else it could be pushed on from here.
                        break;
                    }
                    let least = || assignment.least_with(moved, costs_of(distances, standing, surplus));
                    // The pairs are looked at where the assignment leaves it open.
                    let mut least_of_pairs = Some(0);
                    let wanted = visit.wants(1, least)
                        && pairs.is_none_or(|pairs| {
                            least_of_pairs = least().and_then(|total| {
                                let potential =
                                    assignment.potential_with(costs_of(distances, standing, surplus))?;
                                let place = (to, behind);
                                let excess =
                                    excesses.moved(pairs, boxes, moved, place, potential, assignment)?;
                                Some(total + excess)
                            });
                            visit.wants(1, || least_of_pairs)
                        });
                    if !wanted {
                        (behind, to) = (to, floor.neighbour(to, direction));
                        continue;
                    }
                    has_box[from as usize] = false;
                    has_box[to as usize] = true;
                    let after =
                        boxes.iter().enumerate().map(|(index, &cell)| if index == moved { to } else { cell });
                    if freeze.lost(floor, has_box, after, to) <= surplus {
                        let sokoban = if corners.keep_together(floor, has_box, to) {
                            lifted.without(to)
                        } else {
                            walk.first_from(floor, has_box, behind, lifted.without(to))
                        };
                        code.write_moved(boxes, moved, to, sokoban, successor);
                        let estimate = || {
                            moved_costs.clear();
                            moved_costs.extend(costs_of(distances, standing, surplus));
                            repaired.repair(assignment, moved, &|row, column| {
                                if row == moved {
                                    moved_costs[column]
                                } else {
                                    costs[row * size + column]
                                }
                            });
                            repaired.total().zip(least_of_pairs).map(|(total, least)| total.max(least))
                        };
                        visit.successor(push(from, direction, to), 1, successor, estimate);
                    }
                    has_box[to as usize] = false;
                    has_box[from as usize] = true;
                    (behind, to) = (to, floor.neighbour(to, direction));
                }
            }
        }
        boxes.iter().for_each(|&cell| has_box[cell as usize] = false);
    }
}

/// What it costs to bring a box to each storage location; the columns after those are for boxes that may stay anywhere.
fn costs_of(distances: &Distances, standing: Standing, surplus: usize) -> impl Iterator<Item = i64> + '_ {
    let cost = |&distance: &u16| match distance {
        distances::NEVER => matching::NEVER,
        distance => i64::from(distance),
    };
    distances.row(standing).iter().map(cost).chain(std::iter::repeat_n(0, surplus))
}

/// The first two cells of a part of the floor.
#[derive(Clone, Copy, Debug)]
struct Region {
    first: Cell,
    second: Cell,
}

impl Region {
    const EMPTY: Region = Region { first: Cell::MAX, second: Cell::MAX };

    fn add(&mut self, cell: Cell) {
        if cell < self.first {
            (self.first, self.second) = (cell, self.first);
        } else if cell < self.second {
            self.second = cell;
        }
    }

    /// The first cell when this one is gone.
    fn without(self, cell: Cell) -> Cell {
        if cell == self.first {
            self.second
        } else {
            self.first
        }
    }
}

/// Walks over cells without boxes. Where the sokoban is, cells are marked; on other walks, with the walk's number.
#[derive(Clone, Debug)]
struct Walk {
    reached: Vec<bool>,
    other: Vec<u32>,
    walk: u32,
    open: Vec<Cell>,
}

impl Walk {
    fn new(cells: Cell) -> Self {
        Walk {
            reached: vec![false; cells as usize + 1],
            other: vec![0; cells as usize + 1],
            walk: 0,
            open: Vec::new(),
        }
    }

    fn number(&mut self) -> u32 {
        if self.walk == u32::MAX {
            self.other.fill(0);
            self.walk = 0;
        }
        self.walk += 1;
        self.walk
    }

    /// Walks from a cell, and remembers what was reached. `first_from` and `lift` leave that alone.
    fn from(&mut self, floor: &Floor, has_box: &[bool], start: Cell) -> Region {
        self.reached.fill(false);
        let mut region = Region::EMPTY;
        region.add(start);
        self.reached[start as usize] = true;
        self.open.push(start);
        while let Some(cell) = self.open.pop() {
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && !self.reached[next as usize] {
                    self.reached[next as usize] = true;
                    region.add(next);
                    self.open.push(next);
                }
            }
        }
        region
    }

    fn reached(&self, cell: Cell) -> bool {
        self.reached[cell as usize]
    }

    /// What was reached, and what can be reached besides when the box on a cell at its border is lifted.
    fn lift(&mut self, floor: &Floor, has_box: &[bool], from: Cell, mut region: Region) -> Region {
        let number = self.number();
        region.add(from);
        self.open.push(from);
        while let Some(cell) = self.open.pop() {
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && !self.reached(next) && self.other[next as usize] != number {
                    self.other[next as usize] = number;
                    region.add(next);
                    self.open.push(next);
                }
            }
        }
        region
    }

    /// The first cell of those that can be walked to; none of them comes before `least`.
    fn first_from(&mut self, floor: &Floor, has_box: &[bool], start: Cell, least: Cell) -> Cell {
        if start == least {
            return least;
        }
        let number = self.number();
        let mut first = start;
        self.other[start as usize] = number;
        self.open.push(start);
        while let Some(cell) = self.open.pop() {
            first = first.min(cell);
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && self.other[next as usize] != number {
                    if next == least {
                        self.open.clear();
                        return least;
                    }
                    self.other[next as usize] = number;
                    self.open.push(next);
                }
            }
        }
        first
    }
}
