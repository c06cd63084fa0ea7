//! Pairs of exactly-one groups whose cost depends on the literals of both.

use groundplan_sat::Trail;
use rustsat::types::Lit;

/// A pair of exactly-one groups, its sides, and the cost of each combination of their literals. The least cost is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pairs {
    pub(super) sides: [Vec<Lit>; 2],
    /// The costs by the positions on both sides; `None` for literals that exclude each other.
    pub(super) costs: Vec<Vec<Option<i64>>>,
    /// The pairs of positions, the cheapest first.
    pub(super) order: Vec<[u16; 2]>,
}

impl Pairs {
    /// The longest side: positions have sixteen bits.
    pub(super) const LONGEST_SIDE: usize = u16::MAX as usize;

    /// Creates a pair of groups, and returns it with the cost that is always paid.
    pub(crate) fn new(sides: [Vec<Lit>; 2], mut costs: Vec<Vec<Option<i64>>>) -> (Self, i64) {
        let least = costs.iter().flatten().flatten().copied().min().unwrap_or(0);
        costs.iter_mut().flatten().flatten().for_each(|cost| *cost -= least);
        let positions = costs.iter().enumerate().flat_map(|(a, row)| {
            row.iter().enumerate().filter_map(move |(b, cost)| cost.map(|cost| (cost, [a as u16, b as u16])))
        });
        let mut positions: Vec<(i64, [u16; 2])> = positions.collect();
        positions.sort_unstable();
        (Pairs { sides, costs, order: positions.into_iter().map(|(_, pair)| pair).collect() }, least)
    }

    pub(super) fn cost(&self, [a, b]: [u16; 2]) -> i64 {
        self.costs[a as usize][b as usize].unwrap_or(0)
    }

    /// Returns the highest cost.
    pub(super) fn most(&self) -> i64 {
        self.order.last().map_or(0, |&pair| self.cost(pair))
    }

    /// Returns the least cost without the first `excluded` pairs in the order of costs.
    pub(super) fn cost_without(&self, excluded: usize) -> i64 {
        self.order.get(excluded).map_or(self.most(), |&pair| self.cost(pair))
    }
}

/// A pair of groups under an assignment.
#[derive(Debug)]
pub(super) struct PairState {
    pub pairs: Pairs,
    /// The position in the order; no earlier pair holds.
    pub next: usize,
    /// The position of the true literal on each side.
    pub held: [Option<u16>; 2],
}

impl PairState {
    pub fn cost(&self) -> i64 {
        self.pairs.cost_without(self.next)
    }

    /// Advances past the pairs that cannot hold.
    pub fn advance(&mut self, trail: &Trail) {
        let Pairs { sides, order, .. } = &self.pairs;
        let is_excluded = |pair: &&[u16; 2]| {
            (0..2).any(|side| {
                let position = pair[side];
                self.held[side]
                    .map_or_else(|| trail.is_true(!sides[side][position as usize]), |held| held != position)
            })
        };
        self.next += order[self.next..].iter().take_while(is_excluded).count();
    }

    /// Adds literals that explain why a number of the first pairs do not hold, from assignments before `until`.
    /// Returns that number.
    pub fn explain(&self, trail: &Trail, until: u32, clause: &mut Vec<Lit>) -> usize {
        let Pairs { sides, order, .. } = &self.pairs;
        let was = |literal: Lit| (1..until).contains(&trail.since(literal));
        let literal = |side: usize, position: u16| sides[side][position as usize];
        let held = [0, 1].map(|side| self.held[side].filter(|&position| was(literal(side, position))));
        let start = clause.len();
        for (position, pair) in order.iter().enumerate() {
            let is_explained = (0..2).any(|side| {
                let by_held = held[side].filter(|&position| position != pair[side]);
                clause[start..].contains(&literal(side, pair[side]))
                    || by_held.is_some_and(|position| clause[start..].contains(&!literal(side, position)))
            });
            if is_explained {
                continue;
            }
            let by_held = (0..2).find_map(|side| {
                held[side].filter(|&position| position != pair[side]).map(|position| !literal(side, position))
            });
            let by_itself = || (0..2).map(|side| literal(side, pair[side])).find(|&l| was(!l));
            match by_held.or_else(by_itself) {
                Some(reason) => clause.push(reason),
                None => return position,
            }
        }
        order.len()
    }
}
