//! The layer between the engine and its two front ends, the command line and the Python module.
//!
//! It holds clingo's options and configuration, the choice of query, multi-shot solving by steps, the printing of answers as
//! clingo prints them, and explanations as text and JSON.

#![forbid(unsafe_code)]

pub mod arguments;
pub mod configuration;
mod end;
pub mod explain;
pub mod incremental;
pub mod lock;
pub mod options;
pub mod plan;
pub mod print;
pub mod program;
pub mod run;
pub mod values;
pub mod warnings;

pub use end::{Clasp, End};
