//! What the tests of proofs share.

pub mod random;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use groundplan_certificate::{Axioms, Bundle, Claim, Grounder, Program, Verdict};
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

/// Has a certificate with the proof checked.
pub fn check(veripb: &str, aspif: &str, claim: &str, proof: &Proof) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let claim = Claim::parse(claim).expect("a claim");
    let grounder = Grounder { name: "none".to_owned(), version: String::new(), arguments: Vec::new() };
    let bundle = Bundle {
        aspif,
        program: proof.axioms().program(),
        claim: &claim,
        sets: proof.sets(),
        atoms: None,
        sources: &[],
        grounder: &grounder,
        versions: &BTreeMap::new(),
    };
    bundle.write(folder.path(), |out| proof.write(out)).expect("it is written");
    match groundplan_certificate::check(folder.path(), Path::new(veripb), &|| false) {
        Verdict::Verified(_) => Ok(()),
        other => {
            let text = std::fs::read_to_string(folder.path().join("proof.pbp")).expect("it was written");
            Err(format!("{other:?}\n{text}\n{aspif}{claim}"))
        }
    }
}
