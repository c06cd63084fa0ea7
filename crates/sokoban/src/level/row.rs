//! A line of a map: plain, or run-length coded as in `3#2-$` for `###--$`, where `|` ends a row.
//!
//! Lines end as they did on any system: by LF, CR LF or CR alone. A tab is floor up to the next column that is a multiple of
//! eight, as a terminal shows it.

use std::collections::BTreeSet;

use super::Square;

/// More columns than this in a row are taken for a mistake.
pub const WIDEST: usize = 10_000;

/// Columns between tab stops.
const TAB: usize = 8;

/// The lines of a text, whichever way they end: by LF, CR LF or CR. One that ends in several CRs and an LF is still one. A
/// byte order mark is none of the first.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().flat_map(|line| line.trim_end_matches('\r').split('\r'))
}

/// Squares that runs may stand for in a whole text: a few characters can be a run of any length.
pub const MOST_SQUARES: usize = 10_000_000;

/// A row of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// What is on its squares.
    pub squares: Vec<Square>,
    /// How many of them, from the left, are blanks and tabs.
    pub indent: usize,
}

/// A line of a text that may be one of a map.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// So many rows; one, unless `|` separates several.
    Rows(Vec<Row>),
    /// A run is longer than any row may be.
    TooWide,
    /// The runs of the text stand for too many squares.
    TooMany,
}

/// Reads a line of a map; none if the line is anything else. A blank line is none. `left` is how many squares runs may
/// still stand for.
pub fn read(line: &str, left: &mut usize) -> Option<Line> {
    let mut rows = vec![Row::default()];
    for (count, character) in runs(line)? {
        let row = rows.last_mut().expect("there is a row from the start");
        let squares = &mut row.squares;
        let is_indented = row.indent == squares.len();
        match character {
            '|' => {
                rows.push(Row::default());
                continue;
            }
            '\t' => squares.resize((squares.len() / TAB + 1) * TAB, Square::Floor),
            _ => {
                if squares.len().saturating_add(count) > WIDEST {
                    return Some(Line::TooWide);
                }
                let Some(rest) = left.checked_sub(count - count.min(1)) else { return Some(Line::TooMany) };
                *left = rest;
                let square = Square::from_char(character).expect("a run is of a character of a map");
                squares.extend(std::iter::repeat_n(square, count));
            }
        }
        if is_indented && matches!(character, ' ' | '\t') {
            row.indent = row.squares.len();
        }
    }
    // A `|` may stand before the first row and behind the last as well as between two.
    if rows.len() > 1 && rows[0].squares.is_empty() {
        rows.remove(0);
    }
    if rows.len() > 1 && rows.last().is_some_and(|row| row.squares.is_empty()) {
        rows.pop();
    }
    Some(Line::Rows(rows))
}

/// A line as characters of a map with how often each is repeated; none if it is blank or has anything else.
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

/// The column, from 1, of a number with nothing behind it that could be repeated, in a line that is else one of a map.
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

/// Whether a character may stand in a line of a map.
pub fn is_known(c: char) -> bool {
    Square::from_char(c).is_some() || c.is_ascii_digit() || c == '|' || c == '\t'
}

/// The one character that keeps a line from being one of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stranger {
    /// The character.
    pub character: char,
    /// Where it is first, from 1.
    pub column: usize,
    /// Whether there are fewer like it than walls, boxes and the like; else there are as many.
    pub is_rare: bool,
}

/// Looks for a character that means nothing in a map, in a line that has no other such.
pub fn stranger(line: &str) -> Option<Stranger> {
    let line = line.trim_end_matches([' ', '\t']);
    let (at, character) = line.chars().enumerate().find(|&(_, c)| !is_known(c))?;
    let things = line.chars().filter(|c| "#$@*+.".contains(*c)).count();
    let strangers = line.chars().filter(|&c| c == character).count();
    // A comment, in facts or in a collection, may show a map.
    let is_comment = line.trim_start().starts_with(['%', ';', ':']);
    let alone = line.chars().all(|c| is_known(c) || c == character);
    (alone && !is_comment && strangers <= things).then_some(Stranger {
        character,
        column: at + 1,
        is_rare: strangers < things,
    })
}

/// Looks for the first character that means nothing in a map, in a line between two walls that has two different ones:
/// words have more.
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

/// Whether a line begins a map: it is one of a map and has a wall.
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
            Some(Line::Rows(rows)) => rows[0].squares.len(),
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
