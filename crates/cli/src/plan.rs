//! Plans as they are printed, and as the checker reads them.

use std::fmt::Write;

use groundplan_check::{check, Instance, Plan, Rules, Verdict};
use groundplan_sokoban::witness::Push;
use serde_json::{json, Value};

use crate::exit::Failure;

/// One atom a line, each ended by a dot.
pub fn atoms(plan: &[Push]) -> String {
    plan.iter().fold(String::new(), |mut text, push| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{push}.");
        text
    })
}

/// One object an action.
pub fn json(plan: &[Push]) -> Value {
    let action = |push: &Push| json!({ "box": push.before, "direction": push.direction, "to": push.after, "step": push.step });
    plan.iter().map(action).collect()
}

/// Replays a plan, as it is about to be printed, by the checker. `encoding` is the program that gave it, if it is not
/// the shipped one.
///
/// # Errors
///
/// When the plan breaks a rule.
pub fn verify(instance: &str, plan: &[Push], rules: &Rules, encoding: Option<&str>) -> Result<(), Failure> {
    let verdict = Instance::parse(instance)
        .and_then(|instance| Plan::parse(&atoms(plan)).map(|plan| check(&instance, &plan, rules)));
    let broken = match verdict {
        Ok(Verdict::Valid { .. }) => return Ok(()),
        Ok(Verdict::Invalid(violation)) => violation.message,
        Err(error) => error.message(),
    };
    Err(match encoding {
        Some(path) => Failure::Input(format!(
            "the plan that the encoding `{path}` gives breaks the rules of the game: {broken}"
        )),
        None => Failure::Internal(format!("the plan found breaks the rules of the game: {broken}")),
    })
}

/// A number of actions in words.
pub fn counted(actions: usize) -> String {
    if actions == 1 {
        "1 action (box line)".to_owned()
    } else {
        format!("{actions} actions (box lines)")
    }
}
