//! Plans in letters: one letter per move, `l u r d`, upper case for pushes. If all letters have the same case, the map
//! decides which are pushes.
//!
//! A number repeats what it touches: the letter or the group in parentheses behind it, or the group in front of it. A
//! number that touches something on both sides is ambiguous and rejected, unless the group in front of it already has a
//! number. A blank resolves the ambiguity. Groups may span several lines. `;` begins a comment, and a line may begin
//! with a heading such as `Solution:`. `*`, which marks the current position of a saved game, counts as a blank.
//!
//! Source: <http://sokobano.de/wiki/index.php?title=Level_format#Solution>.

use crate::error::{Problem, ReadError};
use crate::instance::Direction;
use std::ops::Range;

/// The largest number of moves; more are taken for a mistake.
const LONGEST: usize = 10_000_000;

/// The valid characters, for messages.
const WANTED: &str = "a letter `l`, `u`, `r` or `d`, in either case, a number, or a group in parentheses";

/// One move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) letter: char,
    pub(crate) range: Range<usize>,
}

impl Move {
    /// The direction of the move.
    pub(crate) fn heading(&self) -> Direction {
        direction(self.letter).expect("only letters with a direction are read")
    }

    /// Whether the move has to push a box.
    pub(crate) fn pushes(&self) -> bool {
        self.letter.is_ascii_uppercase()
    }
}

/// Whether a line can be the first one of a plan in letters: it has only valid characters, or only one kind of invalid
/// character, which occurs at most as often as letters.
pub(crate) fn is_line(line: &str) -> bool {
    let line = &line[heading(line)..];
    let line = line.split(';').next().unwrap_or_default();
    let mut others = line.chars().filter(|&c| !(is_blank(c) || c.is_ascii_digit() || is_structure(c)));
    let first = others.next();
    let strangers = line.chars().filter(|&c| Some(c) == first).count();
    let letters = line.chars().filter(|&c| direction(c).is_some()).count();
    let begins_group = first.is_none() && line.contains('(');
    others.all(|other| Some(other) == first) && (letters > 0 && strangers <= letters || begins_group)
}

/// The length in bytes of the heading of a line, or of quotation marks at its start. A heading is `Solution` or `Best
/// Solution`, optionally with a number, then a remark, and with a colon if letters follow.
pub(crate) fn heading(line: &str) -> usize {
    const NAMES: [&str; 2] = ["solution", "best solution"];
    let start = line.len() - line.trim_start_matches(|c| is_blank(c) || c == '>').len();
    let is_at_start = |name: &&str| {
        line.get(start..start + name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
    };
    let Some(name) = NAMES.into_iter().find(is_at_start) else { return start };
    let rest = &line[start + name.len()..];
    let (remark, end) = match rest.find(':') {
        Some(colon) => (&rest[..colon], line.len() - rest.len() + colon + 1),
        None => (rest, line.len()),
    };
    let remark = remark.trim_matches(|c: char| is_blank(c) || c.is_ascii_digit() || c == '#');
    let is_remark = remark.is_empty() || remark.starts_with(['(', '/', '[']);
    if is_remark {
        end
    } else {
        start
    }
}

/// The moves as far as they have been read.
#[derive(Default)]
pub(crate) struct LetterReader {
    moves: Vec<Move>,
    /// The groups that are open.
    open: Vec<LetterGroup>,
    /// The group that ended just before, which a following number repeats.
    ended: Option<EndedGroup>,
}

/// A group that is open.
struct LetterGroup {
    at: usize,
    times: Option<usize>,
    first: usize,
}

/// A group that has ended.
struct EndedGroup {
    /// The position of its closing parenthesis.
    at: usize,
    /// The index of its first move.
    first: usize,
    /// Whether a number precedes it.
    counted: bool,
}

impl LetterReader {
    /// Reads a line that starts at the given position of the text.
    ///
    /// # Errors When the line has an invalid character, a number repeats nothing or is ambiguous, or there are too many
    /// moves.
    pub(crate) fn line(&mut self, line: &str, start: usize) -> Result<(), ReadError> {
        let first = heading(line);
        let end = line[first..].find(';').map_or(line.len(), |comment| first + comment);
        self.ended = None;
        let mut characters =
            line[first..end].char_indices().map(|(at, c)| (start + first + at, c)).peekable();
        while let Some((at, character)) = characters.next() {
            if character.is_ascii_digit() {
                let mut digits = character.to_digit(10).map_or(0, |digit| digit as usize);
                let mut after = at + 1;
                while let Some((next, digit)) = characters.next_if(|(_, c)| c.is_ascii_digit()) {
                    digits =
                        digits.saturating_mul(10).saturating_add(digit.to_digit(10).unwrap_or(0) as usize);
                    after = next + 1;
                }
                let behind = characters.next_if(|&(_, c)| direction(c).is_some() || c == '(');
                self.number(digits, at..after, behind)?;
            } else if character == '(' {
                self.group(at, None);
            } else if character == ')' {
                self.close(at)?;
            } else if direction(character).is_some() {
                self.letter(character, at..at + 1, 1)?;
            } else if is_blank(character) {
                self.ended = None;
            } else {
                let found = format!("`{}`", character.escape_debug());
                let range = at..at + character.len_utf8();
                return Err(ReadError::new(range, Problem::Unexpected { wanted: WANTED, found }));
            }
        }
        Ok(())
    }

    /// Returns all moves.
    ///
    /// # Errors When a group is not closed.
    pub(crate) fn finish(self) -> Result<Vec<Move>, ReadError> {
        match self.open.last() {
            Some(group) => Err(ReadError::new(group.at..group.at + 1, Problem::OpenGroup)),
            None => Ok(self.moves),
        }
    }

    /// Handles a number; `behind` is the letter or parenthesis directly after it.
    fn number(
        &mut self,
        times: usize,
        range: Range<usize>,
        behind: Option<(usize, char)>,
    ) -> Result<(), ReadError> {
        if times == 0 {
            return Err(ReadError::new(range, Problem::CountOfZero));
        }
        // A group that already has a number cannot be repeated again, so this number applies to what follows.
        let ended = self
            .ended
            .take()
            .filter(|ended| ended.at + 1 == range.start && !(ended.counted && behind.is_some()));
        match (ended, behind) {
            (Some(_), Some((at, _))) => {
                Err(ReadError::new(range.start..at + 1, Problem::AmbiguousCount { count: times }))
            }
            (Some(ended), None) if ended.counted => Err(ReadError::new(range, Problem::CountedTwice)),
            (Some(ended), None) => self.repeat(ended.first, times, range),
            (None, Some((at, '('))) => {
                self.group(at, Some(times));
                Ok(())
            }
            (None, Some((at, letter))) => self.letter(letter, range.start..at + 1, times),
            (None, None) => {
                let found = String::from("nothing that it could repeat");
                Err(ReadError::new(
                    range,
                    Problem::Unexpected { wanted: "a letter or a group after a number", found },
                ))
            }
        }
    }

    fn letter(&mut self, letter: char, range: Range<usize>, times: usize) -> Result<(), ReadError> {
        self.ended = None;
        if times > LONGEST - self.moves.len() {
            return Err(ReadError::new(range, Problem::TooManyMoves { limit: LONGEST }));
        }
        self.moves.extend(std::iter::repeat_n(Move { letter, range }, times));
        Ok(())
    }

    fn group(&mut self, at: usize, times: Option<usize>) {
        self.ended = None;
        self.open.push(LetterGroup { at, times, first: self.moves.len() });
    }

    fn close(&mut self, at: usize) -> Result<(), ReadError> {
        let Some(LetterGroup { at: opened, times, first }) = self.open.pop() else {
            return Err(ReadError::new(at..at + 1, Problem::CloseWithoutGroup));
        };
        if first == self.moves.len() {
            return Err(ReadError::new(opened..opened + 1, Problem::EmptyGroup));
        }
        if let Some(times) = times {
            self.repeat(first, times, opened..opened + 1)?;
        }
        self.ended = Some(EndedGroup { at, first, counted: times.is_some() });
        Ok(())
    }

    /// Repeats the moves from index `first` on, so that they occur `times` times. `times` is not 0, so the work for a
    /// text is bounded by the number of its moves.
    fn repeat(&mut self, first: usize, times: usize, range: Range<usize>) -> Result<(), ReadError> {
        let length = self.moves.len() - first;
        if times.checked_mul(length).is_none_or(|moves| moves > LONGEST - first) {
            return Err(ReadError::new(range, Problem::TooManyMoves { limit: LONGEST }));
        }
        for _ in 1..times {
            self.moves.extend_from_within(first..first + length);
        }
        Ok(())
    }
}

/// The letters without blanks and numbers.
pub(crate) fn text(moves: &[Move]) -> String {
    moves.iter().map(|step| step.letter).collect()
}

/// The number of box lines: maximal runs of pushes in one direction.
pub(crate) fn lines(moves: &[Move]) -> usize {
    let starts = |index: usize| {
        moves[index].pushes() && (index == 0 || moves[index - 1].letter != moves[index].letter)
    };
    (0..moves.len()).filter(|&index| starts(index)).count()
}

/// Whether a character is a blank, looks like one, or is invisible, as in texts from a clipboard; or marks the current
/// position.
fn is_blank(c: char) -> bool {
    matches!(c, '*' | ' ' | '\t' | '\r' | '\n' | '\u{a0}' | '\u{200b}' | '\u{feff}')
}

/// Whether a character is a letter of a move or a parenthesis.
fn is_structure(c: char) -> bool {
    direction(c).is_some() || matches!(c, '(' | ')')
}

fn direction(letter: char) -> Option<Direction> {
    Some(match letter.to_ascii_lowercase() {
        'l' => Direction::Left,
        'u' => Direction::Up,
        'r' => Direction::Right,
        'd' => Direction::Down,
        _ => return None,
    })
}
