//! Reads plans as JSON: an object with the key `plan`, or its list alone.
//!
//! The items are objects with `box`, `direction`, `to` and optionally `step`; other keys are ignored.

use crate::error::{Problem, ReadError};
use crate::push::Push;
use crate::scan::CharScanner;
use crate::term::Term;
use serde::Deserialize;
use serde_json::value::RawValue;

/// The object around a plan.
#[derive(Deserialize)]
struct PlanDocument<'t> {
    #[serde(borrow)]
    plan: Option<Vec<&'t RawValue>>,
}

/// An item of a plan.
#[derive(Deserialize)]
struct JsonAction {
    r#box: String,
    direction: String,
    to: String,
    step: Option<JsonStep>,
}

/// A step, which is usually text, but may also be a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum JsonStep {
    Text(String),
    Number(i64),
}

/// Whether a text is a plan as JSON, by its first characters.
pub(crate) fn is_json(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('{') || text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'))
}

/// Reads the pushes, and sorts them by their steps.
///
/// # Errors When the text is not valid JSON, or not a plan.
pub(crate) fn read(text: &str) -> Result<Vec<Push>, ReadError> {
    let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
    let body = &text[skipped..];
    let read = if body.trim_start().starts_with('{') {
        serde_json::from_str::<PlanDocument<'_>>(body).map(|document| document.plan)
    } else {
        serde_json::from_str::<Vec<&RawValue>>(body).map(Some)
    };
    let items = read.map_err(|error| refuse(text, skipped, &error))?;
    let Some(items) = items else {
        return Err(ReadError::new(0..text.len(), Problem::NoPlanInJson));
    };
    let pushes: Vec<Push> = items.into_iter().map(|item| push(text, item.get())).collect::<Result<_, _>>()?;
    if let Some(other) = pushes.iter().find(|push| push.step.is_some() != pushes[0].step.is_some()) {
        return Err(ReadError::new(other.range.clone(), Problem::MixedPushes));
    }
    let mut ordered: Vec<usize> = (0..pushes.len()).collect();
    let terms: Vec<Option<Term<'_>>> =
        pushes.iter().map(|push| CharScanner::new(push.step.as_deref()?).whole_term().ok()).collect();
    ordered.sort_by(|&one, &other| terms[one].cmp(&terms[other]));
    drop(terms);
    Ok(ordered.into_iter().map(|index| pushes[index].clone()).collect())
}

/// Reads one item. `item` must be a slice of `text`, from which its position follows.
fn push(text: &str, item: &str) -> Result<Push, ReadError> {
    let start = item.as_ptr() as usize - text.as_ptr() as usize;
    let range = start..start + item.len();
    let action: JsonAction = serde_json::from_str(item).map_err(|error| {
        let wanted = "an object with `box`, `direction`, `to` and `step`";
        let found = without_place(&error);
        ReadError::new(range.clone(), Problem::Unexpected { wanted, found })
    })?;
    let canonical = |term: &str| -> Result<String, ReadError> {
        let read = CharScanner::new(term).whole_term().map(|term| term.to_string());
        read.map_err(|error| ReadError::new(range.clone(), error.problem().clone()))
    };
    let step = match action.step {
        None => None,
        Some(JsonStep::Number(number)) => Some(number.to_string()),
        Some(JsonStep::Text(step)) => Some(canonical(&step)?),
    };
    Ok(Push {
        before: canonical(&action.r#box)?,
        direction: canonical(&action.direction)?,
        after: canonical(&action.to)?,
        step,
        range,
    })
}

/// Converts an error of the JSON parser, with its position.
fn refuse(text: &str, skipped: usize, error: &serde_json::Error) -> ReadError {
    let lines = text[skipped..].split_inclusive('\n').take(error.line().saturating_sub(1));
    let mut at = skipped + lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    ReadError::new(at..at, Problem::Json(without_place(error)))
}

/// The message of an error without its position, which is shown separately.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split_once(" at line ").map_or(message.clone(), |(message, _)| message.to_owned())
}
