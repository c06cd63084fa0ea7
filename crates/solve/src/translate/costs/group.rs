//! Alternatives, and what each of them costs.

use rustsat::types::Lit;

/// Alternatives: literals of which at most one holds, with what it costs if that one does, the cheapest first; and what it
/// costs if none does, which is some upper bound where one always holds. The least of these is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub(super) options: Vec<(Lit, i64)>,
    pub(super) otherwise: i64,
}

impl Group {
    /// Alternatives, and what they cost in any case; `otherwise` is missing if one of them always holds.
    pub(crate) fn new(mut options: Vec<(Lit, i64)>, otherwise: Option<i64>) -> (Self, i64) {
        options.sort_by_key(|&(_, cost)| cost);
        let least = options.iter().map(|&(_, cost)| cost).chain(otherwise).min().unwrap_or(0);
        options.iter_mut().for_each(|(_, cost)| *cost -= least);
        let otherwise = otherwise.map_or_else(|| options.last().map_or(0, |o| o.1), |cost| cost - least);
        (Group { options, otherwise }, least)
    }

    /// A literal that costs so much if it holds.
    pub(crate) fn single(literal: Lit, cost: i64) -> Self {
        Group { options: vec![(!literal, 0)], otherwise: cost }
    }

    /// The most that it costs.
    pub(super) fn most(&self) -> i64 {
        self.options.last().map_or(0, |&(_, cost)| cost).max(self.otherwise)
    }
}

/// A group under an assignment.
#[derive(Debug)]
pub(super) struct GroupState {
    pub group: Group,
    pub next: usize,
    /// Whether the option at `next` holds.
    pub is_settled: bool,
    pub last: usize,
}

impl GroupState {
    pub fn cost(&self) -> i64 {
        match self.group.options.get(self.next) {
            Some(&(_, cost)) if self.is_settled => cost,
            Some(&(_, cost)) => cost.min(self.group.otherwise),
            None => self.group.otherwise,
        }
    }
}
