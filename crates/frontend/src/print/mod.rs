//! Answers as clingo prints them: as text, in the layout of competitions and as one JSON object.

mod answers;
mod bounds;
mod json;
pub mod statistics;
mod style;
mod summary;

pub use answers::{print_what_waits, Answers, Described, Out};
pub use summary::cpu_time;
