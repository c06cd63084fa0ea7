//! How to make a solver: the backend and its options.

use std::sync::atomic::AtomicU64;
use std::sync::Arc;

use crate::{Backend, CdnlOptions, Interrupter, Tuning};

/// How to make a solver.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The SAT solver to run.
    pub backend: Backend,
    /// The flag that stops it. Give the same one to several solvers to stop them together.
    pub interrupter: Interrupter,
    /// Options of the `cdnl` backend.
    pub cdnl: CdnlOptions,
    /// Options of the `cadical` backend.
    pub cadical: CadicalConfig,
    /// The numbers that steer the search.
    pub tuning: Tuning,
    /// Whether the solvers of a portfolio share short learned clauses.
    pub shares_clauses: bool,
    /// Whether a portfolio has a solver that decides with positive phases.
    pub has_positive_phases: bool,
    /// Whether the solver searches in the thread of whoever asks, which only `cdnl` does: it then ends when it sees that it is to, and
    /// no sooner. See [`Config::hosting`].
    pub in_place: bool,
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
            cdnl: CdnlOptions::default(),
            cadical: CadicalConfig::default(),
            tuning: Tuning::default(),
            shares_clauses: true,
            has_positive_phases: true,
            in_place: false,
            conflicts: None,
        }
    }

    /// The same for formulas most of which have no model, as where a least horizon is proved.
    #[must_use]
    pub fn refuting(mut self) -> Self {
        self.backend = self.backend.simplifying();
        self.cadical = CadicalConfig::refuting();
        self
    }

    /// The same for a propagator that decides; `None` where no solver of the backend takes one.
    #[must_use]
    pub fn deciding(mut self) -> Option<Self> {
        self.backend = self.backend.deciding();
        self.backend.takes_propagators().then_some(self)
    }

    /// The same for propagators of somebody else, which are called so often that a thread for the solver costs more than its search:
    /// where `cdnl` is what is left of the backend, it searches in place.
    #[must_use]
    pub fn hosting(mut self) -> Self {
        self.backend = self.backend.deciding();
        self.in_place = self.backend == Backend::Cdnl;
        self
    }

    /// The same with other draws, where something is drawn; 1 is the default, as in clasp.
    #[must_use]
    pub fn seeded(mut self, seed: u64) -> Self {
        self.cdnl.seed = seed;
        // CaDiCaL's begin with 0 and end at 2,000,000,000; those of other threads come after this one.
        let of_cadical = seed.wrapping_sub(1) % 1_000_000_000;
        self.cadical.options.push(("seed".to_owned(), of_cadical as i32));
        self
    }

    /// A solver that logs proofs of what has no model.
    #[must_use]
    pub fn proving() -> Self {
        Config { cadical: CadicalConfig::refuting(), ..Config::new(Backend::Cadical) }
    }

    /// Whether there are [others](Config::varied) that look elsewhere.
    #[must_use]
    pub fn varies(&self) -> bool {
        self.backend.takes_propagators()
    }

    /// One of many configurations that look elsewhere than this one, by its number from 1 on: the first differs most, by what it
    /// does first with a variable and by how long it stays with one part of the search.
    #[must_use]
    pub fn varied(&self, number: usize) -> Self {
        let mut config = self.clone();
        if !self.varies() {
            return config;
        }
        config.backend = config.backend.simplifying();
        let value = |name: &str, default: i32| {
            let set = self.cadical.options.iter().rev().find(|(option, _)| option == name);
            set.map_or(default, |(_, value)| *value)
        };
        let stable = value("stabilize", i32::from(self.cadical.preset != "unsat"));
        let (phase, seed) = (value("phase", 1), value("seed", 0));
        let options = [
            ("phase", if number % 2 == 1 { 1 - phase } else { phase }),
            ("stabilize", if matches!(number % 4, 1 | 2) { 1 - stable } else { stable }),
            ("seed", seed + number as i32),
        ];
        config.cdnl.initial_phase ^= number % 2 == 1;
        config.cdnl.restart_unit *= if matches!(number % 4, 1 | 2) { 8 } else { 1 };
        config.cadical.options.extend(options.map(|(name, value)| (name.to_owned(), value)));
        config
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
