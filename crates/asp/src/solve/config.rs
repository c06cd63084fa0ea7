//! How to search: backend, loop method, passes, threads.

use std::str::FromStr;

use groundplan_sat::{Backend, Config};

use super::{SolveError, Threads};
use crate::program::Modifier;
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
    /// What the search is told of atoms beside `#heuristic`, where it [hears](Decisions::Domain) that.
    pub default_heuristic: Option<DefaultHeuristic>,
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

/// A heuristic that a program does not write: clasp's `--dom-mod`. What `#heuristic` says of an atom goes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefaultHeuristic {
    /// What is changed.
    pub modifier: Modifier,
    /// To what, or by how much.
    pub bias: i64,
    /// Whether it is for what is shown.
    pub is_for_shown: bool,
    /// Whether it is for atoms of objectives; of all atoms, if it is for neither.
    pub is_for_objectives: bool,
}

impl FromStr for DefaultHeuristic {
    type Err = String;

    /// Reads it as clasp's `--dom-mod` has it: what is changed, by name or number, and after a comma of which atoms.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.to_ascii_lowercase();
        let (what, atoms) = match ["level,pos", "level,neg"].into_iter().find(|it| text.starts_with(it)) {
            Some(what) => (what, text[what.len()..].trim_start_matches(',')),
            None => text.split_once(',').unwrap_or((&text, "")),
        };
        let (modifier, bias) = match what {
            "1" | "level" => (Modifier::Level, 1),
            "2" | "pos" => (Modifier::Sign, 1),
            "3" | "true" | "level,pos" => (Modifier::True, 1),
            "4" | "neg" => (Modifier::Sign, -1),
            "5" | "false" | "level,neg" => (Modifier::False, 1),
            "6" | "init" => (Modifier::Init, 1),
            "7" | "factor" => (Modifier::Factor, 2),
            _ => return Err("write one of level, pos, true, neg, false, init and factor".to_owned()),
        };
        let mut default = DefaultHeuristic { modifier, bias, is_for_shown: false, is_for_objectives: false };
        for atoms in atoms.split(',') {
            match atoms {
                "" | "0" | "all" => {}
                "8" | "opt" => default.is_for_objectives = true,
                "16" | "show" => default.is_for_shown = true,
                "24" => (default.is_for_objectives, default.is_for_shown) = (true, true),
                _ => return Err(format!("atoms are picked by all, show and opt, not by `{atoms}`")),
            }
        }
        Ok(default)
    }
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
            default_heuristic: None,
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
