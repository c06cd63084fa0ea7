//! Plans in letters behind a map: under a heading `Solution`, or as a long line of letters without one.
//!
//! This module only finds where they begin and end; the checker of plans parses the letters. A line with one unknown
//! character still belongs to a plan, so that it is not silently ignored.

use super::paste::PastedLine;

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

/// Reads moves that begin on the first line. Returns their kind, the moves, and the number of lines read; `None` if
/// there are none.
pub fn read(lines: &[PastedLine<'_>]) -> Option<(MovesKind, Solution, usize)> {
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
            let is_alone = strangers(&first.text) == Some(0) && letters(&first.text) >= NO_WORD;
            (is_alone && !first.text.trim().contains(' ')).then_some((
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

/// The kind and the end of a heading, if a line is one: `Solution`, optionally with a number or with a remark in
/// parentheses or behind a slash, optionally with a colon.
fn header(line: &str) -> Option<(MovesKind, usize)> {
    let start = line.len() - line.trim_start_matches([' ', '\t', ';']).len();
    let names = [
        ("solution", MovesKind::Solution),
        ("snapshot", MovesKind::Snapshot),
        ("saved game", MovesKind::Snapshot),
        ("savegame", MovesKind::Snapshot),
    ];
    let (name, kind) = names.into_iter().find(|(name, _)| {
        line.get(start..start + name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
    })?;
    let heading = start + name.len();
    let rest = &line[heading..];
    if let Some(colon) = rest.find(':') {
        let remark = rest[..colon].trim();
        let is_remark = remark.is_empty()
            || remark.starts_with(['(', '/', '['])
            || remark.chars().all(|c| c.is_ascii_digit() || c == '#');
        return is_remark.then_some((kind, heading + colon + 1));
    }
    let remark = rest.trim();
    let is_remark = remark.is_empty()
        || remark.starts_with('/')
        || remark.starts_with('(') && remark.ends_with(')') && strangers(remark).is_none()
        || remark.chars().all(|c| c.is_ascii_digit() || c == '#');
    is_remark.then_some((kind, line.len()))
}

/// The number of unknown characters in a line of letters, which must all be the same and at most as many as letters;
/// `None` if the line is anything else.
fn strangers(line: &str) -> Option<usize> {
    let line = line.split(';').next().unwrap_or_default();
    let is_known = |c: char| is_letter(c) || c.is_ascii_digit() || matches!(c, '(' | ')' | ' ' | '\t');
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
    use super::super::paste;
    use super::*;

    /// The letters read from a text, and the number of lines.
    fn found(text: &str) -> Option<(String, usize)> {
        let lines: Vec<_> = paste::lines(text).collect();
        read(&lines).map(|(_, solution, count)| (solution.text, count))
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
            "Solution\n\nThe next one",
            "dull",
            "Title: dull",
            "dull dull dull dull",
        ] {
            assert_eq!(found(text), None, "{text:?}");
        }
    }
}
