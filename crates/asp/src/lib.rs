//! An answer-set *ground-and-solve* engine.
//!
//! A program goes one way: text → syntax tree → analysis → ground program → completion and loops → CNF → SAT → answer
//! set. [`Engine`] drives it; each stage has a module of its own and can be used alone.

mod analysis;
pub mod diagnostic;
mod engine;
pub mod exchange;
mod function;
mod ground;
mod interrupt;
mod pass;
pub mod program;
pub mod propagator;
mod pulse;
mod signature;
pub mod solve;
mod spelling;
pub mod symbol;
mod symmetry;
pub mod syntax;
mod theory;
pub mod translate;
mod tuning;
pub mod value;

pub use analysis::facts;
pub use analysis::relax::{Soft, StatementKind};
pub use engine::{
    AnswerSet, Approximations, Cause, CauseKind, Cleanup, Conflict, Consequences, Core, Engine, Error,
    Finding, Halted, Instance, Loader, Model, Models, Optimum, Outcome, Part, Projection, Query, Times, Why,
};
pub use function::Function;
pub use ground::{GroundingTrace, HaltCause};
pub use groundplan_sat::{Backend, Interrupter, SearchStats, SolverCounts};
pub use pass::{Pass, Passes, Report, Reports, UnknownPass};
pub use pulse::{Counts, Pulse, Stage};
pub use signature::Signature;
pub use tuning::Tuning;

/// The example of the page that the package shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
