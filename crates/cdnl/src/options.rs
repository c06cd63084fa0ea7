//! The numbers that steer a search. None of them changes an answer.
//!
//! They were measured on 20 CNFs of `scripts/bench/families`, competition graph colouring among them, by the geometric mean of the
//! time; `docs/benchmarks/tried.md` has what came of other values.

/// The numbers that steer a search.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// What a variable is tried with first.
    pub initial_phase: bool,
    /// By how much earlier conflicts weigh less in the scores of variables, after each conflict. With 0.92 they take 1.5 times as
    /// long.
    pub score_decay: f64,
    /// The same for the activities of learned clauses.
    pub clause_decay: f32,
    /// Conflicts between restarts, to be multiplied by Luby's sequence. With 120 it makes no difference.
    pub restart_unit: u64,
    /// Conflicts until learned clauses are deleted first. With 4,000 dense problems take 1.3 times as long.
    pub reduce_first: u64,
    /// How many more conflicts it takes each time.
    pub reduce_more: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            initial_phase: false,
            score_decay: 0.95,
            clause_decay: 0.999,
            restart_unit: 60,
            reduce_first: 2000,
            reduce_more: 100,
        }
    }
}
