//! The packing plan with parking: how storage locations are filled and boxes are parked, computed by pulls.
//!
//! Source: Shoham, "Solving Sokoban by searching in feature-space" (draft of the paper of CoG 2020), section 6. From
//! the solved configuration, boxes are pulled away from storage locations. A box that can be pulled to the *sink*,
//! the cells to which most boxes can be brought, is taken off the floor. If there is none, one box is pulled as far
//! away as possible to make room for others. Played forwards, that is where the box is parked. The search for the
//! plan is a feature-space search whose features are the numbers of boxes on the floor and on storage locations.

use std::cell::Cell as Shared;

use groundplan_search::{feature_search, Budget, FeatureSpace, Weighed};

use super::parts::FloorParts;
use super::ways::Ways;
use crate::space::fares;
use crate::space::floor::{opposite, Cell, Code, Floor};
use crate::space::walks::{Reachability, WalkLengths};

/// The greatest number of cells of a floor for which a plan is searched for.
const MOST_CELLS: Cell = 400;

/// The greatest number of polls of `stop` in one search, each after 16 moves: it limits the number of moves.
const MOST_ASKED: u64 = 625;

/// A step of a packing plan: a box is brought to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackingStep {
    /// The cell where the box was parked; `None` if it comes from elsewhere.
    pub(super) from: Option<Cell>,
    /// The storage location that it fills, or the cell where it is parked.
    pub(super) to: Cell,
}

/// Returns the steps, in order, of a plan that fills all storage locations.
///
/// Boxes that cannot be taken off the floor come first, straight to their places. Returns `None` if the floor is too
/// large, if no box can be taken off, or if `stop` returns true.
pub(super) fn plan(
    floor: &Floor,
    storages: &[Cell],
    boxes: &[Cell],
    stop: &dyn Fn() -> bool,
) -> Option<Vec<PackingStep>> {
    if floor.none() > MOST_CELLS {
        return None;
    }
    let fewest = Shared::new(storages.len());
    let space = Pulls::new(floor, storages, boxes, &fewest, stop)?;
    let search = |wanted: usize| {
        let asked = Shared::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > MOST_ASKED || stop()
        };
        let budget = Budget { stop: &stop, ..Budget::default() };
        feature_search(vec![Pulls { wanted, ..space.clone() }], &budget, &mut |_| ()).path
    };
    let path = match search(0) {
        Some(path) => path,
        None if fewest.get() < storages.len() => search(fewest.get())?,
        None => return None,
    };
    let mut left = storages.to_vec();
    for step in &path.actions {
        left.retain(|&cell| cell != step.to);
        left.extend(step.from);
    }
    let first = left.into_iter().map(|to| PackingStep { from: None, to });
    Some(first.chain(path.actions.into_iter().rev()).collect())
}

/// A move of the backward search: a box is pulled away from a cell.
#[derive(Clone, Copy, Debug)]
struct Pull {
    from: Cell,
    /// The new cell of the box; `None` if it is taken off the floor.
    to: Option<Cell>,
    /// The cell of the sokoban after the pull.
    sokoban: Cell,
}

/// A place to which a box can be pulled.
#[derive(Clone, Copy, Debug)]
struct PulledPlace {
    to: Cell,
    /// The cell of the sokoban after the pull.
    sokoban: Cell,
    /// The number of parts into which boxes divide the floor then.
    parts: u16,
}

/// Sokoban played backwards, with a sink.
///
/// A configuration is the boxes in ascending order, those taken off last, and the first cell that the sokoban can
/// walk to.
#[derive(Clone)]
struct Pulls<'a> {
    /// The greatest number of boxes that may be left on the floor at the end.
    wanted: usize,
    /// The fewest boxes left in any configuration so far.
    fewest: &'a Shared<usize>,
    floor: Floor,
    /// The encoding of configurations. A box taken off the floor is on the cell that stands for none.
    code: Code,
    storages: Vec<Cell>,
    /// The cell of the sokoban at the start.
    start: Cell,
    /// For each cell, whether it belongs to the sink.
    is_sink: Vec<bool>,
    /// For each cell, whether a box of the start can be brought there.
    can_be_there: Vec<bool>,
    /// For each cell, the distance to the nearest storage location.
    distances: Vec<u32>,
    has_box: Vec<bool>,
    walk: Reachability,
    parts: FloorParts,
}

impl<'a> Pulls<'a> {
    /// Returns the space; `None` if there is no sink, no floor beside the storage locations, or `stop` returns true.
    fn new(
        floor: &Floor,
        storages: &[Cell],
        boxes: &[Cell],
        fewest: &'a Shared<usize>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let cells = floor.none();
        let open = Ways::new(floor.clone(), true);
        let mut has_box = vec![false; cells as usize + 1];
        has_box[cells as usize] = true;
        let mut distances = vec![u32::MAX; cells as usize];
        let mut lengths = WalkLengths::new(cells);
        for &storage in storages {
            lengths.until(floor, &has_box, storage, |cell, length| {
                let distance = &mut distances[cell as usize];
                *distance = length.min(*distance);
                false
            });
        }
        let mut pulls = Pulls {
            wanted: 0,
            fewest,
            floor: floor.clone(),
            code: Code::new(cells as usize + 1, storages.len()),
            storages: storages.to_vec(),
            start: 0,
            is_sink: sink(floor, storages, boxes, stop)?,
            can_be_there: (0..cells)
                .map(|cell| (!stop()).then(|| count(&open, cell, boxes) > 0))
                .collect::<Option<_>>()?,
            distances,
            has_box,
            walk: Reachability::new(cells),
            parts: FloorParts::new(cells),
        };
        pulls.start = pulls.largest_part()?;
        Some(pulls)
    }

    /// Returns the first cell of the largest part of the floor when all storage locations are filled. The sokoban
    /// ends there.
    fn largest_part(&mut self) -> Option<Cell> {
        let storages = self.storages.clone();
        storages.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let mut largest = None;
        for cell in 0..self.floor.none() {
            if !self.has_box[cell as usize] && self.walk.from(&self.floor, &self.has_box, cell).first == cell
            {
                let size = self.walk.reached.iter().filter(|&&reached| reached).count();
                largest = largest.max(Some((size, cell)));
            }
        }
        storages.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        largest.map(|(_, cell)| cell)
    }

    /// Reads the boxes that are left, and the sokoban.
    fn read(&self, state: &[u8]) -> (Vec<Cell>, Cell) {
        let mut boxes = Vec::new();
        let sokoban = self.code.read(state, &mut boxes);
        boxes.retain(|&cell| cell != self.floor.none());
        (boxes, sokoban)
    }

    fn write(&mut self, mut boxes: Vec<Cell>, sokoban: Cell, state: &mut [u8]) {
        boxes.sort_unstable();
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let first = self.walk.from(&self.floor, &self.has_box, sokoban).first;
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        boxes.resize(self.storages.len(), self.floor.none());
        self.code.write(&boxes, first, state);
    }

    /// Returns all places to which one box can be pulled while the others stay, the nearest first. The boxes are
    /// marked.
    fn places(&mut self, from: Cell, sokoban: Cell) -> Vec<PulledPlace> {
        let Pulls { floor, has_box, parts, .. } = self;
        has_box[from as usize] = false;
        parts.divide(floor, has_box);
        let mut seen = vec![false; has_box.len() * 4];
        let mut places = vec![PulledPlace { to: from, sokoban, parts: 0 }];
        let mut next = 0;
        while let Some(&PulledPlace { to: cell, sokoban, .. }) = places.get(next) {
            next += 1;
            let reached = parts.component(floor, cell, sokoban);
            for direction in 0..4 {
                let side = floor.neighbour(cell, direction);
                if has_box[side as usize] || parts.component(floor, cell, side) != reached {
                    continue;
                }
                let behind = floor.neighbour(side, direction);
                if has_box[behind as usize] || behind == cell {
                    continue;
                }
                if !std::mem::replace(&mut seen[side as usize * 4 + opposite(direction)], true) {
                    let (parts, _) = parts.count_with(floor, side, behind);
                    places.push(PulledPlace { to: side, sokoban: behind, parts });
                }
            }
        }
        has_box[from as usize] = true;
        places.remove(0);
        places
    }

    /// Adds pulls, each of a box from a cell, with their weights.
    ///
    /// The advisor recommends the pull of a box off a storage location that leads farthest away without dividing the
    /// floor.
    fn pull_far(&mut self, boxes: &[Cell], pulls: &[(Cell, PulledPlace)], moves: &mut Vec<Weighed<Pull>>) {
        self.parts.divide(&self.floor, &self.has_box);
        let parts = self.parts.count();
        let distance = |cell: Cell| u64::from(self.distances[cell as usize]);
        let all: u64 = boxes.iter().map(|&cell| distance(cell)).sum();
        let mut best: Option<(u64, usize)> = None;
        for &(from, PulledPlace { to, sokoban, parts: after }) in pulls {
            let far = all - distance(from) + distance(to);
            let leaves = self.floor.is_storage(from) && !self.floor.is_storage(to);
            if leaves && after <= parts && best.is_none_or(|(most, _)| far > most) {
                best = Some((far, moves.len()));
            }
            moves.push(Weighed {
                weight: 1,
                rank: u64::MAX - far,
                step: Pull { from, to: Some(to), sokoban },
            });
        }
        if let Some((_, index)) = best {
            moves[index].weight = 0;
        }
    }
}

/// Returns, for each cell, whether it belongs to the sink: the cells to which most boxes can be brought when all
/// storage locations are filled.
///
/// If a box can be pulled from any storage location then, only cells to which one can be pulled count. Returns `None`
/// if no box can be brought anywhere, or if `stop` returns true.
fn sink(floor: &Floor, storages: &[Cell], boxes: &[Cell], stop: &dyn Fn() -> bool) -> Option<Vec<bool>> {
    let filled = Ways::new(floor.without(storages), true);
    let outside: Vec<Cell> = boxes.iter().copied().filter(|cell| !storages.contains(cell)).collect();
    let mut leads_home = vec![false; floor.none() as usize];
    for &storage in storages {
        if stop() {
            return None;
        }
        let others: Vec<Cell> = storages.iter().copied().filter(|&other| other != storage).collect();
        let ways = Ways::new(floor.without(&others), true).to(storage);
        for (leads_home, &way) in leads_home.iter_mut().zip(&ways) {
            *leads_home |= way != fares::NEVER;
        }
    }
    storages.iter().for_each(|&cell| leads_home[cell as usize] = false);
    let any = leads_home.contains(&true);
    let counts: Vec<usize> = (0..floor.none())
        .map(|cell| {
            let fits = !storages.contains(&cell) && (!any || leads_home[cell as usize]);
            (!stop()).then(|| if fits { count(&filled, cell, &outside) } else { 0 })
        })
        .collect::<Option<_>>()?;
    let most = counts.iter().copied().max().filter(|&most| most > 0)?;
    Some(counts.into_iter().map(|count| count == most).collect())
}

/// Returns the number of these boxes that can be pushed to a cell.
fn count(ways: &Ways, cell: Cell, boxes: &[Cell]) -> usize {
    let ways = ways.to(cell);
    boxes.iter().filter(|&&place| ways[place as usize] != fares::NEVER).count()
}

impl FeatureSpace for Pulls<'_> {
    type Move = Pull;
    type Action = PackingStep;
    type Features = (usize, usize);

    fn width(&self) -> usize {
        self.code.width()
    }

    fn start(&mut self, state: &mut [u8]) {
        self.write(self.storages.clone(), self.start, state);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        let left = self.read(state).0.len();
        self.fewest.set(self.fewest.get().min(left));
        left <= self.wanted
    }

    fn moves(&mut self, state: &[u8], moves: &mut Vec<Weighed<Pull>>) -> Option<(usize, usize)> {
        let (boxes, sokoban) = self.read(state);
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let mut nearest: Option<(usize, Pull)> = None;
        let mut pulls = Vec::new();
        for &from in &boxes {
            let places = self.places(from, sokoban);
            let sunk = places.iter().position(|place| self.is_sink[place.to as usize]);
            if let Some(way) = sunk.filter(|&way| nearest.is_none_or(|(least, _)| way < least)) {
                nearest = Some((way, Pull { from, to: None, sokoban: places[way].sokoban }));
            }
            let can_be_there = |place: &&PulledPlace| self.can_be_there[place.to as usize];
            pulls.extend(places.iter().filter(can_be_there).map(|&place| (from, place)));
        }
        // Taking a box off the floor is always right, so nothing else needs to be considered.
        match nearest {
            Some((_, step)) => moves.push(Weighed { weight: 0, rank: 0, step }),
            None => self.pull_far(&boxes, &pulls, moves),
        }
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        let on_storage = boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count();
        Some((boxes.len(), on_storage))
    }

    fn apply(&mut self, state: &[u8], step: Pull, successor: &mut [u8]) {
        let (mut boxes, _) = self.read(state);
        boxes.retain(|&cell| cell != step.from);
        boxes.extend(step.to);
        self.write(boxes, step.sokoban, successor);
    }

    fn actions(&mut self, state: &[u8], successor: &[u8]) -> Vec<PackingStep> {
        let (before, after) = (self.read(state).0, self.read(successor).0);
        let left = before.iter().find(|cell| !after.contains(cell));
        let come = after.iter().find(|cell| !before.contains(cell));
        left.map(|&to| PackingStep { from: come.copied(), to }).into_iter().collect()
    }
}
