//! What the tests of the command share.

pub mod simulator;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

/// The command line's exit codes.
pub const FOUND: i32 = 0;
pub const NONE: i32 = 1;
pub const UNKNOWN: i32 = 2;
pub const USAGE: i32 = 64;
pub const INPUT: i32 = 65;
pub const UNWRITABLE: i32 = 74;

/// The least level: the box on b has to go to c.
pub const CORRIDOR: &str = "right(a,b). right(b,c). sokoban(a). box(b). solution(c).\n";
/// The same with steps for one action.
pub const CORRIDOR_STEPS: &str = "step(1). step(2). next(1,2).\n";

/// Says that a test, or a part of it, is left out. Not by `eprintln!`: what that says in a test that passes is not shown.
pub fn skip(reason: &str) {
    writeln!(std::io::stderr(), "skipped: {reason}").expect("standard error is open");
}

/// The same for want of a program; a failure where the variable `CI` is set, which is to leave nothing out.
pub fn skip_without(program: &str) {
    assert!(std::env::var_os("CI").is_none(), "there is no {program}");
    skip(&format!("there is no {program}"));
}

/// An engine of others that is installed, named by the variable or found by its name; `None`, after saying so, where it
/// is not.
pub fn installed(variable: &str, program: &str, probe: &[&str]) -> Option<String> {
    let program = std::env::var(variable).unwrap_or_else(|_| program.to_owned());
    let output = Command::new(&program).args(probe).output();
    if output.is_ok_and(|output| output.status.success()) {
        return Some(program);
    }
    skip_without(&format!("{program} ({variable} names another)"));
    None
}

/// How the command ended, and what it printed on standard output and standard error.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    /// What it printed on standard output, without the summary of `solve`, which names times.
    pub out: String,
    /// The summary of `solve`, and statistics behind it.
    pub summary: String,
    pub err: String,
}

impl Run {
    /// What a command that has ended printed.
    pub fn of(output: Output) -> Run {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        let (out, summary) = split_summary(text(output.stdout));
        Run { code: output.status.code().expect("an exit code"), out, summary, err: text(output.stderr) }
    }

    /// The one JSON object on standard output.
    pub fn json(&self) -> Value {
        assert!(self.out.ends_with("}\n"), "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The names in a JSON object, in order.
    pub fn keys(value: &Value) -> Vec<&str> {
        value.as_object().expect("an object").keys().map(String::as_str).collect()
    }
}

/// Splits what `solve` prints before its summary.
fn split_summary(mut printed: String) -> (String, String) {
    let begins = ["Models", "INTERRUPTED", "TIME LIMIT"].iter().flat_map(|name| {
        ["", "c ", "% "].map(|comment| printed.find(&format!("\n{comment}\n{comment}{name:<13}")))
    });
    match begins.flatten().min() {
        Some(at) => {
            let summary = printed.split_off(at + 1);
            (printed, summary)
        }
        None => (printed, String::new()),
    }
}

/// Runs the command in the folder with something on standard input.
pub fn run_in(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let output = assert_cmd::cargo::cargo_bin_cmd!("groundplan")
        .current_dir(folder)
        .env_remove("RUST_BACKTRACE")
        .args(arguments)
        .write_stdin(input)
        .output()
        .expect("the command starts");
    let run = Run::of(output);
    assert!(!run.err.contains("panicked"), "{run:?}");
    run
}

/// Runs the command at the top of the repository.
pub fn run(arguments: &[&str]) -> Run {
    run_in(&repository(), arguments, "")
}

/// The top of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An instance of the repository.
pub fn instance(name: &str) -> String {
    format!("instances/sokoban/{name}")
}

/// The text of a file of the repository.
pub fn text(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}
