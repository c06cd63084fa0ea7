//! Writes pages that play plans and let the reader play ([`groundplan_sokoban::page`]).
//!
//! A page shows a plan, a level without one, or several levels. Module `collection` is for levels that are each run
//! in their own process.

mod collection;

use std::path::Path;
use std::sync::Arc;

use groundplan_sokoban::level::Level;
use groundplan_sokoban::page::{render, Described, Sought};
use groundplan_sokoban::{Instance, Layout, Trace};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::file;
use serde_json::{json, Value};

use crate::instance::{self, Source};
use crate::messages;
use crate::plan::Played;

pub use collection::Parts;

/// Checks that a page of this instance could be written, before long work.
///
/// # Errors
///
/// When the instance cannot be drawn or the file cannot be created.
pub fn prepare(path: &Path, source: &Source, instance: &Instance) -> Result<(), Failure> {
    layout(source, instance)?;
    file::probe(path)
}

/// Writes the page of a checked plan, or its part of the page if a parent process runs several levels.
///
/// # Errors
///
/// When the instance cannot be drawn or the file cannot be written.
pub fn write(path: &Path, source: &Source, played: &Played, summary: &str) -> Result<(), Failure> {
    write_one(path, source, played, summary, Sought::Found)
}

/// Writes the page of an instance without a plan. The reader can play on it, and the summary says why there is no
/// plan, or why none is known; `unsolved` says the latter in a few words.
///
/// # Errors
///
/// The errors of [`write()`], and when the source is not an instance.
pub fn write_without(
    path: &Path,
    source: &Source,
    summary: &str,
    unsolved: Option<&str>,
) -> Result<(), Failure> {
    let instance = Arc::new(instance::read(source, true)?);
    let nothing = Played { instance, trace: Trace::default(), texts: Vec::new() };
    write_one(path, source, &nothing, summary, unsolved.map_or(Sought::Refuted, Sought::Unsolved))
}

fn write_one(
    path: &Path,
    source: &Source,
    played: &Played,
    summary: &str,
    sought: Sought<'_>,
) -> Result<(), Failure> {
    let layout = layout(source, &played.instance)?;
    let title = source.title();
    let level = level(&Described { title: &title, summary, sought, levels: 1 }, played, &layout);
    match collection::part_file() {
        Some(part) => file::write(&part, &level.to_string()),
        None => file::write(path, &render(&title, vec![level])),
    }
}

/// A page of levels that are read one after the other, each with a plan or all without.
pub struct LevelsPage<'a> {
    path: &'a Path,
    /// The number of levels.
    count: usize,
    has_plan: bool,
    /// The name of the collection or of the only level.
    name: String,
    levels: Vec<Value>,
}

impl<'a> LevelsPage<'a> {
    /// Begins a page of `count` levels.
    ///
    /// # Errors
    ///
    /// When the file cannot be created.
    pub fn begin(path: &'a Path, count: usize, has_plan: bool) -> Result<Self, Failure> {
        file::probe(path)?;
        Ok(LevelsPage { path, count, has_plan, name: String::new(), levels: Vec::with_capacity(count) })
    }

    /// Adds a level.
    ///
    /// # Errors
    ///
    /// When the instance cannot be drawn.
    pub fn add(&mut self, source: &Source, played: &Played, summary: &str) -> Result<(), Failure> {
        let layout = layout(source, &played.instance)?;
        let title = match &source.level {
            Some(level) if self.count > 1 => {
                self.name = source.file();
                collection::titled(level)
            }
            _ => {
                self.name = source.title();
                self.name.clone()
            }
        };
        let sought = if self.has_plan { Sought::Found } else { Sought::Never };
        let described = Described { title: &title, summary, sought, levels: self.count };
        self.levels.push(level(&described, played, &layout));
        Ok(())
    }

    /// Adds the title of a level that is not shown, and why.
    pub fn leave_out(&mut self, level: &Level, why: &str) {
        self.levels.push(json!({ "title": collection::titled(level), "summary": why }));
    }

    /// Writes the page.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(self) -> Result<(), Failure> {
        file::write(self.path, &render(&self.name, self.levels))
    }
}

/// Returns a level and its plan as JSON for the page.
fn level(described: &Described<'_>, played: &Played, layout: &Layout) -> Value {
    described.level(&played.instance, layout, &played.trace, &played.texts)
}

fn layout(source: &Source, instance: &Instance) -> Result<Layout, Failure> {
    Layout::of(instance).map_err(|error| messages::undrawable(&source.text.name, &error))
}
