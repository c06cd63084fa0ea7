//! How to make a solver: the backend and its options.

use std::sync::atomic::AtomicU64;
use std::sync::Arc;

use crate::{Backend, Interrupter, Tuning};

/// How to make a solver.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The SAT solver to run.
    pub backend: Backend,
    /// The flag that stops it. Give the same one to several solvers to stop them together.
    pub interrupter: Interrupter,
    /// Options of the `cadical` backend.
    pub cadical: CadicalConfig,
    /// The numbers that steer the search.
    pub tuning: Tuning,
    /// Whether the solvers of [`Backend::Portfolio`] share short learned clauses.
    pub shares_clauses: bool,
    /// Whether [`Backend::Portfolio`] has a solver that decides with positive phases.
    pub has_positive_phases: bool,
    /// Counts conflicts while a solve is running, for whoever wants to look on, in backends that take propagators. Several
    /// solvers may share it.
    pub conflicts: Option<Arc<AtomicU64>>,
}

impl Config {
    /// A backend with its default options.
    #[must_use]
    pub fn new(backend: Backend) -> Self {
        Self {
            backend,
            interrupter: Interrupter::new(),
            cadical: CadicalConfig::default(),
            tuning: Tuning::default(),
            shares_clauses: true,
            has_positive_phases: true,
            conflicts: None,
        }
    }
}

/// Options of CaDiCaL, by the names that `cadical --help` prints.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CadicalConfig {
    /// `default`, `plain`, `sat` or `unsat`.
    pub preset: String,
    /// Options set after the preset, as in `("chrono", 0)`. `factor` must stay 0.
    pub options: Vec<(String, i32)>,
}

impl CadicalConfig {
    /// For formulas most of which have no model, as where a least horizon is proved: the search never leaves focused
    /// mode, where it restarts often and decides on what conflicts met last. It is the fastest on optimal Sokoban plans,
    /// and may miss the models of a satisfiable puzzle for minutes.
    #[must_use]
    pub fn refuting() -> Self {
        Self::with_preset("unsat")
    }

    fn with_preset(preset: &str) -> Self {
        // Most atoms are false in an answer set, and backtracking further than to the asserting level does not pay on
        // our formulas: together some 15 % on optimal Sokoban plans. Trying simple assignments first goes through all
        // clauses at each call, which doubles the time of an enumeration. Local search made no difference on puzzles.
        let options = [("phase", 0), ("chrono", 0), ("lucky", 0), ("walk", 0)]
            .map(|(name, value)| (name.to_owned(), value))
            .to_vec();
        Self { preset: preset.to_owned(), options }
    }
}

/// Focused and stable mode in turns, for formulas of which nothing is known.
impl Default for CadicalConfig {
    fn default() -> Self {
        Self::with_preset("default")
    }
}
