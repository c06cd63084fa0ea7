//! Pairs of alternatives, and what they cost together.

use groundplan_sat::Trail;
use rustsat::types::Lit;

/// Pairs of alternatives: exactly one literal of each side holds, and what it costs that these two do. The least cost is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pairs {
    pub(super) sides: [Vec<Lit>; 2],
    /// By the places of both on their sides; nothing for those that cannot hold together.
    pub(super) costs: Vec<Vec<Option<i64>>>,
    /// The places, the cheapest first.
    pub(super) order: Vec<[u16; 2]>,
}

impl Pairs {
    /// A place has sixteen bits.
    pub(super) const LONGEST_SIDE: usize = u16::MAX as usize;

    /// Two sides and the costs, and what they cost in any case.
    pub(crate) fn new(sides: [Vec<Lit>; 2], mut costs: Vec<Vec<Option<i64>>>) -> (Self, i64) {
        let least = costs.iter().flatten().flatten().copied().min().unwrap_or(0);
        costs.iter_mut().flatten().flatten().for_each(|cost| *cost -= least);
        let places = costs.iter().enumerate().flat_map(|(a, row)| {
            row.iter().enumerate().filter_map(move |(b, cost)| cost.map(|cost| (cost, [a as u16, b as u16])))
        });
        let mut places: Vec<(i64, [u16; 2])> = places.collect();
        places.sort_unstable();
        (Pairs { sides, costs, order: places.into_iter().map(|(_, pair)| pair).collect() }, least)
    }

    pub(super) fn cost(&self, [a, b]: [u16; 2]) -> i64 {
        self.costs[a as usize][b as usize].unwrap_or(0)
    }

    /// The most that they cost.
    pub(super) fn most(&self) -> i64 {
        self.order.last().map_or(0, |&pair| self.cost(pair))
    }

    /// The least that they cost where so many of the cheapest pairs do not hold.
    pub(super) fn cost_without(&self, excluded: usize) -> i64 {
        self.order.get(excluded).map_or(self.most(), |&pair| self.cost(pair))
    }
}

/// Pairs under an assignment.
#[derive(Debug)]
pub(super) struct PairState {
    pub pairs: Pairs,
    /// Those before it in the order do not hold.
    pub next: usize,
    /// Which literal of each side holds.
    pub held: [Option<u16>; 2],
}

impl PairState {
    pub fn cost(&self) -> i64 {
        self.pairs.cost_without(self.next)
    }

    /// Moves on past the pairs that do not hold.
    pub fn advance(&mut self, trail: &Trail) {
        let Pairs { sides, order, .. } = &self.pairs;
        let is_excluded = |pair: &&[u16; 2]| {
            (0..2).any(|side| {
                let place = pair[side];
                self.held[side]
                    .map_or_else(|| trail.is_true(!sides[side][place as usize]), |held| held != place)
            })
        };
        self.next += order[self.next..].iter().take_while(is_excluded).count();
    }

    /// Why so many of the first pairs do not hold, from what was assigned before some time; how many that are.
    pub fn explain(&self, trail: &Trail, until: u32, clause: &mut Vec<Lit>) -> usize {
        let Pairs { sides, order, .. } = &self.pairs;
        let was = |literal: Lit| (1..until).contains(&trail.since(literal));
        let literal = |side: usize, place: u16| sides[side][place as usize];
        let held = [0, 1].map(|side| self.held[side].filter(|&place| was(literal(side, place))));
        let start = clause.len();
        for (position, pair) in order.iter().enumerate() {
            let is_explained = (0..2).any(|side| {
                let by_held = held[side].filter(|&place| place != pair[side]);
                clause[start..].contains(&literal(side, pair[side]))
                    || by_held.is_some_and(|place| clause[start..].contains(&!literal(side, place)))
            });
            if is_explained {
                continue;
            }
            let by_held = (0..2).find_map(|side| {
                held[side].filter(|&place| place != pair[side]).map(|place| !literal(side, place))
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
