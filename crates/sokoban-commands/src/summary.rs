//! A summary of the outcomes of several levels, for people.

use std::time::Duration;

use groundplan_terminal::exit::Exit;
use groundplan_terminal::report;
use groundplan_terminal::words::quantity;
use serde_json::Value;

use crate::bounds_text::not_solved;
use crate::known::{self, KnownSolution};
use crate::plan::counted;
use crate::selection::as_ranges;

/// The outcome of one level.
pub struct LevelOutcome {
    /// The number of the level.
    pub number: usize,
    /// The exit code of its process; `None` if none was started.
    pub code: Option<i32>,
    /// Whether the run over all levels was interrupted before this one ended.
    pub is_interrupted: bool,
    /// The result that the process wrote, if any.
    pub record: Option<Value>,
    /// The time that its process took.
    pub elapsed: Duration,
    /// The solutions in the level file that solve the level.
    pub known: Vec<KnownSolution>,
}

impl LevelOutcome {
    /// Returns a count of the plan by its JSON key, if there is a plan.
    fn count(&self, key: &str) -> Option<usize> {
        self.letters()?;
        self.record.as_ref()?[key].as_u64().and_then(|count| usize::try_from(count).ok())
    }

    /// Returns the plan in letters, if there is one.
    pub fn letters(&self) -> Option<&str> {
        self.record.as_ref()?["lurd"].as_str()
    }

    /// Whether the search ended without any answer.
    pub fn is_unknown(&self) -> bool {
        self.kind() == KINDS[4]
    }

    /// Returns the category of the outcome, worded to follow a number.
    pub fn kind(&self) -> &'static str {
        let result = self.record.as_ref().and_then(|record| record["result"].as_str());
        match (result, self.code) {
            (Some("OPTIMUM FOUND"), _) => KINDS[0],
            (Some("SATISFIABLE"), _)
                if self.record.as_ref().is_some_and(|record| record["proven"] == true) =>
            {
                KINDS[1]
            }
            (Some("SATISFIABLE"), _) => KINDS[2],
            (Some("UNSATISFIABLE"), _) => KINDS[3],
            (None, None) => KINDS[8],
            (_, Some(code)) if code == Exit::Unknown.code() && self.is_interrupted => KINDS[7],
            (Some(_), _) => KINDS[4],
            (None, Some(code)) if code == Exit::Input.code() || code == Exit::Usage.code() => KINDS[5],
            (None, Some(code)) if code == Exit::Unknown.code() => KINDS[4],
            (None, Some(_)) => KINDS[6],
        }
    }
}

/// The category of the levels about which nothing is decided; the summary adds the time limit.
const NOT_SOLVED: &str = "not solved";

/// The categories of outcomes, in the order of the summary.
const KINDS: [&str; 9] = [
    "proven fewest",
    "with a plan",
    "with a plan not proven fewest",
    "without a plan",
    NOT_SOLVED,
    "refused",
    "failed",
    "interrupted",
    "not tried",
];

/// Prints the summary; `limit` is the time limit for each level.
pub fn say(outcomes: &[LevelOutcome], elapsed: Duration, limit: Option<Duration>) {
    let mut counts = Vec::new();
    for kind in KINDS {
        let numbers: Vec<usize> =
            outcomes.iter().filter(|outcome| outcome.kind() == kind).map(|outcome| outcome.number).collect();
        let kind = if kind == NOT_SOLVED { not_solved(limit) } else { kind.to_owned() };
        match numbers.len() {
            0 => {}
            count if count == outcomes.len() => {
                counts.push(format!("{} {kind}", if count == 1 { "1" } else { "all" }));
            }
            count if kind == KINDS[0] || kind == KINDS[1] => counts.push(format!("{count} {kind}")),
            count => counts.push(format!("{count} {kind} ({})", as_ranges(&numbers))),
        }
    }
    let levels = quantity(outcomes.len(), "level", "levels");
    let seconds = elapsed.as_secs_f64();
    let mut sentence = format!("{levels} in {seconds:.1} s: {}", counts.join(", "));
    if outcomes.iter().any(|outcome| outcome.letters().is_some()) {
        let total = |key| outcomes.iter().filter_map(|outcome| outcome.count(key)).sum::<usize>();
        let actions = counted(total("actions"));
        let pushes = quantity(total("pushes"), "push", "pushes");
        let moves = quantity(total("moves"), "move", "moves");
        sentence.push_str(&format!("; the plans have {actions}, {pushes}, {moves} in all"));
    }
    report::say(&sentence);
    for outcome in outcomes {
        let improved = outcome.record.as_ref().and_then(|record| known::improved(record, &outcome.known));
        if let Some(improved) = improved {
            report::say(&format!("level {} {improved}", outcome.number));
        }
    }
}
