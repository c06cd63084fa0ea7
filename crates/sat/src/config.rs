//! How to make a solver: the backend and its options.

use crate::{Backend, Interrupter};

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
}

impl Config {
    /// A backend with its default options.
    #[must_use]
    pub fn new(backend: Backend) -> Self {
        Self { backend, interrupter: Interrupter::new(), cadical: CadicalConfig::default() }
    }
}

/// Options of CaDiCaL, by the names that `cadical --help` prints.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CadicalConfig {
    /// `default`, `plain`, `sat` or `unsat`; `unsat` is the default here, for it was the fastest on our formulas.
    pub preset: String,
    /// Options set after the preset, as in `("chrono", 0)`. `factor` must stay 0.
    pub options: Vec<(String, i32)>,
}

impl Default for CadicalConfig {
    fn default() -> Self {
        // Most atoms are false in an answer set, and backtracking further than to the asserting level does not pay on
        // our formulas: together some 15 % on optimal Sokoban plans. Trying simple assignments first goes through all
        // clauses at each call, which doubles the time of an enumeration.
        let options = [("phase", 0), ("chrono", 0), ("lucky", 0)]
            .map(|(name, value)| (name.to_owned(), value))
            .to_vec();
        Self { preset: "unsat".to_owned(), options }
    }
}
