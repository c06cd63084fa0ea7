//! Writes pages that play plans and let the reader play ([`groundplan_sokoban::page`]).
//!
//! A page shows a plan, a level without one, or several levels. Module `collection` is for levels that are each run
//! in their own process.

mod collection;

use std::path::Path;
use std::sync::Arc;

use groundplan_sokoban::page::{render, Described, Sought};
use groundplan_sokoban::{Instance, Layout, Trace};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::file;
use serde_json::Value;

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
    let level = level(&Described { title: &title, summary, sought }, played, &layout);
    match collection::part_file() {
        Some(part) => file::write(&part, &level.to_string()),
        None => file::write(path, &render(&title, vec![level])),
    }
}

/// Writes a page of several levels, each with a plan or an empty one.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_levels(
    path: &Path,
    levels: &[(&Source, Played, String)],
    has_plan: bool,
) -> Result<(), Failure> {
    let sought = if has_plan { Sought::Found } else { Sought::Never };
    let mut name = String::new();
    let mut described = Vec::new();
    for (source, played, summary) in levels {
        let layout = layout(source, &played.instance)?;
        let title = match &source.level {
            Some(level) if levels.len() > 1 => {
                name = source.file();
                collection::titled(level)
            }
            _ => {
                name = source.title();
                name.clone()
            }
        };
        described.push(level(&Described { title: &title, summary, sought }, played, &layout));
    }
    file::write(path, &render(&name, described))
}

/// Returns a level and its plan as JSON for the page.
fn level(described: &Described<'_>, played: &Played, layout: &Layout) -> Value {
    described.level(&played.instance, layout, &played.trace, &played.texts)
}

fn layout(source: &Source, instance: &Instance) -> Result<Layout, Failure> {
    Layout::of(instance).map_err(|error| messages::undrawable(&source.text.name, &error))
}
