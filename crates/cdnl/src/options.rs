//! Parameters of a search. None of them changes an answer.
//!
//! The values were measured on CNFs of `scripts/bench/families` by the geometric mean of the time. `docs/benchmarks/tried.md` has
//! the results of other values.

/// Parameters of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The initial phase of each variable.
    pub initial_phase: bool,
    /// Draws the initial phase of each variable at random instead.
    pub random_phases: bool,
    /// The fraction of decisions that are made on a random variable.
    pub random_decisions: f64,
    /// The number of restarts up to which all decisions are made on random variables.
    pub random_searches: u64,
    /// The number of conflicts between these first restarts.
    pub random_conflicts: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Phase saving: a variable is decided with the value that it had last.
    pub saves_phases: bool,
    /// The factor by which the weight of earlier conflicts in the scores of variables shrinks at each conflict.
    pub score_decay: f64,
    /// The factor by which the weight of earlier conflicts in the activities of learned clauses shrinks at each conflict.
    pub clause_decay: f32,
    /// The number of conflicts until the first restart of a search.
    pub restart_unit: u64,
    /// The factor by which the distance between restarts grows; `None` for Luby's sequence.
    pub restart_growth: Option<f64>,
    /// The number of conflicts until the first deletion of learned clauses.
    pub reduce_first: u64,
    /// The increase of this number at each deletion.
    pub reduce_more: u64,
    /// The number of conflicts between two models at which an enumeration first gives up its order of decisions.
    pub enumeration_budget: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            initial_phase: false,
            random_phases: false,
            random_decisions: 0.0,
            random_searches: 0,
            random_conflicts: 100,
            seed: 1,
            saves_phases: true,
            score_decay: 0.95,
            clause_decay: 0.999,
            restart_unit: 60,
            restart_growth: None,
            reduce_first: 2000,
            reduce_more: 100,
            enumeration_budget: 1000,
        }
    }
}

impl Options {
    /// Returns options under which every decision makes its variable true. These decisions build a partial solution that must be
    /// completed. So restarts become rarer geometrically, and recent conflicts weigh more. A positive initial phase alone, with
    /// phase saving, is slower on dense problems (designs, golfers, rectangles).
    #[must_use]
    pub fn positive() -> Self {
        Options {
            initial_phase: true,
            saves_phases: false,
            score_decay: 0.92,
            restart_unit: 100,
            restart_growth: Some(1.5),
            reduce_first: 8000,
            ..Options::default()
        }
    }
}
