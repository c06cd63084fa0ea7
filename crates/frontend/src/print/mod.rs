//! Output of answers in clingo's formats: text, competition format and JSON.
//!
//! [`Answers`] hears of all that a run finds, and keeps it in a record: counts, costs, bounds, and the verdict. A format reads the
//! record and writes text. `format.rs` has the trait of formats.
//!
//! A new format takes three things: a file here that implements the trait, a line in the function `of` in `format.rs`, which makes
//! it, and a value of [`AnswerLayout`](crate::values::AnswerLayout), with the number that `--outf` has for it.

mod answers;
mod bounds;
mod clasp_statistics;
mod format;
mod json;
mod json_object;
pub mod profile;
mod record;
mod silent;
pub mod statistics;
mod style;
mod summary;
mod text;

pub use answers::{print_what_waits, Answers, Out};
pub use clasp_statistics::ProgramSizes;
pub use format::{is_for_people, DescribedModel};
pub use summary::cpu_time;
