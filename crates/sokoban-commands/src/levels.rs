//! Levels of a collection: lists them, or runs a command for each in a process of its own.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use groundplan_sokoban::level::{self, Collection, Level, Square};
use groundplan_terminal::escape::{self, escaped, printable};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::options::Format;
use groundplan_terminal::{output, report};
use serde_json::{json, Value};
use tempfile::NamedTempFile;

use crate::instance::{self, Content};
use crate::known;
use crate::overview::{self, AskedOfEach, CsvFile};
use crate::page::Parts;
use crate::selection::LevelArguments;
use crate::solved::Solved;
use crate::summary::{self, LevelOutcome};

/// The instance that a command line names, with what is asked for in place of the command itself.
pub struct AskedInstance<'a> {
    /// The argument that names the file.
    pub argument: &'a str,
    /// The options that choose the levels.
    pub levels: &'a LevelArguments,
    /// The format of results and of a list of the levels.
    pub format: Format,
    /// How to run the command for several levels, if it can run level by level.
    pub each: Option<LevelsRun>,
}

impl AskedInstance<'_> {
    /// Lists the levels, or runs the command for several of them, if that is asked for. Returns `None` if the command itself is.
    ///
    /// # Errors
    ///
    /// When the input is not a collection, the command takes one level only, or the errors of a run.
    pub fn run_for_levels(&self) -> Result<Option<Exit>, Failure> {
        if self.levels.list {
            return list(self.argument, self.levels, self.format).map(Some);
        }
        let (None, Some(each)) = (&self.levels.part, &self.each) else { return Ok(None) };
        match each.only_one.filter(|_| self.levels.are_several()) {
            Some(reason) => Err(Failure::Usage(reason.to_owned())),
            None if self.levels.are_several() || each.output.is_some() || each.csv.is_some() => {
                run_each(self, each).map(Some)
            }
            None => Ok(None),
        }
    }
}

/// Prints the levels of a collection, as tab-separated columns with a heading or as one JSON object per line.
///
/// # Errors
///
/// When the input is not a collection.
fn list(argument: &str, levels: &LevelArguments, format: Format) -> Result<Exit, Failure> {
    let collection = match instance::content(argument, levels)? {
        Content::Levels(_, collection) => collection,
        content @ (Content::Facts(_) | Content::Competition(_)) => {
            return Err(report::refuse(
                &format!("`{}` holds facts of one instance, not levels", content.name()),
                "leave `--list` out; `--input xsb` reads a text as levels, whatever it looks like",
            ));
        }
    };
    let lines: String = match format {
        Format::Text => {
            let heading = "level\ttitle\tauthor\tboxes\tstorages\tcolumns\trows\tproblem\n".to_owned();
            heading + &collection.levels.iter().map(columns).map(|line| escaped(&line)).collect::<String>()
        }
        Format::Json => collection.levels.iter().map(|level| escape::json(&object(level))).collect(),
    };
    output::print(&lines)?;
    Ok(Exit::Success)
}

/// Returns the number of squares that satisfy a predicate.
fn count(level: &Level, what: fn(&Square) -> bool) -> usize {
    level.squares().filter(|(_, square)| what(square)).count()
}

/// Returns the tab-separated line of a level in the list.
fn columns(level: &Level) -> String {
    let text = |field: &Option<String>| field.clone().unwrap_or_default().replace('\t', " ");
    let problem = level.room().err().map_or(String::new(), |error| error.to_string());
    format!(
        "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{problem}\n",
        level.number,
        text(&level.title),
        text(&level.author),
        count(level, |square| square.has_box()),
        count(level, |square| square.is_storage()),
        level.width(),
        level.rows.len(),
    )
}

/// Returns the JSON object of a level in the list.
fn object(level: &Level) -> Value {
    json!({
        "schema_version": 1,
        "level": level.number,
        "title": level.title,
        "author": level.author,
        "boxes": count(level, |square| square.has_box()),
        "storages": count(level, |square| square.is_storage()),
        "columns": level.width(),
        "rows": level.rows.len(),
        "problem": level.room().err().map(|error| error.to_string()),
        "solutions": level.solutions.len(),
    })
}

/// Options of a run over several levels. As text, the result of each has a comment with its name before it.
pub struct LevelsRun {
    /// Whether to suppress messages for people.
    pub(crate) quiet: bool,
    /// The file to write the levels with their solutions to.
    pub(crate) output: Option<PathBuf>,
    /// The time limit for each level.
    pub(crate) limit: Option<Duration>,
    /// The file to write one page about all levels to.
    pub(crate) page: Option<PathBuf>,
    /// The file to write a table of the levels to.
    pub(crate) csv: Option<PathBuf>,
    /// What is asked of each level.
    pub(crate) asked: AskedOfEach,
    /// Whether a plan replaces known solutions even if it is no better.
    pub(crate) replaces: bool,
    /// Why the command takes one level only, if the command line has an option that does.
    pub(crate) only_one: Option<&'static str>,
}

/// Runs the command line once for each level, each in a process of its own, and exits with the highest exit code. So
/// limits hold for each level, and its memory is freed. Prints a summary at the end.
///
/// # Errors
///
/// When the input is not a collection, a process cannot be started, or the levels cannot be written.
fn run_each(asked: &AskedInstance<'_>, run: &LevelsRun) -> Result<Exit, Failure> {
    let start = Instant::now();
    let (text, collection) = match instance::content(asked.argument, asked.levels)? {
        Content::Levels(text, collection) => (text, collection),
        content @ (Content::Facts(_) | Content::Competition(_)) => {
            return Err(report::refuse(
                &format!("`{}` holds facts of one instance, not levels", content.name()),
                "leave `--level`, `--output` and `--csv` out; `groundplan convert --to xsb` makes a level of facts",
            ));
        }
    };
    let whole = collection.without_levels();
    let levels = instance::choose(&text.name, collection, asked.levels)?;
    let mut solved = match &run.output {
        Some(path) => {
            let collection = Collection { levels: levels.clone(), ..whole };
            Some(Solved::new(path.clone(), collection, level::is_slc(&text.text), run.replaces)?)
        }
        None => None,
    };
    let csv = run.csv.as_deref().map(CsvFile::new).transpose()?;
    let mut parts = run.page.as_deref().map(|page| Parts::new(page, run.limit)).transpose()?;
    let runner = Runner::new(text.text)?;
    let several = asked.levels.are_several();
    let mut outcomes = Vec::with_capacity(levels.len());
    let mut gravest = 0;
    let (mut stopped, mut unheard) = (false, false);
    for (index, level) in levels.iter().enumerate() {
        let headed = if asked.format == Format::Text && several && !stopped {
            output::print(&heading(level))
        } else {
            Ok(())
        };
        unheard |= matches!(headed, Err(Failure::Closed)) || output::is_closed();
        if unheard || runner.is_stopped() {
            stopped = true;
        } else {
            headed?;
        }
        let (known, _) = known::solutions(level)?;
        let begun = Instant::now();
        let (code, record) = match stopped {
            true => (None, None),
            false => runner.run(level, parts.as_ref()).map(|(code, record)| (Some(code), record))?,
        };
        gravest = gravest.max(code.unwrap_or(Exit::Unknown.code()));
        if let (Some(parts), Some(code)) = (&mut parts, code) {
            parts.ended(level, code);
        }
        let is_interrupted = runner.is_stopped();
        let elapsed = begun.elapsed();
        let outcome = LevelOutcome { number: level.number, code, is_interrupted, record, elapsed, known };
        if let Some(solved) = &mut solved {
            solved.take(index, &outcome)?;
        }
        outcomes.push(outcome);
    }
    if let Some(solved) = &mut solved {
        // An interrupted level may have a solution in the file from an earlier run: without new solutions, keep the
        // file.
        if !(stopped || runner.is_stopped()) || outcomes.iter().any(|outcome| outcome.letters().is_some()) {
            solved.write()?;
        }
    }
    if parts.is_some() || csv.is_some() {
        let rows =
            levels.iter().zip(&outcomes).map(|(level, outcome)| overview::row(level, outcome, run.asked));
        let rows: Vec<Value> = rows.collect::<Result<_, _>>()?;
        if let Some(csv) = csv {
            csv.write(&rows)?;
        }
        if let Some(parts) = parts {
            parts.write(&text.name, &levels, rows)?;
        }
    }
    // If standard output was closed, nothing more is printed.
    if !run.quiet && !unheard {
        if several {
            summary::say(&outcomes, start.elapsed(), run.limit);
        }
        if let Some(path) = solved.as_ref().and_then(Solved::written) {
            report::say(&format!("the levels and their solutions are in {path}"));
        }
    }
    std::process::exit(gravest)
}

/// Starts processes, one at a time, and forwards signals to them.
struct Runner {
    text: String,
    child: Arc<AtomicI32>,
    stopped: Arc<AtomicBool>,
}

impl Runner {
    /// Returns a runner that gives this text to each process.
    fn new(text: String) -> Result<Runner, Failure> {
        let (child, stopped): (Arc<AtomicI32>, Arc<AtomicBool>) = Default::default();
        let (running, stop) = (Arc::clone(&child), Arc::clone(&stopped));
        ctrlc::set_handler(move || {
            stop.store(true, Ordering::SeqCst);
            pass_on(running.load(Ordering::SeqCst));
        })
        .map_err(anyhow::Error::from)?;
        Ok(Runner { text, child, stopped })
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    /// Runs the command line for a level; if there are `parts`, the process writes its part of a page. Returns the
    /// exit code and the result that the process wrote to its file.
    fn run(&self, level: &Level, parts: Option<&Parts>) -> Result<(i32, Option<Value>), Failure> {
        let noted = NamedTempFile::new().map_err(anyhow::Error::from)?;
        let mut command = Command::new(std::env::current_exe().map_err(anyhow::Error::from)?);
        command.args(arguments_for(std::env::args_os().skip(1), level.number, noted.path()));
        // A process group of its own: Ctrl-C reaches the process once, forwarded by the handler.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if let Some(parts) = parts {
            parts.set_part_file(&mut command, level);
        }
        // The text as it was read at the start; the file may be overwritten meanwhile.
        let mut process = command.stdin(Stdio::piped()).spawn().map_err(anyhow::Error::from)?;
        self.child.store(process.id() as i32, Ordering::SeqCst);
        if let Some(mut stdin) = process.stdin.take() {
            // A process that ends without reading prints the reason itself.
            let _ = stdin.write_all(self.text.as_bytes());
        }
        let status = process.wait().map_err(anyhow::Error::from)?;
        self.child.store(0, Ordering::SeqCst);
        let record = std::fs::read(noted.path()).ok().and_then(|text| serde_json::from_slice(&text).ok());
        Ok((status.code().unwrap_or(Exit::Internal.code()), record))
    }
}

/// Asks a child process to end.
#[cfg(unix)]
fn pass_on(child: i32) {
    use rustix::process::{kill_process, Pid, Signal};
    if let Some(pid) = Pid::from_raw(child) {
        // The process may just have ended.
        let _ = kill_process(pid, Signal::TERM);
    }
}

/// Outside Unix Ctrl-C reaches all processes that share a console.
#[cfg(not(unix))]
fn pass_on(_child: i32) {}

/// Writes the result of one of several levels to the file of the parent process.
///
/// # Errors
///
/// When it cannot be written.
pub(crate) fn write_record(levels: &LevelArguments, result: impl FnOnce() -> Value) -> Result<(), Failure> {
    match &levels.part {
        Some(part) => std::fs::write(&part.record, result().to_string())
            .map_err(|error| Failure::Unwritable(format!("cannot write a temporary file: {error}"))),
        None => Ok(()),
    }
}

/// Returns a comment line that names a level; plans may contain comments.
pub(crate) fn heading(level: &Level) -> String {
    match &level.title {
        Some(title) if *title != level.number.to_string() => {
            format!("% level {}: {}\n", level.number, printable(title))
        }
        _ => format!("% level {}\n", level.number),
    }
}

/// Returns the command line for one level; `--part` takes precedence over `--level` and `--output`.
fn arguments_for(arguments: impl Iterator<Item = OsString>, number: usize, record: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let mut part = OsString::from(format!("--part={number}:"));
    part.push(record);
    // After the name of the command, and before any `--`.
    arguments.insert(1.min(arguments.len()), part);
    arguments
}
