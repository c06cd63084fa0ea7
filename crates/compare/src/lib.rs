//! `groundplan compare`: runs several engines on the same instances under the same limits.
//!
//! In reading order:
//!
//! - [`arguments`]; [`competitor`]: engines and their commands; `peers`: finds them
//! - [`mod@task`]: questions and answers; `facts`: instances for external engines; [`answer`]:
//!   parses the output of engines
//! - `process`: runs a command under limits; `tree`: its processes; `accounting`: their resource usage
//! - [`row`]: the result of a run; `ledger`: the file of rows; [`results`]: all rows, and disagreements
//! - `table`, `plot`, `progress`: output for people

#![cfg(target_os = "linux")]

mod accounting;
pub mod answer;
pub mod arguments;
pub mod competitor;
mod facts;
pub mod ledger;
pub mod peers;
mod plot;
pub mod process;
mod progress;
pub mod results;
pub mod row;
pub mod table;
pub mod task;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use groundplan_sokoban_commands::instance::{self, Source};
use groundplan_sokoban_commands::messages;
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::{escape, file, output, report};
use serde_json::{json, Value};
use tempfile::TempDir;

use answer::ParsedOutput;
use arguments::{CompareArguments, Format, QuestionKind};
use competitor::{Competitor, Files, RunLimits};
use ledger::Ledger;
use peers::MissingEngine;
use process::{Measured, ProcessEnd};
use progress::Progress;
use results::Results;
use row::{Key, Outcome, Row};
use task::Task;

/// The encodings and drivers for external engines.
const SHIPPED: [(&str, &str); 6] = [
    ("decision.lp", groundplan_sokoban::DECISION_ENCODING.1),
    ("optimize.lp", groundplan_sokoban::OPTIMIZE_ENCODING.1),
    ("incremental.lp", "#include <incmode>.\n"),
    ("tabled.pl", groundplan_sokoban::TABLED_ENCODING),
    ("clingo-optimize.py", include_str!("drivers/clingo-optimize.py")),
    ("gringo-clasp.sh", include_str!("drivers/gringo-clasp.sh")),
];

/// An instance with the files that engines read.
struct ComparedCase {
    name: String,
    /// The instance as the checker reads it.
    instance: groundplan_check::Instance,
    /// The file as it was given; for a level or standard input, a file with its facts.
    given: PathBuf,
    asp: PathBuf,
    prolog: PathBuf,
}

/// Runs the command.
///
/// # Errors
///
/// When an instance or the file of rows cannot be used, no engine is installed, or a run cannot be started or
/// followed.
pub fn run(arguments: &CompareArguments) -> Result<Exit, Failure> {
    if arguments.levels.list {
        return Err(Failure::Usage("`--list` shows the levels of one file at a time".to_owned()));
    }
    if let Some(path) = &arguments.plot {
        file::probe(path)?;
    }
    let task = task(arguments)?;
    let (engines, missing) = peers::find(arguments)?;
    for MissingEngine { engine, reason } in missing.iter().filter(|_| !arguments.quiet) {
        report::note(&format!("`{engine}` is left out: {reason}"));
    }
    let folder = folder()?;
    let cases = cases(arguments, task, folder.path())?;
    let (ledger, known) = match &arguments.resume {
        None => (None, Vec::new()),
        Some(path) => Ledger::open(path).map(|(ledger, rows)| (Some(ledger), rows))?,
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).map_err(anyhow::Error::from)?;
    let limits = RunLimits { time: arguments.time_limit, memory: arguments.memory_limit };
    let results = Results::new(known);
    let mut comparison =
        Comparison { arguments, task, limits, engines, missing, folder, cases, ledger, results, interrupted };
    comparison.run()?;
    if output::is_closed() {
        return Err(Failure::Closed);
    }
    comparison.deliver()?;
    Ok(comparison.exit())
}

/// A comparison in progress.
struct Comparison<'a> {
    arguments: &'a CompareArguments,
    task: Task,
    limits: RunLimits,
    engines: Vec<Competitor>,
    missing: Vec<MissingEngine>,
    /// The folder for encodings, drivers and the output of runs.
    folder: TempDir,
    cases: Vec<ComparedCase>,
    ledger: Option<Ledger>,
    results: Results,
    interrupted: Arc<AtomicBool>,
}

impl Comparison<'_> {
    /// Runs every engine on every instance, until done or interrupted.
    fn run(&mut self) -> Result<(), Failure> {
        let runs = self.cases.len() * self.engines.len() * self.arguments.repeat as usize;
        let progress = Progress::start(self.arguments.quiet, runs);
        if self.arguments.format == Format::Csv {
            output::print(&ledger::line(row::COLUMNS))?;
        }
        'all: for case in 0..self.cases.len() {
            for engine in 0..self.engines.len() {
                let given_up = self.is_given_up(case, engine);
                for number in 1..=self.arguments.repeat {
                    let key = self.key(case, engine, number);
                    progress.running(&key.instance, &key.engine);
                    if !self.results.take(&key) {
                        if given_up {
                            continue;
                        }
                        let Some(row) = self.run_once(case, engine, &key)? else { break 'all };
                        let row = self.results.add(row);
                        self.ledger.as_mut().map_or(Ok(()), |ledger| ledger.add(row))?;
                    }
                    progress.over();
                    if let (Format::Csv, Some(row)) = (self.arguments.format, self.results.row(&key)) {
                        output::print(&ledger::line(row.fields()))?;
                    }
                }
            }
        }
        progress.end();
        Ok(())
    }

    fn key(&self, case: usize, engine: usize, number: u32) -> Key {
        let engine = self.engines[engine].name.to_string();
        Key::new(&self.cases[case].name, self.task, &engine, number, self.limits)
    }

    /// Whether the engine has failed on enough instances in a row to skip this one.
    fn is_given_up(&self, case: usize, engine: usize) -> bool {
        self.arguments.give_up.is_some_and(|most| {
            let before = (0..case).map(|case| self.key(case, engine, 1));
            self.results.failures_in_a_row(before) >= most
        })
    }

    /// Runs an engine once; returns `None` if that was interrupted.
    fn run_once(&self, case: usize, engine: usize, key: &Key) -> Result<Option<Row>, Failure> {
        let (case, engine) = (&self.cases[case], &self.engines[engine]);
        let shipped = self.folder.path();
        let files = Files { instance: &case.given, asp: &case.asp, prolog: &case.prolog, shipped };
        let command = engine.command(self.task, files, self.limits);
        let measured = process::run(command, shipped, self.limits, &self.interrupted)
            .map_err(|error| Failure::Internal(format!("cannot run `{}`: {error}", key.engine)))?;
        Ok(judge(case, self.task, engine, key.clone(), &measured))
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Prints the results, and errors and disagreements.
    fn deliver(&self) -> Result<(), Failure> {
        let Comparison { arguments, results, limits, missing, .. } = self;
        let instances: Vec<&str> = self.cases.iter().map(|case| case.name.as_str()).collect();
        let names: Vec<String> = self.engines.iter().map(|engine| engine.name.to_string()).collect();
        match arguments.format {
            Format::Csv => {}
            Format::Table => output::show(&table::table(results, &instances, &names, missing))?,
            Format::Json => output::print(&escape::json(&self.object()))?,
        }
        if let Some(path) = &arguments.plot {
            plot::draw(path, results, &instances, &names, *limits)?;
        }
        for row in
            results.rows().filter(|row| !row.remark.is_empty() && row.outcome != Outcome::NotApplicable)
        {
            if results::is_accused(row) || !arguments.quiet {
                report::error(&format!("{}, {}: {}", row.key.instance, row.key.engine, row.remark));
            }
        }
        if self.is_interrupted() && !arguments.quiet {
            report::say(match arguments.resume {
                Some(_) => "interrupted; the same command goes on from here",
                None => "interrupted; with `--resume FILE.csv` the same command could go on from here",
            });
        }
        Ok(())
    }

    /// Returns the results as JSON.
    fn object(&self) -> Value {
        let missing = self.missing.iter();
        let missing: Vec<_> = missing
            .map(|MissingEngine { engine, reason }| json!({ "engine": engine, "reason": reason }))
            .collect();
        json!({
            "schema_version": 1,
            "command": "compare",
            "agree": self.results.agree(),
            "complete": !self.is_interrupted(),
            "missing": missing,
            "rows": self.results.rows().map(Row::object).collect::<Vec<_>>(),
        })
    }

    fn exit(&self) -> Exit {
        let failed = || self.results.rows().any(|row| row.outcome == Outcome::Error);
        if !self.results.agree() {
            Exit::None
        } else if self.is_interrupted() || failed() {
            Exit::Unknown
        } else {
            Exit::Success
        }
    }
}

/// Returns the question that the command line asks.
///
/// # Errors
///
/// When a number of actions is given for an optimization.
pub fn task(arguments: &CompareArguments) -> Result<Task, Failure> {
    match (arguments.question, arguments.actions) {
        (QuestionKind::Decide, actions) => Ok(Task::Decide(actions)),
        (QuestionKind::Optimize, None) => Ok(Task::Optimize),
        (QuestionKind::Optimize, Some(_)) => Err(Failure::Usage(
            "`--actions` is for `--question decide`: `optimize` finds the least number".to_owned(),
        )),
    }
}

/// Creates a folder with the encodings and drivers for external engines.
fn folder() -> Result<TempDir, Failure> {
    let folder = tempfile::Builder::new()
        .prefix("groundplan-compare-")
        .tempdir()
        .map_err(|error| Failure::Unwritable(format!("cannot make a temporary folder: {error}")))?;
    for (name, text) in SHIPPED {
        write(&folder.path().join(name), text)?;
    }
    Ok(folder)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text)
        .map_err(|error| Failure::Unwritable(format!("cannot write `{}`: {error}", path.display())))
}

/// Reads all instances before anything runs, so that errors are reported at once.
fn cases(arguments: &CompareArguments, task: Task, folder: &Path) -> Result<Vec<ComparedCase>, Failure> {
    let mut cases: Vec<ComparedCase> = Vec::new();
    for argument in &arguments.instances {
        for source in instance::sources(argument, &arguments.levels)? {
            let name = match source.number() {
                Some(number) if source.one_of_many => format!("{argument}#{number}"),
                _ => argument.clone(),
            };
            if cases.iter().any(|case| case.name == name) {
                return Err(Failure::Usage(format!("the instance `{name}` is named twice")));
            }
            let files = folder.join(cases.len().to_string());
            let given = match source.level {
                None if argument != "-" && arguments.levels.input.is_none() => PathBuf::from(argument),
                _ => {
                    let file = files.with_extension("given.lp");
                    write(&file, &source.text.text)?;
                    file
                }
            };
            cases.push(case(name, &source, task, given, &files)?);
        }
    }
    Ok(cases)
}

/// Reads an instance, and writes it for each kind of engine; the files differ in their extension.
fn case(
    name: String,
    source: &Source,
    task: Task,
    given: PathBuf,
    files: &Path,
) -> Result<ComparedCase, Failure> {
    let text = &source.text;
    let facts = {
        let instance = instance::read(source, true)?;
        if task == Task::Decide(None) && instance.steps.is_empty() {
            return Err(report::refuse(
                &format!("`{name}` has no steps, so the number of actions is open"),
                "say `--actions N`, or `--question optimize` for the least number",
            ));
        }
        facts::facts(&instance, task)
    };
    let (asp, prolog) = (files.with_extension("lp"), files.with_extension("pl"));
    write(&asp, &facts.asp)?;
    write(&prolog, &facts.prolog)?;
    let instance =
        groundplan_check::Instance::parse(&text.text).map_err(|error| messages::unreadable(text, &error))?;
    Ok(ComparedCase { name, instance, given, asp, prolog })
}

/// Returns the result of a run; `None` if it was interrupted.
fn judge(case: &ComparedCase, task: Task, engine: &Competitor, key: Key, measured: &Measured) -> Option<Row> {
    let mut row = Row {
        key,
        outcome: Outcome::Error,
        answer: None,
        checked: None,
        cpu: measured.cpu,
        wall: measured.wall,
        peak_mib: measured.peak as f64 / f64::from(1 << 20),
        remark: String::new(),
    };
    let status = match measured.end {
        ProcessEnd::Interrupted => return None,
        ProcessEnd::TimeOut => return Some(Row { outcome: Outcome::TimeOut, ..row }),
        ProcessEnd::MemoryOut => return Some(Row { outcome: Outcome::MemoryOut, ..row }),
        ProcessEnd::Ended(status) => status,
    };
    match answer::read(engine.output_format(task), &measured.output, &measured.errors, status.code()) {
        ParsedOutput::NotApplicable => {
            row.outcome = Outcome::NotApplicable;
            row.remark = last_words(&measured.errors);
        }
        ParsedOutput::MemoryOut => row.outcome = Outcome::MemoryOut,
        ParsedOutput::NoClaim => row.remark = format!("no answer, {}", ended(status, &measured.errors)),
        ParsedOutput::Claim(claim) if !claim.answer.answers(task) => {
            row.remark = format!("`{}` is no answer to `{}`", claim.answer.verdict(), task.name());
        }
        ParsedOutput::Claim(claim) => {
            row.answer = Some(claim.answer);
            match task::replay(&case.instance, task, &claim) {
                Ok(checked) => {
                    row.outcome = Outcome::Solved;
                    row.checked = checked.then_some(true);
                }
                Err(broken) => {
                    row.checked = Some(false);
                    row.remark = format!("the plan fails: {broken}");
                }
            }
        }
    }
    Some(row)
}

/// Returns how a run without an answer ended, with its last error message if there is one.
fn ended(status: ExitStatus, errors: &str) -> String {
    match last_words(errors).as_str() {
        "" => status.to_string(),
        words => format!("{status}: {words}"),
    }
}

/// Returns the last line of error messages, shortened.
pub fn last_words(errors: &str) -> String {
    const MOST: usize = 200;
    let line = errors.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    line.chars().take(MOST).collect()
}
