//! `--profile` and `--profile-html`: what each statement costs, that the parts add up to the whole, and that no answer changes.

use std::path::Path;

use serde_json::Value;

use crate::support::{folder, run_in, Run, INPUT, UNWRITABLE};

const GROUND: i32 = 0;
const SATISFIABLE: i32 = 10;
const UNSATISFIABLE: i32 = 20;
const EXHAUSTED: i32 = 30;

/// Seven pigeons in six holes, with the pairs of pigeons in the order that counts each twice.
const PIGEONS: &str = "pigeon(1..7). hole(1..6).\n\
    { at(P,H) : hole(H) } = 1 :- pigeon(P).\n\
    :- at(P,H), at(Q,H), P != Q.\n";

/// Programs whose statements are told apart by the predicates that they define. They have recursion with and without negation,
/// facts found late, choices, disjunctions, conditions, aggregates, and directives.
const PROGRAMS: [&str; 7] = [
    "n(1..20). even(X) :- n(X), X \\ 2 = 0. pair(X,Y) :- even(X), even(Y), X < Y. { in(X) } :- n(X). both(X) :- in(X), even(X).",
    "edge(1,2). edge(2,3). edge(3,1). edge(X,X+1) :- X = 3..9. reach(X,Y) :- edge(X,Y). reach(X,Z) :- reach(X,Y), edge(Y,Z).",
    "{ e(X,Y) } :- X = 1..4, Y = 1..4. r(1). r(Y) :- r(X), e(X,Y), not cut(X). { cut(X) } :- r(X).",
    "p(0). p(X+1) :- p(X), X < 9. q(X) :- p(X), not s(X). s(X) :- p(X), not q(X). t(X) :- q(X), not u(X). u(X) :- X = 20..22, p(X).",
    "d(1..5). a(X); b(X) :- d(X). c(X) :- a(Y) : d(Y); d(X). m(N) :- N = #count { X : a(X) }, d(N). w(X) :- #sum { Y,Z : b(Y), d(Z) } > X, d(X).",
    "v(1..3). -f(X) :- v(X), not f(X). f(X) :- v(X), not -f(X). h(X) :- -f(X). h(X,Y) :- h(X), v(Y).",
    "a :- not b. b :- not a. c(1..3) :- a. { x(1..3) }. k(X) :- x(X), x(Y) : Y = 1..X. z(Y) :- x(X), Y = X..X+2.",
];

/// The data of a page.
fn data(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a page");
    let (_, rest) = text.split_once("application/json\">").expect("data");
    let (data, _) = rest.split_once("</script>").expect("an end of it");
    serde_json::from_str(data).expect("JSON")
}

/// The profile of a program that is solved.
fn profile(program: &str, options: &[&str]) -> Value {
    let folder = folder(&[("p.lp", program)]);
    let run =
        run_in(folder.path(), &[&["solve", "p.lp", "--profile", "--format", "json"], options].concat(), "");
    run.json()["Profile"].clone()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn seconds(value: &Value) -> f64 {
    value.as_f64().expect("seconds")
}

/// The sum of a column over all rows.
fn sum(profile: &Value, column: &str) -> u64 {
    let rows =
        list(&profile["statements"]).iter().chain(list(&profile["shared"])).chain([&profile["others"]]);
    rows.map(|row| number(&row[column])).sum()
}

/// What a run printed, without the times in it.
fn answers(run: &Run) -> String {
    let is_timed = |line: &&str| line.starts_with("Time") || line.starts_with("CPU Time");
    let lines = run.out.lines().chain(run.summary.lines()).filter(|line| !is_timed(line));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_parts_add_up_to_the_run() {
    for (program, options) in [
        (PIGEONS, &[][..]),
        (PIGEONS, &["--backend", "cdnl", "--without", "pigeonhole,no-overlap"]),
        ("n(1..300). big(X,Y) :- n(X), n(Y), X*Y > 20000. { in(X) : n(X) } 3. #show in/1.", &["-n", "50"]),
    ] {
        let folder = folder(&[("p.lp", program)]);
        let arguments = ["solve", "p.lp", "--profile", "--stats", "--format", "json"];
        let found = run_in(folder.path(), &[&arguments[..], options].concat(), "").json();
        let (profile, stats) = (&found["Profile"], &found["Stats"]["Groundplan"]);
        let total = seconds(&profile["seconds"]);
        let stages = profile["stages"].as_object().expect("stages");
        let sum = |names: &[&str]| names.iter().map(|&name| seconds(&stages[name])).sum::<f64>();
        let parts = sum(&stages.keys().map(String::as_str).collect::<Vec<_>>());
        assert!((parts - total).abs() <= 0.05 * total, "{parts} of {total}: {profile}");
        for (names, of_run) in [
            (&["reading"][..], "seconds_read"),
            (&["facts", "statements", "grounding, other"], "seconds_ground"),
            (&["translation"], "seconds_translate"),
            (&["search"], "seconds_search"),
        ] {
            let (known, parts) = (seconds(&stats[of_run]), sum(names));
            assert!((parts - known).abs() <= 0.05 * known + 1e-5, "{names:?}: {parts} of {known}");
        }
        let statements: f64 = list(&profile["statements"]).iter().map(|row| seconds(&row["seconds"])).sum();
        let listed = seconds(&stages["statements"]);
        assert!((statements - listed).abs() <= 0.05 * listed + 1e-4, "{statements} of {listed}");
    }
}

#[test]
fn what_happens_between_two_calls_of_the_solver_counts() {
    // Propagation alone finds out which elements of an objective cannot be avoided, after the last call for the one before.
    let avoided = "{ p(1..30) }. q(X) :- not p(X), X = 1..30. r(X,Y) :- q(X), q(Y), X < Y. \
                   :- p(X), p(X+1), p(X+2). :- { p(X) } < 12. \
                   #minimize { 1@3,X : q(X); X@2,X : p(X); 1@1,X,Y : r(X,Y) }.";
    // The first answer set is the best one, so that the solver never needs the clauses of the objective.
    let free = "{ a(1); a(2) }. #minimize { 4,X : a(X) }.";
    for program in [avoided, free] {
        let folder = folder(&[("p.lp", program)]);
        let arguments = ["solve", "p.lp", "--backend", "cdnl", "--format", "json", "--profile", "--stats"];
        let found = run_in(folder.path(), &arguments, "").json();
        let (profile, stats) = (&found["Profile"], &found["Stats"]["Groundplan"]);
        assert_eq!(stats["passes"]["propagated-cores"].is_object(), program == avoided, "{stats}");
        assert_eq!(sum(profile, "propagations"), number(&stats["solvers"]["cdnl"]["propagations"]));
        assert_eq!(sum(profile, "clauses"), number(&stats["clauses"]), "{profile}");
    }
}

#[test]
fn statements_have_the_clauses_and_propagations_of_the_search() {
    let folder = folder(&[("p.lp", PIGEONS)]);
    let arguments =
        ["solve", "p.lp", "--backend", "cdnl", "--without", "pigeonhole,no-overlap", "--format", "json"];
    let run = run_in(folder.path(), &[&arguments[..], &["--profile", "--stats"]].concat(), "");
    assert_eq!(run.code, UNSATISFIABLE);
    let found = run.json();
    let (profile, stats) = (&found["Profile"], &found["Stats"]["Groundplan"]);
    assert_eq!(sum(profile, "clauses"), number(&stats["clauses"]));
    assert_eq!(profile["conflicts"], stats["conflicts"]);
    assert_eq!(profile["attributed_conflicts"], stats["conflicts"]);
    let statements = list(&profile["statements"]);
    let of = |text: &str| {
        let found = statements.iter().find(|row| row["text"].as_str().expect("a text").starts_with(text));
        found.unwrap_or_else(|| panic!("no {text}: {profile}"))
    };
    // Each pair of pigeons excludes each hole: both orders are one clause, or two of the same.
    assert!(number(&of(":- at")["clauses"]) >= 21 * 6);
    let conflicts = number(&stats["conflicts"]);
    for text in [":- at", "{ at"] {
        let [took_part, reasons] = ["conflicts", "reasons"].map(|column| number(&of(text)[column]));
        assert!(took_part <= conflicts && took_part <= reasons && reasons > 0, "{profile}");
    }
}

#[test]
fn propagations_add_up_to_those_of_the_solver() {
    let pigeons = |holes: u32| {
        PIGEONS
            .replace("pigeon(1..7)", &format!("pigeon(1..{})", holes + 1))
            .replace("hole(1..6)", &format!("hole(1..{holes})"))
    };
    // Where the weights are all that there is, no clause belongs to a statement.
    let knapsack =
        "{ in(1..24) }. :- #sum { X*X*77 \\ 101,X : in(X) } > 450. #maximize { X*X*53 \\ 89,X : in(X) }.";
    for (program, is_long) in [(pigeons(5), false), (pigeons(7), true), (knapsack.to_owned(), false)] {
        let folder = folder(&[("p.lp", &program)]);
        let arguments =
            ["solve", "p.lp", "--backend", "cdnl", "--without", "pigeonhole,no-overlap", "--format", "json"];
        let found =
            run_in(folder.path(), &[&arguments[..], &["--profile", "--stats", "--symmetry=no"]].concat(), "")
                .json();
        let (profile, stats) = (&found["Profile"], &found["Stats"]["Groundplan"]);
        // Then they are estimated.
        assert!(!is_long || number(&stats["conflicts"]) > 4096, "{stats}");
        let (counted, known) =
            (sum(profile, "propagations"), number(&stats["solvers"]["cdnl"]["propagations"]));
        assert!(
            known > 100 && 20 * counted.abs_diff(known) <= known,
            "{counted} of {known}: {program}\n{profile}"
        );
    }
}

#[test]
fn instances_are_those_of_the_ground_program() {
    for program in PROGRAMS {
        let folder = folder(&[("p.lp", program)]);
        let text = run_in(folder.path(), &["ground", "p.lp", "--output", "aspif"], "");
        assert_eq!(text.code, GROUND, "{program}");
        let rules = text.out.lines().filter(|line| line.starts_with("1 ")).count() as u64;
        let profile = profile(program, &[]);
        let statements = list(&profile["statements"]).iter();
        let instances: u64 = statements.map(|row| number(&row["instances"])).sum();
        // For each atom with a strong negation, one constraint belongs to no statement.
        let of_none = if program.contains("-f(X) :-") { 3 } else { 0 };
        let facts = number(&profile["facts"]["instances"]);
        assert_eq!(instances + facts + of_none, rules, "{program}\n{profile:#}");
    }
}

#[test]
fn candidates_and_literals_are_counted_by_statement() {
    let profile =
        profile("n(1..50). p(X,Y) :- n(X), n(Y), X < Y. q(X) :- p(X,Y), not r(Y). { r(X) } :- n(X).", &[]);
    let of = |text: &str, column: &str| {
        let rows = list(&profile["statements"]);
        let row = rows.iter().find(|row| row["text"].as_str().expect("a text").starts_with(text));
        number(&row.expect("the statement")[column])
    };
    assert_eq!(of("p(X,Y)", "candidates"), 50 + 50 * 50);
    assert_eq!([of("p(X,Y)", "instances"), of("p(X,Y)", "literals")], [1225, 1225]);
    // The head and one literal under `not`: p(X,Y) is a fact.
    assert_eq!([of("q(X)", "candidates"), of("q(X)", "literals")], [1225, 2 * 1225]);
    assert_eq!([of("{ r(X)", "instances"), of("{ r(X)", "literals")], [50, 50]);
}

#[test]
fn the_table_has_what_the_object_has() {
    let folder = folder(&[("p.lp", PIGEONS)]);
    let arguments = ["solve", "p.lp", "--profile", "--backend", "cdnl"];
    let object = run_in(folder.path(), &[&arguments[..], &["--format", "json"]].concat(), "").json();
    let table = run_in(folder.path(), &arguments, "").err;
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    let statements = list(&object["Profile"]["statements"]);
    assert!(statements.len() >= 3);
    for row in statements {
        let text = |column: &str| row[column].to_string();
        let place = format!("p.lp:{}:{}:", text("line"), text("column"));
        let counts = ["instances", "candidates", "literals", "bytes"].map(text);
        let in_grounding = rows.iter().any(|cells| cells.get(6) == Some(&&*place) && cells[2..6] == counts);
        assert!(in_grounding, "{row}\n{table}");
        let counts = ["clauses", "propagations", "conflicts", "reasons"].map(text);
        let in_search = rows.iter().any(|cells| cells.get(4) == Some(&&*place) && cells[..4] == counts);
        assert_eq!(in_search, number(&row["clauses"]) > 0, "{row}\n{table}");
    }
    for (name, _) in object["Profile"]["stages"].as_object().expect("stages") {
        assert!(table.lines().any(|line| line.starts_with(name.as_str())), "{name}\n{table}");
    }
}

#[test]
fn answers_are_the_same_with_a_profile() {
    let costs = "{ a(1..4) }. :- a(X), a(X+1). #minimize { 5-X,X : a(X); 3,X : not a(X), X = 1..4 }.";
    for program in PROGRAMS.into_iter().chain([PIGEONS, costs]) {
        let folder = folder(&[("p.lp", program)]);
        let ground = ["", "--profile"].map(|option| {
            let arguments: Vec<&str> =
                ["ground", "p.lp", option].into_iter().filter(|it| !it.is_empty()).collect();
            run_in(folder.path(), &arguments, "").out
        });
        assert_eq!(ground[0], ground[1], "{program}");
        for options in
            [&["-n", "20"][..], &["-n", "3", "--backend", "cdnl"], &["--opt-mode", "optN", "-n", "30"]]
        {
            let plain = run_in(folder.path(), &[&["solve", "p.lp"], options].concat(), "");
            let profiled = run_in(folder.path(), &[&["solve", "p.lp", "--profile"], options].concat(), "");
            assert_eq!(profiled.code, plain.code, "{program}");
            assert!([SATISFIABLE, UNSATISFIABLE, EXHAUSTED].contains(&plain.code), "{}", plain.err);
            assert_eq!(answers(&profiled), answers(&plain), "{program}");
        }
    }
}

#[test]
fn what_is_known_to_help_is_suggested() {
    let suggestions = |program: &str| -> Vec<String> {
        let profile = profile(program, &[]);
        let rows = list(&profile["statements"]).iter();
        rows.filter_map(|row| row["suggestion"].as_str().map(str::to_owned)).collect()
    };
    for (program, expected) in [
        (
            "n(1..40). { q(X,Y) } :- n(X), n(Y). :- q(X,Y), q(X,Z), Y != Z.",
            Some("write `Y < Z` for `Y != Z`"),
        ),
        ("n(1..40). { q(X,Y) } :- n(X), n(Y). :- q(X,Y), q(X,Z), Y < Z.", None),
        // Swapped, this is another constraint.
        ("n(1..40). { q(X,Y) } :- n(X), n(Y). w(1..20). :- q(X,Y), q(X,Z), w(Y), Y != Z.", None),
        (
            "n(1..40). { r(X,Y) } :- n(X), n(Y). s(1..40). { t(X) } :- s(X). g(X) :- r(X,Y), t(X).",
            Some("`Y` is used only once"),
        ),
        ("n(1..60). m(1..60). p(X,Y) :- n(X), m(Y).", Some("shares no variable")),
        // The same, but too small to matter.
        ("n(1..6). m(1..6). p(X,Y) :- n(X), m(Y).", None),
    ] {
        let found = suggestions(program);
        match expected {
            Some(text) => assert!(found.iter().any(|it| it.contains(text)), "{program}\n{found:?}"),
            None => assert!(!found.iter().any(|it| it.contains("write `")), "{program}\n{found:?}"),
        }
        if program.contains("1..6)") {
            assert_eq!(found, Vec::<String>::new(), "{program}");
        }
    }
}

#[test]
fn an_argument_that_nothing_reads_is_suggested() {
    let base = "n(1..40). { on(X) } :- n(X). pair(X,Y) :- on(X), n(Y).";
    let said = |program: &str| -> Option<String> {
        let profile = profile(program, &[]);
        let mut rows = list(&profile["statements"]).iter();
        let row = rows.find(|row| row["text"].as_str().expect("a text").starts_with("pair(X,Y)"))?;
        row["suggestion"].as_str().filter(|text| text.contains("nothing reads")).map(str::to_owned)
    };
    let expected =
        "nothing reads argument 2 of `pair/2`, here `Y`: without it, 40 atoms take the place of 1600";
    for rest in [
        "#show on/1. :- pair(X,_), X > 30.",
        "#show on/1. :- pair(X,Y), X > 30.",
        "#show on/1. off(X) :- n(X), not pair(X,_). :- off(1), off(2).",
        "#show on/1. :- #count { X : pair(X,_) } > 20.",
        "#show on/1. :- #sum { 1,X : pair(X,Y) } > 20.",
        "#show on/1. #minimize { 1,X : pair(X,_) }.",
        "#show on/1. #minimize { 2@1,X : pair(X,_); 1@2,X : on(X) }.",
        "#show on/1. { some(X) : pair(X,_) } = 3. :- some(X), some(X+1).",
        "#show on/1. all :- pair(X,_) : n(X). :- all.",
        "#show. #show X : pair(X,_).",
        "#show on/1. pair(X,Y) :- pair(X,_), n(Y), X < 0. :- pair(X,_), X > 30.",
        "#show on/1. pair(1,1). :- pair(X,_), X > 30.",
        "#show on/1. :- pair(X,_), pair(Z,_), X + Z = 70.",
    ] {
        let program = format!("{base} {rest}");
        assert_eq!(said(&program).as_deref(), Some(expected), "{program}");
    }
    for rest in [
        // It is shown.
        ":- pair(X,_), X > 30.",
        "#show on/1. #show pair/2. :- pair(X,_), X > 30.",
        "#show on/1. #show pair(X,Y) : pair(X,Y).",
        "#show on/1. #project pair/2. #project on/1. :- pair(X,_), X > 30.",
        // It is read.
        "#show on/1. :- pair(X,Y), pair(Y,X), X < Y.",
        "#show on/1. :- pair(X,1), X > 30.",
        "#show on/1. :- pair(X,X), X > 30.",
        "#show on/1. :- pair(X,Y), Y > 39, X > 30.",
        "#show on/1. :- pair(X,1..3), X > 30.",
        "#show on/1. :- #count { X,Y : pair(X,Y) } > 900.",
        "#show on/1. :- pair(X,_), X > 30. :- not pair(3,4), not on(2).",
        "#show on/1. #minimize { 1,X,Y : pair(X,Y) }.",
        "#show on/1. #minimize { Y,X : pair(X,Y) }.",
        "#show on/1. #edge (X,Y) : pair(X,Y).",
        "#show on/1. #heuristic pair(X,Y) : n(X), n(Y). [1,true]",
        "#show on/1. :- pair(X,_), X > 30. #program later. :- pair(X,Y), X > Y.",
        // It has other atoms than those that normal rules derive.
        "#show on/1. { pair(X,Y) : n(Y) } :- on(X). :- pair(X,_), X > 30.",
        "#show on/1. pair(X,Y); off(X) :- on(X), n(Y), X < Y. :- pair(X,_), X > 30.",
        "#show on/1. #external pair(X,Y) : X = 41, n(Y). :- pair(X,_), X > 30.",
        "#show on/1. -pair(X,3) :- on(X), X > 38. :- pair(X,_), X > 30.",
    ] {
        let program = format!("{base} {rest}");
        assert_eq!(said(&program), None, "{program}");
    }
    // Without the argument there are as many instances: another literal has the variable too, or there are few values.
    for program in [
        "n(1..40). { on(X,Y) } :- n(X), n(Y). pair(X,Y) :- on(X,Y), on(Y,X). #show on/2. :- pair(X,_), X > 30.",
        "n(1..2000). { on(X) } :- n(X). one(1). pair(X,Y) :- on(X), one(Y). #show on/1. :- pair(X,_), X > 30.",
        "n(1..4). { on(X) } :- n(X). pair(X,Y) :- on(X), n(Y). #show on/1. :- pair(X,_), X > 3.",
    ] {
        assert_eq!(said(program), None, "{program}");
    }
}

#[test]
fn a_run_that_is_cut_short_has_a_profile() {
    let folder = folder(&[("endless.lp", "n(0). n(X+1) :- n(X).\n"), ("wrong.lp", "a(X).")]);
    let run = run_in(folder.path(), &["ground", "endless.lp", "--ground-limit", "5000", "--profile"], "");
    let row = run.err.lines().find(|line| line.ends_with("endless.lp:1:7: n(X+1) :- n(X)."));
    let row = row.unwrap_or_else(|| panic!("a row of the statement: {}", run.err));
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[2], "5000", "{row}");
    let run = run_in(
        folder.path(),
        &["solve", "endless.lp", "--time-limit", "0.3", "--profile", "--format", "json"],
        "",
    );
    let profile = &run.json()["Profile"];
    let statement = list(&profile["statements"]).iter().find(|row| row["line"] == 1 && row["column"] == 7);
    assert!(number(&statement.expect("the statement")["instances"]) > 100, "{profile}");
    let wrong = run_in(folder.path(), &["solve", "wrong.lp", "--profile"], "");
    assert_eq!(wrong.code, INPUT);
    assert!(!wrong.err.contains("seconds"), "{}", wrong.err);
}

#[test]
fn the_page_has_the_statements_and_their_places() {
    let folder = folder(&[("p.lp", PIGEONS)]);
    for command in ["solve", "ground"] {
        let run = run_in(folder.path(), &[command, "p.lp", "--profile-html", "page.html"], "");
        assert!(!run.err.contains("candidates"), "{}", run.err);
        let data = data(&folder.path().join("page.html"));
        let costs = list(&data["costs"]);
        assert!(costs.len() >= 3, "{data}");
        for (cost, mark) in costs.iter().zip(list(&data["marks"])) {
            let statement = &data["statements"][number(mark) as usize];
            assert_eq!([&statement[1], &statement[2]], [&cost["line"], &cost["column"]]);
        }
        assert_eq!(data["files"][0]["name"], "p.lp");
    }
    let run = run_in(folder.path(), &["ground", "p.lp", "--profile-html", "nowhere/page.html"], "");
    assert_eq!(run.code, UNWRITABLE);
    assert_eq!(run.out, "");
}
