//! Whoever closes the pipe ends the run: silently, within a second, with the exit code of an interrupt.
#![cfg(unix)]

#[allow(dead_code, reason = "other tests use the rest")]
mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use support::{folder, CORRIDOR, UNKNOWN};

/// clasp's exit codes for a search that was cut short: without an answer set, and with one.
const INTERRUPTED: i32 = 1;
const SATISFIABLE_INTERRUPTED: i32 = 11;

/// Reads so many lines of what the command prints, closes the pipe, and waits for the end.
fn abandoned(folder: &Path, arguments: &[&str], lines: usize) -> i32 {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut out = BufReader::with_capacity(1, child.stdout.take().expect("a pipe"));
    for _ in 0..lines {
        let mut line = String::new();
        assert!(out.read_line(&mut line).expect("text") > 0, "{arguments:?} has ended too early");
    }
    if lines == 0 {
        // It is at work by then.
        std::thread::sleep(Duration::from_millis(300));
        assert!(child.try_wait().expect("a child").is_none(), "{arguments:?} has ended too early");
    }
    drop(out);
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if start.elapsed() > Duration::from_secs(10) {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            panic!("{arguments:?} goes on");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let time = start.elapsed();
    let mut err = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
    assert_eq!(err, "", "{arguments:?} is not silent");
    assert!(time < Duration::from_secs(1), "{arguments:?} ends after {time:?}");
    status.code().expect("an exit code")
}

/// Twenty-five guests in twelve rooms for two, which no solver refutes in time that tells them apart.
const GUESTS: &str = "{ in(G,1..12) } = 1 :- G = 1..25. :- R = 1..12, 3 { in(G,R) : G = 1..25 }.\n";

#[test]
fn a_program_is_not_solved_for_nobody() {
    let files = folder(&[
        ("many.lp", "{a(1..40)}.\n"),
        ("costs.lp", "{a(1..40)}. #maximize { 1,X : a(X) }.\n"),
        ("none.lp", GUESTS),
        ("steps.lp", "#include <incmode>. #program check(t). #external query(t). :- query(t).\n"),
        ("grows.lp", "n(0). n(X+1) :- n(X).\n"),
    ]);
    for (arguments, lines, code) in [
        (&["solve", "many.lp", "-n", "0"][..], 1, SATISFIABLE_INTERRUPTED),
        (&["solve", "many.lp", "-n", "0", "--format", "json"], 0, SATISFIABLE_INTERRUPTED),
        (&["solve", "none.lp", "--symmetry=no"], 0, INTERRUPTED),
        (&["solve", "none.lp", "--symmetry=no", "--format", "json", "--stats"], 0, INTERRUPTED),
        (&["solve", "steps.lp"], 0, INTERRUPTED),
        (&["solve", "grows.lp"], 0, INTERRUPTED),
    ] {
        assert_eq!(abandoned(files.path(), arguments, lines), code, "{arguments:?}");
    }
}

#[test]
fn a_program_is_not_ground_for_nobody() {
    let files = folder(&[
        ("large.lp", "p(1..300,1..300).\n{ q(X,Y) : p(X,Y) }.\n"),
        ("grows.lp", "n(0). n(X+1) :- n(X).\n"),
    ]);
    for (arguments, lines) in [
        (&["ground", "grows.lp"][..], 0),
        (&["ground", "large.lp"], 1),
        (&["ground", "large.lp", "--output", "aspif"], 1),
        (&["ground", "large.lp", "--output", "dimacs"], 1),
    ] {
        assert_eq!(abandoned(files.path(), arguments, lines), UNKNOWN, "{arguments:?}");
    }
}

/// Three levels in which the box has to be pushed once.
const LEVELS: &str = "#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n";

fn with_solver() -> tempfile::TempDir {
    let files = folder(&[
        ("level.lp", CORRIDOR),
        ("levels.sok", LEVELS),
        ("solver", "#!/bin/sh\necho $$ >pid\nexec sleep 600\n"),
        ("engine", "#!/bin/sh\nexec sleep 600\n"),
    ]);
    for program in ["solver", "engine"] {
        fs::set_permissions(files.path().join(program), fs::Permissions::from_mode(0o755))
            .expect("permissions");
    }
    files
}

#[test]
fn a_plan_is_not_looked_for_for_nobody() {
    let files = with_solver();
    let backend = ["--backend", "process:./solver"];
    for (arguments, lines) in [
        (&["decide", "level.lp", "--actions", "1"][..], 0),
        (&["decide", "level.lp", "--actions", "1", "--format", "json", "--stats"], 0),
        (&["optimize", "level.lp"], 0),
        (&["optimize", "level.lp", "--format", "json"], 0),
        (&["optimize", "levels.sok", "--level", "all"], 1),
        (&["optimize", "levels.sok", "--level", "all", "--format", "json"], 0),
        (&["decide", "levels.sok", "--level", "all", "--actions", "1"], 1),
    ] {
        assert_eq!(abandoned(files.path(), &[arguments, &backend].concat(), lines), UNKNOWN, "{arguments:?}");
        let solver = fs::read_to_string(files.path().join("pid")).expect("a number");
        let runs = Command::new("kill").args(["-0", solver.trim()]).stderr(Stdio::null()).status();
        assert!(!runs.expect("kill runs").success(), "{arguments:?} leaves its solver behind");
    }
}

#[test]
fn levels_are_not_taken_one_after_the_other_for_nobody() {
    let levels = "#####\n#@$.#\n#####\n\n".repeat(20_000);
    let files = folder(&[("levels.sok", &levels)]);
    for arguments in
        [&["optimize", "levels.sok", "--level", "all", "--quiet"][..], &["optimize", "levels.sok", "--list"]]
    {
        assert_eq!(abandoned(files.path(), arguments, 2), UNKNOWN, "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn engines_are_not_compared_for_nobody() {
    let files = with_solver();
    for (format, lines) in [("csv", 1), ("table", 0), ("json", 0)] {
        let arguments = [
            "compare",
            "level.lp",
            "--engines",
            "ground,tabled",
            "--groundplan",
            "./engine",
            "--format",
            format,
        ];
        assert_eq!(abandoned(files.path(), &arguments, lines), UNKNOWN, "{format}");
    }
}

#[test]
fn json_comes_while_answer_sets_do_and_is_whole_after_an_interrupt() {
    let files = folder(&[("many.lp", "{ a(1..60) }.\n")]);
    let mut running = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
        .args(["solve", "many.lp", "0", "--outf=2"])
        .current_dir(files.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut reader = BufReader::new(running.stdout.take().expect("it is piped"));
    let mut text = String::new();
    while !text.contains("\"Value\"") {
        assert!(reader.read_line(&mut text).expect("text") > 0, "{text}");
    }
    let kill = Command::new("kill").args(["-INT", &running.id().to_string()]).status();
    assert!(kill.expect("there is kill").success());
    reader.read_to_string(&mut text).expect("text");
    let object: serde_json::Value = serde_json::from_str(&text).expect("an object");
    let witnesses = object["Call"][0]["Witnesses"].as_array().expect("a list").len();
    assert_eq!(object["Models"]["Number"], witnesses);
    assert_eq!(object["INTERRUPTED"], 1);
    assert_eq!(running.wait().expect("it ends").code(), Some(SATISFIABLE_INTERRUPTED));
}
