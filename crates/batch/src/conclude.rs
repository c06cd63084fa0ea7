//! Derives the outcome of a job from how its command ended.

use groundplan_compare::answer::{self, OutputFormat, ParsedOutput};
use groundplan_compare::last_words;
use groundplan_compare::process::{Measured, ProcessEnd};
use groundplan_compare::row::Outcome;
use groundplan_compare::task::{AnswerFinding, Task};
use groundplan_terminal::exit::{Clasp, Exit};
use serde_json::Value;

use crate::job::Job;

/// The outcome of a job, with details.
#[derive(Clone, PartialEq, Debug)]
pub struct BatchConclusion {
    /// The outcome.
    pub outcome: Outcome,
    /// The answer, if it is one that can be compared.
    pub answer: Option<AnswerFinding>,
    /// Further remarks.
    pub remark: String,
    /// Whether there is no point in running the job again.
    pub conclusive: bool,
}

impl BatchConclusion {
    fn of(outcome: Outcome, answer: Option<AnswerFinding>) -> BatchConclusion {
        BatchConclusion { outcome, answer, remark: String::new(), conclusive: outcome != Outcome::Error }
    }

    fn failed(remark: String) -> BatchConclusion {
        BatchConclusion { remark, ..BatchConclusion::of(Outcome::Error, None) }
    }
}

/// What a command has left: its exit code, if no signal ended it, and its output.
#[derive(Clone, Copy)]
pub struct Ended<'a> {
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output as text.
    pub text: &'a str,
    /// Standard output as [`output`] returns it.
    pub output: &'a Value,
    /// Standard error, or its end.
    pub errors: &'a str,
}

impl<'a> Ended<'a> {
    /// Returns what a measured command has left.
    pub fn of(measured: &'a Measured, output: &'a Value) -> Ended<'a> {
        let code = match measured.end {
            ProcessEnd::Ended(status) => status.code(),
            ProcessEnd::TimeOut | ProcessEnd::MemoryOut | ProcessEnd::Interrupted => None,
        };
        Ended { code, text: &measured.output, output, errors: &measured.errors }
    }
}

/// Returns standard output as a JSON object if it is one, otherwise as text.
pub fn output(text: &str) -> Value {
    match serde_json::from_str::<Value>(text) {
        Ok(object @ Value::Object(_)) => object,
        _ => Value::String(text.to_owned()),
    }
}

/// Returns the outcome of a job whose command has ended. The merge asks again, of what the result file has.
pub fn conclude(job: &Job, ended: Ended<'_>) -> BatchConclusion {
    let Some(code) = ended.code else {
        return BatchConclusion::failed(format!("ended by the system: {}", last_words(ended.errors)));
    };
    if code == Exit::Input.code() {
        // The input is invalid, and running again would not change that.
        let remark = last_words(ended.errors);
        return BatchConclusion { conclusive: true, ..BatchConclusion::failed(remark) };
    }
    if code == Exit::Unwritable.code() {
        return BatchConclusion::failed(last_words(ended.errors));
    }
    let found = match job.arguments.first().map_or("", String::as_str) {
        "decide" => answered(Task::Decide(job.asked.actions), ended, code),
        "optimize" => answered(Task::Optimize, ended, code),
        "compare" => compared(ended),
        "solve" => solved(ended, code),
        _ => other(ended, code),
    };
    match found.answer {
        Some(answer) if !permits(job, code, answer) || !repeats(ended, answer) => {
            BatchConclusion::failed(format!("exit code {code} and the output contradict each other"))
        }
        _ => found,
    }
}

/// Whether a command that gives this answer may exit with this code. For `solve` the code is the answer.
fn permits(job: &Job, code: i32, answer: AnswerFinding) -> bool {
    let said = match answer {
        AnswerFinding::Unsatisfiable => Exit::None,
        AnswerFinding::Satisfiable | AnswerFinding::Optimum(_) => Exit::Success,
    };
    // The verdict stands if only its certificate came too late.
    let is_certified = job.arguments.iter().any(|word| word.starts_with("--certify"));
    match job.arguments.first().map_or("", String::as_str) {
        "decide" | "optimize" => code == said.code() || is_certified && code == Exit::Unknown.code(),
        _ => true,
    }
}

/// Whether the output, if it has a verdict in the words of solvers, has that of the answer.
fn repeats(ended: Ended<'_>, answer: AnswerFinding) -> bool {
    let words = ["result", "Result"].into_iter().find_map(|key| ended.output.get(key)?.as_str());
    let words = words.or_else(|| {
        let is_verdict = |line: &&str| ["SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND"].contains(line);
        ended.text.lines().map(str::trim).rfind(is_verdict)
    });
    words.is_none_or(|words| (words == "UNSATISFIABLE") == (answer == AnswerFinding::Unsatisfiable))
}

fn answered(task: Task, ended: Ended<'_>, code: i32) -> BatchConclusion {
    let output = ended.output;
    let failed = || BatchConclusion::failed(format!("exit code {code}: {}", last_words(ended.errors)));
    match answer::read(OutputFormat::Json, ended.text, ended.errors, Some(code)) {
        ParsedOutput::Claim(claim) if claim.answer.answers(task) => {
            // If another metric than lines is minimized first, the optimum is not the number of actions.
            let least = output["optimization"][0].as_u64().and_then(|least| u32::try_from(least).ok());
            let answer = match claim.answer {
                AnswerFinding::Optimum(actions) => AnswerFinding::Optimum(least.unwrap_or(actions)),
                answer => answer,
            };
            BatchConclusion::of(Outcome::Solved, Some(answer))
        }
        // The plan is not proven to be optimal.
        ParsedOutput::Claim(_) => bounded(ended),
        ParsedOutput::NotApplicable if code == Exit::Usage.code() => failed(),
        ParsedOutput::NotApplicable => BatchConclusion::of(Outcome::NotApplicable, None),
        ParsedOutput::MemoryOut => BatchConclusion { outcome: Outcome::MemoryOut, ..bounded(ended) },
        ParsedOutput::NoClaim if output["result"] == "UNKNOWN" => bounded(ended),
        ParsedOutput::NoClaim => failed(),
    }
}

/// Returns the outcome of a command that a limit or a signal ended.
fn bounded(ended: Ended<'_>) -> BatchConclusion {
    let Ended { errors, output, .. } = ended;
    let begins = |words: &str| errors.lines().any(|line| line.starts_with(words));
    let outcome = if begins("memory out") {
        Outcome::MemoryOut
    } else if begins("interrupted") {
        return BatchConclusion::failed("interrupted".to_owned());
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
    BatchConclusion { remark: bounds, ..BatchConclusion::of(outcome, None) }
}

/// Returns the outcome of a comparison of one engine on one instance.
fn compared(ended: Ended<'_>) -> BatchConclusion {
    let output = ended.output;
    let rows = output["rows"].as_array().is_some_and(|rows| !rows.is_empty());
    match rows && output["complete"] == true {
        true => BatchConclusion::of(Outcome::Solved, None),
        false => BatchConclusion::failed(last_words(ended.errors)),
    }
}

fn solved(ended: Ended<'_>, code: i32) -> BatchConclusion {
    let is = |clasp: Clasp| code == Exit::Clasp(clasp).code();
    if is(Clasp::Satisfiable) || is(Clasp::Exhausted) {
        BatchConclusion::of(Outcome::Solved, Some(AnswerFinding::Satisfiable))
    } else if is(Clasp::Unsatisfiable) {
        BatchConclusion::of(Outcome::Solved, Some(AnswerFinding::Unsatisfiable))
    } else if is(Clasp::Unknown) || is(Clasp::Interrupted) || is(Clasp::SatisfiableInterrupted) {
        bounded(ended)
    } else {
        other(ended, code)
    }
}

/// Returns the outcome of a command by its exit code.
fn other(ended: Ended<'_>, code: i32) -> BatchConclusion {
    if code == Exit::Success.code() || code == Exit::None.code() {
        BatchConclusion::of(Outcome::Solved, None)
    } else if code == Exit::Unknown.code() {
        bounded(ended)
    } else {
        BatchConclusion::failed(format!("exit code {code}: {}", last_words(ended.errors)))
    }
}
