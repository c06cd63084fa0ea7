//! What a search has counted.

use std::time::Duration;

/// Counts and times of a [`super::Search`] since it was made.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[non_exhaustive]
pub struct Statistics {
    /// SAT variables.
    pub variables: usize,
    /// Clauses, without those that block answer sets already enumerated.
    pub clauses: usize,
    /// Components of the positive dependency graph with cycles.
    pub loop_components: usize,
    /// Atoms in these components.
    pub loop_atoms: usize,
    /// Loop formulas added because a model was not stable.
    pub loop_formulas: usize,
    /// Calls of the SAT solver.
    pub sat_calls: usize,
    /// Conflicts, if the backend counts them.
    pub conflicts: Option<u64>,
    /// Time in translation.
    pub translation: Duration,
    /// Time in the SAT solver.
    pub search: Duration,
}
