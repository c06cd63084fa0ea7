//! Configuration of a search: backend, loop method, passes, threads.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicU64;
use std::sync::Arc;

use groundplan_sat::{Backend, Config};

use super::{SearchProfiler, SolveError, Threads};
use crate::translate::{Method, Sums, Translation};
use crate::Tuning;
use groundplan_ground::program::Modifier;
use groundplan_ground::{Pass, Passes};

/// Configuration of a search. The default backend is [`Backend::default`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchConfig {
    /// The SAT solver.
    pub solver: Config,
    /// The loop method: the treatment of positive cycles.
    pub method: Method,
    /// The treatment of sums.
    pub sums: Sums,
    /// The number of threads that search for one answer set or an optimum; by default one.
    pub threads: Threads,
    /// The decision heuristic.
    pub decisions: Decisions,
    /// A heuristic for atoms in addition to `#heuristic`, with [`Decisions::Domain`] only.
    pub default_heuristic: Option<DefaultHeuristic>,
    /// The passes that run.
    pub passes: Passes,
    /// Parameters of these passes and the search.
    pub tuning: Tuning,
    /// A counter of the solver's calls, for other threads to read.
    pub calls: Option<Arc<AtomicU64>>,
    /// Where the search says what the clauses of each statement contribute, if the program has origins.
    pub profile: Option<SearchProfiler>,
}

/// The decision heuristic of a search. It does not affect the set of answer sets, only their order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Decisions {
    /// The SAT solver's own heuristic.
    #[default]
    Solver,
    /// The program's `#heuristic` statements. Needs a backend whose propagators may decide; only one thread searches.
    Domain,
}

/// A heuristic that is not written in the program: clasp's `--dom-mod`. `#heuristic` statements take precedence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefaultHeuristic {
    /// The property that is changed.
    pub modifier: Modifier,
    /// The value, or the amount of the change.
    pub bias: i64,
    /// Whether it applies to shown atoms.
    pub is_for_shown: bool,
    /// Whether it applies to atoms of objectives. If it applies to neither, it applies to all atoms.
    pub is_for_objectives: bool,
}

impl FromStr for DefaultHeuristic {
    type Err = String;

    /// Parses the syntax of clasp's `--dom-mod`: modifiers by names or a number, and then the kinds of atoms.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.to_ascii_lowercase();
        let mut words = text.split(',').peekable();
        let mut bits = 0;
        // After the first word, numbers denote kinds of atoms.
        let is_number = |word: &str| word.starts_with(|it: char| it.is_ascii_digit());
        while let Some(more) =
            words.peek().filter(|word| bits == 0 || !is_number(word)).and_then(|it| modifier_bits(it))
        {
            bits |= more;
            words.next();
        }
        let (modifier, bias) = match bits {
            1 => (Modifier::Level, 1),
            2 => (Modifier::Sign, 1),
            3 => (Modifier::True, 1),
            4 => (Modifier::Sign, -1),
            5 => (Modifier::False, 1),
            6 => (Modifier::Init, 1),
            7 => (Modifier::Factor, 2),
            _ => return Err("write one of level, pos, true, neg, false, init and factor".to_owned()),
        };
        let mut default = DefaultHeuristic { modifier, bias, is_for_shown: false, is_for_objectives: false };
        for atoms in words {
            match atoms {
                "0" | "all" => {}
                "8" | "opt" => default.is_for_objectives = true,
                "16" | "show" => default.is_for_shown = true,
                "24" => (default.is_for_objectives, default.is_for_shown) = (true, true),
                _ => return Err(format!("atoms are picked by all, show and opt, not by `{atoms}`")),
            }
        }
        Ok(default)
    }
}

/// Returns clasp's bits for the name or number of a modifier: one for the level, and one for each sign.
fn modifier_bits(word: &str) -> Option<u8> {
    Some(match word {
        "1" | "level" => 1,
        "2" | "pos" => 2,
        "3" | "true" => 3,
        "4" | "neg" => 4,
        "5" | "false" => 5,
        "6" | "init" => 6,
        "7" | "factor" => 7,
        _ => return None,
    })
}

impl fmt::Display for DefaultHeuristic {
    /// Formats the heuristic in the syntax of clasp.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.modifier, self.bias) {
            (Modifier::Level, _) => "level",
            (Modifier::Sign, 1..) => "pos",
            (Modifier::Sign, _) => "neg",
            (Modifier::True, _) => "level,pos",
            (Modifier::False, _) => "level,neg",
            (Modifier::Init, _) => "pos,neg",
            (Modifier::Factor, _) => "level,pos,neg",
        })?;
        f.write_str(if self.is_for_objectives { ",opt" } else { "" })?;
        f.write_str(if self.is_for_shown { ",show" } else { "" })
    }
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig::new(Backend::default(), Method::default())
    }
}

impl SearchConfig {
    /// Creates a configuration with a backend and its default options, and a loop method.
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
            calls: None,
            profile: None,
        }
    }

    /// Creates an empty translation.
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
        Ok(if has_bounds { translation.with_exactly_one_groups() } else { translation })
    }

    /// Returns the configuration of the SAT solver, with the settings that passes and parameters imply.
    pub(super) fn sat(&self) -> Config {
        let mut config = self.solver.clone();
        config.tuning = self.tuning.sat;
        config.profile = self.profile.as_ref().map(|profiler| profiler.solvers.clone());
        config.shares_clauses = self.passes.has(Pass::ClauseSharing);
        config.has_positive_phases = self.passes.has(Pass::PositivePhases);
        config
    }

    /// Returns this configuration adapted to questions that mostly have no answer, such as proofs of a least horizon.
    #[must_use]
    pub fn refuting(self) -> Self {
        SearchConfig { solver: self.solver.refuting(), ..self }
    }

    /// Returns a variant of this configuration for a parallel search: see [`Config::varied`].
    pub(super) fn varied(&self, number: usize) -> Self {
        SearchConfig { solver: self.solver.varied(number), ..self.alone() }
    }

    /// Returns the configuration of one of several threads, by its number from 1 up: a variant where [no
    /// member](Backend::members_in_thread) is left for it.
    pub(super) fn in_thread(&self, number: usize, threads: usize) -> Self {
        let backend = &self.solver.backend;
        if backend.members_in_thread(number, threads).is_empty() {
            self.varied(number + 1 - backend.members().len())
        } else {
            self.alone()
        }
    }

    /// Returns this configuration with one thread. What its clauses contribute is not asked for.
    pub(super) fn alone(&self) -> Self {
        SearchConfig { threads: Threads::default(), profile: None, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_heuristics_are_written_as_clasp_writes_them() {
        for (text, written) in [
            ("1", "level"),
            ("2", "pos"),
            ("3,16", "level,pos,show"),
            ("4", "neg"),
            ("5,0", "level,neg"),
            ("6", "pos,neg"),
            ("7", "level,pos,neg"),
            ("5,8", "level,neg,opt"),
            ("5,24", "level,neg,opt,show"),
            ("FALSE,show", "level,neg,show"),
            ("pos,opt", "pos,opt"),
            ("true,all", "level,pos"),
        ] {
            let read: DefaultHeuristic = text.parse().unwrap();
            assert_eq!(read.to_string(), written);
            assert_eq!(written.parse(), Ok(read));
        }
        for text in ["", "8", "show", "5,1", "5,5", "5,scc", "level,", "no"] {
            assert!(text.parse::<DefaultHeuristic>().is_err(), "{text}");
        }
    }
}
