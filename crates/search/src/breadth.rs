//! Breadth-first search: one layer of configurations for each number of actions.
//!
//! The table is its own queue: configurations are numbered in the order in which they are found.

use crate::budget::{Budget, End, Progress, SearchReport, SearchResult, POLL, REPORT};
use crate::path;
use crate::space::{StateSpace, Visit};
use crate::table::{Id, StateTable, TableSlot};

/// The parent number of the start, which has no parent.
const NONE: Id = Id::MAX;

/// Searches for a plan with the fewest actions. Every action counts as 1, whatever it costs, and estimates are not
/// used.
///
/// `watch` is called at each layer, and at intervals of expansions.
pub fn breadth_first<S: StateSpace>(
    space: &mut S,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(&SearchReport<'_, S::Action>),
) -> SearchResult<S::Action> {
    let mut table: StateTable<1> = StateTable::new(space.width());
    let mut state = vec![0; space.width()];
    space.start(&mut state);
    table.insert(&state, || Some([NONE]));
    let mut progress = Progress::default();
    let mut layer_end: usize = 1;
    let mut goal = space.is_goal(&state).then_some(0);
    let end = loop {
        progress.configurations = table.len();
        progress.bytes = table.bytes();
        let next = progress.expanded as usize;
        if goal.is_some() {
            break End::Optimal;
        }
        if next == layer_end || next == 0 {
            if next == table.len() {
                break End::Exhausted;
            }
            layer_end = table.len();
            progress.bound += 1;
            watch(&SearchReport { progress, path: None });
            if progress.bound > budget.most {
                break End::Bounded;
            }
        }
        if progress.expanded.is_multiple_of(POLL) && (budget.stop)() {
            break End::Stopped;
        }
        if !table.has_room(budget.table_bytes) {
            break End::TableFull;
        }
        if progress.expanded % REPORT == REPORT - 1 {
            watch(&SearchReport { progress, path: None });
        }
        state.copy_from_slice(table.state(next as Id));
        let first_new = table.len();
        space.expand(&state, &mut Layer { table: &mut table, parent: next as Id });
        progress.expanded += 1;
        // Each new configuration is tested once; the search ends at the first goal.
        for id in first_new..table.len() {
            state.copy_from_slice(table.state(id as Id));
            if space.is_goal(&state) {
                goal = Some(id as Id);
                break;
            }
        }
    };
    let path = goal.map(|goal| {
        let mut states = vec![table.state(goal).to_vec()];
        let mut at = goal;
        while table.word(at, 0) != NONE {
            at = table.word(at, 0);
            states.push(table.state(at).to_vec());
        }
        states.reverse();
        let mut path = path::along(space, &states);
        path.cost = path.actions.len() as u32;
        path
    });
    if let Some(path) = &path {
        progress.bound = path.cost;
        watch(&SearchReport { progress, path: Some(path) });
    }
    SearchResult { end, path, progress }
}

/// Puts the successors of one configuration into the table.
struct Layer<'a> {
    table: &'a mut StateTable<1>,
    parent: Id,
}

impl<A> Visit<A> for Layer<'_> {
    fn successor(&mut self, _: A, _: u32, state: &[u8], _: impl FnOnce() -> Option<u32>) {
        let slot = self.table.insert(state, || Some([self.parent]));
        debug_assert_ne!(slot, TableSlot::Refused);
    }
}
