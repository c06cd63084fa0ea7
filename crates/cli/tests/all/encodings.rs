//! `groundplan decide --encoding`: other rules than the shipped ones.

use crate::support::{folder, run_in, text, Run, CORRIDOR, CORRIDOR_STEPS, FOUND, INPUT, NONE};

/// Decides the corridor, one action long, by these rules.
fn decide(facts: &str, rules: &str, options: &[&str]) -> Run {
    let folder = folder(&[("level.lp", &format!("{facts}{CORRIDOR_STEPS}")), ("rules.lp", rules)]);
    run_in(folder.path(), &[&["decide", "level.lp", "--encoding", "rules.lp"], options].concat(), "")
}

#[test]
fn a_copy_of_the_shipped_encoding_decides_the_same() {
    let shipped = text("encodings/sokoban/decision.lp");
    for (file, actions, code) in [("paper-figure1.lp", "13", FOUND), ("paper-figure1.lp", "12", NONE)] {
        for no_noop in [&[][..], &["--no-noop"]] {
            let facts = text(&format!("instances/sokoban/{file}"));
            let folder = folder(&[("level.lp", &facts), ("rules.lp", &shipped)]);
            let arguments = ["decide", "level.lp", "--encoding", "rules.lp", "--actions", actions];
            let run = run_in(folder.path(), &[&arguments[..], no_noop].concat(), "");
            assert_eq!(run.code, code, "{run:?}");
        }
    }
}

#[test]
fn a_plan_that_breaks_the_rules_is_never_printed() {
    for (rules, broken) in [
        // Nobody is on that side of the box.
        ("push(b,left,a,S) :- next(S,_).", "push(b,left,a,1)"),
        // There is no such box.
        ("push(c,left,a,S) :- next(S,_).", "push(c,left,a,1)"),
        // The goal is not reached.
        ("push(b,right,b,S) :- next(S,_).", "storage"),
        // No push at all.
        ("a.", "no push"),
        // Two at once.
        ("push(b,right,(b;c),S) :- next(S,_).", "push(b,right,"),
        // A step that does not exist.
        ("push(b,right,c,7).", "step 7"),
        // What is no place.
        ("push(b,right,\"c\",S) :- next(S,_).", "push(b,right,\"c\",1)"),
    ] {
        for format in ["text", "json"] {
            let run = decide(CORRIDOR, rules, &["--format", format]);
            assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{rules}: {run:?}");
            let message = "error: the plan that the encoding `rules.lp` gives breaks the rules of the game: ";
            assert!(run.err.contains(message), "{rules}: {}", run.err);
            assert!(run.err.contains(broken), "{rules}: not `{broken}`, but {}", run.err);
        }
    }
}

#[test]
fn what_an_encoding_shows_is_up_to_it() {
    for rules in [
        "push(b,right,c,S) :- next(S,_). #show.",
        "push(b,right,c,S) :- next(S,_). #show other/1. other(1).",
        "{ push(b,right,c,S) } :- next(S,_). -push(b,right,c,S) :- not push(b,right,c,S), next(S,_). \
         :- -push(_,_,_,_). push(1,2,3).",
    ] {
        let run = decide(CORRIDOR, rules, &[]);
        assert_eq!(
            (run.code, run.out.as_str()),
            (FOUND, "push(b,right,c,1).\nSATISFIABLE\n"),
            "{rules}: {}",
            run.err
        );
    }
}

#[test]
fn storage_is_solution_unless_the_encoding_knows_it() {
    let by_solution = "push(b,right,L,S) :- next(S,_), solution(L).";
    let by_storage = "push(b,right,L,S) :- next(S,_), storage(L).";
    let by_either =
        "push(b,right,L,S) :- next(S,_), solution(L). push(b,right,L,S) :- next(S,_), storage(L).";
    let given_storage = CORRIDOR.replace("solution", "storage");
    for (facts, rules, works) in [
        (CORRIDOR, by_solution, true),
        (CORRIDOR, by_storage, false),
        (CORRIDOR, by_either, true),
        (&given_storage, by_solution, true),
        (&given_storage, by_storage, true),
        (&given_storage, by_either, true),
    ] {
        let run = decide(facts, rules, &[]);
        let expected = if works { (FOUND, "push(b,right,c,1).\nSATISFIABLE\n") } else { (INPUT, "") };
        assert_eq!((run.code, run.out.as_str()), expected, "{facts} {rules}: {}", run.err);
    }
}

#[test]
fn the_shipped_encoding_in_the_words_of_the_paper() {
    let rules = text("encodings/sokoban/decision.lp").replace("solution(", "storage(");
    let facts = text("instances/sokoban/paper-figure1.lp");
    let folder = folder(&[("level.lp", &facts), ("rules.lp", &rules)]);
    for (actions, code) in [("13", FOUND), ("12", NONE)] {
        let run = run_in(
            folder.path(),
            &["decide", "level.lp", "--encoding", "rules.lp", "--actions", actions],
            "",
        );
        assert_eq!(run.code, code, "{run:?}");
    }
}

#[test]
fn steps_of_the_command_line_replace_those_of_the_instance() {
    let rules = "push(b,right,c,S) :- next(S,_), #count { T : step(T) } = 3, not next(_,S). push(c,right,c,S) :- next(_,S), next(S,_).";
    let run = decide(CORRIDOR, rules, &["--actions", "2"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (FOUND, "push(b,right,c,1).\npush(c,right,c,2).\nSATISFIABLE\n"),
        "{}",
        run.err
    );
}

#[test]
fn no_noop_forbids_no_ops_in_any_encoding() {
    let either = "1 { push(b,right,b,S); push(b,right,c,S) } 1 :- next(S,_).";
    let run = decide(CORRIDOR, either, &["--no-noop"]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "push(b,right,c,1).\nSATISFIABLE\n"), "{}", run.err);
    let only = "push(b,right,b,S) :- next(S,_).";
    let run = decide(CORRIDOR, only, &["--no-noop"]);
    assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{}", run.err);
}

#[test]
fn an_encoding_may_have_no_answer_set() {
    let run = decide(CORRIDOR, "a :- not a.", &[]);
    assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{}", run.err);
}

#[test]
fn horizons_that_count_pushes_are_not_taken_for_actions() {
    for name in ["pushes.lp", "moves.lp"] {
        let rules = text(&format!("encodings/sokoban/{name}"));
        let folder = folder(&[("level.lp", CORRIDOR), ("rules.lp", &rules)]);
        let run = run_in(folder.path(), &["optimize", "level.lp", "--encoding", "rules.lp"], "");
        assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{run:?}");
        assert!(run.err.contains("`--metric` asks for the least of something else"), "{run:?}");
    }
}

#[test]
fn an_encoding_comes_from_standard_input_as_well() {
    let folder = folder(&[("level.lp", &format!("{CORRIDOR}{CORRIDOR_STEPS}"))]);
    let rules = "push(b,right,c,S) :- next(S,_).";
    let run = run_in(folder.path(), &["decide", "level.lp", "--encoding", "-"], rules);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "push(b,right,c,1).\nSATISFIABLE\n"), "{}", run.err);
}
