//! Renders an HTML page that plays plans and lets the user play: one self-contained file, with the board as SVG.
//!
//! In reading order: `level` is the data of a level, and `table` encodes the configurations from which it can be
//! solved. On the page, `game.js` has the rules; `knowledge.js` derives hints and paths of boxes from plan and table;
//! `progress.js` keeps games over a reload; `board.js` draws the board; `view.js` scales and scrolls it; `play.js`
//! handles moves on it; `record.js` has the clock; `overview.js` has the table of all
//! levels; `page.js` controls the page.

mod level;
mod table;

use serde_json::{json, Value};

use crate::drawing::{shapes, STYLE};

pub use level::{Described, Sought};

/// The page, with placeholders for its style, scripts, title and data.
const PAGE: &str = include_str!("page.html");
const SCRIPTS: [&str; 9] = [
    include_str!("game.js"),
    include_str!("knowledge.js"),
    include_str!("progress.js"),
    include_str!("board.js"),
    include_str!("view.js"),
    include_str!("play.js"),
    include_str!("record.js"),
    include_str!("overview.js"),
    include_str!("page.js"),
];

/// Renders the page for these levels, each made by [`Described::level`].
///
/// # Panics
///
/// Never: all placeholders in the shipped page are closed.
#[must_use]
pub fn render(title: &str, mut levels: Vec<Value>) -> String {
    table::keep_within(&mut levels, table::MOST_CHARACTERS);
    // HTML ends a script element at the first `</script`, even within a JSON string.
    let data = json!({ "levels": levels, "shapes": shapes() }).to_string().replace('<', "\\u003c");
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
