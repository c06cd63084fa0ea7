//! The objects of clingo's interface, in plain Rust: what a module for Python or a library in C offers is made of them.
//!
//! They differ from the engine's own where clingo's users take something for granted: a symbol lives without an engine, a literal is
//! a number.
//!
//! In reading order:
//!
//! - [`Term`]: symbols, with [`TermCache`], the cache of an engine's; [`SymbolicAtoms`]: the atoms of a program by their symbols
//! - [`literal`](mod@literal): literals as numbers; [`theory`]: theory atoms as copies; [`externals`]: values of external atoms
//! - [`syntax`]: syntax trees of programs, which can be changed
//! - [`Control`]: an engine with what its user sees of the program; [`texts`]: what is added to it, by [`programs`], and kept;
//!   [`Backend`] adds ground statements
//! - [`observer`]: who hears of the ground program; [`ground_output`]: what is printed of it, step by step
//! - [`answer`]: an answer at hand; [`Session`]: a run that several threads use; [`HostedSearch`]: drives it answer by answer, with
//!   [`Hooks`] of the host language
//! - [`propagator`]: propagators, whose literals are numbers, too
//! - [`script`]: languages of scripts inside of programs; [`application`]: programs with clingo's command line; [`limits`]
//! - [`ConfigurationTree`]: options as keys of a tree; [`Statistics`]: counts and times as a tree, to which users add

#![forbid(unsafe_code)]

pub mod answer;
pub mod application;
pub mod backend;
mod configuration;
pub mod control;
mod error;
pub mod externals;
pub mod ground_output;
pub mod limits;
pub mod literal;
pub mod observer;
pub mod programs;
pub mod propagator;
mod record;
pub mod script;
mod search;
mod session;
mod statistics;
pub mod syntax;
mod table;
mod term;
pub mod texts;
pub mod theory;

pub use answer::Answer;
pub use backend::Backend;
pub use configuration::{ConfigurationKey, ConfigurationTree};
pub use control::Control;
pub use error::{Error, Result};
pub use search::{Hooks, HostedSearch, SolveResult};
pub use session::{Assumption, Session};
pub use statistics::{StatisticKey, StatisticKind, Statistics, UserStatistics};
pub use table::{AtomPredicate, SymbolicAtoms};
pub use term::{parse_term, Function, Term, TermCache};
