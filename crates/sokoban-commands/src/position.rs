//! The configuration that a plan leads to: after a number of actions, pushes or moves.

use std::str::FromStr;
use std::sync::Arc;

use groundplan_sokoban::{Board, Instance, Metric, Trace};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;
use groundplan_terminal::words::quantity;

use crate::instance::Source;
use crate::{known, replay};

/// A place in a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct After {
    metric: Metric,
    count: usize,
}

impl FromStr for After {
    type Err = String;

    fn from_str(text: &str) -> Result<After, String> {
        let (metric, count) = text.split_once('=').unwrap_or((Metric::Lines.name(), text));
        let metric = Metric::ALL.into_iter().find(|known| known.name() == metric);
        match (metric, count.parse()) {
            (Some(metric), Ok(count)) => Ok(After { metric, count }),
            _ => Err("give a number of actions as in `7`, or `pushes=20` or `moves=55`".to_owned()),
        }
    }
}

/// Returns the start of a level, or the configuration after a part of a plan. The plan is read from a file; without one,
/// it is the first valid solution behind the level. Returns `None` if the plan breaks a rule, which has been printed.
///
/// # Errors
///
/// When the plan cannot be read, there is none, or it has no such place.
pub fn board(
    source: &Source,
    instance: &Arc<Instance>,
    plan: Option<&str>,
    after: Option<After>,
) -> Result<Option<Board>, Failure> {
    let Some(After { metric, count }) = after else { return Ok(Some(Board::start(instance))) };
    let trace = match plan {
        Some(plan) => match replay::played(source, Arc::clone(instance), plan)? {
            Some(played) => played.trace,
            None => return Ok(None),
        },
        None => solution(source, instance)?,
    };
    match trace.board_after(instance, metric, count) {
        Some(board) => Ok(Some(board)),
        None => {
            let counts = trace.counts();
            let has = match metric {
                Metric::Lines => quantity(counts.actions, "action", "actions"),
                Metric::Pushes => quantity(counts.pushes, "push", "pushes"),
                Metric::Moves => quantity(counts.moves, "move", "moves"),
            };
            Err(Failure::Usage(format!(
                "{}`--after` is behind the end of the plan, which has {has}",
                source.label()
            )))
        }
    }
}

/// Returns the first valid solution behind a level.
fn solution(source: &Source, instance: &Instance) -> Result<Trace, Failure> {
    let known = match &source.level {
        Some(level) => known::solutions(level)?.0,
        None => Vec::new(),
    };
    let trace = known.first().and_then(|known| Trace::of_letters(instance, &known.letters).ok());
    trace.ok_or_else(|| {
        report::refuse(
            &format!("{}there is no valid solution behind the level", source.label()),
            "name a file with a plan: `groundplan convert LEVEL PLAN --after N --to svg`",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_plan_is_a_number_of_something() {
        let after = |metric, count| Ok(After { metric, count });
        assert_eq!("7".parse(), after(Metric::Lines, 7));
        assert_eq!("lines=7".parse(), after(Metric::Lines, 7));
        assert_eq!("pushes=20".parse(), after(Metric::Pushes, 20));
        assert_eq!("moves=0".parse(), after(Metric::Moves, 0));
        for text in ["", "-1", "pushes", "boxes=3", "moves=x"] {
            assert!(text.parse::<After>().is_err(), "{text}");
        }
    }
}
