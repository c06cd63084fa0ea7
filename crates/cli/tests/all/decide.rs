//! `groundplan decide` as a user types it.

use std::process::Stdio;

use serde_json::{json, Value};

use crate::support::{
    folder, instance, repository, run, run_in, text, Run, CORRIDOR, CORRIDOR_STEPS, FOUND, NONE, UNKNOWN,
    USAGE,
};

#[test]
fn a_plan_is_printed_atom_by_atom() {
    let run = run(&["decide", &instance("corridor-one-push.lp")]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "push(c3r1,right,c5r1,1).\nSATISFIABLE\n"));
    assert_eq!(run.err, "a plan of exactly 1 action (box line), checked; it has 2 pushes, 3 moves, 1 box change (none proven fewest)\n");
}

#[test]
fn that_there_is_no_plan_is_exit_code_one() {
    let run = run(&["decide", &instance("one-step-too-few.lp")]);
    assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"));
    assert_eq!(run.err, "there is no plan of exactly 3 actions (box lines)\n");
}

#[test]
fn a_solved_level_with_one_step_needs_no_push() {
    let run = run(&["decide", &instance("already-solved-one-step.lp")]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "SATISFIABLE\n"));
}

#[test]
fn steps_are_one_more_than_actions() {
    let path = instance("paper-figure1.lp");
    for no_noop in [false, true] {
        for (option, value, code, last) in [
            ("--actions", "13", FOUND, "SATISFIABLE"),
            ("--actions", "12", NONE, "UNSATISFIABLE"),
            ("--steps", "14", FOUND, "SATISFIABLE"),
            ("--steps", "13", NONE, "UNSATISFIABLE"),
        ] {
            let mut arguments = vec!["decide", &path, option, value];
            if no_noop {
                arguments.push("--no-noop");
            }
            let run = run(&arguments);
            assert_eq!((run.code, run.out.lines().last()), (code, Some(last)), "{arguments:?}");
            assert_eq!(run.out.lines().count(), if code == FOUND { 14 } else { 1 }, "{arguments:?}");
        }
    }
}

#[test]
fn pushes_are_in_the_order_of_the_steps() {
    let run = run(&["decide", &instance("paper-figure1.lp"), "--actions", "13"]);
    let steps: Vec<&str> =
        run.out.lines().filter_map(|line| line.strip_suffix(").")?.rsplit(',').next()).collect();
    let expected: Vec<String> = (1..=13).map(|step| step.to_string()).collect();
    assert_eq!(steps, expected);
}

#[test]
fn no_ops_are_legal_unless_they_are_excluded() {
    let path = instance("corridor-one-push.lp");
    assert_eq!(run(&["decide", &path, "--actions", "3"]).code, FOUND);
    let without = run(&["decide", &path, "--actions", "3", "--no-noop"]);
    assert_eq!((without.code, without.out.as_str()), (NONE, "UNSATISFIABLE\n"));
}

const STATS: [&str; 17] = [
    "locations",
    "boxes",
    "steps",
    "ground_atoms",
    "ground_rules",
    "variables",
    "clauses",
    "loop_components",
    "loop_atoms",
    "loop_formulas",
    "sat_calls",
    "conflicts",
    "seconds_read",
    "seconds_ground",
    "seconds_translate",
    "seconds_search",
    "seconds_check",
];

const KEYS: [&str; 16] = [
    "schema_version",
    "command",
    "instance",
    "result",
    "actions",
    "lower_bound",
    "proven",
    "plan",
    "checked",
    "stats",
    "level",
    "title",
    "pushes",
    "moves",
    "box_changes",
    "lurd",
];

/// The object without what differs from run to run.
fn without_stats(run: &Run) -> Value {
    let mut object = run.json();
    assert_eq!(Run::keys(&object), KEYS);
    object.as_object_mut().expect("an object").remove("stats");
    object
}

#[test]
fn the_json_of_a_plan() {
    let path = instance("corridor-one-push.lp");
    let run = run(&["decide", &path, "--format", "json", "--engine", "ground"]);
    assert_eq!(run.code, FOUND);
    let expected = json!({
        "schema_version": 1,
        "command": "decide",
        "instance": path,
        "result": "SATISFIABLE",
        "actions": 1,
        "lower_bound": null,
        "proven": true,
        "plan": [{ "box": "c3r1", "direction": "right", "to": "c5r1", "step": "1" }],
        "checked": true,
        "level": null, "title": null,
        "pushes": 2,
        "moves": 3,
        "box_changes": 1,
        "lurd": "rRR",
    });
    assert_eq!(without_stats(&run), expected);
    let stats = &run.json()["stats"];
    // Keys may be added, none may go.
    let keys = Run::keys(stats);
    assert!(STATS.iter().all(|key| keys.contains(key)), "{keys:?}");
    assert_eq!((&stats["locations"], &stats["boxes"], &stats["steps"]), (&json!(5), &json!(1), &json!(2)));
    for key in STATS.iter().filter(|key| key.starts_with("seconds_")) {
        assert!(stats[key].as_f64().is_some_and(|seconds| (0.0..60.0).contains(&seconds)), "{key}: {stats}");
    }
    assert!(stats["ground_atoms"].as_u64().is_some_and(|atoms| atoms > 5), "{stats}");
}

#[test]
fn the_json_of_no_plan() {
    let path = instance("one-step-too-few.lp");
    let run = run(&["decide", &path, "--format", "json"]);
    assert_eq!(run.code, NONE);
    let expected = json!({
        "schema_version": 1,
        "command": "decide",
        "instance": path,
        "result": "UNSATISFIABLE",
        "actions": 3,
        "lower_bound": null,
        "proven": true,
        "plan": null,
        "checked": false,
        "level": null, "title": null,
        "pushes": null,
        "moves": null,
        "box_changes": null,
        "lurd": null,
    });
    assert_eq!(without_stats(&run), expected);
}

#[test]
fn a_time_limit_gives_an_unknown_result() {
    let path = instance("paper-figure1.lp");
    let arguments = ["decide", &path, "--actions", "12", "--time-limit", "0"];
    let text = run(&arguments);
    assert_eq!((text.code, text.out.as_str()), (UNKNOWN, "UNKNOWN\n"));
    assert!(text.err.contains("the time limit of 0 s is over"), "{text:?}");

    let json = run(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!(json.code, UNKNOWN);
    let expected = json!({
        "schema_version": 1,
        "command": "decide",
        "instance": path,
        "result": "UNKNOWN",
        "actions": 12,
        "lower_bound": null,
        "proven": false,
        "plan": null,
        "checked": false,
        "level": null, "title": null,
        "pushes": null,
        "moves": null,
        "box_changes": null,
        "lurd": null,
    });
    assert_eq!(without_stats(&json), expected);

    let quiet = run(&[&arguments[..], &["--quiet"]].concat());
    assert_eq!((quiet.code, quiet.out.as_str(), quiet.err.as_str()), (UNKNOWN, "UNKNOWN\n", ""));
}

#[test]
fn a_time_limit_that_is_not_reached_changes_nothing() {
    let run = run(&["decide", &instance("corridor-one-push.lp"), "--time-limit", "600.5"]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "push(c3r1,right,c5r1,1).\nSATISFIABLE\n"));
}

#[test]
fn quiet_leaves_standard_error_empty() {
    for (file, code) in [
        ("faber-example.lp", FOUND),
        ("isolated-one-cell-room.lp", FOUND),
        ("fewer-boxes-than-storages.lp", NONE),
    ] {
        let loud = run(&["decide", &instance(file)]);
        assert_eq!(loud.code, code);
        assert!(!loud.err.is_empty());
        let quiet = run(&["decide", &instance(file), "--quiet"]);
        assert_eq!((quiet.code, quiet.err.as_str()), (code, ""), "{file}");
        assert_eq!(quiet.out.lines().last(), loud.out.lines().last());
    }
}

#[test]
fn stats_go_to_standard_error() {
    let path = instance("corridor-one-push.lp");
    let run = run(&["decide", &path, "--stats"]);
    assert_eq!(run.out, "push(c3r1,right,c5r1,1).\nSATISFIABLE\n");
    for key in STATS {
        let label = key.replace('_', " ");
        let row = run.err.lines().find_map(|line| line.strip_prefix(&label)).map(str::trim);
        match key {
            "locations" => assert_eq!(row, Some("5")),
            "boxes" => assert_eq!(row, Some("1")),
            "steps" => assert_eq!(row, Some("2")),
            // Not every solver counts its conflicts.
            "conflicts" => {}
            _ => assert!(row.is_some_and(|row| row.parse::<f64>().is_ok()), "{key}: {run:?}"),
        }
    }
}

#[test]
fn standard_input_serves_as_the_instance() {
    let facts = format!("{CORRIDOR}{CORRIDOR_STEPS}");
    let run = run_in(&repository(), &["decide", "-"], &facts);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "push(b,right,c,1).\nSATISFIABLE\n"));
}

/// Facts that say what those of the specification's example say.
fn variations() -> Vec<(&'static str, String)> {
    let facts = text(&instance("faber-example.lp"));
    let statements: Vec<&str> = facts
        .lines()
        .filter(|line| !line.starts_with('%'))
        .flat_map(|line| line.split_inclusive(". "))
        .map(str::trim)
        .filter(|fact| !fact.is_empty())
        .collect();
    assert!(statements.len() > 60);
    let without = |names: &[&str]| {
        let kept = statements.iter().filter(|fact| !names.iter().any(|name| fact.starts_with(name)));
        kept.copied().collect::<Vec<_>>().join("\n")
    };
    let mut backwards = statements.clone();
    backwards.reverse();
    vec![
        ("CRLF", facts.replace('\n', "\r\n")),
        ("a fact a line", statements.join("\n")),
        ("one line", statements.join(" ")),
        ("no blanks", statements.concat()),
        ("backwards", backwards.join("\n")),
        ("everything twice", format!("{facts}\n{facts}")),
        ("intervals", format!("{}\nstep(1..5).", without(&["step("]))),
        (
            "pools",
            format!(
                "{}\nbox(col8row2;col3row4). solution((col3row2;col2row2)). step(1;2;3..5).",
                without(&["box(", "solution(", "step("])
            ),
        ),
        ("two-argument pools", format!("{}\nnext(1,2;2,3;3,4;4,5).", without(&["next("]))),
        ("storage", facts.replace("solution(", "storage(")),
        ("both words for a storage location", facts.replace("solution(col3row2)", "storage(col3row2)")),
        ("comments", format!("%* a\nb *%{} % the end", statements.join(" % why\n"))),
        ("no line break at the end", facts.trim_end().to_owned()),
        ("steps that are no numbers", facts.replace("(1)", "(one)").replace("(1,", "(one,")),
    ]
}

#[test]
fn instances_may_be_written_in_many_ways() {
    for (what, facts) in variations() {
        let run = run_in(&repository(), &["decide", "-"], &facts);
        assert_eq!((run.code, run.out.lines().last()), (FOUND, Some("SATISFIABLE")), "{what}: {run:?}");
        let summary = "a plan of exactly 4 actions (box lines), checked; it has ";
        assert!(run.err.starts_with(summary) && run.err.lines().count() == 1, "{what}: {}", run.err);
        let shorter = run_in(&repository(), &["decide", "-", "--actions", "3"], &facts);
        assert_eq!((shorter.code, shorter.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{what}");
    }
}

#[test]
fn a_bad_command_line_is_exit_code_64() {
    let path = instance("corridor-one-push.lp");
    for arguments in [
        &[][..],
        &["decide"],
        &["divide", &path],
        &["decide", &path, "--actions", "1", "--steps", "2"],
        &["decide", &path, "--steps", "2", "--actions", "1"],
        &["decide", &path, "--actions", "-1"],
        &["decide", &path, "--actions", "one"],
        &["decide", &path, "--format", "yaml"],
        &["decide", &path, "--time-limit", "soon"],
        &["decide", &path, "--time-limit", "-1"],
        &["decide", &path, "--no-noops"],
        &["decide", &path, &path],
        &["check", "plan", &path],
        &["check"],
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (USAGE, ""), "{arguments:?}");
        assert!(run.err.contains("--help") || run.err.contains("Usage: "), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn asking_for_help_is_no_mistake() {
    for arguments in
        [&["--help"][..], &["help"], &["decide", "--help"], &["check", "plan", "-h"], &["--version"]]
    {
        let run = run(arguments);
        assert_eq!((run.code, run.err.as_str()), (FOUND, ""), "{arguments:?}");
        assert!(!run.out.is_empty());
    }
}

#[test]
fn a_box_that_stands_alone_is_a_warning() {
    let facts = format!("{CORRIDOR}{CORRIDOR_STEPS}box(typo).\n");
    let run = run_in(&repository(), &["decide", "-"], &facts);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "push(b,right,c,1).\nSATISFIABLE\n"));
    assert!(run.err.contains("warning: this box is on `typo`, which has no neighbours"), "{}", run.err);
    assert!(run.err.contains("<standard input>:3:1"), "{}", run.err);
}

#[test]
fn what_goes_on_with_a_warning() {
    let corridor = "right(a,b). right(b,c). sokoban(a). box(b). solution(c).";
    for (facts, code, message) in [
        (format!("{corridor} box(d)."), FOUND, "this box is on `d`"),
        (format!("{corridor} box(d). solution(d)."), FOUND, "this storage location is on `d`"),
        ("right(a,b). sokoban(d). box(b). solution(b).".to_owned(), NONE, "this sokoban is on `d`"),
        (format!("{corridor} wall(d)."), FOUND, "`wall/1` is not a predicate of an instance"),
        (format!("{corridor} box(b,1)."), FOUND, "`box/2` is not a predicate of an instance"),
        (format!("{corridor} -box(c)."), FOUND, "`-box/1` is not a predicate of an instance"),
    ] {
        let folder = folder(&[("level.lp", &format!("{facts}\n{CORRIDOR_STEPS}"))]);
        let run = run_in(folder.path(), &["decide", "level.lp"], "");
        assert_eq!(run.code, code, "{facts}: {run:?}");
        assert!(run.err.contains(&format!("warning: {message}")), "{facts}: {}", run.err);
        assert!(run.err.contains("level.lp:1:") && run.err.contains('^'), "{facts}: {}", run.err);
        assert!(!run.err.contains("error"), "{facts}: {}", run.err);
    }
}

#[test]
fn a_predicate_of_another_kind_is_named_once() {
    let facts = format!("{CORRIDOR}{CORRIDOR_STEPS}wall(a). wall(b). wall(c).\n");
    let run = run_in(&repository(), &["decide", "-"], &facts);
    assert_eq!(run.err.matches("warning").count(), 1, "{}", run.err);
}

#[test]
fn fewer_boxes_than_storage_locations_are_unsatisfiable_with_a_note() {
    let run = run(&["decide", &instance("fewer-boxes-than-storages.lp")]);
    assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"));
    assert!(
        run.err.contains("note: there is no plan of any length: 1 box for 2 storage locations"),
        "{}",
        run.err
    );
}

#[test]
fn nobody_reading_on_is_an_interrupt() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
        .current_dir(repository())
        .args(["decide", &instance("faber-example.lp")])
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let output = child.wait_with_output().expect("the command ends");
    let err = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), err.as_str()), (Some(UNKNOWN), ""));
}

const ROOM: &str = "#######\n#  $ .#\n# @$ .#\n#     #\n#######\n";

#[test]
fn without_a_number_any_plan_will_do() {
    let folder = folder(&[("room.xsb", ROOM)]);
    let run =
        run_in(folder.path(), &["decide", "room.xsb", "--html", "room.html", "--output", "solved.sok"], "");
    assert_eq!((run.code, run.out.lines().last()), (FOUND, Some("SATISFIABLE")), "{run:?}");
    assert!(run.err.starts_with("a plan of ") && run.err.contains("checked; it has "), "{run:?}");
    assert!(folder.path().join("room.html").exists());
    let checked = run_in(folder.path(), &["check", "plan", "room.xsb", "-"], &run.out);
    assert_eq!(checked.code, FOUND, "{checked:?}");
    let checked = run_in(folder.path(), &["check", "plan", "solved.sok"], "");
    assert_eq!(checked.code, FOUND, "{checked:?}");
    for engine in ["tabled", "tabled+", "fess", "auto"] {
        let run = run_in(folder.path(), &["decide", "room.xsb", "--engine", engine, "--format", "json"], "");
        let result = run.json();
        let plan = result["plan"].as_array().expect("a plan");
        assert_eq!((run.code, &result["result"]), (FOUND, &json!("SATISFIABLE")), "{engine}: {run:?}");
        assert_eq!((&result["actions"], &result["checked"]), (&json!(plan.len()), &json!(true)), "{engine}");
    }
    let run = run_in(folder.path(), &["decide", "room.xsb", "--engine", "ground"], "");
    assert!(run.err.contains("a level has no steps"), "{run:?}");
    let run = run_in(folder.path(), &["decide", "room.xsb", "--stats"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
}

#[test]
fn that_there_is_no_plan_of_any_length_has_a_reason() {
    let corner = "#######\n#$ @ .#\n#     #\n#######\n";
    let lost = "the box on c1r1 can be brought to no storage location, even with no other box in the way";
    // Each box alone has a way.
    let narrow = "#######\n#@$.$.#\n#######\n";
    let folder = folder(&[("corner.xsb", corner), ("narrow.xsb", narrow)]);
    for command in ["decide", "optimize"] {
        let run = run_in(folder.path(), &[command, "corner.xsb"], "");
        assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{run:?}");
        assert_eq!(run.err, format!("there is no plan of any length: {lost}\n"), "{command}");
    }
    for engine in ["tabled+", "fess", "auto"] {
        let run = run_in(folder.path(), &["decide", "narrow.xsb", "--engine", engine], "");
        assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{engine}: {run:?}");
        assert!(run.err.contains("there is no plan of any length: "), "{engine}: {run:?}");
    }
    let run = run_in(folder.path(), &["decide", "corner.xsb", "--explain", "--format", "json"], "");
    assert_eq!(run.json()["explanation"][0]["kind"], json!("lost"), "{run:?}");
}

#[test]
fn a_plan_that_the_file_has_is_a_plan() {
    let known = format!("{ROOM}Title: Known\n\nSolution\nRluRdRluR\n");
    let folder = folder(&[("room.xsb", ROOM), ("known.sok", &known)]);
    let actions = |command: &str, file: &str| {
        let arguments = [command, file, "--engine", "fess", "--format", "json"];
        run_in(folder.path(), &arguments, "").json()["actions"].clone()
    };
    // It has more lines than the one that is found.
    assert_eq!(actions("decide", "known.sok"), json!(4));
    assert_eq!(actions("decide", "room.xsb"), json!(2));
    assert_eq!(actions("optimize", "known.sok"), json!(2));
}
