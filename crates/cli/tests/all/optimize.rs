//! `groundplan optimize` as a user types it.

use serde_json::json;

use crate::support::{
    self, folder, instance, repository, run, run_in, Run, CORRIDOR, FOUND, NONE, UNKNOWN, USAGE,
};

/// Six boxes around two walls: proven in seconds at most, and not at once.
const HARD: &str = "six-boxes-two-walls.lp";

#[test]
fn the_optimum_is_printed_with_its_plan_and_its_proof() {
    let run = run(&["optimize", &instance("paper-figure1.lp"), "--engine", "ground"]);
    assert_eq!(run.code, FOUND);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 15);
    assert!(lines[0].ends_with(",1).") && lines[12].ends_with(",13)."), "steps count up from 1: {lines:?}");
    assert_eq!(lines[13..], ["Optimization: 13", "OPTIMUM FOUND"]);
    let proof =
        "13 actions (box lines), proven fewest: no plan with 12 (refuted by the solver); the plan has ";
    assert!(run.err.starts_with(proof), "{run:?}");
    assert!(run.err.ends_with(" box changes (only the actions are proven fewest)\n"), "{run:?}");
}

#[test]
fn an_instance_s_steps_are_ignored_with_a_note() {
    let run = run(&["optimize", &instance("one-step-too-few.lp")]);
    assert_eq!((run.code, run.out.lines().last()), (FOUND, Some("OPTIMUM FOUND")));
    assert!(run.out.contains("Optimization: 4\n"), "{run:?}");
    assert!(run.err.contains("note: the steps of the instance are ignored"), "{run:?}");
}

#[test]
fn a_solved_instance_needs_nothing() {
    let run = run(&["optimize", "--quiet", &instance("already-solved-one-step.lp")]);
    assert_eq!(
        (run.code, run.out.as_str(), run.err.as_str()),
        (FOUND, "Optimization: 0\nOPTIMUM FOUND\n", "")
    );
}

#[test]
fn what_no_assignment_can_solve_has_no_plan_of_any_length() {
    for file in ["fewer-boxes-than-storages.lp", "corner-deadlock.lp"] {
        let run = run(&["optimize", &instance(file)]);
        assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{file}");
        assert!(run.err.contains("no plan of any length"), "{run:?}");
    }
}

#[test]
fn the_object_has_the_keys_of_decide() {
    let run = run_in(folder(&[]).path(), &["optimize", "-", "--format", "json"], CORRIDOR);
    let result = run.json();
    let keys = [
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
        "metric",
        "optimization",
    ];
    assert_eq!(Run::keys(&result), keys);
    assert_eq!(result["result"], "OPTIMUM FOUND");
    assert_eq!((&result["pushes"], &result["moves"], &result["lurd"]), (&json!(1), &json!(1), &json!("R")));
    assert_eq!((&result["level"], &result["box_changes"]), (&json!(null), &json!(1)));
    assert_eq!(result["lower_bound"], json!({ "value": 1, "reason": "assignment", "values": [1] }));
    assert_eq!(result["plan"], json!([{ "box": "b", "direction": "right", "to": "c", "step": "1" }]));
    assert_eq!(
        (&result["actions"], &result["proven"], &result["checked"]),
        (&json!(1), &json!(true), &json!(true))
    );
}

#[test]
fn that_so_many_actions_do_not_suffice_is_proven() {
    let level = instance("faber-example.lp");
    let encoding = repository().join("encodings/sokoban/decision.lp").display().to_string();
    let ways: [&[&str]; 5] = [
        &["--engine", "ground"],
        &["--engine", "tabled"],
        &["--engine", "tabled+"],
        &["--engine", "auto"],
        &["--encoding", &encoding],
    ];
    for way in ways {
        for most in ["0", "2", "3"] {
            let arguments = [&["optimize", &level, "--max-actions", most], way].concat();
            let run = run(&arguments);
            assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{arguments:?}: {run:?}");
            let sentence = run.err.lines().last().expect("a sentence");
            let says = format!("there is no plan of at most {most} action");
            assert!(sentence.starts_with(&says), "{arguments:?}: {sentence}");
            let object = support::run(&[&arguments[..], &["--format", "json"]].concat()).json();
            assert_eq!((&object["result"], &object["proven"]), (&json!("UNSATISFIABLE"), &json!(true)));
            let least = object["lower_bound"]["value"].as_u64().expect("a number");
            assert!(least.to_string().as_str() > most, "{object}");
            assert_eq!((&object["plan"], &object["actions"]), (&json!(null), &json!(null)));
        }
        let run = run(&[&["optimize", &level, "--max-actions", "4"], way].concat());
        assert_eq!(run.code, FOUND, "{way:?}: {run:?}");
        assert!(run.out.ends_with("Optimization: 4\nOPTIMUM FOUND\n"), "{way:?}: {run:?}");
    }
}

#[test]
fn time_and_memory_limits_end_it_with_a_valid_object() {
    for limit in [["--time-limit", "0"], ["--memory-limit", "1"]] {
        // A state-space search could be done before anybody looks at the clock.
        let command = ["optimize", &instance(HARD), "--engine", "ground", "--format", "json"];
        let run = run(&[&command[..], &limit].concat());
        assert_eq!(run.code, UNKNOWN, "{run:?}");
        assert_eq!(run.json()["result"], "UNKNOWN");
        assert!(run.err.contains("limit of"), "{run:?}");
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let arguments = ["optimize", &instance(HARD), "--loops", "propagate", "--backend", "varisat"];
    let refused = run(&arguments);
    assert_eq!((refused.code, refused.out.as_str()), (USAGE, ""));
    assert!(refused.err.contains("`propagate`") && refused.err.contains("`cadical`"), "{refused:?}");
    for arguments in [["--loops", "magic"], ["--backend", "magic"], ["--time-limit", "-1"]] {
        let refused = run(&["optimize", &instance(HARD), arguments[0], arguments[1]]);
        assert_eq!((refused.code, refused.out.as_str()), (USAGE, ""), "{arguments:?}");
    }
}

#[test]
fn other_encodings_and_every_way_to_solve_agree() {
    let encoding = |name: &str| repository().join("encodings/sokoban").join(name).display().to_string();
    let level = instance("two-rooms-one-door.lp");
    let (plain, tight, decision) = (encoding("plain.lp"), encoding("tight.lp"), encoding("decision.lp"));
    let ways: [&[&str]; 9] = [
        &["--encoding", &plain],
        &["--encoding", &tight],
        &["--encoding", &decision],
        &["--backend", "varisat"],
        &["--loops", "lazy"],
        &["--loops", "rank"],
        &["--loops", "propagate", "--backend", "cadical"],
        &["--loops", "eliminate", "--backend", "varisat"],
        &["--confirm=false"],
    ];
    for way in ways {
        let arguments: Vec<&str> =
            ["optimize", "--quiet", &level].into_iter().chain(way.iter().copied()).collect();
        let run = run(&arguments);
        assert_eq!(run.code, FOUND, "{way:?}: {run:?}");
        assert!(run.out.ends_with("Optimization: 7\nOPTIMUM FOUND\n"), "{way:?}: {run:?}");
    }
}

/// A room in which best plans are not proven for hours, and plans are found at once.
const OPEN: &str =
    "############\n#   ...    #\n# $  .  $  #\n#  $ . $   #\n#    .     #\n# $  $  $  #\n#   $ @  $ #\n\
                    #  ..  $   #\n#   $..    #\n#     .    #\n############\n";

#[test]
fn what_is_known_at_a_limit_is_a_plan_with_bounds_on_a_page_and_in_a_file() {
    for metric in ["moves", "moves,lines"] {
        let folder = folder(&[("open.xsb", OPEN)]);
        let arguments = [
            "optimize",
            "open.xsb",
            "--metric",
            metric,
            "--time-limit",
            "2",
            "--html",
            "open.html",
            "--output",
            "open.sok",
            "--format",
            "json",
        ];
        let run = run_in(folder.path(), &arguments, "");
        let result = run.json();
        assert_eq!((run.code, &result["result"]), (UNKNOWN, &json!("SATISFIABLE")), "{run:?}");
        let number = |value: &serde_json::Value| value.as_u64().expect("a number");
        let lower = number(&result["lower_bound"]["value"]);
        let upper = number(&result["optimization"][0]);
        assert!(0 < lower && lower < upper, "{run:?}");
        assert_eq!(number(&result["moves"]), upper, "{run:?}");
        let interval = match metric {
            "moves" => format!("{lower} <= moves <= {upper}"),
            _ => format!(" <= moves, actions <= ({upper}, "),
        };
        assert!(run.err.contains(&interval), "{run:?}");
        // The page and the file have the plan that was printed.
        let letters = result["lurd"].as_str().expect("letters");
        let page = std::fs::read_to_string(folder.path().join("open.html")).expect("a page");
        assert!(page.contains(&interval) || page.contains(&interval.replace('<', "\\u003c")), "{page}");
        let file = std::fs::read_to_string(folder.path().join("open.sok")).expect("a file");
        assert_eq!(
            file.split("Solution\n").nth(1).map(|text| text.split_whitespace().collect::<String>()),
            Some(letters.to_owned())
        );
        let checked = run_in(folder.path(), &["check", "plan", "open.sok"], "");
        assert_eq!(checked.code, FOUND, "{checked:?}");
    }
}
