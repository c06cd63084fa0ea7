//! The successors of a batch of configurations, collected without changing the table.
//!
//! So several threads can collect successors at once.

use crate::space::{StateSpace, Visit};
use crate::table::{Id, StateTable};

/// Index of the second of the two words stored with a configuration: its cost, with the bit [`CLOSED`].
pub(crate) const COST: usize = 1;
/// The bit of the cost word that marks a configuration as closed.
pub(crate) const CLOSED: u32 = 1 << 31;

/// Limits on cost plus estimate that decide which successors are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// A successor above this is left out now, and its parent is opened again.
    pub(crate) now: u32,
    /// A successor above this is left out for good.
    pub(crate) most: u32,
    /// The cost of the best known plan, if any: a successor with this or more is left out for good.
    pub(crate) best_plan: Option<u32>,
}

/// The successors of a batch of configurations, stored one configuration after the other.
#[derive(Default)]
pub(crate) struct SuccessorBatch {
    parents: Vec<ParentState>,
    /// The cost and estimate of each successor.
    costs: Vec<(u32, u32)>,
    /// The states of the successors, `width` bytes each, in the same order.
    states: Vec<u8>,
    width: usize,
    /// Reused buffer for the state that is being expanded.
    state: Vec<u8>,
}

/// The entry of one expanded configuration.
#[derive(Clone, Copy)]
struct ParentState {
    /// The index of its first successor in the batch.
    start: usize,
    /// The least cost plus estimate of a successor left out for now, if any.
    later: Option<u32>,
    /// Whether a successor was left out for exceeding [`Limits::most`].
    beyond: bool,
}

/// A view of the successors of one configuration.
pub(crate) struct Successors<'a> {
    costs: &'a [(u32, u32)],
    states: &'a [u8],
    width: usize,
    /// The least cost plus estimate of a successor left out for now, if any.
    pub(crate) later: Option<u32>,
    /// Whether a successor was left out for exceeding [`Limits::most`].
    pub(crate) beyond: bool,
}

impl Successors<'_> {
    /// Iterates over the successors as cost, estimate and state.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u32, &[u8])> {
        let states = self.states.chunks_exact(self.width.max(1));
        self.costs.iter().zip(states).map(|(&(cost, estimate), state)| (cost, estimate, state))
    }
}

impl SuccessorBatch {
    /// Expands configurations given with their costs, and replaces what the batch held before.
    pub(crate) fn expand<S: StateSpace>(
        &mut self,
        space: &mut S,
        table: &StateTable<2>,
        limits: Limits,
        configurations: impl Iterator<Item = (Id, u32)>,
    ) {
        self.parents.clear();
        self.costs.clear();
        self.states.clear();
        self.width = space.width();
        for (id, cost) in configurations {
            self.parents.push(ParentState { start: self.costs.len(), later: None, beyond: false });
            let mut state = std::mem::take(&mut self.state);
            state.clear();
            state.extend_from_slice(table.state(id));
            space.expand(&state, &mut Collector { batch: self, table, limits, cost });
            self.state = state;
        }
    }

    /// Returns the successors of the configuration at this index of the batch.
    pub(crate) fn successors_of(&self, index: usize) -> Successors<'_> {
        let ParentState { start, later, beyond } = self.parents[index];
        let end = self.parents.get(index + 1).map_or(self.costs.len(), |next| next.start);
        let states = &self.states[start * self.width..end * self.width];
        Successors { costs: &self.costs[start..end], states, width: self.width, later, beyond }
    }
}

/// Collects the successors of the configuration that was added to the batch last.
struct Collector<'a> {
    batch: &'a mut SuccessorBatch,
    table: &'a StateTable<2>,
    limits: Limits,
    cost: u32,
}

impl Collector<'_> {
    /// Returns whether a successor with this cost and estimate is kept now, and notes in the parent why it is not.
    fn admits(&mut self, cost: u32, estimate: u32) -> bool {
        let Limits { now, most, best_plan } = self.limits;
        let total = cost.saturating_add(estimate);
        let parent = self.batch.parents.last_mut().expect("it is there as long as it is expanded");
        if total > most {
            parent.beyond = true;
        } else if best_plan.is_none_or(|cost| total < cost) {
            // A possible goal is kept at any cost: it gives a plan, if not always a cheapest one.
            if total <= now || estimate == 0 {
                return true;
            }
            parent.later = Some(parent.later.map_or(total, |later| later.min(total)));
        }
        false
    }
}

impl<A> Visit<A> for Collector<'_> {
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
            self.batch.costs.push((cost, estimate));
            self.batch.states.extend_from_slice(state);
        }
    }
}
