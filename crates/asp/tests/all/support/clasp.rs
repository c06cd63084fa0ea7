//! clasp as the oracle, for programs in the formats that it reads.

use std::io::Write;
use std::process::{Command, Stdio};

/// The shown atoms of an answer set in order, and its costs.
pub type Answer = (Vec<String>, Vec<i64>);

/// All answer sets of each step of a program, in order; `None`, after saying so, where there is no clasp.
///
/// # Panics
///
/// Where the variable `CI` is set, nothing may be left out.
pub fn steps(text: &str) -> Option<Vec<Vec<Answer>>> {
    let peer = Command::new("clasp")
        // Equivalence preprocessing loses answer sets of some programs.
        .args(["0", "--opt-mode=enum", "--eq=0"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut peer) = peer else {
        assert!(std::env::var_os("CI").is_none(), "there is no clasp");
        // Not by `eprintln!`: what that says in a test that passes is not shown.
        writeln!(std::io::stderr(), "skipped: there is no clasp").expect("standard error is open");
        return None;
    };
    peer.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("clasp reads");
    let output = peer.wait_with_output().expect("clasp ends");
    let output = String::from_utf8(output.stdout).expect("text");
    Some(output.split("Solving...").skip(1).map(answers).collect())
}

fn answers(step: &str) -> Vec<Answer> {
    let mut found: Vec<Answer> = Vec::new();
    let mut lines = step.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("Answer:") {
            let atoms = lines.next().expect("a line of atoms");
            let mut atoms: Vec<String> = atoms.split_whitespace().map(str::to_owned).collect();
            atoms.sort();
            found.push((atoms, Vec::new()));
        } else if let (Some(costs), Some(last)) = (line.strip_prefix("Optimization:"), found.last_mut()) {
            last.1 = costs.split_whitespace().map(|cost| cost.parse().expect("a number")).collect();
        }
    }
    found.sort();
    found
}
