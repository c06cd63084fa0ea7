//! The table of clingo's options in the documentation: each line is run, beside clingo where it is there.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{folder, run_in, skip_without, text, Run, USAGE};

const PLAIN: &str =
    "{ a; b; c }. d :- a. _e :- b. :- not a, not b, not c. #project a/0. #const n = 2. p(1..n).\n";
const BEST: &str =
    "{ a; b; c; e }. :- not a, not b. d :- a. #minimize { 1@2 : a; 1@2 : b; 1@1 : c }. #show a/0. #show b/0. #show e/0.\n";

/// A line of the table: words of the command line, and what is said of them.
struct Row {
    words: Vec<String>,
    kind: String,
}

fn rows() -> Vec<Row> {
    let page = text("docs/clingo.md");
    let rows: Vec<Row> = page
        .lines()
        .filter_map(|line| {
            let (words, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
            let words = words.replace("\\|", "|").split(' ').map(str::to_owned).collect();
            Some(Row { words, kind: rest.split(' ').next()?.to_owned() })
        })
        .collect();
    assert!(rows.len() > 100, "the table is there");
    rows
}

/// The interpreter that has clingo.
fn clingo() -> Option<String> {
    let python = std::env::var("GROUNDPLAN_PYTHON").ok();
    if python.is_none() {
        skip_without("clingo (GROUNDPLAN_PYTHON names a Python interpreter that has it)");
    }
    python
}

/// What clingo prints on standard output.
fn theirs(python: &str, folder: &Path, words: &[&str]) -> String {
    let output = Command::new(python).args(["-m", "clingo"]).args(words).current_dir(folder).output();
    String::from_utf8(output.expect("the interpreter starts").stdout).expect("text")
}

const VERDICTS: [&str; 7] =
    ["SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND", "UNKNOWN", "OPTIMUM", "INCONSISTENT", "SATISFIABLE+"];

/// The answers in order of their texts, and the verdict.
fn essence(out: &str) -> (Vec<String>, Option<String>) {
    let verdict = out.lines().position(|line| VERDICTS.contains(&line));
    let unsaid = ["pyclingo version", "Reading ", "Solving", "Answer:", "Preprocessing", "%", "----"];
    let lines = out.lines().take(verdict.unwrap_or(usize::MAX));
    let mut answers: Vec<String> = lines
        .filter(|line| !unsaid.iter().any(|prefix| line.starts_with(prefix)))
        .map(|line| {
            let mut atoms: Vec<&str> = line.split([' ', ';']).collect();
            atoms.sort_unstable();
            atoms.join(" ")
        })
        .collect();
    answers.sort();
    (answers, verdict.and_then(|at| out.lines().nth(at)).map(str::to_owned))
}

/// The same of JSON: its keys, what it says of all answers, and how many there are.
fn essence_of_json(out: &str) -> (Vec<String>, Value, usize) {
    let object: Value = serde_json::from_str(out).expect("an object");
    let witnesses = object["Call"][0]["Witnesses"].as_array().cloned().unwrap_or_default();
    let parts =
        [&object, &object["Call"][0], &object["Time"], witnesses.first().unwrap_or(&object["Models"])];
    let keys = parts.iter().flat_map(|part| Run::keys(part)).map(str::to_owned).collect();
    (keys, object["Models"].clone(), witnesses.len())
}

#[test]
fn each_line_of_the_table_does_what_it_says() {
    // The format of smodels has no word for it.
    let smodels = PLAIN.replace("#project a/0.", "");
    let files = folder(&[("plain.lp", PLAIN), ("best.lp", BEST), ("smodels.lp", &smodels)]);
    let clingo = clingo();
    let mut differ = String::new();
    for Row { words, kind } in rows() {
        let line = words.join(" ");
        let file = match line.contains("opt") {
            true => "best.lp",
            false if line.contains("smodels") => "smodels.lp",
            false => "plain.lp",
        };
        let words: Vec<&str> = words.iter().map(String::as_str).chain([file]).collect();
        let ours = run_in(files.path(), &[&["solve"], &words[..]].concat(), "");
        assert!(!ours.err.contains("tip:"), "{line}: {ours:?}");
        let notes = ours.err.matches("note: ").count();
        match kind.as_str() {
            "refused" => {
                assert_eq!((ours.code, ours.out.as_str()), (USAGE, ""), "{line}: {ours:?}");
                let name = line.split(['=', ' ']).next().expect("a word");
                assert!(ours.err.contains(name) && ours.err.contains("is not supported here: "), "{ours:?}");
                continue;
            }
            "note" => assert_eq!(notes, 1, "{line}: {ours:?}"),
            "same" => assert_eq!(notes, 0, "{line}: {ours:?}"),
            _ => panic!("{line}: there is no kind `{kind}`"),
        }
        assert!([0, 10, 30].contains(&ours.code), "{line}: {ours:?}");
        if let Some(python) = clingo.as_ref().filter(|_| words.contains(&"0")) {
            differ += &difference(python, files.path(), &words, &ours.out);
        }
    }
    assert!(differ.is_empty(), "{differ}");
}

/// What our answers and clingo's do not have in common, as text.
fn difference(python: &str, folder: &Path, words: &[&str], ours: &str) -> String {
    let line = words.join(" ");
    let improves =
        line.contains("--opt") && !["-q1", "enum", "ignore"].iter().any(|word| line.contains(word));
    let (ours, theirs) = if line.contains("--mode=clasp") {
        // Which reads no program that is not ground.
        return String::new();
    } else if improves {
        (format!("{:?}", essence(ours).1), format!("{:?}", essence(&theirs(python, folder, words)).1))
    } else if line.contains("brave") || line.contains("cautious") {
        // How they are come by is each engine's own, and what they come to is among the last keys.
        let words = [words, &["--outf=2"]].concat();
        let ours = run_in(folder, &[&["solve"], &words[..]].concat(), "").out;
        let known = |out: &str| {
            let object: Value = serde_json::from_str(out).expect("an object");
            format!("{} {}", object["Result"], object["Models"]["Consequences"])
        };
        (known(&ours), known(&theirs(python, folder, &words)))
    } else {
        let theirs = theirs(python, folder, words);
        // Which one comes last, or stands for others, is each engine's own.
        let any = line.contains("project")
            || line.contains("outf=1")
            || line.contains("-q1") && !line.contains("optN");
        let essence = |out: &str| match out.starts_with('{') {
            true => format!("{:?}", essence_of_json(out)),
            false if any => format!("{} {:?}", essence(out).0.len(), essence(out).1),
            false => format!("{:?}", essence(out)),
        };
        (essence(ours), essence(&theirs))
    };
    if ours == theirs {
        return String::new();
    }
    format!("== {line}\nours:   {ours}\nclingo: {theirs}\n")
}

#[test]
fn no_option_of_clingo_is_missing_in_the_table() {
    let Some(python) = clingo() else { return };
    let files = folder(&[]);
    let help = theirs(&python, files.path(), &["--help=3"]);
    let options = help.lines().filter_map(|line| line.strip_prefix("  --"));
    let table: Vec<String> =
        rows().iter().flat_map(|row| row.words.clone()).map(|word| word.replace("=", " ")).collect();
    let mut count = 0;
    for option in options {
        let names = option.split(['[', '=', ' ']).next().filter(|name| !name.is_empty());
        let name = match names {
            Some(name) => name.split(',').next().expect("a name").to_owned(),
            None => option
                .trim_start_matches("[no-]")
                .split(['[', '=', ' ', ','])
                .next()
                .expect("a name")
                .to_owned(),
        };
        if option.contains("is default if") {
            continue;
        }
        count += 1;
        let short = option.split(",-").nth(1).and_then(|rest| rest.chars().next());
        let known = table.iter().any(|word| {
            let word = word.split(' ').next().unwrap_or_default();
            word == format!("--{name}")
                || word == format!("--no-{name}")
                || Some(word) == short.map(|c| format!("-{c}")).as_deref()
        });
        assert!(known, "`--{name}` is not in docs/clingo.md");
    }
    assert!(count > 100, "{count} options");
}

#[test]
fn slips_on_the_command_line_get_an_answer() {
    let files = folder(&[("plain.lp", PLAIN)]);
    for (words, part) in [
        (&["--modles=3", "plain.lp"][..], "did you mean `--models`"),
        (&["--nonsense", "plain.lp"], "`solve` has no option `--nonsense`"),
        (&["-Z", "plain.lp"], "`solve` has no option `-Z`"),
        (&["plain.lp", "--const"], "`--const` needs a value"),
        (&["plain.lp", "--opt-mode=best"], "opt, enum, optN and ignore"),
        (&["plain.lp", "-q7"], "0 (all), 1 (last) and 2 (none)"),
        (&["plain.lp", "--show-preds=p"], "`p` is no list of predicates"),
    ] {
        let run = run_in(files.path(), &[&["solve"], words].concat(), "");
        assert_eq!((run.code, run.out.as_str()), (USAGE, ""), "{words:?}: {run:?}");
        assert!(run.err.contains(part) && !run.err.contains("tip:"), "{words:?}: {}", run.err);
    }
    // A file that is called like a number is named by its path.
    assert_eq!(run_in(files.path(), &["solve", "0", "plain.lp"], "").code, 30);
    assert_eq!(run_in(files.path(), &["solve"], "a.").out, "Answer: 1\na\nSATISFIABLE\n");
}

/// Programs, options, what is printed whatever the order of the search, and the exit code: all as clingo 5.4.1 of Debian has it.
const COMPETITION: [(&str, &[&str], &str, i32); 19] = [
    ("a. b.", &["0"], "% Answer: 1\nANSWER\na. b.\n", 30),
    ("b(\"x y\",f(1)).", &["0"], "% Answer: 1\nANSWER\nb(\"x y\",f(1)).\n", 30),
    ("-c.", &["0"], "% Answer: 1\nANSWER\n-c.\n", 30),
    ("{a}. :- a.", &["0"], "% Answer: 1\nANSWER\n\n", 30),
    ("a. #show.", &["0"], "% Answer: 1\nANSWER\n\n", 30),
    ("{a}. :- not a. b.", &["0"], "% Answer: 1\nANSWER\nb. a.\n", 30),
    ("a. :- a.", &["0"], "INCONSISTENT\n", 20),
    ("{a}. :- a. :- not a.", &["0"], "INCONSISTENT\n", 20),
    ("a. #minimize{3:a}.", &["0"], "% Answer: 1\nANSWER\na.\nCOST 3\nOPTIMUM\n", 30),
    ("a. #minimize{3@2:a;1@1:a}.", &["0", "-V0"], "ANSWER\na.\nCOST 3 1\nOPTIMUM\n", 30),
    ("a. #minimize{3:a}.", &["0", "-q2,0"], "COST 3\nOPTIMUM\n", 30),
    ("a. #minimize{3:a}.", &["0", "-q2,1"], "COST 3\nOPTIMUM\n", 30),
    ("a. #minimize{3:a}.", &["0", "-q1,0"], "COST 3\n% Answer: 1\nANSWER\na.\nOPTIMUM\n", 30),
    ("a. #minimize{3:a}.", &["0", "-q0,1"], "% Answer: 1\nANSWER\na.\nCOST 3\nOPTIMUM\n", 30),
    ("a. {b}. :- b.", &["0", "-e", "brave"], "% Answer: 1\nANSWER\na.\n% Consequences: [1;1]\n", 30),
    ("a. {b}. :- b.", &["0", "-e", "cautious", "-q2,0"], "% Consequences: [1;1]\n", 30),
    ("a. b.", &["0", "-q", "-V0"], "", 30),
    ("a. b. _c.", &["0", "-V0", "--out-hide-aux", "--out-ifs=;"], "ANSWER\na.;b.\n", 30),
    ("a. b.", &["0", "-V0", "--out-atomf=p(%0)!"], "ANSWER\np(a)! p(b)!\n", 30),
];

#[test]
fn the_layout_of_competitions_is_clingo_s() {
    let has_clingo = Command::new("clingo").arg("--version").output().is_ok();
    if !has_clingo {
        skip_without("clingo command");
    }
    for (program, options, expected, code) in COMPETITION {
        let files = folder(&[("p.lp", program)]);
        let words = [&["p.lp", "--outf=1"], options].concat();
        let ours = run_in(files.path(), &[&["solve"], &words[..]].concat(), "");
        assert_eq!((ours.out.as_str(), ours.code), (expected, code), "{program} {options:?}");
        if !has_clingo {
            continue;
        }
        let output =
            Command::new("clingo").args(&words).current_dir(files.path()).output().expect("it starts");
        let text = String::from_utf8(output.stdout).expect("text");
        // The summary has times.
        let text = text.split("% \n").next().expect("a text");
        let said = |line: &&str| {
            ["% clingo version", "% Reading", "% Solving"].iter().any(|it| line.starts_with(it))
        };
        let theirs: String = text.split_inclusive('\n').filter(|line| !said(line)).collect();
        assert_eq!((theirs.as_str(), output.status.code()), (expected, Some(code)), "{program} {options:?}");
    }
    let endless = "1 { in(P,1..11) } 1 :- P = 1..12. :- in(P,H), in(Q,H), P < Q, not q.";
    let cut =
        run_in(folder(&[("p.lp", endless)]).path(), &["solve", "p.lp", "--outf=1", "--ground-limit=9"], "");
    assert_eq!((cut.out.as_str(), cut.code), ("UNKNOWN\n", 1), "{cut:?}");
}

#[test]
fn constants_of_the_command_line_may_name_each_other() {
    for (constants, expected) in [
        (&["n=7", "m=n"][..], "p(7,7,5)"),
        (&["n=m", "m=7"], "p(7,7,5)"),
        (&["n=m+1", "m=7"], "p(8,7,5)"),
        (&["n=f(m,k)", "m=2"], "p(f(2,5),2,5)"),
        (&["n=n"], "p(n,m,5)"),
        (&["m=k+1", "k=3"], "p(n,4,3)"),
    ] {
        let options = constants.iter().flat_map(|constant| ["-c", constant]);
        let words: Vec<&str> = ["solve", "-"].into_iter().chain(options).collect();
        let run = run_in(folder(&[]).path(), &words, "p(n,m,k). #const k=5.");
        assert_eq!(run.out.lines().nth(1), Some(expected), "{constants:?}: {run:?}");
    }
    let run = run_in(folder(&[]).path(), &["solve", "-", "-c", "n=m", "-c", "m=n"], "p(n,m).");
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.err.contains("depends on itself"), "{run:?}");
}

#[test]
fn a_shebang_is_a_comment() {
    for program in [
        "#!/usr/bin/clingo\na.\n",
        "#!/usr/bin/env -S clingo 0\r\na. #! b.\r\n",
        "a.\n#! the end",
        "\n#!x\na.\n",
    ] {
        let files = folder(&[("program.lp", program), ("outer.lp", "#!x\n#include \"program.lp\".\n")]);
        for file in ["program.lp", "outer.lp"] {
            let run = run_in(files.path(), &["solve", file, "0"], "");
            assert_eq!(
                (run.code, run.out.as_str()),
                (30, "Answer: 1\na\nSATISFIABLE\n"),
                "{program:?}: {run:?}"
            );
        }
    }
}
