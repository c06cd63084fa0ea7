//! The page that plays plans and lets one play ([`groundplan_sokoban::page`]), as a file: of one plan, of a level without one, of
//! several levels, and in `collection` of several levels, each run in a process of its own.

mod collection;

use std::path::Path;
use std::sync::Arc;

use groundplan_sokoban::page::{render, Described, Sought};
use groundplan_sokoban::{Instance, Layout, Trace};
use serde_json::Value;

use crate::exit::Failure;
use crate::instance::Source;
use crate::plan::Played;
use crate::{file, instance, report};
pub use collection::Parts;

/// Whether a page of this instance could be written there; asked before long work.
///
/// # Errors
///
/// When the instance cannot be drawn or the file cannot be made.
pub fn prepare(path: &Path, source: &Source, instance: &Instance) -> Result<(), Failure> {
    layout(source, instance)?;
    file::probe(path)
}

/// Writes the page of a checked plan, or the part of it that a process running one level of several owes.
///
/// # Errors
///
/// When the instance cannot be drawn or the file cannot be written.
pub fn write(path: &Path, source: &Source, played: &Played, summary: &str) -> Result<(), Failure> {
    write_one(path, source, played, summary, Sought::Found)
}

/// The same where a plan was sought and there is none: on the page one can play, and the summary says why.
///
/// # Errors
///
/// As [`write`], and when the source is no instance.
pub fn write_without(path: &Path, source: &Source, summary: &str) -> Result<(), Failure> {
    let instance = Arc::new(instance::read(source, true)?);
    let nothing = Played { instance, trace: Trace::default(), texts: Vec::new() };
    write_one(path, source, &nothing, summary, Sought::InVain)
}

fn write_one(
    path: &Path,
    source: &Source,
    played: &Played,
    summary: &str,
    sought: Sought,
) -> Result<(), Failure> {
    let layout = layout(source, &played.instance)?;
    let title = source.title();
    let level = level(&Described { title: &title, summary, sought }, played, &layout);
    match collection::owed() {
        Some(part) => file::write(&part, &level.to_string()),
        None => file::write(path, &render(&title, vec![level])),
    }
}

/// Writes a page of levels, each with what was played on it, which is a plan or nothing.
///
/// # Errors
///
/// As [`write`].
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

/// The level with what was played on it, as data.
fn level(described: &Described<'_>, played: &Played, layout: &Layout) -> Value {
    described.level(&played.instance, layout, &played.trace, &played.texts)
}

fn layout(source: &Source, instance: &Instance) -> Result<Layout, Failure> {
    Layout::of(instance).map_err(|error| report::undrawable(&source.text.name, &error))
}
