//! clingo as the oracle, through its Python module.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What clingo says of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// All answer sets, each the sorted list of its shown atoms, in order.
    AnswerSets(Vec<Vec<String>>),
    /// More answer sets than were asked for.
    TooMany,
    /// The program is refused.
    Refused(String),
}

/// The interpreter whose clingo is asked; `None`, after saying so, where there is none.
///
/// # Panics
///
/// Where the variable `CI` is set, nothing may be left out.
pub fn interpreter() -> Option<String> {
    const VARIABLE: &str = "GROUNDPLAN_PYTHON";
    let missing = match std::env::var(VARIABLE) {
        Err(_) => format!("{VARIABLE} names no Python interpreter with clingo"),
        Ok(python) => {
            let version =
                Command::new(&python).args(["-c", "import clingo; print(clingo.__version__)"]).output();
            match version {
                Ok(output) if output.status.success() => return Some(python),
                Ok(output) => format!("{python}: {}", String::from_utf8_lossy(&output.stderr)),
                Err(error) => format!("{python}: {error}"),
            }
        }
    };
    assert!(std::env::var_os("CI").is_none(), "clingo is missing: {missing}");
    // Not by `eprintln!`: what that says in a test that passes is not shown.
    writeln!(std::io::stderr(), "skipped: {missing}").expect("standard error is open");
    None
}

/// What clingo says of each program; all of them are asked in one process.
pub fn ask(python: &str, programs: &[String], limit: usize) -> Vec<Said> {
    ask_with(python, programs, limit, &[])
}

/// The same with these options instead of those that have clingo find all answer sets.
pub fn ask_with(python: &str, programs: &[String], limit: usize, options: &[&str]) -> Vec<Said> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/peers/clingo-models.py");
    let mut peer = Command::new(python)
        .arg(script)
        .args(["--batch", &limit.to_string()])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the interpreter starts");
    let question = serde_json::to_vec(programs).expect("texts are JSON");
    let mut input = peer.stdin.take().expect("a pipe");
    // The script reads all of its input before it prints.
    input.write_all(&question).expect("the script reads");
    drop(input);
    let output = peer.wait_with_output().expect("the script ends");
    assert!(output.status.success(), "the script failed");
    let answers: Vec<Value> = serde_json::from_slice(&output.stdout).expect("a JSON list");
    assert_eq!(answers.len(), programs.len());
    programs.iter().zip(&answers).map(|(program, answer)| without_copies(program, said(answer))).collect()
}

/// How clingo translates some recursive aggregates leaves it several models for one answer set. Where everything is shown,
/// two that look the same are the same.
fn without_copies(program: &str, said: Said) -> Said {
    match said {
        Said::AnswerSets(mut sets) if !program.contains("#show") => {
            sets.dedup();
            Said::AnswerSets(sets)
        }
        said => said,
    }
}

fn said(answer: &Value) -> Said {
    if let Some(message) = answer.get("error") {
        return Said::Refused(message.as_str().expect("a message").to_owned());
    }
    match answer.get("answer_sets") {
        None => Said::TooMany,
        Some(sets) => Said::AnswerSets(serde_json::from_value(sets.clone()).expect("lists of atoms")),
    }
}
