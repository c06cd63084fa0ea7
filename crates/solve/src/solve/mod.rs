//! Answer sets of a ground program that may grow between searches.
//!
//! A [`Search`] owns a translation and a SAT solver, which keeps what it learned from one horizon to the next. Each kind of
//! question is a type of its own: one answer set ([`Decision`]), several ([`Enumeration`]), what holds in all of them or in
//! some ([`Deduction`]), the best ([`Optimization`], or [`Descent`] by a variable), assumptions that exclude each other
//! ([`MinimalCore`]). It is asked for its [next answer](Question::next) until there is none. So is what splits a question into
//! cubes ([`Splitting`]), which needs no search.

mod bound;
mod config;
mod consequences;
mod cores;
mod cubes;
mod decide;
mod deletion;
mod descent;
mod domain;
mod enumerate;
mod error;
mod hosted;
mod objective;
mod optimize;
mod propagation;
mod race;
mod search;
pub mod stability;
mod statistics;
mod symmetry;
mod unfounded;
mod walk;

pub use bound::Bound;
pub use config::{Decisions, DefaultHeuristic, SearchConfig};
pub use consequences::Deduction;
pub use consequences::Reasoning;
pub use cubes::Splitting;
pub use decide::Decision;
pub use deletion::MinimalCore;
pub use descent::Descent;
pub use enumerate::{Distinct, Enumeration};
pub use error::SolveError;
pub use optimize::{Optimization, Progress};
pub use race::Threads;
pub use search::Search;
pub use statistics::{MethodCounts, Statistics};

use groundplan_ground::program::Program;

/// How a search that may have several answers ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// There are no more answers, or no better ones: the last one is best, or holds for all answer sets.
    Exhausted,
    /// The caller had enough.
    Stopped,
    /// The deadline or the interrupter stopped it.
    Interrupted,
}

/// A question under way. As long as it is, its search must not be asked another one.
pub trait Question {
    /// The type of an answer.
    type Answer;

    /// The next answer. The program must not have grown since the question was asked.
    ///
    /// # Errors
    ///
    /// If the solver broke down, or this engine made a mistake.
    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<Self::Answer>, SolveError>;

    /// Ends it: later questions are not bound by it. Does nothing if it has ended.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    fn end(&mut self, search: &mut Search, end: End) -> Result<(), SolveError>;

    /// How it ended; `None` while there may be more answers.
    fn ended(&self) -> Option<End>;

    /// Ends it, and says so.
    fn conclude(&mut self, search: &mut Search, end: End) -> Result<Step<Self::Answer>, SolveError> {
        self.end(search, end)?;
        Ok(if end == End::Exhausted { Step::Exhausted } else { Step::Paused(Pause::Stopped) })
    }
}

/// What a question said when it was asked for its next answer.
#[derive(Debug)]
pub enum Step<T> {
    /// An answer.
    Answer(T),
    /// There are no more answers.
    Exhausted,
    /// It does not know yet.
    Paused(Pause),
}

/// Why a search has paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// The deadline has come, the interrupter was called, or the question has used up its conflicts. The question has ended.
    Stopped,
    /// It goes on when it was [told of symmetries](Search::break_symmetries).
    Symmetries,
    /// Another search has something to tell.
    News,
    /// A budget of conflicts is used up.
    OverBudget,
}
