//! Plans in letters behind a map: under a heading such as `Solution` or `Best Solution/Moves`, or without one.
//!
//! Letters without a heading are a plan if no word looks like them, or if they solve the level.
//!
//! This module only finds where they begin and end; the checker of plans parses the letters. A line with one unknown
//! character still belongs to a plan, so that it is not silently ignored. `*` marks the current position of a saved game
//! among its moves.
//!
//! Source: <http://sokobano.de/wiki/index.php?title=Sok_format>, and the names that Sokoban YASC writes.

use super::paste::PastedLine;
use super::row::LevelRow;
use super::{ornament, Level};
use crate::{Board, Direction, Instance};

/// A plan in letters, as it stands in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The letters as they are written, line by line. Blanks replace the heading, to keep the columns.
    pub text: String,
    /// The line of the text on which the letters begin, from 1.
    pub line: usize,
}

/// The kind of a list of moves: a solution, or a saved game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovesKind {
    /// A plan.
    Solution,
    /// The moves of a saved game, which need not solve the level.
    Snapshot,
}

/// The least number of letters that make a line without a heading a plan, so that no word is taken for one.
const NO_WORD: usize = 10;

/// The mark of the current position.
const POSITION: char = '*';

/// Reads moves that begin on the first line, behind the map with these rows. Returns their kind, the moves, and the number
/// of lines read; `None` if there are none.
pub fn read(lines: &[PastedLine<'_>], map: &[LevelRow]) -> Option<(MovesKind, Solution, usize)> {
    let first = lines.first()?;
    let (kind, mut begin, mut text) = match header(&first.text) {
        Some((kind, heading)) => {
            let inline = &first.text[heading..];
            if inline.trim().is_empty() {
                (
                    kind,
                    1 + lines[1..].iter().take_while(|line| line.text.trim().is_empty()).count(),
                    String::new(),
                )
            } else {
                let before = " ".repeat(first.text[..heading].chars().count());
                (kind, 0, before + inline)
            }
        }
        None => {
            let moves = first.text.trim();
            let is_alone = strangers(moves) == Some(0) && !moves.contains(' ');
            (is_alone && (is_no_word(moves) || solves(map, lines))).then_some((
                MovesKind::Solution,
                0,
                first.text.to_string(),
            ))?
        }
    };
    if text.is_empty() {
        text = lines.get(begin)?.text.to_string();
    }
    strangers(&text)?;
    let line = lines[begin].number;
    begin += 1;
    while let Some(next) = lines.get(begin) {
        let is_comment = next.text.trim_start().starts_with(';');
        let commented = is_comment && lines.get(begin + 1).is_some_and(|line| goes_on(&line.text));
        if !(commented || !is_comment && goes_on(&next.text)) {
            break;
        }
        text.push('\n');
        text.push_str(&next.text);
        begin += 1;
    }
    Some((kind, Solution { text, line }, begin))
}

/// The names in headings of moves, each before those that it begins with.
const NAMES: [(&str, MovesKind); 6] = [
    ("best solution", MovesKind::Solution),
    ("solution", MovesKind::Solution),
    ("reverse mode snapshot", MovesKind::Snapshot),
    ("snapshot", MovesKind::Snapshot),
    ("saved game", MovesKind::Snapshot),
    ("savegame", MovesKind::Snapshot),
];

/// The kind and the end of a heading, if a line is one: a name, optionally with a number, then optionally with a remark
/// in parentheses or behind a slash, then optionally a colon.
fn header(line: &str) -> Option<(MovesKind, usize)> {
    let start = line.len() - line.trim_start_matches([' ', '\t', ';']).len();
    let (name, kind) = NAMES.into_iter().find(|(name, _)| {
        line.get(start..start + name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
    })?;
    let heading = start + name.len();
    let rest = &line[heading..];
    let remark =
        |text: &str| text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '#' || c == ' ').to_owned();
    if let Some(colon) = rest.find(':') {
        let remark = remark(&rest[..colon]);
        let is_remark = remark.is_empty() || remark.starts_with(['(', '/', '[']);
        return is_remark.then_some((kind, heading + colon + 1));
    }
    let remark = remark(rest.trim());
    let is_remark = remark.is_empty()
        || remark.starts_with('/')
        || remark.starts_with('(') && remark.ends_with(')') && strangers(&remark).is_none();
    is_remark.then_some((kind, line.len()))
}

/// Whether a line of letters is too long for a word, or has a capital behind a small letter.
fn is_no_word(line: &str) -> bool {
    let is_mixed = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    letters(line) >= NO_WORD || line.as_bytes().windows(2).any(is_mixed)
}

/// Whether the letters on the first lines, up to anything else, solve the level with these rows.
fn solves(map: &[LevelRow], lines: &[PastedLine<'_>]) -> bool {
    let mut rows = map.iter().map(|row| row.squares.clone()).collect::<Vec<_>>();
    ornament::wall_up(&mut rows);
    let Ok(facts) = (Level { rows, ..Level::default() }).facts() else { return false };
    let Ok(instance) = Instance::read("level", &facts) else { return false };
    let mut board = Board::start(&instance);
    let lines = lines.iter().map(|line| line.text.trim());
    let moves =
        lines.take_while(|line| !line.is_empty() && line.chars().all(|c| is_letter(c) || c == POSITION));
    let mut directions = moves.flat_map(str::chars).filter_map(Direction::from_letter);
    directions.all(|direction| board.step(&instance, direction).is_some())
        && instance.storages.iter().all(|storage| board.boxes.contains(storage))
}

/// The number of unknown characters in a line of letters, which must all be the same and at most as many as letters;
/// `None` if the line is anything else.
fn strangers(line: &str) -> Option<usize> {
    let line = line.split(';').next().unwrap_or_default();
    let is_known =
        |c: char| is_letter(c) || c.is_ascii_digit() || matches!(c, '(' | ')' | ' ' | '\t' | POSITION);
    let mut others = line.chars().filter(|&c| !is_known(c));
    let first = others.next();
    let alone = others.all(|other| Some(other) == first);
    let count = line.chars().filter(|&c| Some(c) == first).count();
    let letters = letters(line);
    (alone && count <= letters && letters > 0).then_some(count)
}

/// Whether moves continue on a line. A short line with an unknown character may be a word.
fn goes_on(line: &str) -> bool {
    strangers(line).is_some_and(|strangers| strangers == 0 || letters(line) >= NO_WORD)
}

fn letters(line: &str) -> usize {
    line.split(';').next().unwrap_or_default().chars().filter(|&c| is_letter(c)).count()
}

fn is_letter(c: char) -> bool {
    "lurdLURD".contains(c)
}

#[cfg(test)]
mod tests {
    use super::super::{paste, row};
    use super::*;

    /// The letters read from a text, and the number of lines.
    fn found(text: &str) -> Option<(String, usize)> {
        found_behind("", text)
    }

    /// The letters read from a text behind a map, and the number of lines.
    fn found_behind(map: &str, text: &str) -> Option<(String, usize)> {
        let rows = |line| match row::read(line, &mut 0) {
            Some(row::MapLine::Rows(rows)) => rows,
            other => panic!("{other:?}"),
        };
        let map: Vec<LevelRow> = map.lines().flat_map(rows).collect();
        let lines: Vec<_> = paste::lines(text).collect();
        read(&lines, &map).map(|(_, solution, count)| (solution.text, count))
    }

    #[test]
    fn letters_without_a_heading_are_a_plan_if_they_are_no_word_or_solve_the_level() {
        let map = "#####\n#@ $.#\n#####";
        for moves in ["rR", "rr", "RR", "rr\n\nmore", "r*R", "rRR", "lU"] {
            let line = moves.lines().next().expect("a line");
            assert_eq!(found_behind(map, moves), Some((line.to_owned(), 1)), "{moves}");
        }
        assert_eq!(found_behind(map, "r\nR\nThe end"), Some(("r\nR".to_owned(), 2)));
        assert_eq!(found_behind("####\n#@$.##\n###*##", "R"), Some(("R".to_owned(), 1)));
        for text in ["dull", "Dull", "LURD", "R", "rrr", "ur", "r r", "*", "r\nx"] {
            assert_eq!(found_behind(map, text), None, "{text}");
        }
        // A level that cannot be played.
        assert_eq!(found_behind("#####\n# $.#\n#####", "R"), None);
    }

    #[test]
    fn headings_and_long_lines_begin_a_solution() {
        for (text, letters, count) in [
            ("Solution\nrrUU", "rrUU", 2),
            ("Solution:\nrrUU\nlDD\n\nmore", "rrUU\nlDD", 3),
            ("solution: rrUU\n2(lD)", "          rrUU\n2(lD)", 2),
            ("Solution 2\n\n\n3r(uL)2", "3r(uL)2", 4),
            ("Solution (14 lines):\nrrUU", "rrUU", 2),
            ("Solution/12/30\nrrUU", "rrUU", 2),
            ("Best Solution\nrRRR", "rRRR", 2),
            ("Best Solution/Moves\n\nrRRR", "rRRR", 3),
            ("best solution (Pushes): rR", "                        rR", 1),
            ("Solution/Pushes\nrRRR", "rRRR", 2),
            ("Solution/Moves (Built-in)\nrRRR", "rRRR", 2),
            ("Best Solution 2\nrRRR", "rRRR", 2),
            ("Solution 1 (4 moves)\nrRRR", "rRRR", 2),
            ("Solution #2 (4 moves): R", "                       R", 1),
            ("Solution\nrR*RR", "rR*RR", 2),
            ("Solution\n*rRRR\nrr*", "*rRRR\nrr*", 3),
            ("Reverse Mode Snapshot\nrr*", "rr*", 2),
            ("; Solution: R", "            R", 1),
            ("Solution\nrrUx", "rrUx", 2),
            ("Solution\nRx", "Rx", 2),
            (
                "Solution\nrr ; over there\n; and\nUU\n; the next level\n\n####",
                "rr ; over there\n; and\nUU",
                4,
            ),
            ("rrrruuuLLLddd\nrr", "rrrruuuLLLddd\nrr", 2),
            ("Solution\nrrUU\nAll", "rrUU", 2),
            ("Saved game\nrr", "rr", 2),
        ] {
            assert_eq!(found(text), Some((letters.to_owned(), count)), "{text:?}");
        }
        for text in [
            "Solution",
            "Solution: see the forum",
            "Solution by the author:",
            "Solutions: 3",
            "Best Solution: 23 moves",
            "Best Solutions\nrRRR",
            "Solution\n\nThe next one",
            "dull",
            "Title: dull",
            "dull dull dull dull",
        ] {
            assert_eq!(found(text), None, "{text:?}");
        }
    }
}
