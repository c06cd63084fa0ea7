//! A line of a map: plain, or run-length coded as in `3#2-$` for `###--$`, where `|` ends a row.

use super::Square;

/// More columns than this in a row are taken for a mistake.
pub const WIDEST: usize = 10_000;

/// A line of a text that may be one of a map.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// So many rows; one, unless `|` separates several.
    Rows(Vec<Vec<Square>>),
    /// A run is longer than any row may be.
    TooWide,
}

/// Reads a line of a map; none if the line is anything else. A blank line is none.
pub fn read(line: &str) -> Option<Line> {
    let line = line.trim_end();
    if line.is_empty() {
        return None;
    }
    let mut rows = vec![Vec::new()];
    let mut run: Option<usize> = None;
    let mut too_wide = false;
    for character in line.chars() {
        if let Some(digit) = character.to_digit(10) {
            run = Some(run.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        let count = run.take();
        if character == '|' && count.is_none() {
            rows.push(Vec::new());
            continue;
        }
        let square = Square::from_char(character)?;
        let row = rows.last_mut().expect("there is a row from the start");
        let count = count.unwrap_or(1);
        if row.len().saturating_add(count) > WIDEST {
            too_wide = true;
        } else {
            row.extend(std::iter::repeat_n(square, count));
        }
    }
    if run.is_some() {
        return None;
    }
    if too_wide {
        return Some(Line::TooWide);
    }
    // A `|` may end the last row instead of separating it from another.
    if rows.len() > 1 && rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    Some(Line::Rows(rows))
}

/// Whether a line begins a map: it is one of a map and has a wall.
pub fn begins(line: &str) -> bool {
    line.contains('#') && read(line).is_some()
}
