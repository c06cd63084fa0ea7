//! Answers to questions, events on the way to them, and reasons why there are none.

use groundplan::diagnostic::Diagnostics;
use groundplan::solve::Statistics;
use groundplan::Pulse;
use groundplan_search::{Progress, SearchResult};

use crate::figures::{Figures, SearchFigures};
use crate::metric::{Costs, Metric, Objective};
use crate::plan::{Plan, Push};
use crate::question::Wanted;

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The result.
    pub verdict: Verdict,
    /// Whether the solver has refuted a cost of one less than the plan's.
    pub confirmed: bool,
    /// Warnings about the encoding.
    pub warnings: Diagnostics,
    /// Sizes and times of the engine that decided the answer, if it reported them.
    pub figures: Option<Figures>,
    /// The reasons why engines ended without an answer.
    pub shortfalls: Vec<Shortfall>,
}

/// The result that an answer states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A plan of the kind asked for.
    Plan(Plan),
    /// There is no plan of the number of actions asked for, or within the cost limit. Where a cheapest plan is asked
    /// for: no plan within the limit on actions.
    NoPlan,
    /// Bounds on the least cost of a plan; a proof of it if they meet.
    Bounds(Bounds),
    /// There is no plan of any number of actions, for this reason.
    Never(Reason),
    /// Nothing is known.
    Unknown,
}

/// The best known bounds on the least cost of a plan, by the objective of the question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// A lower bound: no plan costs less.
    pub lower: Costs,
    /// The reason for the lower bound.
    pub reason: Reason,
    /// The cheapest plan known.
    pub plan: Option<Plan>,
    /// The cost of that plan.
    pub upper: Option<Costs>,
}

/// The proof of a lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The cheapest assignment of boxes to storage locations.
    Assignment,
    /// The solver refuted every horizon from the assignment's cost up to the bound.
    Refutation,
    /// A search of all configurations that a cheaper plan could go through.
    Exhaustion,
}

/// The result of a search of configurations, or the reason why the engine cannot answer the question.
pub(crate) type SearchOutcome = Result<(SearchResult<Push>, Verdict), NotApplicable>;

/// The reason why an engine ended without an answer.
#[derive(Clone, Copy, Debug)]
pub enum Shortfall {
    /// The engine cannot answer this kind of question.
    NotApplicable(NotApplicable),
    /// The limit on table space was reached.
    TableFull(SearchFigures),
}

/// The reason why an engine cannot answer a question at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotApplicable {
    /// The published program requires as many boxes as storage locations.
    #[error("the published tabled program is for as many boxes as storage locations")]
    Surplus,
    /// The subgoals of the published program do not contain a number of actions.
    #[error(
        "the published tabled program finds a least number of actions, not plans without no-ops of any other"
    )]
    NoNoop,
    /// The encodings answer for an exact number of actions, or for a minimum, but not for a cost limit.
    #[error("ground-and-solve answers for a number of actions, or for the least of a metric, not for plans of at most n moves")]
    Within,
    /// The published program counts actions only.
    #[error("the published tabled program counts lines alone")]
    Metric,
    /// The tables of distances would be too large.
    #[error("the floor is too large for the tables of distances of `tabled+`")]
    Floor,
}

/// An event on the way to an answer.
#[derive(Clone, Debug)]
pub enum Event {
    /// Ground-and-solve starts to ground; the pulse shows the progress of grounding and search. It may occur more than
    /// once.
    Begun(Pulse),
    /// Ground-and-solve starts to search a horizon.
    Horizon {
        /// The number of actions of the horizon.
        actions: usize,
        /// Counts and times so far.
        statistics: Box<Statistics>,
    },
    /// Progress of a state-space engine.
    Configurations(Progress),
    /// The bounds on the least cost have changed.
    Known(Bounds),
}

/// The reason why a question could not be answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// Neither the instance nor the question gives a number of steps.
    #[error("the instance has no steps, so the number of actions is open")]
    NoSteps,
    /// The encoding is wrong, grounding was halted, or the engine failed.
    #[error(transparent)]
    Engine(#[from] groundplan::Error),
    /// An answer set of the encoding is not a plan: its atoms do not name exactly one push per step.
    #[error("what the encoding gives is no plan: {}", .atoms.join(" "))]
    NoPlan {
        /// The atoms, in the order of the steps.
        atoms: Vec<String>,
    },
    /// The instance uses a name that is a constant of the encoding, so that texts of both would be about another instance.
    #[error("`{name}` in the instance is a constant of the encoding")]
    Constant {
        /// The name.
        name: String,
    },
    /// The horizons of the encoding count something other than actions.
    #[error("the horizons of this encoding do not count actions")]
    NotActions,
    /// The system cannot start a thread for an engine.
    #[error("cannot start a thread: {0}")]
    NoThread(std::io::Error),
    /// The thread of an engine ended without a result.
    #[error("an engine has ended without a result")]
    BrokenDown,
}

impl Answer {
    /// An answer with this verdict and nothing else.
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
    /// The reason for a bound: the search if it was searched, else the cheapest assignment.
    pub(crate) fn by_search(searched: bool) -> Reason {
        if searched {
            Reason::Exhaustion
        } else {
            Reason::Assignment
        }
    }
}

impl Verdict {
    /// The verdict before any engine has run.
    pub(crate) fn open(wanted: Wanted) -> Verdict {
        match wanted {
            Wanted::Any | Wanted::Exactly { .. } | Wanted::Within { .. } => Verdict::Unknown,
            Wanted::Fewest { .. } => Verdict::Bounds(Bounds::open()),
        }
    }

    /// Whether no further work could improve the verdict.
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
    /// The trivial bounds: lower bound 0 and no plan.
    #[must_use]
    pub fn open() -> Bounds {
        Bounds { lower: Costs::default(), reason: Reason::Assignment, plan: None, upper: None }
    }

    /// These bounds with another plan, or with none.
    #[must_use]
    pub(crate) fn with(self, plan: Option<(Plan, Costs)>) -> Bounds {
        let (plan, upper) = plan.unzip();
        Bounds { plan, upper, ..self }
    }

    /// Whether the plan is proven to be cheapest.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.upper.is_some_and(|upper| upper <= self.lower)
    }

    /// Whether the bounds prove that there is no plan of at most `most` actions.
    #[must_use]
    pub fn exclude(&self, objective: Objective, most: usize) -> bool {
        objective.first == Metric::Lines && self.plan.is_none() && self.lower.first > most
    }

    /// Merges other bounds into these: keeps the better lower bound and the cheaper plan. Together they are a proof
    /// even if two engines found them.
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
    /// Whether a limit or an interrupt has halted grounding, so that another engine may still have an answer.
    #[must_use]
    pub fn is_halt(&self) -> bool {
        matches!(self, AskError::Engine(groundplan::Error::Halted(_)))
    }
}
