//! Output of answers in clingo's formats: text, competition format and JSON.

mod answers;
mod bounds;
mod clasp_statistics;
mod json;
pub mod statistics;
mod style;
mod summary;

pub use answers::{print_what_waits, Answers, DescribedModel, Out};
pub use clasp_statistics::ProgramSizes;
pub use summary::cpu_time;
