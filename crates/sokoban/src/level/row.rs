//! Parses a line of a map: plain, or run-length coded as in `3#2-$` for `###--$`, where `|` ends a row. A number also
//! repeats a group in parentheses, and groups may be nested: `2(#2(-$))` is `#-$-$#-$-$`.
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

/// Limit on the number of runs that the groups of one line expand to.
const MOST_RUNS: usize = 1_000_000;

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
    let runs = match runs(line) {
        Ok(runs) => runs,
        Err(NoRuns::TooMany) => return Some(MapLine::TooMany),
        Err(NoRuns::Group(_) | NoRuns::Other) => return None,
    };
    let mut rows = vec![LevelRow::default()];
    // The squares that are written out cost nothing.
    let mut written = line.chars().count();
    for (count, character) in runs {
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
                let free = count.min(written);
                written -= free;
                let Some(rest) = left.checked_sub(count - free) else { return Some(MapLine::TooMany) };
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

/// The reason why a line is no row of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NoRuns {
    /// Groups expand to more than [`MOST_RUNS`].
    TooMany,
    /// The parenthesis at this index does not belong to a group with a number and squares.
    Group(usize),
    /// The line is blank, has another character, or a number that repeats nothing.
    Other,
}

/// Splits a line into characters of a map with their repeat counts.
fn runs(line: &str) -> Result<Vec<(usize, char)>, NoRuns> {
    let line = line.trim_end_matches([' ', '\t']);
    let mut runs = Vec::with_capacity(line.len());
    // The groups that are open: the index of the parenthesis, the number in front, and the index of the first run.
    let mut groups: Vec<(usize, usize, usize)> = Vec::new();
    let mut run: Option<usize> = None;
    for (at, character) in line.chars().enumerate() {
        if let Some(digit) = character.to_digit(10) {
            run = Some(run.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        let count = run.take();
        match character {
            '|' | '\t' if count.is_none() => runs.push((1, character)),
            '(' => groups.push((at, count.ok_or(NoRuns::Group(at))?, runs.len())),
            ')' => {
                let (_, times, first) = groups.pop().ok_or(NoRuns::Group(at))?;
                if first == runs.len() || count.is_some() || times == 0 {
                    return Err(NoRuns::Group(at));
                }
                let last = runs.len();
                if (times - 1).saturating_mul(last - first) > MOST_RUNS.saturating_sub(last) {
                    return Err(NoRuns::TooMany);
                }
                (1..times).for_each(|_| runs.extend_from_within(first..last));
            }
            _ => {
                Square::from_char(character).ok_or(NoRuns::Other)?;
                runs.push((count.unwrap_or(1), character));
            }
        }
    }
    match groups.first() {
        Some(&(at, ..)) => Err(NoRuns::Group(at)),
        None if run.is_some() || runs.is_empty() => Err(NoRuns::Other),
        None => Ok(runs),
    }
}

/// The column, from 1, of a number without a character to repeat, in a line that otherwise belongs to a map.
pub fn loose_number(line: &str) -> Option<usize> {
    let line = line.trim_end_matches([' ', '\t']);
    let is_walled = line.chars().filter(|&c| c == '#').count() > 1;
    if !is_walled || runs(line).is_ok() || !line.chars().all(is_known) {
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
    // A parenthesis has a meaning in a row, so it is strange only if its group is wrong.
    let is_group = |c| line.contains('#') && matches!(c, '(' | ')');
    let (at, character) = match line.chars().find(|&c| !is_known(c))? {
        first if is_group(first) => match runs(line) {
            Err(NoRuns::Group(at)) => (at, line.chars().nth(at)?),
            _ => return None,
        },
        first => (line.chars().position(|c| c == first)?, first),
    };
    let things = line.chars().filter(|c| "#$@*+.".contains(*c)).count();
    // The other parentheses may be right.
    let strangers = if is_group(character) { 1 } else { line.chars().filter(|&c| c == character).count() };
    // A comment in facts or in a collection may show a map.
    let is_comment = line.trim_start().starts_with(['%', ';', ':']);
    let alone = line.chars().all(|c| is_known(c) || c == character || is_group(c) && is_group(character));
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
    line.contains('#') && matches!(runs(line), Ok(_) | Err(NoRuns::TooMany))
}

/// Whether a line has boxes on storage locations and floor only, as rows of ornaments above the walls have.
pub fn is_ornament(line: &str) -> bool {
    line.contains('*') && line.chars().all(|c| matches!(c, '*' | ' ' | '-' | '_' | '\t'))
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
    fn numbers_repeat_groups() {
        let map = |line| match read(line, &mut 1_000) {
            Some(MapLine::Rows(rows)) => rows
                .iter()
                .map(|row| row.squares.iter().map(|square| square.to_char()).collect())
                .collect::<Vec<String>>(),
            other => panic!("{line:?}: {other:?}"),
        };
        assert_eq!(map("2(3(#-)#)|14#"), ["# # # ## # # #", "##############"]);
        assert_eq!(map("12(#)1($)"), ["############$"]);
        assert_eq!(map("2(2(#-|)#)"), ["# ", "# ", "## ", "# ", "#"]);
        for line in ["(#-)", "2(#-", "2#-)", "2()#", "0(#)", "2(#2)", "2(#)3", "2(#x)"] {
            assert_eq!(read(line, &mut 0), None, "{line}");
        }
        assert_eq!(read("999(#|)", &mut 900), Some(MapLine::TooMany));
        assert_eq!(read("20000(#)", &mut 20_000), Some(MapLine::TooWide));
        let nested = "9(".repeat(50) + "#" + &")".repeat(50);
        assert_eq!(read(&nested, &mut 0), Some(MapLine::TooMany));
    }

    #[test]
    fn a_character_is_strange_in_a_map_only() {
        for (line, found) in [
            ("#  X  #", Some(('X', 4))),
            ("█####", Some(('█', 1))),
            ("#@$.o", Some(('o', 5))),
            ("#x$ x@#", Some(('x', 2))),
            ("2(#-)#", None),
            ("2(#-)(#)", Some(('(', 6))),
            ("2(##-", Some(('(', 2))),
            ("2(#2(-$)", Some(('(', 2))),
            ("##2()#", Some((')', 5))),
            ("(...)", None),
            ("(a #...)", None),
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
