//! Lower bounds on the walks of the sokoban, as prices of pushes.
//!
//! Let each cell have a *height* that differs by at most 1 between adjacent cells. Over a plan, the sokoban climbs as
//! much as the heights of its last and first place differ, by pushes and walks together, and a walk descends by no
//! more than its length. So the walks are at least as long as the pushes climb, less how much higher the sokoban is
//! at the end. The climb of the pushes is a sum over the pushes of each box: a push upwards costs one walked square
//! more, one downwards one less. With heights that rise towards the storage locations, this says that the sokoban has
//! to come back for each box. All bounds that are sums over boxes remain sums with these prices: the assignment, and
//! the pairs of boxes.
//!
//! Sources: changing prices by the difference of a potential is from Johnson, "Efficient algorithms for shortest
//! paths in sparse networks", 1977. Here what the walks cannot offset is a bound, as in the dual of a minimum-cost
//! flow (Ahuja, Magnanti, Orlin, "Network Flows", 1993, chapter 9).

use std::collections::VecDeque;

use super::floor::{opposite, Cell, Floor};
use super::tariff::{Prices, Tariff};

/// Prices of pushes from a tariff and the heights of cells.
#[derive(Clone, Debug)]
pub(crate) struct HeightPrices {
    tariff: Tariff,
    /// The height of each cell, 0 or more.
    heights: Vec<u32>,
    /// The highest cell where the sokoban can be after the last push.
    last: Option<Cell>,
    /// The height of `last`.
    end: u32,
}

impl HeightPrices {
    /// Returns prices with all cells equally high, so that walks count nothing.
    pub(crate) fn level(floor: &Floor, tariff: Tariff) -> Self {
        HeightPrices { tariff, heights: vec![0; floor.none() as usize], last: None, end: 0 }
    }

    /// Returns prices whose heights fall with the distance from a cell, if it `is_peak`, or rise with it.
    pub(crate) fn around(floor: &Floor, tariff: Tariff, cell: Cell, is_peak: bool) -> Self {
        let away = distances(floor, cell);
        let farthest = away.iter().copied().max().unwrap_or(0);
        let heights = if is_peak { away.iter().map(|away| farthest - away).collect() } else { away };
        HeightPrices::of(floor, tariff, heights)
    }

    /// Returns prices with these heights, which differ by at most 1 between adjacent cells.
    pub(crate) fn of(floor: &Floor, tariff: Tariff, heights: Vec<u32>) -> Self {
        debug_assert!(
            (0..floor.none()).all(|cell| floor.neighbours(cell).into_iter().all(|next| {
                next == floor.none() || heights[cell as usize].abs_diff(heights[next as usize]) <= 1
            })),
            "no step is longer"
        );
        let last = ends(floor).max_by_key(|&cell| heights[cell as usize]);
        let end = last.map_or(0, |last| heights[last as usize]);
        HeightPrices { tariff, heights, last, end }
    }

    /// The height of each cell.
    pub(crate) fn heights(&self) -> &[u32] {
        &self.heights
    }

    /// The highest cell where the sokoban can be after the last push.
    pub(crate) fn last(&self) -> Option<Cell> {
        self.last
    }

    /// The height of a cell.
    pub(crate) fn height(&self, cell: Cell) -> u32 {
        self.heights[cell as usize]
    }

    /// Returns a lower bound on the cost of pushes and walks of a configuration that is not solved.
    ///
    /// `pushes` is the cost of the pushes at these prices. `height` is the least height from which the sokoban can
    /// make its first push, with the length of the walk there added.
    pub(crate) fn bound(&self, pushes: u32, height: u32) -> u32 {
        let walk = i64::from(self.tariff.walk) * (i64::from(height) - i64::from(self.end));
        (i64::from(pushes) + walk).clamp(0, i64::from(u32::MAX)) as u32
    }
}

impl Prices for HeightPrices {
    fn line(&self) -> u32 {
        self.tariff.line
    }

    fn push(&self, sokoban: Cell, place: Cell) -> u32 {
        let climbed = i64::from(self.height(place)) - i64::from(self.height(sokoban));
        // The price is not negative, because a walked square costs no more than a pushed one.
        (i64::from(self.tariff.push) + i64::from(self.tariff.walk) * climbed) as u32
    }

    fn counts_lines(&self) -> bool {
        self.tariff.walk == 0 && self.tariff.counts_lines()
    }
}

/// Returns the distance of each cell from `start`; 0 where there is no way.
fn distances(floor: &Floor, start: Cell) -> Vec<u32> {
    let mut away = vec![0; floor.none() as usize];
    let mut seen = vec![false; floor.none() as usize + 1];
    seen[start as usize] = true;
    seen[floor.none() as usize] = true;
    let mut open = VecDeque::from([start]);
    while let Some(cell) = open.pop_front() {
        for next in floor.neighbours(cell) {
            if !std::mem::replace(&mut seen[next as usize], true) {
                away[next as usize] = away[cell as usize] + 1;
                open.push_back(next);
            }
        }
    }
    away
}

/// Iterates over the cells where the sokoban can be after it has pushed a box to a storage location.
fn ends(floor: &Floor) -> impl Iterator<Item = Cell> + '_ {
    (0..floor.none()).filter(|&cell| {
        (0..4).any(|direction| {
            let to = floor.neighbour(cell, direction);
            to != floor.none() && floor.is_storage(to) && !floor.wall(cell, opposite(direction))
        })
    })
}
