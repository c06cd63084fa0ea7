//! `groundplan check plan` as a user types it.

use serde_json::json;

use crate::support::{
    folder, instance, repository, run, run_in, Run, CORRIDOR, CORRIDOR_STEPS, FOUND, INPUT, NONE, USAGE,
};

/// Published with the specification's example.
const WITNESS: &str = "push(col3row4,left,col2row4,1). push(col2row4,up,col2row2,2). \
                       push(col8row2,right,col9row2,3). push(col9row2,left,col3row2,4).";

/// Found by breadth-first search, which also says that 12 actions are too few; as the paper prints plans.
const FIGURE: &str = "[push(c6r3,down,c6r5),push(c5r4,left,c3r4),push(c3r4,down,c3r5),push(c5r5,up,c5r4),\n\
    push(c6r5,left,c5r5),push(c5r4,right,c6r4),push(c6r4,up,c6r3),push(c5r5,up,c5r4),push(c5r4,left,c4r4),\n\
    push(c6r3,down,c6r4),push(c3r5,up,c3r3),push(c4r4,left,c3r4),push(c6r4,left,c4r4)]";

/// Checks a plan that comes from standard input.
fn check(file: &str, plan: &str, options: &[&str]) -> Run {
    run_in(&repository(), &[&["check", "plan", &instance(file), "-"], options].concat(), plan)
}

#[test]
fn the_published_plans_are_valid() {
    let run = check("faber-example.lp", WITNESS, &[]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "VALID\n"), "{run:?}");
    assert_eq!(
        run.err,
        "the plan solves the instance in 4 actions (box lines); it has 10 pushes, 24 moves, 2 box changes\n"
    );
    assert_eq!(check("faber-example.lp", WITNESS, &["--no-noop"]).code, FOUND);
    let run = check("paper-figure1.lp", FIGURE, &["--no-noop"]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "VALID\n"), "{run:?}");
    assert!(
        run.err.starts_with("the plan solves the instance in 13 actions (box lines); it has "),
        "{run:?}"
    );
}

#[test]
fn plans_may_be_written_in_many_ways() {
    let lines = WITNESS.replace(". ", ".\n");
    let mut backwards: Vec<&str> = lines.lines().collect();
    backwards.reverse();
    let in_order: String =
        (1..=4).fold(WITNESS.to_owned(), |plan, step| plan.replace(&format!(",{step})"), ")"));
    for plan in [
        lines.clone(),
        backwards.join("\n"),
        lines.replace('\n', "\r\n"),
        WITNESS.replace("). ", "), "),
        WITNESS.replace("). ", ") "),
        format!("[{}]", WITNESS.replace("). ", "), ").trim_end_matches('.')),
        in_order.clone(),
        format!("[{}]", in_order.replace("). ", "),").trim_end_matches('.')),
        format!("{lines}\nSATISFIABLE\n"),
        format!("Answer: 1\n{}\nSATISFIABLE\n", WITNESS.replace('.', "")),
        format!("{lines}\nOptimization: 4\nOPTIMUM FOUND\n"),
        format!("% a plan\n{lines} % its end"),
    ] {
        let run = check("faber-example.lp", &plan, &[]);
        assert_eq!((run.code, run.out.as_str()), (FOUND, "VALID\n"), "{plan}: {}", run.err);
    }
}

#[test]
fn wrong_plans_are_invalid_and_the_push_is_shown() {
    for (plan, options, rule, action, shown) in [
        // Another direction, another place, another box, another order.
        (WITNESS.replace("up,col2row2", "left,col1row3"), &[][..], "not-in-line", Some(2), true),
        (
            WITNESS.replace("(col3row4,left,col2row4,1)", "(col8row2,left,col7row2,1)"),
            &[],
            "not-reachable",
            Some(1),
            true,
        ),
        (WITNESS.replace("left,col2row4,1", "left,col2row5,1"), &[], "not-in-line", Some(1), true),
        (WITNESS.replace("(col3row4", "(col4row5"), &[], "no-box", Some(1), true),
        (WITNESS.replace("up,", "north,"), &[], "unknown-direction", Some(2), true),
        (WITNESS.replace("(col8row2", "(col88row2"), &[], "unknown-location", Some(3), true),
        (WITNESS.replace(",1).", ",9)."), &[], "unknown-step", None, true),
        (WITNESS.replace(",4).", ",5)."), &[], "last-step", None, true),
        (WITNESS.replace(",4).", ",3)."), &[], "two-pushes-at-one-step", Some(4), true),
        (WITNESS.replace(" push(col9row2,left,col3row2,4).", ""), &[], "missing-push", None, false),
        ("SATISFIABLE\n".to_owned(), &[], "missing-push", None, false),
        (WITNESS.replace("left,col3row2,4", "left,col4row2,4"), &[], "goal-not-reached", None, false),
        (
            WITNESS.replace(" push(col9row2,left,col3row2,4).", ""),
            &["--any-length"],
            "goal-not-reached",
            None,
            false,
        ),
        (WITNESS.replace("left,col2row4,1", "left,col3row4,1"), &["--no-noop"], "no-op", Some(1), true),
    ] {
        let text = check("faber-example.lp", &plan, options);
        assert_eq!((text.code, text.out.as_str()), (NONE, "INVALID\n"), "{plan}: {}", text.err);
        assert_eq!(
            text.err.contains("<standard input>:1:") && text.err.contains('^'),
            shown,
            "{plan}: {}",
            text.err
        );

        let json = check("faber-example.lp", &plan, &[options, &["--format", "json", "--quiet"]].concat());
        assert_eq!((json.code, json.err.as_str()), (NONE, ""), "{plan}");
        let object = json.json();
        assert_eq!(Run::keys(&object), ["valid", "actions", "error"]);
        assert_eq!(object["valid"], json!(false));
        assert_eq!(object["actions"], json!(plan.matches("push(").count()), "{plan}");
        assert_eq!(
            (&object["error"]["rule"], &object["error"]["action"]),
            (&json!(rule), &json!(action)),
            "{plan}: {object}"
        );
        assert!(
            text.err.contains(object["error"]["message"].as_str().expect("a message")),
            "{plan}: {object}"
        );
    }
}

#[test]
fn the_json_of_a_valid_plan() {
    let run = check("faber-example.lp", WITNESS, &["--format", "json"]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "{\"valid\":true,\"actions\":4,\"error\":null}\n"));
}

#[test]
fn any_length_waives_the_number_of_actions() {
    let longer = format!("{WITNESS} push(col3row2,left,col3row2,5).");
    assert_eq!(check("faber-example.lp", &longer, &[]).code, NONE);
    let run = check("faber-example.lp", &longer, &["--any-length"]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "VALID\n"), "{}", run.err);
    let run = check("faber-example.lp", &longer, &["--any-length", "--no-noop"]);
    assert_eq!((run.code, run.out.as_str()), (NONE, "INVALID\n"), "{}", run.err);
    assert_eq!(check("already-solved-box-in-reach.lp", "SATISFIABLE\n", &["--any-length"]).code, FOUND);
    assert_eq!(check("already-solved-box-in-reach.lp", "SATISFIABLE\n", &[]).code, NONE);
}

#[test]
fn texts_that_are_no_plans_are_bad_input() {
    for plan in [
        "",
        "push(a,b).",
        "move(a,right,b,1).",
        "push(b,right,c,1). push(b,right,c).",
        "push(X,right,c,1).",
        "push(b,right,c,1..2).",
        "push(b,right,c,1",
        "UNSATISFIABLE\n",
        "UNKNOWN\n",
        "Answer: 1\npush(b,right,c,1)\nAnswer: 2\npush(b,right,c,1)\n",
        "plan: push(b,right,c,1)",
        "SATISFIABLE\npush(b,right,c,1).",
        "[push(b,right,c,1)",
    ] {
        let folder = folder(&[("level.lp", &format!("{CORRIDOR}{CORRIDOR_STEPS}")), ("plan.txt", plan)]);
        let run = run_in(folder.path(), &["check", "plan", "level.lp", "plan.txt"], "");
        assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{plan}: {run:?}");
        assert!(run.err.contains("--> plan.txt:") && run.err.contains('^'), "{plan}: {}", run.err);
    }
}

#[test]
fn the_instance_may_come_from_standard_input_but_not_both() {
    let folder = folder(&[("plan.txt", "push(b,right,c,1).")]);
    let facts = format!("{CORRIDOR}{CORRIDOR_STEPS}");
    let run = run_in(folder.path(), &["check", "plan", "-", "plan.txt"], &facts);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "VALID\n"), "{}", run.err);
    let both = run_in(folder.path(), &["check", "plan", "-", "-"], &facts);
    assert_eq!((both.code, both.out.as_str()), (USAGE, ""), "{both:?}");
    assert!(both.err.contains("cannot both come from standard input"), "{}", both.err);
}

#[test]
fn what_decide_prints_is_what_check_reads() {
    for (file, options) in [
        ("faber-example.lp", &[][..]),
        ("paper-figure1.lp", &["--actions", "13"]),
        ("paper-figure1.lp", &["--actions", "14", "--no-noop"]),
        ("paper-figure1.lp", &["--actions", "15"]),
        ("coordinates-as-terms.lp", &[]),
        ("named-steps.lp", &[]),
        ("surplus-box-into-dead-end.lp", &[]),
        ("already-solved-one-step.lp", &[]),
        ("already-solved-box-in-reach.lp", &[]),
        ("ten-boxes-crowded.lp", &[]),
    ] {
        let decided = run(&[&["decide", &instance(file)], options].concat());
        assert_eq!(decided.code, FOUND, "{file}: {}", decided.err);
        let no_noop: &[&str] = if options.contains(&"--no-noop") { &["--no-noop"] } else { &[] };
        let checked = check(file, &decided.out, no_noop);
        assert_eq!((checked.code, checked.out.as_str()), (FOUND, "VALID\n"), "{file}: {}", checked.err);
    }
}
