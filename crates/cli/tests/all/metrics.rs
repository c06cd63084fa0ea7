//! `groundplan optimize --metric` as a user types it.

use serde_json::json;

use crate::support::{folder, instance, repository, run, run_in, Run, CORRIDOR, FOUND, NONE, UNKNOWN, USAGE};

/// Two boxes; its plan with the fewest actions and pushes is not the one with the fewest moves.
const LEVEL: &str = "faber-example.lp";

#[test]
fn what_is_asked_for_is_printed_in_its_order() {
    for (metric, optimum, sentence) in [
        ("lines", "4", "4 actions (box lines), proven fewest: no plan with 3 ("),
        ("pushes", "10", "10 pushes, proven fewest: no plan with 9 ("),
        ("moves", "23", "23 moves, proven fewest: no plan with 22 ("),
        (
            "lines,pushes",
            "4 10",
            "4 actions (box lines) and among such plans 10 pushes, proven fewest: no plan with 3, nor with 4 and 9 (",
        ),
        (
            "moves,lines",
            "23 4",
            "23 moves and among such plans 4 actions (box lines), proven fewest: no plan with 22, nor with 23 and 3 (",
        ),
        (
            "pushes,moves",
            "10 23",
            "10 pushes and among such plans 23 moves, proven fewest: no plan with 9, nor with 10 and 22 (",
        ),
    ] {
        for engine in ["ground", "tabled+", "auto"] {
            let run = run(&["optimize", &instance(LEVEL), "--metric", metric, "--engine", engine]);
            assert_eq!(run.code, FOUND, "{metric}, {engine}: {run:?}");
            let optimization = format!("Optimization: {optimum}\nOPTIMUM FOUND\n");
            assert!(run.out.ends_with(&optimization), "{metric}, {engine}: {run:?}");
            let last = run.err.lines().last().expect("a sentence");
            assert!(last.starts_with(sentence), "{metric}, {engine}: {last}");
        }
    }
}

#[test]
fn the_summary_says_which_numbers_are_proven_least() {
    for (metric, says) in [
        ("lines", "; the plan has 10 pushes, "),
        ("lines", " (only the actions are proven fewest)"),
        ("moves", "; the plan has 4 actions (box lines), 10 pushes, 23 moves, "),
        ("moves", " (only the moves are proven fewest)"),
        ("pushes,lines", " (only the pushes, and among such plans the actions, are proven fewest)"),
    ] {
        let run = run(&["optimize", &instance(LEVEL), "--metric", metric]);
        assert!(run.err.contains(says), "{metric}: {run:?}");
    }
    let solved = instance("already-solved-one-step.lp");
    let run = run(&["optimize", &solved, "--metric", "moves,lines"]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "Optimization: 0 0\nOPTIMUM FOUND\n"));
    assert!(run.err.ends_with("0 moves, 0 actions: the instance is solved already\n"), "{run:?}");
}

#[test]
fn the_object_has_the_metrics_and_their_bounds() {
    let ask = |metric: &str| {
        let arguments = ["optimize", "-", "--format", "json", "--metric", metric];
        run_in(folder(&[]).path(), &arguments, CORRIDOR).json()
    };
    let result = ask("moves,lines");
    let keys = Run::keys(&result);
    assert!(keys.ends_with(&["metric", "optimization"]), "{keys:?}");
    assert_eq!((&result["metric"], &result["optimization"]), (&json!(["moves", "lines"]), &json!([1, 1])));
    assert_eq!(result["lower_bound"]["value"], 1);
    assert_eq!(result["lower_bound"]["values"], json!([1, 1]));
    let result = ask("pushes");
    assert_eq!((&result["metric"], &result["optimization"]), (&json!(["pushes"]), &json!([1])));
    let none = run(&["optimize", &instance("corner-deadlock.lp"), "--metric", "moves", "--format", "json"]);
    let result = none.json();
    assert_eq!((none.code, &result["result"]), (NONE, &json!("UNSATISFIABLE")));
    assert_eq!((&result["optimization"], &result["lower_bound"]["values"]), (&json!(null), &json!(null)));
}

#[test]
fn the_most_actions_are_counted_whatever_the_metric() {
    for metric in ["pushes", "moves,pushes", "lines,moves"] {
        for engine in ["ground", "tabled+", "auto"] {
            let ask = |most: &str| {
                let options = ["--metric", metric, "--engine", engine, "--max-actions", most, "--quiet"];
                run(&[&["optimize", &instance(LEVEL)], &options[..]].concat())
            };
            let none = ask("3");
            assert_eq!((none.code, none.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{metric}, {engine}");
            let four = ask("4");
            assert!(four.out.ends_with("\nOPTIMUM FOUND\n"), "{metric}, {engine}: {four:?}");
            assert_eq!(four.out.lines().count(), 6, "{metric}, {engine}: {four:?}");
        }
    }
}

#[test]
fn what_counts_lines_alone_is_refused_beside_another_metric() {
    let encoding = repository().join("encodings/sokoban/plain.lp").display().to_string();
    for (option, value, says) in [
        ("--engine", "tabled", "counts lines alone"),
        ("--encoding", encoding.as_str(), "leave `--encoding` out"),
        ("--certify", "proof", "leave `--certify` out"),
    ] {
        for metric in ["pushes", "lines,moves"] {
            let refused = run(&["optimize", &instance(LEVEL), "--metric", metric, option, value]);
            assert_eq!((refused.code, refused.out.as_str()), (USAGE, ""), "{option}");
            assert!(refused.err.contains(says) && refused.err.contains(metric), "{refused:?}");
        }
    }
    for metric in ["", "line", "lines,lines", "lines,pushes,moves", "moves,"] {
        let refused = run(&["optimize", &instance(LEVEL), "--metric", metric]);
        assert_eq!((refused.code, refused.out.as_str()), (USAGE, ""), "{metric}");
        assert!(refused.err.contains("lines, pushes or moves"), "{refused:?}");
    }
}

#[test]
fn a_limit_leaves_bounds() {
    let hard = instance("six-boxes-two-walls.lp");
    for metric in ["moves", "moves,lines"] {
        let options = ["--metric", metric, "--engine", "ground", "--time-limit", "0.2", "--format", "json"];
        let run = run(&[&["optimize", &hard], &options[..]].concat());
        assert_eq!(run.code, UNKNOWN, "{run:?}");
        let result = run.json();
        assert!(["UNKNOWN", "SATISFIABLE"].contains(&result["result"].as_str().expect("text")), "{result}");
        assert_eq!(result["proven"], false);
        assert!(run.err.contains("<= moves"), "{run:?}");
    }
}
