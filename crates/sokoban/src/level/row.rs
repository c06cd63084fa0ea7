//! A line of a map: plain, or run-length coded as in `3#2-$` for `###--$`, where `|` ends a row.
//!
//! Lines end as they did on any system: by LF, CR LF or CR alone. A tab is floor up to the next column that is a multiple of
//! eight, as a terminal shows it.

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
    let line = line.trim_end_matches([' ', '\t']);
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
        if character == '\t' && count.is_none() {
            let row = rows.last_mut().expect("there is a row from the start");
            row.resize((row.len() / TAB + 1) * TAB, Square::Floor);
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
    let is_known = |c: char| Square::from_char(c).is_some() || c.is_ascii_digit() || c == '|' || c == '\t';
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

/// Whether a line begins a map: it is one of a map and has a wall.
pub fn begins(line: &str) -> bool {
    line.contains('#') && read(line).is_some()
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
        let width = |line| match read(line) {
            Some(Line::Rows(rows)) => rows[0].len(),
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
