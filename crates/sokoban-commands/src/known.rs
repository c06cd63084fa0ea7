//! Known solutions in level files: replays them and compares results with them.

use std::sync::Arc;

use groundplan_check::{Instance as Checked, Plan as Text, Rules, Verdict};
use groundplan_sokoban::level::{Level, Solution};
use groundplan_sokoban::{Counts, Instance, Metric, Objective, Plan, Trace};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;
use groundplan_terminal::words::quantity;
use serde_json::Value;

use crate::messages;
use crate::plan::{self, Played};

/// The defect of a solution that does not solve its level.
#[derive(Debug)]
pub enum Wrong {
    /// The text is not a plan in letters.
    Unreadable(groundplan_check::ReadError),
    /// The plan breaks a rule; with its number of actions.
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
    /// Prints the defect, with its position in the solution.
    pub fn say(&self, name: &str, level: &Level, solution: &Solution) {
        let (range, help) = match self {
            Wrong::Unreadable(error) => (Some(error.range()), error.help()),
            Wrong::Broken(violation, _) => (violation.range.clone(), None),
        };
        let message = format!("level {}: {self}", level.number);
        match range {
            Some(range) => messages::solution(name, solution, range, &message, help),
            None => report::error(&message),
        }
    }
}

/// Replays a solution of a level by these rules, given the facts of the level.
///
/// # Errors
///
/// When the facts are not an instance, which is an internal error.
pub fn play(facts: &str, solution: &Solution, rules: Rules) -> Result<Result<Played, Wrong>, Failure> {
    let internal =
        |error: String| Failure::Internal(format!("the facts of a level are no instance: {error}"));
    let checked = Checked::parse(facts).map_err(|error| internal(error.message()))?;
    let plan = match Text::parse_letters(&solution.text) {
        Ok(plan) => plan,
        Err(error) => return Ok(Err(Wrong::Unreadable(error))),
    };
    let plan = plan.told_apart(&checked);
    let (verdict, rules) = plan::judge(&checked, &plan, rules);
    if let Verdict::Invalid(violation) = verdict {
        return Ok(Err(Wrong::Broken(violation, plan.actions())));
    }
    let instance = Instance::read("the level", facts).map_err(|error| internal(error.0.to_string()))?;
    Played::read(Arc::new(instance), &checked, &plan, &rules).map(Ok)
}

/// A solution that solves its level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownSolution {
    /// Its numbers of actions, pushes and moves.
    pub counts: Counts,
    /// Its letters, without run-length encoding.
    pub letters: String,
}

impl KnownSolution {
    /// Returns the cost of the solution by these metrics.
    pub fn cost(&self, metrics: &[&str]) -> Vec<usize> {
        let count = |metric: &&str| match *metric {
            "pushes" => self.counts.pushes,
            "moves" => self.counts.moves,
            _ => self.counts.actions,
        };
        metrics.iter().map(count).collect()
    }

    /// Returns the least cost of the solutions.
    pub fn best(known: &[KnownSolution], metrics: &[&str]) -> Option<Vec<usize>> {
        known.iter().map(|known| known.cost(metrics)).min()
    }
}

/// Returns the metrics that a JSON result minimizes, the first one first; `lines` if it names none.
pub fn metrics(result: &Value) -> Vec<&str> {
    let asked = result["metric"].as_array();
    let named: Vec<&str> = asked.into_iter().flatten().filter_map(Value::as_str).collect();
    if named.is_empty() {
        vec!["lines"]
    } else {
        named
    }
}

/// Returns the cost of the plan in a JSON result by its metrics, if it has a plan.
pub fn cost(result: &Value) -> Option<Vec<usize>> {
    result["lurd"].as_str()?;
    let count = |metric: &str| {
        let key = if metric == "lines" { "actions" } else { metric };
        result[key].as_u64().and_then(|count| usize::try_from(count).ok())
    };
    metrics(result).into_iter().map(count).collect()
}

/// Returns a cost in words: `4 lines, 1 push`.
fn words(cost: &[usize], metrics: &[&str]) -> String {
    let words = |(&count, metric): (&usize, &&str)| match *metric {
        "pushes" => quantity(count, "push", "pushes"),
        "moves" => quantity(count, "move", "moves"),
        _ => quantity(count, "line", "lines"),
    };
    cost.iter().zip(metrics).map(words).collect::<Vec<_>>().join(", ")
}

/// Returns how a result improves on the known solutions, in words, if it does.
pub fn improved(result: &Value, known: &[KnownSolution]) -> Option<String> {
    let (metrics, cost) = (metrics(result), cost(result)?);
    let best = KnownSolution::best(known, &metrics).filter(|best| cost < *best)?;
    let numbers: Vec<String> = cost.iter().map(ToString::to_string).collect();
    Some(format!("improves the known solution of {} to {}", words(&best, &metrics), numbers.join(", ")))
}

/// Returns the valid solutions of a level, and the defects of the others.
///
/// # Errors
///
/// The errors of [`play`].
pub fn solutions(level: &Level) -> Result<(Vec<KnownSolution>, Vec<Wrong>), Failure> {
    let (mut known, mut wrong) = (Vec::new(), Vec::new());
    let facts = if level.solutions.is_empty() { None } else { level.facts().ok() };
    let Some(facts) = facts else { return Ok((known, wrong)) };
    for solution in &level.solutions {
        let rules = Rules { any_length: true, ..Rules::default() };
        match play(&facts, solution, rules)? {
            Ok(played) => {
                known.push(KnownSolution { counts: played.trace.counts(), letters: played.trace.letters() });
            }
            Err(error) => wrong.push(error),
        }
    }
    Ok((known, wrong))
}

/// Returns the best known solution of a level as a plan for its instance.
///
/// # Errors
///
/// The errors of [`play`].
pub fn best_plan(
    level: Option<&Level>,
    instance: &Instance,
    objective: Objective,
) -> Result<Option<Plan>, Failure> {
    let Some(level) = level else { return Ok(None) };
    let metrics: Vec<&str> = objective.metrics().map(Metric::name).collect();
    let (known, _) = solutions(level)?;
    let best = known.iter().min_by_key(|known| known.cost(&metrics));
    Ok(best.and_then(|best| Trace::of_letters(instance, &best.letters).ok()).map(|trace| trace.plan()))
}

/// Prints a comparison of a result with the known solutions of its level, and the defects of invalid solutions.
///
/// # Errors
///
/// The errors of [`play`].
pub fn print_comparison(level: Option<&Level>, label: &str, result: &Value) -> Result<(), Failure> {
    let Some(level) = level else { return Ok(()) };
    let (known, wrong) = solutions(level)?;
    let metrics = metrics(result);
    if let Some(best) = KnownSolution::best(&known, &metrics) {
        let has = words(&best, &metrics);
        let compared = match improved(result, &known) {
            Some(improved) => improved,
            None if cost(result) == Some(best) => format!("as good as the known solution, {has}"),
            None => format!("the known solution has {has}"),
        };
        report::say(&format!("{label}{compared}"));
    }
    for error in wrong {
        report::warning(
            &format!("{label}a known solution does not solve the level: {error}"),
            "`groundplan check plan` without a plan shows where",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_result_is_compared_by_what_it_is_to_have_least() {
        let counts = |actions, pushes, moves| Counts { actions, pushes, moves, box_changes: 0 };
        let known = |counts| KnownSolution { counts, letters: String::new() };
        let known = [known(counts(4, 10, 30)), known(counts(3, 12, 40))];
        let result = |metric: &[&str]| json!({ "metric": metric, "actions": 3, "pushes": 11, "moves": 20, "lurd": "R" });
        let improves = |metric: &[&str]| improved(&result(metric), &known);
        assert_eq!(improves(&["lines"]), None);
        assert_eq!(improves(&["pushes"]), None);
        assert_eq!(improves(&["moves"]).as_deref(), Some("improves the known solution of 30 moves to 20"));
        let both = Some("improves the known solution of 3 lines, 12 pushes to 3, 11");
        assert_eq!(improves(&["lines", "pushes"]).as_deref(), both);
        let lines = json!({ "actions": 2, "pushes": 20, "moves": 99, "lurd": "R" });
        assert_eq!(improved(&lines, &known).as_deref(), Some("improves the known solution of 3 lines to 2"));
        let none = json!({ "actions": 2, "lurd": null });
        assert_eq!((improved(&none, &known), improved(&lines, &[])), (None, None));
    }
}
