//! Restricts a space to plans with an exact number of actions.
//!
//! The number of actions done becomes part of the state.

use crate::space::{StateSpace, Visit};

/// A space whose plans have an exact number of actions, whatever the actions of the inner space cost.
///
/// The estimate of the inner space has to be a lower bound on the number of actions.
#[derive(Clone, Debug)]
pub struct Exactly<S> {
    space: S,
    actions: u32,
}

impl<S: StateSpace> Exactly<S> {
    /// Wraps `space` so that its plans have exactly this number of actions.
    pub fn new(space: S, actions: u32) -> Self {
        Exactly { space, actions }
    }

    /// Splits a state into the number of actions done and the state of the inner space.
    fn split<'a>(&self, state: &'a [u8]) -> (u32, &'a [u8]) {
        let (done, state) = state.split_at(4);
        (u32::from_le_bytes(done.try_into().expect("four bytes")), state)
    }
}

/// A state is the number of actions done, as four bytes, followed by the state of the inner space.
impl<S: StateSpace> StateSpace for Exactly<S> {
    type Action = S::Action;

    fn width(&self) -> usize {
        4 + self.space.width()
    }

    fn start(&mut self, state: &mut [u8]) {
        state[..4].fill(0);
        self.space.start(&mut state[4..]);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        let (done, state) = self.split(state);
        done == self.actions && self.space.is_goal(state)
    }

    fn estimate(&mut self, state: &[u8]) -> Option<u32> {
        let (done, state) = self.split(state);
        let left = self.actions - done;
        self.space.estimate(state).filter(|&estimate| estimate <= left).map(|_| left)
    }

    fn expand<V: Visit<S::Action>>(&mut self, state: &[u8], visit: &mut V) {
        let (done, state) = self.split(state);
        if done < self.actions {
            let left = self.actions - done - 1;
            let mut next = vec![0; self.width()];
            next[..4].copy_from_slice(&(done + 1).to_le_bytes());
            self.space.expand(state, &mut CountedState { visit, next, left });
        }
    }
}

/// Passes successors of the inner space on to `visit`, with the number of actions in front.
struct CountedState<'a, V> {
    visit: &'a mut V,
    next: Vec<u8>,
    /// The number of actions left after the successor.
    left: u32,
}

impl<A, V: Visit<A>> Visit<A> for CountedState<'_, V> {
    fn wants(&mut self, _: u32, least: impl FnOnce() -> Option<u32>) -> bool {
        least().is_some_and(|least| least <= self.left)
    }

    fn continues(&mut self, least: u32) -> bool {
        // The expanded state itself has one action more left than its successors.
        least <= self.left + 1
    }

    fn successor(&mut self, action: A, _: u32, state: &[u8], estimate: impl FnOnce() -> Option<u32>) {
        self.next[4..].copy_from_slice(state);
        let left = self.left;
        let estimate = || estimate().filter(|&estimate| estimate <= left).map(|_| left);
        self.visit.successor(action, 1, &self.next, estimate);
    }
}
