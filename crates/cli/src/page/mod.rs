//! A page that plays a plan: one file that needs nothing else, with the board as SVG.

use std::path::Path;

use groundplan_sokoban::level::Square;
use groundplan_sokoban::{Board, Instance, Layout, Location};
use serde_json::{json, Map, Value};

use crate::exit::Failure;
use crate::instance::Source;
use crate::plan::Played;
use crate::{output, report};

/// The page, with places for its title, its summary and its data.
const PAGE: &str = include_str!("page.html");

/// Whether a page of this instance could be written there; asked before long work.
///
/// # Errors
///
/// When the instance cannot be drawn or the file cannot be made.
pub fn prepare(path: &Path, source: &Source, instance: &Instance) -> Result<(), Failure> {
    Layout::of(instance).map_err(|error| report::undrawable(&source.text.name, &error))?;
    output::probe(path)
}

/// Writes the page.
///
/// # Errors
///
/// When the instance cannot be drawn or the file cannot be written.
pub fn write(path: &Path, source: &Source, played: &Played, summary: &str) -> Result<(), Failure> {
    let layout =
        Layout::of(&played.instance).map_err(|error| report::undrawable(&source.text.name, &error))?;
    output::write_file(path, &render(&source.title(), summary, played, &layout))
}

fn render(title: &str, summary: &str, played: &Played, layout: &Layout) -> String {
    // A script element ends at the first `</script`, whatever JSON thinks.
    let data = data(played, layout).to_string().replace('<', "\\u003c");
    let mut page = String::with_capacity(PAGE.len() + data.len());
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (key, after) = after.split_once("}}").expect("places in the page are closed");
        page.push_str(before);
        match key {
            "title" => page.push_str(&escape(title)),
            "summary" => page.push_str(&escape(summary)),
            _ => page.push_str(&data),
        }
        rest = after;
    }
    page + rest
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The floor, the start and the plan.
fn data(played: &Played, layout: &Layout) -> Value {
    let Played { instance, trace, texts } = played;
    let square = |location: Location| {
        let place = layout.place(location);
        json!([place.column, place.row])
    };
    let floor = |square: Option<Square>| match square {
        None => ' ',
        Some(Square::Wall) => '#',
        Some(square) if square.is_storage() => '.',
        Some(_) => '-',
    };
    let start = Board::start(instance);
    let squares = layout.squares(instance, &start.boxes, start.sokoban);
    let rows: Vec<String> = squares.into_iter().map(|row| row.into_iter().map(floor).collect()).collect();
    let names: Map<String, Value> = instance
        .locations()
        .map(|location| {
            let place = layout.place(location);
            (format!("{},{}", place.column, place.row), instance.name(location).into())
        })
        .collect();
    let actions = trace.actions.iter().zip(texts).map(|(action, text)| {
        json!({
            "text": text,
            "walk": action.walk.iter().map(|direction| direction.letter()).collect::<String>(),
            "letter": action.direction.letter().to_string(),
            "pushes": action.pushes,
            "box": action.box_index,
        })
    });
    json!({
        "columns": layout.width(),
        "rows": rows,
        "names": names,
        "boxes": start.boxes.iter().map(|&location| square(location)).collect::<Vec<_>>(),
        "sokoban": square(start.sokoban),
        "actions": actions.collect::<Vec<_>>(),
        "rest": trace.rest.iter().map(|direction| direction.letter()).collect::<String>(),
        "solved": played.solved(),
    })
}
