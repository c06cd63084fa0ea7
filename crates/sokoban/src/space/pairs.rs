//! What two boxes cost together, where they are in each other's way: a pattern database of all pairs of boxes.
//!
//! For two boxes, the sokoban and two storage locations, on the floor without any other box, the least number of actions
//! that bring both boxes home is worked out backwards from the storage locations. The assignment has a potential for each
//! box and each storage location, whose sum proves it cheapest. By how much the actions of two boxes exceed the potentials,
//! whichever two storage locations they come to, is their *excess*. Excesses of pairs that share no box add up: of a plan's
//! actions, those of two boxes alone are a plan for the two, and each other box needs what its potentials say at least.
//! So the estimate stays admissible, and two boxes that never come home together leave no plan of any length.
//!
//! Sources: Culberson, Schaeffer, "Pattern databases", 1998; Junghanns, Schaeffer, "Sokoban: Enhancing general
//! single-agent search methods using domain knowledge", 2001 (linear conflicts, penalties of patterns); Pereira, Holte,
//! Schaeffer, Buriol, Ritt, "Improved heuristic and tie-breaking for optimally solving Sokoban", 2016. Here the storage
//! locations of a pair are not fixed beforehand: the potentials take that place. All storage locations are worked out side
//! by side, one bit each (Then et al., "The more the merrier: efficient multi-source graph traversal", 2014).

use super::distances::{self, Distances};
use super::floor::{opposite, Cell, Floor};

/// More costs than this are too many.
const MOST_COSTS: usize = 50_000_000;

/// More actions than this are too many.
const MOST_ACTIONS: usize = 10_000_000;

/// So many of the numbers that are worked out take as long as an expansion, more or less.
const AN_EXPANSION: usize = 1_000;

/// The two never come to these storage locations.
const NEVER: u8 = u8::MAX;

/// Costs, and what potentials add to them, count up to this: less is a lower bound too, and together they are less than
/// [`NEVER`].
const MOST: u8 = 120;

/// The excess of two boxes that never come home together.
pub(crate) const DEAD: i64 = i64::MAX;

/// No costs are kept: the two are not in each other's way.
const APART: u32 = u32::MAX;

/// Costs of pairs of boxes.
#[derive(Debug)]
pub(crate) struct Pairs {
    cells: usize,
    storages: usize,
    /// By pair of cells and cell: in which part of the floor the cell is when boxes are on the two.
    parts: Vec<u8>,
    /// By pair of cells: its first state; a state is a pair and a part.
    first: Vec<u32>,
    /// By state: which row of costs it has.
    rows: Vec<u32>,
    /// By row and pair of storage locations.
    costs: Vec<u8>,
}

impl Pairs {
    /// After how many expansions, 1 or more, working them out has taken no longer than the search before.
    pub(crate) fn worth_after(floor: &Floor, storages: usize) -> u32 {
        let cells = floor.none() as usize;
        let goals = storages.saturating_mul(storages) / 2;
        let numbers = (cells.saturating_mul(cells) / 2).saturating_mul(goals.saturating_add(cells));
        u32::try_from(numbers / AN_EXPANSION).unwrap_or(u32::MAX).max(1)
    }

    /// The costs on a floor with these storage locations; `None` where there are too many.
    pub(crate) fn new(floor: &Floor, storages: &[Cell], distances: &Distances) -> Option<Self> {
        let cells = floor.none() as usize;
        let goals = storages.len() * storages.len().saturating_sub(1) / 2;
        let states = cells * cells.saturating_sub(1) / 2;
        let parts = states.checked_mul(cells).filter(|&all| all <= MOST_COSTS)?;
        if goals == 0 || states.checked_mul(goals)? > MOST_COSTS {
            return None;
        }
        let mut pairs = Pairs {
            cells,
            storages: storages.len(),
            parts: Vec::with_capacity(parts),
            first: Vec::with_capacity(states + 1),
            rows: Vec::new(),
            costs: Vec::new(),
        };
        let states = pairs.divide(floor)?;
        if states.len().checked_mul(goals)? > MOST_COSTS {
            return None;
        }
        let into = pairs.actions(floor, &states)?;
        let all = pairs.work_back(storages, states.len(), goals, &into);
        pairs.keep(&states, goals, &all, distances);
        Some(pairs)
    }

    /// The parts of the floor by pair of cells. Gives the states: two cells, and one of the part.
    fn divide(&mut self, floor: &Floor) -> Option<Vec<[Cell; 3]>> {
        let none = floor.none();
        let mut states = Vec::new();
        let mut open = Vec::new();
        for second in 1..none {
            for first in 0..second {
                let start = self.parts.len();
                self.first.push(states.len() as u32);
                self.parts.resize(start + self.cells, u8::MAX);
                let parts = &mut self.parts[start..];
                let mut part = 0u8;
                for cell in (0..none).filter(|&cell| cell != first && cell != second) {
                    if parts[cell as usize] != u8::MAX {
                        continue;
                    }
                    parts[cell as usize] = part;
                    open.push(cell);
                    while let Some(cell) = open.pop() {
                        for next in floor.neighbours(cell) {
                            let is_free = next != none && next != first && next != second;
                            if is_free && parts[next as usize] == u8::MAX {
                                parts[next as usize] = part;
                                open.push(next);
                            }
                        }
                    }
                    states.push([first, second, cell]);
                    part = part.checked_add(1).filter(|&part| part < u8::MAX)?;
                }
            }
        }
        self.first.push(states.len() as u32);
        Some(states)
    }

    /// The state of two different boxes with the sokoban on a third cell.
    fn state(&self, one: Cell, other: Cell, sokoban: Cell) -> usize {
        let pair = pair(one as usize, other as usize);
        let part = self.parts[pair * self.cells + sokoban as usize];
        debug_assert_ne!(part, u8::MAX, "the sokoban is on no box");
        self.first[pair] as usize + part as usize
    }

    /// The actions, turned round: into each state, from which ones; `None` where they are too many.
    fn actions(&self, floor: &Floor, states: &[[Cell; 3]]) -> Option<Arcs> {
        let none = floor.none();
        let mut arcs: Vec<(u32, u32)> = Vec::new();
        for (from, &[first, second, _]) in states.iter().enumerate() {
            for (moved, other) in [(first, second), (second, first)] {
                for direction in 0..4 {
                    let mut behind = floor.neighbour(moved, opposite(direction));
                    if [none, moved, other].contains(&behind) || self.state(first, second, behind) != from {
                        continue;
                    }
                    let mut to = floor.neighbour(moved, direction);
                    behind = moved;
                    // A line that is closed ends where it began.
                    while to != none && to != other && to != moved {
                        arcs.push((self.state(to, other, behind) as u32, from as u32));
                        (behind, to) = (to, floor.neighbour(to, direction));
                    }
                }
            }
            if arcs.len() > MOST_ACTIONS {
                return None;
            }
        }
        let mut starts = vec![0u32; states.len() + 1];
        arcs.iter().for_each(|&(to, _)| starts[to as usize + 1] += 1);
        for state in 0..states.len() {
            starts[state + 1] += starts[state];
        }
        let mut next = starts.clone();
        let mut from = vec![0; arcs.len()];
        for (to, state) in arcs {
            from[next[to as usize] as usize] = state;
            next[to as usize] += 1;
        }
        Some(Arcs { starts, from })
    }

    /// The least number of actions by state and pair of storage locations.
    fn work_back(&self, storages: &[Cell], states: usize, goals: usize, into: &Arcs) -> Vec<u8> {
        let mut costs = vec![NEVER; states * goals];
        let ends: Vec<(Cell, Cell)> = (1..storages.len())
            .flat_map(|second| (0..second).map(move |first| (first, second)))
            .map(|(first, second)| (storages[first], storages[second]))
            .collect();
        for (batch, ends) in ends.chunks(64).enumerate() {
            let mut seen = vec![0u64; states];
            let mut new = vec![0u64; states];
            let mut layer: Vec<u32> = Vec::new();
            for (bit, &(one, other)) in ends.iter().enumerate() {
                let pair = pair(one as usize, other as usize);
                for state in self.first[pair]..self.first[pair + 1] {
                    new[state as usize] |= 1 << bit;
                    layer.push(state);
                }
            }
            let mut actions = 0;
            while !layer.is_empty() {
                layer.sort_unstable();
                layer.dedup();
                let news: Vec<u64> =
                    layer.iter().map(|&state| std::mem::take(&mut new[state as usize])).collect();
                for (&state, &bits) in layer.iter().zip(&news) {
                    seen[state as usize] |= bits;
                    let row = &mut costs[state as usize * goals + 64 * batch..];
                    let mut left = bits;
                    while left != 0 {
                        row[left.trailing_zeros() as usize] = actions;
                        left &= left - 1;
                    }
                }
                let mut next = Vec::new();
                for (&state, &bits) in layer.iter().zip(&news) {
                    for &before in into.of(state) {
                        let bits = bits & !seen[before as usize];
                        if bits != 0 {
                            if new[before as usize] == 0 {
                                next.push(before);
                            }
                            new[before as usize] |= bits;
                        }
                    }
                }
                layer = next;
                actions = (actions + 1).min(MOST);
            }
        }
        costs
    }

    /// Keeps the costs of those that are in each other's way.
    fn keep(&mut self, states: &[[Cell; 3]], goals: usize, all: &[u8], distances: &Distances) {
        for (&[first, second, sokoban], costs) in states.iter().zip(all.chunks_exact(goals)) {
            let one = distances.row(distances.standing(first, sokoban));
            let other = distances.row(distances.standing(second, sokoban));
            let sum = |one: u16, other: u16| match (one, other) {
                (distances::NEVER, _) | (_, distances::NEVER) => NEVER,
                (one, other) => one.saturating_add(other).min(u16::from(MOST)) as u8,
            };
            let both = (1..self.storages).flat_map(|second| (0..second).map(move |first| (first, second)));
            let apart = both
                .zip(costs)
                .all(|((s, t), &cost)| cost <= sum(one[s], other[t]).min(sum(one[t], other[s])));
            if apart {
                self.rows.push(APART);
            } else {
                self.rows.push((self.costs.len() / goals) as u32);
                self.costs.extend_from_slice(costs);
            }
        }
        self.costs.shrink_to_fit();
    }

    /// Writes what the potentials of two storage locations take off, by pair of them. `taken` are those that other boxes
    /// have for good.
    pub(crate) fn weigh(&self, potentials: &[i64], taken: impl Fn(usize) -> bool, weights: &mut Vec<u8>) {
        weights.clear();
        for second in 1..self.storages {
            for first in 0..second {
                let weight = -(potentials[first] + potentials[second]);
                weights.push(if taken(first) || taken(second) {
                    NEVER
                } else {
                    weight.clamp(0, i64::from(MOST)) as u8
                });
            }
        }
    }

    /// By how much two boxes cost more than their potentials and those of the storage locations, by which `weights` are;
    /// [`DEAD`] if they never come home together.
    pub(crate) fn excess(
        &self,
        (one, other, sokoban): (Cell, Cell, Cell),
        potentials: i64,
        weights: &[u8],
    ) -> i64 {
        let row = self.rows[self.state(one, other, sokoban)];
        if row == APART {
            return 0;
        }
        let costs = &self.costs[row as usize * weights.len()..][..weights.len()];
        let least = costs
            .iter()
            .zip(weights)
            .fold(NEVER, |least, (&cost, &weight)| least.min(cost.saturating_add(weight)));
        if least == NEVER {
            return DEAD;
        }
        (i64::from(least) - potentials).max(0)
    }
}

/// The number of a pair of different numbers.
fn pair(one: usize, other: usize) -> usize {
    let (first, second) = (one.min(other), one.max(other));
    second * (second - 1) / 2 + first
}

/// Actions by the state they lead to.
struct Arcs {
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Arcs {
    fn of(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.from[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}
