//! Plans as JSON: an object with a `plan`, or that list alone. Its items are objects with `box`, `direction`, `to`, and
//! `step` or none; other keys have no meaning here.

use crate::error::{Problem, ReadError};
use crate::push::Push;
use crate::scan::Scanner;
use crate::term::Term;
use serde::Deserialize;
use serde_json::value::RawValue;

/// The object around a plan.
#[derive(Deserialize)]
struct Document<'t> {
    #[serde(borrow)]
    plan: Option<Vec<&'t RawValue>>,
}

/// An item of a plan.
#[derive(Deserialize)]
struct Action {
    r#box: String,
    direction: String,
    to: String,
    step: Option<Step>,
}

/// A step is text, but whoever writes numbers means the same.
#[derive(Deserialize)]
#[serde(untagged)]
enum Step {
    Text(String),
    Number(i64),
}

/// Whether this is a text of this kind.
pub(crate) fn is_json(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('{') || text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'))
}

/// Reads the pushes, in the order of their steps.
///
/// # Errors
/// Where the text is no JSON, or something else than a plan.
pub(crate) fn read(text: &str) -> Result<Vec<Push>, ReadError> {
    let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
    let body = &text[skipped..];
    let read = if body.trim_start().starts_with('{') {
        serde_json::from_str::<Document<'_>>(body).map(|document| document.plan)
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
        pushes.iter().map(|push| Scanner::new(push.step.as_deref()?).whole_term().ok()).collect();
    ordered.sort_by(|&one, &other| terms[one].cmp(&terms[other]));
    drop(terms);
    Ok(ordered.into_iter().map(|index| pushes[index].clone()).collect())
}

/// One item; it is a piece of the text.
fn push(text: &str, item: &str) -> Result<Push, ReadError> {
    let start = item.as_ptr() as usize - text.as_ptr() as usize;
    let range = start..start + item.len();
    let action: Action = serde_json::from_str(item).map_err(|error| {
        let wanted = "an object with `box`, `direction`, `to` and `step`";
        let found = without_place(&error);
        ReadError::new(range.clone(), Problem::Unexpected { wanted, found })
    })?;
    let canonical = |term: &str| -> Result<String, ReadError> {
        let read = Scanner::new(term).whole_term().map(|term| term.to_string());
        read.map_err(|error| ReadError::new(range.clone(), error.problem().clone()))
    };
    let step = match action.step {
        None => None,
        Some(Step::Number(number)) => Some(number.to_string()),
        Some(Step::Text(step)) => Some(canonical(&step)?),
    };
    Ok(Push {
        before: canonical(&action.r#box)?,
        direction: canonical(&action.direction)?,
        after: canonical(&action.to)?,
        step,
        range,
    })
}

/// An error of the reader, where it happened.
fn refuse(text: &str, skipped: usize, error: &serde_json::Error) -> ReadError {
    let lines = text[skipped..].split_inclusive('\n').take(error.line().saturating_sub(1));
    let mut at = skipped + lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    ReadError::new(at..at, Problem::Json(without_place(error)))
}

/// The message; the place is shown otherwise.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split_once(" at line ").map_or(message.clone(), |(message, _)| message.to_owned())
}
