//! `groundplan compare`: engines side by side, on the same instances and under the same limits.
//!
//! In reading order:
//!
//! - [`arguments`]; [`engine`]: the engines by name and their commands; `peers`: where they are
//! - [`question`]: what is asked, what counts as an answer; `facts`: an instance as other engines read it; [`answer`]:
//!   from what an engine prints to what it claims
//! - `process`: runs a command under limits; `tree`: the processes it consists of; `accounting`: what they cost
//! - [`row`]: a run and what came of it; `ledger`: the file of rows; [`results`]: all rows, and where they disagree
//! - `table`, `plot`, `progress`: for people

mod accounting;
mod answer;
pub mod arguments;
mod engine;
mod facts;
mod ledger;
mod peers;
mod plot;
mod process;
mod progress;
mod question;
mod results;
mod row;
mod table;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use serde_json::json;
use tempfile::TempDir;

use crate::exit::{Exit, Failure};
use crate::instance::{self, Source};
use crate::{output, report};
use answer::Said;
use arguments::{Asked, CompareArguments, Format};
use engine::{Engine, Files, Limits};
use ledger::Ledger;
use peers::Missing;
use process::{End, Measured};
use progress::Progress;
use question::Question;
use results::Results;
use row::{Key, Outcome, Row};

/// What engines of others run: the encodings of `groundplan`, and what it takes to run them.
const SHIPPED: [(&str, &str); 6] = [
    ("decision.lp", groundplan_sokoban::DECISION_ENCODING.1),
    ("optimize.lp", groundplan_sokoban::OPTIMIZE_ENCODING.1),
    ("incremental.lp", "#include <incmode>.\n"),
    ("tabled.pl", groundplan_sokoban::TABLED_ENCODING),
    ("clingo-optimize.py", include_str!("drivers/clingo-optimize.py")),
    ("gringo-clasp.sh", include_str!("drivers/gringo-clasp.sh")),
];

/// An instance that was read.
struct Case {
    name: String,
    /// For the checker.
    instance: groundplan_check::Instance,
    /// The file as it was given; for a level, and for what came from standard input, one with its facts.
    given: PathBuf,
    asp: PathBuf,
    prolog: PathBuf,
}

/// Runs the command.
///
/// # Errors
///
/// When an instance or the file of rows cannot be used, no engine is there, or a run cannot be started or followed.
pub fn run(arguments: &CompareArguments) -> Result<Exit, Failure> {
    if arguments.levels.list {
        return Err(Failure::Usage("`--list` shows the levels of one file at a time".to_owned()));
    }
    let question = question(arguments)?;
    let limits = Limits { time: arguments.time_limit, memory: arguments.memory_limit };
    let (engines, missing) = peers::find(arguments)?;
    for Missing { engine, reason } in missing.iter().filter(|_| !arguments.quiet) {
        report::note(&format!("`{engine}` is left out: {reason}"));
    }
    let folder = folder()?;
    let cases = cases(arguments, question, folder.path())?;
    let (mut ledger, known) = match &arguments.resume {
        None => (None, Vec::new()),
        Some(path) => Ledger::open(path).map(|(ledger, rows)| (Some(ledger), rows))?,
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).map_err(anyhow::Error::from)?;

    let names: Vec<String> = engines.iter().map(|engine| engine.name.to_string()).collect();
    let mut results = Results::new(known);
    let progress = Progress::start(arguments.quiet, cases.len() * engines.len() * arguments.repeat as usize);
    if arguments.format == Format::Csv {
        output::print(&ledger::line(row::COLUMNS))?;
    }
    'all: for (index, case) in cases.iter().enumerate() {
        for engine in &engines {
            let name = engine.name.to_string();
            let before = cases[..index].iter().map(|case| case.name.as_str());
            let key = |instance: &str, run| Key::new(instance, question, &name, run, limits);
            let given_up = arguments.give_up.is_some_and(|most| {
                results.failures_in_a_row(before.map(|instance| key(instance, 1))) >= most
            });
            for number in 1..=arguments.repeat {
                let key = key(&case.name, number);
                progress.running(&case.name, &name);
                if !results.take(&key) {
                    if given_up {
                        continue;
                    }
                    let files = Files {
                        instance: &case.given,
                        asp: &case.asp,
                        prolog: &case.prolog,
                        shipped: folder.path(),
                    };
                    let command = engine.command(question, files, limits);
                    let measured = process::run(command, folder.path(), limits, &interrupted)
                        .map_err(|error| Failure::Internal(format!("cannot run `{name}`: {error}")))?;
                    let Some(row) = judge(case, question, engine, key.clone(), &measured) else { break 'all };
                    let row = results.add(row);
                    ledger.as_mut().map_or(Ok(()), |ledger| ledger.add(row))?;
                }
                progress.over();
                if let (Format::Csv, Some(row)) = (arguments.format, results.row(&key)) {
                    output::print(&ledger::line(row.fields()))?;
                }
            }
        }
    }
    progress.end();
    if output::is_closed() {
        return Err(Failure::Closed);
    }
    let instances: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    match arguments.format {
        Format::Csv => {}
        Format::Table => output::print(&table::table(&results, &instances, &names, &missing))?,
        Format::Json => {
            let rows: Vec<_> = results.rows().map(Row::object).collect();
            let missing: Vec<_> = missing
                .iter()
                .map(|Missing { engine, reason }| json!({ "engine": engine, "reason": reason }))
                .collect();
            let object = json!({
                "schema_version": 1,
                "command": "compare",
                "agree": results.agree(),
                "complete": !interrupted.load(Ordering::Relaxed),
                "missing": missing,
                "rows": rows,
            });
            output::print(&format!("{object}\n"))?;
        }
    }
    if let Some(path) = &arguments.plot {
        plot::draw(path, &results, &instances, &names, limits)?;
    }
    for row in results.rows().filter(|row| !row.remark.is_empty() && row.outcome != Outcome::NotApplicable) {
        if !results::is_accused(row) && arguments.quiet {
            continue;
        }
        report::error(&format!("{}, {}: {}", row.key.instance, row.key.engine, row.remark));
    }
    if interrupted.load(Ordering::Relaxed) && !arguments.quiet {
        report::say(match arguments.resume {
            Some(_) => "interrupted; the same command goes on from here",
            None => "interrupted; with `--resume FILE.csv` the same command could go on from here",
        });
    }
    Ok(if !results.agree() {
        Exit::None
    } else if interrupted.load(Ordering::Relaxed) || results.rows().any(|row| row.outcome == Outcome::Error) {
        Exit::Unknown
    } else {
        Exit::Success
    })
}

fn question(arguments: &CompareArguments) -> Result<Question, Failure> {
    match (arguments.question, arguments.actions) {
        (Asked::Decide, actions) => Ok(Question::Decide(actions)),
        (Asked::Optimize, None) => Ok(Question::Optimize),
        (Asked::Optimize, Some(_)) => Err(Failure::Usage(
            "`--actions` is for `--question decide`: `optimize` finds the least number".to_owned(),
        )),
    }
}

/// A folder with what engines of others run, and room for what runs print.
fn folder() -> Result<TempDir, Failure> {
    let folder = tempfile::Builder::new()
        .prefix("groundplan-compare-")
        .tempdir()
        .map_err(|error| Failure::Internal(format!("cannot make a temporary folder: {error}")))?;
    for (name, text) in SHIPPED {
        write(&folder.path().join(name), text)?;
    }
    Ok(folder)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text)
        .map_err(|error| Failure::Internal(format!("cannot write `{}`: {error}", path.display())))
}

/// Reads all instances before anything runs: a mistake in the last is known at once.
fn cases(arguments: &CompareArguments, question: Question, folder: &Path) -> Result<Vec<Case>, Failure> {
    let mut cases: Vec<Case> = Vec::new();
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
            cases.push(case(name, &source, question, given, &files)?);
        }
    }
    Ok(cases)
}

/// Reads an instance and writes it down as each engine reads it, in files that differ in their extension.
fn case(
    name: String,
    source: &Source,
    question: Question,
    given: PathBuf,
    files: &Path,
) -> Result<Case, Failure> {
    let text = &source.text;
    let facts = {
        let instance = instance::read(source, true)?;
        if question == Question::Decide(None) && instance.steps.is_empty() {
            return Err(report::refuse(
                &format!("`{name}` has no steps, so the number of actions is open"),
                "say `--actions N`, or `--question optimize` for the least number",
            ));
        }
        facts::facts(&instance, question)
    };
    let (asp, prolog) = (files.with_extension("lp"), files.with_extension("pl"));
    write(&asp, &facts.asp)?;
    write(&prolog, &facts.prolog)?;
    let instance = groundplan_check::Instance::parse(&text.text).map_err(|error| {
        report::error_at(&text.name, &text.text, error.range(), &error.message(), error.help());
        Failure::Reported
    })?;
    Ok(Case { name, instance, given, asp, prolog })
}

/// What came of a run; nothing if it was interrupted.
fn judge(case: &Case, question: Question, engine: &Engine, key: Key, measured: &Measured) -> Option<Row> {
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
        End::Interrupted => return None,
        End::TimeOut => return Some(Row { outcome: Outcome::TimeOut, ..row }),
        End::MemoryOut => return Some(Row { outcome: Outcome::MemoryOut, ..row }),
        End::Ended(status) => status,
    };
    match answer::read(engine.reading(question), &measured.output, &measured.errors, status.code()) {
        Said::NotApplicable => {
            row.outcome = Outcome::NotApplicable;
            row.remark = last_words(&measured.errors);
        }
        Said::MemoryOut => row.outcome = Outcome::MemoryOut,
        Said::Nothing => row.remark = format!("no answer, {}", ended(status, &measured.errors)),
        Said::Claim(claim) if !claim.answer.answers(question) => {
            row.remark = format!("`{}` is no answer to `{}`", claim.answer.verdict(), question.name());
        }
        Said::Claim(claim) => {
            row.answer = Some(claim.answer);
            match question::replay(&case.instance, question, &claim) {
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

/// How a run without an answer ended, in the words of its last complaint if it has one.
fn ended(status: ExitStatus, errors: &str) -> String {
    match last_words(errors).as_str() {
        "" => status.to_string(),
        words => format!("{status}: {words}"),
    }
}

/// The last line of an engine's complaints, shortened.
fn last_words(errors: &str) -> String {
    const MOST: usize = 200;
    let line = errors.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    line.chars().take(MOST).collect()
}
