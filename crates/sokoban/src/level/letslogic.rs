//! Levels as the interface of <https://letslogic.com/> gives them: a list of objects in JSON, one for each level.
//!
//! An object has the `map`, its `width` and `height`, a `title`, an `author`, and other values, which become fields. A
//! map is a text of digits, row after row without line breaks. Maps in XSB notation, and one text for each row, are
//! read as well.
//!
//! Source: the programs that use the interface, such as <https://sourceforge.net/projects/jsokoapplet/>.

use serde_json::{Map, Value};

use super::collection::{self, RawLevel};
use super::row::{self, MapLine};
use super::surrounding::{AttributedText, Entry, SurroundingText};
use super::{Collection, CollectionError};

/// The key of the map of a level.
const MAP: &str = "map";

/// The characters of XSB for the digits. The last two are floor inside and outside of the walls.
const SQUARES: [char; 8] = [' ', '#', '@', '$', '.', '*', '+', ' '];

/// Whether a text is a list of levels, or one level.
pub fn is(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let first = start.strip_prefix('[').unwrap_or(start).trim_start();
    first.starts_with('{') && maps(text).next().is_some()
}

/// The offsets of the keys of maps.
fn maps(text: &str) -> impl Iterator<Item = usize> + '_ {
    let key = format!("\"{MAP}\"");
    let is_key = move |at: &usize| text[at + MAP.len() + 2..].trim_start().starts_with(':');
    text.match_indices(&key).map(|(at, _)| at).collect::<Vec<_>>().into_iter().filter(is_key)
}

/// Reads a list of levels, one level, or an object with a list `levels`.
///
/// # Errors
///
/// When the text is not JSON, has no levels, or a map is not one.
pub fn read(text: &str) -> Result<Collection, CollectionError> {
    let text = row::lines(text).collect::<Vec<_>>().join("\n");
    let read: Value = serde_json::from_str(&text).map_err(|error| CollectionError::Json {
        message: format!("this is no JSON: {}", message(&error)),
        line: error.line().max(1),
        column: error.column().max(1),
    })?;
    let mut head = SurroundingText::default();
    let objects = match read {
        Value::Array(objects) => objects,
        Value::Object(mut whole) => match whole.remove("levels") {
            Some(Value::Array(objects)) => {
                take_fields(&whole, &mut head);
                objects
            }
            _ => vec![Value::Object(whole)],
        },
        _ => Vec::new(),
    };
    let error = |at: usize, message: String| {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = text[..at].matches('\n').count() + 1;
        CollectionError::Json { message, line, column: text[start..at].chars().count() + 1 }
    };
    let mut keys = maps(&text);
    let mut left = row::MOST_SQUARES;
    let (mut levels, mut read) = (Vec::new(), Vec::new());
    for (index, object) in objects.iter().enumerate() {
        let number = index + 1;
        let Some((object, value)) = object.as_object().and_then(|object| Some((object, object.get(MAP)?)))
        else {
            return Err(error(0, format!("level {number} has no `{MAP}`")));
        };
        let at = keys.next().unwrap_or(0);
        let mut map = RawLevel::default();
        let rows = rows(object, value).map_err(|message| error(at, format!("level {number}: {message}")))?;
        for row in &rows {
            match row::read(row, &mut left) {
                Some(MapLine::Rows(rows)) => map.rows.extend(rows),
                None if row.trim().is_empty() => map.rows.push(row::LevelRow::default()),
                Some(MapLine::TooWide | MapLine::TooMany) => {
                    return Err(error(at, format!("level {number}: the map is too large")));
                }
                None => return Err(error(at, format!("level {number}: `{row}` is no row of a map"))),
            }
        }
        map.lines = vec![text[..at].matches('\n').count() + 1; map.rows.len()];
        take_fields(object, &mut map.surrounding);
        levels.push(std::mem::take(&mut map.surrounding).interpret(Entry::is_title));
        read.push(map);
    }
    if read.is_empty() {
        return Err(error(0, "there is no level in this list".to_owned()));
    }
    Ok(collection::collection(
        AttributedText { collection: head.interpret(Entry::is_collection), levels },
        read,
    ))
}

/// The message of an error without its position.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split_once(" at line ").map_or(text.clone(), |(message, _)| message.to_owned())
}

/// Adds the values of an object to `surrounding`, except for the map and its size.
fn take_fields(object: &Map<String, Value>, surrounding: &mut SurroundingText) {
    for (key, value) in object.iter().filter(|(key, _)| ![MAP, "width", "height"].contains(&key.as_str())) {
        let text = match value {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            _ => continue,
        };
        text.lines()
            .filter(|line| !line.trim().is_empty())
            .for_each(|line| surrounding.field(key, line.trim()));
    }
}

/// The rows of a map in XSB notation.
///
/// # Errors
///
/// When the map is no text, or does not have the size that the object says; the error says so.
fn rows(object: &Map<String, Value>, map: &Value) -> Result<Vec<String>, String> {
    let text = match map {
        Value::String(text) => text.clone(),
        Value::Array(rows) if rows.iter().all(Value::is_string) => {
            rows.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
        }
        _ => return Err("the map is neither a text nor a list of texts".to_owned()),
    };
    let is_break = |character: char| matches!(character, '\n' | '\r' | '|');
    let is_coded = text.chars().all(|c| c.is_ascii_digit() || is_break(c)) && text.contains('1');
    let plain = match is_coded {
        true => text.chars().map(plain).collect::<Result<String, String>>()?,
        false => text,
    };
    if plain.contains(is_break) {
        return Ok(row::lines(&plain).flat_map(|line| line.split('|')).map(str::to_owned).collect());
    }
    let size = |key| object.get(key).and_then(Value::as_u64).and_then(|size| usize::try_from(size).ok());
    let squares: Vec<char> = plain.chars().collect();
    match (size("width"), size("height")) {
        (Some(width), Some(height)) if width > 0 && width.checked_mul(height) == Some(squares.len()) => {
            Ok(squares.chunks(width).map(|row| row.iter().collect()).collect())
        }
        (Some(width), Some(height)) => {
            Err(format!("the map has {} squares, not {width} in each of {height} rows", squares.len()))
        }
        _ => Err("the map has no `width` and `height` to cut it into rows".to_owned()),
    }
}

/// The character of XSB for a digit; line breaks stay.
fn plain(character: char) -> Result<char, String> {
    match character.to_digit(10) {
        None => Ok(character),
        Some(digit) => SQUARES
            .get(digit as usize)
            .copied()
            .ok_or_else(|| format!("`{digit}` is no square of a map: these are 0 to 7")),
    }
}
