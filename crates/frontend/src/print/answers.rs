//! Collection of the answers of a run, and their output while they arrive.
//!
//! When the search is cut short, another thread prints the end; everything it needs is kept here. Output is buffered for a
//! moment, so that many answer sets take few writes: see [`Answers::flush`].

use std::io;
use std::sync::{Mutex, Weak};
use std::time::{Duration, Instant};

use groundplan::exchange::Formula;
use groundplan::{Counts, Engine};
use serde_json::Value;

use super::clasp_statistics::ProgramSizes;
use super::format::{self, AnswerFormat, Content, DescribedModel, Ending, PrintedAnswer};
use super::record::Record;
use super::summary::KnownConsequences;
use crate::arguments::SolveArguments;
use crate::lock::lock;
use crate::plan::Plan;
use crate::run::{Event, FoundAnswer};
use crate::values::{Aim, Quiet, Shown};
use crate::{Clasp, End};

/// The maximum time that output is buffered.
const BUFFER_TIME: Duration = Duration::from_millis(50);

/// The size, in bytes, from which output is not buffered.
const BUFFER_BYTES: usize = 1 << 16;

/// What stands for the atoms of an answer that its owner prints, until then.
const HERE: &str = "\0";

/// A function that writes text without buffering.
pub type Out = Box<dyn FnMut(&str) -> io::Result<()> + Send>;

/// The answers of a run, and the state of their output.
pub struct Answers {
    out: Out,
    format: Box<dyn AnswerFormat>,
    record: Record,
    /// The parts of answers that `--quiet` selects, if it is given.
    given_quiet: Option<Quiet>,
    /// The buffered output, and the time of the last write.
    waiting: String,
    flushed: Option<Instant>,
    /// Whether an [opened](Answers::open) answer is held back.
    has_open: bool,
    /// The time in which answers were [added](Answers::add).
    printing: Duration,
}

/// Flushes the buffered output regularly until `answers` is dropped. Runs on its own thread.
pub fn print_what_waits(answers: &Weak<Mutex<Answers>>) {
    loop {
        std::thread::sleep(BUFFER_TIME);
        let Some(answers) = answers.upgrade() else { return };
        // A failed write shows again with the next answer, or at the end.
        let _ = lock(&answers).flush();
    }
}

impl Answers {
    /// Starts a run without answers.
    pub fn new(arguments: &SolveArguments, out: Out) -> Self {
        let format = format::of(arguments);
        let quiet = arguments.quiet.unwrap_or(format.quiet());
        Answers {
            out,
            format,
            record: Record::new(quiet, arguments.program.verbose),
            given_quiet: arguments.quiet,
            waiting: String::new(),
            flushed: None,
            has_open: false,
            printing: Duration::ZERO,
        }
    }

    /// Prints, with each answer, the time at which it was found, as clingo does.
    pub fn tell_times(&mut self) {
        self.record.is_timed = true;
    }

    /// Treats answer sets as models of a formula, and prints them in the format of such solvers. As in clasp, there is only
    /// one text layout then.
    pub fn name_variables(&mut self, formula: &Formula) {
        self.record.formula = Some(formula.clone());
        self.format.name_variables();
        self.record.quiet = self.given_quiet.unwrap_or(self.format.quiet());
    }

    /// From now on leaves out the summary of text formats, for readers who see nothing of the run but the answers.
    pub fn leave_out_summary(&mut self) {
        self.record.summarizes = false;
    }

    /// Whether the output is one object, with all statistics and the [added keys](Self::add_key).
    pub fn is_object(&self) -> bool {
        self.format.is_object()
    }

    /// Whether an application may print every answer set in its own words.
    pub fn is_free_form(&self) -> bool {
        self.format.is_free_form()
    }

    /// Starts a solver call with this plan.
    pub fn begin(&mut self, engine: &Engine, plan: &Plan) {
        if let Some(formula) = engine.formula().filter(|_| self.record.formula.is_none()) {
            self.name_variables(formula);
        }
        let has_aim = engine.has_objective() || plan.variable.is_some();
        self.begin_call(has_aim.then_some(plan.aim));
    }

    /// Starts a solver call; `aim` is the goal if there is an objective.
    fn begin_call(&mut self, aim: Option<Aim>) {
        self.end_call();
        self.record.begin_call(aim);
        self.format.begin_call(self.record.summary.begin_call());
    }

    /// Handles an event of the run, other than an answer, which is [added](Self::add).
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::Bound(bound) => self.add_lower_bound(bound),
            Event::Proven => {
                self.record.prove();
                self.format.proven(&self.record);
            }
            Event::Answer | Event::Ended(_) => {}
        }
    }

    /// Ends the current solver call.
    fn end_call(&mut self) {
        self.format.end_call(&mut self.waiting, &self.record);
        if std::mem::take(&mut self.has_open) {
            // After an error, its owner has not printed it.
            drop(self.split_here());
        }
    }

    /// Whether the last call found an answer set.
    pub fn satisfiable(&self) -> bool {
        self.record.satisfiable
    }

    /// Records the assumptions that excluded all answer sets.
    pub fn blame(&mut self, core: Vec<String>) {
        self.record.core = Some(core);
    }

    /// Adds a key to the end of the object, if the output is one.
    pub fn add_key(&mut self, name: &str, value: Value) {
        self.format.add_key(name, value);
    }

    /// Records and prints an answer: an answer set, or the consequences of the answer sets so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn add(&mut self, found: &FoundAnswer) -> io::Result<()> {
        let begin = Instant::now();
        self.count(found);
        self.put(Content::from(found), found);
        let flushed = self.flush_if_due();
        self.printing += begin.elapsed();
        flushed
    }

    /// Returns the time in which answers were [added](Answers::add).
    pub fn printing(&self) -> Duration {
        self.printing
    }

    /// Records and prints an answer set in a form that the caller provides.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn add_described(&mut self, found: &FoundAnswer, described: &DescribedModel) -> io::Result<()> {
        self.count(found);
        self.put(Content::Described(described), found);
        self.flush_if_due()
    }

    /// Records an answer that its owner prints, and prints what stands before. Returns what is to [follow](Answers::write). If
    /// it returns `None`, the owner must not print the answer, or not yet: see [`Answers::finish_call`].
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn open(&mut self, found: &FoundAnswer) -> io::Result<Option<String>> {
        self.count(found);
        self.flush()?;
        self.put(Content::Described(&DescribedModel::Text(HERE.to_owned())), found);
        let rest = self.split_here();
        self.has_open = rest.is_none() && self.record.quiet.models == Shown::Last;
        self.flush()?;
        Ok(rest)
    }

    /// Ends the solver call, and prints what was held back. If that is an [opened](Answers::open) answer, prints what stands before
    /// it, and returns what is to follow it.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn finish_call(&mut self) -> io::Result<Option<String>> {
        self.flush()?;
        self.format.end_call(&mut self.waiting, &self.record);
        let has_open = std::mem::take(&mut self.has_open);
        let rest = if has_open { self.split_here() } else { None };
        self.flush()?;
        Ok(rest)
    }

    /// Splits the buffered output where the owner of an answer prints it. Returns the second part.
    fn split_here(&mut self) -> Option<String> {
        let at = self.waiting.find(HERE)?;
        let rest = self.waiting.split_off(at);
        let rest = &rest[HERE.len()..];
        // Who prints an answer ends the line, too.
        Some(rest.strip_prefix('\n').unwrap_or(rest).to_owned())
    }

    /// Prints text as it is, behind what is buffered.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.waiting += text;
        self.flush()
    }

    /// Prints a line that is no part of the format, behind what is buffered.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        let comment = self.format.comment();
        self.write(&format!("{comment}{line}\n"))
    }

    /// Returns the lines that stand for the atoms of an answer; `described` has them unless they are those of the answer.
    pub fn atoms(&self, found: &FoundAnswer, described: Option<&DescribedModel>) -> String {
        let content = described.map_or_else(|| Content::from(found), Content::Described);
        let mut text = String::new();
        self.format.atoms(&mut text, &self.record, content);
        text
    }

    fn count(&mut self, found: &FoundAnswer) {
        match found {
            FoundAnswer::Model(model) => self.record.count_model(model.costs()),
            FoundAnswer::Consequences(reasoning, consequences) => {
                self.record.count();
                let (reasoning, known, open) = (*reasoning, consequences.known(), consequences.open());
                self.record.summary.consequences = Some(KnownConsequences { reasoning, known, open });
            }
        }
    }

    /// Appends the parts of an answer that are to be printed: the shown terms, the range of consequences, and the costs.
    fn put(&mut self, content: Content, found: &FoundAnswer) {
        let record = &self.record;
        let (with_content, with_costs) = (record.quiet.models != Shown::No, record.quiet.costs != Shown::No);
        let range = match found {
            FoundAnswer::Consequences(_, found) => Some((found.known(), found.known() + found.open())),
            FoundAnswer::Model(_) => None,
        };
        let answer = PrintedAnswer {
            content: with_content.then_some(content),
            range: range.filter(|_| with_costs),
            costs: record.costs.as_deref().filter(|_| with_costs),
        };
        if !answer.is_empty() {
            self.format.answer(&mut self.waiting, record, &answer);
        }
    }

    /// Records a proven lower bound, and prints it if requested.
    fn add_lower_bound(&mut self, lower: &[i64]) {
        self.record.bounds.raise(lower);
        self.format.lower_bound(&mut self.waiting, &self.record, lower);
        // A failed write is reported with the next answer.
        let _ = self.flush_if_due();
    }

    /// Writes the buffered output if it is large or the last write is long ago.
    fn flush_if_due(&mut self) -> io::Result<()> {
        let is_due = self.flushed.is_none_or(|then| then.elapsed() >= BUFFER_TIME);
        if is_due || self.waiting.len() >= BUFFER_BYTES {
            return self.flush();
        }
        Ok(())
    }

    /// Writes the buffered output. Another thread must call it regularly too, since the next answer may take long.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let printed = (self.out)(&self.waiting);
        self.waiting.clear();
        self.flushed = Some(Instant::now());
        printed
    }

    /// Prints the verdict and the summary, with statistics if `sizes` are given, and returns the exit code.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn end(&mut self, end: End, counts: &Counts, sizes: Option<ProgramSizes>) -> io::Result<Clasp> {
        self.end_call();
        let mut text = std::mem::take(&mut self.waiting);
        self.format.end(&mut text, &self.record, &Ending { end, counts, sizes });
        (self.out)(&text)?;
        Ok(self.record.verdict(end).1)
    }

    /// Returns the number of answer sets and the cost bounds so far, as the continuation of a progress line.
    pub fn progress(&self) -> String {
        self.record.progress()
    }

    /// Returns the exit code of an interrupted search.
    pub fn interrupted(&self) -> Clasp {
        self.record.verdict(End::Interrupted).1
    }

    /// Returns the word for the result: `SATISFIABLE`, `UNSATISFIABLE`, `OPTIMUM FOUND` or `UNKNOWN`.
    pub fn result(&self, end: End) -> &'static str {
        self.record.verdict(end).0.words()
    }

    /// Ends the output after an error, as clingo does: with the verdict that nothing is known. An error `is_about_options` if
    /// the program was not looked at; then nothing is printed unless an object is open.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn abandon(&mut self, is_about_options: bool) -> io::Result<()> {
        if is_about_options && !self.format.is_open() {
            return self.flush();
        }
        if self.is_object() && !self.format.is_open() {
            self.begin_call(None);
        }
        self.end(End::Unknown, &Counts::default(), None).map(drop)
    }
}
