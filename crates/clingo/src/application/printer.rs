//! Printing of the answers of searches, in the formats of the command.

use std::io;
use std::sync::{Arc, Mutex};

use groundplan::{solve, Engine};
use groundplan_frontend::arguments::SolveArguments;
use groundplan_frontend::lock::lock;
use groundplan_frontend::plan::Plan;
use groundplan_frontend::print::{print_what_waits, statistics, Answers, DescribedModel, Out, ProgramSizes};
use groundplan_frontend::run::Event;
use groundplan_frontend::End;

use crate::answer::Answer;
use crate::control::{Control, Work};
use crate::error::{Error, Result};

/// A printer of the answers of a control's searches. What it prints waits for a moment, or until its thread prints it.
pub struct Printer {
    answers: Arc<Mutex<Answers>>,
    /// Whether the host may print every answer in its own words.
    is_free_form: bool,
    wants_statistics: bool,
}

/// What is printed when a run ends.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The exit code of the process.
    pub code: i32,
    /// More about it for people, which goes to standard error.
    pub told: Option<String>,
}

/// Returns an answer as the caller has to describe it, if it cannot be printed as it was found: symbols were added to it.
fn extended(answer: &Answer) -> Option<DescribedModel> {
    if answer.reasoning().is_some() || !answer.is_extended() {
        return None;
    }
    let shown = answer.shown().unwrap_or_default();
    Some(DescribedModel::Atoms(shown.iter().map(crate::Term::text).collect()))
}

impl Printer {
    /// Returns a printer with the layout of these options, which writes by `out`. With `as_clingo`, it prints times as clingo's
    /// applications do.
    ///
    /// # Errors
    ///
    /// Returns an error if its thread cannot be started.
    pub fn new(arguments: &SolveArguments, out: Out, as_clingo: bool) -> io::Result<Self> {
        let mut answers = Answers::new(arguments, out);
        if as_clingo {
            answers.tell_times();
        }
        let is_free_form = answers.is_free_form();
        let answers = Arc::new(Mutex::new(answers));
        let waiting = Arc::downgrade(&answers);
        let output = std::thread::Builder::new().name("groundplan output".to_owned());
        output.spawn(move || print_what_waits(&waiting))?;
        Ok(Printer { answers, is_free_form, wants_statistics: arguments.wants_stats() })
    }

    /// Whether the host may print every answer in its own words.
    pub fn is_free_form(&self) -> bool {
        self.is_free_form
    }

    /// Starts a search with this plan.
    pub fn begin(&self, engine: &Engine, plan: &Plan) {
        lock(&self.answers).begin(engine, plan);
    }

    /// Hears of an event of the search.
    pub fn hear(&self, event: &Event) {
        lock(&self.answers).hear(event);
    }

    /// Prints text behind all that was printed.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn write(&self, text: &str) -> io::Result<()> {
        lock(&self.answers).write(text)
    }

    /// Prints a line that is no part of the format.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn say(&self, line: &str) -> io::Result<()> {
        lock(&self.answers).say(line)
    }

    /// Prints an answer.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print(&self, answer: &Answer) -> io::Result<()> {
        match extended(answer) {
            Some(described) => self.print_described(answer, &described),
            None => answer.look(|found| lock(&self.answers).add(found)).unwrap_or(Ok(())),
        }
    }

    /// Prints an answer in a form that the caller provides.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print_described(&self, answer: &Answer, described: &DescribedModel) -> io::Result<()> {
        answer.look(|found| lock(&self.answers).add_described(found, described)).unwrap_or(Ok(()))
    }

    /// Prints what stands before an answer that the caller prints. Returns what is to [follow](Printer::write); `None` if the
    /// answer is not to be printed, or not yet: see [`Printer::finish`].
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn open(&self, answer: &Answer) -> io::Result<Option<String>> {
        answer.look(|found| lock(&self.answers).open(found)).unwrap_or(Ok(None))
    }

    /// Hears of the end of a search, and prints what was held back. If that is an [opened](Printer::open) answer, prints what stands
    /// before it, and returns what is to follow it.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn finish(&self) -> io::Result<Option<String>> {
        lock(&self.answers).finish_call()
    }

    /// Returns the symbols of an answer that the caller prints, in the selected layout, with the end of the line.
    pub fn symbols(&self, answer: &Answer) -> String {
        let described = extended(answer);
        let text = answer.look(|found| lock(&self.answers).atoms(found, described.as_ref()));
        text.unwrap_or_default()
    }

    /// Determines which assumptions of the command line exclude all answer sets, if the last search found none.
    fn blame_assumptions(&self, control: &Control, during: impl FnOnce(Work<'_>)) -> Result<()> {
        let Some(last) = control.last() else { return Ok(()) };
        let progress = last.standing();
        let is_refuted = progress.end == Some(solve::End::Exhausted) && !progress.satisfiable;
        if !is_refuted || last.plan().assumed.is_empty() {
            return Ok(());
        }
        if let Some(core) = control.work(during, |engine| last.plan().core(engine))?? {
            lock(&self.answers).blame(core);
        }
        Ok(())
    }

    /// Prints the verdict on the last search, and what all of them came to.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails or the control is busy; within it, one if the output cannot be written.
    pub fn end(&self, control: &Control, during: impl FnOnce(Work<'_>)) -> Result<io::Result<Ended>> {
        let end = match control.last() {
            None => End::Unknown,
            Some(last) if last.standing().is_late(last.plan()) => End::TimeLimit,
            Some(last) => last.standing().end.map_or(End::Unknown, End::from),
        };
        self.blame_assumptions(control, during)?;
        self.end_with(control, end)
    }

    /// Prints the verdict after the run was cut short; `by_time` if by the time limit.
    ///
    /// # Errors
    ///
    /// See [`Printer::end`].
    pub fn cut_short(&self, control: &Control, by_time: bool) -> Result<io::Result<Ended>> {
        self.end_with(control, if by_time { End::TimeLimit } else { End::Interrupted })
    }

    fn end_with(&self, control: &Control, end: End) -> Result<io::Result<Ended>, Error> {
        let (counts, sizes) = control.with(|engine| {
            let sizes = self.wants_statistics.then(|| ProgramSizes::of(engine.ground_program()));
            (engine.counts(), sizes)
        })?;
        let mut answers = lock(&self.answers);
        Ok(answers.end(end, &counts, sizes).map(|exit| {
            let tells = self.wants_statistics && !answers.is_object();
            Ended { code: exit as i32, told: tells.then(|| statistics::lines(&counts)) }
        }))
    }

    /// Returns the exit code if standard output is closed.
    pub fn interrupted(&self) -> i32 {
        lock(&self.answers).interrupted() as i32
    }

    /// Ends the output after an error: prints what waits, and closes what is open.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn abandon(&self) -> io::Result<()> {
        lock(&self.answers).abandon(false)
    }
}
