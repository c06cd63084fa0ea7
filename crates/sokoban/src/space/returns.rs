//! What the sokoban walks back: a lower bound of walks, as prices of pushes.
//!
//! Let each cell have a *height* that differs from that of the next one by at most 1. Over a plan, the sokoban climbs as
//! much as the heights of its last and first place differ, be it by pushes or by walks, and a walk comes down by no more
//! than its length. So walks are at least as long as pushes climb, less what the sokoban is higher at the end. What pushes
//! climb is a sum over the pushes of each box: a push up counts for two squares, one down for none. With heights that rise
//! towards the storage locations that says that the sokoban has to come back for each box. All bounds that are sums over
//! boxes stay such with these prices: the assignment, and the pairs of boxes.
//!
//! Sources: prices changed by the difference of a potential are those of Johnson, "Efficient algorithms for shortest paths
//! in sparse networks", 1977; here what the walks cannot make good is a bound, as in the dual of a flow of least cost
//! (Ahuja, Magnanti, Orlin, "Network Flows", 1993, chapter 9).

use std::collections::VecDeque;

use super::floor::{opposite, Cell, Floor};
use super::tariff::{Prices, Tariff};

/// Prices of pushes by a tariff and heights.
#[derive(Clone, Debug)]
pub(crate) struct Returns {
    tariff: Tariff,
    /// By cell, 0 or more.
    heights: Vec<u32>,
    /// The highest place where the sokoban can be after the last push, and its height.
    last: Option<Cell>,
    end: u32,
}

impl Returns {
    /// All cells equally high, so that walks count nothing.
    pub(crate) fn level(floor: &Floor, tariff: Tariff) -> Self {
        Returns { tariff, heights: vec![0; floor.none() as usize], last: None, end: 0 }
    }

    /// The nearer to a cell the higher, or the farther.
    pub(crate) fn around(floor: &Floor, tariff: Tariff, cell: Cell, is_peak: bool) -> Self {
        let away = distances(floor, cell);
        let farthest = away.iter().copied().max().unwrap_or(0);
        let heights = if is_peak { away.iter().map(|away| farthest - away).collect() } else { away };
        Returns::of(floor, tariff, heights)
    }

    /// These heights, which differ by at most 1 from cell to cell.
    pub(crate) fn of(floor: &Floor, tariff: Tariff, heights: Vec<u32>) -> Self {
        debug_assert!(
            (0..floor.none()).all(|cell| floor.neighbours(cell).into_iter().all(|next| {
                next == floor.none() || heights[cell as usize].abs_diff(heights[next as usize]) <= 1
            })),
            "no step is longer"
        );
        let last = ends(floor).max_by_key(|&cell| heights[cell as usize]);
        let end = last.map_or(0, |last| heights[last as usize]);
        Returns { tariff, heights, last, end }
    }

    pub(crate) fn heights(&self) -> &[u32] {
        &self.heights
    }

    /// The highest place where the sokoban can be after the last push.
    pub(crate) fn last(&self) -> Option<Cell> {
        self.last
    }

    /// How high a cell is.
    pub(crate) fn height(&self, cell: Cell) -> u32 {
        self.heights[cell as usize]
    }

    /// What walks and pushes cost at least, if the pushes cost so much at these prices and the sokoban can only push a first
    /// time after it has been as low as this, the length of its walk counted as height; something is left to be done.
    pub(crate) fn bound(&self, pushes: u32, height: u32) -> u32 {
        let walk = i64::from(self.tariff.walk) * (i64::from(height) - i64::from(self.end));
        (i64::from(pushes) + walk).clamp(0, i64::from(u32::MAX)) as u32
    }
}

impl Prices for Returns {
    fn line(&self) -> u32 {
        self.tariff.line
    }

    fn push(&self, sokoban: Cell, place: Cell) -> u32 {
        let climbed = i64::from(self.height(place)) - i64::from(self.height(sokoban));
        // A square that is walked costs no more than one that is pushed.
        (i64::from(self.tariff.push) + i64::from(self.tariff.walk) * climbed) as u32
    }

    fn counts_lines(&self) -> bool {
        self.tariff.walk == 0 && self.tariff.counts_lines()
    }
}

/// How many steps each cell is away from one; 0 where there is no way.
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

/// Where the sokoban can be after a box has come to a storage location.
fn ends(floor: &Floor) -> impl Iterator<Item = Cell> + '_ {
    (0..floor.none()).filter(|&cell| {
        (0..4).any(|direction| {
            let to = floor.neighbour(cell, direction);
            to != floor.none() && floor.is_storage(to) && !floor.wall(cell, opposite(direction))
        })
    })
}
