//! Questions about an instance, with the engine and the limits to use.

use std::fmt;
use std::str::FromStr;

use groundplan::solve::{SearchConfig, Threads};

use crate::instance::Instance;
use crate::metric::Objective;
use crate::plan::Plan;

/// A question, its engine, and the resources that an answer may use.
#[derive(Clone, Debug)]
pub struct Question {
    /// The kind of plan to look for.
    pub wanted: Wanted,
    /// The engine that answers.
    pub engine: EngineName,
    /// Name and text of the program that states the rules of the game, for [`EngineName::Ground`]. `None` means the
    /// shipped one. With a custom program, the initial lower bound on the number of actions is 0.
    pub encoding: Option<(String, String)>,
    /// Backend and loop method of the solver. [`SearchConfig::refuting`] fits best, because all horizons but the last
    /// are refuted. Its interrupter stops every engine.
    pub config: SearchConfig,
    /// Literals of the ground program as text, which have to hold in the answer set: the cube to search for a plan of a
    /// given number of actions. For [`EngineName::Ground`] only.
    pub within: Vec<String>,
    /// Limit on the number of ground rules, facts included.
    pub ground_limit: Option<u64>,
    /// Limit on the table of a state-space engine, in bytes.
    pub table_bytes: usize,
    /// The number of threads that search with [`EngineName::TabledPlus`].
    pub threads: Threads,
    /// A known plan to improve on. [`EngineName::Fess`] starts from it.
    pub known: Option<Plan>,
}

/// The kind of plan that a question asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A plan of any number of actions. [`EngineName::Ground`] cannot answer this.
    Any,
    /// A plan of exactly the given number of actions.
    Exactly {
        /// The number of actions; `None` for the number that follows from the steps of the instance.
        actions: Option<usize>,
        /// Whether every action has to move its box.
        no_noop: bool,
    },
    /// A plan whose cost by the first metric of an objective is at most `most`. [`EngineName::Ground`] and
    /// [`EngineName::Tabled`] cannot answer this.
    Within {
        /// The objective that measures costs.
        objective: Objective,
        /// The largest cost allowed.
        most: usize,
    },
    /// A cheapest plan, with a proof that no plan is cheaper.
    Fewest {
        /// The objective to minimize.
        objective: Objective,
        /// The largest number of actions that a plan may have; `None` for no limit.
        most: Option<usize>,
        /// Whether the solver has to refute a cost of one less by the first metric even where the lower bound alone
        /// excludes it.
        confirm: bool,
    },
}

/// The engine that answers a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineName {
    /// Ground and solve.
    Ground,
    /// The published tabled program, run by mode-directed tabling.
    Tabled,
    /// A\* over canonical configurations, with all prunings that keep a plan of every length.
    TabledPlus,
    /// Feature-space search for any plan, followed by local search for cheaper ones. It can prove that there is no plan
    /// at all, and that a short plan is cheapest.
    Fess,
    /// [`EngineName::Ground`], [`EngineName::TabledPlus`] and [`EngineName::Fess`] at once, or for pushes and moves the
    /// last two; the first final answer counts.
    Auto,
}

impl Question {
    /// A question to ground-and-solve with the shipped encoding and without limits.
    #[must_use]
    pub fn new(wanted: Wanted) -> Question {
        Question {
            wanted,
            engine: EngineName::Ground,
            encoding: None,
            config: SearchConfig::default().refuting(),
            within: Vec::new(),
            ground_limit: None,
            table_bytes: usize::MAX,
            threads: Threads::default(),
            known: None,
        }
    }

    /// Asks for a plan of exactly this number of actions, no-ops included.
    #[must_use]
    pub fn exactly(actions: usize) -> Question {
        Question::new(Wanted::Exactly { actions: Some(actions), no_noop: false })
    }

    /// Asks for a plan with the least number of actions.
    #[must_use]
    pub fn fewest() -> Question {
        Question::least(Objective::LINES)
    }

    /// Asks for a cheapest plan by an objective.
    #[must_use]
    pub fn least(objective: Objective) -> Question {
        Question::new(Wanted::Fewest { objective, most: None, confirm: true })
    }
}

impl Wanted {
    /// The exact number of actions that a plan has to have; `None` where that is open.
    #[must_use]
    pub fn actions(self, instance: &Instance) -> Option<usize> {
        match self {
            Wanted::Exactly { actions: None, .. } => instance.steps.len().checked_sub(1),
            Wanted::Exactly { actions, .. } => actions,
            Wanted::Any | Wanted::Within { .. } | Wanted::Fewest { .. } => None,
        }
    }
}

impl EngineName {
    /// All engine names.
    pub const ALL: [EngineName; 5] =
        [EngineName::Ground, EngineName::Tabled, EngineName::TabledPlus, EngineName::Fess, EngineName::Auto];

    /// The size of the table space in bytes under a memory limit in MiB; by default 4 GiB. With `auto`, two engines
    /// that run in parallel share the memory.
    #[must_use]
    pub fn table_bytes(self, memory_limit: Option<u64>) -> usize {
        let limit = memory_limit.unwrap_or(4096);
        let table = if self == EngineName::Auto { limit / 2 } else { limit };
        usize::try_from(table << 20).unwrap_or(usize::MAX)
    }

    /// The name as options and messages spell it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EngineName::Ground => "ground",
            EngineName::Tabled => "tabled",
            EngineName::TabledPlus => "tabled+",
            EngineName::Fess => "fess",
            EngineName::Auto => "auto",
        }
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that is not an engine's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the engines are ground, tabled, tabled+, fess and auto")]
pub struct NoEngine;

impl FromStr for EngineName {
    type Err = NoEngine;

    fn from_str(name: &str) -> Result<Self, NoEngine> {
        EngineName::ALL.into_iter().find(|engine| engine.name() == name).ok_or(NoEngine)
    }
}
