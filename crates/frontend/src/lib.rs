//! What the command and the module for Python have in common in front of the engine: clingo's options and configuration,
//! which answers are asked for, step-by-step solving, and answers as clingo prints them.

#![forbid(unsafe_code)]

pub mod arguments;
pub mod configuration;
mod end;
pub mod incremental;
pub mod lock;
pub mod options;
pub mod plan;
pub mod print;
pub mod program;
pub mod session;
pub mod values;
pub mod warnings;

pub use end::{Clasp, End};
