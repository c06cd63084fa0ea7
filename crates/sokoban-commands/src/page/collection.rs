//! The page of a collection whose levels are run one after the other, each in its own process.
//!
//! A process writes the part of the page about its level to a file that an environment variable names. The parent
//! process assembles the page at the end. For a process that leaves no such file, only the exit code says why.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use groundplan_sokoban::level::Level;
use groundplan_sokoban::page::{render, Described, Sought};
use groundplan_sokoban::{Instance, Layout, Trace};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::file;
use serde_json::{json, Value};
use tempfile::TempDir;

use crate::bounds_text::not_solved;
use crate::instance::file_name;

/// The environment variable that names the file for a part of the page.
const PART: &str = "GROUNDPLAN_PAGE_PART";

/// Returns the file for the part of this process, if a parent process assembles the page.
pub fn part_file() -> Option<PathBuf> {
    std::env::var_os(PART).map(PathBuf::from)
}

/// Returns the title of one of several levels.
pub fn titled(level: &Level) -> String {
    match &level.title {
        Some(title) if *title != level.number.to_string() => format!("{}: {title}", level.number),
        _ => format!("Level {}", level.number),
    }
}

/// The parts of a page as they arrive.
pub struct Parts {
    page: PathBuf,
    folder: TempDir,
    /// The exit codes of the processes that have ended, by level number.
    ended: HashMap<usize, i32>,
    /// What is said of a level that was not solved in its time.
    not_solved: String,
}

impl Parts {
    /// Creates a temporary folder for the parts of a page. `limit` is the time limit for each level.
    ///
    /// # Errors
    ///
    /// When the page could not be written.
    pub fn new(page: &Path, limit: Option<Duration>) -> Result<Parts, Failure> {
        file::probe(page)?;
        let folder = tempfile::tempdir()
            .map_err(|error| Failure::Unwritable(format!("cannot make a temporary folder: {error}")))?;
        Ok(Parts { page: page.to_owned(), folder, ended: HashMap::new(), not_solved: not_solved(limit) })
    }

    /// Tells a process where to write its part of the page.
    pub fn set_part_file(&self, command: &mut Command, level: &Level) {
        command.env(PART, self.file(level));
    }

    /// Records the exit code of the process for a level.
    pub fn ended(&mut self, level: &Level, code: i32) {
        self.ended.insert(level.number, code);
    }

    fn file(&self, level: &Level) -> PathBuf {
        self.folder.path().join(format!("{}.json", level.number))
    }

    /// Writes the page of these levels, including those that were not run, with their rows of the table. `name` is that
    /// of the collection.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(self, name: &str, levels: &[Level], rows: Vec<Value>) -> Result<(), Failure> {
        let count = levels.len();
        let with_row = |(level, row): (&Level, Value)| {
            let mut data = self.level(level, count)?;
            data["row"] = row;
            Ok(data)
        };
        let levels: Vec<Value> = levels.iter().zip(rows).map(with_row).collect::<Result<_, Failure>>()?;
        file::write(&self.page, &render(&file_name(name), levels))
    }

    /// Returns the data of one of `count` levels.
    fn level(&self, level: &Level, count: usize) -> Result<Value, Failure> {
        let title = titled(level);
        let file = self.file(level);
        if file.exists() {
            let text = fs::read_to_string(&file).map_err(anyhow::Error::from)?;
            let mut data: Value = serde_json::from_str(&text).map_err(anyhow::Error::from)?;
            data["title"] = title.into();
            return Ok(data);
        }
        let facts = match level.facts() {
            Ok(facts) => facts,
            Err(error) => return Ok(json!({ "title": title, "summary": error.to_string() })),
        };
        let unreadable =
            |error: &dyn std::fmt::Display| Failure::Internal(format!("level {}: {error}", level.number));
        let instance = Instance::read(&title, &facts).map_err(|error| unreadable(&error))?;
        let layout = Layout::of(&instance).map_err(|error| unreadable(&error))?;
        let (summary, sought) = self.why_not(level);
        let described = Described { title: &title, summary, sought, levels: count };
        Ok(described.level(&instance, &layout, &Trace::default(), &[]))
    }

    /// Returns why there is no plan for a level, or why none is known.
    fn why_not(&self, level: &Level) -> (&str, Sought<'_>) {
        match self.ended.get(&level.number) {
            None => ("not tried: stopped before", Sought::Unsolved("not tried")),
            Some(&code) if code == Exit::None.code() => ("proven: there is no such plan", Sought::Refuted),
            Some(&code) if code == Exit::Unknown.code() => {
                (&self.not_solved, Sought::Unsolved(&self.not_solved))
            }
            Some(_) => ("not solved: the search failed", Sought::Unsolved("not solved")),
        }
    }
}
