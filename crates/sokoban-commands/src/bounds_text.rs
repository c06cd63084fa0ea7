//! Bounds and costs in words.

use std::time::Duration;

use groundplan_sokoban::{Bounds, Costs, Metric, Objective, Plan, Reason};
use groundplan_terminal::words::quantity;

use crate::plan::{counted, Played};

/// Returns what excludes lower costs. `confirmed`: the solver has also refuted the next smaller cost.
pub fn excluded_by(reason: Reason, confirmed: bool) -> &'static str {
    match (reason, confirmed) {
        (Reason::Refutation, _) => "refuted by the solver",
        (Reason::Exhaustion, _) => "all positions that fewer lead to were tried",
        (Reason::Assignment, true) => {
            "more are needed even if no box were in the way of another, and the solver confirms it"
        }
        (Reason::Assignment, false) => "more are needed even if no box were in the way of another",
    }
}

/// Returns the known bounds on the least costs.
pub fn bounds(objective: Objective, bounds: &Bounds, confirmed: bool) -> String {
    let lower = at_least(objective, bounds.lower);
    let Some(upper) = bounds.upper else { return format!("{lower}, not solved yet") };
    if !bounds.is_proven() {
        return format!("{lower} <= {}", shown(objective, upper));
    }
    let some: Vec<String> = objective
        .metrics()
        .zip(upper.numbers(objective))
        .map(|(metric, number)| several(metric, number))
        .collect();
    if bounds.plan.as_ref().is_some_and(Plan::is_empty) {
        let none: Vec<String> = objective.metrics().map(|metric| format!("0 {}", plural(metric))).collect();
        return format!("{}: the instance is solved already", none.join(", "));
    }
    let by = excluded_by(bounds.reason, confirmed);
    let less = match objective.second {
        None => (upper.first - 1).to_string(),
        Some(_) => {
            let Costs { first, second } = upper;
            format!("{}, nor with {first} and {}", first - 1, second - 1)
        }
    };
    format!("{}, proven fewest: no plan with {less} ({by})", some.join(" and among such plans "))
}

/// Returns a lower bound on the least costs.
pub fn at_least(objective: Objective, lower: Costs) -> String {
    let names: Vec<&str> = objective.metrics().map(plural).collect();
    format!("{} <= {}", shown(objective, lower), names.join(", "))
}

/// Returns what is said of an instance about which nothing is decided; `limit` is the time limit that was over.
pub fn not_solved(limit: Option<Duration>) -> String {
    match limit {
        Some(limit) => format!("not solved within {} s", limit.as_secs_f64()),
        None => "not solved".to_owned(),
    }
}

/// Returns the counts of a plan, and which of them are proven minimal.
pub fn counts(objective: Objective, played: &Played, proven: bool) -> (String, String) {
    let counted = match objective.first {
        Metric::Lines => played.counted(),
        _ => format!("{}, {}", counted(played.trace.actions.len()), played.counted()),
    };
    let fewest = match (proven, objective.second) {
        (false, _) => "none proven fewest".to_owned(),
        (true, None) => format!("only the {} are proven fewest", plural(objective.first)),
        (true, Some(second)) => {
            let first = plural(objective.first);
            format!("only the {first}, and among such plans the {}, are proven fewest", plural(second))
        }
    };
    (counted, fewest)
}

fn plural(metric: Metric) -> &'static str {
    match metric {
        Metric::Lines => "actions",
        Metric::Pushes => "pushes",
        Metric::Moves => "moves",
    }
}

fn several(metric: Metric, number: usize) -> String {
    match metric {
        Metric::Lines => counted(number),
        Metric::Pushes => quantity(number, "push", "pushes"),
        Metric::Moves => quantity(number, "move", "moves"),
    }
}

/// Returns a cost as one number, or two in parentheses.
fn shown(objective: Objective, costs: Costs) -> String {
    match objective.second {
        None => costs.first.to_string(),
        Some(_) => format!("({}, {})", costs.first, costs.second),
    }
}
