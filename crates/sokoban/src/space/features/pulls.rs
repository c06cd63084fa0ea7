//! The packing plan with parking: how storage locations are filled and boxes are parked, computed by pulls.
//!
//! Source: Shoham, "Solving Sokoban by searching in feature-space" (draft of the paper of CoG 2020), section 6. From
//! the solved configurations, boxes are pulled away from storage locations. A box that is pulled to a *sink* is taken
//! off the floor. The sinks are places where boxes stand at the start: the largest set of them between which a box can
//! be pushed at will. If no box can be taken off, one is pulled as far away as possible to make room for others. Played
//! forwards, that is where the box is parked. The search for the plan is a feature-space search whose features are the
//! numbers of boxes on the floor and on storage locations, and how the boxes divide the floor.

use std::cell::Cell as Shared;
use std::convert::Infallible;

use groundplan_search::{feature_search, Budget, FeatureSpace, Moves, Weighed};

use super::macros::{BoxPlace, Macros};
use super::parts::FloorParts;
use super::rooms::Rooms;
use crate::space::floor::{opposite, Cell, Code, Floor};
use crate::space::matching::{self, Matching};
use crate::space::walks::{Reachability, WalkLengths};

/// The greatest number of cells of a floor for which a plan is searched for.
const MOST_CELLS: Cell = 400;

/// The greatest number of polls of `stop` in one search, each after 16 moves: it limits the number of moves.
const MOST_ASKED: u64 = 625;

/// The same times the number of boxes: with many, a move takes long.
const MOST_ASKED_BY_BOXES: u64 = 10_000;

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
    pushes: &[i64],
    stop: &dyn Fn() -> bool,
) -> Option<Vec<PackingStep>> {
    if floor.none() > MOST_CELLS {
        return None;
    }
    let fewest = Shared::new(storages.len());
    let space = Pulls::new(floor, storages, boxes, pushes, &fewest);
    let most = MOST_ASKED.min(MOST_ASKED_BY_BOXES / boxes.len().max(1) as u64);
    let search = |wanted: usize| {
        let asked = Shared::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > most || stop()
        };
        let budget = Budget { stop: &stop, ..Budget::default() };
        feature_search(vec![Pulls { wanted, ..space.clone() }], None::<Infallible>, &budget, &mut |_| ()).path
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

/// A box is taken off only if it has come as many cells as this: one that stays near its place at the start may still
/// be in the way.
const LEAST_WAY: u16 = 6;

/// A move of the backward search: a box is pulled away from a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Pull {
    from: Cell,
    to: Cell,
    /// Whether the box is taken off the floor.
    is_sunk: bool,
    /// The cell of the sokoban after the pull.
    sokoban: Cell,
}

/// A box pulled to another place, and what the floor is then.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    step: Pull,
    /// The number of parts into which boxes divide the floor.
    parts: u16,
    /// The number of cells that the sokoban reaches.
    reach: u32,
    /// The number of boxes on storage locations.
    stored: u16,
    /// The number of tunnels between rooms with a box in them.
    obstructed: u16,
    /// The distances of the boxes from the storage locations, in all.
    far: u32,
}

/// Sokoban played backwards, with sinks.
///
/// A configuration is the boxes on the floor in ascending order, then the sinks that have taken boxes, then the first
/// cell that the sokoban can walk to.
#[derive(Clone)]
struct Pulls<'a> {
    /// The greatest number of boxes that may be left on the floor at the end.
    wanted: usize,
    /// The fewest boxes left in any configuration so far.
    fewest: &'a Shared<usize>,
    floor: Floor,
    /// The encoding of configurations. A sink is its cell behind all cells.
    code: Code,
    storages: Vec<Cell>,
    /// The boxes at the start.
    boxes: Vec<Cell>,
    /// The least pushes from each box at the start to each cell, indexed by cell, then by box.
    pushes: &'a [i64],
    /// For each cell, whether it is a storage location in a dead end.
    is_hole: Vec<bool>,
    rooms: Rooms,
    /// For each cell, the distance to the nearest storage location.
    distances: Vec<u32>,
    has_box: Vec<bool>,
    walk: Reachability,
    lengths: WalkLengths,
    parts: FloorParts,
    macros: Macros,
    matching: Matching,
    /// Reused buffer for [`Rooms::obstructed`].
    marks: Vec<bool>,
}

impl<'a> Pulls<'a> {
    /// Returns the space.
    fn new(
        floor: &Floor,
        storages: &[Cell],
        boxes: &[Cell],
        pushes: &'a [i64],
        fewest: &'a Shared<usize>,
    ) -> Self {
        let cells = floor.none();
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
        Pulls {
            wanted: 0,
            fewest,
            floor: floor.clone(),
            code: Code::new(2 * cells as usize + 1, storages.len()),
            storages: storages.to_vec(),
            boxes: boxes.to_vec(),
            pushes,
            is_hole: holes(floor),
            rooms: Rooms::new(floor),
            distances,
            has_box,
            walk: Reachability::new(cells),
            lengths,
            parts: FloorParts::new(cells),
            macros: Macros::new(cells),
            matching: Matching::default(),
            marks: Vec::new(),
        }
    }

    /// Reads the boxes that are left, the sinks that have taken boxes, and the sokoban.
    fn read(&self, state: &[u8]) -> (Vec<Cell>, Vec<Cell>, Cell) {
        let mut boxes = Vec::new();
        let sokoban = self.code.read(state, &mut boxes);
        let none = self.floor.none();
        let left = boxes.partition_point(|&cell| cell < none);
        let sunk = boxes.split_off(left).into_iter().map(|cell| cell - none).collect();
        (boxes, sunk, sokoban)
    }

    fn write(&mut self, mut boxes: Vec<Cell>, sunk: &[Cell], sokoban: Cell, state: &mut [u8]) {
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let first = self.walk.from(&self.floor, &self.has_box, sokoban).first;
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        boxes.extend(sunk.iter().map(|&cell| cell + self.floor.none()));
        boxes.sort_unstable();
        self.code.write(&boxes, first, state);
    }

    /// Collects all places to which one box can be pulled while the others stay. The boxes are marked.
    fn collect(&mut self, boxes: &[Cell], sokoban: Cell) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let distance = |cell: Cell| self.distances[cell as usize];
        let all: u32 = boxes.iter().map(|&cell| distance(cell)).sum();
        let stored = boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count() as u16;
        for &from in boxes {
            let Pulls { macros, parts, floor, has_box, rooms, marks, .. } = self;
            has_box[from as usize] = false;
            parts.divide(floor, has_box);
            macros.find_pulls(floor, parts, has_box, BoxPlace { cell: from, sokoban, pushes: 0 });
            has_box[from as usize] = true;
            for BoxPlace { cell: to, sokoban, .. } in macros.places() {
                let (parts, reach) = parts.count_with(floor, to, sokoban);
                let after = boxes.iter().map(|&cell| if cell == from { to } else { cell });
                candidates.push(Candidate {
                    step: Pull { from, to, is_sunk: false, sokoban },
                    parts,
                    reach,
                    stored: stored - u16::from(floor.is_storage(from)) + u16::from(floor.is_storage(to)),
                    obstructed: rooms.obstructed(after, marks) as u16,
                    far: all - self.distances[from as usize] + self.distances[to as usize],
                });
            }
        }
        candidates
    }

    /// Returns, for each cell, whether it is a sink; `None` if the sokoban cannot walk to all of them. The boxes are
    /// marked, and `free` are the places of boxes at the start that have taken none.
    fn sinks(&self, free: &[Cell]) -> Option<Vec<bool>> {
        let none = self.floor.none();
        let free: Vec<Cell> = free.iter().copied().filter(|&cell| !self.has_box[cell as usize]).collect();
        let reach: Vec<Vec<bool>> = free
            .iter()
            .map(|&place| {
                let (mut open, mut seen) = (vec![place], vec![false; none as usize]);
                seen[place as usize] = true;
                while let Some(cell) = open.pop() {
                    for direction in 0..4 {
                        let to = self.floor.neighbour(cell, direction);
                        let behind = self.floor.neighbour(cell, opposite(direction));
                        if !self.has_box[to as usize]
                            && !self.has_box[behind as usize]
                            && !std::mem::replace(&mut seen[to as usize], true)
                        {
                            open.push(to);
                        }
                    }
                }
                free.iter().map(|&other| seen[other as usize]).collect()
            })
            .collect();
        let mut number = vec![usize::MAX; free.len()];
        let mut sizes = Vec::new();
        for one in 0..free.len() {
            if number[one] == usize::MAX {
                let class: Vec<usize> =
                    (one..free.len()).filter(|&other| reach[one][other] && reach[other][one]).collect();
                class.iter().for_each(|&member| number[member] = sizes.len());
                sizes.push(class.len());
            }
        }
        let most = *sizes.iter().max()?;
        let mut is_sink = vec![false; none as usize];
        for (&cell, &number) in free.iter().zip(&number) {
            if sizes[number] == most {
                is_sink[cell as usize] = true;
                if !self.walk.reached(cell) {
                    return None;
                }
            }
        }
        Some(is_sink)
    }

    /// Returns whether the boxes left without `from` can come from the places left without `base`.
    fn can_sink(&mut self, boxes: &[Cell], sunk: &[Cell], from: Cell, base: Cell) -> bool {
        let size = self.boxes.len();
        let rows: Vec<Cell> = boxes.iter().copied().filter(|&cell| cell != from).collect();
        let is_left = |&column: &usize| self.boxes[column] != base && !sunk.contains(&self.boxes[column]);
        let columns: Vec<usize> = (0..size).filter(is_left).collect();
        if rows.len() > columns.len() {
            return false;
        }
        let pushes = self.pushes;
        self.matching.assign(rows.len(), columns.len(), &|row, column| {
            pushes[rows[row] as usize * size + columns[column]]
        });
        self.matching.total().is_some()
    }

    /// Returns the pulls that take a box off the floor, one for each box at most.
    fn sinking(&mut self, boxes: &[Cell], sunk: &[Cell], candidates: &[Candidate]) -> Vec<Candidate> {
        let free: Vec<Cell> = self.boxes.iter().copied().filter(|cell| !sunk.contains(cell)).collect();
        let Some(is_sink) = self.sinks(&free) else { return Vec::new() };
        let mut sinking: Vec<Candidate> = Vec::new();
        for &candidate in candidates {
            let Pull { from, to, .. } = candidate.step;
            let is_done = sinking.last().is_some_and(|last| last.step.from == from);
            if is_done
                || !is_sink[to as usize]
                || !self.is_far(from, to)
                || !self.can_sink(boxes, sunk, from, to)
            {
                continue;
            }
            sinking.push(Candidate { step: Pull { is_sunk: true, ..candidate.step }, ..candidate });
        }
        sinking
    }

    /// Returns whether two cells are so far apart, or in different rooms, that a box on one is not in the way of the
    /// other.
    fn is_far(&mut self, one: Cell, other: Cell) -> bool {
        if self.rooms.differ(one, other) {
            return true;
        }
        let none = self.floor.none();
        let mut is_wall = vec![false; none as usize + 1];
        is_wall[none as usize] = true;
        let mut is_far = true;
        self.lengths.until(&self.floor, &is_wall, one, |cell, length| {
            is_far &= cell != other || length >= u32::from(LEAST_WAY);
            cell == other || length >= u32::from(LEAST_WAY)
        });
        is_far
    }
}

/// Returns, for each cell, whether it is a storage location in a dead end: with at most one neighbour that is no such
/// location itself.
fn holes(floor: &Floor) -> Vec<bool> {
    let mut is_hole = vec![false; floor.none() as usize + 1];
    is_hole[floor.none() as usize] = true;
    let mut changed = true;
    while changed {
        changed = false;
        for cell in (0..floor.none()).filter(|&cell| floor.is_storage(cell)) {
            let ways = floor.neighbours(cell).iter().filter(|&&near| !is_hole[near as usize]).count();
            if ways <= 1 && !is_hole[cell as usize] {
                is_hole[cell as usize] = true;
                changed = true;
            }
        }
    }
    is_hole
}

impl FeatureSpace for Pulls<'_> {
    type Move = Pull;
    type Action = PackingStep;
    /// The boxes on the floor, those on storage locations, the parts of the floor, and the tunnels with boxes.
    type Features = (u16, u16, u16, u16);

    fn width(&self) -> usize {
        self.code.width()
    }

    fn starts(&mut self, start: &mut dyn FnMut(&[u8])) {
        let storages = self.storages.clone();
        let mut state = vec![0; self.width()];
        for cell in 0..self.floor.none() {
            storages.iter().for_each(|&cell| self.has_box[cell as usize] = true);
            let is_first = !self.has_box[cell as usize]
                && self.walk.from(&self.floor, &self.has_box, cell).first == cell;
            storages.iter().for_each(|&cell| self.has_box[cell as usize] = false);
            if is_first {
                self.write(storages.clone(), &[], cell, &mut state);
                start(&state);
            }
        }
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        let left = self.read(state).0.len();
        self.fewest.set(self.fewest.get().min(left));
        left <= self.wanted
    }

    fn moves(&mut self, state: &[u8], moves: &mut Moves<Pull>) -> Option<(u16, u16, u16, u16)> {
        let (boxes, sunk, sokoban) = self.read(state);
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let reach = self.walk.from(&self.floor, &self.has_box, sokoban);
        let candidates = self.collect(&boxes, reach.first);
        let sinking = self.sinking(&boxes, &sunk, &candidates);
        self.parts.divide(&self.floor, &self.has_box);
        let (parts, reach) = (self.parts.count(), self.parts.size(sokoban));
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        let stored = boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count() as u16;
        let obstructed = self.rooms.obstructed(boxes.iter().copied(), &mut self.marks) as u16;
        let now = Now {
            parts,
            reach,
            stored,
            obstructed,
            all: boxes.iter().map(|&cell| self.distances[cell as usize]).sum(),
        };
        let size = self.boxes.len();
        let (candidates, advised) = if sinking.is_empty() {
            let can_be_there = |candidate: &Candidate| {
                let row = &self.pushes[candidate.step.to as usize * size..][..size];
                row.iter().any(|&pushes| pushes < matching::NEVER)
            };
            let candidates: Vec<Candidate> = candidates.into_iter().filter(can_be_there).collect();
            let advised = self.advise(&candidates, now);
            (candidates, advised)
        } else {
            // Taking a box off the floor is always right, so nothing else needs to be considered.
            let best = (0..sinking.len()).min_by_key(|&index| {
                let Candidate { step, parts, far, .. } = sinking[index];
                let is_stored = self.floor.is_storage(step.from);
                (is_stored, self.is_hole[step.from as usize], parts, u32::MAX - far)
            });
            (sinking, [best, None, None, None])
        };
        moves.list.extend(candidates.iter().enumerate().map(|(index, candidate)| {
            let Candidate { step, parts, stored, obstructed, far, .. } = *candidate;
            let rank = [parts, stored, obstructed]
                .iter()
                .fold(0, |rank, &value| rank << 8 | u64::from(value.min(255)));
            Weighed {
                weight: u32::from(!advised.contains(&Some(index))),
                rank: rank << 32 | u64::from(u32::MAX - far),
                hash: 0,
                step,
            }
        }));
        Some((boxes.len() as u16, stored, parts, obstructed))
    }

    fn cost(&self, _: Pull) -> u32 {
        1
    }

    fn apply(&mut self, state: &[u8], step: Pull, successor: &mut [u8]) {
        let (mut boxes, mut sunk, _) = self.read(state);
        boxes.retain(|&cell| cell != step.from);
        if step.is_sunk {
            sunk.push(step.to);
        } else {
            boxes.push(step.to);
        }
        self.write(boxes, &sunk, step.sokoban, successor);
    }

    fn actions(&mut self, state: &[u8], successor: &[u8]) -> Vec<PackingStep> {
        let (before, after) = (self.read(state).0, self.read(successor).0);
        let left = before.iter().find(|cell| !after.contains(cell));
        let come = after.iter().find(|cell| !before.contains(cell));
        left.map(|&to| PackingStep { from: come.copied(), to }).into_iter().collect()
    }
}

/// A configuration before a pull.
#[derive(Clone, Copy)]
struct Now {
    parts: u16,
    reach: u32,
    stored: u16,
    obstructed: u16,
    all: u32,
}

impl Pulls<'_> {
    /// Returns the recommendation of each advisor, as an index of the candidates.
    fn advise(&self, candidates: &[Candidate], now: Now) -> [Option<usize>; 4] {
        let best = |is_better: &dyn Fn(&Candidate) -> bool, key: &dyn Fn(&Candidate) -> [u32; 4]| {
            let better = candidates.iter().enumerate().filter(|(_, candidate)| is_better(candidate));
            better.min_by_key(|(_, candidate)| key(candidate)).map(|(index, _)| index)
        };
        let score = |candidate: &Candidate| {
            let Candidate { parts, stored, obstructed, far, .. } = *candidate;
            [parts.into(), stored.into(), obstructed.into(), u32::MAX - far]
        };
        [
            // A box leaves its storage location without dividing the floor.
            best(
                &|candidate| {
                    self.floor.is_storage(candidate.step.from)
                        && candidate.parts <= now.parts
                        && candidate.obstructed <= now.obstructed
                        && candidate.far > now.all
                },
                &|candidate| {
                    let Candidate { step, parts, obstructed, far, .. } = *candidate;
                    [self.is_hole[step.from as usize].into(), parts.into(), obstructed.into(), u32::MAX - far]
                },
            ),
            best(&|candidate| candidate.parts < now.parts, &score),
            best(&|candidate| candidate.obstructed < now.obstructed, &score),
            // The explorer: more of the floor is reached.
            best(&|candidate| candidate.reach > now.reach && candidate.stored <= now.stored, &score),
        ]
    }
}
