//! The reasons that `groundplan explain` finds, on a web page (`--html`).
//!
//! `conflicts` is the data of a page about conflicts, a repair or odd loops, `why` that of a page about an atom, and `excerpt`
//! has the source text for both. On the page, `source.js` shows that text; `conflicts.js`, or `tree.js` with `why.js`, show
//! the rest. A page is written whenever the command ends with a result, also by a limit or an interrupt.

mod conflicts;
pub mod excerpt;
mod why;

use groundplan::diagnostic::Sources;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::watchdog::{Cause, EarlyEnd};
use groundplan_terminal::{file, report};
use serde_json::{json, Value};

use super::arguments::ExplainArguments;
use super::explain::result::ExplainResult;
use super::justify::Answer;
use super::page::{title, Template, PIVOT, STEPPER, TABLES, TABLE_STYLE, TERMS};

/// The page about conflicts, without them.
const CONFLICTS: Template = Template {
    body: include_str!("page/conflicts.html"),
    styles: &[include_str!("page/source.css"), include_str!("page/conflicts.css")],
    scripts: &[include_str!("page/source.js"), STEPPER, include_str!("page/conflicts.js")],
};

/// The page about an atom, without its reasons.
const WHY: Template = Template {
    body: include_str!("page/why.html"),
    styles: &[include_str!("page/source.css"), TABLE_STYLE, include_str!("page/why.css")],
    scripts: &[
        TERMS,
        PIVOT,
        TABLES,
        include_str!("page/source.js"),
        include_str!("page/tree.js"),
        include_str!("page/why.js"),
    ],
};

/// Checks that the page can be written, if one is asked for.
///
/// # Errors
///
/// When it cannot; the reason has been printed.
pub fn probe(arguments: &ExplainArguments) -> Result<(), Failure> {
    arguments.html.as_ref().map_or(Ok(()), |path| file::probe(path))
}

/// Writes the page about conflicts, if one is asked for; `ended` is why the search was cut short.
///
/// # Errors
///
/// When it cannot be written; the reason has been printed.
pub fn write_conflicts(
    arguments: &ExplainArguments,
    known: &ExplainResult,
    ended: Option<&EarlyEnd>,
) -> Result<(), Failure> {
    write(arguments, ended, &CONFLICTS, || {
        let mut data = conflicts::data(known);
        data["verdict"] = json!(known.result());
        data["remark"] = json!(known.sentence(arguments));
        data
    })
}

/// Writes the page about an atom, if one is asked for; `ended` is why the search was cut short.
///
/// # Errors
///
/// When it cannot be written; the reason has been printed.
pub fn write_justification(
    arguments: &ExplainArguments,
    answer: &Answer,
    sources: &Sources,
    ended: Option<&EarlyEnd>,
) -> Result<(), Failure> {
    write(arguments, ended, &WHY, || {
        let mut data = match answer {
            Answer::Justified(justified) => why::data(justified, sources),
            Answer::NoAnswerSet | Answer::Unknown => json!({ "why": arguments.why, "cut": null }),
        };
        data["verdict"] = json!(answer.verdict());
        data["remark"] = json!(answer.sentence(arguments));
        data["assumed"] = json!(arguments.assume);
        data
    })
}

/// Writes a page with this data.
fn write(
    arguments: &ExplainArguments,
    ended: Option<&EarlyEnd>,
    template: &Template,
    data: impl FnOnce() -> Value,
) -> Result<(), Failure> {
    let Some(path) = &arguments.html else { return Ok(()) };
    // Without memory a page would only take away what the exit code says.
    if ended.is_some_and(|ended| ended.cause == Cause::OutOfMemory) {
        return Ok(());
    }
    let mut data = data();
    data["ended"] = json!(ended.map(|ended| ended.cause.to_string()));
    file::write(path, &template.fill(&title(&arguments.program.files), &data))?;
    if let Some(cut) = data["cut"].as_str().filter(|_| !arguments.is_quiet()) {
        report::note(&format!("`{}`: {cut}", path.display()));
    }
    Ok(())
}
