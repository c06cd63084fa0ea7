//! The verdict on a plan, and the rules that it is checked against.

use crate::push::Push;
use std::fmt;
use std::ops::Range;

/// Requirements on a plan beyond the rules of the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rules {
    /// Allows any number of actions, fewer or more than there are steps for. The plan must still start at the first
    /// step and skip none. If the last step is an integer, the following integers are steps, too.
    pub any_length: bool,
    /// Forbids no-ops, the actions that do not move their box.
    pub no_noop: bool,
    /// Requires this number of actions. The steps are then 1, 2, ... up to one more, whatever the instance says.
    pub actions: Option<usize>,
}

/// The result of checking a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The plan follows all rules and reaches the goal.
    Valid {
        /// The number of actions.
        actions: usize,
    },
    /// The plan breaks a rule.
    Invalid(Violation),
}

/// Counts of a valid plan.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of actions; in a plan in letters, the number of runs of pushes in one direction.
    pub actions: usize,
    /// The number of pushes by one square each.
    pub pushes: usize,
    /// The number of moves of the sokoban, pushes included. In a plan of pushes, walks are shortest paths.
    pub moves: usize,
}

/// A violation of a rule by a plan. It displays as the message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Violation {
    /// The number of the action, from 1 in the order of the steps. `None` if the violation is not about a single
    /// action, or the action has no place among the steps.
    pub action: Option<usize>,
    /// The step of the violation, if there is one.
    pub step: Option<String>,
    /// The push that breaks the rule, as canonical text.
    pub push: Option<String>,
    /// The byte range of that push in the plan's text.
    pub range: Option<Range<usize>>,
    /// The broken rule.
    pub rule: Rule,
    /// One sentence for users, without a full stop.
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

    /// A violation by the plan as a whole.
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
    /// Two pushes name the same step.
    TwoPushesAtOneStep,
    /// There is no push at a step that needs one: it has a successor, or a later step has a push.
    MissingPush,
    /// There are more pushes without steps than steps with a successor.
    TooManyPushes,
    /// The direction is not right, left, up or down.
    UnknownDirection,
    /// A push names a location that the instance does not have.
    UnknownLocation,
    /// There is no box on the location to push from.
    NoBox,
    /// The push does not move its box, and no-ops are forbidden.
    NoOp,
    /// The target of a push is not in this direction from the box.
    NotInLine,
    /// There is no location on the side of the box that it must be pushed from.
    PushingSideMissing,
    /// There is a box on the location that the sokoban must push from.
    PushingSideOccupied,
    /// There is a box on a location that the box is pushed over or to, or that the sokoban walks to.
    CellOccupied,
    /// A move or push leads to a square that is not a location.
    Wall,
    /// The sokoban cannot walk to the location that it must push from, or is not where a move says it is.
    NotReachable,
    /// A push claims to reach a goal but does not, or the other way round.
    WrongGoal,
    /// At the end, some storage location holds no box.
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
