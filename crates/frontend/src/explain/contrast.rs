//! Contrasts as text and JSON: what would change if something else held.

use std::fmt::{self, Write};

use groundplan_explain::{CauseKind, ConflictCause, Contrast, CostChange, Difference, Words};
use serde_json::{json, Value};

use super::conflict::causes;
use super::counting::counting;
use super::justification::values;
use super::places::Places;

/// The most atoms of a difference that are printed in one direction.
const MOST: usize = 20;

/// Writes what would change if what `asked` says held, such as `on(a)`; as a remark below what was said of an answer set.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write_contrast(out: &mut dyn Write, asked: &str, contrast: &Contrast, places: &Places) -> fmt::Result {
    let holds = holding(asked);
    match contrast {
        Contrast::Holds => writeln!(out, "it costs nothing: in the best answer set found, {holds}"),
        Contrast::Unknown => {
            writeln!(out, "whether there is an answer set in which {holds} was not found out")
        }
        Contrast::Excluded => writeln!(out, "there is no answer set in which {holds}"),
        Contrast::Impossible(conflict) => {
            let is_asked = |cause: &&ConflictCause| match &cause.kind {
                CauseKind::Assumption(text) => text == asked,
                CauseKind::Statement(_) | CauseKind::Support(_) => false,
            };
            let mut causes = conflict.causes.iter().filter(|cause| !is_asked(cause)).peekable();
            match causes.peek() {
                Some(_) => writeln!(out, "there is no answer set in which {holds}, because of")?,
                None => writeln!(
                    out,
                    "there is no answer set in which {holds}: the definitions and choices exclude it"
                )?,
            }
            if let Some(counting) = &conflict.counting {
                writeln!(out, "  counting: {counting}")?;
            }
            causes.try_for_each(|cause| excluding(out, cause, places))
        }
        Contrast::Possible(difference) => {
            let Difference { added, removed, is_smallest, .. } = difference;
            writeln!(out, "there is an answer set in which {holds}{}", price(difference))?;
            let words = places.words();
            atoms(out, '+', added, &words)?;
            atoms(out, '-', removed, &words)?;
            if added.is_empty() && removed.is_empty() {
                writeln!(out, "  no shown atom changes")?;
            }
            cost_changes(out, &difference.cost_changes, places)?;
            match is_smallest {
                true => Ok(()),
                false => writeln!(out, "  perhaps fewer changes are enough"),
            }
        }
    }
}

/// Says that something holds: of one literal as `on(a) is true`, of several as `on(a), not on(b) hold`.
fn holding(asked: &str) -> String {
    match asked.strip_prefix("not ") {
        _ if asked.contains(", ") => format!("{asked} hold"),
        Some(atom) => format!("{atom} is false"),
        None => format!("{asked} is true"),
    }
}

/// A statement that excludes what was asked for: what its author says, its text, and the instances that take part.
fn excluding(out: &mut dyn Write, cause: &ConflictCause, places: &Places) -> fmt::Result {
    let Some(span) = cause.span else { return writeln!(out, "  {}", cause.kind) };
    for words in cause.words.iter().filter(|_| !cause.is_heading) {
        writeln!(out, "  {words}")?;
    }
    let instances = cause.instances.iter().filter(|instance| !instance.values.is_empty());
    let instances: Vec<String> = instances.take(MOST).map(|instance| format!("  [{instance}]")).collect();
    writeln!(out, "  {}{}", places.quoted(span), instances.concat())
}

/// What it costs, in words.
fn price(difference: &Difference) -> String {
    let (before, after) = &difference.costs;
    let list = |costs: &[i64]| costs.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    match difference.is_cheapest {
        _ if after.is_empty() => String::new(),
        true if before == after => format!(", at the same cost {}", list(after)),
        true => format!(", at cost {} instead of {}", list(after), list(before)),
        false => format!(", at cost {} at most instead of {}", list(after), list(before)),
    }
}

/// Atoms that change, each with what the author of the program says of it.
fn atoms(out: &mut dyn Write, sign: char, atoms: &[String], words: &Words) -> fmt::Result {
    for atom in atoms.iter().take(MOST) {
        match words.of_atom(atom) {
            Some(words) => writeln!(out, "  {sign} {atom} ({words})")?,
            None => writeln!(out, "  {sign} {atom}")?,
        }
    }
    match atoms.len().checked_sub(MOST + 1) {
        Some(more) => writeln!(out, "  {sign} and {} more", more + 1),
        None => Ok(()),
    }
}

/// What costs more and what costs less, each in the words of the author or else as the objective has it.
fn cost_changes(out: &mut dyn Write, changes: &[CostChange], places: &Places) -> fmt::Result {
    for CostChange { change, priority, is_gain, span, instance, words, is_filled } in
        changes.iter().take(MOST)
    {
        let verb = match (is_gain, *change < 0) {
            (false, false) => "costs",
            (false, true) => "saves",
            (true, false) => "loses",
            (true, true) => "gains",
        };
        let said = words.clone().unwrap_or_else(|| places.quoted(*span));
        let values = match instance.values.is_empty() || *is_filled {
            true => String::new(),
            false => format!("  [{instance}]"),
        };
        writeln!(out, "  {verb} {}@{priority}: {said}{values}", change.unsigned_abs())?;
    }
    match changes.len().checked_sub(MOST + 1) {
        Some(more) => writeln!(out, "  and {} more", more + 1),
        None => Ok(()),
    }
}

/// Returns a contrast as an object.
#[must_use]
pub fn contrast_object(asked: &str, contrast: &Contrast, places: &Places) -> Value {
    let possible = match contrast {
        Contrast::Holds | Contrast::Possible(_) => Some(true),
        Contrast::Impossible(_) | Contrast::Excluded => Some(false),
        Contrast::Unknown => None,
    };
    let mut object = json!({ "literal": asked, "possible": possible });
    match contrast {
        Contrast::Impossible(conflict) => {
            object["minimal"] = json!(conflict.is_minimal);
            object["conflict"] = causes(&conflict.causes, places, true);
            if let Some(said) = &conflict.counting {
                object["counting"] = counting(said);
            }
        }
        Contrast::Possible(Difference { added, removed, is_smallest, costs, is_cheapest, cost_changes }) => {
            object["added"] = json!(added);
            object["removed"] = json!(removed);
            object["smallest"] = json!(is_smallest);
            if !costs.1.is_empty() {
                object["costs_before"] = json!(costs.0);
                object["costs"] = json!(costs.1);
                object["cheapest"] = json!(is_cheapest);
                object["cost_changes"] = cost_changes.iter().map(|it| cost_change(it, places)).collect();
            }
        }
        Contrast::Holds | Contrast::Excluded | Contrast::Unknown => {}
    }
    object
}

fn cost_change(change: &CostChange, places: &Places) -> Value {
    let CostChange { change, priority, is_gain, span, instance, words, .. } = change;
    let mut object =
        json!({ "change": change, "priority": priority, "gain": is_gain, "values": values(instance) });
    places.add(object.as_object_mut().expect("it is an object"), *span);
    if let Some(words) = words {
        object["words"] = json!(words);
    }
    object
}
