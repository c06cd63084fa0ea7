//! The objects of clingo's interface, in plain Rust: what a module for Python or a library in C offers is made of them.
//!
//! They differ from the engine's own where clingo's users take something for granted: a symbol lives without an engine, a literal is
//! a number.
//!
//! In reading order:
//!
//! - [`Term`]: symbols, with [`Terms`], the cache of an engine's; [`Table`]: the atoms of a program by their symbols
//! - [`literal`](mod@literal): literals as numbers; [`theory`]: theory atoms as copies; [`externals`]: values of external atoms
//! - [`sum`]: weight constraints that a propagator adds

#![forbid(unsafe_code)]

mod error;
pub mod externals;
pub mod literal;
pub mod sum;
mod table;
mod term;
pub mod theory;

pub use error::{Error, Result};
pub use table::{AtomPredicate, Table};
pub use term::{Function, Term, Terms};
