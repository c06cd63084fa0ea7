//! Sokoban as a feature space, to find plans of any length fast.

mod advisors;
mod backward;
mod deadlocks;
mod hotspots;
mod macros;
mod packing;
mod parts;
mod patterns;
mod pulls;
mod rooms;
mod ways;

use super::corral::{Corral, CorralPosition, Corrals};
use super::fares::Fares;
use super::floor::{place_hash, Cell, Code, Floor};
use super::freeze::Freeze;
use super::frozen_cache::FrozenCache;
use super::matching::Matching;
use super::tariff::Tariff;
use super::walks::Reachability;
use crate::instance::Instance;
use crate::metric::{Metric, Objective};
use crate::plan::Push;
use advisors::{Before, Candidate};
pub use backward::Backward;
use deadlocks::CorralDeadlocks;
use groundplan_search::{FeatureSpace, Moves, Weighed};
use hotspots::Hotspots;
use macros::{BoxPlace, Macros};
use packing::{FillableSets, Packing};
use parts::FloorParts;
use patterns::{Assigned, Patterns};
use rooms::Rooms;

#[cfg(test)]
mod tests;

/// Sokoban with macro moves, and features that measure the progress of a configuration.
#[derive(Clone, Debug)]
pub struct Features {
    floor: Floor,
    code: Code,
    start: (Vec<Cell>, Cell),
    storages: Vec<Cell>,
    /// How many more boxes than storage locations there are; `None` if there are fewer.
    surplus: Option<usize>,
    tariff: Tariff,
    fares: Fares,
    freeze: Freeze,
    frozen: FrozenCache<Fares>,
    corrals: Corrals,
    deadlocks: CorralDeadlocks,
    packing: Packing,
    /// Counts locations filled in any order; `None` if only the packing order counts.
    filled: Option<FillableSets>,
    /// Whether the steps of the packing plan come before the boxes that come too late for it, and advisors follow the
    /// plan step by step.
    follows_plan: bool,
    /// Whether moves with equal weights are ranked by their estimates alone, not first by their features.
    by_estimate: bool,
    rooms: Rooms,
    hotspots: Hotspots,
    macros: Macros,
    has_box: Vec<bool>,
    walk: Reachability,
    parts: FloorParts,
    boxes: Vec<Cell>,
    assignment: Matching,
    costs: Vec<i64>,
    /// Reused buffer for [`Packing::out_of_plan`].
    counts: Vec<u16>,
    /// Reused buffer for [`Rooms::obstructed`].
    marks: Vec<bool>,
    candidates: Vec<Candidate>,
    /// In a search under a limit on costs, what bounds them, if there are no surplus boxes.
    patterns: Option<Patterns>,
}

/// A macro move: the index of the box moved, and its new cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Macro {
    moved: u16,
    /// The direction from the box to the sokoban beside it.
    side: u8,
    to: u32,
    pushes: u32,
}

/// The values of the features, compared in this order. Smaller values are nearer to a plan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FeatureValues {
    /// The number of boxes that come too late for the packing order, in a space where it comes first; otherwise 0.
    late: u16,
    /// The number of steps of the packing plan, or of storage locations, that are left.
    unpacked: u16,
    /// The number of parts into which boxes divide the floor.
    parts: u16,
    /// The number of tunnels between rooms with a box in them.
    obstructed: u16,
    /// The number of boxes that come too late for the packing order.
    out_of_plan: u16,
}

impl Features {
    /// Returns the instance as feature spaces with different packing plans, none if its floor is too large for the
    /// tables, and the same problem backwards, unless it has too many solved configurations.
    ///
    /// A plan that one space does not find, another may. Building them takes less than a second for most levels, and
    /// some seconds where boxes crowd the floor; `stop` is called meanwhile.
    #[must_use]
    pub fn all(instance: &Instance, stop: &dyn Fn() -> bool) -> (Vec<Self>, Option<Backward>) {
        let Some(space) = Features::new(instance) else { return (Vec::new(), None) };
        let any_order = space.in_any_order();
        let Some(pushes) = ways::pushes_from(&space.start.0, &space.floor, stop) else {
            return (vec![space, any_order], None);
        };
        let parking = space.with_parking(&pushes, stop);
        let backward = space.surplus.and_then(|_| {
            Backward::new(&space.floor, &space.storages, &space.start.0, pushes, space.rooms.clone())
        });
        (parking.into_iter().chain([space, any_order]).collect(), backward)
    }

    /// Returns these spaces for searches under limits on the number of pushes.
    #[must_use]
    pub fn with_limits(mut spaces: Vec<Self>) -> Vec<Self> {
        let Some(first) = spaces.first_mut() else { return spaces };
        let (boxes, sokoban) = first.start.clone();
        first.boxes = boxes;
        if first.surplus == Some(0) && first.assigned(sokoban).is_some() {
            let patterns = Patterns::new(&first.with_assignment(sokoban, &[]));
            spaces.iter_mut().for_each(|space| space.patterns = Some(patterns.clone()));
        }
        spaces
    }

    /// Returns the space in which storage locations count as filled only in the packing order.
    fn new(instance: &Instance) -> Option<Self> {
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
            corrals: Corrals::new(cells),
            deadlocks: CorralDeadlocks::new(cells),
            packing: Packing::new(&floor, &storages, &boxes),
            filled: None,
            follows_plan: false,
            by_estimate: false,
            rooms: Rooms::new(&floor),
            hotspots: Hotspots::new(&floor, &storages),
            macros: Macros::new(cells),
            walk: Reachability::new(cells),
            parts: FloorParts::new(cells),
            start: (boxes, instance.sokoban.0),
            frozen: FrozenCache::default(),
            boxes: Vec::new(),
            assignment: Matching::default(),
            costs: Vec::new(),
            counts: Vec::new(),
            marks: Vec::new(),
            candidates: Vec::new(),
            patterns: None,
            floor,
            storages,
            surplus,
            tariff,
            fares,
            freeze,
            has_box,
        })
    }

    /// Returns this space with a packing plan that may park boxes; `None` if none is found.
    fn with_parking(&self, pushes: &[i64], stop: &dyn Fn() -> bool) -> Option<Self> {
        let packing = Packing::with_parking(&self.floor, &self.storages, &self.start.0, pushes, stop)?;
        Some(Features { packing, follows_plan: true, ..self.clone() })
    }

    /// Returns this space with storage locations counted as filled in any order that leaves ways to the others.
    fn in_any_order(&self) -> Self {
        let filled = Some(FillableSets::new(&self.floor, &self.start.0));
        Features { filled, by_estimate: true, ..self.clone() }
    }

    /// Returns the features of boxes, which are marked in `has_box`, given the number of parts of the floor.
    fn values(&mut self, boxes: impl Iterator<Item = Cell> + Clone, parts: u16) -> FeatureValues {
        let Features {
            floor, storages, packing, filled, follows_plan, rooms, has_box, counts, marks, ..
        } = self;
        let packed = packing.packed(has_box);
        let unpacked = match filled {
            Some(filled) => storages.len() - filled.count(floor, packing, has_box),
            None => packing.len() - packed,
        };
        let out_of_plan = packing.out_of_plan(packed, boxes.clone(), counts) as u16;
        FeatureValues {
            late: if *follows_plan { 0 } else { out_of_plan },
            out_of_plan,
            unpacked: unpacked as u16,
            parts,
            obstructed: rooms.obstructed(boxes, marks) as u16,
        }
    }

    /// Returns the features of a configuration and appends all its moves; `None` if there is no plan from it. The
    /// boxes are marked.
    fn expand(
        &mut self,
        boxes: &[Cell],
        sokoban: Cell,
        surplus: usize,
        moves: &mut Moves<Macro>,
    ) -> Option<FeatureValues> {
        self.parts.divide(&self.floor, &self.has_box);
        let (parts, reach) = (self.parts.count(), self.parts.size(sokoban));
        self.walk.from(&self.floor, &self.has_box, sokoban);
        let values = self.values(boxes.iter().copied(), parts);
        let Features { floor, fares, freeze, has_box, walk, corrals, deadlocks, .. } = self;
        let lost = |to, from| surplus == 0 && fares.is_dead(fares.standing(to, from));
        let reached = &walk.reached;
        let position = CorralPosition { floor, has_box, reached, boxes, surplus };
        let corral = corrals.find(&position, &lost);
        if corral == Corral::Dead || surplus == 0 && deadlocks.find(&position, sokoban, freeze, &lost) {
            return None;
        }
        let packed = self.packing.len().saturating_sub(usize::from(values.unpacked));
        let next = self.packing.next(packed).filter(|_| self.follows_plan);
        let before = Before { boxes, values, reach, hot: self.hotspots.count(boxes), next };
        self.candidates.clear();
        for (moved, &from) in boxes.iter().enumerate() {
            let is_chosen = corral == Corral::None || self.corrals.chosen(from);
            if is_chosen && self.floor.neighbours(from).iter().any(|&side| self.walk.reached(side)) {
                self.push_everywhere(&before, moved, sokoban, (surplus, moves));
            }
        }
        let advised = if self.follows_plan {
            advisors::by_plan(&self.candidates, &before, &self.hotspots)
        } else {
            advisors::by_feature(&self.candidates, &before, &self.hotspots)
        };
        let all = boxes.iter().fold(0u64, |hash, &cell| hash.wrapping_add(place_hash(cell)));
        moves.list.extend(self.candidates.iter().enumerate().map(|(index, candidate)| {
            let step = candidate.step;
            let from = place_hash(boxes[usize::from(step.moved)]);
            Weighed {
                weight: u32::from(!advised.contains(&Some(index))),
                rank: self.rank(candidate),
                hash: all.wrapping_sub(from).wrapping_add(place_hash(step.to)),
                step,
            }
        }));
        Some(values)
    }

    /// Adds all macro moves of a box to the candidates.
    fn push_everywhere(
        &mut self,
        before: &Before<'_>,
        moved: usize,
        sokoban: Cell,
        (surplus, moves): (usize, &mut Moves<Macro>),
    ) {
        let boxes = before.boxes;
        let from = boxes[moved];
        let hot_without = before.hot - self.hotspots.count_with(boxes, moved, from);
        self.find_places(from, sokoban, surplus);
        let places: Vec<BoxPlace> = self.macros.places().collect();
        for BoxPlace { cell: to, sokoban, pushes } in places {
            let costs = self.fares.costs(self.fares.standing(to, sokoban), boxes.len());
            let estimate = self.assignment.least_with(moved, costs).unwrap_or(u32::MAX);
            // In a search without limit, a move without an assignment comes last; it is ruled out when it is made.
            if !moves.is_unlimited() && !moves.has_room(estimate.saturating_add(pushes)) {
                continue;
            }
            self.has_box[from as usize] = false;
            self.has_box[to as usize] = true;
            let after = boxes.iter().enumerate().map(|(index, &cell)| if index == moved { to } else { cell });
            if self.freeze.lost(&self.floor, &self.has_box, after.clone(), to) <= surplus {
                let (parts, reach) = self.parts.count_with(&self.floor, to, sokoban);
                let values = self.values(after, parts);
                let hot = hot_without + self.hotspots.count_with(boxes, moved, to);
                let side = self.floor.neighbours(to).iter().position(|&side| side == sokoban);
                let side = side.expect("the sokoban is beside the box") as u8;
                let step = Macro { moved: moved as u16, side, to, pushes };
                self.candidates.push(Candidate { step, values, reach, hot, estimate });
            }
            self.has_box[to as usize] = false;
            self.has_box[from as usize] = true;
        }
    }

    /// Finds all places that the box on `from` can be pushed to while the others stay. The boxes are marked.
    fn find_places(&mut self, from: Cell, sokoban: Cell, surplus: usize) {
        let Features { macros, parts, floor, has_box, fares, .. } = self;
        let lost = |to, from| surplus == 0 && fares.is_dead(fares.standing(to, from));
        has_box[from as usize] = false;
        parts.divide(floor, has_box);
        let place = BoxPlace { cell: from, sokoban, pushes: 0 };
        macros.find(floor, parts, has_box, place, &lost);
        has_box[from as usize] = true;
    }

    /// Returns the rank of a move in its cell: the features after it in their order, then the estimate.
    fn rank(&self, candidate: &Candidate) -> u64 {
        let estimate = u64::from(candidate.estimate);
        if self.by_estimate || candidate.estimate == u32::MAX {
            return estimate << 32;
        }
        let FeatureValues { late, unpacked, parts, obstructed, out_of_plan } = candidate.values;
        let features = [late, unpacked, parts, obstructed, out_of_plan];
        let cut = |value: u64, bits: u32| value.min((1 << bits) - 1);
        features.iter().fold(0, |rank, &value| rank << 8 | cut(value.into(), 8)) << 24 | cut(estimate, 24)
    }

    /// Returns the cost of the cheapest assignment, with frozen boxes as walls, and the cells of these; `None` if there
    /// is no assignment.
    fn assigned(&mut self, sokoban: Cell) -> Option<(u32, Vec<Cell>)> {
        let Features { floor, boxes, freeze, frozen, fares, tariff, storages, assignment, costs, .. } = self;
        let walls = freeze.all(floor, boxes);
        let fares = frozen.walled(&walls, (floor, storages), fares, tariff);
        let size = boxes.len();
        costs.clear();
        for &place in boxes.iter() {
            costs.extend(fares.costs(fares.standing(place, sokoban), size));
        }
        assignment.assign(size, size, &|row, column| costs[row * size + column]);
        Some((assignment.total()?, walls))
    }

    /// The boxes with their assignment, for the pattern databases.
    fn with_assignment<'a>(&'a self, sokoban: Cell, walls: &'a [Cell]) -> Assigned<'a> {
        let Features { floor, storages, tariff, fares, boxes, assignment, .. } = self;
        Assigned { floor, storages, tariff, fares, boxes, sokoban, walls, assignment }
    }
}

impl FeatureSpace for Features {
    type Move = Macro;
    type Action = Push;
    type Features = FeatureValues;

    fn width(&self) -> usize {
        self.code.width()
    }

    fn starts(&mut self, start: &mut dyn FnMut(&[u8])) {
        let mut state = vec![0; self.width()];
        let (boxes, sokoban) = self.start.clone();
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let first = self.walk.from(&self.floor, &self.has_box, sokoban).first;
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        self.code.write(&boxes, first, &mut state);
        start(&state);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        self.code.read(state, &mut self.boxes);
        self.boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count() == self.storages.len()
    }

    fn moves(&mut self, state: &[u8], moves: &mut Moves<Macro>) -> Option<FeatureValues> {
        let surplus = self.surplus?;
        let sokoban = self.code.read(state, &mut self.boxes);
        let (least, walls) = self.assigned(sokoban)?;
        if !moves.has_room(least) {
            return None;
        }
        if let Some(mut patterns) = self.patterns.take() {
            let space = self.with_assignment(sokoban, &walls);
            patterns.count(&space);
            let bound = patterns.bound(&space, least);
            self.patterns = Some(patterns);
            if !moves.has_room(bound?) {
                return None;
            }
        }
        let boxes = std::mem::take(&mut self.boxes);
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let values = self.expand(&boxes, sokoban, surplus, moves);
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        self.boxes = boxes;
        values
    }

    fn cost(&self, step: Macro) -> u32 {
        step.pushes
    }

    fn apply(&mut self, state: &[u8], step: Macro, successor: &mut [u8]) {
        self.code.read(state, &mut self.boxes);
        let moved = usize::from(step.moved);
        let from = self.boxes[moved];
        self.boxes[moved] = step.to;
        let sokoban = self.floor.neighbour(step.to, step.side.into());
        self.boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let first = self.walk.from(&self.floor, &self.has_box, sokoban).first;
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
            self.find_places(from, sokoban, surplus);
            let places: Vec<BoxPlace> = self.macros.places().collect();
            for (index, place) in places.into_iter().enumerate() {
                self.has_box[from as usize] = false;
                self.has_box[place.cell as usize] = true;
                let first = self.walk.from(&self.floor, &self.has_box, place.sokoban).first;
                self.code.write_moved(&boxes, moved, place.cell, first, &mut made);
                self.has_box[place.cell as usize] = false;
                self.has_box[from as usize] = true;
                if made == successor {
                    found = Some(self.macros.pushes(index));
                    break 'all;
                }
            }
        }
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        found.expect("a move leads from the one to the other")
    }
}
