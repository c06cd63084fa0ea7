//! `groundplan solve`, as a user types it.

use crate::support::{self, folder, run_in};

pub const CHOICE: &str = "{ a; b }. c :- a. :- not a, not b.\n";

#[test]
fn it_prints_as_clingo_does_and_exits_as_clasp_does() {
    let files = folder(&[("p.lp", CHOICE), ("none.lp", "a. :- a.\n"), ("one.lp", "a.\n"), ("empty.lp", "")]);
    let folder = files.path();
    let one = run_in(folder, &["solve", "p.lp"], "");
    assert_eq!((one.code, one.out.lines().next()), (10, Some("Answer: 1")), "{one:?}");
    assert!(one.out.ends_with("SATISFIABLE\n"), "{one:?}");
    let all = run_in(folder, &["solve", "p.lp", "-n", "0"], "");
    assert_eq!(all.code, 30, "{all:?}");
    let mut sets: Vec<&str> = all.out.lines().filter(|line| line.starts_with(['a', 'b'])).collect();
    sets.sort_unstable();
    assert_eq!(sets, ["a b c", "a c", "b"], "{all:?}");
    let two = run_in(folder, &["solve", "p.lp", "-n", "2"], "");
    assert_eq!((two.code, two.out.matches("Answer").count()), (10, 2), "{two:?}");
    let none = run_in(folder, &["solve", "none.lp"], "");
    assert_eq!((none.code, none.out.as_str()), (20, "UNSATISFIABLE\n"), "{none:?}");
    let only = run_in(folder, &["solve", "one.lp", "-n", "0"], "");
    assert_eq!((only.code, only.out.as_str()), (30, "Answer: 1\na\nSATISFIABLE\n"), "{only:?}");
    let empty = run_in(folder, &["solve", "empty.lp", "-n", "0"], "");
    assert_eq!((empty.code, empty.out.as_str()), (30, "Answer: 1\n\nSATISFIABLE\n"), "{empty:?}");
    let stdin = run_in(folder, &["solve", "-", "-n", "0"], "a :- not b. b :- not a.");
    assert_eq!((stdin.code, stdin.out.matches("Answer").count()), (30, 2), "{stdin:?}");
}

#[test]
fn verbosity_is_as_in_clingo() {
    let optimum = "1 { p(1..2) }. #minimize { X : p(X) }. q :- r.\n";
    let files = folder(&[("p.lp", "a. { b } :- not a.\n"), ("o.lp", optimum), ("none.lp", "a. :- a.\n")]);
    for (file, options, numbered) in [
        ("p.lp", &["-V0"][..], false),
        ("p.lp", &["--verbose=0"], false),
        ("p.lp", &["-V=0"], false),
        ("p.lp", &["-V"], true),
        ("p.lp", &["--verbose"], true),
        ("p.lp", &["-V1"], true),
        ("p.lp", &["-V2"], true),
        ("p.lp", &["-V3"], true),
        ("p.lp", &[], true),
    ] {
        for arguments in [[&["solve"], options, &[file]].concat(), [&["solve", file][..], options].concat()] {
            let run = run_in(files.path(), &arguments, "");
            let number = if numbered { "Answer: 1\n" } else { "" };
            assert_eq!(
                (run.code, run.out),
                (30, format!("{number}a\nSATISFIABLE\n")),
                "{arguments:?}: {}",
                run.err
            );
        }
    }
    let best = run_in(files.path(), &["solve", "o.lp", "-V0"], "");
    assert!(
        best.out.ends_with("p(1)\nOptimization: 1\nOPTIMUM FOUND\n") && !best.out.contains("Answer"),
        "{best:?}"
    );
    assert!(best.err.contains("warning: "), "clingo warns all the same: {best:?}");
    let brave = run_in(files.path(), &["solve", "p.lp", "-V0", "-e", "brave"], "");
    assert_eq!(brave.out, "a\nConsequences: [1;1]\nSATISFIABLE\n", "{brave:?}");
    assert_eq!(run_in(files.path(), &["solve", "none.lp", "-V0"], "").out, "UNSATISFIABLE\n");
    let limit = run_in(files.path(), &["solve", "o.lp", "-V0", "--ground-limit", "1", "-Wnone"], "");
    assert_eq!((limit.code, limit.out.as_str()), (1, "UNKNOWN\n"));
    assert!(limit.err.contains("this was growing"), "{limit:?}");
    let ground = run_in(files.path(), &["ground", "p.lp", "-V0"], "");
    assert_eq!((ground.code, ground.out.as_str()), (0, "a.\n"), "{ground:?}");
    for wrong in ["-Vx", "--verbose=many", "-V-1"] {
        assert_eq!(run_in(files.path(), &["solve", "p.lp", wrong], "").code, 64, "{wrong}");
    }
    // After `--` all words are files.
    assert_eq!(run_in(files.path(), &["solve", "--", "-V0"], "").code, 65);
}

#[test]
fn it_reports_each_better_answer_set_and_proves_the_best() {
    let program = "1 { p(1..3) }. :~ p(X). [X@1] #minimize { 1@2,X : p(X), X < 2 }.\n";
    let run = run_in(folder(&[]).path(), &["solve", "-"], program);
    assert_eq!(run.code, 30, "{run:?}");
    assert!(run.out.ends_with("p(2)\nOptimization: 0 2\nOPTIMUM FOUND\n"), "{run:?}");
    let json = run_in(folder(&[]).path(), &["solve", "-", "--format", "json"], program).json();
    assert_eq!(json["Result"], "OPTIMUM FOUND");
    assert_eq!(json["Models"]["Costs"], serde_json::json!([0, 2]));
    assert_eq!(json["Models"]["Optimum"], "yes");
    let witnesses = json["Call"][0]["Witnesses"].as_array().expect("a list");
    assert_eq!(witnesses.last().expect("one")["Value"], serde_json::json!(["p(2)"]));
}

#[test]
fn costs_stand_by_descending_priority() {
    let program = "{a}. #minimize { 5@4 : a; 2@3 : not a; 1@2; 3@1; 4@0 }.\n";
    let json = run_in(folder(&[]).path(), &["solve", "-", "--format", "json"], program).json();
    let expected = serde_json::json!([0, 2, 1, 3, 4]);
    assert_eq!(json["Models"]["Costs"], expected);
    let witnesses = json["Call"][0]["Witnesses"].as_array().expect("a list");
    assert_eq!(witnesses.last().expect("one")["Costs"], expected);
}

/// A vertex cover whose least size takes long to prove: a random graph, by a generator of its own.
pub fn cover(vertices: u64, edges: usize) -> String {
    let mut state = 7_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % vertices
    };
    let edges: String = (0..edges).map(|_| format!("e({},{}). ", next(), next())).collect();
    format!(
        "{edges}v(X) :- e(X,_). v(X) :- e(_,X). {{ in(X) }} :- v(X). :- e(X,Y), X != Y, not in(X), not in(Y).
         #minimize {{ 1@2,X : in(X); X*X\\7@1,X : in(X) }}. #show.\n"
    )
}

#[test]
fn both_bounds_are_reported_and_the_gap_where_a_limit_ends_it() {
    let run = |program: &str, arguments: &[&str]| {
        run_in(folder(&[]).path(), &[&["solve", "-"], arguments].concat(), program)
    };
    let bounds = |line: &str| -> (i64, i64) {
        let (lower, upper) = line.split_once('[').and_then(|(_, rest)| rest.split_once(';')).expect("bounds");
        (lower.parse().expect(line), upper.split_once(']').and_then(|it| it.0.parse().ok()).expect(line))
    };
    let easy = cover(12, 20);
    let proven = run(&easy, &["-V2"]);
    let lines = proven.out.lines().filter(|line| line.starts_with("Progression : ["));
    let moving: Vec<(i64, i64)> = lines.map(bounds).collect();
    assert_eq!(proven.code, 30, "{proven:?}");
    assert!(moving.len() > 1 && moving.iter().all(|(lower, upper)| lower < upper), "{proven:?}");
    assert!(!proven.out.contains("Bounds"), "{proven:?}");
    for quiet in ["-V0", "-V1"] {
        assert!(!run(&easy, &[quiet]).out.contains("Progression"), "{quiet}");
    }
    let json = run(&easy, &["--format", "json", "--lower-bounds"]).json();
    let calls = json["Call"][0]["Witnesses"].as_array().expect("a list");
    let lower: Vec<&serde_json::Value> = calls.iter().filter_map(|witness| witness.get("Lower")).collect();
    assert!(lower.len() > 1 && json.get("Bounds").is_none(), "{json}");
    assert_eq!(calls.last().expect("a witness")["Costs"], json["Models"]["Costs"], "{json}");
    // Nothing is left between the bounds.
    assert!(lower.iter().all(|lower| *lower != &json["Models"]["Costs"]), "{json}");

    let hard = cover(300, 900);
    let cut = run(&hard, &["--time-limit", "3"]);
    let last = cut.out.lines().last().expect("a line");
    assert_eq!(cut.code, 11, "{cut:?}");
    assert!(last.starts_with("Bounds       : [") && last.contains("] [*;"), "{cut:?}");
    let (lower, upper) = bounds(last);
    assert!(0 < lower && lower < upper, "{last}");
    assert!(!run(&hard, &["--time-limit", "1", "-V0"]).out.contains("Bounds"));
    let json = run(&hard, &["--time-limit", "1", "--format", "json"]).json();
    assert_eq!((&json["Result"], &json["Models"]["Optimum"]), (&"SATISFIABLE".into(), &"unknown".into()));
    assert_eq!(json["Bounds"]["Upper"], json["Models"]["Costs"], "{json}");
    assert!(json["Bounds"]["Lower"][0].as_i64() > Some(0), "{json}");
}

/// As clingo: a file that is named counts there, whatever includes it.
#[test]
fn a_named_file_counts_where_it_is_named() {
    let files = folder(&[
        ("a.lp", ":- not x.\n#program foo.\n#include \"b.lp\".\n"),
        ("b.lp", "x.\n"),
        ("c.lp", "#program foo. #include \"d.lp\". y.\n"),
        ("d.lp", "z.\n"),
        ("e.lp", "#include \"d.lp\". e.\n"),
    ]);
    for (named, answer) in [
        (&["a.lp", "b.lp"][..], "x"),
        (&["b.lp", "a.lp"], "x"),
        (&["a.lp", "./b.lp"], "x"),
        (&["a.lp", "a.lp", "b.lp"], "x"),
        (&["a.lp", "b.lp", "./b.lp"], "x"),
        (&["c.lp"], "y"),
        (&["c.lp", "d.lp"], "z"),
        (&["c.lp", "e.lp"], "e z"),
        (&["e.lp", "c.lp"], "e y"),
    ] {
        let run = run_in(files.path(), &[&["solve", "-V0"], named].concat(), "");
        let mut atoms: Vec<&str> = run.out.lines().next().expect("a line").split(' ').collect();
        atoms.sort_unstable();
        assert_eq!(atoms.join(" "), answer, "{named:?}: {run:?}");
    }
    let alone = run_in(files.path(), &["solve", "-V0", "a.lp"], "");
    assert_eq!(alone.out, "UNSATISFIABLE\n", "{alone:?}");
    let fed =
        run_in(files.path(), &["solve", "-V0", "b.lp", "-"], ":- not x. #program foo. #include \"b.lp\".");
    assert_eq!(fed.out, "x\nSATISFIABLE\n", "{fed:?}");
}

#[test]
fn projection_is_to_the_atoms_that_the_program_names() {
    let files = folder(&[
        ("named.lp", "{ a; b; c }. d :- not a. #project a/0. #project d : b. #show c/0.\n"),
        ("pools.lp", "{ p(1..3); q }. #project p(1;2) : q. #project p(7).\n"),
        ("nothing.lp", "a. { b }. { c }. #project z/1. #show b/0.\n"),
    ]);
    for (file, sets) in [("named.lp", 2), ("pools.lp", 4), ("nothing.lp", 2)] {
        let run = run_in(files.path(), &["solve", file, "-n", "0", "--project"], "");
        assert_eq!((run.code, run.out.matches("Answer").count()), (30, sets), "{file}: {run:?}");
        for format in ["text", "aspif"] {
            let ground = run_in(files.path(), &["ground", file, "--output", format], "");
            let run = run_in(files.path(), &["solve", "-", "-n", "0", "--project"], &ground.out);
            assert_eq!((run.code, run.out.matches("Answer").count()), (30, sets), "{file}: {run:?}");
        }
    }
}

#[test]
fn consequences_are_what_some_or_all_answer_sets_show() {
    let program = "1 { a; b } 1. { c }. d. e :- not c. :- c, b. #show a/0. #show b/0. #show c/0. #show d/0.
        #show either : a. #show either : b. #show only(e) : not c.\n";
    let run =
        |arguments: &[&str]| run_in(folder(&[]).path(), &[&["solve", "-"], arguments].concat(), program);
    let last = |out: &str| {
        let mut atoms: Vec<String> =
            out.lines().nth_back(2).expect("atoms").split(' ').map(str::to_owned).collect();
        atoms.sort_unstable();
        atoms.join(" ")
    };
    let brave = run(&["--enum-mode", "brave"]);
    assert_eq!((brave.code, last(&brave.out).as_str()), (30, "a b c d either only(e)"), "{brave:?}");
    let cautious = run(&["-e", "cautious"]);
    assert_eq!((cautious.code, last(&cautious.out).as_str()), (30, "d either"), "{cautious:?}");
    let assumed = run(&["-e", "cautious", "--assume", "b"]);
    assert_eq!((assumed.code, last(&assumed.out).as_str()), (30, "b d either only(e)"), "{assumed:?}");
    let cut = run(&["-e", "brave", "-n", "1"]);
    assert_eq!((cut.code, cut.out.matches("Answer").count()), (10, 1), "{cut:?}");
    let none = run(&["-e", "brave", "--assume", "b", "--assume", "c"]);
    assert_eq!((none.code, none.out.as_str()), (20, "Core: b, c\nUNSATISFIABLE\n"), "{none:?}");
    let json = run(&["-e", "cautious", "--format", "json"]).json();
    assert_eq!(json["Models"]["Cautious"], "yes");
    assert_eq!(json["Models"]["Consequences"], serde_json::json!({ "True": 2, "Open": 0 }));
    // With an objective, they are those of the best.
    let program = "1 { a; b; c }. #minimize { 1 : a; 1 : b; 2 : c }. d :- not c.";
    for (mode, expected) in [("brave", "a b d"), ("cautious", "d")] {
        for options in [&["-e", mode][..], &["-e", mode, "--opt-mode=optN"]] {
            let run = run_in(folder(&[]).path(), &[&["solve", "-"], options].concat(), program);
            let shown = run.out.lines().nth_back(3).expect("atoms");
            let mut shown: Vec<&str> = shown.split(' ').collect();
            shown.sort_unstable();
            assert_eq!((run.code, shown.join(" ").as_str()), (30, expected), "{run:?}");
        }
    }
}

#[test]
fn a_core_is_of_the_assumptions_that_are_to_blame() {
    let program = "{ a; b; c }. :- a, b.\n";
    let run = |program: &str, assumed: &[&str]| {
        let mut arguments = vec!["solve", "-"];
        assumed.iter().for_each(|literal| arguments.extend(["--assume", literal]));
        run_in(folder(&[]).path(), &arguments, program)
    };
    assert_eq!(run(program, &["c", "b", "a"]).out, "Core: b, a\nUNSATISFIABLE\n");
    assert_eq!(run("a. { c }.", &["c", "not a"]).out, "Core: not a\nUNSATISFIABLE\n");
    let never = "{ a; b; c }. :- a, b. :- a, not b. :- not a, b. :- not a, not b.";
    assert_eq!(run(never, &["c"]).out, "Core:\nUNSATISFIABLE\n");
    assert_eq!(run("{ c }. :- not c.", &["c"]).code, 30);
    let best = run("{ a }. { b }. :- a, b. #minimize { 1 : a }.", &["a", "b"]);
    assert_eq!(best.out, "Core: a, b\nUNSATISFIABLE\n");
}

const COSTED: &str =
    "{ a; b; c; d }. :- not a, not b. #minimize { 1@2 : a; 1@2 : b; 1@1 : c }. #show a/0. #show b/0.\n";

#[test]
fn the_summary_is_clingo_s() {
    let run = |arguments: &[&str], program: &str| {
        run_in(folder(&[]).path(), &[&["solve", "-"], arguments].concat(), program)
    };
    let summary = |run: &support::Run| -> Vec<String> {
        let lines = run.summary.lines().skip(1);
        let lines = lines.filter(|line| !line.starts_with("Time") && !line.starts_with("CPU Time"));
        lines.map(str::to_owned).collect()
    };
    for (arguments, program, expected) in [
        (&[][..], CHOICE, &["Models       : 1+", "Calls        : 1"][..]),
        (&["0"], CHOICE, &["Models       : 3", "Calls        : 1"]),
        (&[], "a :- not a.", &["Models       : 0", "Calls        : 1"]),
        (
            &["--opt-mode=optN", "0", "-q1"],
            COSTED,
            &["  Optimum    : yes", "  Optimal    : 6", "Optimization : 1 0", "Calls        : 1"],
        ),
        (
            &["--opt-mode=optN", "2", "-q1"],
            COSTED,
            &["  Optimum    : yes", "  Optimal    : 2", "Optimization : 1 0", "Calls        : 1"],
        ),
        (&["-e", "cautious"], "a. { b }.", &["  Cautious   : yes", "Consequences : 1", "Calls        : 1"]),
    ] {
        let run = run(arguments, program);
        let lines = summary(&run);
        assert!(
            lines.ends_with(&expected.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()),
            "{lines:?}"
        );
        assert_eq!(run.summary.matches("Time").count(), 2, "{run:?}");
    }
    assert_eq!(run(&["-V0", "0"], CHOICE).summary, "");
    assert_eq!(run(&["--outf=2", "0"], CHOICE).summary, "");
}

#[test]
fn the_best_answer_set_so_far_is_printed_where_the_search_for_all_is_cut_short() {
    let halves = "node(0..39). edge(X, (7*X+11) \\ 40; X, (X*X+3*X+1) \\ 40; X, (13*X+29) \\ 40) :- node(X).
        { left(X) : node(X) } = 20. cut(X,Y) :- edge(X,Y), left(X), not left(Y).
        cut(X,Y) :- edge(X,Y), left(Y), not left(X). #minimize { 1,X,Y : cut(X,Y) }. #show left/1.";
    let words = ["solve", "-", "--opt-mode=optN", "0", "-q1", "-V0", "--solve-limit=100"];
    let run = run_in(folder(&[]).path(), &words, halves);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].matches("left(").count() == 20 && lines[1].starts_with("Optimization: "), "{run:?}");
    assert_eq!(lines[2], "SATISFIABLE", "{run:?}");
    let run = run_in(folder(&[]).path(), &[&words[..], &["--outf=2"]].concat(), halves);
    assert_eq!(run.out.matches("\"Costs\"").count(), 1, "{run:?}");
}

#[test]
fn quiet_counts_without_printing() {
    let run = |arguments: &[&str], program: &str| {
        run_in(folder(&[]).path(), &[&["solve", "-"], arguments].concat(), program)
    };
    let none = run(&["-q", "0"], CHOICE);
    assert_eq!((none.code, none.out.as_str()), (30, "SATISFIABLE\n"), "{none:?}");
    assert!(none.summary.contains("Models       : 3\n"), "{none:?}");
    let last = run(&["-q1", "0"], CHOICE);
    assert_eq!((last.out.lines().count(), last.out.lines().next()), (3, Some("Answer: 3")), "{last:?}");
    let best = run(&["-q1"], COSTED);
    assert_eq!(best.out.matches("Optimization: 1 0").count(), 1, "{best:?}");
    assert_eq!(best.out.lines().count(), 4, "{best:?}");
    let costs = run(&["-q2,1", "--opt-mode=optN", "0"], COSTED);
    assert_eq!(costs.out.matches("Optimization: 1 0").count(), 6, "{costs:?}");
    let json = run(&["-q", "0", "--outf=2"], CHOICE).json();
    assert_eq!((&json["Models"]["Number"], json["Call"][0].get("Witnesses")), (&3.into(), None), "{json}");
}

#[test]
fn many_answer_sets_are_each_printed_once_and_in_time() {
    let program = "{ a(1..14) }. b :- a(X), a(X+1). :- b, a(1), not a(14). #show a/1.\n";
    let all = run_in(folder(&[]).path(), &["solve", "-", "0"], program);
    let sets: std::collections::BTreeSet<&str> =
        all.out.lines().filter(|line| !line.starts_with("Answer") && !line.starts_with('S')).collect();
    let count = sets.len();
    assert!(all.code == 30 && count > 10_000, "{count}");
    assert!(all.summary.contains(&format!("Models       : {count}\n")), "{}", all.summary);
    for backend in ["varisat", "cadical"] {
        let counted = run_in(folder(&[]).path(), &["solve", "-", "0", "-q", "--backend", backend], program);
        assert!(counted.summary.contains(&format!("Models       : {count}\n")), "{}", counted.summary);
    }
    // A limit ends it with what was found, and says sizes and times.
    let endless = "{ a(1..60) }.\n";
    let start = std::time::Instant::now();
    let limited = ["solve", "-", "0", "-q", "--time-limit", "1", "--stats"];
    let cut = run_in(folder(&[]).path(), &limited, endless);
    assert!(start.elapsed() < std::time::Duration::from_secs(4), "{:?}", start.elapsed());
    assert_eq!((cut.code, cut.out.as_str()), (11, "SATISFIABLE\n"), "{cut:?}");
    assert!(
        cut.summary.contains("\nTIME LIMIT   : 1\nModels") && cut.err.contains("seconds ground"),
        "{cut:?}"
    );
    assert!(!cut.summary.contains("INTERRUPTED"), "{cut:?}");
    let cut = run_in(folder(&[]).path(), &["solve", "-", "0", "-q", "--time-limit=1", "--outf=2"], endless);
    let keys = ["Solver", "Input", "Call", "Result", "TIME LIMIT", "Models", "Calls", "Time"];
    assert_eq!((cut.code, support::Run::keys(&cut.json())), (11, keys.to_vec()), "{cut:?}");
    assert_eq!(cut.json()["TIME LIMIT"], 1);
}

#[test]
fn json_leaves_out_what_is_not_to_be_shown() {
    let program = "a. _b. { c }. :- c.\n";
    for options in [&["0"][..], &["-e", "brave"], &["-e", "cautious"]] {
        let words = [&["solve", "-", "--outf=2", "--out-hide-aux"], options].concat();
        let json = run_in(folder(&[]).path(), &words, program).json();
        assert_eq!(json["Call"][0]["Witnesses"][0]["Value"], serde_json::json!(["a"]), "{options:?}: {json}");
    }
}

#[test]
fn json_has_clingo_s_layout() {
    let run =
        run_in(folder(&[("p.lp", CHOICE)]).path(), &["solve", "p.lp", "-n", "0", "--format", "json"], "");
    let json = run.json();
    assert_eq!(
        support::Run::keys(&json),
        ["Solver", "Input", "Call", "Result", "Models", "Calls", "Time"],
        "{json}"
    );
    assert_eq!(json["Models"]["Number"], 3);
    assert_eq!(json["Models"]["More"], "no");
    assert_eq!(json["Call"][0]["Witnesses"].as_array().map(Vec::len), Some(3));
}

#[test]
fn constants_projection_assumptions_and_terms() {
    let files = folder(&[
        ("q.lp", "#const n = 1. { p(1..n) }. q :- p(_). #show q/0.\n"),
        ("t.lp", "{ a }. #show. #show t(1) : a. #show no : not a.\n"),
    ]);
    let run = |arguments: &[&str]| run_in(files.path(), arguments, "");
    let plain = run(&["solve", "q.lp", "-c", "n=3", "-n", "0"]);
    assert_eq!(plain.out.matches("Answer").count(), 8, "{plain:?}");
    let projected = run(&["solve", "q.lp", "-c", "n=3", "-n", "0", "--project"]);
    assert_eq!(projected.out.matches("Answer").count(), 2, "{projected:?}");
    let assumed = run(&["solve", "q.lp", "-c", "n=3", "-n", "0", "--assume", "p(1)", "--assume", "not p(2)"]);
    assert_eq!(assumed.out.matches("Answer").count(), 2, "{assumed:?}");
    let never = run(&["solve", "q.lp", "--assume", "p(7)"]);
    assert_eq!((never.code, never.out.as_str()), (20, "Core: p(7)\nUNSATISFIABLE\n"), "{never:?}");
    let terms = run(&["solve", "t.lp", "-n", "0"]);
    let mut shown: Vec<&str> = terms.out.lines().filter(|l| !l.contains(['A', 'S'])).collect();
    shown.sort_unstable();
    assert_eq!(shown, ["no", "t(1)"], "{terms:?}");
    let wrong = run(&["solve", "q.lp", "-c", "n=1..2"]);
    assert_eq!(wrong.code, support::USAGE, "{wrong:?}");
}

#[test]
fn an_assumed_atom_that_nothing_derives_is_warned_of() {
    let files = folder(&[("go.lp", "{ go(1..3) }. :- go(1), go(2). last :- go(3).\n")]);
    for (literal, warning, code) in [
        ("goo(1)", "`goo(1)`, which is assumed\n |\n = help: so there is no answer set", 20),
        ("lasd", "`lasd`, which is assumed\n |\n = help: did you mean `last/0`?", 20),
        ("not lasd", "`lasd`, which is assumed\n |\n = help: did you mean `last/0`?", 10),
        ("go(4)", "`go(4)`, which is assumed", 20),
        ("not go(4)", "", 10),
        ("go(3)", "", 10),
    ] {
        let run = run_in(files.path(), &["solve", "go.lp", "--assume", literal], "");
        assert_eq!(run.code, code, "{literal}: {run:?}");
        assert_eq!(run.err.contains("nothing derives"), !warning.is_empty(), "{literal}: {run:?}");
        assert!(run.err.contains(warning), "{literal}: {run:?}");
        let quiet = run_in(files.path(), &["solve", "go.lp", "-Wnone", "--assume", literal], "");
        assert!(!quiet.err.contains("nothing derives"), "{literal}: {quiet:?}");
    }
    let why = run_in(files.path(), &["explain", "go.lp", "--assume", "lasd"], "");
    assert!(why.err.contains("did you mean `last/0`?"), "{why:?}");
}

#[test]
fn of_many_warnings_of_a_kind_the_first_are_printed() {
    let program: String = (0..50).map(|number| format!("a :- b{number}(x), c(X-d).\n")).collect();
    let run = |options: &[&str]| {
        let run =
            run_in(folder(&[]).path(), &[&["solve", "-"], options].concat(), &format!("{program}c(1).\n"));
        assert_eq!(run.code, 30, "{run:?}");
        let count = |text: &str| run.err.matches(text).count();
        (count("warning: nothing derives `b"), count("note: 30 more such warnings (undefined)"))
    };
    assert_eq!(run(&[]), (20, 1));
    assert_eq!(run(&["-W", "undefined"]), (50, 0));
    assert_eq!(run(&["-W", "all"]), (50, 0));
    assert_eq!(run(&["-W", "no-undefined"]), (0, 0));
}

#[test]
fn a_function_that_nobody_gives_is_warned_of() {
    let program = "a :- X = @f(1), X > 0.\nb.\n";
    for command in ["solve", "ground"] {
        let run = run_in(folder(&[]).path(), &[command, "-"], program);
        assert!(run.out.lines().any(|line| line.starts_with("b")), "{run:?}");
        assert!(run.err.contains("operation undefined: function `@f` not found"), "{run:?}");
        assert!(run.err.contains("<standard input>:1:10"), "{run:?}");
        let quiet = run_in(folder(&[]).path(), &[command, "-", "-Wno-operation-undefined"], program);
        assert!(!quiet.err.contains("undefined"), "{quiet:?}");
    }
}

#[test]
fn models_of_formulas_are_printed_as_clasp_does() {
    let files = folder(&[
        ("t.cnf", "c x\np cnf 3 2\n1 2 0\n-1 3 0\n"),
        ("none.cnf", "p cnf 1 2\n1 0\n-1 0\n"),
        ("t.wcnf", "p wcnf 2 3 9\n9 1 2 0\n3 -1 0\n2 -2 0\n"),
        ("t.opb", "* #variable= 4 #constraint= 2\nmin: +2 x1 -3 x2 +1 x3 ;\n+1 x1 +1 x2 +1 x4 = 2 ;\n+1 x2 +1 x4 >= 2;\n"),
        ("wide.cnf", "p cnf 40 1\n1 0\n"),
        ("bad.cnf", "p cnf 1 1\n2 0\n"),
    ]);
    let run = |arguments: &[&str]| run_in(files.path(), &[&["solve"], arguments].concat(), "");
    let all = run(&["t.cnf", "0"]);
    let mut lines: Vec<&str> = all.out.lines().filter(|line| line.starts_with('v')).collect();
    lines.sort_unstable();
    assert_eq!(
        (all.code, lines.as_slice()),
        (30, &["v -1 2 -3 0", "v -1 2 3 0", "v 1 -2 3 0", "v 1 2 3 0"][..])
    );
    assert!(all.out.starts_with("c Answer: 1\nv ") && all.out.ends_with("s SATISFIABLE\n"), "{all:?}");
    let none = run(&["none.cnf", "--mode=clasp"]);
    assert_eq!((none.code, none.out.as_str()), (20, "s UNSATISFIABLE\n"), "{none:?}");
    for outf in ["--outf=0", "--outf=1"] {
        let best = run(&["t.wcnf", outf]);
        assert!(best.out.ends_with("v -1 2 0\no 2\ns OPTIMUM FOUND\n"), "{best:?}");
    }
    let best = run(&["t.opb", "-V0", "-q1"]);
    assert_eq!((best.code, best.out.as_str()), (30, "v -x1 x2 -x3 x4\no -3\ns OPTIMUM FOUND\n"), "{best:?}");
    let object = run(&["t.opb", "--outf=2", "-q1"]);
    let object: serde_json::Value = serde_json::from_str(&object.out).expect("an object");
    assert_eq!(object["Call"][0]["Witnesses"][0]["Value"], serde_json::json!([-1, 2, -3, 4]));
    let wide = run(&["wide.cnf"]);
    assert!(
        wide.out.lines().all(|line| line.len() <= 70) && wide.out.matches("\nv ").count() > 1,
        "{wide:?}"
    );
    let assumed = run(&["t.cnf", "--assume", "x(1)", "--assume", "not x(3)"]);
    assert_eq!(assumed.out, "c Core: x(1), not x(3)\ns UNSATISFIABLE\n", "{assumed:?}");
    let bad = run(&["bad.cnf"]);
    assert!(bad.code == support::INPUT && bad.err.contains("bad.cnf:2:1"), "{bad:?}");
}

#[test]
fn there_is_an_object_where_a_program_is_wrong() {
    for program in ["a :- b c.", "p(X)."] {
        let run = run_in(folder(&[]).path(), &["solve", "-", "--outf=2"], program);
        assert_eq!(run.code, support::INPUT, "{run:?}");
        let object: serde_json::Value = serde_json::from_str(&run.out).expect("an object");
        assert_eq!(object["Result"], "UNKNOWN", "{run:?}");
        assert_eq!(object["Models"], serde_json::json!({ "Number": 0, "More": "yes" }), "{run:?}");
        assert_eq!(object["Call"].as_array().map(Vec::len), Some(1), "{run:?}");
    }
    let usage = run_in(folder(&[]).path(), &["solve", "-", "--outf=2", "-W", "typo"], "a.");
    assert_eq!((usage.code, usage.out.as_str()), (support::USAGE, ""), "{usage:?}");
}

#[test]
fn includes_are_read_once_and_found_beside_the_file() {
    let files = folder(&[
        ("main.lp", "#include \"sub.lp\". #include \"sub.lp\". b :- a.\n"),
        ("sub.lp", "a. #include \"main.lp\".\n"),
    ]);
    let run = run_in(files.path(), &["solve", "main.lp"], "");
    assert_eq!(run.out, "Answer: 1\na b\nSATISFIABLE\n", "{run:?}");
    let missing = run_in(files.path(), &["solve", "-"], "#include \"nowhere.lp\".\n");
    assert_eq!(missing.code, support::INPUT, "{missing:?}");
    assert!(missing.err.contains("no file `nowhere.lp`") && missing.err.contains("1:1"), "{missing:?}");
}

#[test]
fn incremental_programs_are_solved_step_by_step() {
    let program = "#include <incmode>.\n#program base. p(0).\n#program step(t). p(t) :- p(t-1).\n\
                   #program check(t). #external query(t). :- query(t), t < limit.\n#const limit = 3.\n";
    let run = run_in(folder(&[]).path(), &["solve", "-"], program);
    assert_eq!(run.code, 30, "{run:?}");
    assert!(run.out.contains("p(3)") && !run.out.contains("p(4)"), "{run:?}");
    let limited = run_in(folder(&[]).path(), &["solve", "-", "-c", "imax=2"], program);
    assert_eq!((limited.code, limited.out.as_str()), (20, "UNSATISFIABLE\n"), "{limited:?}");
    let json = run_in(folder(&[]).path(), &["solve", "-", "--format", "json"], program).json();
    assert_eq!(json["Calls"], 4);
}

#[test]
fn warnings_can_be_asked_for_and_switched_off() {
    let program = "p(X) :- q(X,Y), not r(X). q(1,2). q(1). s(1/0).\n";
    let warnings = |arguments: &[&str]| {
        let run = run_in(folder(&[]).path(), &[&["solve", "-"], arguments].concat(), program);
        assert_eq!(run.code, 30, "{run:?}");
        run.err.matches("warning:").count()
    };
    assert_eq!(warnings(&[]), 2);
    assert_eq!(warnings(&["-W", "all"]), 4);
    assert_eq!(warnings(&["-W", "none"]), 0);
    assert_eq!(warnings(&["-W", "no-undefined"]), 1);
    assert_eq!(warnings(&["-W", "singleton", "-W", "no-arithmetic"]), 2);
    assert_eq!(warnings(&["-Wnone"]), 0);
    let wrong = run_in(folder(&[]).path(), &["solve", "-", "-W", "typo"], program);
    assert_eq!(wrong.code, support::USAGE, "{wrong:?}");
}

#[test]
fn a_time_limit_ends_the_search_with_what_is_known() {
    // Twenty-five guests in twelve rooms for two: out of reach for resolution.
    let program = "{ in(G,1..12) } = 1 :- G = 1..25. :- R = 1..12, 3 { in(G,R) : G = 1..25 }.\n";
    let arguments = ["solve", "-", "--symmetry=no", "--time-limit", "0.5"];
    let run = run_in(folder(&[]).path(), &arguments, program);
    assert_eq!((run.code, run.out.as_str()), (1, "UNKNOWN\n"), "{run:?}");
}

#[test]
fn what_is_not_supported_is_shown_where_it_stands() {
    for (program, place, message) in [
        ("#script (python)\n#end.\na.\n", "1:1", "scripts are not supported"),
        ("a(X) :- b.\n b.\n", "1:3", "unsafe"),
    ] {
        let run = run_in(folder(&[]).path(), &["solve", "-"], program);
        assert_eq!((run.code, run.out.as_str()), (support::INPUT, "UNKNOWN\n"), "{program}{run:?}");
        assert!(run.err.contains(message), "{program}{run:?}");
        assert!(run.err.contains(&format!("<standard input>:{place}")), "{program}{run:?}");
    }
}

const DIFFERENCES: &str =
    "#theory dl { t { - : 1, binary, left; - : 2, unary }; &diff/0 : t, { <= }, t, any; &other/0 : t, body }.\n";

#[test]
fn difference_constraints_have_values() {
    let program = format!(
        "{DIFFERENCES}&diff {{ a-b }} <= -3. &diff {{ 0-a }} <= 0. {{x}}. &diff {{ b-a }} <= 2 :- x."
    );
    let run = run_in(folder(&[]).path(), &["solve", "-", "-n", "0"], &program);
    assert_eq!((run.code, run.out.as_str()), (30, "Answer: 1\ndl(a,0) dl(b,3)\nSATISFIABLE\n"), "{run:?}");
    let json = run_in(folder(&[]).path(), &["solve", "-", "--format", "json"], &program).json();
    assert_eq!(json["Call"][0]["Witnesses"][0]["Value"], serde_json::json!(["dl(a,0)", "dl(b,3)"]));
}

#[test]
fn a_variable_is_lowered_to_its_least_value() {
    let program = format!(
        "{DIFFERENCES}1 {{ first(1;2) }} 1. &diff {{ 0-end }} <= -9 :- first(1). &diff {{ 0-end }} <= -4 :- first(2)."
    );
    let lower = |variable: &str, program: &str| {
        let arguments = ["solve", "-", &format!("--minimize-variable={variable}")];
        run_in(folder(&[]).path(), &arguments, program)
    };
    let run = lower("end", &program);
    assert_eq!(run.code, 30, "{run:?}");
    assert!(run.out.ends_with("first(2) dl(end,4)\nOptimization: 4\nOPTIMUM FOUND\n"), "{run:?}");
    let run = lower("start", &program);
    assert_eq!((run.code, run.out.as_str()), (65, "UNKNOWN\n"), "{run:?}");
    assert!(run.err.contains("no difference constraint is about the variable `start`"), "{run:?}");
    let run = lower("end", &format!("{program} #minimize {{ 1 : first(1) }}."));
    assert!(run.err.contains("has no variable to minimize beside it"), "{run:?}");
}

#[test]
fn a_theory_that_nobody_knows_is_named_once() {
    let program = format!("{DIFFERENCES}a :- &other {{ 1 }}. b :- &other {{ 2 }}. &diff {{ x-y }} <= 2.");
    let run = run_in(folder(&[]).path(), &["solve", "-", "-n", "0"], &program);
    assert_eq!(run.out.matches("Answer").count(), 4, "{run:?}");
    assert_eq!(run.err.matches("no theory here knows what `&other/0` means").count(), 1, "{run:?}");
    let run = run_in(folder(&[]).path(), &["ground", "-"], &program);
    assert!(!run.err.contains("knows") && run.out.contains("&diff{(x-y)}<=(2).\n"), "{run:?}");
    let run = run_in(folder(&[]).path(), &["ground", "-", "--output", "dimacs"], &program);
    assert!(run.err.contains("clauses cannot say what atoms of theories mean"), "{run:?}");
}

/// The system sends XCPU at a limit of processor time.
#[cfg(unix)]
#[test]
fn signals_that_end_the_search_leave_the_summary() {
    use rustix::process::{kill_process, Pid, Signal};
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let files = folder(&[("p.lp", "{ p(1..40) }.\n")]);
    for signal in [Signal::TERM, Signal::XCPU, Signal::USR1, Signal::USR2] {
        let mut running = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
            .args(["solve", "p.lp", "0", "--verbose"])
            .current_dir(files.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        let mut last = Vec::new();
        for (number, line) in BufReader::new(running.stdout.take().expect("it is piped")).lines().enumerate()
        {
            if number == 10 {
                kill_process(Pid::from_child(&running), signal).expect("it runs");
            }
            last.push(line.expect("text"));
            if last.len() > 20 {
                last.remove(0);
            }
        }
        assert_eq!(running.wait().expect("it ends").code(), Some(11), "{signal:?}: {last:?}");
        for part in ["SATISFIABLE", "INTERRUPTED", "Models", "Time"] {
            assert!(last.iter().any(|line| line.starts_with(part)), "{signal:?}: {part}: {last:?}");
        }
    }
}
