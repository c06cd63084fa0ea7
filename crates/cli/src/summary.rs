//! What came out of several levels, in a few lines for people.

use std::time::Duration;

use serde_json::Value;

use crate::exit::Exit;
use crate::instance::quantity;
use crate::known::Known;
use crate::plan::counted;
use crate::report;

/// What came out of one level.
pub struct Outcome {
    /// Its number.
    pub number: usize,
    /// The exit code of the process that it had; none if there was no time for one.
    pub code: Option<i32>,
    /// What the process noted, if it came to that.
    pub record: Option<Value>,
    /// The solutions that the level brought along and that solve it.
    pub known: Vec<Known>,
}

impl Outcome {
    /// What its plan has of something, if there is a plan.
    fn count(&self, key: &str) -> Option<usize> {
        self.letters()?;
        self.record.as_ref()?[key].as_u64().and_then(|count| usize::try_from(count).ok())
    }

    /// How many actions its plan has, if there is one.
    pub fn actions(&self) -> Option<usize> {
        self.count("actions")
    }

    /// Its plan in letters, if there is one.
    pub fn letters(&self) -> Option<&str> {
        self.record.as_ref()?["lurd"].as_str()
    }

    /// The fewest actions of a known solution that the plan improves.
    fn improved(&self) -> Option<usize> {
        let best = self.known.iter().map(|known| known.actions).min()?;
        self.actions().filter(|&actions| actions < best).map(|_| best)
    }

    /// What the level counts as, in words that follow a number.
    fn kind(&self) -> &'static str {
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
            (Some(_), _) => KINDS[4],
            (None, None) => KINDS[7],
            (None, Some(code)) if code == Exit::Input.code() || code == Exit::Usage.code() => KINDS[5],
            (None, Some(code)) if code == Exit::Unknown.code() => KINDS[4],
            (None, Some(_)) => KINDS[6],
        }
    }
}

/// What levels may count as, in the order they are told.
const KINDS: [&str; 8] = [
    "proven fewest",
    "with a plan",
    "with a plan not proven fewest",
    "without a plan",
    "unknown",
    "refused",
    "failed",
    "not tried",
];

/// Says what came out.
pub fn say(outcomes: &[Outcome], elapsed: Duration) {
    let mut counts = Vec::new();
    for kind in KINDS {
        let numbers: Vec<usize> =
            outcomes.iter().filter(|outcome| outcome.kind() == kind).map(|outcome| outcome.number).collect();
        match numbers.len() {
            0 => {}
            count if count == outcomes.len() => {
                counts.push(format!("{} {kind}", if count == 1 { "1" } else { "all" }))
            }
            count if kind == KINDS[0] || kind == KINDS[1] => counts.push(format!("{count} {kind}")),
            count => counts.push(format!("{count} {kind} ({})", report::numbers(&numbers))),
        }
    }
    let levels = quantity(outcomes.len(), "level", "levels");
    let seconds = elapsed.as_secs_f64();
    let mut sentence = format!("{levels} in {seconds:.1} s: {}", counts.join(", "));
    let actions: Vec<usize> = outcomes.iter().filter_map(Outcome::actions).collect();
    if !actions.is_empty() {
        let total = |key| outcomes.iter().filter_map(|outcome| outcome.count(key)).sum::<usize>();
        let actions = counted(actions.iter().sum());
        let pushes = quantity(total("pushes"), "push", "pushes");
        let moves = quantity(total("moves"), "move", "moves");
        sentence.push_str(&format!("; the plans have {actions}, {pushes}, {moves} in all"));
    }
    report::say(&sentence);
    for outcome in outcomes {
        if let (Some(best), Some(actions)) = (outcome.improved(), outcome.actions()) {
            let lines = quantity(best, "line", "lines");
            report::say(&format!(
                "level {} improves the known solution of {lines} to {actions}",
                outcome.number
            ));
        }
    }
}
