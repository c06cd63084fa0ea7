//! Answers to questions, whichever engine they are from.

use groundplan::diagnostic::Diagnostics;
use groundplan::solve::Statistics;
use groundplan::Pulse;
use groundplan_search::Progress;

use crate::figures::{Figures, SearchFigures};
use crate::plan::Plan;
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
    /// There is a plan of exactly so many actions.
    Plan(Plan),
    /// There is no plan of exactly so many actions.
    NoPlan,
    /// The least number of actions lies within these bounds, or a proof of it is in them.
    Bounds(Bounds),
    /// There is no plan of any number of actions, for this reason.
    Never(Reason),
    /// Nothing.
    Unknown,
}

/// The best that is known of the least number of actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// No plan has fewer actions.
    pub lower: usize,
    /// Why.
    pub reason: Reason,
    /// A plan.
    pub plan: Option<Plan>,
}

/// What excludes smaller numbers of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The cheapest assignment of boxes to storage locations.
    Assignment,
    /// The solver, at every horizon from the assignment's cost.
    Refutation,
    /// A search of all configurations that fewer actions could lead through.
    Exhaustion,
}

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
    /// The tables of distances would be too large.
    #[error("the floor is too large for the tables of distances of `tabled+`")]
    Floor,
}

/// What happens on the way to an answer.
#[derive(Clone, Debug)]
pub enum Event {
    /// Ground-and-solve is about to ground: what tells how that and the search go on.
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
    /// What is known of the least number of actions has changed.
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

impl Verdict {
    /// What is known before anything is asked.
    pub(crate) fn open(wanted: Wanted) -> Verdict {
        match wanted {
            Wanted::Exactly { .. } => Verdict::Unknown,
            Wanted::Fewest { .. } => Verdict::Bounds(Bounds::open()),
        }
    }

    /// Whether there is nothing more to find out.
    #[must_use]
    pub fn is_final(&self, wanted: Wanted) -> bool {
        match (self, wanted) {
            (Verdict::Plan(_) | Verdict::NoPlan | Verdict::Never(_), _) => true,
            (Verdict::Bounds(bounds), Wanted::Fewest { most: Some(most), .. }) => {
                bounds.is_proven() || bounds.lower > most
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
        Bounds { lower: 0, reason: Reason::Assignment, plan: None }
    }

    /// Whether the plan has the least number of actions.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.len() <= self.lower)
    }

    /// Takes what is better of others: the best lower bound and the shortest plan are a proof together, whoever they are
    /// from.
    pub fn learn(&mut self, others: Bounds) {
        if others.lower > self.lower {
            (self.lower, self.reason) = (others.lower, others.reason);
        }
        let shorter = |plan: &Plan| self.plan.as_ref().is_none_or(|known| plan.len() < known.len());
        if let Some(plan) = others.plan.filter(shorter) {
            self.plan = Some(plan);
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
