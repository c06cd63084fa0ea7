//! Hotspots: boxes that keep other boxes from storage locations as long as they stay where they are.
//!
//! Source: Shoham, "Solving Sokoban by searching in feature-space" (draft of the paper of CoG 2020), section 4.

use super::ways::back_from;
use crate::space::floor::{Cell, Floor};
use crate::space::walks::WalkLengths;

/// The tables are not built if more cells than this would have to be visited.
const MOST_CELLS: usize = 200_000_000;

/// For each cell, whether a box on it is a hotspot for boxes on other cells.
#[derive(Clone, Debug)]
pub(super) struct Hotspots {
    /// The number of cells of the floor.
    cells: usize,
    /// Whether a box on one cell keeps a box on a second cell from a storage location, indexed by the first, then by
    /// the second cell. It is empty where the tables would take too long to build.
    blocks: Vec<bool>,
    /// The length of the walk between two cells, indexed by both.
    distances: Vec<u16>,
}

impl Hotspots {
    pub(super) fn new(floor: &Floor, storages: &[Cell]) -> Self {
        let cells = floor.none() as usize;
        let work = cells.saturating_mul(cells).saturating_mul(storages.len());
        if work > MOST_CELLS {
            return Hotspots { cells, blocks: Vec::new(), distances: Vec::new() };
        }
        let open = storages_in_reach(floor, storages, None);
        let mut blocks = Vec::with_capacity(cells * cells);
        let mut distances = vec![u16::MAX; cells * cells];
        let mut walk = WalkLengths::new(floor.none());
        let mut is_wall = vec![false; cells];
        is_wall.push(true);
        for blocking in 0..floor.none() {
            let left = storages_in_reach(floor, storages, Some(blocking));
            blocks.extend(
                open.iter()
                    .zip(&left)
                    .enumerate()
                    .map(|(cell, (open, left))| cell != blocking as usize && left < open),
            );
            let distances = &mut distances[blocking as usize * cells..][..cells];
            walk.until(floor, &is_wall, blocking, |cell, length| {
                distances[cell as usize] = u16::try_from(length).unwrap_or(u16::MAX);
                false
            });
        }
        Hotspots { cells, blocks, distances }
    }

    /// Returns whether a box on `blocking` keeps a box on `blocked` from a storage location.
    fn blocks(&self, blocking: Cell, blocked: Cell) -> bool {
        self.blocks.get(blocking as usize * self.cells + blocked as usize).is_some_and(|&blocks| blocks)
    }

    /// Returns the number of ordered pairs of boxes of which the first is a hotspot for the second.
    pub(super) fn count(&self, boxes: &[Cell]) -> usize {
        boxes.iter().map(|&cell| boxes.iter().filter(|&&other| self.blocks(cell, other)).count()).sum()
    }

    /// Returns the number of such pairs with a box on `cell`, with the box of this index left out.
    pub(super) fn count_with(&self, boxes: &[Cell], index: usize, cell: Cell) -> usize {
        let others = boxes.iter().enumerate().filter(|&(other, _)| other != index);
        others
            .map(|(_, &other)| usize::from(self.blocks(cell, other)) + usize::from(self.blocks(other, cell)))
            .sum()
    }

    /// Returns the index of the box that is a hotspot for most others, if there is one.
    pub(super) fn hottest(&self, boxes: &[Cell]) -> Option<usize> {
        let blocked = |cell: Cell| boxes.iter().filter(|&&other| self.blocks(cell, other)).count();
        let (most, index) = boxes.iter().enumerate().map(|(index, &cell)| (blocked(cell), index)).max()?;
        (most > 0).then_some(index)
    }

    /// Returns the length of the walk between two cells on the floor without boxes; 0 where the tables are not built.
    pub(super) fn distance(&self, one: Cell, other: Cell) -> u16 {
        self.distances.get(one as usize * self.cells + other as usize).copied().unwrap_or(0)
    }
}

/// Returns, for each cell, the number of storage locations to which a box can be pushed from it, with a wall on one
/// cell.
fn storages_in_reach(floor: &Floor, storages: &[Cell], wall: Option<Cell>) -> Vec<u16> {
    let none = floor.none();
    let mut counts = vec![0; none as usize];
    let mut is_wall = vec![false; none as usize + 1];
    is_wall[none as usize] = true;
    if let Some(wall) = wall {
        is_wall[wall as usize] = true;
    }
    for &storage in storages.iter().filter(|&&storage| Some(storage) != wall) {
        back_from(floor, &is_wall, storage, |cell| {
            counts[cell as usize] += 1;
            false
        });
    }
    counts
}
