//! `groundplan ground`, and the exchange of programs with gringo and clasp.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{self, folder, repository, run, run_in, text};

/// Runs another program on some input; `None`, after saying so, where it is not installed.
fn peer(name: &str, arguments: &[String], input: &str) -> Option<String> {
    let spawned = Command::new(name)
        .args(arguments)
        .current_dir(repository())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = spawned else {
        support::skip_without(name);
        return None;
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // What does not read everything has its reasons.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it writes");
    Some(String::from_utf8(output.stdout).expect("text"))
}

/// Verdict, last costs and the answer sets, each a set of atoms. With an objective only the costs are compared: there may
/// be several best ones.
fn result(output: &str) -> (BTreeSet<BTreeSet<String>>, Option<String>, String) {
    let mut sets = BTreeSet::new();
    let mut costs = None;
    let mut verdict = String::new();
    let mut lines = output.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("Answer:") {
            let atoms = lines.next().expect("a line of atoms");
            sets.insert(atoms.split_whitespace().map(str::to_owned).collect());
        } else if let Some(found) = line.strip_prefix("Optimization:") {
            costs = Some(found.trim().to_owned());
        } else if matches!(line, "SATISFIABLE" | "UNSATISFIABLE" | "OPTIMUM FOUND" | "UNKNOWN") {
            verdict = line.to_owned();
        }
    }
    if costs.is_some() {
        sets.clear();
    }
    (sets, costs, verdict)
}

#[test]
fn twelve_queens_stand_in_as_many_ways_as_is_known() {
    let run = run(&["solve", "encodings/queens/queens.lp", "-c", "n=12", "-n", "0", "--format", "json"]);
    assert_eq!((run.code, run.json()["Models"]["Number"].as_u64()), (30, Some(14200)));
}

/// The rows of the table of what encodings must give: files and constants, number of models, expectation.
fn rows() -> Vec<(Vec<String>, String, String)> {
    let table = text("instances/encodings.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let [encoding, arguments, models, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {row}")
        };
        let mut all = vec![format!("encodings/{encoding}.lp")];
        let mut words = arguments.split_whitespace();
        while let Some(word) = words.next() {
            if word.starts_with('-') {
                all.extend([word.to_owned(), words.next().expect("the option's value").to_owned()]);
            } else {
                all.push(format!("instances/{word}.lp"));
            }
        }
        (all, models.to_owned(), expected.to_owned())
    })
    .collect()
}

#[test]
fn encodings_give_what_the_table_says() {
    for (arguments, models, expected) in rows() {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = run(&[&["solve", "-n", &models], &arguments[..]].concat());
        let (sets, costs, verdict) = result(&run.out);
        match expected.split_once(' ') {
            Some(("count", count)) => {
                assert_eq!(sets.len().to_string(), count, "{arguments:?}");
                assert_eq!(run.code, 30, "{arguments:?}");
            }
            Some(("optimum", optimum)) => {
                assert_eq!(
                    (costs.as_deref(), verdict.as_str()),
                    (Some(optimum), "OPTIMUM FOUND"),
                    "{arguments:?}"
                );
            }
            _ => {
                let wanted = if expected == "sat" { "SATISFIABLE" } else { "UNSATISFIABLE" };
                assert_eq!(verdict, wanted, "{arguments:?}: {}", run.err);
            }
        }
    }
}

/// Both grounders with both solvers, on every encoding of the table and the shipped ones with an instance.
#[test]
fn grounders_and_solvers_can_be_exchanged() {
    let mut rows = rows();
    for encoding in ["decision", "plain", "causal", "tight"] {
        let files = ["encodings/sokoban/", "instances/sokoban/"];
        let files = vec![format!("{}{encoding}.lp", files[0]), format!("{}corridor-one-push.lp", files[1])];
        rows.push((files, "0".to_owned(), String::new()));
    }
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    for (arguments, models, _) in rows {
        // One of many is whichever comes first, and difference constraints only we solve.
        if models == "1" || arguments.iter().any(|word| word == "--minimize-variable") {
            continue;
        }
        let own: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let direct = run(&[&["solve", "-n", "0"], &own[..]].concat());
        let expected = result(&direct.out);
        let aspif = run(&[&["ground", "-q", "--output", "aspif"], &own[..]].concat()).out;
        let Some(clasp) = peer("clasp", &words("0 --eq=0 --quiet=0"), &aspif) else { return };
        assert_eq!(result(&clasp), expected, "{arguments:?}: groundplan | clasp");
        let gringo = [words("--output=intermediate"), arguments.clone()].concat();
        let Some(theirs) = peer("gringo", &gringo, "") else { return };
        let back = run_in(&repository(), &["solve", "-n", "0", "-"], &theirs);
        assert_eq!(result(&back.out), expected, "{arguments:?}: gringo | groundplan");
        let clasp = peer("clasp", &words("0 --eq=0 --quiet=0"), &theirs).expect("it was there before");
        assert_eq!(result(&clasp), expected, "{arguments:?}: gringo | clasp");
        let smodels = run(&[&["ground", "-q", "--output", "smodels"], &own[..]].concat());
        if smodels.code == 0 {
            // Where weights are negative, costs are higher.
            let but_costs =
                |(sets, _, verdict): (BTreeSet<BTreeSet<String>>, Option<String>, String)| (sets, verdict);
            let expected = but_costs(expected.clone());
            let clasp =
                peer("clasp", &words("0 --eq=0 --quiet=0"), &smodels.out).expect("it was there before");
            assert_eq!(but_costs(result(&clasp)), expected, "{arguments:?}: groundplan | clasp, smodels");
            let back = run_in(&repository(), &["solve", "-n", "0", "-"], &smodels.out);
            assert_eq!(but_costs(result(&back.out)), expected, "{arguments:?}: smodels and back");
        } else {
            assert!(smodels.err.contains("the format of smodels has no "), "{arguments:?}: {smodels:?}");
        }
        let text = run(&[&["ground", "-q"], &own[..]].concat()).out;
        let back = run_in(&repository(), &["solve", "-n", "0", "-"], &text);
        assert_eq!(result(&back.out), expected, "{arguments:?}: text and back");
    }
}

#[test]
fn text_is_printed_a_statement_a_line() {
    let program = "p(1..2). { q(X) : p(X) } 1. r :- not q(1), 1 #sum { X : q(X) }. #show r/0. #minimize { 2@3 : q(2) }.\n";
    let run = run_in(folder(&[]).path(), &["ground", "-"], program);
    assert_eq!(run.code, 0, "{run:?}");
    for line in ["p(1).", "p(2).", "{ q(1); q(2) }.", "#minimize { 2@3,0 : q(2) }.", "#show r/0."] {
        assert!(run.out.lines().any(|found| found == line), "{line}: {run:?}");
    }
}

/// What `solve` prints for users of clingo, `ground` prints as well.
#[test]
fn ground_programs_are_printed_as_facts_and_for_smodels() {
    let program = "{a;b}. c :- a, d. d :- c. d :- b. #show c/0.\n";
    for format in [
        &["smodels"][..],
        &["reify"],
        &["reify", "--reify-sccs"],
        &["reify", "--reify-sccs", "--reify-steps"],
    ] {
        let ground = [&["ground", "-", "--output"], format].concat();
        let ground = run_in(folder(&[]).path(), &ground, program);
        let solve = [&["solve", "-", "-o"], format].concat();
        let solve = run_in(folder(&[]).path(), &solve, program);
        assert_eq!((ground.code, solve.code, ground.out.as_str()), (0, 0, solve.out.as_str()), "{format:?}");
        let fact = match format {
            ["reify", .., "--reify-steps"] => "\nscc(0,4,0).\n",
            ["reify", "--reify-sccs"] => "\nscc(0,4).\n",
            ["reify"] => "\nrule(choice(0),normal(0)).\n",
            _ => "3 2 2 3 0 0\n",
        };
        assert!(solve.out.contains(fact), "{format:?}: {}", solve.out);
        assert_eq!(solve.out.contains("\nscc("), format.len() > 1, "{format:?}");
    }
    let refused = run_in(folder(&[]).path(), &["ground", "-", "--output", "smodels"], "{a}. #project a.");
    assert_eq!((refused.code, refused.out.as_str()), (support::INPUT, ""), "{refused:?}");
    assert!(refused.err.contains("no `#project`: print the program as aspif"), "{refused:?}");
}

/// The models of the clauses, found by trying all, are the answer sets that the map in the comments names.
#[test]
fn dimacs_has_a_map_of_the_atoms() {
    let program = "{ a; b }. c :- a, b. d :- c. d :- e. e :- d, a. f. :- not a, not b.\n";
    let run = run_in(folder(&[]).path(), &["ground", "-", "--output", "dimacs"], program);
    assert_eq!(run.code, 0, "{run:?}");
    let mut names: Vec<(i64, &str)> = Vec::new();
    let mut facts: Vec<&str> = Vec::new();
    let mut clauses: Vec<Vec<i64>> = Vec::new();
    let mut variables = 0;
    for line in run.out.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["c", "atom", literal, name] => names.push((literal.parse().expect("a literal"), name)),
            ["c", "fact", name] => facts.push(name),
            ["p", "cnf", count, _] => variables = count.parse().expect("a number"),
            _ => {
                clauses
                    .push(words.iter().map(|w| w.parse().expect("a number")).filter(|&l| l != 0).collect());
            }
        }
    }
    assert!(variables < 16, "{run:?}");
    let mut found: BTreeSet<Vec<&str>> = BTreeSet::new();
    for assignment in 0_u32..1 << variables {
        let holds = |literal: i64| (assignment >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
        if clauses.iter().all(|clause| clause.iter().any(|&literal| holds(literal))) {
            let mut atoms: Vec<&str> =
                names.iter().filter(|&&(l, _)| holds(l)).map(|&(_, name)| name).collect();
            atoms.extend(&facts);
            atoms.sort_unstable();
            found.insert(atoms);
        }
    }
    let expected = [vec!["a", "b", "c", "d", "e", "f"], vec!["a", "f"], vec!["b", "f"]];
    assert_eq!(found, BTreeSet::from(expected), "{run:?}");
}

#[test]
fn aspif_that_is_wrong_is_shown_where_it_is() {
    for (text, place, message) in [
        ("asp 1 0 0\n1 0 1 1 0 0\n", "3:1", "missing"),
        ("asp 2 0 0\n0\n", "1:5", "version"),
        ("asp 1 0 0 stepwise\n0\n", "1:11", "not known"),
        ("asp 1 0 0\n0\n1 0 0 0 0\n0\n", "3:1", "incremental"),
        ("1 1 0 0\n7 0\n0\n", "2:1", "no rule"),
        ("1 1 1 2 3\n0\n", "1:7", "more literals"),
        ("1 1 0 0\n0\n1 a\n0\nB+\n0\nB-\n0\n", "9:1", "missing"),
        ("asp 1 0 0\n1 0 1 x 0 0\n0\n", "2:7", "integer"),
        ("asp 1 0 0\n1 0 99 1 0 0\n0\n", "2:5", "follow"),
        ("asp 1 0 0\n1 0 1 0 0 0\n0\n", "2:7", "atom"),
        ("asp 1 0 0\n1 0 1 1 1 2 1 2 -3\n0\n", "2:17", "negative"),
        ("asp 1 0 0\n9 7 1 2\n0\n", "2:3", "theory"),
        ("asp 1 0 0\n4 50 a 0\n0\n", "2:3", "follow"),
        ("asp 1 0 0\n1 0 1 1 0 0 7\n0\n", "2:13", "nothing more"),
    ] {
        let run = run_in(folder(&[]).path(), &["solve", "-"], text);
        assert_eq!((run.code, run.out.as_str()), (support::INPUT, "UNKNOWN\n"), "{text}{run:?}");
        assert!(run.err.contains(message), "{text}{run:?}");
        assert!(run.err.contains(&format!("<standard input>:{place}")), "{text}{run:?}");
    }
}

#[test]
fn rules_and_plans_are_printed() {
    let program = "n(1..3). m(X) :- n(X), X > 1.";
    let run = run_in(folder(&[]).path(), &["ground", "-", "--output", "rules"], program);
    assert_eq!(
        (run.out.as_str(), run.code),
        ("n(V1) :- V1 = 1..3.\nm(X) :- n(X), X > 1.\n", 0),
        "{}",
        run.err
    );
    let run = run_in(folder(&[]).path(), &["ground", "-", "--output", "plan"], program);
    assert!(
        run.out.ends_with("m(X) :- n(X), X > 1.\n  n(X)   scan of 3 rows\n  X > 1  test\n"),
        "{}",
        run.out
    );
}

#[test]
fn the_plans_of_a_grounding_that_was_ended_are_printed() {
    let program = "n(0). n(X+1) :- n(X). late(X) :- n(X).";
    let arguments = ["ground", "-", "--output", "plan", "--ground-limit", "100"];
    let run = run_in(folder(&[]).path(), &arguments, program);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.out.contains("  in later rounds\n    n(X)  the new rows\n"), "{}", run.out);
    assert!(run.err.contains("n(X+1) :- n(X)."), "{}", run.err);
}
