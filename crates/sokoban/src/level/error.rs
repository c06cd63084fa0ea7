//! What can be wrong with a level or a collection.

use super::{Place, Square};

/// Why a text is no collection of levels.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CollectionError {
    /// No line is one of a map.
    #[error("there is no level in this text")]
    NoLevel,
    /// A line is one of a map but for a character.
    #[error("line {line}, column {column}: `{character}` is no character of a map")]
    Stranger {
        /// The character.
        character: char,
        /// The line, from 1.
        line: usize,
        /// The column of the text, from 1.
        column: usize,
    },
    /// A number in a line of a map has nothing behind it that it could repeat.
    #[error("line {line}, column {column}: a number repeats the character behind it, and there is none")]
    LooseNumber {
        /// The line, from 1.
        line: usize,
        /// The column of the text, from 1.
        column: usize,
    },
    /// A map is in another notation.
    #[error("line {line}: this is a map in which {}, which is not read", said(squares))]
    Notation {
        /// What the characters seem to stand for, in the order of the map.
        squares: Vec<(char, Square)>,
        /// A character that nothing is known of.
        unknown: Option<char>,
        /// The line, from 1, at which it begins.
        line: usize,
    },
    /// A collection in SLC is no XML, or not what that format says.
    #[error("line {line}, column {column}: {message}")]
    Slc {
        /// What is wrong.
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
    /// Run-length coded rows stand for more than any collection has.
    #[error("line {line}: up to here, numbers stand for more than {} squares", super::row::MOST_SQUARES)]
    TooMany {
        /// The line, from 1.
        line: usize,
    },
}

/// What the characters stand for that mean something else in XSB, or nothing: ``walls are `X` and boxes `*` ``.
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

/// Why a map is no level. The places are those of the map.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// Nobody is there to push.
    #[error("the level has no sokoban")]
    NoSokoban,
    /// More than one sokoban.
    #[error("the level has two sokobans")]
    TwoSokobans {
        /// The first in reading order.
        first: Place,
        /// The second.
        second: Place,
    },
    /// The sokoban can walk out of the level.
    #[error("the level leaks: the sokoban can walk out of it")]
    Leak {
        /// A square on the way out, the gap in the wall where that can be told.
        gap: Place,
    },
    /// A box stands where no walls enclose it.
    #[error("a box stands outside of the walls")]
    BoxOutside {
        /// The box.
        at: Place,
    },
    /// A storage location lies where no walls enclose it.
    #[error("a storage location lies outside of the walls")]
    StorageOutside {
        /// The storage location.
        at: Place,
    },
}

impl LevelError {
    /// Where on the map, and what to say there; the first place is the one the error is about.
    #[must_use]
    pub fn places(&self) -> Vec<(Place, &'static str)> {
        match *self {
            LevelError::NoSokoban => Vec::new(),
            LevelError::TwoSokobans { first, second } => vec![(second, "the second"), (first, "the first")],
            LevelError::Leak { gap } => vec![(gap, "here it gets out")],
            LevelError::BoxOutside { at } => vec![(at, "this box")],
            LevelError::StorageOutside { at } => vec![(at, "this storage location")],
        }
    }

    /// What to do about it.
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
