//! A page that plays plans and lets one play: one file that needs nothing else, with the board as SVG.
//!
//! In reading order: `level`, what the page is told of a level; `table`, from which configurations it can be solved, as text;
//! `collection`, the page of several levels, each run in a process of its own. The page's own side is `game.js`, the rules;
//! `board.js`, the picture; `page.js`, what is shown when.

mod collection;
mod level;
mod table;

use std::path::Path;

use groundplan_sokoban::{Instance, Layout};
use serde_json::{json, Value};

use crate::exit::Failure;
use crate::instance::Source;
use crate::plan::Played;
use crate::{output, report};
pub use collection::Parts;
use level::{Described, Sought};

/// The page, with places for its style, its scripts, its title, its summary and its data.
const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 3] = [include_str!("game.js"), include_str!("board.js"), include_str!("page.js")];

/// Whether a page of this instance could be written there; asked before long work.
///
/// # Errors
///
/// When the instance cannot be drawn or the file cannot be made.
pub fn prepare(path: &Path, source: &Source, instance: &Instance) -> Result<(), Failure> {
    layout(source, instance)?;
    output::probe(path)
}

/// Writes the page of a checked plan, or the part of it that a process running one level of several owes.
///
/// # Errors
///
/// When the instance cannot be drawn or the file cannot be written.
pub fn write(path: &Path, source: &Source, played: &Played, summary: &str) -> Result<(), Failure> {
    let layout = layout(source, &played.instance)?;
    let title = source.title();
    let described = Described { title: &title, summary, sought: Sought::Found };
    let level = described.level(played, &layout);
    match collection::owed() {
        Some(part) => output::write_file(&part, &level.to_string()),
        None => output::write_file(path, &render(&title, vec![level])),
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
        described.push(Described { title: &title, summary, sought }.level(played, &layout));
    }
    output::write_file(path, &render(&name, described))
}

fn layout(source: &Source, instance: &Instance) -> Result<Layout, Failure> {
    Layout::of(instance).map_err(|error| report::undrawable(&source.text.name, &error))
}

/// The text of the page.
fn render(title: &str, mut levels: Vec<Value>) -> String {
    table::keep_within(&mut levels, table::MOST_CHARACTERS);
    // A script element ends at the first `</script`, whatever JSON thinks.
    let data = json!({ "levels": levels }).to_string().replace('<', "\\u003c");
    let mut page = String::with_capacity(PAGE.len() + data.len());
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (key, after) = after.split_once("}}").expect("places in the page are closed");
        page.push_str(before);
        match key {
            "title" => page.push_str(&escape(title)),
            "style" => page.push_str(STYLE),
            "scripts" => SCRIPTS.iter().for_each(|script| page.push_str(script)),
            _ => page.push_str(&data),
        }
        rest = after;
    }
    page + rest
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
