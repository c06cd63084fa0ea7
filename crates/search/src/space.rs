//! What an engine has to know of a problem.

/// A problem as states and actions between them.
///
/// A state is a byte string of one [width](StateSpace::width), and equal strings are the same state: whoever wants
/// symmetric configurations to be one brings them into one form. An action costs at least 1; the estimate of a state is
/// never more than the least cost of a plan from it.
pub trait StateSpace {
    /// What leads from one state to another.
    type Action: Clone;

    /// Bytes of a state.
    fn width(&self) -> usize;

    /// Writes the start state into `state`, which has that width.
    fn start(&mut self, state: &mut [u8]);

    /// Whether the state is a goal.
    fn is_goal(&mut self, state: &[u8]) -> bool;

    /// No plan from this state costs less; `None` if there is no plan from it at all. 0 where nothing better is known.
    fn estimate(&mut self, state: &[u8]) -> Option<u32> {
        let _ = state;
        Some(0)
    }

    /// Shows all successors of a state to `visit`, those left out from which no goal can be reached anyway.
    fn expand<V: Visit<Self::Action>>(&mut self, state: &[u8], visit: &mut V);
}

/// Looks at the successors of a state.
pub trait Visit<A> {
    /// Whether a successor by an action of this cost, whose estimate is `least` or more, is to be shown now. A space
    /// that can tell so much of a successor before it has made it may ask, and leave it out where the answer is no:
    /// whoever says no takes care that it is shown again if it is ever needed.
    fn wants(&mut self, cost: u32, least: impl FnOnce() -> Option<u32>) -> bool {
        let _ = (cost, least);
        true
    }

    /// Whether any successors are to be shown now of the state itself, whose estimate is `least` or more: a space may have
    /// a better estimate of a state that it expands than of one that it shows. What [`Visit::wants`] says of leaving out
    /// is true of this too.
    fn continues(&mut self, least: u32) -> bool {
        let _ = least;
        true
    }

    /// There is a successor by this action, at this cost. `estimate` is the successor's [`StateSpace::estimate`], asked
    /// for only where it is needed: most successors are known already.
    fn successor(&mut self, action: A, cost: u32, state: &[u8], estimate: impl FnOnce() -> Option<u32>);
}
