//! Retrograde analysis: computes the least cost of a plan from every reachable state, backwards from the goals.
//!
//! Source: Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986; for costs other than 1, by
//! Dijkstra's algorithm on the reversed actions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::space::{StateSpace, Visit};
use crate::table::{Id, StateTable, TableSlot};

/// The cost of a state from which no goal can be reached.
const NEVER: u32 = u32::MAX;

/// A state and the least cost of a plan from it.
pub type StateCost = (Box<[u8]>, u32);

/// Returns all reachable states from which a goal can be reached, in the order of their bytes, with the least cost of
/// a plan.
///
/// Returns `None` if more than `most` states are reachable. A plan may lead through a goal and on. Estimates are not
/// used.
pub fn retrograde<S: StateSpace>(space: &mut S, most: usize) -> Option<Vec<StateCost>> {
    let mut table: StateTable<1> = StateTable::new(space.width());
    let mut state = vec![0; space.width()];
    space.start(&mut state);
    table.insert(&state, || Some([NEVER]));
    let mut arcs: Vec<Arc> = Vec::new();
    let mut open = BinaryHeap::new();
    let mut next = 0;
    while next < table.len() {
        if table.len() > most {
            return None;
        }
        let id = next as Id;
        state.copy_from_slice(table.state(id));
        if space.is_goal(&state) {
            table.set_word(id, 0, 0);
            open.push(Reverse((0, id)));
        }
        space.expand(&state, &mut Explore { table: &mut table, arcs: &mut arcs, from: id });
        next += 1;
    }
    arcs.sort_unstable_by_key(|arc| arc.to);
    let into = |id: Id| {
        let start = arcs.partition_point(|arc| arc.to < id);
        arcs[start..].iter().take_while(move |arc| arc.to == id)
    };
    while let Some(Reverse((cost, id))) = open.pop() {
        if cost > table.word(id, 0) {
            continue;
        }
        for arc in into(id) {
            let before = cost + arc.cost;
            if before < table.word(arc.from, 0) {
                table.set_word(arc.from, 0, before);
                open.push(Reverse((before, arc.from)));
            }
        }
    }
    let all = (0..table.len() as Id).map(|id| (table.state(id).into(), table.word(id, 0)));
    let mut remaining: Vec<StateCost> = all.filter(|&(_, cost)| cost != NEVER).collect();
    remaining.sort_unstable();
    Some(remaining)
}

/// An action from one state to another.
struct Arc {
    from: Id,
    to: Id,
    cost: u32,
}

/// Puts the successors of one state into the table, and records the actions that lead to them.
struct Explore<'a> {
    table: &'a mut StateTable<1>,
    arcs: &'a mut Vec<Arc>,
    from: Id,
}

impl<A> Visit<A> for Explore<'_> {
    fn successor(&mut self, _: A, cost: u32, state: &[u8], _: impl FnOnce() -> Option<u32>) {
        if let TableSlot::Known(to) | TableSlot::New(to) = self.table.insert(state, || Some([NEVER])) {
            self.arcs.push(Arc { from: self.from, to, cost });
        }
    }
}
