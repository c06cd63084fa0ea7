//! The verdict on a plan, and the rules it is judged by.

use crate::push::Push;
use std::fmt;
use std::ops::Range;

/// What is asked of a plan beyond the rules of the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rules {
    /// Waives the number of actions: a plan may be shorter or longer than the steps ask for, but it must start at the
    /// first step and leave none out. Past the last step, where that is an integer, the integers go on.
    pub any_length: bool,
    /// Refuses no-ops, the actions that leave their box where it is.
    pub no_noop: bool,
    /// Asks for this many actions: the steps are then 1, 2, ... up to one more, whatever the instance says.
    pub actions: Option<usize>,
}

/// Whether a plan is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It keeps the rules and reaches the goal.
    Valid {
        /// How many actions it has.
        actions: usize,
    },
    /// It breaks a rule.
    Invalid(Violation),
}

/// What is counted on a plan that keeps the rules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Actions; of a plan in letters, runs of pushes in one direction.
    pub actions: usize,
    /// Single squares that boxes are pushed.
    pub pushes: usize,
    /// Moves of the sokoban, pushes included. Where the plan says only what is pushed, it walks by shortest ways.
    pub moves: usize,
}

/// How a plan breaks a rule. It displays as the message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Violation {
    /// Which action it is, counted from 1 in the order of the steps; none if it is not about a single action, or that
    /// action has no place among the steps.
    pub action: Option<usize>,
    /// The step it is about.
    pub step: Option<String>,
    /// The push it is about, as canonical text.
    pub push: Option<String>,
    /// Where that push is in the plan's text, in bytes.
    pub range: Option<Range<usize>>,
    /// The rule.
    pub rule: Rule,
    /// One sentence for people, without a full stop.
    pub message: String,
}

impl Violation {
    /// A violation by one push.
    pub(crate) fn by(push: &Push, action: Option<usize>, step: Option<&str>, rule: Rule, what: &str) -> Self {
        Self {
            action,
            step: push.step.as_deref().or(step).map(String::from),
            push: Some(push.to_string()),
            range: Some(push.range.clone()),
            rule,
            message: format!("{push}: {what}"),
        }
    }

    /// A violation by what the plan as a whole lacks.
    pub(crate) fn global(step: Option<String>, rule: Rule, message: String) -> Self {
        Self { action: None, step, push: None, range: None, rule, message }
    }
}

/// A rule that a plan can break. It displays as its name; the names are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A push names a step that the instance does not have.
    UnknownStep,
    /// A push happens at the last step, which has no successor.
    LastStep,
    /// Two pushes name one step.
    TwoPushesAtOneStep,
    /// A step that has a successor, or comes before one with a push, has no push.
    MissingPush,
    /// There are more pushes, none of which names its step, than steps with a successor.
    TooManyPushes,
    /// The direction is none of right, left, up and down.
    UnknownDirection,
    /// A push names a location that the instance does not have.
    UnknownLocation,
    /// There is no box on the location it is to be pushed from.
    NoBox,
    /// The box is to stay where it is, and no-ops are refused.
    NoOp,
    /// The box is pushed to a location that does not lie in this direction.
    NotInLine,
    /// There is no location on the side of the box that it must be pushed from.
    PushingSideMissing,
    /// There is a box on the location that the box must be pushed from.
    PushingSideOccupied,
    /// There is a box on a location that the box is pushed over or to, or that the sokoban walks to.
    CellOccupied,
    /// A move leads, or pushes a box, to where no location is.
    Wall,
    /// The sokoban cannot walk to the location that the box must be pushed from, or is not where a move says it is.
    NotReachable,
    /// A stone is said to be pushed to a goal that is none, or the other way round.
    WrongGoal,
    /// After the last action, or at once without any, some storage holds no box.
    GoalNotReached,
}

impl Rule {
    /// All rules, in the order in which they are checked for one plan: steps first, the goal last.
    pub const ALL: [Self; 17] = [
        Self::UnknownStep,
        Self::LastStep,
        Self::TwoPushesAtOneStep,
        Self::MissingPush,
        Self::TooManyPushes,
        Self::UnknownDirection,
        Self::UnknownLocation,
        Self::NoBox,
        Self::NoOp,
        Self::NotInLine,
        Self::PushingSideMissing,
        Self::PushingSideOccupied,
        Self::CellOccupied,
        Self::Wall,
        Self::NotReachable,
        Self::WrongGoal,
        Self::GoalNotReached,
    ];

    /// The stable name, for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::UnknownStep => "unknown-step",
            Self::LastStep => "last-step",
            Self::TwoPushesAtOneStep => "two-pushes-at-one-step",
            Self::MissingPush => "missing-push",
            Self::TooManyPushes => "too-many-pushes",
            Self::UnknownDirection => "unknown-direction",
            Self::UnknownLocation => "unknown-location",
            Self::NoBox => "no-box",
            Self::NoOp => "no-op",
            Self::NotInLine => "not-in-line",
            Self::PushingSideMissing => "pushing-side-missing",
            Self::PushingSideOccupied => "pushing-side-occupied",
            Self::CellOccupied => "cell-occupied",
            Self::Wall => "wall",
            Self::NotReachable => "not-reachable",
            Self::WrongGoal => "wrong-goal",
            Self::GoalNotReached => "goal-not-reached",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
