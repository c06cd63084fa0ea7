//! `groundplan explain --why`, as a user types it. How it looks is in a snapshot: `INSTA_UPDATE=always` writes it anew.

use serde_json::json;

use crate::support::{folder, run_in, Run, FOUND, INPUT, NONE, UNKNOWN, USAGE};

const SHIFTS: &str = "person(ada; ben). shift(1..2).\nfree(P, S) :-  % not away\n  person(P), shift(S), not away(P, S).\n\
    away(ben, 2).\n{ covers(P, S) : free(P, S) } = 1 :- shift(S).\nbusy(P) :- person(P), #count { S : covers(P, S) } >= 2.\n\
    relaxed :- free(P, S), not covers(P, S), not busy(P).\n#minimize { 1, S : covers(ben, S) }.\n";

/// What is said of each atom, one after the other.
fn said(program: &str, asked: &[&[&str]]) -> String {
    let mut all = String::new();
    for arguments in asked {
        let files = folder(&[("program.lp", program)]);
        let run = run_in(files.path(), &[&["explain", "program.lp", "--why"], *arguments].concat(), "");
        let arguments = arguments.join(" ");
        all += &format!("$ explain --why {arguments}\n{}{}exit {}\n\n", run.out, run.err, run.code);
    }
    all
}

#[test]
fn why_an_atom_is_true_or_false() {
    let mut all = said(
        SHIFTS,
        &[
            &["busy(ada)"],
            &["busy(ben)"],
            &["covers(ben,1)", "--assume", "covers(ben,1)"],
            &["covers(ben,1)"],
            &["relaxed", "--instances", "-q"],
            &["-relaxed"],
            &["bussy(ada)", "-q"],
            &["busy(cleo)", "-q"],
        ],
    );
    all += &said("a | b. a :- b. b :- a.\n", &[&["a", "-q"]]);
    all += &said(
        "n(0..12). p(X, Y) :- n(X), n(Y), X + Y = 30.\nq :- n(X), n(Y), X + Y = 2.\n",
        &[&["p(9,9)", "-q"], &["q", "-q"], &["p(3,4)", "-q"]],
    );
    all += &said(
        "{ r(1..12) }. q :- r(X), not s(X). s(1..12).\nt(0). t(X + 1) :- t(X), r(X + 1).\n",
        &[&["q", "-q", "--assume", "r(1)", "--assume", "r(2)", "--assume", "not r(12)"]],
    );
    insta::assert_snapshot!(all);
}

/// A full stop may stand behind an atom, as in a program.
#[test]
fn a_full_stop_is_no_part_of_an_atom() {
    let files = folder(&[("program.lp", SHIFTS)]);
    let asked = |atom: &str, literal: &str| {
        run_in(files.path(), &["explain", "program.lp", "--why", atom, "--assume", literal], "").out
    };
    let plain = asked("busy(ada)", "not covers(ben,1)");
    assert!(plain.starts_with("busy(ada) is true"), "{plain}");
    assert_eq!(asked("busy(ada).", "not covers(ben,1). "), plain);
}

#[test]
fn a_constant_stands_for_its_value() {
    let program = "#const n = 3. #const home = oslo.\n1 { on(1..n) } 1. lamp(n, home) :- on(n).\n";
    let files = folder(&[("program.lp", program)]);
    for (asked, options, atom) in [
        ("lamp(n,home)", &[][..], "lamp(3,oslo)"),
        ("lamp(n-1,home)", &["-c", "n=4", "-c", "home=rome"], "lamp(3,rome)"),
        ("-on(n)", &["-c", "n=2"], "-on(2)"),
    ] {
        let run = run_in(files.path(), &[&["explain", "program.lp", "--why", asked], options].concat(), "");
        assert!(run.out.starts_with(&format!("{atom} is ")), "{run:?}");
    }
    // `solve` ends as clingo does.
    for (command, assumed, code) in [
        ("solve", "on(n)", 30),
        ("solve", "on(n-1)", 20),
        ("explain", "on(n)", NONE),
        ("explain", "not lamp(n,home)", FOUND),
    ] {
        let arguments = [command, "program.lp", "--assume", assumed, "--assume", "on(3)", "-q"];
        let run = run_in(files.path(), &arguments, "");
        assert_eq!(run.code, code, "{command} {assumed}: {run:?}");
    }
    let arguments =
        ["certify", "program.lp", "--assume", "on(n)", "--assume", "not lamp(3,home)", "-o", "certificate"];
    assert_eq!(run_in(files.path(), &arguments, "").code, FOUND, "a certificate is written");
}

/// The name of a predicate is no constant, and that of a variable of an integer is one in its arguments, as in the program.
#[test]
fn constants_are_those_of_the_program() {
    let program =
        "{ on(1..n) }.\nn :- on(n), not -on(n).\n-on(1).\n:- on(m), n.\n&sum { start(n) } = m + 4.\n\
        #const n = 3.\n#const m = n - 2.\n";
    let files = folder(&[("program.lp", program)]);
    let asked = |arguments: &[&str]| {
        run_in(files.path(), &[&["explain", "program.lp", "-q"], arguments].concat(), "").out
    };
    let says = |arguments: &[&str], begins: &str| {
        let out = asked(arguments);
        assert!(out.starts_with(begins), "{arguments:?}: {out}");
    };
    says(&["--why", "-on(m)"], "-on(1) is true");
    says(&["--why", "on(k)", "-c", "k=n"], "on(3) is");
    says(&["--why", "start(n)=m+4"], "start(3)=5 is true");
    says(&["--why", "start(n)=n"], "start(3)=3 is false\n  its value is 5: ");
    says(&["--why", "start(m)=n"], "start(1)=3 is false\n  there is no integer variable `start(1)`\n");
    says(&["--why", "start(n)"], "start(3)=5 is true");
    let only = &["--assume", "not on(m)", "--assume", "on(n)"];
    says(&[&["--why", "n"][..], only].concat(), "n is true\n  program.lp:2:1: ");
    says(&["--why", "n", "--assume", "not on(n)"], "n is false\n");
    says(&["--why", "-m"], "-m is false\n  no rule and no fact derives it");
    says(&["--why", "n", "--assume", "not n"], "n is false\n");
    let object = asked(&["--why", "on(n)", "--format", "json"]);
    assert!(object.contains("\"why\":\"on(3)\""), "{object}");
    let run = run_in(files.path(), &["explain", "program.lp", "--why", "on(n / 0)"], "");
    assert_eq!((run.code, run.err.contains("this has no value")), (USAGE, true), "{run:?}");
}

/// That an atom was not chosen does not say that it cannot be: another question is whether another answer set has it.
#[test]
fn whether_another_answer_set_has_the_atom_is_said() {
    let files =
        folder(&[("program.lp", "{ a(1..m) }.\n% Never two.\n:- a(2).\nb :- a(2), a(3).\nc :- a(1), a(3).")]);
    let asked = |arguments: &[&str]| {
        run_in(
            files.path(),
            &[&["explain", "program.lp", "-c", "m=3", "-q", "--why"], arguments].concat(),
            "",
        )
    };
    let excluded = "there is no answer set in which a(2) is true, because of\n  Never two.\n  program.lp:3:1: :- a(2).\n";
    assert!(asked(&["a(2)"]).out.ends_with(excluded), "{:?}", asked(&["a(2)"]));
    let excluded =
        "there is no answer set in which b is true, because of\n  Never two.\n  program.lp:3:1: :- a(2).\n";
    assert!(asked(&["b"]).out.ends_with(excluded), "{:?}", asked(&["b"]));
    let run = asked(&["c", "--assume", "not a(1)"]);
    assert!(
        run.out.ends_with("there is no answer set in which c is true, because of\n  `not a(1)` is assumed\n"),
        "{run:?}"
    );
    let run = asked(&["c", "--assume", "a(1)", "--assume", "not a(3)", "--assume", "not a(2)"]);
    assert!(
        run.out.ends_with("there is no answer set in which c is true, because of\n  `not a(3)` is assumed\n"),
        "{run:?}"
    );
    let run = asked(&["a(1)", "--assume", "a(1)"]);
    assert!(
        run.out.ends_with("there is no answer set in which a(1) is false, because of\n  `a(1)` is assumed\n"),
        "{run:?}"
    );
    let run = asked(&["c", "--assume", "a(1)"]);
    let possible = "there is an answer set in which c is true\n  + c\n  + a(3)\n";
    let other = "there is an answer set in which c is true\n  + a(3)\n  + c\n";
    let is_chosen = run.out.starts_with("c is true");
    assert!(is_chosen || run.out.ends_with(possible) || run.out.ends_with(other), "{run:?}");
}

#[test]
fn a_deep_tree_goes_on_below() {
    let files = folder(&[("program.lp", "{ go }.\nn(0) :- go.\nn(X + 1) :- n(X), go, X < 3000.\n")]);
    let run =
        run_in(files.path(), &["explain", "program.lp", "--why", "n(3000)", "--assume", "go", "-q"], "");
    assert_eq!(run.code, FOUND);
    assert_eq!(run.out.matches(": see below\n").count(), 300, "{}", run.out);
    let deepest = run.out.lines().map(|line| line.len() - line.trim_start().len()).max();
    assert!(deepest <= Some(44), "{deepest:?}");
    assert_eq!(run.out.lines().filter(|line| line.starts_with("n(")).count(), 301);
}

#[test]
fn json_says_the_same() {
    let files = folder(&[("program.lp", SHIFTS)]);
    let run_with = |arguments: &[&str]| {
        let all = [&["explain", "program.lp", "--format", "json", "-q", "--why"], arguments].concat();
        let run = run_in(files.path(), &all, "");
        (run.code, run.json())
    };
    let (code, object) = run_with(&["busy(ada)"]);
    assert_eq!(code, FOUND);
    let keys =
        ["schema_version", "command", "files", "result", "why", "optimal", "contrast", "holds", "derivation"];
    assert_eq!(Run::keys(&object), keys);
    assert_eq!((&object["why"], &object["holds"]), (&json!("busy(ada)"), &json!(true)));
    let root = &object["derivation"][0];
    assert_eq!(
        (&root["atom"], &root["by_cases"], &root["other_supports"]),
        (&json!("busy(ada)"), &json!(false), &json!(0))
    );
    let support = &root["supports"][0];
    assert_eq!(
        (&support["kind"], &support["line"], &support["values"]),
        (&json!("rule"), &json!(6), &json!({ "P": "ada" }))
    );
    let index = support["body"][0]["atom"].as_u64().expect("an index") as usize;
    assert_eq!(object["derivation"][index]["atom"], "person(ada)");
    assert_eq!(support["body"][1]["elements"].as_array().map(Vec::len), Some(2), "{support}");
    let (code, object) = run_with(&["busy(ben)"]);
    assert_eq!((code, &object["holds"]), (FOUND, &json!(false)));
    let fails = &object["rules"][0]["fails"];
    assert_eq!(fails["reason"], "its value is 0", "{object}");
    let (code, object) = run_with(&["busy(ben)", "--assume", "covers(ben,2)"]);
    assert_eq!((code, &object["result"], &object["holds"]), (NONE, &json!("UNSATISFIABLE"), &json!(null)));
}

/// Two variables, one of which is as small as the other one and the costs allow.
const VALUES: &str =
    "&dom { 0..9 } = f(X) :- X = 1..2.\n&sum { f(1); 2 } <= f(2) :- on.\non.\n&sum { f(1) } >= 3.\n\
    &minimize { f(2) }.\nlarge :- &sum { f(2) } > 4.\n";

#[test]
fn why_a_variable_has_its_value() {
    let files = folder(&[("program.lp", VALUES)]);
    let asked = |atom: &str| run_in(files.path(), &["explain", "program.lp", "--why", atom], "");
    let run = asked("f(2)=5");
    assert_eq!((run.code, run.err.as_str()), (FOUND, "in an optimal answer set\n"));
    let expected = "f(2)=5 is true\n    f(2) >= 5\n      program.lp:2:1: &sum { f(1); 2 } <= f(2) :- on.\n        \
        on: fact, program.lp:3:1: on.\n        f(1) >= 3: constraint, program.lp:4:1: &sum { f(1) } >= 3.\n    \
        f(2) <= 5: by the costs, program.lp:5:1: &minimize { f(2) }.\n";
    assert_eq!(run.out, expected);
    assert_eq!(asked("f(2)").out, expected);
    let run = asked("large");
    let expected = "large is true\n  program.lp:6:1: large :- &sum { f(2) } > 4.\n    \
        &sum { f(2) } > 4: it holds by these values\n      f(2)=5\n        f(2) >= 5\n          program.lp:2:1: ";
    assert!(run.out.starts_with(expected), "{run:?}");
    let run = asked("f(2)=6");
    assert_eq!(
        (run.code, run.out.as_str()),
        (FOUND, "f(2)=6 is false\n  its value is 5: ask for `f(2)=5`\n")
    );
    let run = asked("f(3)=6");
    assert_eq!(
        (run.code, run.out.as_str()),
        (FOUND, "f(3)=6 is false\n  there is no integer variable `f(3)`\n")
    );
}

#[test]
fn json_says_why_a_variable_has_its_value() {
    let files = folder(&[("program.lp", &format!("{VALUES}&dom {{ 1..7 }} = g."))]);
    let json_of = |atom: &str| {
        run_in(files.path(), &["explain", "program.lp", "--format", "json", "--why", atom], "").json()
    };
    let object = json_of("f(2)=5");
    assert_eq!((&object["why"], &object["holds"]), (&json!("f(2)=5"), &json!(true)));
    let atoms = object["derivation"].as_array().expect("a derivation");
    let support = |index: usize| &atoms[index]["supports"][0];
    assert_eq!(support(0)["kind"], "value");
    let of = |bound: &str| atoms.iter().position(|atom| atom["atom"] == bound).expect("it is told");
    let (least, greatest) = (of("f(2) >= 5"), of("f(2) <= 5"));
    assert_eq!(support(0)["body"], json!([{ "atom": least }, { "atom": greatest }]));
    assert_eq!((&support(least)["kind"], &support(least)["line"]), (&json!("constraint"), &json!(2)));
    assert_eq!(support(least)["body"], json!([{ "atom": of("on") }, { "atom": of("f(1) >= 3") }]));
    assert_eq!((&support(greatest)["kind"], &support(greatest)["line"]), (&json!("objective"), &json!(5)));
    let object = json_of("g");
    let value = object["why"].as_str().and_then(|why| why.strip_prefix("g=")).expect("a value").to_owned();
    let open = object["derivation"].as_array().expect("a derivation").iter().map(|atom| &atom["supports"][0]);
    let open: Vec<_> = open.filter(|support| support["kind"] == "open").collect();
    assert!(!open.is_empty() && open.iter().all(|it| it["least"] == 1 && it["greatest"] == 7), "{object}");
    let object = json_of(&format!("g={}", 8 - value.parse::<i64>().expect("a number") + 1));
    assert_eq!((&object["holds"], &object["rules"]), (&json!(false), &json!([])));
    assert!(object["reason"]
        .as_str()
        .is_some_and(|reason| reason.starts_with(&format!("its value is {value}"))));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let files = folder(&[
        ("steps.lp", "#include <incmode>. #program step(t). p(t). #program check(t). :- query(t)."),
        ("ground.aspif", "asp 1 0 0\n1 0 0 0 0\n0\n"),
        ("wrong.lp", "a :- b\nc."),
        ("fine.lp", "a. { b }."),
    ]);
    for (arguments, code, says) in [
        (&["steps.lp", "--why", "a"][..], INPUT, "step by step"),
        (&["ground.aspif", "--why", "a"], INPUT, "a ground program has no statements"),
        (&["wrong.lp", "--why", "a"], INPUT, "wrong.lp:1:7"),
        (&["fine.lp", "--why", "a(X)"], USAGE, "`a(X)` is no ground atom to explain"),
        (&["fine.lp", "--why", "a(X)"], USAGE, "write the value that is meant in its place"),
        (&["fine.lp", "--why", "a b"], USAGE, "no ground atom"),
        (&["fine.lp", "--why", "7"], USAGE, "this is no atom"),
        (&["fine.lp", "--why", "x=y"], USAGE, "and no value, as in `start(a)=3`"),
        (&["fine.lp", "--why", "x(Y)=3"], USAGE, "no ground atom"),
        (&["fine.lp", "--why", "a", "--assume", "a b"], USAGE, "no literal to assume"),
        (&["fine.lp", "--why", "a", "--soft", "facts"], USAGE, "cannot be used with"),
        (&["fine.lp", "--why", "a", "--certify", "folder"], USAGE, "cannot be used with"),
    ] {
        let run = run_in(files.path(), &[&["explain"], arguments].concat(), "");
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{run:?}");
        assert!(run.err.contains(says), "{run:?}");
    }
}

#[test]
fn without_an_answer_set_there_is_nothing_to_ask_about() {
    let files = folder(&[("none.lp", "{ a }. :- a. :- not a.")]);
    let run = run_in(files.path(), &["explain", "none.lp", "--why", "a"], "");
    assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"));
    assert!(run.err.contains("`groundplan explain` without `--why` says why"), "{run:?}");
}

#[test]
fn a_limit_leaves_it_open() {
    let files = folder(&[("endless.lp", "n(0). n(X + 1) :- n(X).")]);
    for arguments in [&["endless.lp", "--time-limit", "0.5"][..], &["endless.lp", "--ground-limit", "1000"]] {
        let run = run_in(files.path(), &[&["explain", "--why", "n(1)"], arguments].concat(), "");
        assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
        assert!(run.err.contains("the atom is not explained"), "{run:?}");
    }
}
