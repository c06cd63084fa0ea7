//! The format that prints nothing (`--outf=3`): only the exit code tells the result.

use super::format::{AnswerFormat, Ending, PrintedAnswer};
use super::record::Record;

/// The format without output.
pub struct Silent;

impl AnswerFormat for Silent {
    fn answer(&mut self, _out: &mut String, _record: &Record, _answer: &PrintedAnswer) {}

    fn end(&mut self, _out: &mut String, _record: &Record, _ending: &Ending) {}
}
