//! Plans as Sokoban people write them: a letter for each move, `l u r d`, upper case where it pushes a box.
//!
//! A number in front of a letter repeats it.
//!
//! Source: <http://sokobano.de/wiki/index.php?title=Level_format#Solution>.

use crate::error::{Problem, ReadError};
use crate::instance::Direction;
use std::ops::Range;

/// More moves than this are taken for a mistake.
const LONGEST: usize = 10_000_000;

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

/// Whether this is the first line of a plan in letters.
pub(crate) fn is_line(line: &str) -> bool {
    let mut letters = line.bytes().filter(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    line.bytes().any(|byte| direction(byte.into()).is_some())
        && letters.all(|byte| byte.is_ascii_digit() || direction(byte.into()).is_some())
}

/// Reads a line of letters that starts at a position of the text.
///
/// # Errors
/// When a number stands before no letter, or there are too many moves.
pub(crate) fn read_line(line: &str, start: usize, moves: &mut Vec<Move>) -> Result<(), ReadError> {
    let mut count: Option<(usize, usize)> = None;
    for (index, letter) in line.char_indices() {
        let at = start + index;
        if let Some(digit) = letter.to_digit(10) {
            let (value, from) = count.unwrap_or((0, at));
            count = Some((value.saturating_mul(10).saturating_add(digit as usize), from));
            continue;
        }
        if direction(letter).is_none() {
            continue;
        }
        let (times, from) = count.take().unwrap_or((1, at));
        let range = from..at + 1;
        if times > LONGEST - moves.len() {
            return Err(ReadError::new(range, Problem::TooManyMoves { limit: LONGEST }));
        }
        moves.extend(std::iter::repeat_n(Move { letter, range }, times));
    }
    match count {
        None => Ok(()),
        Some((_, from)) => {
            let found = String::from("the end of the line");
            Err(ReadError::new(from..start + line.len(), Problem::Unexpected { wanted: "a letter", found }))
        }
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

fn direction(letter: char) -> Option<Direction> {
    Some(match letter.to_ascii_lowercase() {
        'l' => Direction::Left,
        'u' => Direction::Up,
        'r' => Direction::Right,
        'd' => Direction::Down,
        _ => return None,
    })
}
