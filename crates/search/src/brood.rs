//! The successors of some configurations, collected while the table stays as it is, so that several threads can do so.

use crate::space::{StateSpace, Visit};
use crate::table::{Id, Table};

/// The second of two words beside a configuration: its cost, with a bit that says that it is closed.
pub(crate) const COST: usize = 1;
pub(crate) const CLOSED: u32 = 1 << 31;

/// Which successors are of interest, by cost plus estimate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// More than this can wait.
    pub(crate) now: u32,
    /// More than this is of no interest at all.
    pub(crate) most: u32,
    /// Nor is as much as the best known plan costs.
    pub(crate) known: Option<u32>,
}

/// Successors of one configuration after the other.
#[derive(Default)]
pub(crate) struct Brood {
    parents: Vec<Parent>,
    /// Cost and estimate of each successor.
    costs: Vec<(u32, u32)>,
    /// Its state.
    states: Vec<u8>,
    width: usize,
    state: Vec<u8>,
}

/// What is known of the successors of a configuration besides themselves.
#[derive(Clone, Copy)]
struct Parent {
    /// How many successors all before it have.
    start: usize,
    later: Option<u32>,
    beyond: bool,
}

/// The successors of one configuration.
pub(crate) struct Offspring<'a> {
    costs: &'a [(u32, u32)],
    states: &'a [u8],
    width: usize,
    /// The least cost plus estimate of those that wait.
    pub(crate) later: Option<u32>,
    /// Whether one was left out because it costs too much.
    pub(crate) beyond: bool,
}

impl Offspring<'_> {
    /// Cost, estimate and state of each.
    pub(crate) fn successors(&self) -> impl Iterator<Item = (u32, u32, &[u8])> {
        let states = self.states.chunks_exact(self.width.max(1));
        self.costs.iter().zip(states).map(|(&(cost, estimate), state)| (cost, estimate, state))
    }
}

impl Brood {
    /// Expands configurations of these costs; what was here before is forgotten.
    pub(crate) fn expand<S: StateSpace>(
        &mut self,
        space: &mut S,
        table: &Table<2>,
        limits: Limits,
        configurations: impl Iterator<Item = (Id, u32)>,
    ) {
        self.parents.clear();
        self.costs.clear();
        self.states.clear();
        self.width = space.width();
        for (id, cost) in configurations {
            self.parents.push(Parent { start: self.costs.len(), later: None, beyond: false });
            let mut state = std::mem::take(&mut self.state);
            state.clear();
            state.extend_from_slice(table.state(id));
            space.expand(&state, &mut Generation { brood: self, table, limits, cost });
            self.state = state;
        }
    }

    /// What was found of one of them.
    pub(crate) fn offspring(&self, index: usize) -> Offspring<'_> {
        let Parent { start, later, beyond } = self.parents[index];
        let end = self.parents.get(index + 1).map_or(self.costs.len(), |next| next.start);
        let states = &self.states[start * self.width..end * self.width];
        Offspring { costs: &self.costs[start..end], states, width: self.width, later, beyond }
    }
}

/// Takes the successors of the last configuration.
struct Generation<'a> {
    brood: &'a mut Brood,
    table: &'a Table<2>,
    limits: Limits,
    cost: u32,
}

impl Generation<'_> {
    /// Whether what has this cost and estimate is to be tabled now.
    fn admits(&mut self, cost: u32, estimate: u32) -> bool {
        let Limits { now, most, known } = self.limits;
        let total = cost.saturating_add(estimate);
        let parent = self.brood.parents.last_mut().expect("it is there as long as it is expanded");
        if total > most {
            parent.beyond = true;
        } else if known.is_none_or(|known| total < known) {
            // What may be a goal is a plan at least, if not a cheapest one.
            if total <= now || estimate == 0 {
                return true;
            }
            parent.later = Some(parent.later.map_or(total, |later| later.min(total)));
        }
        false
    }
}

impl<A> Visit<A> for Generation<'_> {
    fn wants(&mut self, cost: u32, least: impl FnOnce() -> Option<u32>) -> bool {
        let cost = self.cost.saturating_add(cost);
        least().is_some_and(|least| self.admits(cost, least))
    }

    fn continues(&mut self, least: u32) -> bool {
        self.admits(self.cost, least)
    }

    fn successor(&mut self, _: A, cost: u32, state: &[u8], estimate: impl FnOnce() -> Option<u32>) {
        let cost = self.cost.saturating_add(cost);
        let known = self.table.find(state).map(|known| self.table.word(known, COST) & !CLOSED);
        if known.is_some_and(|known| cost >= known) {
            return;
        }
        if let Some(estimate) = estimate().filter(|&estimate| self.admits(cost, estimate)) {
            self.brood.costs.push((cost, estimate));
            self.brood.states.extend_from_slice(state);
        }
    }
}
