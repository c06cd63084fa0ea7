//! What can be asked of an instance, and who is to answer.

use std::fmt;
use std::str::FromStr;

use groundplan::solve::{SearchConfig, Threads};

use crate::instance::Instance;
use crate::metric::Objective;
use crate::plan::Plan;

/// A question, and what the answer may cost.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked for.
    pub wanted: Wanted,
    /// Who answers.
    pub engine: EngineName,
    /// Name and text of the program that states the rules of the game, for [`EngineName::Ground`]; the shipped one if there
    /// is none. With another one, the lower bound on the number of actions is 0.
    pub encoding: Option<(String, String)>,
    /// Backend and loop method, best as [`SearchConfig::refuting`]: all horizons but the last are refuted. Its interrupter
    /// stops every engine.
    pub config: SearchConfig,
    /// Literals of the ground program that hold, as text: the cube that a plan of a number of actions is looked for in. For
    /// [`EngineName::Ground`] alone.
    pub within: Vec<String>,
    /// How many ground rules there may be, facts included.
    pub ground_limit: Option<u64>,
    /// Bytes of table space of a state-space engine.
    pub table_bytes: usize,
    /// How many threads search with [`EngineName::TabledPlus`].
    pub threads: Threads,
    /// A plan that is known, to be bettered. [`EngineName::Fess`] begins with it.
    pub known: Option<Plan>,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A plan of any number of actions. [`EngineName::Ground`] has no answer to that.
    Any,
    /// A plan of exactly so many actions.
    Exactly {
        /// How many; `None` for as many as the steps of the instance ask for.
        actions: Option<usize>,
        /// Whether every action has to move its box.
        no_noop: bool,
    },
    /// A plan that costs no more than so much by the first metric of an objective. [`EngineName::Ground`] and
    /// [`EngineName::Tabled`] have no answer to that.
    Within {
        /// What is counted.
        objective: Objective,
        /// The most that it may cost.
        most: usize,
    },
    /// A best plan, and the proof that it is.
    Fewest {
        /// What is counted.
        objective: Objective,
        /// No more actions than this are of interest.
        most: Option<usize>,
        /// Whether the solver refutes one less by the first metric even where the lower bound alone excludes it.
        confirm: bool,
    },
}

/// Who answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineName {
    /// Ground and solve.
    Ground,
    /// The published tabled program by mode-directed tabling.
    Tabled,
    /// Canonical configurations, all prunings that keep a plan of every length, A\*.
    TabledPlus,
    /// Feature-space search for any plan, which is then made cheaper. It proves that there is no plan at all, and of short plans
    /// that they are best.
    Fess,
    /// The first of [`EngineName::Ground`], [`EngineName::TabledPlus`] and [`EngineName::Fess`].
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

    /// Is there a plan of exactly so many actions, no-ops included?
    #[must_use]
    pub fn exactly(actions: usize) -> Question {
        Question::new(Wanted::Exactly { actions: Some(actions), no_noop: false })
    }

    /// What is the least number of actions?
    #[must_use]
    pub fn fewest() -> Question {
        Question::least(Objective::LINES)
    }

    /// What is the least that a plan costs?
    #[must_use]
    pub fn least(objective: Objective) -> Question {
        Question::new(Wanted::Fewest { objective, most: None, confirm: true })
    }
}

impl Wanted {
    /// How many actions a plan has exactly; `None` where that is open.
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
    /// All of them.
    pub const ALL: [EngineName; 5] =
        [EngineName::Ground, EngineName::Tabled, EngineName::TabledPlus, EngineName::Fess, EngineName::Auto];

    /// The name.
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

/// A name that is none of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the engines are ground, tabled, tabled+, fess and auto")]
pub struct NoEngine;

impl FromStr for EngineName {
    type Err = NoEngine;

    fn from_str(name: &str) -> Result<Self, NoEngine> {
        EngineName::ALL.into_iter().find(|engine| engine.name() == name).ok_or(NoEngine)
    }
}
