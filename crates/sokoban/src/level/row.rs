//! Parses a line of a map: plain, or run-length coded as in `3#2-$` for `###--$`, where `|` ends a row.
//!
//! Lines may end in LF, CR LF or CR. A tab is floor up to the next column that is a multiple of eight, as in a
//! terminal.

use std::collections::BTreeSet;

use super::Square;

/// The largest number of columns in a row; more are taken for a mistake.
pub const WIDEST: usize = 10_000;

/// The number of columns between tab stops.
const TAB: usize = 8;

/// The lines of a text, which may end in LF, CR LF or CR. A line that ends in several CRs and an LF is one line. A byte
/// order mark at the start is skipped.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().flat_map(|line| line.trim_end_matches('\r').split('\r'))
}

/// Limit on the number of squares that run-length codes expand to in a whole text. Without it, a few characters could
/// expand to any size.
pub const MOST_SQUARES: usize = 10_000_000;

/// A row of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelRow {
    /// The squares.
    pub squares: Vec<Square>,
    /// The number of squares at the left that were written as blanks or tabs.
    pub indent: usize,
}

/// A line that was read as part of a map.
#[derive(Debug, PartialEq, Eq)]
pub enum MapLine {
    /// Rows: one, or several that were separated by `|`.
    Rows(Vec<LevelRow>),
    /// A row would have more than [`WIDEST`] columns.
    TooWide,
    /// The run-length codes of the text expand to too many squares.
    TooMany,
}

/// Reads a line of a map; `None` if it is blank or anything else. `left` is the number of squares that run-length codes
/// may still expand to.
pub fn read(line: &str, left: &mut usize) -> Option<MapLine> {
    let mut rows = vec![LevelRow::default()];
    for (count, character) in runs(line)? {
        let row = rows.last_mut().expect("there is a row from the start");
        let squares = &mut row.squares;
        let is_indented = row.indent == squares.len();
        match character {
            '|' => {
                rows.push(LevelRow::default());
                continue;
            }
            '\t' => squares.resize((squares.len() / TAB + 1) * TAB, Square::Floor),
            _ => {
                if squares.len().saturating_add(count) > WIDEST {
                    return Some(MapLine::TooWide);
                }
                let Some(rest) = left.checked_sub(count - count.min(1)) else {
                    return Some(MapLine::TooMany);
                };
                *left = rest;
                let square = Square::from_char(character).expect("a run is of a character of a map");
                squares.extend(std::iter::repeat_n(square, count));
            }
        }
        if is_indented && matches!(character, ' ' | '\t') {
            row.indent = row.squares.len();
        }
    }
    // A `|` may also stand before the first row and behind the last.
    if rows.len() > 1 && rows[0].squares.is_empty() {
        rows.remove(0);
    }
    if rows.len() > 1 && rows.last().is_some_and(|row| row.squares.is_empty()) {
        rows.pop();
    }
    Some(MapLine::Rows(rows))
}

/// Splits a line into characters of a map with their repeat counts; `None` if it is blank or has any other character.
fn runs(line: &str) -> Option<Vec<(usize, char)>> {
    let line = line.trim_end_matches([' ', '\t']);
    let mut runs = Vec::with_capacity(line.len());
    let mut run: Option<usize> = None;
    for character in line.chars() {
        if let Some(digit) = character.to_digit(10) {
            run = Some(run.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        let count = run.take();
        match character {
            '|' | '\t' if count.is_none() => runs.push((1, character)),
            _ => {
                Square::from_char(character)?;
                runs.push((count.unwrap_or(1), character));
            }
        }
    }
    (run.is_none() && !runs.is_empty()).then_some(runs)
}

/// The column, from 1, of a number without a character to repeat, in a line that otherwise belongs to a map.
pub fn loose_number(line: &str) -> Option<usize> {
    let line = line.trim_end_matches([' ', '\t']);
    let is_walled = line.chars().filter(|&c| c == '#').count() > 1;
    if !is_walled || runs(line).is_some() || !line.chars().all(is_known) {
        return None;
    }
    let characters: Vec<char> = line.chars().chain(['|']).collect();
    let last =
        characters.windows(2).position(|pair| pair[0].is_ascii_digit() && matches!(pair[1], '|' | '\t'))?;
    let number = characters[..=last].iter().rev().take_while(|c| c.is_ascii_digit()).count();
    Some(last + 2 - number)
}

/// Whether a character may occur in a line of a map.
pub fn is_known(c: char) -> bool {
    Square::from_char(c).is_some() || c.is_ascii_digit() || c == '|' || c == '\t'
}

/// The only character that keeps a line from belonging to a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stranger {
    /// The character.
    pub character: char,
    /// The column of its first occurrence, from 1.
    pub column: usize,
    /// Whether it is rarer than walls, boxes and other things on the line; otherwise it is as frequent.
    pub is_rare: bool,
}

/// Looks for a character that is unknown in maps, in a line that has no other unknown character.
pub fn stranger(line: &str) -> Option<Stranger> {
    let line = line.trim_end_matches([' ', '\t']);
    let (at, character) = line.chars().enumerate().find(|&(_, c)| !is_known(c))?;
    let things = line.chars().filter(|c| "#$@*+.".contains(*c)).count();
    let strangers = line.chars().filter(|&c| c == character).count();
    // A comment in facts or in a collection may show a map.
    let is_comment = line.trim_start().starts_with(['%', ';', ':']);
    let alone = line.chars().all(|c| is_known(c) || c == character);
    (alone && !is_comment && strangers <= things).then_some(Stranger {
        character,
        column: at + 1,
        is_rare: strangers < things,
    })
}

/// Looks for the first unknown character in a line between two walls that has exactly two different ones. A line of
/// words has more.
pub fn walled_stranger(line: &str) -> Option<(char, usize)> {
    let line = line.trim_end_matches([' ', '\t']);
    let is_walled = line.trim_start().starts_with('#') && line.ends_with('#');
    let strangers: Vec<(usize, char)> = line.chars().enumerate().filter(|&(_, c)| !is_known(c)).collect();
    let kinds: BTreeSet<char> = strangers.iter().map(|&(_, c)| c).collect();
    let things = line.chars().filter(|c| "#$@*+.".contains(*c)).count();
    let &(at, character) =
        strangers.first().filter(|_| is_walled && kinds.len() == 2 && strangers.len() <= things)?;
    Some((character, at + 1))
}

/// Whether a line begins a map: it belongs to one and has a wall.
pub fn begins(line: &str) -> bool {
    line.contains('#') && runs(line).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way() {
        let read = |text| lines(text).collect::<Vec<_>>();
        assert_eq!(read("a\nb\r\nc\rd\r\r\ne"), ["a", "b", "c", "d", "e"]);
        assert_eq!(read("a\n\nb\r\rc\r"), ["a", "", "b", "", "c"]);
    }

    #[test]
    fn a_tab_leads_to_the_next_stop() {
        let width = |line| match read(line, &mut 0) {
            Some(MapLine::Rows(rows)) => rows[0].squares.len(),
            other => panic!("{line:?}: {other:?}"),
        };
        assert_eq!((width("\t#"), width("#\t#"), width("########\t#"), width("#\t")), (9, 9, 17, 1));
    }

    #[test]
    fn a_character_is_strange_in_a_map_only() {
        for (line, found) in [
            ("#  X  #", Some(('X', 4))),
            ("█####", Some(('█', 1))),
            ("#@$.o", Some(('o', 5))),
            ("#x$ x@#", Some(('x', 2))),
            ("#@$.#", None),
            ("###4", None),
            ("Level #3...", None),
            ("#### Level 1 ####", None),
            ("; #X#", None),
            ("% #X##", None),
            ("#const n = 3.", None),
            ("right(a,b).", None),
            ("a. % #..#", None),
            ("#1:", None),
        ] {
            let rare = stranger(line).filter(|stranger| stranger.is_rare);
            assert_eq!(rare.map(|stranger| (stranger.character, stranger.column)), found, "{line}");
        }
    }
}
