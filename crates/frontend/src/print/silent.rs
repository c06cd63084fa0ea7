//! The format that prints nothing (`--outf=3`): only the exit code tells the result.

use super::format::{Ending, Format, PrintedAnswer};
use super::record::Record;

/// The format without output.
pub struct Silent;

impl Format for Silent {
    fn answer(&mut self, _out: &mut String, _record: &Record, _answer: &PrintedAnswer) {}

    fn end(&mut self, _out: &mut String, _record: &Record, _ending: &Ending) {}
}
