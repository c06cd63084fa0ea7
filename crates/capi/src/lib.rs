//! clingo's C interface, made of the same pieces as the module for Python: see `docs/c.md`.
//!
//! The functions, their types and their meanings are those of `clingo.h` 5.8; what is told of one here is what the header says.
//! Rust code uses the crates `groundplan` and `groundplan-clingo` instead.
//!
//! # Safety
//!
//! All unsafe code of the interface is in this crate. Each function asks the same of its caller, and says no more of it:
//!
//! - A pointer to an object comes from this library, and the object is still there. It is used by one thread at a time, unless
//!   clingo permits more.
//! - A pointer to an array points to as many items as the size says; one for a result may be written.
//! - A string ends with NUL. A symbol or signature comes from this library.
//! - A callback and its data may be used as long as clingo says.
//!
//! In reading order:
//!
//! - `door`: errors, and what every function goes through; `text`: strings and lists
//! - `symbol`; `symbolic_atoms`, `theory_atoms`: what a ground program has
//! - `control`: programs, grounding; `solve`: searches; `model`; `backend`; `observer`
//! - `propagator`; `configuration`, `statistics`
//! - `ast`: syntax trees; `script`, `application`

mod application;
mod ast;
mod backend;
mod configuration;
mod control;
mod door;
mod model;
mod observer;
mod propagator;
mod script;
mod solve;
mod statistics;
mod symbol;
mod symbolic_atoms;
mod text;
mod theory_atoms;

pub use application::*;
pub use ast::*;
pub use backend::*;
pub use configuration::*;
pub use control::*;
pub use door::*;
pub use model::*;
pub use observer::*;
pub use propagator::*;
pub use script::*;
pub use solve::*;
pub use statistics::*;
pub use symbol::*;
pub use symbolic_atoms::*;
pub use text::*;
pub use theory_atoms::*;
