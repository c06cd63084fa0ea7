//! How to search: backend, loop method, passes, threads.

use groundplan_sat::{Backend, Config};

use super::{SolveError, Threads};
use crate::pulse::Pulse;
use crate::translate::{Method, Sums, Translation};
use crate::{Pass, Passes, Tuning};

/// How to search; by default with [`Backend::default`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchConfig {
    /// The SAT solver.
    pub solver: Config,
    /// What is done about positive cycles.
    pub method: Method,
    /// What is done about sums.
    pub sums: Sums,
    /// How many threads search for one answer set or an optimum; by default one.
    pub threads: Threads,
    /// What the search decides on first.
    pub decisions: Decisions,
    /// The passes that run.
    pub passes: Passes,
    /// The numbers that steer them.
    pub tuning: Tuning,
    /// Is told of calls of the solver, if somebody looks on.
    pub(crate) pulse: Option<Pulse>,
}

/// What a search decides on first, wherever nothing is known. The answer sets are the same, their order is not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Decisions {
    /// What the SAT solver likes.
    #[default]
    Solver,
    /// What the program's `#heuristic` says. Needs a backend whose propagators may decide, and one thread searches.
    Domain,
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig::new(Backend::default(), Method::default())
    }
}

impl SearchConfig {
    /// A backend with its default options, and a loop method.
    #[must_use]
    pub fn new(backend: Backend, method: Method) -> Self {
        SearchConfig {
            solver: Config::new(backend),
            method,
            sums: Sums::default(),
            threads: Threads::default(),
            decisions: Decisions::default(),
            passes: Passes::ALL,
            tuning: Tuning::default(),
            pulse: None,
        }
    }

    /// A translation that has read nothing.
    ///
    /// # Errors
    ///
    /// [`SolveError::NoPropagation`].
    pub(super) fn translation(&self) -> Result<Translation, SolveError> {
        let backend = &self.solver.backend;
        let propagates = backend.takes_propagators();
        if !propagates && (self.method == Method::Propagate || self.sums == Sums::Propagate) {
            return Err(SolveError::NoPropagation { backend: backend.clone() });
        }
        let translation = Translation::new(self.method).with_passes(self.passes, self.tuning);
        let translation = translation.with_supports_on_demand();
        let translation = if propagates { translation.with_propagator(self.sums) } else { translation };
        let has_bounds = self.sums != Sums::Encode
            && self.passes.has(Pass::ExactlyOneGroups)
            && backend.members().iter().any(|member| member.explains_lazily());
        Ok(if has_bounds { translation.with_alternatives() } else { translation })
    }

    /// The configuration of the SAT solver, with what passes and tuning say of it.
    pub(super) fn sat(&self) -> Config {
        let mut config = self.solver.clone();
        config.tuning = self.tuning.sat;
        config.shares_clauses = self.passes.has(Pass::ClauseSharing);
        config.has_positive_phases = self.passes.has(Pass::PositivePhases);
        config
    }

    /// The same for questions most of which have no answer, as where a least horizon is proved.
    #[must_use]
    pub fn refuting(self) -> Self {
        SearchConfig { solver: self.solver.refuting(), ..self }
    }

    /// One of many that look elsewhere than this: see [`Config::varied`].
    pub(super) fn varied(&self, number: usize) -> Self {
        SearchConfig { solver: self.solver.varied(number), threads: Threads::default(), ..self.clone() }
    }
}
