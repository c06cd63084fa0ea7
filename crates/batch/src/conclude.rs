//! Derives the outcome of a job from how its command ended.

use groundplan_compare::answer::{self, OutputFormat, ParsedOutput};
use groundplan_compare::last_words;
use groundplan_compare::process::{End, Measured};
use groundplan_compare::row::Outcome;
use groundplan_compare::task::{Finding, Task};
use groundplan_terminal::exit::{Clasp, Exit};
use serde_json::Value;

use crate::job::Job;

/// The outcome of a job, with details.
#[derive(Clone, PartialEq, Debug)]
pub struct Conclusion {
    /// The outcome.
    pub outcome: Outcome,
    /// The answer, if it is one that can be compared.
    pub answer: Option<Finding>,
    /// Further remarks.
    pub remark: String,
    /// Whether there is no point in running the job again.
    pub conclusive: bool,
}

impl Conclusion {
    fn of(outcome: Outcome, answer: Option<Finding>) -> Conclusion {
        Conclusion { outcome, answer, remark: String::new(), conclusive: outcome != Outcome::Error }
    }

    fn failed(remark: String) -> Conclusion {
        Conclusion { remark, ..Conclusion::of(Outcome::Error, None) }
    }
}

/// Returns standard output as a JSON object if it is one, otherwise as text.
pub fn output(text: &str) -> Value {
    match serde_json::from_str::<Value>(text) {
        Ok(object @ Value::Object(_)) => object,
        _ => Value::String(text.to_owned()),
    }
}

/// Returns the outcome of a job whose command has ended.
pub fn conclude(job: &Job, measured: &Measured, output: &Value) -> Conclusion {
    let code = match measured.end {
        End::Ended(status) => status.code(),
        End::TimeOut | End::MemoryOut | End::Interrupted => None,
    };
    let Some(code) = code else {
        return Conclusion::failed(format!("ended by the system: {}", last_words(&measured.errors)));
    };
    if code == Exit::Input.code() {
        // The input is invalid, and running again would not change that.
        let remark = last_words(&measured.errors);
        return Conclusion { conclusive: true, ..Conclusion::failed(remark) };
    }
    match job.arguments.first().map_or("", String::as_str) {
        "decide" => answered(Task::Decide(job.asked.actions), measured, code, output),
        "optimize" => answered(Task::Optimize, measured, code, output),
        "compare" => compared(measured, output),
        "solve" => solved(measured, code),
        _ => other(measured, code),
    }
}

fn answered(task: Task, measured: &Measured, code: i32, output: &Value) -> Conclusion {
    let failed = || Conclusion::failed(format!("exit code {code}: {}", last_words(&measured.errors)));
    match answer::read(OutputFormat::Json, &measured.output, &measured.errors, Some(code)) {
        ParsedOutput::Claim(claim) if claim.answer.answers(task) => {
            // If another metric than lines is minimized first, the optimum is not the number of actions.
            let least = output["optimization"][0].as_u64().and_then(|least| u32::try_from(least).ok());
            let answer = match claim.answer {
                Finding::Optimum(actions) => Finding::Optimum(least.unwrap_or(actions)),
                answer => answer,
            };
            Conclusion::of(Outcome::Solved, Some(answer))
        }
        // The plan is not proven to be optimal.
        ParsedOutput::Claim(_) => bounded(measured, output),
        ParsedOutput::NotApplicable if code == Exit::Usage.code() => failed(),
        ParsedOutput::NotApplicable => Conclusion::of(Outcome::NotApplicable, None),
        ParsedOutput::MemoryOut => Conclusion { outcome: Outcome::MemoryOut, ..bounded(measured, output) },
        ParsedOutput::NoClaim if output["result"] == "UNKNOWN" => bounded(measured, output),
        ParsedOutput::NoClaim => failed(),
    }
}

/// Returns the outcome of a command that a limit or a signal ended.
fn bounded(measured: &Measured, output: &Value) -> Conclusion {
    let errors = &measured.errors;
    let begins = |words: &str| errors.lines().any(|line| line.starts_with(words));
    let outcome = if begins("memory out") {
        Outcome::MemoryOut
    } else if begins("interrupted") {
        return Conclusion::failed("interrupted".to_owned());
    } else {
        Outcome::TimeOut
    };
    let bounds = match (output["lower_bound"]["value"].as_u64(), output["actions"].as_u64()) {
        _ if output["command"] != "optimize" => String::new(),
        (Some(lower), Some(upper)) => format!("between {lower} and {upper} actions"),
        (Some(lower), None) => format!("at least {lower} actions"),
        (None, Some(upper)) => format!("at most {upper} actions"),
        (None, None) => String::new(),
    };
    Conclusion { remark: bounds, ..Conclusion::of(outcome, None) }
}

/// Returns the outcome of a comparison of one engine on one instance.
fn compared(measured: &Measured, output: &Value) -> Conclusion {
    let rows = output["rows"].as_array().is_some_and(|rows| !rows.is_empty());
    match rows && output["complete"] == true {
        true => Conclusion::of(Outcome::Solved, None),
        false => Conclusion::failed(last_words(&measured.errors)),
    }
}

fn solved(measured: &Measured, code: i32) -> Conclusion {
    let is = |clasp: Clasp| code == Exit::Clasp(clasp).code();
    if is(Clasp::Satisfiable) || is(Clasp::Exhausted) {
        Conclusion::of(Outcome::Solved, Some(Finding::Satisfiable))
    } else if is(Clasp::Unsatisfiable) {
        Conclusion::of(Outcome::Solved, Some(Finding::Unsatisfiable))
    } else if is(Clasp::Unknown) || is(Clasp::Interrupted) || is(Clasp::SatisfiableInterrupted) {
        bounded(measured, &Value::Null)
    } else {
        other(measured, code)
    }
}

/// Returns the outcome of a command by its exit code.
fn other(measured: &Measured, code: i32) -> Conclusion {
    if code == Exit::Success.code() || code == Exit::None.code() {
        Conclusion::of(Outcome::Solved, None)
    } else if code == Exit::Unknown.code() {
        bounded(measured, &Value::Null)
    } else {
        Conclusion::failed(format!("exit code {code}: {}", last_words(&measured.errors)))
    }
}
