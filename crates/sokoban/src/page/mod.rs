//! A page that plays plans and lets one play: one text that needs nothing else, with the board as SVG.
//!
//! In reading order: `level`, what the page is told of a level; `table`, from which configurations it can be solved, as text.
//! The page's own side is `game.js`, the rules; `knowledge.js`, what follows from plan and table, and ways for a box;
//! `progress.js`, what is kept over a reload; `board.js`, the picture; `view.js`, how large it is and which part of it is in
//! sight; `play.js`, what one does on it; `page.js`, what is shown when.

mod level;
mod table;

use serde_json::{json, Value};

pub use level::{Described, Sought};

/// The page, with places for its style, its scripts, its title, its summary and its data.
const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 7] = [
    include_str!("game.js"),
    include_str!("knowledge.js"),
    include_str!("progress.js"),
    include_str!("board.js"),
    include_str!("view.js"),
    include_str!("play.js"),
    include_str!("page.js"),
];

/// The text of the page of these levels, each of which is [`Described`].
///
/// # Panics
///
/// Never: the places in the shipped page are closed.
#[must_use]
pub fn render(title: &str, mut levels: Vec<Value>) -> String {
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
