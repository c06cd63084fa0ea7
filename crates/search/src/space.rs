//! The interface between an engine and a problem.

/// A problem given as states and actions between them.
///
/// A state is a byte string of fixed [width](StateSpace::width), and equal strings are equal states. A space that
/// wants symmetric configurations to be one state has to write them in one canonical form. Every action costs at
/// least 1. The estimate of a state never exceeds the least cost of a plan from it.
pub trait StateSpace {
    /// A transition from one state to another.
    type Action: Clone;

    /// The number of bytes of a state.
    fn width(&self) -> usize;

    /// Writes the start state into `state`, which has [width](StateSpace::width) bytes.
    fn start(&mut self, state: &mut [u8]);

    /// Returns whether the state is a goal.
    fn is_goal(&mut self, state: &[u8]) -> bool;

    /// Returns a lower bound on the cost of a plan from this state, or `None` if there is no plan from it. 0 is
    /// always valid.
    fn estimate(&mut self, state: &[u8]) -> Option<u32> {
        let _ = state;
        Some(0)
    }

    /// Calls [`Visit::successor`] for all successors of a state. Successors from which no goal can be reached may be
    /// left out.
    fn expand<V: Visit<Self::Action>>(&mut self, state: &[u8], visit: &mut V);
}

/// Receives the successors of a state.
pub trait Visit<A> {
    /// Returns whether to pass on, now, a successor by an action of this cost whose estimate is `least` or more.
    ///
    /// A space that has such a bound before it makes the successor may ask, and leave it out if the answer is false.
    /// The implementor that answers false has to expand the state again if the successor is needed later.
    fn wants(&mut self, cost: u32, least: impl FnOnce() -> Option<u32>) -> bool {
        let _ = (cost, least);
        true
    }

    /// Returns whether to pass on any successors now of a state whose own estimate is `least` or more.
    ///
    /// A space may have a better estimate for a state that it expands than for one that it passes on. Successors left
    /// out are treated as in [`Visit::wants`].
    fn continues(&mut self, least: u32) -> bool {
        let _ = least;
        true
    }

    /// Receives a successor, with its action and the cost of that action.
    ///
    /// `estimate` returns the successor's [`StateSpace::estimate`]. It is called only if needed: most successors are
    /// known already.
    fn successor(&mut self, action: A, cost: u32, state: &[u8], estimate: impl FnOnce() -> Option<u32>);
}
