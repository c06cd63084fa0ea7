//! The engines of `optimize` and `decide` as a user names them.

use serde_json::json;

use crate::support::{folder, instance, run, run_in, CORRIDOR, FOUND, NONE, UNKNOWN, USAGE};

/// Two boxes for one storage location.
const SURPLUS: &str = "surplus-box-into-dead-end.lp";

/// An open room with these things in it.
fn room(width: usize, height: usize, things: &str) -> String {
    let mut text = String::from(things);
    for (x, y) in (0..width * height).map(|cell| (cell % width, cell / width)) {
        if x + 1 < width {
            text += &format!("right(c{x}r{y},c{}r{y}). ", x + 1);
        }
        if y > 0 {
            text += &format!("top(c{x}r{y},c{x}r{}). ", y - 1);
        }
    }
    text
}

/// Two boxes beside each other at the wall never move again, though each alone could be stored.
const FROZEN: &str = "box(c2r0). box(c3r0). solution(c0r0). solution(c5r0). sokoban(c0r3). ";

/// A level that takes any engine long: 16 boxes on 84 squares, pulled apart at random.
const HARD: &str = "
############
#       #  #
# $  $$    #
#     $$   #
# $ ..$  $ ##
# $....$#   #
# ......#####
#@$....$##
# $$$# $ ####
#           #
#########   #
        #####
";

#[test]
fn every_engine_finds_the_optimum() {
    for engine in ["ground", "tabled", "tabled+", "auto"] {
        let run = run(&["optimize", "--quiet", &instance("paper-figure1.lp"), "--engine", engine]);
        assert_eq!(run.code, FOUND, "{engine}: {run:?}");
        assert!(run.out.ends_with("Optimization: 13\nOPTIMUM FOUND\n"), "{engine}: {run:?}");
    }
}

#[test]
fn every_engine_decides() {
    for engine in ["ground", "tabled", "tabled+", "auto"] {
        for (actions, code) in [("12", NONE), ("13", FOUND), ("15", FOUND)] {
            let run =
                run(&["decide", &instance("paper-figure1.lp"), "--engine", engine, "--actions", actions]);
            assert_eq!(run.code, code, "{engine}, {actions}: {run:?}");
        }
    }
    let odd = instance("odd-actions-only.lp");
    for engine in ["tabled+", "auto"] {
        for (actions, code) in [("1", FOUND), ("2", NONE), ("3", FOUND)] {
            let run = run(&["decide", &odd, "--engine", engine, "--no-noop", "--actions", actions]);
            assert_eq!(run.code, code, "{engine}, {actions}: {run:?}");
        }
    }
    let named = run(&["decide", &instance("named-steps.lp"), "--engine", "tabled+", "--quiet"]);
    let ground = run(&["decide", &instance("named-steps.lp"), "--quiet"]);
    let steps = |out: &str| -> Vec<String> {
        out.lines().filter_map(|line| Some(line.rsplit_once(',')?.1.to_owned())).collect()
    };
    assert_eq!((named.code, steps(&named.out)), (FOUND, steps(&ground.out)));
}

#[test]
fn what_is_exhausted_has_no_plan_of_any_length() {
    let arguments = ["optimize", "-", "--engine", "tabled+", "--format", "json"];
    let run = run_in(folder(&[]).path(), &arguments, &room(6, 4, FROZEN));
    assert_eq!(run.code, NONE);
    let result = run.json();
    assert_eq!(result["result"], "UNSATISFIABLE");
    assert_eq!(result["lower_bound"], json!({ "value": null, "reason": "exhaustion", "values": null }));
    assert!(run.err.contains("the boxes on c2r0 and c3r0 can never be moved"), "{run:?}");
}

#[test]
fn a_race_ends_where_one_engine_alone_would_not() {
    // Without a plan of any length, ground-and-solve would go on for ever.
    let arguments = ["optimize", "-", "--time-limit", "60"];
    let run = run_in(folder(&[]).path(), &arguments, &room(6, 4, FROZEN));
    assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{run:?}");
}

#[test]
fn an_engine_that_is_not_applicable_says_so() {
    let noop = instance("paper-figure1.lp");
    let surplus = instance(SURPLUS);
    let questions: [&[&str]; 3] = [
        &["optimize", &surplus],
        &["decide", &surplus, "--actions", "2"],
        &["decide", &noop, "--actions", "13", "--no-noop"],
    ];
    for question in questions {
        let run = run(&[question, &["--engine", "tabled", "--format", "json", "--quiet"]].concat());
        assert_eq!((run.code, &run.json()["result"]), (UNKNOWN, &json!("UNKNOWN")), "{run:?}");
        assert!(run.err.starts_with("n/a: "), "{run:?}");
    }
    let run = run(&["optimize", &surplus, "--engine", "tabled+", "--quiet"]);
    assert!(run.out.ends_with("Optimization: 2\nOPTIMUM FOUND\n"), "{run:?}");
}

#[test]
fn options_of_ground_and_other_engines_clash() {
    for engine in ["tabled", "tabled+", "auto"] {
        for option in [["--loops", "lazy"], ["--backend", "varisat"], ["--encoding", "x.lp"]] {
            let arguments =
                ["optimize", &instance("paper-figure1.lp"), "--engine", engine, option[0], option[1]];
            let run = run(&arguments);
            assert_eq!((run.code, run.out.as_str()), (USAGE, ""), "{arguments:?}");
            assert!(run.err.contains(option[0]) && run.err.contains(engine), "{run:?}");
        }
    }
    let decide = ["decide", &instance("paper-figure1.lp"), "--actions", "3", "--engine"];
    assert_eq!(run(&[&decide[..], &["tabled", "--loops", "lazy"]].concat()).code, USAGE);
    assert_eq!(run(&[&decide[..], &["auto", "--loops", "lazy"]].concat()).code, USAGE);
}

#[test]
fn threads_search_configurations_and_nothing_else() {
    let level = instance("paper-figure1.lp");
    let decide = ["decide", &level, "--actions", "12"];
    for (question, code, last) in
        [(&["optimize", &level][..], FOUND, "OPTIMUM FOUND\n"), (&decide[..], NONE, "UNSATISFIABLE\n")]
    {
        for engine in ["tabled+", "auto"] {
            let run = run(&[question, &["--engine", engine, "--threads", "2"]].concat());
            assert_eq!(run.code, code, "{run:?}");
            assert!(run.out.ends_with(last), "{run:?}");
        }
        for engine in ["ground", "tabled"] {
            let run = run(&[question, &["--engine", engine, "--threads", "2"]].concat());
            assert_eq!((run.code, run.out.as_str()), (USAGE, ""), "{run:?}");
            assert!(run.err.contains("--threads") && run.err.contains(engine), "{run:?}");
        }
    }
}

#[test]
fn an_option_of_ground_selects_it() {
    let run = run_in(folder(&[]).path(), &["optimize", "-", "--loops", "lazy", "--format", "json"], CORRIDOR);
    assert_eq!(run.json()["stats"]["engine"], "ground");
}

#[test]
fn stats_count_configurations() {
    let arguments = ["--engine", "tabled+", "--stats", "--format", "json"];
    let run = run(&[&["optimize", &instance("paper-figure1.lp")], &arguments[..]].concat());
    let stats = &run.json()["stats"];
    assert!(stats["configurations"].as_u64().is_some_and(|count| count > 10), "{stats}");
    assert!(stats["bytes_each"].is_number() && stats["configurations_per_cpu_second"].is_number(), "{stats}");
    for name in ["configurations ", "configurations per cpu second", "bytes each"] {
        assert!(run.err.contains(name), "{run:?}");
    }
}

#[test]
fn a_full_table_is_memory_out() {
    for engine in ["tabled", "tabled+"] {
        let arguments = ["optimize", "-", "--engine", engine, "--memory-limit", "2", "--format", "json"];
        let run = run_in(folder(&[]).path(), &arguments, HARD);
        assert_eq!((run.code, &run.json()["result"]), (UNKNOWN, &json!("UNKNOWN")), "{run:?}");
        assert!(run.err.contains("memory out"), "{run:?}");
        let stats = &run.json()["stats"];
        assert!(stats["table_bytes"].as_u64().is_some_and(|bytes| bytes <= 2 << 20), "{stats}");
        let decide = ["decide", "-", "--actions", "100", "--engine", engine, "--memory-limit", "2"];
        let run = run_in(folder(&[]).path(), &decide, HARD);
        assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
        assert!(run.err.contains("memory out"), "{run:?}");
    }
}
