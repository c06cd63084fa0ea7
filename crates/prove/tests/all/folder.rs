//! The folder of a certificate is there when it is complete, and else there is nothing.

use std::cell::Cell;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use groundplan_certificate::{Claim, Grounder, Manifest, Program, MANIFEST};
use groundplan_prove::{below, certify, vacant, write, Certificate, Claimed, Ground, Limits, ProveError};

/// `{ a }. :- a. :- not a. #minimize { 2@1 : a }.`
const PROGRAM: &str = "asp 1 0 0\n1 1 1 1 0 0\n1 0 0 0 1 1\n1 0 0 0 1 -1\n2 1 1 1 2\n0\n";

fn ground() -> Ground {
    Ground {
        aspif: PROGRAM.to_owned(),
        atoms: None,
        is_from_source: false,
        sources: Vec::new(),
        grounder: Grounder { name: "none".to_owned(), version: String::new(), arguments: Vec::new() },
        files: vec![("program.lp".to_owned(), "{ a }.".to_owned())],
    }
}

fn certificate(ground: &Ground) -> Certificate {
    match certify(ground, Claim::default(), None, &Limits::default()) {
        Ok(Claimed::Proven(certificate)) => *certificate,
        other => panic!("{other:?}"),
    }
}

fn is_empty(folder: &Path) -> bool {
    folder.read_dir().expect("a folder").next().is_none()
}

#[test]
fn whoever_stops_the_writing_finds_nothing() {
    let ground = ground();
    let certificate = certificate(&ground);
    let parent = tempfile::tempdir().expect("a folder");
    let output = parent.path().join("certificate");
    let mut patience = 0;
    loop {
        let asked = Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) >= patience;
        match write(&output, &[(&ground, &certificate)], &[], &stop) {
            Ok(size) => {
                assert_eq!(size, fs::metadata(output.join("proof.pbp")).expect("a file").len());
                break;
            }
            Err(_) => assert!(is_empty(parent.path()), "after {patience} questions"),
        }
        patience += 1;
    }
    assert!(patience > 1, "the proof was written at once");
    let manifest = fs::read_to_string(output.join(MANIFEST)).expect("a file");
    assert_eq!(Manifest::parse(&manifest).expect("a manifest").claim, certificate.sentence());
    assert_eq!(fs::read_to_string(output.join("program.lp")).expect("a file"), "{ a }.");
}

#[test]
fn a_folder_that_comes_meanwhile_stays() {
    let ground = ground();
    let certificate = certificate(&ground);
    let parent = tempfile::tempdir().expect("a folder");
    let output = parent.path().join("certificate");
    vacant(&output).expect("there is none");
    let come = || {
        fs::create_dir_all(&output).expect("a folder");
        false
    };
    let error = write(&output, &[(&ground, &certificate)], &[], &come).expect_err("it is there");
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert_eq!(vacant(&output).expect_err("it is there").kind(), ErrorKind::AlreadyExists);
    assert!(is_empty(&output));
    assert_eq!(parent.path().read_dir().expect("a folder").count(), 1);
}

#[test]
fn a_bound_has_a_cost_for_each_priority() {
    let program = Program::parse(PROGRAM).expect("a program");
    let claims = below(&program, &[2]).expect("one");
    assert_eq!(claims, [(None, Claim { costs: vec![(1, 1)], ..Claim::default() })]);
    assert!(matches!(below(&program, &[2, 0]), Err(ProveError::Costs { costs: 2, priorities: 1 })));
    assert!(matches!(below(&program, &[]), Err(ProveError::Costs { costs: 0, priorities: 1 })));
    let without = Program::parse("asp 1 0 0\n1 1 1 1 0 0\n0\n").expect("a program");
    assert!(matches!(below(&without, &[]), Err(ProveError::Costs { costs: 0, priorities: 0 })));
}
