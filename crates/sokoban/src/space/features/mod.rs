//! Sokoban by its features: for plans of any length, found fast.

mod macros;
mod packing;
mod parts;
mod rooms;

use super::corners::Corners;
use super::corral::{Corral, Corrals, Position};
use super::fares::Fares;
use super::floor::{Cell, Code, Floor};
use super::freeze::Freeze;
use super::frozen::Frozen;
use super::matching::Matching;
use super::tariff::Tariff;
use super::walks::Walk;
use crate::instance::Instance;
use crate::metric::{Metric, Objective};
use crate::plan::Push;
use groundplan_search::{FeatureSpace, Weighed};
use macros::{Macros, Place};
use packing::{Filled, Packing};
use parts::Parts;
use rooms::Rooms;

/// Sokoban with macro moves, and the features that tell how far a configuration is.
#[derive(Clone, Debug)]
pub struct Features {
    floor: Floor,
    code: Code,
    start: (Vec<Cell>, Cell),
    storages: Vec<Cell>,
    surplus: Option<usize>,
    tariff: Tariff,
    fares: Fares,
    freeze: Freeze,
    frozen: Frozen<Fares>,
    corners: Corners,
    corrals: Corrals,
    packing: Packing,
    /// Counts what is filled in any order, if not in the packing order.
    filled: Option<Filled>,
    rooms: Rooms,
    macros: Macros,
    has_box: Vec<bool>,
    walk: Walk,
    parts: Parts,
    /// The parts with the box lifted that is looked at.
    lifted: Parts,
    boxes: Vec<Cell>,
    assignment: Matching,
    costs: Vec<i64>,
    counts: Vec<u16>,
    marks: Vec<bool>,
    candidates: Vec<Candidate>,
}

/// A macro move: which box, where it is pushed, and where the sokoban is then.
#[derive(Clone, Copy, Debug)]
pub struct Macro {
    moved: u16,
    to: u32,
    sokoban: u32,
}

/// The values of the features.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Values {
    /// How many storage locations are filled in order.
    packed: u16,
    /// Into how many parts boxes divide the floor.
    parts: u16,
    /// How many tunnels between rooms have a box in them.
    obstructed: u16,
    /// How many boxes come too late for the packing order.
    out_of_plan: u16,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    step: Macro,
    values: Values,
    /// How many cells the sokoban reaches.
    reach: u32,
    estimate: u32,
}

impl Features {
    /// The instance as a feature space, in which storage locations count as filled in the packing order alone; `None` if its
    /// floor is too large for the tables of distances.
    #[must_use]
    pub fn new(instance: &Instance) -> Option<Self> {
        let floor = Floor::new(instance);
        let cells = floor.none();
        let storages: Vec<Cell> = instance.storages.iter().map(|storage| storage.0).collect();
        let tariff = Tariff::new(Objective { first: Metric::Pushes, second: None }, cells as usize);
        let fares = Fares::new(&floor, &storages, &tariff)?;
        let surplus = instance.boxes.len().checked_sub(storages.len());
        let freeze = Freeze::new(&floor, &|place| surplus == Some(0) && fares.is_dead_place(place));
        let mut boxes: Vec<Cell> = instance.boxes.iter().map(|cell| cell.0).collect();
        boxes.sort_unstable();
        let mut has_box = vec![false; cells as usize + 1];
        has_box[cells as usize] = true;
        Some(Features {
            code: Code::new(cells as usize, boxes.len()),
            corners: Corners::new(&floor),
            corrals: Corrals::new(cells),
            packing: Packing::new(&floor, &storages, &boxes),
            filled: None,
            rooms: Rooms::new(&floor),
            macros: Macros::new(cells),
            walk: Walk::new(cells),
            parts: Parts::new(cells),
            lifted: Parts::new(cells),
            start: (boxes, instance.sokoban.0),
            frozen: Frozen::default(),
            boxes: Vec::new(),
            assignment: Matching::default(),
            costs: Vec::new(),
            counts: Vec::new(),
            marks: Vec::new(),
            candidates: Vec::new(),
            floor,
            storages,
            surplus,
            tariff,
            fares,
            freeze,
            has_box,
        })
    }

    /// The same space, in which storage locations count as filled in any order that leaves ways to those that are left.
    #[must_use]
    pub fn in_any_order(&self) -> Self {
        Features { filled: Some(Filled::new(&self.floor, &self.start.0)), ..self.clone() }
    }

    /// The features of the boxes as they are in `has_box`, but for the parts.
    fn values(&mut self, moved: Option<(usize, Cell)>, parts: u16) -> Values {
        let Features { floor, boxes, packing, filled, rooms, has_box, counts, marks, .. } = self;
        let boxes = boxes.iter().enumerate().map(|(index, &cell)| match moved {
            Some((moved, to)) if index == moved => to,
            _ => cell,
        });
        let packed = packing.packed(has_box);
        let filled = filled.as_mut().map(|filled| filled.count(floor, packing, has_box));
        Values {
            packed: filled.unwrap_or(packed) as u16,
            parts,
            obstructed: rooms.obstructed(boxes.clone(), marks) as u16,
            out_of_plan: packing.out_of_plan(packed, boxes, counts) as u16,
        }
    }

    /// What each advisor recommends, as an index of the candidates: the move that takes most by one feature, and among such
    /// moves by the others.
    fn advised(&self, now: Values, reach: u32) -> [Option<usize>; 5] {
        let best = |is_better: &dyn Fn(&Candidate) -> bool, key: &dyn Fn(&Candidate) -> [i64; 4]| {
            let better = self.candidates.iter().enumerate().filter(|(_, candidate)| is_better(candidate));
            better.min_by_key(|(_, candidate)| key(candidate)).map(|(index, _)| index)
        };
        let values = |candidate: &Candidate| {
            let Values { packed, parts, obstructed, out_of_plan } = candidate.values;
            (-i64::from(packed), i64::from(parts), i64::from(obstructed), i64::from(out_of_plan))
        };
        [
            best(&|candidate| candidate.values.packed > now.packed, &|candidate| {
                let (packed, parts, obstructed, out) = values(candidate);
                [packed, parts, out, obstructed]
            }),
            best(&|candidate| candidate.values.parts < now.parts, &|candidate| {
                let (packed, parts, obstructed, out) = values(candidate);
                [parts, out, packed, obstructed]
            }),
            best(&|candidate| candidate.values.obstructed < now.obstructed, &|candidate| {
                let (packed, parts, obstructed, out) = values(candidate);
                [obstructed, parts, out, packed]
            }),
            best(&|candidate| candidate.values.out_of_plan < now.out_of_plan, &|candidate| {
                let (packed, parts, obstructed, out) = values(candidate);
                [out, parts, obstructed, packed]
            }),
            best(&|candidate| candidate.reach > reach, &|candidate| {
                let (packed, parts, _, out) = values(candidate);
                [-i64::from(candidate.reach), out, parts, packed]
            }),
        ]
    }

    /// Whether no assignment brings all boxes home, with frozen ones as walls.
    fn is_lost(&mut self, sokoban: Cell) -> bool {
        let Features { floor, boxes, freeze, frozen, fares, tariff, storages, assignment, costs, .. } = self;
        let walls = freeze.all(floor, boxes);
        let make = || {
            let fares = Fares::new(&floor.without(&walls), storages, tariff)?;
            let entries = fares.entries();
            Some((fares, entries))
        };
        let fares = if walls.is_empty() { &*fares } else { frozen.distances(&walls, make).unwrap_or(fares) };
        let size = boxes.len();
        costs.clear();
        for &place in boxes.iter() {
            costs.extend(fares.costs(fares.standing(place, sokoban), size));
        }
        assignment.assign(size, size, &|row, column| costs[row * size + column]);
        assignment.total().is_none()
    }
}

impl FeatureSpace for Features {
    type Move = Macro;
    type Action = Push;
    type Features = Values;

    fn width(&self) -> usize {
        self.code.width()
    }

    fn start(&mut self, state: &mut [u8]) {
        let (boxes, sokoban) = self.start.clone();
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let first = self.walk.from(&self.floor, &self.has_box, sokoban).first;
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        self.code.write(&boxes, first, state);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        self.code.read(state, &mut self.boxes);
        self.boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count() == self.storages.len()
    }

    fn moves(&mut self, state: &[u8], moves: &mut Vec<Weighed<Macro>>) -> Option<Values> {
        let surplus = self.surplus?;
        let sokoban = self.code.read(state, &mut self.boxes);
        if self.is_lost(sokoban) {
            return None;
        }
        let boxes = self.boxes.clone();
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let (parts, reach) = self.parts.count(&self.floor, &self.has_box, sokoban);
        self.walk.from(&self.floor, &self.has_box, sokoban);
        let values = self.values(None, parts);
        let corral = {
            let Features { floor, fares, has_box, walk, corrals, .. } = self;
            let lost = |to, from| surplus == 0 && fares.is_dead(fares.standing(to, from));
            let reached = &walk.reached;
            corrals.find(&Position { floor, has_box, reached, boxes: &boxes, surplus }, &lost)
        };
        self.candidates.clear();
        for (moved, &from) in boxes.iter().enumerate() {
            if corral == Corral::Dead || corral == Corral::Found && !self.corrals.chosen(from) {
                continue;
            }
            let sides = self.floor.neighbours(from);
            if !sides.iter().any(|&side| self.walk.reached(side)) {
                continue;
            }
            self.has_box[from as usize] = false;
            self.lifted.divide(&self.floor, &self.has_box);
            self.has_box[from as usize] = true;
            let Features { macros, floor, corners, has_box, fares, .. } = self;
            let lost = |to, from| surplus == 0 && fares.is_dead(fares.standing(to, from));
            macros.find(floor, corners, has_box, Place { cell: from, sokoban }, &lost);
            let places: Vec<Place> = self.macros.places().collect();
            for Place { cell: to, sokoban } in places {
                self.has_box[from as usize] = false;
                self.has_box[to as usize] = true;
                let after =
                    boxes.iter().enumerate().map(|(index, &cell)| if index == moved { to } else { cell });
                if self.freeze.lost(&self.floor, &self.has_box, after, to) <= surplus {
                    let (parts, reach) = match self.corners.keep_together(&self.floor, &self.has_box, to) {
                        true => self.lifted.with_box(to),
                        false => self.parts.count(&self.floor, &self.has_box, sokoban),
                    };
                    let values = self.values(Some((moved, to)), parts);
                    let costs = self.fares.costs(self.fares.standing(to, sokoban), boxes.len());
                    // What has no assignment comes last; it is found out when the move is made.
                    let estimate = self.assignment.least_with(moved, costs).unwrap_or(u32::MAX);
                    let step = Macro { moved: moved as u16, to, sokoban };
                    self.candidates.push(Candidate { step, values, reach, estimate });
                }
                self.has_box[to as usize] = false;
                self.has_box[from as usize] = true;
            }
        }
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        let advised = self.advised(values, reach);
        for (index, candidate) in self.candidates.iter().enumerate() {
            let weight = u32::from(!advised.contains(&Some(index)));
            moves.push(Weighed { weight, estimate: candidate.estimate, step: candidate.step });
        }
        Some(values)
    }

    fn apply(&mut self, state: &[u8], step: Macro, successor: &mut [u8]) {
        self.code.read(state, &mut self.boxes);
        let moved = usize::from(step.moved);
        let from = self.boxes[moved];
        self.boxes[moved] = step.to;
        self.boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let first = self.walk.from(&self.floor, &self.has_box, step.sokoban).first;
        self.boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        self.boxes[moved] = from;
        self.code.write_moved(&self.boxes, moved, step.to, first, successor);
    }

    fn actions(&mut self, state: &[u8], successor: &[u8]) -> Vec<Push> {
        let sokoban = self.code.read(state, &mut self.boxes);
        let boxes = self.boxes.clone();
        let surplus = self.surplus.unwrap_or(0);
        let mut made = vec![0; successor.len()];
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let mut found = None;
        'all: for (moved, &from) in boxes.iter().enumerate() {
            let Features { macros, floor, corners, has_box, fares, .. } = self;
            let lost = |to, from| surplus == 0 && fares.is_dead(fares.standing(to, from));
            macros.find(floor, corners, has_box, Place { cell: from, sokoban }, &lost);
            let places: Vec<Place> = self.macros.places().collect();
            for (index, place) in places.into_iter().enumerate() {
                self.has_box[from as usize] = false;
                self.has_box[place.cell as usize] = true;
                let first = self.walk.from(&self.floor, &self.has_box, place.sokoban).first;
                self.code.write_moved(&boxes, moved, place.cell, first, &mut made);
                self.has_box[place.cell as usize] = false;
                self.has_box[from as usize] = true;
                if made == successor {
                    found = Some(self.macros.pushes(index, &self.floor));
                    break 'all;
                }
            }
        }
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        found.expect("a move leads from the one to the other")
    }
}
