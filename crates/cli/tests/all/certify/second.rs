//! The second opinion of `certify` and `--certify`: what gringo's ground program says, with gringos that are none. It is asked only
//! about programs that the reference grounder does not make of the source text.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{names, COSTS, FOUND, INPUT, NONE, PIGEONS, UNKNOWN};
use crate::support::{folder, installed, text, Run, CORRIDOR};

/// A theory without atoms. The reference grounder does not know it, and it changes no ground program.
const THEORY: &str = "#theory unused { }.\n";

/// The exit code of `solve` where there is no answer set.
const UNSATISFIABLE: i32 = 20;

/// `{a}. :- a. :- not a.`, and `{a}.` alone.
const REFUTED: &str = "asp 1 0 0\n1 1 1 1 0 0\n1 0 0 0 1 1\n1 0 0 0 1 -1\n4 1 a 1 1\n0\n";
const FREE: &str = "asp 1 0 0\n1 1 1 1 0 0\n4 1 a 1 1\n0\n";

/// A program that the reference grounder does not know.
fn unknown(program: &str) -> String {
    format!("{THEORY}{program}")
}

/// A folder `bin` with a gringo that does this.
fn gringo(folder: &Path, does: &str) {
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).expect("a folder");
    let script = format!("#!/bin/sh\n[ \"$1\" = --version ] && echo 'gringo version 0.0' && exit\n{does}\n");
    fs::write(bin.join("gringo"), script).expect("a file");
    fs::set_permissions(bin.join("gringo"), fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// A gringo that grounds everything to this.
fn grounding_to(folder: &Path, aspif: &str) {
    fs::write(folder.join("ground.aspif"), aspif).expect("a file");
    gringo(folder, &format!("cat {}", folder.join("ground.aspif").display()));
}

/// Runs a command where `bin` comes first on the path; `path` is what follows.
fn run_with(folder: &Path, path: &str, words: &[&str], input: &str) -> Run {
    let mut bin = OsString::from(folder.join("bin"));
    bin.push(":");
    bin.push(path);
    fs::write(folder.join("input"), input).expect("a file");
    let output = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
        .current_dir(folder)
        .env("PATH", bin)
        .args(words)
        .stdin(Stdio::from(fs::File::open(folder.join("input")).expect("a file")))
        .output()
        .expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Run {
        code: output.status.code().expect("a code"),
        out: text(output.stdout),
        summary: String::new(),
        err: text(output.stderr),
    }
}

fn with_fake(folder: &Path, words: &[&str]) -> Run {
    let path = std::env::var("PATH").expect("a path");
    run_with(folder, &path, words, "")
}

#[test]
fn a_ground_program_that_is_decided_otherwise_is_no_certificate() {
    let programs = [PIGEONS, COSTS, "{a}. b :- a.\n"].map(unknown);
    let files = folder(&[("program.lp", &programs[0]), ("costs.lp", &programs[1]), ("one.lp", &programs[2])]);
    let at = files.path();
    grounding_to(at, FREE);
    for words in
        [&["program.lp"][..], &["program.lp", "-c", "n=4"], &["one.lp", "--assume", "a", "--assume", "not b"]]
    {
        let aspif = if words[0] == "one.lp" { "asp 1 0 0\n1 1 1 1 0 0\n4 1 a 1 1\n0\n" } else { FREE };
        grounding_to(at, aspif);
        let run = with_fake(at, &[&["certify", "-o", "certificate"], words].concat());
        assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
        assert!(run.err.contains("two grounders disagree"), "{run:?}");
        assert!(run.err.contains("groundplan's ground program has no answer set as claimed"), "{run:?}");
        assert!(run.err.contains("that of gringo 0.0 has one"), "{run:?}");
    }
    // A cost that is said to be out of reach, and the second of two.
    for (aspif, cost) in [
        ("asp 1 0 0\n1 1 2 1 2 0 0\n2 2 1 1 5\n2 1 2 2 3 -2 1\n0\n", "5,1"),
        ("asp 1 0 0\n1 1 2 1 2 0 0\n1 0 0 0 1 -1\n2 2 1 1 5\n2 1 1 2 3\n0\n", "5,1"),
    ] {
        grounding_to(at, aspif);
        let run = with_fake(at, &["certify", "-o", "certificate", "costs.lp", "--cost-below", cost]);
        assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
        assert!(run.err.contains("two grounders disagree"), "{run:?}");
    }
    // The other way round.
    grounding_to(at, REFUTED);
    let run = with_fake(at, &["certify", "-o", "certificate", "one.lp"]);
    assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
    assert!(run.err.contains("has an answer set as claimed") && run.err.contains("has none"), "{run:?}");
    assert!(!at.join("certificate").exists());
}

#[test]
fn a_program_that_is_from_the_source_needs_no_second_opinion() {
    let files = folder(&[("program.lp", PIGEONS), ("one.lp", "{a}. b :- a.\n"), ("corridor.lp", CORRIDOR)]);
    let at = files.path();
    for (aspif, code, words) in [
        (FREE, FOUND, &["certify", "program.lp", "-o"][..]),
        (REFUTED, NONE, &["certify", "one.lp", "-o"]),
        (FREE, UNSATISFIABLE, &["solve", "program.lp", "--cube", "in(1,1)", "--certify"]),
        (FREE, FOUND, &["solve", "program.lp", "--cubes", "3", "--certify"]),
        (FREE, NONE, &["decide", "corridor.lp", "--actions", "2", "--no-noop", "--certify"]),
        (FREE, FOUND, &["optimize", "corridor.lp", "--certify"]),
        // A wrong program of gringo's is not certified either: only its atoms are asked for.
        (REFUTED, NONE, &["certify", "one.lp", "--grounder", "gringo", "-o"]),
    ] {
        grounding_to(at, aspif);
        let run = with_fake(at, &[words, &["certificate"]].concat());
        assert_eq!(run.code, code, "{run:?}");
        assert!(!run.err.contains("second opinion") && !run.err.contains("grounders"), "{run:?}");
        if at.join("certificate").exists() {
            fs::remove_dir_all(at.join("certificate")).expect("a folder");
        }
    }
}

#[test]
fn cubes_and_plans_are_compared_as_well() {
    let encoding = unknown(&text("encodings/sokoban/decision.lp"));
    let program = unknown(PIGEONS);
    let files = folder(&[("program.lp", &program), ("corridor.lp", CORRIDOR), ("encoding.lp", &encoding)]);
    let at = files.path();
    grounding_to(at, "asp 1 0 0\n1 1 1 1 0 0\n4 7 in(1,1) 1 1\n0\n");
    for words in [
        &["solve", "program.lp", "--cube", "in(1,1)"][..],
        &["solve", "program.lp", "--cube", "not in(1,1)"],
        &["decide", "corridor.lp", "--actions", "2", "--no-noop", "--encoding", "encoding.lp"],
        &["optimize", "corridor.lp", "--encoding", "encoding.lp"],
    ] {
        let run = with_fake(at, &[words, &["--certify", "certificate"]].concat());
        assert_eq!(run.code, UNKNOWN, "{run:?}");
        assert!(run.err.contains("two grounders disagree"), "{run:?}");
        assert!(!at.join("certificate").exists());
    }
}

#[test]
fn without_a_second_opinion_there_is_a_certificate_and_a_note() {
    let files = folder(&[("program.lp", &unknown(PIGEONS))]);
    let at = files.path();
    let certified = |path: &str, says: &str| {
        let run = run_with(at, path, &["certify", "-o", "certificate", "program.lp"], "");
        assert_eq!((run.code, run.out.as_str()), (FOUND, "UNSATISFIABLE\n"), "{run:?}");
        assert!(run.err.contains(says), "{run:?}");
        fs::remove_dir_all(at.join("certificate")).expect("a folder");
        let quiet = run_with(at, path, &["certify", "-o", "certificate", "program.lp", "--quiet"], "");
        assert_eq!((quiet.code, quiet.err.as_str()), (FOUND, ""), "{quiet:?}");
        fs::remove_dir_all(at.join("certificate")).expect("a folder");
    };
    certified("/nowhere", "no second opinion: there is no gringo");
    let path = std::env::var("PATH").expect("a path");
    gringo(at, "echo 'program.lp:1:1: error: no' >&2; exit 65");
    certified(&path, "no second opinion: gringo does not ground the program: program.lp:1:1: error: no");
    gringo(at, "echo 'asp 1 0 0'");
    certified(&path, "no second opinion: gringo's ground program is not compared: ");
    gringo(at, "exec sleep 60");
    certified(&path, "no second opinion: gringo's ground program is not decided in the time that ours took");
    assert_eq!(names(at), ["bin", "input", "program.lp"]);
}

#[test]
fn the_real_one_agrees() {
    if installed("GROUNDPLAN_GRINGO", "gringo", &["--version"]).is_none() {
        return;
    }
    let shown = "{a; b; p(1..2)}. c :- a. f. :- a, p(1), not b. #show c/0.\n";
    let [program, costs, shown] = [PIGEONS, COSTS, shown].map(unknown);
    let encoding = unknown(&text("encodings/sokoban/decision.lp"));
    let files = folder(&[
        ("program.lp", &program),
        ("costs.lp", &costs),
        ("shown.lp", &shown),
        ("corridor.lp", CORRIDOR),
        ("encoding.lp", &encoding),
    ]);
    let at = files.path();
    let path = std::env::var("PATH").expect("a path");
    for (words, input) in [
        (&["certify", "program.lp", "-c", "n=4", "-o"][..], ""),
        (&["certify", "-", "-o"], program.as_str()),
        (&["certify", "-o"], &program),
        (&["certify", "costs.lp", "--cost-below", "5,1", "-o"], ""),
        (&["certify", "shown.lp", "--assume", "p( 1 )", "--assume", "a", "--assume", "not b", "-o"], ""),
        (&["certify", "shown.lp", "--assume", "a", "--assume", "not c", "-o"], ""),
        (&["certify", "shown.lp", "--assume", "not f", "-o"], ""),
        (&["certify", "shown.lp", "--assume", "q(7)", "-o"], ""),
        (&["solve", "program.lp", "--cube", "in(1,1)", "--certify"], ""),
        (&["solve", "program.lp", "--cubes", "3", "--certify"], ""),
        (
            &[
                "decide",
                "corridor.lp",
                "--actions",
                "2",
                "--no-noop",
                "--encoding",
                "encoding.lp",
                "--certify",
            ],
            "",
        ),
    ] {
        let run = run_with(at, &path, &[words, &["certificate"]].concat(), input);
        assert!(run.code != UNKNOWN && run.code != INPUT, "{run:?}");
        assert!(
            run.err.contains("grounds it to a program that is decided in the same way"),
            "{words:?}: {run:?}"
        );
        fs::remove_dir_all(at.join("certificate")).expect("a folder");
    }
    let run = run_with(at, &path, &["certify", "shown.lp", "--assume", "a", "-o", "certificate"], "");
    assert_eq!(run.code, NONE, "{run:?}");
    assert!(run.err.contains("is decided in the same way"), "{run:?}");
}
