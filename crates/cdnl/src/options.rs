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
    /// Whether that is drawn for each variable instead.
    pub random_phases: bool,
    /// The part of decisions that are made on a variable that is drawn.
    pub random_decisions: f64,
    /// Up to so many restarts, all of them are.
    pub random_searches: u64,
    /// Conflicts until each of these restarts.
    pub random_conflicts: u64,
    /// What is drawn begins with it.
    pub seed: u64,
    /// Whether it is tried with the value that it had last from then on.
    pub saves_phases: bool,
    /// By how much earlier conflicts weigh less in the scores of variables, after each conflict. With 0.92 they take 1.5 times as
    /// long.
    pub score_decay: f64,
    /// The same for the activities of learned clauses.
    pub clause_decay: f32,
    /// Conflicts until the first restart of a search. With 120 in place of 60 it makes no difference.
    pub restart_unit: u64,
    /// By how much the distance of its restarts grows; `None`: by Luby's sequence.
    pub restart_growth: Option<f64>,
    /// Conflicts until learned clauses are deleted first. With 4,000 dense problems take 1.3 times as long.
    pub reduce_first: u64,
    /// How many more conflicts it takes each time.
    pub reduce_more: u64,
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
        }
    }
}

impl Options {
    /// Decides that variables are true, always. What it decides is a partial assignment that has to be completed, so restarts grow
    /// geometrically, and later conflicts weigh more. Where true is but the first value and all else as by default, 27 dense problems
    /// (designs, golfers, rectangles) take 1.35 times as long.
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
