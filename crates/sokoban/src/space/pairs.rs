//! A pattern database of all pairs of boxes: how much two boxes cost together when they are in each other's way.
//!
//! For two boxes, the sokoban and two storage locations, on the floor without any other box, it holds the least cost
//! of actions, without walks, that bring both boxes to storage. These costs are computed backwards from the storage
//! locations. The assignment has a potential for each box and each storage location, whose sum proves it cheapest.
//! The *excess* of two boxes is how far their cost exceeds these potentials, for the best choice of two storage
//! locations. Excesses of pairs that share no box add up: the actions of a plan that move two given boxes are a plan
//! for these two alone, and each other box costs at least its potentials. So the estimate stays admissible. Two boxes
//! that can never be brought to storage together leave no plan of any length.
//!
//! Sources: Culberson, Schaeffer, "Pattern databases", 1998; Junghanns, Schaeffer, "Sokoban: Enhancing general
//! single-agent search methods using domain knowledge", 2001 (linear conflicts, penalties of patterns); Pereira,
//! Holte, Schaeffer, Buriol, Ritt, "Improved heuristic and tie-breaking for optimally solving Sokoban", 2016. Here
//! the storage locations of a pair are not fixed in advance; the potentials take their place. All pairs of storage
//! locations are computed side by side, one bit each (Then et al., "The more the merrier: efficient multi-source
//! graph traversal", 2014).

use std::collections::BTreeMap;

use super::fares::{self, Fares};
use super::floor::{opposite, Cell, Floor};
use super::numbers::FloorNumbers;
use super::tariff::Prices;

/// The table is not built if it would hold more costs than this.
const MOST_COSTS: usize = 50_000_000;

/// The table is not built if there are more actions than this.
const MOST_ACTIONS: usize = 10_000_000;

/// About how many numbers of the table are computed in the time of one expansion.
const AN_EXPANSION: usize = 1_000;

/// The cost of two storage locations that the boxes can never fill together.
const NEVER: u32 = u32::MAX;

/// The excess of two boxes that can never be brought to storage together.
pub(crate) const DEAD: i64 = i64::MAX;

/// The row of a state without stored costs: the two boxes are not in each other's way.
const APART: u32 = u32::MAX;

/// The costs of all pairs of boxes.
#[derive(Debug)]
pub(crate) struct BoxPairs {
    /// The number of cells of the floor.
    cells: usize,
    /// The number of storage locations.
    storages: usize,
    /// The part of the floor that a cell is in while boxes are on two other cells, indexed by pair of cells, then by
    /// cell.
    parts: Vec<u8>,
    /// The first state of each pair of cells. A state is a pair of cells with a part of the floor for the sokoban.
    first: Vec<u32>,
    /// The row of costs of each state, or [`APART`].
    rows: Vec<u32>,
    /// The costs, indexed by row, then by pair of storage locations.
    costs: FloorNumbers,
}

impl BoxPairs {
    /// Returns after how many expansions, 1 or more, computing the table takes no longer than the search has taken so
    /// far.
    pub(crate) fn worth_after(floor: &Floor, storages: usize) -> u32 {
        let cells = floor.none() as usize;
        let goals = storages.saturating_mul(storages) / 2;
        let numbers = (cells.saturating_mul(cells) / 2).saturating_mul(goals.saturating_add(cells));
        u32::try_from(numbers / AN_EXPANSION).unwrap_or(u32::MAX).max(1)
    }

    /// Computes the costs on a floor with these storage locations; returns `None` if there are too many.
    pub(crate) fn new(floor: &Floor, storages: &[Cell], fares: &Fares, prices: &impl Prices) -> Option<Self> {
        let cells = floor.none() as usize;
        let goals = storages.len() * storages.len().saturating_sub(1) / 2;
        let states = cells * cells.saturating_sub(1) / 2;
        let parts = states.checked_mul(cells).filter(|&all| all <= MOST_COSTS)?;
        if goals == 0 || states.checked_mul(goals)? > MOST_COSTS {
            return None;
        }
        let mut pairs = BoxPairs {
            cells,
            storages: storages.len(),
            parts: Vec::with_capacity(parts),
            first: Vec::with_capacity(states + 1),
            rows: Vec::new(),
            costs: FloorNumbers::Bytes(Vec::new()),
        };
        let states = pairs.divide(floor)?;
        if states.len().checked_mul(goals)? > MOST_COSTS {
            return None;
        }
        let into = pairs.actions(floor, &states, prices)?;
        let all = pairs.work_back(storages, states.len(), goals, &into);
        pairs.keep(&states, goals, &all, fares);
        Some(pairs)
    }

    /// Divides the floor into parts for each pair of cells. Returns the states, each as the two cells and one cell of
    /// the part.
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

    /// Returns the state of boxes on two different cells with the sokoban on a third.
    fn state(&self, one: Cell, other: Cell, sokoban: Cell) -> usize {
        let pair = pair(one as usize, other as usize);
        let part = self.parts[pair * self.cells + sokoban as usize];
        debug_assert_ne!(part, u8::MAX, "the sokoban is on no box");
        self.first[pair] as usize + part as usize
    }

    /// Returns the reversed actions: for each state, the states from which an action leads to it, with the prices.
    ///
    /// Returns `None` if there are too many. Where lines cost nothing, pushes by one square are enough.
    fn actions(&self, floor: &Floor, states: &[[Cell; 3]], prices: &impl Prices) -> Option<Arcs> {
        let none = floor.none();
        let mut arcs: Vec<(u32, u32, u32)> = Vec::new();
        for (from, &[first, second, _]) in states.iter().enumerate() {
            for (moved, other) in [(first, second), (second, first)] {
                for direction in 0..4 {
                    let mut behind = floor.neighbour(moved, opposite(direction));
                    if [none, moved, other].contains(&behind) || self.state(first, second, behind) != from {
                        continue;
                    }
                    let mut to = floor.neighbour(moved, direction);
                    let mut price = prices.line() + prices.push(behind, moved);
                    behind = moved;
                    // A line around a closed loop ends where it began.
                    while to != none && to != other && to != moved {
                        arcs.push((self.state(to, other, behind) as u32, from as u32, price));
                        if prices.line() == 0 {
                            break;
                        }
                        price = price.saturating_add(prices.push(behind, to));
                        (behind, to) = (to, floor.neighbour(to, direction));
                    }
                }
            }
            if arcs.len() > MOST_ACTIONS {
                return None;
            }
        }
        let mut starts = vec![0u32; states.len() + 1];
        arcs.iter().for_each(|&(to, ..)| starts[to as usize + 1] += 1);
        for state in 0..states.len() {
            starts[state + 1] += starts[state];
        }
        let mut next = starts.clone();
        let mut from = vec![(0, 0); arcs.len()];
        for (to, state, price) in arcs {
            from[next[to as usize] as usize] = (state, price);
            next[to as usize] += 1;
        }
        Some(Arcs { starts, from })
    }

    /// Returns the least costs by state and pair of storage locations, by Dijkstra's algorithm for 64 pairs at a
    /// time.
    fn work_back(&self, storages: &[Cell], states: usize, goals: usize, into: &Arcs) -> Vec<u32> {
        let mut costs = vec![NEVER; states * goals];
        let ends: Vec<(Cell, Cell)> = (1..storages.len())
            .flat_map(|second| (0..second).map(move |first| (first, second)))
            .map(|(first, second)| (storages[first], storages[second]))
            .collect();
        for (batch, ends) in ends.chunks(64).enumerate() {
            let mut front = Front::new(states);
            for (bit, &(one, other)) in ends.iter().enumerate() {
                let pair = pair(one as usize, other as usize);
                (self.first[pair]..self.first[pair + 1]).for_each(|state| front.open(0, state, 1 << bit));
            }
            while let Some(cost) = front.advance() {
                for (state, bits) in std::mem::take(&mut front.layer) {
                    let row = &mut costs[state as usize * goals + 64 * batch..];
                    let mut left = bits;
                    while left != 0 {
                        row[left.trailing_zeros() as usize] = cost;
                        left &= left - 1;
                    }
                    for &(before, price) in into.of(state) {
                        front.open(cost.saturating_add(price), before, bits);
                    }
                }
            }
        }
        costs
    }

    /// Stores the costs of the states in which the boxes are in each other's way.
    fn keep(&mut self, states: &[[Cell; 3]], goals: usize, all: &[u32], fares: &Fares) {
        let mut kept: Vec<u32> = Vec::new();
        for (&[first, second, sokoban], costs) in states.iter().zip(all.chunks_exact(goals)) {
            let one = fares.row(fares.standing(first, sokoban));
            let other = fares.row(fares.standing(second, sokoban));
            let sum = |one: u32, other: u32| match (one, other) {
                (fares::NEVER, _) | (_, fares::NEVER) => NEVER,
                (one, other) => one.saturating_add(other),
            };
            let both = (1..self.storages).flat_map(|second| (0..second).map(move |first| (first, second)));
            let apart = both
                .zip(costs)
                .all(|((s, t), &cost)| cost <= sum(one[s], other[t]).min(sum(one[t], other[s])));
            if apart {
                self.rows.push(APART);
            } else {
                self.rows.push((kept.len() / goals) as u32);
                kept.extend_from_slice(costs);
            }
        }
        self.costs = FloorNumbers::new(kept);
    }

    /// Writes the weight of each pair of storage locations: the negated sum of their potentials. Pairs in which a
    /// location is `taken` by a frozen box get none.
    pub(crate) fn weigh(
        &self,
        potentials: &[i64],
        taken: impl Fn(usize) -> bool,
        weights: &mut FloorNumbers,
    ) {
        let all = (1..self.storages).flat_map(|second| (0..second).map(move |first| (first, second)));
        let all = all.map(|(first, second)| {
            let weight = -(potentials[first] + potentials[second]);
            (!(taken(first) || taken(second))).then_some(weight)
        });
        match self.costs {
            FloorNumbers::Bytes(_) => weights.bytes(all),
            FloorNumbers::Words(_) => weights.words(all),
            FloorNumbers::Longs(_) => weights.longs(all),
        }
    }

    /// Returns the excess of two boxes over `potentials`, the sum of their own, and over the potentials in `weights`.
    ///
    /// Returns [`DEAD`] if they can never be brought to storage together.
    pub(crate) fn excess(
        &self,
        (one, other, sokoban): (Cell, Cell, Cell),
        potentials: i64,
        weights: &FloorNumbers,
    ) -> i64 {
        let row = self.rows[self.state(one, other, sokoban)];
        if row == APART {
            return 0;
        }
        match self.costs.least(row as usize, weights) {
            Some(least) => (least - potentials).max(0),
            None => DEAD,
        }
    }
}

/// Returns the number of a pair of different numbers, in either order.
fn pair(one: usize, other: usize) -> usize {
    let (first, second) = (one.min(other), one.max(other));
    second * (second - 1) / 2 + first
}

/// The reversed actions, grouped by the state they lead to.
struct Arcs {
    /// The index of the first action into each state.
    starts: Vec<u32>,
    /// The state that each action starts from, with the price.
    from: Vec<(u32, u32)>,
}

impl Arcs {
    /// The actions that lead to a state.
    fn of(&self, state: u32) -> &[(u32, u32)] {
        let state = state as usize;
        &self.from[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

/// The open states of the search, each with a bit for each of up to 64 pairs of storage locations, in buckets by
/// cost.
struct Front {
    /// The bits with which each state has been reached.
    seen: Vec<u64>,
    /// The new bits of each state in the layer being built.
    new: Vec<u64>,
    /// The open states by cost, with their bits.
    later: BTreeMap<u32, Vec<(u32, u64)>>,
    /// The states of the current cost, with their new bits.
    layer: Vec<(u32, u64)>,
}

impl Front {
    fn new(states: usize) -> Self {
        Front { seen: vec![0; states], new: vec![0; states], later: BTreeMap::new(), layer: Vec::new() }
    }

    fn open(&mut self, cost: u32, state: u32, bits: u64) {
        let bits = bits & !self.seen[state as usize];
        if bits != 0 {
            self.later.entry(cost).or_default().push((state, bits));
        }
    }

    /// Advances to the layer of the next cost, and returns that cost.
    fn advance(&mut self) -> Option<u32> {
        let (cost, mut layer) = self.later.pop_first()?;
        for &(state, bits) in &layer {
            self.new[state as usize] |= bits & !self.seen[state as usize];
        }
        layer.sort_unstable_by_key(|&(state, _)| state);
        layer.dedup_by_key(|&mut (state, _)| state);
        for (state, bits) in &mut layer {
            *bits = std::mem::take(&mut self.new[*state as usize]);
            self.seen[*state as usize] |= *bits;
        }
        layer.retain(|&(_, bits)| bits != 0);
        self.layer = layer;
        Some(cost)
    }
}
