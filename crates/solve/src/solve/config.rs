//! How to search: backend, loop method, passes, threads.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicU64;
use std::sync::Arc;

use groundplan_sat::{Backend, Config};

use super::{SolveError, Threads};
use crate::translate::{Method, Sums, Translation};
use crate::Tuning;
use groundplan_ground::program::Modifier;
use groundplan_ground::{Pass, Passes};

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
    /// Counts the calls of the solver, for another thread to read.
    pub calls: Option<Arc<AtomicU64>>,
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

    /// Reads it as clasp's `--dom-mod` has it: what is changed, by names or a number, and then of which atoms.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.to_ascii_lowercase();
        let mut words = text.split(',').peekable();
        let mut bits = 0;
        // Behind the first word, numbers are of atoms.
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

/// What clasp makes of the name or number of a modifier: the level, and both signs.
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
    /// As clasp writes it.
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
            calls: None,
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
        Ok(if has_bounds { translation.with_exactly_one_groups() } else { translation })
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
