//! Replays a plan in letters move by move.
//!
//! Letters do not say where an action ends. Each run of pushes in one direction counts as one action. If more actions
//! are required, runs may be split, and no-ops appended.

use crate::instance::Instance;
use crate::lurd::{lines, Move};
use crate::replay::ReplayBoard;
use crate::verdict::{Rule, Rules, Violation};

/// Replays the moves, then checks the goal and the number of actions.
///
/// # Errors At the first broken rule.
pub(crate) fn walk(instance: &Instance, moves: &[Move], rules: &Rules) -> Result<(), Violation> {
    let mut board = ReplayBoard::start(instance);
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

/// If all letters have the same case, decides which moves are pushes by the map. Returns the moves with corrected case
/// if they then solve the instance, else `None`.
pub(crate) fn told_apart(instance: &Instance, moves: &[Move]) -> Option<Vec<Move>> {
    let first = moves.first()?;
    if moves.iter().any(|step| step.pushes() != first.pushes()) {
        return None;
    }
    let mut board = ReplayBoard::start(instance);
    let mut told = Vec::with_capacity(moves.len());
    for step in moves {
        // A move that breaks a rule leaves the board unchanged.
        let walks = board.walk(step.heading(), false).is_ok();
        if !walks && board.walk(step.heading(), true).is_err() {
            return None;
        }
        let letter = if walks { step.letter.to_ascii_lowercase() } else { step.letter.to_ascii_uppercase() };
        told.push(Move { letter, range: step.range.clone() });
    }
    board.goal(0).is_ok().then_some(told)
}

/// Checks that the moves can be split or extended to the required number of actions.
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
    // Runs can be split into single pushes. Any further actions are no-ops, for which the sokoban must be able to reach
    // a box.
    let filled =
        asked <= pushes || !rules.no_noop && (pushes > 0 || ReplayBoard::start(instance).reaches_a_box());
    if filled {
        return Ok(());
    }
    let message = format!("there are {pushes} pushes only, {asked} actions are required");
    Err(Violation::global(None, Rule::MissingPush, message))
}
