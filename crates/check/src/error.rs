//! Errors of reading instances and plans.
//!
//! Every error has a byte range at character boundaries. If two facts contradict each other, it is the range of the
//! later one.

use std::ops::Range;

/// The error for an instance or a plan that cannot be read: its position, its message, and a hint.
///
/// It displays as the message alone; the caller shows the position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct ReadError {
    range: Range<usize>,
    problem: Problem,
}

impl ReadError {
    pub(crate) fn new(range: Range<usize>, problem: Problem) -> Self {
        Self { range, problem }
    }

    /// The byte range of the error; empty, at the end of the text, where something is missing.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The kind of error.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The message: one line, without a full stop.
    pub fn message(&self) -> String {
        self.problem.to_string()
    }

    /// A hint how to fix the error, where there is a useful one.
    pub fn help(&self) -> Option<&'static str> {
        self.problem.help()
    }
}

/// The kind of an error in an instance or a plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text does not match the syntax here.
    #[error("expected {wanted}, found {found}")]
    #[allow(missing_docs)]
    Unexpected { wanted: &'static str, found: String },
    /// A block comment is not closed.
    #[error("this block comment is never closed")]
    OpenComment,
    /// A string is not closed on its line.
    #[error("this string is not closed on its line")]
    OpenString,
    /// A backslash in a string does not start one of the three escapes.
    #[error("unknown escape in a string")]
    Escape,
    /// An integer, or its negation, does not fit into 64 bits.
    #[error("this integer does not fit into 64 bits")]
    IntegerRange,
    /// A number starts with a zero, such as `007`, which the language does not allow.
    #[error("a number does not start with a zero")]
    LeadingZero,
    /// An operator stands where a term without arithmetic is needed.
    #[error("arithmetic is not evaluated here")]
    Arithmetic,
    /// A bound of an interval is not an integer.
    #[error("the bounds of an interval must be integers")]
    IntervalBound,
    /// A minus sign precedes a string, `#inf` or `#sup`.
    #[error("only integers, constants, functions and tuples can carry a minus sign")]
    Negated,
    /// Terms are nested more deeply than in any real instance.
    #[error("terms are nested more than {limit} levels deep")]
    #[allow(missing_docs)]
    TooDeep { limit: usize },
    /// Intervals and pools expand to too many terms.
    #[error("the intervals and pools up to here stand for too many terms")]
    TooManyValues,
    /// A text, or the terms in it, exceed 32-bit offsets.
    #[error("this is more than 4 GiB")]
    TooLarge,

    /// A variable in an instance or a plan.
    #[error("`{0}` is a variable")]
    Variable(String),
    /// A rule, a constraint, a choice or a disjunction.
    #[error("this is a rule, not a fact")]
    NotAFact,
    /// A statement that starts with `#`.
    #[error("this is a directive, not a fact")]
    Directive,

    /// No fact mentions a location.
    #[error("there is no location: no fact of right/2, top/2, box/1, solution/1 or sokoban/1")]
    NoLocation,
    /// There is no fact `sokoban/1`.
    #[error("the sokoban has no place")]
    NoSokoban,
    /// Two different facts `sokoban/1`.
    #[error("a second sokoban on {second}: there is one on {first} already")]
    #[allow(missing_docs)]
    TwoSokobans { first: String, second: String },
    /// The sokoban and a box are on the same location.
    #[error("the sokoban and a box are both on {0}")]
    SokobanOnBox(String),
    /// `right(A,A)` or `top(A,A)`.
    #[error("{0} cannot be its own neighbour")]
    OwnNeighbour(String),
    /// Two locations on the same side of one location; `side` is a phrase such as "to the right of".
    #[error("{second} cannot be {side} {location}: {first} is there already")]
    #[allow(missing_docs)]
    TwoNeighbours { location: String, side: &'static str, first: String, second: String },

    /// `next` names a step without a `step` fact.
    #[error("there is no fact step({0})")]
    UndeclaredStep(String),
    /// A step with two successors.
    #[error("step {step} is followed by both {first} and {second}")]
    #[allow(missing_docs)]
    TwoSuccessors { step: String, first: String, second: String },
    /// A step with two predecessors.
    #[error("step {step} comes after both {first} and {second}")]
    #[allow(missing_docs)]
    TwoPredecessors { step: String, first: String, second: String },
    /// The `next` facts contain a cycle.
    #[error("the steps run in a circle through {0}")]
    CircularSteps(String),
    /// A step that no `next` connects to the others.
    #[error("no next(...) connects step {0} with the other steps")]
    StepOutsideChain(String),
    /// Two separate chains of steps.
    #[error("the steps form separate chains: nothing leads from step {end} to step {start}")]
    #[allow(missing_docs)]
    SeparateChains { end: String, start: String },

    /// There is no fact `player/1`.
    #[error("there is no player")]
    NoPlayer,
    /// Two different facts `player/1`.
    #[error("there are two players, {first} and {second}")]
    #[allow(missing_docs)]
    TwoPlayers { first: String, second: String },
    /// A player or stone without a fact `at/2`.
    #[error("{0} has no place")]
    NoPlace(String),
    /// A fact `at/2` about something that is neither the player nor a stone.
    #[error("{0} is neither the player nor a stone")]
    NoThing(String),
    /// A player or stone with two facts `at/2`.
    #[error("{thing} is both on {first} and on {second}")]
    #[allow(missing_docs)]
    TwoPlaces { thing: String, first: String, second: String },
    /// Two things on one location.
    #[error("{first} and {second} are both on {place}")]
    #[allow(missing_docs)]
    TwoThings { place: String, first: String, second: String },
    /// A step that is not a positive integer.
    #[error("{0} is no step: steps are the numbers from 1 on")]
    NotAStep(String),
    /// A number that is missing among the steps.
    #[error("there is no step {0}, but a later one")]
    MissingStep(usize),
    /// An atom that is not a move.
    #[error("a plan consists of move/5, pushtogoal/7, pushtonongoal/7 and noop/1, this is {name}/{arity}")]
    #[allow(missing_docs)]
    NotAMove { name: String, arity: usize },

    /// A goal of a PDDL problem that does not name a stone.
    #[error("{0} is not a stone")]
    NoStone(String),
    /// A list in PDDL is not closed.
    #[error("this list is never closed")]
    OpenList,
    /// A parenthesis that closes no list.
    #[error("this closes no list")]
    CloseWithoutList,
    /// An action in PDDL with an unknown name, or with the wrong number of objects.
    #[error(
        "a plan consists of (move P A B D), (push-to-goal P S A B C D) and (push-to-nongoal P S A B C D), this is ({name} …) with \
         {arguments} arguments"
    )]
    #[allow(missing_docs)]
    NotAnAction { name: String, arguments: usize },

    /// The text says that there is no plan.
    #[error("this says {0}, which is not a plan")]
    NoPlan(&'static str),
    /// Invalid JSON; the message of its parser.
    #[error("this is not JSON: {0}")]
    Json(String),
    /// A JSON object without the key `plan`, or where it is null.
    #[error("this JSON has no `plan`")]
    NoPlanInJson,
    /// A plan in letters that is too long.
    #[error("this is more than {limit} moves")]
    #[allow(missing_docs)]
    TooManyMoves { limit: usize },
    /// A group in a plan in letters is not closed.
    #[error("this group is never closed")]
    OpenGroup,
    /// A parenthesis that closes no group.
    #[error("this closes no group")]
    CloseWithoutGroup,
    /// A group without moves.
    #[error("there is nothing in this group")]
    EmptyGroup,
    /// A repetition count of 0.
    #[error("nothing is repeated 0 times")]
    CountOfZero,
    /// A group with a number on either side.
    #[error("this group has a number in front of it already")]
    CountedTwice,
    /// A number between a group and something else that it could repeat.
    #[error("does {count} repeat the group before it or what comes after it?")]
    #[allow(missing_docs)]
    AmbiguousCount { count: usize },
    /// An atom other than `push/3` and `push/4`.
    #[error("a plan consists of push/3 or push/4, this is {name}/{arity}")]
    #[allow(missing_docs)]
    NotAPush { name: String, arity: usize },
    /// `push/3` and `push/4` in one plan.
    #[error("some pushes name their step and this one differs")]
    MixedPushes,
    /// An interval or a pool in a push.
    #[error("a push names one action, not several at once")]
    SeveralPushes,
    /// A second `Answer:` line.
    #[error("this is a second answer: one plan is checked at a time")]
    SecondAnswer,
    /// Pushes or an answer after the verdict of a solver.
    #[error("the plan has already ended with its verdict")]
    AfterVerdict,
}

impl Problem {
    fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::OpenComment => "close it with `*%`; within it, `%` hides the rest of a line",
            Self::Escape => r#"write `\n`, `\\` or `\"`"#,
            Self::Arithmetic | Self::IntervalBound => "write the value itself",
            Self::Variable(_) => "names start with a lower-case letter; quote other text: \"A1\"",
            Self::NotAFact => "an instance holds ground facts only: ground the rules first",
            Self::Directive => "an instance holds ground facts only: leave the directive out",
            Self::NoLocation => {
                "say which cells adjoin: right(a,b) when b is right of a, top(a,b) when b is above a"
            }
            Self::NoSokoban => "add sokoban(L) for the location L it starts on",
            Self::TwoSokobans { .. }
            | Self::SokobanOnBox(_)
            | Self::TwoPlaces { .. }
            | Self::TwoThings { .. } => "keep one of the two facts",
            Self::OwnNeighbour(_) => "name two different cells",
            Self::TwoNeighbours { .. } => "right(a,b): b is right of a; top(a,b): b is above a",
            Self::UndeclaredStep(_) => "declare every step that next/2 names",
            Self::TwoSuccessors { .. } | Self::TwoPredecessors { .. } | Self::CircularSteps(_) => {
                "next/2 must put all steps into one line, as in next(1,2). next(2,3)."
            }
            Self::StepOutsideChain(_) | Self::SeparateChains { .. } => {
                "add the missing next/2 fact, or remove the steps that are not used"
            }
            Self::NoPlanInJson => "a plan is a list of objects with `box`, `direction`, `to` and `step`",
            Self::TooManyMoves { .. } => "is a number in front of a letter too large?",
            Self::OpenGroup | Self::OpenList => "close it with `)`",
            Self::CloseWithoutGroup => "a group begins with `(`",
            Self::EmptyGroup => "a group has letters in it, as in `3(uL)`",
            Self::CountOfZero => "leave out what is not there",
            Self::CountedTwice => "leave one of the two out",
            Self::AmbiguousCount { .. } => "a blank decides: `(uL)2 r` or `(uL) 2r`",
            Self::NoPlayer | Self::TwoPlayers { .. } => {
                "an instance has exactly one player, as in player(p). at(p,l)."
            }
            Self::NoPlace(_) => "add at(THING,LOCATION)",
            Self::NotAStep(_) | Self::MissingStep(_) => {
                "write step(1..n) in an instance, and one of these steps in a plan"
            }
            Self::NotAMove { .. } => {
                "show nothing but the moves: #show move/5. #show pushtogoal/7. #show pushtonongoal/7."
            }
            Self::CloseWithoutList => "a list begins with `(`",
            Self::NotAPush { .. } => "show nothing but the pushes: #show push/4.",
            Self::MixedPushes => "give the step in every push, or in none and the pushes in order",
            Self::SeveralPushes => "write each push out",
            Self::SecondAnswer => "keep the pushes of one answer",
            Self::Unexpected { .. }
            | Self::OpenString
            | Self::IntegerRange
            | Self::LeadingZero
            | Self::Negated
            | Self::TooDeep { .. }
            | Self::TooManyValues
            | Self::TooLarge
            | Self::NoThing(_)
            | Self::NoStone(_)
            | Self::NotAnAction { .. }
            | Self::NoPlan(_)
            | Self::Json(_)
            | Self::AfterVerdict => return None,
        })
    }
}
