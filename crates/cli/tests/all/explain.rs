//! `groundplan explain`, and `decide --explain`, as a user types them. How they look is in snapshots: `INSTA_UPDATE=always`
//! writes them anew.

use std::process::{Command, Stdio};

use serde_json::json;

use crate::support::{self, folder, instance, run, run_in, Run, FOUND, INPUT, NONE, UNKNOWN, USAGE};

const CONFLICT: &str = "p(1). q(1..2). s.\nr(X) :- p(X), q(X).\n{ t }.\n:- r(1).\n:- t, s.\n";

/// What is said of each program, one after the other.
fn said(programs: &[(&str, &[&str])]) -> String {
    let mut all = String::new();
    for (program, arguments) in programs {
        let files = folder(&[("program.lp", program)]);
        let run = run_in(files.path(), &[&["explain", "program.lp"], *arguments].concat(), "");
        let arguments = arguments.join(" ");
        all += &format!(
            "$ explain {arguments}\n{}\n{}{}exit {}\n\n",
            program.trim_end(),
            run.out,
            run.err,
            run.code
        );
    }
    all
}

#[test]
fn what_conflicts() {
    insta::assert_snapshot!(said(&[
        (CONFLICT, &[]),
        (CONFLICT, &["--instances", "--assume", "t"]),
        (CONFLICT, &["--soft", "constraints"]),
        (CONFLICT, &["--soft", "facts"]),
        (CONFLICT, &["--soft", "all"]),
        ("{ a }. b :- a. :- not b.\n#minimize { 1 : a }. :- a, not c. c :- d. d :- c. d :- e. { e }. :- e.\n", &["--soft", "all"]),
        ("{ a } = 1. { b } = 1 :- a. { b } = 0.\n:- c.\n{ c }.\n", &[]),
        ("{ a } = 1. { b } = 1 :- a.\n{ b } = 0.\n", &["--soft", "all"]),
        ("{ a }.\n", &["--assume", "b"]),
        ("a.\n:-\n  a,\n  not b.\n{ c }.\n", &[]),
    ]));
}

#[test]
fn all_conflicts() {
    insta::assert_snapshot!(said(&[
        ("a. b. c.\n:- a, b.\n:- b, c.\n", &["-n", "0"]),
        ("a. b. c.\n:- a, b.\n:- b, c.\n", &["-n", "1", "--quiet"]),
        ("a. b. c.\n:- a, b.\n:- b, c.\n", &["-n", "2", "--soft", "facts"]),
        (CONFLICT, &["-n", "3", "--instances", "--assume", "t"]),
        ("{ a }.\n", &["-n", "0"]),
        ("a :- not a.\n", &["-n", "0"]),
    ]));
}

#[test]
fn conflicts_by_counting() {
    let beds = "% The guests.\nguest(ada; ben; cleo; dora).\nbed(red; blue; green).\n{ in(G, B) : bed(B) } = 1 :- guest(G).\n\
        % A bed is for one.\n:- in(G, B), in(H, B), G < H.\n";
    let boats = "group(a, 2). group(b, 3). boat(sun, 2). boat(moon, 1).\n\
        N { by(G, B, T) : boat(B, _), tour(T) } :- group(G, N).\ntour(1).\n\
        :- boat(B, N), #count { G, T : by(G, B, T) } > N.\n";
    // That a room has one lesson at a time follows from two laws.
    let lessons =
        "lesson(red, physics). lesson(red, music). lesson(blue, physics). hour(mon). hour(tue). room(lab).\n\
        { held(C, L, H, R) : hour(H), room(R) } = 1 :- lesson(C, L).\n\
        :- held(C, _, H, R), held(D, _, H, R), C < D.\n:- held(C, L, H, _), held(C, M, H, _), L < M.\n";
    insta::assert_snapshot!(said(&[
        (beds, &[]),
        (beds, &["-n", "0", "--quiet", "--soft", "constraints"]),
        (boats, &[]),
        (lessons, &["--quiet"]),
        // With a bed for each there is nothing to count.
        (&beds.replace("green", "green; white"), &["--assume", "not in(ada,red)", "--assume", "in(ben,red)"]),
    ]));
    let files = folder(&[("beds.lp", beds)]);
    let run = run_in(files.path(), &["explain", "beds.lp", "--format", "json", "--quiet"], "");
    let counting = &run.json()["counting"];
    assert_eq!((&counting["needed"], &counting["available"]), (&json!(4), &json!(3)));
    assert_eq!(counting["demands"][0], json!({ "values": ["ada"], "needs": 1 }));
    assert_eq!(counting["places_of"], json!([{ "predicate": "bed" }]));
}

#[test]
fn pigeons_are_counted() {
    let program = "hole(1..14). pigeon(1..15).\n{ in(P, H) : hole(H) } = 1 :- pigeon(P).\n\
        % {P} and {Q} cannot both be in {H}.\n:- in(P, H), in(Q, H), P < Q.\n";
    let files = folder(&[("pigeons.lp", program)]);
    for arguments in [&[][..], &["--instances"], &["--backend", "varisat"]] {
        let all =
            [&["explain", "pigeons.lp", "--soft", "constraints", "--time-limit", "60"], arguments].concat();
        let run = run_in(files.path(), &all, "");
        assert!(run.code == FOUND && run.err.starts_with("minimal: without it, "), "{run:?}");
        assert!(
            run.out.starts_with("note: counting: 15 of `pigeon` (1, 2, 3, 4, 5, 6, 7 and 8 more) need"),
            "{run:?}"
        );
        assert!(
            run.out.contains(" need 15 of `hole`, and there are 14\n- P and Q cannot both be in H."),
            "{run:?}"
        );
    }
}

#[test]
fn repairs() {
    insta::assert_snapshot!(said(&[
        ("a. b. c.\n:- a, b.\n:- b, c.\n", &["--repair"]),
        ("a. b. c.\n:- a, b.\n:- b, c.\n:- a, c.\n", &["--repair", "--soft", "facts"]),
        // Without the fact its consequence has no support.
        ("a(1..2). :- a(1).\n:- not a(2).\n", &["--repair", "--soft", "facts"]),
        ("{ a }.\n", &["--repair"]),
        (":- not a.\n{ a } :- b.\n{ b }.\n", &["--repair", "--assume", "not b"]),
        ("c :- not c.\n", &["--repair"]),
        (":- not a.\na :- b. b :- a.\n{ c }.\n:- not c.\n", &["--repair", "--soft", "all"]),
        ("a :- not b.\n:- a.\n", &["--repair", "--quiet"]),
    ]));
}

#[test]
fn odd_loops() {
    insta::assert_snapshot!(said(&[
        ("a :- not b. b :- not c. c :- not a.\n", &[]),
        ("move(1, 2). move(2, 3). move(3, 1).\nwins(X) :- move(X, Y), not wins(Y).\n", &[]),
        // A fact takes part.
        ("f. g.\na :- f, not a.\n", &[]),
        // The loop on `a` does no harm, because `b` may hold; the one on `d` does.
        ("a :- not a. a :- b. b :- not c. c :- not b.\nd :- not d, b.\nd :- not d, c.\n", &[]),
        // Two loops are the reason together.
        ("{ x }.\np :- x, not p.\nq :- not x, not q.\n", &[]),
        // Through an aggregate.
        ("a :- not b.\nb :- #count { 1 : a; 2 : c } >= 1.\nc :- a.\n", &[]),
        // A constraint is the reason, not the loop that stands beside it.
        ("a :- not a. a :- b. { b }.\n:- b.\n", &[]),
        (":- not b. { a }. b :- a, not a.\n", &["--soft", "facts"]),
        // Bounds of choices are the reason.
        ("{ a } = 1. { b } = 1 :- a. { b } = 0. c :- not c, not a.\n", &[]),
        ("a :- not b. b :- not c. c :- not a.\n", &["--soft", "all"]),
    ]));
}

#[test]
fn why_there_is_no_plan() {
    let stuck = "########\n#      #\n# $$   #\n#@##  .#\n###   .#\n  ######\n";
    let contested = "########\n#  $$. #\n#@     #\n#  $ . #\n#    . #\n#      #\n########\n";
    let spare = "########\n#@     #\n# ##$# #\n# #$$  #\n# ##$# #\n#    . #\n########\n";
    let files = folder(&[("stuck.xsb", stuck), ("contested.xsb", contested), ("spare.xsb", spare)]);
    let mut all = String::new();
    let mut ask = |level: &str, arguments: &[&str]| {
        let run = run_in(files.path(), &[&["decide", level, "--explain"], arguments].concat(), "");
        all += &format!("$ {level} {}\n{}{}exit {}\n\n", arguments.join(" "), run.out, run.err, run.code);
    };
    for level in ["stuck.xsb", "contested.xsb", "spare.xsb"] {
        ask(level, &["--actions", "6"]);
    }
    ask("stuck.xsb", &["--actions", "2", "--quiet"]);
    for name in [
        "corner-deadlock.lp",
        "fewer-boxes-than-storages.lp",
        "isolated-chamber-needs-work.lp",
        "eight-boxes-three-piers.lp",
        "already-solved-box-out-of-reach.lp",
        "corridor-one-push.lp",
    ] {
        let run = run(&["decide", &instance(name), "--explain", "--engine", "ground"]);
        all += &format!("$ {name}\n{}{}exit {}\n\n", run.out, run.err, run.code);
    }
    for (actions, arguments) in [
        ("12", &["--no-noop", "--engine", "ground"][..]),
        ("3", &["--encoding", "encodings/sokoban/decision.lp"]),
        ("12", &["--engine", "tabled+"]),
        ("12", &["--engine", "tabled"]),
    ] {
        let level = instance("paper-figure1.lp");
        let run = run(&[&["decide", &level, "--actions", actions, "--explain"], arguments].concat());
        all += &format!("$ {actions} {}\n{}{}exit {}\n\n", arguments.join(" "), run.out, run.err, run.code);
    }
    insta::assert_snapshot!(all);
}

#[test]
fn json_says_the_same() {
    let files = folder(&[("program.lp", CONFLICT)]);
    let run_with = |arguments: &[&str]| {
        let all = [&["explain", "program.lp", "--format", "json", "--quiet"], arguments].concat();
        run_in(files.path(), &all, "")
    };
    let run = run_with(&[]);
    assert_eq!((run.code, run.err.as_str()), (FOUND, ""));
    let object = run.json();
    assert_eq!(Run::keys(&object), ["schema_version", "command", "files", "result", "minimal", "conflict"]);
    assert_eq!((&object["result"], &object["minimal"]), (&json!("UNSATISFIABLE"), &json!(true)));
    let fact = json!({ "kind": "fact", "file": "program.lp", "line": 1, "column": 7, "text": "q(1..2)." });
    assert_eq!(object["conflict"][1], fact);
    let object = run_with(&["--instances"]).json();
    assert_eq!(object["conflict"][1]["instances"], json!([{ "1..2": "1" }]));
    let object = run_with(&["--assume", "t", "--soft", "facts"]).json();
    let conflict = object["conflict"].as_array().expect("a list");
    assert!(!conflict.iter().any(|cause| cause["kind"] == "constraint"), "{object}");
    let object = run_with(&["--soft", "all", "--assume", "u"]).json();
    assert_eq!(object["result"], "UNSATISFIABLE");
    let files = folder(&[("program.lp", "{ a }.")]);
    let run = run_in(files.path(), &["explain", "program.lp", "--format", "json", "-q"], "");
    let expected = json!({ "result": "SATISFIABLE", "minimal": null, "conflict": null });
    for key in ["result", "minimal", "conflict"] {
        assert_eq!(run.json()[key], expected[key], "{run:?}");
    }
    assert_eq!(run.code, NONE);
    let run =
        support::run(&["decide", &instance("corner-deadlock.lp"), "--explain", "--format", "json", "-q"]);
    let explanation = &run.json()["explanation"];
    assert_eq!((&explanation[0]["kind"], &explanation[0]["boxes"]), (&json!("lost"), &json!(["c1r1"])));
    let run =
        support::run(&["decide", &instance("corridor-one-push.lp"), "--explain", "--format", "json", "-q"]);
    assert_eq!((&run.json()["explanation"], run.code), (&json!(null), FOUND));
}

#[test]
fn json_has_all_conflicts_repairs_and_loops() {
    let text = "a. b. c.\n:- a, b.\n:- b, c.\n";
    let files = folder(&[("program.lp", text), ("loop.lp", "a :- not b.\nb :- a.\n"), ("fine.lp", "{ a }.")]);
    let object = |file: &str, arguments: &[&str]| {
        let all = [&["explain", file, "--format", "json", "--quiet"], arguments].concat();
        let run = run_in(files.path(), &all, "");
        (run.json(), run.code)
    };
    let (found, code) = object("program.lp", &["-n", "0"]);
    assert_eq!((code, &found["complete"]), (FOUND, &json!(true)));
    let conflicts = found["conflicts"].as_array().expect("a list");
    assert_eq!(conflicts.len(), 2, "{found}");
    assert!(conflicts
        .iter()
        .all(|it| it["minimal"] == true && it["conflict"].as_array().is_some_and(|it| it.len() == 3)));
    let (found, _) = object("program.lp", &["-n", "1"]);
    assert_eq!(Run::keys(&found), ["schema_version", "command", "files", "result", "minimal", "conflict"]);
    let (found, code) = object("program.lp", &["--repair"]);
    assert_eq!((code, &found["smallest"], &found["answer_set_without"]), (FOUND, &json!(true), &json!(true)));
    assert_eq!(
        found["repair"],
        json!([{ "kind": "fact", "file": "program.lp", "line": 1, "column": 4, "text": "b." }])
    );
    let (found, code) = object("fine.lp", &["--repair"]);
    assert_eq!((code, &found["result"], &found["repair"]), (NONE, &json!("SATISFIABLE"), &json!([])));
    let (found, code) = object("loop.lp", &[]);
    let step = |atom: &str, depends_on: &str, line: u32, text: &str| json!({ "atom": atom, "depends_on": depends_on, "file": "loop.lp", "line": line, "column": 1, "text": text });
    let steps = json!([[step("a", "not b", 1, "a :- not b."), step("b", "a", 2, "b :- a.")]]);
    assert_eq!((code, &found["odd_loops"], &found["more_with_soft_all"]), (FOUND, &steps, &json!(true)));
}

#[test]
fn a_limit_gives_the_conflicts_so_far() {
    // Each half of the facts conflicts with the constraint: more than can be listed.
    let facts: String = (0..70).map(|number| format!("f({number}).\n")).collect();
    let many = format!("{facts}:- #count {{ X : f(X) }} >= 35.\n");
    let files = folder(&[("many.lp", &many)]);
    let run = run_in(files.path(), &["explain", "many.lp", "-n", "0", "--time-limit", "2"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
    assert!(run.out.starts_with("Conflict: 1\nnote: these 36 statements"), "{run:?}");
    assert!(run.out.contains("\nConflict: 2\n") && run.out.ends_with("UNSATISFIABLE\n"), "{run:?}");
    assert!(run.err.contains("the time limit of 2 s is over: minimal conflicts so far: "), "{run:?}");
    assert!(run.err.contains(", more may exist"), "{run:?}");
    let run = run_in(files.path(), &["explain", "many.lp", "-n", "3"], "");
    assert_eq!(run.out.matches("Conflict: ").count(), 3, "{run:?}");
    assert!(run.err.starts_with("minimal conflicts so far: 3, more may exist"), "{run:?}");
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let files = folder(&[
        ("steps.lp", "#include <incmode>. #program step(t). p(t). #program check(t). :- query(t)."),
        ("ground.aspif", "asp 1 0 0\n1 0 0 0 0\n0\n"),
        ("wrong.lp", "a :- b\nc."),
        ("fine.lp", "a. :- a."),
    ]);
    for (arguments, code, says) in [
        (&["steps.lp"][..], INPUT, "step by step"),
        (&["ground.aspif"], INPUT, "a ground program has no statements"),
        (&["wrong.lp"], INPUT, "wrong.lp:1:7"),
        (&["fine.lp", "--assume", "a b"], USAGE, "no literal to assume"),
        (&["fine.lp", "--soft", "rules"], USAGE, "constraints, facts, all"),
        (&["fine.lp", "-c", "n"], USAGE, "no definition of a constant"),
        (&["fine.lp", "-n", "0", "--certify", "proof"], USAGE, "a certificate is about one conflict"),
        (&["fine.lp", "-n", "2", "--repair"], USAGE, "cannot be used with"),
        (&["fine.lp", "-n", "-1"], USAGE, "'-1'"),
    ] {
        let run = run_in(files.path(), &[&["explain"], arguments].concat(), "");
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{run:?}");
        assert!(run.err.contains(says), "{run:?}");
    }
    let run = run_in(files.path(), &["explain", "-", "-c", "n=2"], "p(1..n). :- p(2).");
    assert_eq!(run.code, FOUND, "{run:?}");
}

#[test]
fn solve_names_explain_on_a_terminal_for_programs_that_have_statements() {
    if Command::new("script").arg("--version").output().is_err() {
        support::skip_without("`script`, of util-linux");
        return;
    }
    let files = folder(&[
        ("program.lp", "a. :- a.\n"),
        ("ground.aspif", "asp 1 0 0\n1 0 0 0 0\n0\n"),
        ("ground.lparse", "1 1 0 0\n0\n0\nB+\n0\nB-\n1\n0\n1\n"),
        ("formula.cnf", "p cnf 1 2\n1 0\n-1 0\n"),
    ]);
    for (file, is_named) in
        [("program.lp", true), ("ground.aspif", false), ("ground.lparse", false), ("formula.cnf", false)]
    {
        let program = assert_cmd::cargo::cargo_bin!("groundplan").display().to_string();
        let line = format!("'{program}' solve {file}");
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).current_dir(files.path()).stdin(Stdio::null());
        let output = command.output().expect("script starts");
        let screen = String::from_utf8_lossy(&output.stdout);
        assert!(screen.contains("UNSATISFIABLE"), "{file}: {screen}");
        assert_eq!(screen.contains(&format!("`groundplan explain {file}`")), is_named, "{file}: {screen}");
    }
}

#[test]
fn a_limit_gives_the_smallest_set_so_far() {
    // Two conflicts in one program: that of the facts is found at once, and pigeons keep it from being proven minimal for long.
    let pigeons = "hole(1..11). pigeon(1..12).\n{ in(P, H) : hole(H) } = 1 :- pigeon(P).\n\
        :- in(P, H), in(Q, H), P < Q.\n";
    let easy = "a. :- a, not in(1, 1).\n:- a, in(1, 1).\n";
    let files = folder(&[("pigeons.lp", pigeons), ("easy.lp", easy)]);
    let run = run_in(files.path(), &["explain", "pigeons.lp", "easy.lp", "--time-limit", "2"], "");
    let minimal = run.err.contains("minimal: without any one of them");
    let smaller = run.err.contains("the time limit of 2 s is over: perhaps fewer of them conflict");
    assert!(run.code == FOUND && minimal != smaller && run.out.ends_with("UNSATISFIABLE\n"), "{run:?}");
    // Edges of a complete graph, of which an odd number is at each of its 11 vertices: no counting helps (Tseitin 1968).
    let odd = "v(1..11). { e(X, Y) : v(Y), X < Y } :- v(X).\n\
        :- v(X), { e(X, Y) : v(Y), X < Y; e(Y, X) : v(Y), Y < X } = 2 * K, K = 0..5.\n";
    let files = folder(&[("odd.lp", odd)]);
    let run = run_in(files.path(), &["explain", "odd.lp", "--time-limit", "1", "--backend", "varisat"], "");
    assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
    assert!(run.err.contains("whether there is an answer set is not known"), "{run:?}");
    // A recursion that a fact was to end.
    let endless = folder(&[("program.lp", "n(0). stop(9). n(X+1) :- n(X), not stop(X). :- n(8).\n")]);
    let limited = ["explain", "program.lp", "--ground-limit", "1000"];
    let run = run_in(endless.path(), &limited, "");
    assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
    assert!(run.err.contains("`--soft constraints` has less to ground"), "{run:?}");
    let run = run_in(endless.path(), &[&limited[..], &["--soft", "constraints"]].concat(), "");
    assert_eq!(run.code, FOUND, "{run:?}");
}
