//! Explanations: why a program has no answer set, and why an atom is true or false in one.
//!
//! - [`why`] asks which statements of a program conflict ([`Conflict`], [`ConflictSearch`]), or which to leave out
//!   ([`Repair`]). The program is grounded by [`Engine::ground_relaxed`](groundplan::Engine::ground_relaxed), so that each
//!   statement is an axiom that one assumption turns on. [`why_definitions`] looks for odd loops, if no constraint takes part.
//! - [`justify`](justify()) explains an atom of an answer set, or the value of an integer variable, by the statements of the
//!   program ([`Justification`]).
//! - [`Contrasts`] say what would change in an answer set if something else held ([`Contrast`]).
//! - [`Words`] are what the author of the program says in its comments.
//!
//! What they read of an engine is its ground program with the statements and axioms that it kept. What they ask are queries
//! under assumptions.

#![forbid(unsafe_code)]

mod cause_names;
mod conflict;
mod conflict_search;
mod contrast;
mod cost_items;
mod counting;
mod error;
mod justify;
mod leave_out;
mod minimal_core;
mod negotiable;
mod odd_cycles;
mod odd_loops;
mod regrounding;
mod repair;
mod said_term;
mod why;
mod words;

pub use conflict::{CauseKind, Conflict, ConflictCause, Instance};
pub use conflict_search::ConflictSearch;
pub use contrast::{otherwise, Contrast, Contrasts, Difference};
pub use cost_items::CostChange;
pub use counting::{Column, CountedDemand, CountedPlace, Counting};
pub use error::Error;
pub use justify::{
    justify, read_question, DerivedAtom, Detail, FailedRule, Failure, FailureEnd, FalseAtom, Justification,
    Question, Reason, ReasonElement, Support, SupportKind, Verdict,
};
pub use negotiable::Negotiable;
pub use odd_loops::{why_definitions, DefinitionConflict, LoopStep, OddLoop};
pub use repair::{Repair, RepairFinding};
pub use why::{why, Conflicts, Finding, UnknownPredicate, Why};
pub use words::Words;

/// The example in the package's README, compiled as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
