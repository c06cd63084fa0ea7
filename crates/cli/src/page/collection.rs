//! The page of a collection, whose levels are run one after the other, each in a process of its own.
//!
//! Such a process writes what the page is to say of its level into a file that a variable of its environment names; whoever
//! runs them puts the page together when the last has ended. Of a process that leaves no such file only the exit code says why.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use groundplan_sokoban::level::Level;
use groundplan_sokoban::page::{render, Described, Sought};
use groundplan_sokoban::{Instance, Layout, Trace};
use serde_json::{json, Value};
use tempfile::TempDir;

use crate::exit::{Exit, Failure};
use crate::file;
use crate::instance::file_name;

/// Names the file for the part of a page that a process owes.
const PART: &str = "GROUNDPLAN_PAGE_PART";

/// Where this process is to write its level, if another puts the page together.
pub fn owed() -> Option<PathBuf> {
    std::env::var_os(PART).map(PathBuf::from)
}

/// What a level of several is called.
pub fn titled(level: &Level) -> String {
    match &level.title {
        Some(title) if *title != level.number.to_string() => format!("{}: {title}", level.number),
        _ => format!("Level {}", level.number),
    }
}

/// The parts of a page, as they come in.
pub struct Parts {
    page: PathBuf,
    folder: TempDir,
    /// The exit codes of those that have ended, by the number of the level.
    ended: HashMap<usize, i32>,
}

impl Parts {
    /// Makes room for the parts of a page.
    ///
    /// # Errors
    ///
    /// When the page could not be written.
    pub fn new(page: &Path) -> Result<Parts, Failure> {
        file::probe(page)?;
        let folder = tempfile::tempdir().map_err(anyhow::Error::from)?;
        Ok(Parts { page: page.to_owned(), folder, ended: HashMap::new() })
    }

    /// Tells the process that is to run a level where to write its part.
    pub fn ask(&self, command: &mut Command, level: &Level) {
        command.env(PART, self.file(level));
    }

    /// Takes down how that process ended.
    pub fn ended(&mut self, level: &Level, code: i32) {
        self.ended.insert(level.number, code);
    }

    fn file(&self, level: &Level) -> PathBuf {
        self.folder.path().join(format!("{}.json", level.number))
    }

    /// Writes the page of these levels, those included that were not run. `name` is the collection's.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(self, name: &str, levels: &[Level]) -> Result<(), Failure> {
        let levels: Vec<Value> = levels.iter().map(|level| self.level(level)).collect::<Result<_, _>>()?;
        file::write(&self.page, &render(&file_name(name), levels))
    }

    fn level(&self, level: &Level) -> Result<Value, Failure> {
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
        let summary = self.why_not(level);
        Ok(Described { title: &title, summary, sought: Sought::InVain }.level(
            &instance,
            &layout,
            &Trace::default(),
            &[],
        ))
    }

    /// Why there is no plan for a level.
    fn why_not(&self, level: &Level) -> &'static str {
        match self.ended.get(&level.number) {
            None => "not tried: stopped before",
            Some(&code) if code == Exit::None.code() => "proven: there is no such plan",
            Some(&code) if code == Exit::Unknown.code() => "no plan found: stopped before there was one",
            Some(_) => "no plan found: the search failed",
        }
    }
}
