//! An answer-set *ground-and-solve* engine.
//!
//! A program goes one way: text → syntax tree → analysis → ground program → completion and loops → CNF → SAT → answer
//! set. [`Engine`] drives it. The first half is the crate `groundplan-ground`, the second `groundplan-solve`; each stage has
//! a module of its own and can be used alone.

mod engine;
mod pulse;

/// Ground programs in the formats of others, and formulas as programs.
pub mod exchange {
    pub use groundplan_ground::exchange::{
        aspif, atoms, formula_format, is_aspif, is_lparse, read_lparse, reified, smodels, text, write_aspif,
        write_reified, AspifSteps, Edge, Formula, FormulaFormat, ReifyOptions, SmodelsError,
    };
    pub use groundplan_solve::translate::dimacs;
}

/// Answer sets of a ground program: how they are searched for, and what was counted.
pub mod solve {
    pub use groundplan_solve::solve::{
        stability, Bound, Decisions, DefaultHeuristic, End, MethodCounts, Reasoning, SearchConfig,
        SolveError, Statistics, Threads,
    };
}

pub use engine::{
    AnswerSet, Approximations, Cause, CauseKind, Cleanup, Conflict, Consequences, Core, Engine, Error,
    Finding, Halted, Instance, Loader, Model, Models, NamedLiteral, Optimum, Outcome, Part, Projection,
    Query, Times, Why,
};
pub use groundplan_ground::analysis::facts;
pub use groundplan_ground::analysis::relax::{Soft, StatementKind};
pub use groundplan_ground::ground::{GroundingTrace, HaltCause};
pub use groundplan_ground::{diagnostic, program, record, symbol, syntax, value};
pub use groundplan_ground::{Function, Pass, Passes, Report, Reports, Signature, UnknownPass};
pub use groundplan_sat::{Backend, Interrupter, SearchStats, SolverCounts};
pub use groundplan_solve::{propagator, translate, Tuning};
pub use pulse::{Counts, Pulse, Stage};

/// The example of the page that the package shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
