//! Plans as Sokoban people write them: a letter for each move, `l u r d`, upper case where it pushes a box.
//!
//! A number in front of a letter repeats it. Letters do not say where an action ends: each run of pushes in one direction
//! is taken for one, and where more actions are asked for, the runs may be cut and filled up with no-ops.
//!
//! Source: <http://sokobano.de/wiki/index.php?title=Level_format#Solution>.

use crate::error::{Problem, ReadError};
use crate::instance::{Direction, Instance};
use crate::replay::Board;
use crate::verdict::{Rule, Rules, Violation};
use std::ops::Range;

/// More moves than this are taken for a mistake.
const LONGEST: usize = 10_000_000;

/// One move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Move {
    letter: char,
    range: Range<usize>,
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
        let letter = moves[index].letter;
        letter.is_ascii_uppercase() && (index == 0 || moves[index - 1].letter != letter)
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

/// Plays the letters one by one, looks at the goal, and at last at the number of actions.
///
/// # Errors
/// At the first broken rule.
pub(crate) fn replay(instance: &Instance, moves: &[Move], rules: &Rules) -> Result<(), Violation> {
    let mut board = Board::start(instance);
    let mut action = 0;
    let mut previous = ' ';
    for (index, Move { letter, range }) in moves.iter().enumerate() {
        let letter = *letter;
        let pushes = letter.is_ascii_uppercase();
        action += usize::from(pushes && letter != previous);
        previous = letter;
        let heading = direction(letter).expect("only letters with a direction are read");
        board.walk(heading, pushes).map_err(|(rule, what)| Violation {
            action: pushes.then_some(action),
            step: None,
            push: None,
            range: Some(range.clone()),
            rule,
            message: format!("move {}, {letter}: {what}", index + 1),
        })?;
    }
    board.goal(action)?;
    count(instance, moves, rules)
}

/// Whether the moves can be taken for as many actions as are asked for.
fn count(instance: &Instance, moves: &[Move], rules: &Rules) -> Result<(), Violation> {
    let steps = instance.step_count();
    let asked = rules.actions.or(steps.checked_sub(1));
    let Some(asked) = asked.filter(|_| !rules.any_length) else { return Ok(()) };
    let lines = lines(moves);
    let pushes = moves.iter().filter(|step| step.letter.is_ascii_uppercase()).count();
    if lines > asked {
        let message = format!("there are {lines} box lines, {asked} actions are required");
        return Err(Violation::global(None, Rule::TooManyPushes, message));
    }
    // Runs can be cut into single pushes; more than that are no-ops, for which some box must be in reach.
    let filled = asked <= pushes || !rules.no_noop && (pushes > 0 || Board::start(instance).reaches_a_box());
    if filled {
        return Ok(());
    }
    let message = format!("there are {pushes} pushes only, {asked} actions are required");
    Err(Violation::global(None, Rule::MissingPush, message))
}
