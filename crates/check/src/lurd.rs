//! Plans as Sokoban people write them: a letter for each move, `l u r d`, upper case where it pushes a box. Some write all letters
//! in one case; then the map tells.
//!
//! A number repeats what it touches: the letter or the group in parentheses behind it, or the group in front of it. One
//! that touches something on both sides could mean either and is refused, unless the group has a number in front of it
//! already; a blank decides. Groups may go on over several lines. From a `;` on, a line is a comment, and a line may begin with `Solution:`.
//!
//! Source: <http://sokobano.de/wiki/index.php?title=Level_format#Solution>.

use crate::error::{Problem, ReadError};
use crate::instance::Direction;
use std::ops::Range;

/// More moves than this are taken for a mistake.
const LONGEST: usize = 10_000_000;

/// What may stand among letters.
const WANTED: &str = "a letter `l`, `u`, `r` or `d`, in either case, a number, or a group in parentheses";

/// One move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) letter: char,
    pub(crate) range: Range<usize>,
}

impl Move {
    /// Where it leads.
    pub(crate) fn heading(&self) -> Direction {
        direction(self.letter).expect("only letters with a direction are read")
    }

    /// Whether it is to push a box.
    pub(crate) fn pushes(&self) -> bool {
        self.letter.is_ascii_uppercase()
    }
}

/// Whether this is the first line of a plan in letters: it has nothing else, or but one kind of character that does not
/// belong there, no more often than letters.
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

/// How many bytes of a line are the heading of a solution, or nothing but quotation: `Solution`, perhaps with a number or a
/// remark, and a colon where letters follow.
pub(crate) fn heading(line: &str) -> usize {
    const NAME: &str = "solution";
    let start = line.len() - line.trim_start_matches(|c| is_blank(c) || c == '>').len();
    let Some(name) = line.get(start..start + NAME.len()).filter(|name| name.eq_ignore_ascii_case(NAME))
    else {
        return start;
    };
    let rest = &line[start + name.len()..];
    let (remark, end) = match rest.find(':') {
        Some(colon) => (&rest[..colon], line.len() - rest.len() + colon + 1),
        None => (rest, line.len()),
    };
    let remark = remark.trim();
    let is_remark = remark.is_empty()
        || remark.starts_with(['(', '/', '['])
        || remark.chars().all(|c| c.is_ascii_digit() || c == '#');
    if is_remark {
        end
    } else {
        start
    }
}

/// Letters, as far as read.
#[derive(Default)]
pub(crate) struct Letters {
    moves: Vec<Move>,
    /// The groups that are open: where, how often they are to be repeated, and the moves before them.
    open: Vec<Group>,
    /// The group that ended just before, which a number behind it repeats.
    ended: Option<Ended>,
}

/// A group that is open.
struct Group {
    at: usize,
    times: Option<usize>,
    first: usize,
}

/// A group that has ended.
struct Ended {
    /// Where its parenthesis was closed.
    at: usize,
    /// Its first move.
    first: usize,
    /// Whether a number stands before it.
    counted: bool,
}

impl Letters {
    /// Reads a line that starts at a position of the text.
    ///
    /// # Errors
    /// When something else than letters stands there, a number before nothing or where it could mean two things, or there
    /// are too many moves.
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

    /// All moves.
    ///
    /// # Errors
    /// When a group is not closed.
    pub(crate) fn finish(self) -> Result<Vec<Move>, ReadError> {
        match self.open.last() {
            Some(group) => Err(ReadError::new(group.at..group.at + 1, Problem::OpenGroup)),
            None => Ok(self.moves),
        }
    }

    /// A number, with what it touches on its right.
    fn number(
        &mut self,
        times: usize,
        range: Range<usize>,
        behind: Option<(usize, char)>,
    ) -> Result<(), ReadError> {
        if times == 0 {
            return Err(ReadError::new(range, Problem::CountOfZero));
        }
        // A group with a number in front of it has had its turn.
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
        self.open.push(Group { at, times, first: self.moves.len() });
    }

    fn close(&mut self, at: usize) -> Result<(), ReadError> {
        let Some(Group { at: opened, times, first }) = self.open.pop() else {
            return Err(ReadError::new(at..at + 1, Problem::CloseWithoutGroup));
        };
        if first == self.moves.len() {
            return Err(ReadError::new(opened..opened + 1, Problem::EmptyGroup));
        }
        if let Some(times) = times {
            self.repeat(first, times, opened..opened + 1)?;
        }
        self.ended = Some(Ended { at, first, counted: times.is_some() });
        Ok(())
    }

    /// Has the moves from the first on stand so many times instead of once; `times` is not 0, so that the work done for a
    /// text is bounded by the moves it makes.
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

/// How many box lines there are: runs of pushes in one direction.
pub(crate) fn lines(moves: &[Move]) -> usize {
    let starts = |index: usize| {
        moves[index].pushes() && (index == 0 || moves[index - 1].letter != moves[index].letter)
    };
    (0..moves.len()).filter(|&index| starts(index)).count()
}

/// A blank, or a character that cannot be told from one or not be seen at all, as texts from a clipboard have them.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{a0}' | '\u{200b}' | '\u{feff}')
}

/// What gives letters their structure.
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
