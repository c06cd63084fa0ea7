//! Answers to questions, whichever engine they are from.

use groundplan::diagnostic::Diagnostics;
use groundplan::solve::Statistics;
use groundplan::Pulse;
use groundplan_search::{Progress, SearchResult};

use crate::figures::{Figures, SearchFigures};
use crate::metric::{Costs, Metric, Objective};
use crate::plan::{Plan, Push};
use crate::question::Wanted;

/// What came of a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What is known.
    pub verdict: Verdict,
    /// Whether the solver has refuted one action less than the plan's.
    pub confirmed: bool,
    /// What is odd about the encoding.
    pub warnings: Diagnostics,
    /// Sizes and times of the engine that had the last word, if it said.
    pub figures: Option<Figures>,
    /// Why engines had to end without an answer.
    pub shortfalls: Vec<Shortfall>,
}

/// What is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a plan as it is asked for.
    Plan(Plan),
    /// There is no plan of exactly so many actions, or within what it may cost; or, where a best plan is asked for, of no more than it may have.
    NoPlan,
    /// What a plan costs at least lies within these bounds, or a proof of it is in them.
    Bounds(Bounds),
    /// There is no plan of any number of actions, for this reason.
    Never(Reason),
    /// Nothing.
    Unknown,
}

/// The best that is known of what a plan costs at least, by the objective of the question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// No plan costs less.
    pub lower: Costs,
    /// Why.
    pub reason: Reason,
    /// A plan.
    pub plan: Option<Plan>,
    /// What it costs.
    pub upper: Option<Costs>,
}

/// What excludes lower costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The cheapest assignment of boxes to storage locations.
    Assignment,
    /// The solver, at every horizon from the assignment's cost.
    Refutation,
    /// A search of all configurations that cheaper plans could lead through.
    Exhaustion,
}

/// What a search of configurations found, unless it is not for the question.
pub(crate) type Searched = Result<(SearchResult<Push>, Verdict), NotApplicable>;

/// Why an engine had to end without an answer.
#[derive(Clone, Copy, Debug)]
pub enum Shortfall {
    /// The question is not for it.
    NotApplicable(NotApplicable),
    /// Its table space was used up.
    TableFull(SearchFigures),
}

/// Why an engine has no answer to a question at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotApplicable {
    /// The published program takes for granted that there are as many boxes as storage locations.
    #[error("the published tabled program is for as many boxes as storage locations")]
    Surplus,
    /// The published program has no number of actions in its subgoals.
    #[error(
        "the published tabled program finds a least number of actions, not plans without no-ops of any other"
    )]
    NoNoop,
    /// The programs ask for a number of actions, or for the least of something.
    #[error("ground-and-solve asks for a number of actions, or for the least of something, not for plans of at most so many moves")]
    Within,
    /// The published program counts actions.
    #[error("the published tabled program counts lines alone")]
    Metric,
    /// The tables of distances would be too large.
    #[error("the floor is too large for the tables of distances of `tabled+`")]
    Floor,
}

/// What happens on the way to an answer.
#[derive(Clone, Debug)]
pub enum Event {
    /// Ground-and-solve is about to ground: what tells how that and the search go on. It may begin anew.
    Begun(Pulse),
    /// Ground-and-solve is about to search a horizon.
    Horizon {
        /// The number of actions.
        actions: usize,
        /// Counts and times so far.
        statistics: Box<Statistics>,
    },
    /// A state-space engine has got so far.
    Configurations(Progress),
    /// What is known of the least costs has changed.
    Known(Bounds),
}

/// Why a question could not be answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// Neither the instance nor the question says how many steps.
    #[error("the instance has no steps, so the number of actions is open")]
    NoSteps,
    /// The encoding is wrong, grounding was ended, or the engine failed.
    #[error(transparent)]
    Engine(#[from] groundplan::Error),
    /// What the encoding gives is no plan, to begin with: these atoms do not name one push a step.
    #[error("what the encoding gives is no plan: {}", .atoms.join(" "))]
    NoPlan {
        /// The atoms, in the order of the steps.
        atoms: Vec<String>,
    },
    /// The horizons of the encoding count something else than actions.
    #[error("the horizons of this encoding do not count actions")]
    NotActions,
    /// The system has no thread for an engine.
    #[error("cannot start a thread: {0}")]
    NoThread(std::io::Error),
    /// An engine has broken down.
    #[error("an engine has ended without a result")]
    BrokenDown,
}

impl Answer {
    /// An answer with nothing known beside it.
    pub(crate) fn new(verdict: Verdict) -> Answer {
        Answer {
            verdict,
            confirmed: false,
            warnings: Diagnostics::default(),
            figures: None,
            shortfalls: Vec::new(),
        }
    }
}

impl Reason {
    /// What a bound is from: the cheapest assignment, or the search.
    pub(crate) fn by_search(searched: bool) -> Reason {
        if searched {
            Reason::Exhaustion
        } else {
            Reason::Assignment
        }
    }
}

impl Verdict {
    /// What is known before anything is asked.
    pub(crate) fn open(wanted: Wanted) -> Verdict {
        match wanted {
            Wanted::Any | Wanted::Exactly { .. } | Wanted::Within { .. } => Verdict::Unknown,
            Wanted::Fewest { .. } => Verdict::Bounds(Bounds::open()),
        }
    }

    /// Whether there is nothing more to find out.
    #[must_use]
    pub fn is_final(&self, wanted: Wanted) -> bool {
        match (self, wanted) {
            (Verdict::Plan(_) | Verdict::NoPlan | Verdict::Never(_), _) => true,
            (Verdict::Bounds(bounds), Wanted::Fewest { objective, most: Some(most), .. }) => {
                bounds.is_proven() || bounds.exclude(objective, most)
            }
            (Verdict::Bounds(bounds), _) => bounds.is_proven(),
            (Verdict::Unknown, _) => false,
        }
    }
}

impl Bounds {
    /// What is known at the start.
    #[must_use]
    pub fn open() -> Bounds {
        Bounds { lower: Costs::default(), reason: Reason::Assignment, plan: None, upper: None }
    }

    /// The same bounds with another plan, if there is one.
    #[must_use]
    pub(crate) fn with(self, plan: Option<(Plan, Costs)>) -> Bounds {
        let (plan, upper) = plan.unzip();
        Bounds { plan, upper, ..self }
    }

    /// Whether the plan is a best one.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.upper.is_some_and(|upper| upper <= self.lower)
    }

    /// Whether they say that there is no plan of at most so many actions.
    #[must_use]
    pub fn exclude(&self, objective: Objective, most: usize) -> bool {
        objective.first == Metric::Lines && self.plan.is_none() && self.lower.first > most
    }

    /// Takes what is better of others: the best lower bound and the cheapest plan are a proof together, whoever they are
    /// from.
    pub fn learn(&mut self, others: Bounds) {
        if others.lower > self.lower {
            (self.lower, self.reason) = (others.lower, others.reason);
        }
        let is_cheaper = |costs: Costs| self.upper.is_none_or(|known| costs < known);
        if others.upper.is_some_and(is_cheaper) {
            (self.plan, self.upper) = (others.plan, others.upper);
        }
    }
}

impl AskError {
    /// Whether a limit or an interrupt has ended grounding: another engine may still have an answer.
    #[must_use]
    pub fn is_halt(&self) -> bool {
        matches!(self, AskError::Engine(groundplan::Error::Halted(_)))
    }
}
