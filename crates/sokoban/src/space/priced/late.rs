//! Heights and tables that a search computes at its start, or once it has run long enough.

use std::sync::Arc;

use super::{lowest_push, Priced};
use crate::space::fares::Fares;
use crate::space::floor::{Cell, Floor};
use crate::space::frozen_cache::FrozenCache;
use crate::space::groups::Groups;
use crate::space::height_prices::HeightPrices;
use crate::space::heights::Ascent;
use crate::space::pairs::BoxPairs;
use groundplan_search::StateSpace;

/// The tables that only a long search is worth.
#[derive(Debug)]
pub(super) struct LateTables {
    /// The pattern database of pairs, if it can be built and there are no surplus boxes.
    pub(super) pairs: Option<BoxPairs>,
    /// Prices by better heights, with the costs of single boxes by them, if better heights were found.
    raised: Option<(HeightPrices, Fares)>,
}

/// The number of table entries computed to choose heights of cells for a search.
pub(super) const EFFORT: usize = 1 << 19;
/// The number of table entries computed to choose heights of cells for a window of a plan.
pub(super) const WINDOW_EFFORT: usize = 1 << 14;
/// The greatest number of table entries computed to improve the heights during a search.
const LATE_EFFORT: usize = 1 << 20;
/// The number of those entries allowed for each expansion before.
const AN_EXPANSION: usize = 200;

impl Priced {
    /// Chooses the heights of cells that give the best estimate of the start, if walks cost something.
    pub(super) fn choose_heights(&mut self, effort: usize) {
        if self.tariff.walk == 0 || self.surplus.is_none() {
            return;
        }
        let mut state = vec![0; self.width()];
        self.start(&mut state);
        let mut best = self.estimate(&state);
        let candidates = (effort / self.fares.entries().max(1)).max(1);
        let step = (2 * self.floor.none() as usize).div_ceil(candidates).max(1);
        let cells = (0..self.floor.none()).step_by(step);
        let peaks = self.storages.clone().into_iter().chain(cells.clone()).map(|cell| (cell, true));
        for (cell, is_peak) in peaks.chain(cells.map(|cell| (cell, false))).take(candidates) {
            let height_prices = HeightPrices::around(&self.floor, self.tariff, cell, is_peak);
            let Some(before) = self.replace_heights(height_prices) else { return };
            let estimate = self.estimate(&state);
            if estimate > best {
                best = estimate;
            } else {
                (self.height_prices, self.fares) = before;
            }
        }
    }

    /// Replaces the heights and the costs by them; returns the old ones.
    fn replace_heights(&mut self, height_prices: HeightPrices) -> Option<(HeightPrices, Fares)> {
        let fares = Fares::new(&self.floor, &self.storages, &height_prices)?;
        Some((
            std::mem::replace(&mut self.height_prices, height_prices),
            std::mem::replace(&mut self.fares, fares),
        ))
    }

    /// Improves the heights by subgradient ascent from the ways of the boxes at the start, and keeps the best.
    ///
    /// Returns whether the estimate of the start has risen.
    fn ascend(&mut self, effort: usize) -> bool {
        let mut state = vec![0; self.width()];
        self.start(&mut state);
        let Some(first) = self.estimate(&state) else { return false };
        let mut best = (first, self.height_prices.clone(), self.fares.clone());
        let mut ascent = Ascent::new(self.height_prices.heights());
        for _ in 0..effort / self.fares.entries().max(1) {
            let gains = self.gains();
            let heights = ascent.step(&self.floor, &gains);
            if self.replace_heights(HeightPrices::of(&self.floor, self.tariff, heights)).is_none() {
                break;
            }
            let estimate = self.estimate(&state).unwrap_or(0);
            if estimate > best.0 {
                best = (estimate, self.height_prices.clone(), self.fares.clone());
            }
        }
        let is_better = best.0 > first;
        (_, self.height_prices, self.fares) = best;
        is_better
    }

    /// Returns by how much the estimate of the start, which was computed last, grows with the height of each cell.
    fn gains(&mut self) -> Vec<i32> {
        let Priced { floor, height_prices, fares, assignment, onward, has_box, storages, surplus, .. } = self;
        let (boxes, sokoban) = &self.start;
        let mut gains = vec![0; floor.none() as usize];
        for (row, column) in assignment.pairs().filter(|&(_, column)| column < storages.len()) {
            fares.way((boxes[row], *sokoban), column, floor, height_prices, |sokoban, place| {
                gains[place as usize] += 1;
                gains[sokoban as usize] -= 1;
            });
        }
        boxes.iter().for_each(|&cell| has_box[cell as usize] = true);
        let lost = |to, from| *surplus == Some(0) && fares.is_dead(fares.standing(to, from));
        let lowest = lowest_push(onward, (floor, has_box), *sokoban, height_prices, &lost);
        boxes.iter().for_each(|&cell| has_box[cell as usize] = false);
        if let (Some((_, first)), Some(last)) = (lowest, height_prices.last()) {
            gains[first as usize] += 1;
            gains[last as usize] -= 1;
        }
        gains
    }

    /// Returns after how many expansions it is worth computing pairs and better heights, sets of three, and sets of
    /// four.
    pub(super) fn thresholds(floor: &Floor, storages: &[Cell], fares: &Fares) -> [u32; 3] {
        let cells = floor.none() as usize;
        let places = (0..floor.none()).filter(|&cell| !fares.is_dead_place(cell)).count();
        let pairs = BoxPairs::worth_after(floor, storages.len());
        let threes = Groups::<3>::worth_after(places, cells).max(pairs);
        [pairs, threes, Groups::<4>::worth_after(places, cells).max(threes)]
    }

    /// Counts an expansion, and computes the tables that are due. Larger sets come later, and use the heights chosen
    /// by then.
    pub(super) fn compute_due_tables(&mut self) {
        if self.expansions_left[0] == 1 {
            let late = Arc::clone(&self.late);
            let late = late.get_or_init(|| self.compute_pairs_and_heights());
            if let Some((height_prices, fares)) = &late.raised {
                (self.height_prices, self.fares) = (height_prices.clone(), fares.clone());
                self.frozen = FrozenCache::default();
            }
        }
        if self.expansions_left[1] == 1 {
            let threes = Arc::clone(&self.threes);
            threes.get_or_init(|| self.groups());
        }
        if self.expansions_left[2] == 1 {
            let fours = Arc::clone(&self.fours);
            fours.get_or_init(|| self.groups());
        }
        self.expansions_left = self.expansions_left.map(|left| left.saturating_sub(1));
    }

    /// Computes the sets of `SIZE` boxes with the potentials of storage locations at the start.
    fn groups<const SIZE: usize>(&mut self) -> Option<Groups<SIZE>> {
        if self.surplus != Some(0) {
            return None;
        }
        let mut state = vec![0; self.width()];
        self.start(&mut state);
        self.estimate(&state)?;
        let Priced { floor, storages, fares, height_prices, assignment, .. } = self;
        Groups::new(floor, storages, assignment.column_potentials(), fares, height_prices)
    }

    /// Computes the pairs and better heights.
    fn compute_pairs_and_heights(&mut self) -> LateTables {
        let before = BoxPairs::worth_after(&self.floor, self.storages.len()) as usize;
        let effort = before.saturating_mul(AN_EXPANSION).min(LATE_EFFORT);
        let is_better = self.tariff.walk > 0 && self.ascend(effort);
        let raised = is_better.then(|| (self.height_prices.clone(), self.fares.clone()));
        let Priced { floor, storages, fares, height_prices, .. } = self;
        // With surplus boxes, pairs prove nothing.
        let pairs =
            (self.surplus == Some(0)).then(|| BoxPairs::new(floor, storages, fares, height_prices)).flatten();
        LateTables { pairs, raised }
    }
}
