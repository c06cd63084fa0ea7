//! What the tests of proofs share.
#![allow(dead_code, reason = "each test uses a part of it")]

pub mod random;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::Command;

use groundplan_certificate::{Axioms, Claim, Program};
use groundplan_prove::{prove, Limits, Outcome, Proof};

/// Proves the claim about a program in aspif.
pub fn outcome(aspif: &str, claim: &str) -> Outcome {
    let program = Program::parse(aspif).unwrap_or_else(|error| panic!("{error}\n{aspif}"));
    let axioms = Axioms::new(program, &Claim::parse(claim).expect("a claim")).expect("axioms");
    prove(axioms, &Limits::default()).unwrap_or_else(|error| panic!("{error}\n{aspif}"))
}

/// The program that checks proofs; `None`, after saying so, where there is none.
pub fn veripb() -> Option<String> {
    let program = std::env::var("GROUNDPLAN_VERIPB").unwrap_or_else(|_| "veripb".to_owned());
    if Command::new(&program).arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Some(program);
    }
    assert!(std::env::var_os("CI").is_none(), "there is no VeriPB");
    let reason = "skipped: there is no veripb (GROUNDPLAN_VERIPB names another)";
    // Not by `eprintln!`: what that says in a test that passes is not shown.
    writeln!(std::io::stderr(), "{reason}").expect("standard error is open");
    None
}

/// Has the proof checked, as it stands in the files that are written from it.
pub fn check(veripb: &str, proof: &Proof) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, write: &dyn Fn(&mut BufWriter<File>) -> std::io::Result<()>| {
        let mut file = BufWriter::new(File::create(folder.path().join(name)).expect("a file"));
        write(&mut file).and_then(|()| file.flush()).expect("it is written");
    };
    write("formula.opb", &|file| proof.axioms().write_opb(file));
    write("proof.pbp", &|file| proof.write(file));
    let output =
        Command::new(veripb).args(["--opb", "formula.opb", "proof.pbp"]).current_dir(&folder).output();
    let output = output.expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let said: Vec<&str> = said.lines().filter(|line| !line.starts_with("Running VeriPB")).collect();
    if output.status.success() && said == ["s VERIFIED UNSATISFIABLE"] && output.stderr.is_empty() {
        return Ok(());
    }
    let text = |name| std::fs::read_to_string(folder.path().join(name)).expect("it was written");
    Err(format!("{output:?}\n{}\n{}", text("formula.opb"), text("proof.pbp")))
}
