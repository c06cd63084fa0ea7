//! Search for answer sets of a ground program, which may grow between searches.
//!
//! A [`Search`] owns a translation and a SAT solver. The solver keeps its learned clauses when the program grows. Each
//! kind of question is a type of its own:
//!
//! - one answer set: [`Decision`],
//! - several answer sets: [`Enumeration`],
//! - the literals that are true in all answer sets, or in some: [`Deduction`],
//! - a best answer set: [`Optimization`], [`IntegerOptimization`] where integer variables are minimized, or [`Descent`] for the least
//!   value of a variable of difference constraints,
//! - a minimal set of assumptions that exclude each other: [`MinimalCore`]; all such sets: [`MinimalCores`].
//!
//! A question returns its [next answer](Question::next) until there are no more. [`Splitting`] splits a question into
//! cubes and needs no search.

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
mod integer_cores;
mod integer_optimization;
mod marco;
mod objective;
mod optimize;
mod parallel;
mod propagation;
mod refuter;
mod search;
pub mod stability;
mod statistics;
mod symmetry;
mod unfounded;

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
pub use integer_optimization::IntegerOptimization;
pub use marco::{FoundCore, MinimalCores};
pub use optimize::{Optimization, Progress};
pub use parallel::Threads;
pub use refuter::{Refutal, Refuter};
pub use search::Search;
pub use statistics::{MethodCounts, Statistics};

use groundplan_ground::program::Program;

/// The reason why a question ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// There are no more answers, or no better ones: the last answer is best, or holds for all answer sets.
    Exhausted,
    /// The caller ended the question.
    Stopped,
    /// The deadline passed, or the interrupter was called.
    Interrupted,
}

/// A question in progress. Until it ends, its search must not be asked another question.
pub trait Question {
    /// The type of an answer.
    type Answer;

    /// Searches for the next answer. The program must not have grown since the question was created.
    ///
    /// # Errors
    ///
    /// If the solver failed, or an internal check failed.
    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<Self::Answer>, SolveError>;

    /// Ends the question, so that its clauses do not affect later questions. Does nothing if the question has ended.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    fn end(&mut self, search: &mut Search, end: End) -> Result<(), SolveError>;

    /// Returns why the question ended, or `None` while there may be more answers.
    fn ended(&self) -> Option<End>;

    /// Ends the question, and returns the step that reports the end.
    fn conclude(&mut self, search: &mut Search, end: End) -> Result<Step<Self::Answer>, SolveError> {
        self.end(search, end)?;
        Ok(if end == End::Exhausted { Step::Exhausted } else { Step::Paused(Pause::Stopped) })
    }
}

/// The result of asking a question for its next answer.
#[derive(Debug)]
pub enum Step<T> {
    /// An answer.
    Answer(T),
    /// There are no more answers.
    Exhausted,
    /// The search paused before it was decided whether there is another answer.
    Paused(Pause),
}

/// The reason why a search paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// The deadline passed, the interrupter was called, or the conflict limit of the question is reached. The question
    /// has ended.
    Stopped,
    /// The search waits for symmetries: it continues after a call of [`Search::break_symmetries`].
    Symmetries,
    /// Another thread has new results.
    Notified,
    /// A conflict budget is used up.
    OverBudget,
}
