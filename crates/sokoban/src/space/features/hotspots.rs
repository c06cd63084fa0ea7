//! Hotspots: boxes that keep others from storage locations as long as they stay where they are.
//!
//! Source: Shoham, "Solving Sokoban by searching in feature-space" (draft of the paper of CoG 2020), section 4.

use crate::space::floor::{Cell, Floor};

/// More cells to look at than this are too many.
const MOST_CELLS: usize = 200_000_000;

/// Which cells are hotspots for which others.
#[derive(Clone, Debug)]
pub(super) struct Hotspots {
    cells: usize,
    /// By cell of a box and cell of another one: whether the first keeps the second from a storage location; empty where that
    /// would take too long to work out.
    blocks: Vec<bool>,
    /// By two cells: how long the walk between them is.
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
        let mut distances = Vec::with_capacity(cells * cells);
        for blocking in 0..floor.none() {
            let left = storages_in_reach(floor, storages, Some(blocking));
            blocks.extend(
                open.iter()
                    .zip(&left)
                    .enumerate()
                    .map(|(cell, (open, left))| cell != blocking as usize && left < open),
            );
            distances.extend(lengths(floor, &[blocking]));
        }
        Hotspots { cells, blocks, distances }
    }

    /// Whether a box on one cell keeps a box on another from a storage location.
    fn blocks(&self, blocking: Cell, blocked: Cell) -> bool {
        self.blocks.get(blocking as usize * self.cells + blocked as usize).is_some_and(|&blocks| blocks)
    }

    /// In how many pairs of boxes one is a hotspot for the other.
    pub(super) fn count(&self, boxes: &[Cell]) -> usize {
        boxes.iter().map(|&cell| boxes.iter().filter(|&&other| self.blocks(cell, other)).count()).sum()
    }

    /// In how many of them there is this cell, the box of that index left out.
    pub(super) fn count_with(&self, boxes: &[Cell], index: usize, cell: Cell) -> usize {
        let others = boxes.iter().enumerate().filter(|&(other, _)| other != index);
        others
            .map(|(_, &other)| usize::from(self.blocks(cell, other)) + usize::from(self.blocks(other, cell)))
            .sum()
    }

    /// The box that is a hotspot for most others.
    pub(super) fn hottest(&self, boxes: &[Cell]) -> Option<usize> {
        let blocked = |cell: Cell| boxes.iter().filter(|&&other| self.blocks(cell, other)).count();
        let (most, index) = boxes.iter().enumerate().map(|(index, &cell)| (blocked(cell), index)).max()?;
        (most > 0).then_some(index)
    }

    /// How long the walk between two cells is, boxes left out; 0 where that is not worked out.
    pub(super) fn distance(&self, one: Cell, other: Cell) -> u16 {
        self.distances.get(one as usize * self.cells + other as usize).copied().unwrap_or(0)
    }
}

/// By cell: how many storage locations a box can be pushed to from there, with a wall on one cell.
fn storages_in_reach(floor: &Floor, storages: &[Cell], wall: Option<Cell>) -> Vec<u16> {
    let none = floor.none();
    let mut counts = vec![0; none as usize];
    let mut is_wall = vec![false; none as usize + 1];
    is_wall[none as usize] = true;
    if let Some(wall) = wall {
        is_wall[wall as usize] = true;
    }
    for &storage in storages.iter().filter(|&&storage| Some(storage) != wall) {
        let mut seen = vec![false; none as usize];
        let mut open = vec![storage];
        seen[storage as usize] = true;
        while let Some(cell) = open.pop() {
            counts[cell as usize] += 1;
            for direction in 0..4 {
                let before = floor.neighbour(cell, direction);
                if is_wall[before as usize] || is_wall[floor.neighbour(before, direction) as usize] {
                    continue;
                }
                if !std::mem::replace(&mut seen[before as usize], true) {
                    open.push(before);
                }
            }
        }
    }
    counts
}

/// By cell: how long the walk is from the nearest of these cells, [`u16::MAX`] where there is none.
pub(super) fn lengths(floor: &Floor, starts: &[Cell]) -> Vec<u16> {
    let mut lengths = vec![u16::MAX; floor.none() as usize];
    let (mut open, mut next) = (starts.to_vec(), 0);
    starts.iter().for_each(|&cell| lengths[cell as usize] = 0);
    while let Some(&cell) = open.get(next) {
        next += 1;
        for near in floor.neighbours(cell).into_iter().filter(|&near| near != floor.none()) {
            if lengths[near as usize] == u16::MAX {
                lengths[near as usize] = lengths[cell as usize].saturating_add(1).min(u16::MAX - 1);
                open.push(near);
            }
        }
    }
    lengths
}
