//! Recovers the actions of a plan from its states.

use crate::budget::Path;
use crate::space::{StateSpace, Visit};

/// Returns the path through these states, with the cheapest action between each two.
///
/// Actions are not stored in the table: the few of a plan are found again by expanding its states.
pub(crate) fn along<S: StateSpace>(space: &mut S, states: &[Vec<u8>]) -> Path<S::Action> {
    let mut path = Path { cost: 0, actions: Vec::new() };
    for pair in states.windows(2) {
        let mut finder = ActionFinder { wanted: &pair[1], found: None };
        space.expand(&pair[0], &mut finder);
        let (cost, action) = finder.found.expect("a state of the way is a successor of the one before");
        path.cost += cost;
        path.actions.push(action);
    }
    path
}

/// Searches for the cheapest action that leads to one state.
struct ActionFinder<'a, A> {
    wanted: &'a [u8],
    found: Option<(u32, A)>,
}

impl<A> Visit<A> for ActionFinder<'_, A> {
    fn successor(&mut self, action: A, cost: u32, state: &[u8], _: impl FnOnce() -> Option<u32>) {
        if state == self.wanted && self.found.as_ref().is_none_or(|(known, _)| cost < *known) {
            self.found = Some((cost, action));
        }
    }
}
