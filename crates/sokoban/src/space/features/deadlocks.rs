//! Corral deadlocks: boxes that shut the sokoban out of a part of the floor for good, and so are lost.
//!
//! All other boxes are taken away, which makes the problem easier. If then no box around the part can ever be pushed
//! away from it, and the boxes cannot all be brought to storage either, there is no plan.
//!
//! Source: M. Meger, JSoko, as told in Shoham, "Solving Sokoban by searching in feature-space", appendix.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::space::corral::CorralPosition;
use crate::space::floor::{opposite, Cell, Floor};
use crate::space::freeze::Freeze;
use crate::space::walks::Reachability;

/// The search is given up after more configurations than this, and the corral counts as not lost.
const MOST_CONFIGURATIONS: usize = 400;

/// The greatest number of results kept.
const MOST_RESULTS: usize = 200_000;

/// A search for corrals that can never be opened.
#[derive(Clone, Debug)]
pub(super) struct CorralDeadlocks {
    /// For each cell, whether its part of the floor has been examined.
    seen: Vec<bool>,
    /// For each cell, whether it is in the corral or holds one of its boxes at the start.
    in_zone: Vec<bool>,
    /// For each cell, whether a box of the corral is on it. It is set for the cell that stands for none.
    has_box: Vec<bool>,
    walk: Reachability,
    /// The results: whether boxes are lost, by the cells of the boxes and the first cell that the sokoban reaches.
    results: FxHashMap<Vec<Cell>, bool>,
}

impl CorralDeadlocks {
    pub(super) fn new(cells: Cell) -> Self {
        let mut has_box = vec![false; cells as usize + 1];
        has_box[cells as usize] = true;
        CorralDeadlocks {
            seen: vec![false; cells as usize + 1],
            in_zone: vec![false; cells as usize + 1],
            has_box,
            walk: Reachability::new(cells),
            results: FxHashMap::default(),
        }
    }

    /// Returns whether there is a corral that can never be opened. There must be no surplus boxes.
    ///
    /// `is_dead(to, from)` returns whether a box pushed from `from` to `to` is lost.
    pub(super) fn find(
        &mut self,
        position: &CorralPosition<'_>,
        sokoban: Cell,
        freeze: &mut Freeze,
        is_dead: &impl Fn(Cell, Cell) -> bool,
    ) -> bool {
        let CorralPosition { floor, has_box, reached, boxes, .. } = *position;
        self.seen.fill(false);
        for &near in boxes {
            for seed in floor.neighbours(near) {
                if has_box[seed as usize] || reached[seed as usize] || self.seen[seed as usize] {
                    continue;
                }
                let (mut zone, mut around, mut next) = (vec![seed], Vec::new(), 0);
                self.seen[seed as usize] = true;
                while let Some(&cell) = zone.get(next) {
                    next += 1;
                    for near in floor.neighbours(cell).into_iter().filter(|&near| near != floor.none()) {
                        if has_box[near as usize] {
                            if !around.contains(&near) {
                                around.push(near);
                            }
                        } else if !std::mem::replace(&mut self.seen[near as usize], true) {
                            zone.push(near);
                        }
                    }
                }
                around.sort_unstable();
                if self.never_opens(floor, &zone, &around, sokoban, freeze, is_dead) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether the boxes `around` a part of the floor, the `zone`, are lost. Results are cached.
    fn never_opens(
        &mut self,
        floor: &Floor,
        zone: &[Cell],
        around: &[Cell],
        sokoban: Cell,
        freeze: &mut Freeze,
        is_dead: &impl Fn(Cell, Cell) -> bool,
    ) -> bool {
        if around.iter().all(|&cell| floor.is_storage(cell)) {
            return false;
        }
        around.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let first = self.walk.from(floor, &self.has_box, sokoban).first;
        around.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        let mut key = around.to_vec();
        key.push(first);
        if let Some(&lost) = self.results.get(&key) {
            return lost;
        }
        zone.iter().chain(around).for_each(|&cell| self.in_zone[cell as usize] = true);
        let lost = self.search(floor, key.clone(), freeze, is_dead);
        zone.iter().chain(around).for_each(|&cell| self.in_zone[cell as usize] = false);
        if self.results.len() >= MOST_RESULTS {
            self.results.clear();
        }
        self.results.insert(key, lost);
        lost
    }

    /// Returns whether no pushes lead from a configuration to a push out of the corral or to all boxes on storage.
    fn search(
        &mut self,
        floor: &Floor,
        start: Vec<Cell>,
        freeze: &mut Freeze,
        is_dead: &impl Fn(Cell, Cell) -> bool,
    ) -> bool {
        let mut seen = FxHashSet::default();
        seen.insert(start.clone());
        let (mut open, mut next) = (vec![start], 0);
        while let Some(state) = open.get(next) {
            next += 1;
            if open.len() > MOST_CONFIGURATIONS {
                return false;
            }
            let mut boxes = state.clone();
            let sokoban = boxes.pop().expect("the sokoban comes last");
            boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
            self.walk.from(floor, &self.has_box, sokoban);
            let mut found = Vec::new();
            let mut opens = false;
            'boxes: for index in 0..boxes.len() {
                let from = boxes[index];
                for direction in 0..4 {
                    let to = floor.neighbour(from, direction);
                    if self.has_box[to as usize]
                        || !self.walk.reached(floor.neighbour(from, opposite(direction)))
                        || is_dead(to, from)
                    {
                        continue;
                    }
                    if !self.in_zone[to as usize] {
                        opens = true;
                        break 'boxes;
                    }
                    self.has_box[from as usize] = false;
                    self.has_box[to as usize] = true;
                    boxes[index] = to;
                    if freeze.lost(floor, &self.has_box, boxes.iter().copied(), to) == 0 {
                        found.push((boxes.clone(), from));
                    }
                    boxes[index] = from;
                    self.has_box[to as usize] = false;
                    self.has_box[from as usize] = true;
                }
            }
            boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
            if opens {
                return false;
            }
            for (mut boxes, sokoban) in found {
                if boxes.iter().all(|&cell| floor.is_storage(cell)) {
                    return false;
                }
                boxes.sort_unstable();
                boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
                let first = self.walk.from(floor, &self.has_box, sokoban).first;
                boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
                boxes.push(first);
                if seen.insert(boxes.clone()) {
                    open.push(boxes);
                }
            }
        }
        true
    }
}
