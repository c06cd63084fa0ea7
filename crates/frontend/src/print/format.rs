//! The formats in which answers are printed: what each implements, and the choice among them.
//!
//! A format appends text to a buffer, and reads what is known of the run from a [`Record`]. It neither counts nor writes.

use std::time::Duration;

use groundplan::{Consequences, Counts, Model};
use serde_json::Value;

use super::clasp_statistics::ProgramSizes;
use super::json::Json;
use super::record::Record;
use super::silent::Silent;
use super::text::TextFormat;
use crate::arguments::SolveArguments;
use crate::run::FoundAnswer;
use crate::values::{AnswerLayout, Quiet};
use crate::End;

/// A format of answers. It must print an answer and the end; what else happens in a run it may leave out.
///
/// Where only the last answer is to be printed (`--quiet=1`), each answer that may be the last is passed on. If
/// [`Record::holds_back`] says so, the format keeps it until the call ends; a later answer, or the proof that all later ones are better,
/// takes its place.
pub trait AnswerFormat: Send {
    /// Returns the parts of answers that are printed if `--quiet` is not given: by default, all.
    fn quiet(&self) -> Quiet {
        Quiet::default()
    }

    /// Whether the format ends with a summary for human readers.
    fn has_summary(&self) -> bool {
        false
    }

    /// Whether an application may print every answer set in its own words.
    fn is_free_form(&self) -> bool {
        false
    }

    /// Whether the output is one object with named keys. All statistics and the caller's keys belong into it, and it has a
    /// call even if an error came first.
    fn is_object(&self) -> bool {
        false
    }

    /// Whether an object has been begun, which must be closed even after an error.
    fn is_open(&self) -> bool {
        false
    }

    /// Returns what stands before lines that are no part of the format.
    fn comment(&self) -> &'static str {
        ""
    }

    /// Adds a key to the end of the object. Other formats ignore it.
    fn add_key(&mut self, _name: &str, _value: Value) {}

    /// Treats answer sets as models of a formula from now on, as solvers for formulas print them. The record has the formula.
    fn name_variables(&mut self) {}

    /// Starts a solver call; `start` is the time since the start of the run.
    fn begin_call(&mut self, _start: Duration) {}

    /// Prints an answer: of its parts those that are to be printed, at least one.
    fn answer(&mut self, out: &mut String, record: &Record, answer: &PrintedAnswer);

    /// Appends the lines that stand for the atoms of an answer, for an application that prints it in its own words.
    fn atoms(&self, _out: &mut String, _record: &Record, _content: Content) {}

    /// Hears of a new lower bound on the costs, which the record has too.
    fn lower_bound(&mut self, _out: &mut String, _record: &Record, _lower: &[i64]) {}

    /// Hears that all answers from now on are optimal. What was held back as the last answer is none of them.
    fn proven(&mut self, _record: &Record) {}

    /// Ends the solver call, if there is one, and prints what was held back.
    fn end_call(&mut self, _out: &mut String, _record: &Record) {}

    /// Prints the verdict and all that follows it. The last call has been ended.
    fn end(&mut self, out: &mut String, record: &Record, ending: &Ending);
}

/// Returns the format that the options select.
pub fn of(arguments: &SolveArguments) -> Box<dyn AnswerFormat> {
    match arguments.layout() {
        AnswerLayout::Text => Box::new(TextFormat::new(arguments)),
        AnswerLayout::Competition => Box::new(TextFormat::competition(arguments)),
        AnswerLayout::Json => Box::new(Json::new(arguments)),
        AnswerLayout::Silent => Box::new(Silent),
    }
}

/// Whether the options ask for lines to human readers, beyond the answers.
pub fn is_for_people(arguments: &SolveArguments) -> bool {
    arguments.program.verbose > 0 && of(arguments).has_summary()
}

/// The parts of an answer that are printed.
pub struct PrintedAnswer<'a> {
    /// The answer itself.
    pub content: Option<Content<'a>>,
    /// The numbers of known and of possible consequences.
    pub range: Option<(usize, usize)>,
    /// The costs.
    pub costs: Option<&'a [i64]>,
}

impl PrintedAnswer<'_> {
    /// Whether nothing is printed.
    pub fn is_empty(&self) -> bool {
        self.content.is_none() && self.range.is_none() && self.costs.is_none()
    }
}

/// An answer.
#[derive(Clone, Copy)]
pub enum Content<'a> {
    /// An answer set.
    Model(&'a Model<'a>),
    /// The consequences of the answer sets so far.
    Consequences(&'a Consequences<'a>),
    /// An answer set in a form that the caller provides.
    Described(&'a DescribedModel),
}

impl<'a> From<&'a FoundAnswer<'_>> for Content<'a> {
    fn from(found: &'a FoundAnswer<'_>) -> Self {
        match found {
            FoundAnswer::Model(model) => Content::Model(model),
            FoundAnswer::Consequences(_, consequences) => Content::Consequences(consequences),
        }
    }
}

/// The printed form of an answer set.
#[derive(Clone, Debug)]
pub enum DescribedModel {
    /// This text.
    Text(String),
    /// These atoms, in the selected layout.
    Atoms(Vec<String>),
}

/// The end of a run.
pub struct Ending<'a> {
    /// How the last search ended.
    pub end: End,
    /// What the engine counted.
    pub counts: &'a Counts,
    /// The sizes of the ground program, if statistics are printed.
    pub sizes: Option<ProgramSizes>,
}
