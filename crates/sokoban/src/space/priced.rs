//! Sokoban searched for plans that are best by any metric: `tabled+` where not lines alone count.
//!
//! An action is a whole line, at its price. Where moves count, the sokoban's place is part of the configuration, and the
//! walk part of the price; elsewhere the region it can walk in is, told by its first cell. Every plan without no-ops is a
//! way through this space at just its costs, and no-ops never make a plan better. Pruned is as in `tabled+`: dead places,
//! frozen boxes, no assignment keep every plan; corrals, where walks cost nothing, keep one with as many lines and pushes.
//!
//! Where a plan may only have so many actions, their number is part of the configuration.
//!
//! Invariant: between two calls `has_box` is set for the cell that stands for none alone.

use std::collections::VecDeque;

use super::corral::{Corral, Corrals, Position};
use super::fares::{self, Fares};
use super::floor::{opposite, push, Cell, Code, Floor};
use super::freeze::Freeze;
use super::frozen::Frozen;
use super::matching::{self, Matching};
use super::tariff::Tariff;
use crate::instance::Instance;
use crate::location::Location;
use crate::metric::{Costs, Objective};
use crate::plan::Push;
use groundplan_search::{StateSpace, Visit};

/// Sokoban with actions that cost what an objective says.
#[derive(Clone, Debug)]
pub struct Priced {
    floor: Floor,
    code: Code,
    tariff: Tariff,
    start: (Vec<Cell>, Cell),
    storages: Vec<Cell>,
    /// How many more boxes than storage locations there are; `None` if there are fewer.
    surplus: Option<usize>,
    /// How many actions a plan may have.
    most: Option<u32>,
    fares: Fares,
    freeze: Freeze,
    frozen: Frozen<Fares>,
    corrals: Corrals,
    has_box: Vec<bool>,
    /// By cell: whether the sokoban reaches it.
    reached: Vec<bool>,
    walk: Walk,
    /// The walk that is still to be done, or where the sokoban is then.
    onward: Walk,
    boxes: Vec<Cell>,
    successor: Vec<u8>,
    costs: Vec<i64>,
    moved_costs: Vec<i64>,
    assignment: Matching,
    repaired: Matching,
}

/// Bytes of the number of actions.
const COUNT: usize = 4;

impl Priced {
    /// The instance as a state space, for plans of at most so many actions; `None` if its floor is too large for the tables
    /// of costs.
    #[must_use]
    pub fn new(instance: &Instance, objective: Objective, most: Option<u32>) -> Option<Self> {
        let cells =
            |locations: &[Location]| locations.iter().map(|location| location.0).collect::<Vec<Cell>>();
        let (boxes, storages) = (cells(&instance.boxes), cells(&instance.storages));
        Priced::on(Floor::new(instance), boxes, instance.sokoban.0, storages, objective, most)
    }

    /// The same for boxes and a sokoban on a floor with these storage locations.
    pub(crate) fn on(
        floor: Floor,
        mut boxes: Vec<Cell>,
        sokoban: Cell,
        storages: Vec<Cell>,
        objective: Objective,
        most: Option<u32>,
    ) -> Option<Self> {
        let cells = floor.none() as usize;
        let tariff = Tariff::new(objective, cells);
        let fares = Fares::new(&floor, &storages, &tariff)?;
        let surplus = boxes.len().checked_sub(storages.len());
        let freeze = Freeze::new(&floor, &|place| surplus == Some(0) && fares.is_dead_place(place));
        boxes.sort_unstable();
        let code = Code::new(cells, boxes.len());
        let mut has_box = vec![false; cells + 1];
        has_box[cells] = true;
        Some(Priced {
            walk: Walk::new(cells),
            onward: Walk::new(cells),
            successor: vec![0; code.width() + if most.is_some() { COUNT } else { 0 }],
            start: (boxes, sokoban),
            storages,
            frozen: Frozen::default(),
            corrals: Corrals::new(floor.none()),
            reached: vec![false; cells + 1],
            boxes: Vec::new(),
            costs: Vec::new(),
            moved_costs: Vec::new(),
            assignment: Matching::default(),
            repaired: Matching::default(),
            floor,
            code,
            tariff,
            surplus,
            most,
            fares,
            freeze,
            has_box,
        })
    }

    /// What actions cost.
    pub(crate) fn tariff(&self) -> Tariff {
        self.tariff
    }

    /// No plan costs less; `None` if there is none at all.
    pub(crate) fn least(&mut self) -> Option<Costs> {
        let mut state = vec![0; self.width()];
        self.start(&mut state);
        self.estimate(&state).map(|price| self.tariff.costs(price))
    }

    /// The configuration without the number of actions, and that number.
    fn split<'s>(&self, state: &'s [u8]) -> (&'s [u8], u32) {
        let (state, count) = state.split_at(self.code.width());
        (state, count.try_into().map_or(0, u32::from_le_bytes))
    }

    /// Writes the configuration with boxes on these cells, in ascending order, and no actions done.
    pub(crate) fn write(&mut self, boxes: &[Cell], sokoban: Cell, state: &mut [u8]) {
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let sokoban = self.canonical(sokoban);
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        let (state, count) = state.split_at_mut(self.code.width());
        self.code.write(boxes, sokoban, state);
        count.fill(0);
    }

    /// Where the sokoban is taken to be: on its place if walks cost something, else on the first cell that it reaches.
    fn canonical(&mut self, sokoban: Cell) -> Cell {
        match self.tariff.walk {
            0 => self.walk.first(&self.floor, &self.has_box, sokoban),
            _ => sokoban,
        }
    }
}

impl StateSpace for Priced {
    type Action = Push;

    fn width(&self) -> usize {
        self.successor.len()
    }

    fn start(&mut self, state: &mut [u8]) {
        let (boxes, sokoban) = self.start.clone();
        self.write(&boxes, sokoban, state);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        self.code.read(self.split(state).0, &mut self.boxes);
        self.boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count() == self.storages.len()
    }

    fn estimate(&mut self, state: &[u8]) -> Option<u32> {
        self.surplus?;
        let sokoban = self.code.read(self.split(state).0, &mut self.boxes);
        let Priced { floor, boxes, fares, storages, assignment, has_box, onward, tariff, .. } = self;
        let cost = |row: usize, column: usize| {
            cost(fares, storages.len(), fares.standing(boxes[row], sokoban), column, boxes.len())
        };
        assignment.assign(boxes.len(), boxes.len(), &cost);
        let assigned = assignment.total()?;
        boxes.iter().for_each(|&cell| has_box[cell as usize] = true);
        // That there is none to be pushed is found out by expanding it.
        let walk = || Some(onward.first_push(floor, has_box, sokoban).unwrap_or(0));
        let estimate = with_walk(assigned, tariff, walk);
        boxes.iter().for_each(|&cell| has_box[cell as usize] = false);
        estimate
    }

    fn expand<V: Visit<Push>>(&mut self, state: &[u8], visit: &mut V) {
        let Some(surplus) = self.surplus else { return };
        let (state, count) = self.split(state);
        if self.most.is_some_and(|most| count >= most) {
            return;
        }
        let sokoban = self.code.read(state, &mut self.boxes);
        let Priced { floor, code, fares, freeze, has_box, walk, onward, boxes, tariff, .. } = self;
        let Priced { successor, costs, moved_costs, assignment, repaired, storages, most, .. } = self;
        let Priced { corrals, frozen, reached, .. } = self;
        let (floor, fares, tariff) = (&*floor, &*fares, &*tariff);
        if most.is_some() {
            successor[code.width()..].copy_from_slice(&(count + 1).to_le_bytes());
        }
        boxes.iter().for_each(|&cell| has_box[cell as usize] = true);
        walk.from(floor, has_box, sokoban);
        reached.iter_mut().zip(0..).for_each(|(reached, cell)| *reached = walk.length(cell).is_some());
        let lost = |to, from| surplus == 0 && fares.is_dead(fares.standing(to, from));
        let corral = corrals.find(&Position { floor, has_box, reached, boxes, surplus }, &lost);
        let walls = freeze.all(floor, boxes);
        let make = || {
            let fares = Fares::new(&floor.without(&walls), storages, tariff)?;
            let entries = fares.entries();
            Some((fares, entries))
        };
        let fares = if walls.is_empty() { fares } else { frozen.distances(&walls, make).unwrap_or(fares) };
        let (storages, size) = (storages.len(), boxes.len());
        // The costs of the assignment, box by box.
        costs.clear();
        if corral != Corral::Dead {
            for &place in boxes.iter() {
                let standing = fares.standing(place, sokoban);
                costs.extend((0..size).map(|column| cost(fares, storages, standing, column, size)));
            }
            assignment.assign(size, size, &|row, column| costs[row * size + column]);
        }
        for moved in 0..size {
            let from = boxes[moved];
            // Going there at another time may be a longer walk.
            let elsewhere = tariff.walk == 0 && corral == Corral::Found && !corrals.chosen(from);
            if corral == Corral::Dead || elsewhere {
                continue;
            }
            for direction in 0..4 {
                let Some(way) = walk.length(floor.neighbour(from, opposite(direction))) else { continue };
                let (mut behind, mut to, mut pushes) = (from, floor.neighbour(from, direction), 1);
                while !has_box[to as usize] {
                    let standing = fares.standing(to, behind);
                    if surplus == 0 && fares.is_dead(standing) {
                        // Further on it is dead as well, or else it could be pushed on from here.
                        break;
                    }
                    let price = tariff.action(way, pushes);
                    let fare = |column| cost(fares, storages, standing, column, size);
                    // Without an assignment there is nothing to wait for: that is found out below. Where walks count, this
                    // is too far below the estimate: configurations would be expanded again too often.
                    let least = || Some(assignment.least_with(moved, (0..size).map(fare)).unwrap_or(0));
                    if tariff.walk == 0 && !visit.wants(price, least) {
                        (behind, to) = (to, floor.neighbour(to, direction));
                        pushes += 1;
                        continue;
                    }
                    has_box[from as usize] = false;
                    has_box[to as usize] = true;
                    let after =
                        boxes.iter().enumerate().map(|(index, &cell)| if index == moved { to } else { cell });
                    if freeze.lost(floor, has_box, after, to) <= surplus {
                        let place = match tariff.walk {
                            0 => onward.first(floor, has_box, behind),
                            _ => behind,
                        };
                        code.write_moved(boxes, moved, to, place, &mut successor[..code.width()]);
                        let estimate = || {
                            moved_costs.clear();
                            moved_costs.extend((0..size).map(fare));
                            repaired.repair(assignment, moved, &|row, column| {
                                if row == moved {
                                    moved_costs[column]
                                } else {
                                    costs[row * size + column]
                                }
                            });
                            with_walk(repaired.total()?, tariff, || onward.first_push(floor, has_box, behind))
                        };
                        visit.successor(push(from, direction, to), price, successor, estimate);
                    }
                    has_box[to as usize] = false;
                    has_box[from as usize] = true;
                    (behind, to) = (to, floor.neighbour(to, direction));
                    pushes += 1;
                }
            }
        }
        boxes.iter().for_each(|&cell| has_box[cell as usize] = false);
    }
}

/// What an assignment costs with the walk to a first push, which there has to be unless nothing is left to be done; `None` if
/// there is no way to one.
fn with_walk(assigned: u32, tariff: &Tariff, walk: impl FnOnce() -> Option<u32>) -> Option<u32> {
    if assigned == 0 || tariff.walk == 0 {
        return Some(assigned);
    }
    walk().map(|walk| assigned.saturating_add(tariff.walk.saturating_mul(walk)))
}

/// What it costs to bring a box to a storage location; the columns after those are for boxes that may stay anywhere. All
/// together, costs stay below those of an impossible assignment.
fn cost(
    fares: &Fares,
    storages: usize,
    standing: super::distances::Standing,
    column: usize,
    boxes: usize,
) -> i64 {
    if column >= storages {
        return 0;
    }
    match fares.row(standing)[column] {
        fares::NEVER => matching::NEVER,
        fare => i64::from(fare).min((matching::NEVER - 1) / boxes as i64),
    }
}

/// Walks over cells without boxes, with their lengths.
#[derive(Clone, Debug)]
struct Walk {
    /// By cell: the number of the walk that reached it last, and how far it is.
    reached: Vec<(u32, u32)>,
    number: u32,
    open: VecDeque<Cell>,
}

impl Walk {
    fn new(cells: usize) -> Self {
        Walk { reached: vec![(0, 0); cells + 1], number: 0, open: VecDeque::new() }
    }

    /// Walks from a cell, nearest cells first, until `end` says so.
    fn until(
        &mut self,
        floor: &Floor,
        has_box: &[bool],
        start: Cell,
        mut end: impl FnMut(Cell, u32) -> bool,
    ) -> Option<u32> {
        if self.number == u32::MAX {
            self.reached.fill((0, 0));
            self.number = 0;
        }
        self.number += 1;
        self.reached[start as usize] = (self.number, 0);
        self.open.clear();
        self.open.push_back(start);
        while let Some(cell) = self.open.pop_front() {
            let (_, length) = self.reached[cell as usize];
            if end(cell, length) {
                return Some(length);
            }
            for next in floor.neighbours(cell) {
                if !has_box[next as usize] && self.reached[next as usize].0 != self.number {
                    self.reached[next as usize] = (self.number, length + 1);
                    self.open.push_back(next);
                }
            }
        }
        None
    }

    /// Walks everywhere.
    fn from(&mut self, floor: &Floor, has_box: &[bool], start: Cell) {
        self.until(floor, has_box, start, |_, _| false);
    }

    /// How far a cell is that was reached.
    fn length(&self, cell: Cell) -> Option<u32> {
        let (number, length) = self.reached[cell as usize];
        (number == self.number).then_some(length)
    }

    /// The first of all cells that are reached.
    fn first(&mut self, floor: &Floor, has_box: &[bool], start: Cell) -> Cell {
        let mut first = start;
        self.until(floor, has_box, start, |cell, _| {
            first = first.min(cell);
            first == 0
        });
        first
    }

    /// The length of a shortest walk to where a box can be pushed from.
    fn first_push(&mut self, floor: &Floor, has_box: &[bool], start: Cell) -> Option<u32> {
        let none = floor.none();
        self.until(floor, has_box, start, |cell, _| {
            (0..4).any(|direction| {
                let beside = floor.neighbour(cell, direction);
                beside != none
                    && has_box[beside as usize]
                    && !has_box[floor.neighbour(beside, direction) as usize]
            })
        })
    }
}
