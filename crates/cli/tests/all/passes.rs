//! `--without` leaves passes out, and `--stats` says what passes and solvers did.

use serde_json::Value;

use crate::support::{folder, instance, run, run_in};

/// Ten pigeons in nine holes, which are at most one each by groups; no answer set, by counting.
const PIGEONS: &str = "{ at(P,H) : H = 1..9 } = 1 :- P = 1..10. :- at(P,H), at(Q,H), P < Q.\n";
const NAMES: [&str; 21] = [
    "projection",
    "join-replanning",
    "factoring",
    "deferred-supports",
    "deferred-propagation",
    "at-most-one-groups",
    "pigeonhole",
    "no-overlap",
    "assigned-sums",
    "exactly-one-groups",
    "disjoint-covers",
    "symmetries",
    "backtracking-enumeration",
    "soft-decisions",
    "cores",
    "propagated-cores",
    "interleaving",
    "reformulation",
    "neighbourhoods",
    "clause-sharing",
    "positive-phases",
];

#[test]
fn a_pass_that_there_is_not_is_an_error_with_suggestions() {
    let files = folder(&[("p.lp", PIGEONS)]);
    let level = instance("corridor-one-push.lp");
    for command in [&["solve", "p.lp"][..], &["decide", &level], &["optimize", &level], &["explain", "p.lp"]]
    {
        for (given, name, hint) in [
            ("nonsense", "nonsense", "the passes are projection, join-replanning,"),
            ("cores,pigeon", "pigeon", "did you mean `pigeonhole`?"),
            ("symetries", "symetries", "did you mean `symmetries`?"),
            ("factorization", "factorization", "the passes are"),
        ] {
            let refused = run_in(files.path(), &[command, &["--without", given]].concat(), "");
            assert_eq!((refused.code, refused.out.as_str()), (64, ""), "{refused:?}");
            let error = format!("there is no pass `{name}`: {hint}");
            assert!(refused.err.contains(&error), "{refused:?}");
        }
    }
    let tabled = run(&["optimize", &level, "--engine", "tabled+", "--without", "cores"]);
    assert_eq!(tabled.code, 64, "{tabled:?}");
    assert!(tabled.err.contains("--without"), "{tabled:?}");
}

/// What a row of a table in the statistics says, by column.
fn row(err: &str, title: &str, name: &str) -> Option<Vec<(String, f64)>> {
    // Two spaces or more, for the names of solvers and columns have one in them.
    let cells = |line: &str| -> Vec<String> {
        line.split("  ").map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
    };
    let mut lines = err.lines().skip_while(|line| cells(line).first().is_none_or(|first| first != title));
    let heading = cells(lines.next()?);
    let row = lines.map(cells).take_while(|row| row.len() == heading.len()).find(|row| row[0] == name)?;
    let numbers = row[1..].iter().map(|cell| cell.parse().expect("a number"));
    Some(heading[1..].iter().cloned().zip(numbers).collect())
}

#[test]
fn statistics_tell_what_passes_and_solvers_did() {
    let files = folder(&[("p.lp", PIGEONS)]);
    let run = |options: &[&str]| run_in(files.path(), &[&["solve", "p.lp", "--stats"], options].concat(), "");
    let with = run(&[]);
    assert_eq!((with.code, with.out.as_str()), (20, "UNSATISFIABLE\n"), "{with:?}");
    let counted = row(&with.err, "passes", "pigeonhole").expect("it fires");
    assert_eq!(counted[0], ("fired".to_owned(), 1.0), "{with:?}");
    assert!(counted[1].0 == "clauses" && counted[1].1 > 0.0, "{with:?}");
    let without = run(&["--without", "pigeonhole,no-overlap,symmetries", "--backend", "cdnl"]);
    assert_eq!((without.code, without.out.as_str()), (20, "UNSATISFIABLE\n"), "{without:?}");
    assert_eq!(row(&without.err, "passes", "pigeonhole"), None, "{without:?}");
    let solver = row(&without.err, "solvers", "cdnl").expect("it searches");
    let columns: Vec<&str> = solver.iter().map(|(column, _)| column.as_str()).collect();
    let expected = ["calls", "conflicts", "decisions", "propagations", "shared clauses", "seconds"];
    assert_eq!(columns, expected, "{without:?}");
    assert!(solver[1].1 > 100.0 && solver[3].1 > solver[1].1 && solver[5].1 > 0.0, "{without:?}");
    let conflicts = without.err.lines().find_map(|line| line.strip_prefix("conflicts ")).map(str::trim);
    assert_eq!(conflicts.and_then(|text| text.parse().ok()), Some(solver[1].1), "{without:?}");
    let none = run(&["--without", &NAMES.join(",")]);
    assert_eq!((none.code, none.err.contains("\npasses ")), (20, false), "{none:?}");
}

#[test]
fn grounding_alone_leaves_passes_out_too() {
    let files = folder(&[("p.lp", "e(X,(X*7+K)\\90) :- X = 0..89, K = 1..3. r(0). r(Y) :- p(X,Y). p(X,Y) :- r(X), e(X,Y), r(Y). r(Y) :- r(X), e(X,Y).")]);
    for command in [&["ground", "p.lp", "--stats"][..], &["solve", "p.lp", "--mode=gringo", "--stats"]] {
        let all = run_in(files.path(), command, "");
        let without = run_in(files.path(), &[command, &["--without", "join-replanning"]].concat(), "");
        // The order of the rules may differ.
        assert_eq!(all.code, without.code, "{without:?}");
        assert_eq!(all.out.lines().count(), without.out.lines().count(), "{all:?}\n{without:?}");
        assert!(row(&all.err, "passes", "join-replanning").is_some(), "{all:?}");
        assert!(row(&without.err, "passes", "join-replanning").is_none(), "{without:?}");
    }
}

#[test]
fn every_name_of_a_pass_is_taken_and_no_answer_depends_on_it() {
    let level = instance("corridor-with-two-bends.lp");
    let ask = |without: &[&str]| {
        let words = ["optimize", &level, "--engine", "ground", "--confirm", "--format", "json", "--stats"];
        let run = run(&[&words, without].concat());
        assert_eq!(run.code, 0, "{run:?}");
        run.json()
    };
    let expected = ask(&[]);
    assert!(expected["stats"]["passes"].as_object().is_some_and(|passes| !passes.is_empty()), "{expected}");
    assert!(expected["stats"]["solvers"]["cadical"]["propagations"].is_u64(), "{expected}");
    for name in NAMES {
        let found = ask(&["--without", name]);
        assert_eq!(found["actions"], expected["actions"], "{name}: {found}");
        assert_eq!(found["stats"]["passes"].get(name), None::<&Value>, "{found}");
    }
}
