//! Groups of literals at most one of which holds, with the cost of each.

use rustsat::types::Lit;

/// A group of literals at most one of which holds, its options, and the cost of each option, the cheapest first. If
/// none holds, the cost is `otherwise`, which is some upper bound if one always holds. The least of these costs is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub(super) options: Vec<(Lit, i64)>,
    pub(super) otherwise: i64,
}

impl Group {
    /// Creates a group, and returns it with the cost that is always paid. `otherwise` is `None` if an option always
    /// holds.
    pub(crate) fn new(mut options: Vec<(Lit, i64)>, otherwise: Option<i64>) -> (Self, i64) {
        options.sort_by_key(|&(_, cost)| cost);
        let least = options.iter().map(|&(_, cost)| cost).chain(otherwise).min().unwrap_or(0);
        options.iter_mut().for_each(|(_, cost)| *cost -= least);
        let otherwise = otherwise.map_or_else(|| options.last().map_or(0, |o| o.1), |cost| cost - least);
        (Group { options, otherwise }, least)
    }

    /// Creates a group for a single literal with a cost.
    pub(crate) fn single(literal: Lit, cost: i64) -> Self {
        Group { options: vec![(!literal, 0)], otherwise: cost }
    }

    /// Returns the highest cost of the group.
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
    pub is_decided: bool,
    pub last: usize,
}

impl GroupState {
    pub fn cost(&self) -> i64 {
        match self.group.options.get(self.next) {
            Some(&(_, cost)) if self.is_decided => cost,
            Some(&(_, cost)) => cost.min(self.group.otherwise),
            None => self.group.otherwise,
        }
    }
}
