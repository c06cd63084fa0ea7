//! Lines of a text: converts byte offsets to positions of the protocol and back.
//!
//! A position is a line and a column, both from 0; the column counts UTF-16 code units (Language Server Protocol 3.17,
//! "Position"). A line ends with `\n`, `\r\n` or `\r`.

use std::ops;

use lsp_types::{Position, Range};

/// The byte offsets at which the lines of a text begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineIndex(Vec<usize>);

impl LineIndex {
    /// Finds the lines of a text.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, &byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        LineIndex(std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect())
    }

    /// Returns the position of a byte offset. One behind the end or within a character is moved back to the character.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = at_character(text, offset);
        let line = self.0.partition_point(|&start| start <= offset) - 1;
        let column = text[self.0[line]..offset].chars().map(char::len_utf16).sum::<usize>();
        Position { line: line as u32, character: column as u32 }
    }

    /// Returns the byte offset of a position. One behind the end of its line or of the text is moved back to that end.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.0.get(position.line as usize) else { return text.len() };
        let end = self.0.get(position.line as usize + 1).map_or(text.len(), |&next| next);
        let line = text[start..end].trim_end_matches(['\r', '\n']);
        let mut column = 0;
        for (at, character) in line.char_indices() {
            column += character.len_utf16() as u32;
            if column > position.character {
                return start + at;
            }
        }
        start + line.len()
    }

    /// Returns the range of the protocol for a range of bytes.
    pub fn range(&self, text: &str, bytes: &ops::Range<usize>) -> Range {
        Range { start: self.position(text, bytes.start), end: self.position(text, bytes.end) }
    }
}

/// Converts offsets that do not decrease, each in the time that it takes to walk there from the one before.
pub struct LineWalk<'a> {
    lines: &'a LineIndex,
    text: &'a str,
    /// The offset of the last position.
    at: usize,
    position: Position,
}

impl<'a> LineWalk<'a> {
    /// Begins at the start of the text that the lines are of.
    pub fn new(lines: &'a LineIndex, text: &'a str) -> Self {
        LineWalk { lines, text, at: 0, position: Position::default() }
    }

    /// Returns the position of an offset, which is at a character, and not before the last one.
    pub fn position(&mut self, offset: usize) -> Position {
        let line = self.lines.0.partition_point(|&start| start <= offset) - 1;
        if line as u32 > self.position.line {
            self.at = self.lines.0[line];
            self.position = Position { line: line as u32, character: 0 };
        }
        let walked = self.text[self.at..offset].chars().map(char::len_utf16).sum::<usize>();
        self.position.character += walked as u32;
        self.at = offset;
        self.position
    }
}

/// Returns the last offset, up to this one, at which a character begins or the text ends.
fn at_character(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn columns_count_utf_16() {
        let text = "% é 𝕏\r\np(\"𝕏\"). q.\rr.\n";
        let lines = LineIndex::of(text);
        for (part, expected) in [
            ("% é", position(0, 0)),
            ("𝕏\r", position(0, 4)),
            ("p(", position(1, 0)),
            ("\").", position(1, 5)),
            ("q", position(1, 9)),
            ("r.", position(2, 0)),
        ] {
            let offset = text.find(part).expect("it occurs");
            assert_eq!(lines.position(text, offset), expected, "{part:?}");
            assert_eq!(lines.offset(text, expected), offset, "{part:?}");
        }
        assert_eq!(lines.position(text, text.len()), position(3, 0));
    }

    #[test]
    fn a_walk_finds_the_same_positions() {
        let text = "% é 𝕏\r\np(\"𝕏\"). q.\rr.\n";
        let lines = LineIndex::of(text);
        let mut walk = LineWalk::new(&lines, text);
        for (offset, _) in text.char_indices() {
            assert_eq!(walk.position(offset), lines.position(text, offset), "{offset}");
        }
    }

    #[test]
    fn positions_outside_of_the_text_are_moved_to_it() {
        let text = "a𝕏.\nb.";
        let lines = LineIndex::of(text);
        assert_eq!(lines.offset(text, position(0, 2)), 1, "between the halves of a character");
        assert_eq!(lines.offset(text, position(0, 99)), "a𝕏.".len());
        assert_eq!(lines.offset(text, position(9, 0)), text.len());
        assert_eq!(lines.position(text, 3), position(0, 1));
        assert_eq!(lines.position(text, 99), position(1, 2));
        assert_eq!(LineIndex::of("").offset("", position(0, 0)), 0);
    }
}
