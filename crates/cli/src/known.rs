//! The solutions that a level brings along: played by the checker, and compared with what was found.

use std::sync::Arc;

use groundplan_check::{Instance as Checked, Plan as Text, Rules, Verdict};
use groundplan_sokoban::level::{Level, Solution};
use groundplan_sokoban::Instance;

use crate::exit::Failure;
use crate::instance::quantity;
use crate::plan::Played;
use crate::{check, report};

/// What is wrong with a solution.
#[derive(Debug)]
pub enum Wrong {
    /// It is no plan in letters.
    Unreadable(groundplan_check::ReadError),
    /// It breaks a rule; so many actions it has.
    Broken(groundplan_check::Violation, usize),
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Wrong::Unreadable(error) => write!(f, "{error}"),
            Wrong::Broken(violation, _) => write!(f, "{violation}"),
        }
    }
}

impl Wrong {
    /// Says where it is wrong, in the text it comes from.
    pub fn say(&self, name: &str, level: &Level, solution: &Solution) {
        let (range, help) = match self {
            Wrong::Unreadable(error) => (Some(error.range()), error.help()),
            Wrong::Broken(violation, _) => (violation.range.clone(), None),
        };
        let message = format!("level {}: {self}", level.number);
        match range {
            Some(range) => report::solution(name, solution, range, &message, help),
            None => report::error(&message),
        }
    }
}

/// Plays a solution of a level by these rules, given the level's facts.
///
/// # Errors
///
/// When the facts are no instance, which those of a level are.
pub fn play(facts: &str, solution: &Solution, rules: Rules) -> Result<Result<Played, Wrong>, Failure> {
    let internal =
        |error: String| Failure::Internal(format!("the facts of a level are no instance: {error}"));
    let checked = Checked::parse(facts).map_err(|error| internal(error.message()))?;
    let plan = match Text::parse_letters(&solution.text) {
        Ok(plan) => plan,
        Err(error) => return Ok(Err(Wrong::Unreadable(error))),
    };
    let (verdict, rules) = check::judge(&checked, &plan, rules);
    if let Verdict::Invalid(violation) = verdict {
        return Ok(Err(Wrong::Broken(violation, plan.actions())));
    }
    let instance = Instance::read("the level", facts).map_err(|error| internal(error.0.to_string()))?;
    Played::read(Arc::new(instance), &checked, &plan, &rules).map(Ok)
}

/// A solution that solves its level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// How many actions it has.
    pub actions: usize,
    /// Its letters, written out.
    pub letters: String,
}

/// The solutions of a level that solve it, and what is wrong with the others.
///
/// # Errors
///
/// As [`play`].
pub fn of(level: &Level) -> Result<(Vec<Known>, Vec<Wrong>), Failure> {
    let (mut known, mut wrong) = (Vec::new(), Vec::new());
    let facts = if level.solutions.is_empty() { None } else { level.facts().ok() };
    let Some(facts) = facts else { return Ok((known, wrong)) };
    for solution in &level.solutions {
        let rules = Rules { any_length: true, ..Rules::default() };
        match play(&facts, solution, rules)? {
            Ok(played) => {
                known.push(Known { actions: played.trace.actions.len(), letters: played.trace.letters() });
            }
            Err(error) => wrong.push(error),
        }
    }
    Ok((known, wrong))
}

/// How a plan of so many actions compares with the known solutions, in words: nothing where there is none.
pub fn compared(actions: Option<usize>, known: &[Known]) -> Option<String> {
    let best = known.iter().map(|known| known.actions).min()?;
    let lines = quantity(best, "line", "lines");
    match actions {
        Some(actions) if actions < best => {
            Some(format!("improves the known solution of {lines} to {actions}"))
        }
        Some(actions) if actions == best => Some(format!("as many as the known solution, {lines}")),
        _ => Some(format!("the known solution has {lines}")),
    }
}

/// Says the same to people, and what is wrong with known solutions.
///
/// # Errors
///
/// As [`play`].
pub fn say(level: Option<&Level>, label: &str, actions: Option<usize>) -> Result<(), Failure> {
    let Some(level) = level else { return Ok(()) };
    let (known, wrong) = of(level)?;
    if let Some(words) = compared(actions, &known) {
        report::say(&format!("{label}{words}"));
    }
    for error in wrong {
        report::warning(
            &format!("{label}a known solution does not solve the level: {error}"),
            "`groundplan check plan` without a plan shows where",
        );
    }
    Ok(())
}
