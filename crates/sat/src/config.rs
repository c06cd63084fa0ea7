//! Solver configuration: the backend and its options.

use std::sync::atomic::AtomicU64;
use std::sync::Arc;

use crate::{Backend, CdnlOptions, ClauseProfile, Interrupter, Tuning};

/// The configuration of a solver: the backend and its options.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The SAT solver to run.
    pub backend: Backend,
    /// The flag that stops the solver. Give the same flag to several solvers to stop them together.
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
    /// A counter that is incremented at each conflict during a solve, for progress reports. Only backends that take propagators
    /// update it. Several solvers may share it.
    pub conflicts: Option<Arc<AtomicU64>>,
    /// Where solvers of the `cdnl` backend say what the clauses of each tag contribute to the search.
    pub profile: Option<ClauseProfile>,
}

impl Config {
    /// Returns a configuration of a backend with default options.
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
            conflicts: None,
            profile: None,
        }
    }

    /// Returns this configuration for a solver beside the search, which has no part in its profile.
    #[must_use]
    pub fn without_profile(&self) -> Self {
        Config { profile: None, ..self.clone() }
    }

    /// Returns this configuration, adapted to formulas that are mostly unsatisfiable, as in proving that a horizon is minimal.
    #[must_use]
    pub fn refuting(mut self) -> Self {
        self.backend = self.backend.simplifying();
        self.cadical = CadicalConfig::refuting();
        self
    }

    /// Returns this configuration, adapted to [modifications](crate::Solver::modify) of the decision order, or `None` if no solver
    /// of the backend takes them.
    #[must_use]
    pub fn deciding(mut self) -> Option<Self> {
        self.backend = self.backend.deciding();
        (self.backend == Backend::Cdnl).then_some(self)
    }

    /// Returns this configuration, adapted to propagators supplied by the user, which exist only once: of a portfolio, one solver
    /// is left.
    #[must_use]
    pub fn hosting(mut self) -> Self {
        self.backend = self.backend.deciding();
        self
    }

    /// Returns this configuration with another random seed; 1 is the default, as in clasp.
    #[must_use]
    pub fn seeded(mut self, seed: u64) -> Self {
        self.cdnl.seed = seed;
        // CaDiCaL's seeds range from 0 to 2,000,000,000. The upper half is left for the seeds of further threads (`varied`).
        let of_cadical = seed.wrapping_sub(1) % 1_000_000_000;
        self.cadical.options.push(("seed".to_owned(), of_cadical as i32));
        self
    }

    /// Returns a configuration that logs proofs of unsatisfiability.
    #[must_use]
    pub fn proving() -> Self {
        Config { cadical: CadicalConfig::refuting(), ..Config::new(Backend::Cadical) }
    }

    /// Whether [`varied`](Config::varied) returns configurations that differ from this one.
    #[must_use]
    pub fn varies(&self) -> bool {
        self.backend.takes_propagators()
    }

    /// Returns a configuration that searches in another order than this one, by its number from 1 up. The first one differs most:
    /// in the initial phase and in how often it restarts.
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

/// Options of CaDiCaL, named as in `cadical --help`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CadicalConfig {
    /// `default`, `plain`, `sat` or `unsat`.
    pub preset: String,
    /// Options set after the preset, such as `("chrono", 0)`. `factor` must stay 0.
    pub options: Vec<(String, i32)>,
}

impl CadicalConfig {
    /// Returns options for formulas that are mostly unsatisfiable, as in proving that a horizon is minimal. The search stays in
    /// focused mode: frequent restarts, and decisions on variables of recent conflicts. This is the fastest on optimal Sokoban
    /// plans, but may miss the models of a satisfiable puzzle for minutes.
    #[must_use]
    pub fn refuting() -> Self {
        Self::with_preset("unsat")
    }

    fn with_preset(preset: &str) -> Self {
        // Most atoms are false in an answer set, hence phase 0. Chronological backtracking does not pay on our formulas. Trying
        // simple assignments first (`lucky`) scans all clauses at each call, which slows enumeration down. Local search (`walk`)
        // made no difference.
        let options = [("phase", 0), ("chrono", 0), ("lucky", 0), ("walk", 0)]
            .map(|(name, value)| (name.to_owned(), value))
            .to_vec();
        Self { preset: preset.to_owned(), options }
    }
}

/// Focused and stable mode alternate, for formulas about which nothing is known.
impl Default for CadicalConfig {
    fn default() -> Self {
        Self::with_preset("default")
    }
}
