//! A plan in letters, played move by move.
//!
//! Letters do not say where an action ends: each run of pushes in one direction is taken for one, and where more actions are
//! asked for, the runs may be cut and filled up with no-ops.

use crate::instance::Instance;
use crate::lurd::{lines, Move};
use crate::replay::Board;
use crate::verdict::{Rule, Rules, Violation};

/// Plays the letters one by one, looks at the goal, and at last at the number of actions.
///
/// # Errors
/// At the first broken rule.
pub(crate) fn walk(instance: &Instance, moves: &[Move], rules: &Rules) -> Result<(), Violation> {
    let mut board = Board::start(instance);
    let mut action = 0;
    let mut previous = ' ';
    for (index, step) in moves.iter().enumerate() {
        let letter = step.letter;
        action += usize::from(step.pushes() && letter != previous);
        previous = letter;
        board.walk(step.heading(), step.pushes()).map_err(|(rule, what)| Violation {
            action: step.pushes().then_some(action),
            step: None,
            push: None,
            range: Some(step.range.clone()),
            rule,
            message: format!("move {}, {letter}: {what}", index + 1),
        })?;
    }
    board.goal(action)?;
    count(instance, moves, rules)
}

/// The moves with upper case where they push a box, if case does not tell, because all letters have the same, and they solve the
/// instance.
pub(crate) fn told_apart(instance: &Instance, moves: &[Move]) -> Option<Vec<Move>> {
    let first = moves.first()?;
    if moves.iter().any(|step| step.pushes() != first.pushes()) {
        return None;
    }
    let mut board = Board::start(instance);
    let mut told = Vec::with_capacity(moves.len());
    for step in moves {
        // Nothing moves where a rule is broken.
        let walks = board.walk(step.heading(), false).is_ok();
        if !walks && board.walk(step.heading(), true).is_err() {
            return None;
        }
        let letter = if walks { step.letter.to_ascii_lowercase() } else { step.letter.to_ascii_uppercase() };
        told.push(Move { letter, range: step.range.clone() });
    }
    board.goal(0).is_ok().then_some(told)
}

/// Whether the moves can be taken for as many actions as are asked for.
fn count(instance: &Instance, moves: &[Move], rules: &Rules) -> Result<(), Violation> {
    let steps = instance.step_count();
    let asked = rules.actions.or(steps.checked_sub(1));
    let Some(asked) = asked.filter(|_| !rules.any_length) else { return Ok(()) };
    let lines = lines(moves);
    let pushes = moves.iter().filter(|step| step.pushes()).count();
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
