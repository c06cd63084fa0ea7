//! `groundplan replay` in a terminal and into a pipe, completions, and other manners.

use std::process::{Command, Stdio};

use crate::support::{self, folder, run, run_in, FOUND, INPUT, NONE, UNKNOWN, USAGE};

const LEVEL: &str = "; mine\n\n#######\n#     #\n# @$ .#\n#  $ .#\n#     #\n#######\n";

#[test]
fn into_a_pipe_it_prints_the_frames() {
    let folder = folder(&[("level", LEVEL), ("plan", "RRlldRR")]);
    let run = run_in(folder.path(), &["replay", "level", "plan"], "");
    assert_eq!((run.code, run.err.as_str()), (FOUND, ""), "{run:?}");
    let frames: Vec<&str> = run.out.split("\n\n").collect();
    assert_eq!(frames.len(), 4, "{}", run.out);
    assert_eq!(frames[0], "mine\n2 actions (box lines); 4 pushes, 7 moves, 2 box changes");
    assert_eq!(frames[1], "#######\n#     #\n# @$ .#\n#  $ .#\n#     #\n#######");
    assert_eq!(
        frames[2],
        "action 1 of 2: push(c3r2,right,c5r2,1)\n#######\n#     #\n#   @*#\n#  $ .#\n#     #\n#######"
    );
    assert!(frames[3].starts_with("action 2 of 2: push(c3r3,right,c5r3,2)\n"), "{}", run.out);
    assert!(frames[3].ends_with("\n#    *#\n#   @*#\n#     #\n#######\n"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "no escapes into a pipe");

    let level = run_in(folder.path(), &["replay", "level"], "");
    assert_eq!(level.out.split("\n\n").count(), 2, "{level:?}");
}

#[test]
fn a_page_of_several_levels_names_those_that_are_none() {
    let folder = folder(&[
        ("levels", &format!("{LEVEL}\n; open\n\n#####\n#@$.\n#####\n")),
        ("facts", support::CORRIDOR),
    ]);
    let several = run_in(folder.path(), &["replay", "levels", "--level", "all", "--html", "page"], "");
    let page = std::fs::read_to_string(folder.path().join("page")).expect("a page");
    assert!(
        page.contains(r#"{"title":"2: open","summary":"the level leaks: the sokoban can walk out of it"}"#),
        "{page}"
    );
    assert!(several.code == INPUT && several.err.contains("level 2: the level leaks"), "{several:?}");
    assert!(several.err.ends_with("the page is in page\n"), "{several:?}");
    // Facts are one instance, from standard input as well.
    for (file, text) in [("facts", ""), ("-", support::CORRIDOR)] {
        let facts = run_in(folder.path(), &["replay", file, "--level", "all", "--html", "page", "-q"], text);
        assert_eq!((facts.code, facts.err.as_str()), (FOUND, ""), "{facts:?}");
    }
    let plan = run_in(folder.path(), &["replay", "levels", "-", "--level", "all", "--html", "page"], "RR");
    assert_eq!(plan.code, USAGE, "{plan:?}");
}

#[test]
fn plans_that_break_a_rule_are_not_shown() {
    let folder = folder(&[("level", LEVEL), ("plan", "RRR"), ("none", "UNSATISFIABLE\n")]);
    let wrong = run_in(folder.path(), &["replay", "level", "plan", "--html", "page.html"], "");
    assert_eq!((wrong.code, wrong.out.as_str()), (NONE, ""));
    assert!(wrong.err.contains("plan:1:3") && wrong.err.contains("move 3, R"), "{}", wrong.err);
    assert_eq!(run_in(folder.path(), &["replay", "level", "none"], "").code, INPUT);
    assert_eq!(run_in(folder.path(), &["replay", "-", "-"], "").code, USAGE);
    assert!(!folder.path().join("page.html").exists());
}

/// A terminal of 80 columns and 24 rows, made by `script`, with keys typed one after the other.
fn in_a_terminal(folder: &std::path::Path, keys: &str, environment: &str) -> (Option<i32>, String) {
    let program = assert_cmd::cargo::cargo_bin!("groundplan").display().to_string();
    let line = format!("stty cols 80 rows 24; {environment} '{program}' replay level plan");
    let mut typed = String::new();
    for key in keys.split(' ') {
        typed.push_str(&format!("sleep 0.3; printf '{key}'; "));
    }
    // The keys come while the player listens, as from a person.
    let mut command = Command::new("sh");
    command.args(["-c", &format!("({typed} sleep 0.3) | script -qec \"{line}\" /dev/null")]);
    let output = command.current_dir(folder).stderr(Stdio::inherit()).output().expect("sh starts");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn in_a_terminal_it_steps_plays_and_quits() {
    if Command::new("script").arg("--version").output().is_err() {
        support::skip_without("`script`, of util-linux");
        return;
    }
    let folder = folder(&[("level", LEVEL), ("plan", "RRlldRR")]);
    let (code, screen) = in_a_terminal(folder.path(), "\\033[C \\033[C \\033[D . , q", "NO_COLOR=1");
    assert_eq!(code, Some(FOUND), "{screen:?}");
    for shown in [
        "start, 2 actions to come",
        "action 1 of 2",
        "move 7 of 7, paused",
        "move 2 of 7",
        "move 3 of 7",
        "# @$ .#",
        "#    *#",
    ] {
        assert!(screen.contains(shown), "{shown}: {screen:?}");
    }
    // The terminal is given back, and without colour nothing is coloured.
    assert!(screen.ends_with("\u{1b}[?25h\u{1b}[?1049l"), "{screen:?}");
    assert!(!screen.contains("\u{1b}[1m") && !screen.contains("\u{1b}[38"), "{screen:?}");

    let (code, screen) = in_a_terminal(folder.path(), "+++++++++ \\040 x x x x x q", "NO_COLOR=");
    assert_eq!(code, Some(FOUND), "{screen:?}");
    assert!(
        screen.contains("playing, 15 moves a second") && screen.contains("move 7 of 7, paused"),
        "{screen:?}"
    );
    assert!(screen.contains("\u{1b}[1m"), "boxes stand out: {screen:?}");

    // A request to terminate gives it back as well.
    let (code, screen) = in_a_terminal(folder.path(), "x x x x x", "timeout --foreground 1");
    assert_eq!(code, Some(124), "{screen:?}");
    assert!(screen.ends_with("\u{1b}[?25h\u{1b}[?1049l"), "{screen:?}");
}

#[test]
fn completions_come_for_every_shell() {
    for (shell, part) in
        [("bash", "complete -F"), ("fish", "complete -c groundplan"), ("zsh", "#compdef groundplan")]
    {
        let run = run(&["completions", shell]);
        assert!(run.code == FOUND && run.out.contains(part) && run.out.contains("optimize"), "{shell}");
    }
    assert_eq!(run(&["completions", "magic"]).code, USAGE);
}

#[test]
fn every_command_has_help_with_examples() {
    for command in
        [&["decide"][..], &["optimize"], &["check", "plan"], &["replay"], &["convert"], &["completions"]]
    {
        let run = run(&[command, &["--help"]].concat());
        assert_eq!(run.code, FOUND);
        assert!(run.out.contains("Examples:\n  groundplan "), "{command:?}: {}", run.out);
    }
}

#[test]
fn progress_is_shown_on_a_terminal_only() {
    let run = run(&["optimize", &support::instance("paper-figure1.lp")]);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}

#[test]
fn nobody_reading_on_is_an_interrupt_anywhere() {
    let folder = folder(&[("level", LEVEL), ("plan", "RRlldRR")]);
    for arguments in [
        &["replay", "level", "plan"][..],
        &["convert", "level", "--to", "facts"],
        &["check", "plan", "level", "plan", "--quiet"],
        &["optimize", "level", "--level", "all", "--quiet"],
        &["decide", "level", "--list"],
        &["completions", "bash"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let child = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
            .current_dir(folder.path())
            .args(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(
            (output.status.code(), output.stderr.len()),
            (Some(UNKNOWN), 0),
            "{arguments:?}: {output:?}"
        );
    }
}
