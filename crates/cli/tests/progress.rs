//! Progress on a terminal, which `script` (util-linux) plays: shown while work goes on, and gone when it ends.
#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "other tests use the rest")]
mod support;

use std::process::Command;

use support::{folder, installed, CORRIDOR};

const ENDLESS: &str = "n(0). n(X+1) :- n(X).\n";

/// A guest more than beds in rooms for two.
const HARD: &str = "{ in(G,1..14) } = 1 :- G = 1..29. :- R = 1..14, 3 { in(G,R) : G = 1..29 }.\n";

/// What a terminal sees of a command.
fn seen(script: &str, line: &str, program: &str) -> String {
    let files = folder(&[("p.lp", program), ("level.lp", CORRIDOR)]);
    let command = assert_cmd::cargo::cargo_bin!("groundplan");
    let line = line.replace("groundplan", &command.display().to_string());
    let output = Command::new(script)
        .args(["-qec", &line, "/dev/null"])
        .env("TERM", "xterm")
        .current_dir(files.path())
        .output()
        .expect("script runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What is left on the screen of what came last.
fn left(seen: &str) -> &str {
    seen.rsplit("\u{1b}[2K").next().expect("something")
}

#[test]
fn what_is_done_is_shown_and_taken_away() {
    let Some(script) = installed("GROUNDPLAN_SCRIPT", "script", &["--version"]) else { return };
    for (line, program, shown, end) in [
        ("groundplan solve p.lp --time-limit 2", ENDLESS, "grounding n/1, component", "UNKNOWN"),
        ("groundplan ground p.lp --time-limit 2", ENDLESS, " rules, ", "the time limit of 2 s is over"),
        ("timeout -s INT 2 groundplan solve p.lp", ENDLESS, " rules, ", "interrupted"),
        ("groundplan solve p.lp --symmetry=no --time-limit 3", HARD, " conflicts, ", "UNKNOWN"),
        (
            "groundplan decide level.lp --actions 1 --encoding p.lp --time-limit 2",
            ENDLESS,
            "grounding n/1, component",
            "UNKNOWN",
        ),
        (
            "timeout -s INT 2 groundplan decide level.lp --actions 1 --encoding p.lp",
            ENDLESS,
            " rules, ",
            "interrupted",
        ),
        (
            "groundplan decide level.lp --actions 1 --encoding p.lp --time-limit 3",
            HARD,
            " conflicts, ",
            "UNKNOWN",
        ),
    ] {
        let seen = seen(&script, line, program);
        assert!(seen.contains(shown), "{line}: {seen:?}");
        assert!(left(&seen).contains(end) && !left(&seen).contains(shown), "{line}: {seen:?}");
        assert!(seen.contains("/s"), "{line}: {seen:?}");
    }
    let quiet = seen(&script, "groundplan solve p.lp -V0 --time-limit 2", ENDLESS);
    assert!(!quiet.contains("component") && !quiet.contains(" rules, "), "{quiet:?}");
}
