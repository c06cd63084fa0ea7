//! Errors of levels and collections.

use super::{MapPosition, Square};

/// The reason why a text is not a collection of levels.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CollectionError {
    /// No line belongs to a map.
    #[error("there is no level in this text")]
    NoLevel,
    /// A line would belong to a map but for one character.
    #[error("line {line}, column {column}: `{character}` is no character of a map")]
    Stranger {
        /// The character.
        character: char,
        /// The line, from 1.
        line: usize,
        /// The column of the text, from 1.
        column: usize,
    },
    /// A number in a row of a map has no character behind it to repeat.
    #[error("line {line}, column {column}: a number repeats the character behind it, and there is none")]
    LooseNumber {
        /// The line, from 1.
        line: usize,
        /// The column of the text, from 1.
        column: usize,
    },
    /// A parenthesis in a row of a map does not belong to a group.
    #[error(
        "line {line}, column {column}: a group of squares is a number with squares in parentheses behind it"
    )]
    Group {
        /// The line, from 1.
        line: usize,
        /// The column of the text, from 1.
        column: usize,
    },
    /// A map is in another notation.
    #[error("line {line}: this is a map in which {}, which is not read", said(squares))]
    Notation {
        /// The probable meanings of the characters, in the order of the map.
        squares: Vec<(char, Square)>,
        /// A character without a known meaning.
        unknown: Option<char>,
        /// The first line of the map, from 1.
        line: usize,
    },
    /// A collection in SLC is not valid XML, or violates the format.
    #[error("line {line}, column {column}: {message}")]
    Slc {
        /// The message.
        message: String,
        /// The line, from 1.
        line: usize,
        /// The column of the text, from 1.
        column: usize,
    },
    /// A list of levels is not valid JSON, or violates the format.
    #[error("line {line}, column {column}: {message}")]
    Json {
        /// The message.
        message: String,
        /// The line, from 1.
        line: usize,
        /// The column of the text, from 1.
        column: usize,
    },
    /// A run-length coded row is too long.
    #[error("line {line}: a row of a map has more than {} squares", super::row::WIDEST)]
    TooWide {
        /// The line, from 1.
        line: usize,
    },
    /// Run-length coded rows expand to more squares than any collection has.
    #[error("line {line}: up to here, numbers stand for more than {} squares", super::row::MOST_SQUARES)]
    TooMany {
        /// The line, from 1.
        line: usize,
    },
}

impl CollectionError {
    /// The error for a character that keeps a line from belonging to a map.
    pub(super) fn stranger(character: char, line: usize, column: usize) -> CollectionError {
        match character {
            '(' | ')' => CollectionError::Group { line, column },
            _ => CollectionError::Stranger { character, line, column },
        }
    }
}

/// The meanings of the characters that XSB does not use in this way, such as ``walls are `X` and boxes `*` ``.
fn said(squares: &[(char, Square)]) -> String {
    let kinds = [
        (Square::Wall, "walls"),
        (Square::Box, "boxes"),
        (Square::BoxOnStorage, "boxes on storage locations"),
        (Square::Sokoban, "the sokoban"),
        (Square::SokobanOnStorage, "the sokoban on a storage location"),
        (Square::Storage, "storage locations"),
    ];
    let mut parts = Vec::new();
    for (kind, name) in kinds {
        let drawn = squares
            .iter()
            .filter(|&&(character, square)| square == kind && Square::from_char(character) != Some(kind));
        let drawn: Vec<String> = drawn.map(|(character, _)| format!("`{character}`")).collect();
        if !drawn.is_empty() {
            let are = if parts.is_empty() { "are " } else { "" };
            parts.push(format!("{name} {are}{}", drawn.join(" or ")));
        }
    }
    let last = parts.pop().unwrap_or_default();
    if parts.is_empty() {
        last
    } else {
        format!("{} and {last}", parts.join(", "))
    }
}

/// The reason why a map is not a valid level. Places are positions on the map.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// There is no sokoban.
    #[error("the level has no sokoban")]
    NoSokoban,
    /// There is more than one sokoban.
    #[error("the level has two sokobans")]
    TwoSokobans {
        /// The first sokoban in reading order.
        first: MapPosition,
        /// The second sokoban.
        second: MapPosition,
    },
    /// The sokoban can walk out of the level.
    #[error("the level leaks: the sokoban can walk out of it")]
    Leak {
        /// A square on the way out: the gap in the wall if it can be determined.
        gap: MapPosition,
    },
    /// A box stands where no walls enclose it.
    #[error("a box stands outside of the walls")]
    BoxOutside {
        /// The box.
        at: MapPosition,
    },
    /// A storage location lies where no walls enclose it.
    #[error("a storage location lies outside of the walls")]
    StorageOutside {
        /// The storage location.
        at: MapPosition,
    },
}

impl LevelError {
    /// Positions on the map with labels for them. The first one is the position of the error.
    #[must_use]
    pub fn places(&self) -> Vec<(MapPosition, &'static str)> {
        match *self {
            LevelError::NoSokoban => Vec::new(),
            LevelError::TwoSokobans { first, second } => vec![(second, "the second"), (first, "the first")],
            LevelError::Leak { gap } => vec![(gap, "here it gets out")],
            LevelError::BoxOutside { at } => vec![(at, "this box")],
            LevelError::StorageOutside { at } => vec![(at, "this storage location")],
        }
    }

    /// A hint how to fix the level.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            LevelError::NoSokoban => "put one on the map: `@`, or `+` on a storage location",
            LevelError::TwoSokobans { .. } => "a level has one `@` or `+`",
            LevelError::Leak { .. } => "close the wall with `#`; was a row cut off, or its indentation lost?",
            LevelError::BoxOutside { .. } | LevelError::StorageOutside { .. } => {
                "put it where walls enclose it, or take it away"
            }
        }
    }
}
