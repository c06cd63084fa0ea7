//! What programs meet that start the command as they start clingo: its options, what they read on standard output, and the first
//! line of a message.

use serde_json::Value;

use crate::support::{folder, run_in, Run, INPUT};

fn solve(arguments: &[&str], program: &str) -> Run {
    let files = folder(&[("p.lp", program)]);
    run_in(files.path(), &[&["solve", "p.lp"], arguments].concat(), "")
}

const CHOICE: &str = "1 { a; b } 1. #minimize { 2 : a; 1 : b }.\n";

#[test]
fn values_may_follow_a_blank() {
    for words in [&["-n 0"][..], &[" 0"], &["--models= 0"], &["--models=\t+0"], &["-n", " 0"], &["-t 2", "0"]]
    {
        let run = solve(words, "{ a; b }.");
        assert_eq!((run.code, run.out.matches("Answer: ").count()), (30, 4), "{words:?}: {run:?}");
    }
    let run = solve(&["--seed= 7", "--keep-facts", "-q", "0x3"], "{ a; b }.");
    assert!(run.code == 10 && run.summary.contains("Models       : 3+\n") && run.err.is_empty(), "{run:?}");
}

#[test]
fn witnesses_are_answer_sets_unless_bounds_are_asked_for() {
    let witnesses = |words: &[&str]| {
        let json = solve(&[&["--outf=2"], words].concat(), CHOICE).json();
        json["Call"][0]["Witnesses"].as_array().expect("witnesses").clone()
    };
    for words in [&[][..], &["-V2"], &["--opt-mode=optN", "0"], &["--opt-strategy=bb"]] {
        let all = witnesses(words);
        assert!(all.iter().all(|witness| witness["Value"].is_array()), "{words:?}: {all:?}");
    }
    for words in [&["--lower-bounds"][..], &["--opt-strategy=usc,oll"]] {
        let all = witnesses(words);
        assert!(all.iter().any(|witness| witness["Lower"].is_array()), "{words:?}: {all:?}");
    }
}

#[test]
fn statistics_have_the_names_of_clasp() {
    let program = "{ a(1..3) }. b :- 2 #sum { X : a(X) }. p :- q, a(1). q :- p. q :- a(2). c | d :- a(1). #minimize { X : a(X) }.";
    let json = solve(&["--outf=2", "--stats"], program).json();
    let stats = &json["Stats"];
    assert_eq!(Run::keys(stats), ["Core", "More", "Jumps", "LP", "Problem", "Groundplan"]);
    let core = ["Choices", "Conflicts", "Backtracks", "Backjumps", "Restarts", "RestartAvg", "RestartLast"];
    assert_eq!(Run::keys(&stats["Core"]), core);
    assert_eq!(Run::keys(&stats["More"]["Lemma"]), ["Sum", "Deleted", "Type"]);
    let rules = ["Original", "Final", "Choice", "Minimize"];
    assert_eq!(Run::keys(&stats["LP"]["Rules"]), rules);
    assert_eq!((&stats["LP"]["Tight"], &stats["LP"]["SCCs"]), (&"no".into(), &1.into()), "{stats}");
    assert_eq!(stats["LP"]["Disjunctions"]["Original"], 1, "{stats}");
    assert!(
        stats["Problem"]["Variables"].as_u64() > Some(0) && stats["Core"]["RestartAvg"].is_f64(),
        "{stats}"
    );
    assert!(stats["Groundplan"]["solvers"].is_object(), "{stats}");
    assert_eq!(solve(&["--outf=2", "--stats"], "a.").json()["Stats"]["LP"]["Tight"], "yes");
    assert_eq!(solve(&["--outf=2"], "a.").json().get("Stats"), None);

    let text = solve(&["--stats", "-V0"], program).summary;
    for line in [
        "Choices      : ",
        "Conflicts    : ",
        "Rules        : ",
        "  Minimize   : 1",
        "Tight        : No       (SCCs: 1 ",
    ] {
        assert!(text.contains(&format!("\n{line}")), "{line}: {text}");
    }
    let text = solve(&["--stats", "--outf=1"], program).summary;
    assert!(text.contains("\n% Choices        : ") && text.contains("\n% \n% Rules          : "), "{text}");
}

#[test]
fn a_wrong_program_is_unknown() {
    for program in ["a", "a(X).", "#include \"none.lp\".", "a :- &x { }."] {
        let run = solve(&[], program);
        assert_eq!((run.code, run.out.as_str()), (INPUT, "UNKNOWN\n"), "{program}: {run:?}");
        assert!(run.summary.contains("Models       : 0+\nCalls        : 1\n"), "{program}: {run:?}");
        let json = solve(&["--outf=2"], program).json();
        assert_eq!((&json["Result"], &json["Models"]["Number"]), (&"UNKNOWN".into(), &0.into()), "{json}");
    }
    assert_eq!(solve(&["-V0"], "a").out, "UNKNOWN\n");
    // Options that are wrong tell nothing of a program.
    assert_eq!(solve(&["--opt-mode=best"], "a.").out, "");
}

#[test]
fn the_summary_is_on_standard_output() {
    let run = solve(&[], CHOICE);
    assert!(run.summary.starts_with("\nModels       : ") && run.err.is_empty(), "{run:?}");
    let run = solve(&["--outf=1"], CHOICE);
    assert!(run.summary.starts_with("% \n% Models         : ") && run.out.ends_with("OPTIMUM\n"), "{run:?}");
    assert!(run.summary.contains("\n%   Optimum      : yes\n"), "{run:?}");
    assert_eq!(solve(&["-V0"], CHOICE).summary, "");
    assert_eq!(solve(&["--outf=3"], CHOICE).summary, "");
    let json = solve(&["--outf=2", "-V0"], CHOICE).json();
    assert_eq!(Run::keys(&json), ["Solver", "Input", "Call", "Result"]);
    let json = run_in(folder(&[]).path(), &["solve", "--outf=2"], "a.").json();
    assert_eq!(json["Input"], Value::from(vec!["stdin"]));
}

#[test]
fn messages_begin_as_those_of_clingo() {
    for (program, expected) in [
        ("a", "p.lp:2:1-2: error: syntax error, unexpected EOF\nerror: missing `.`"),
        ("a\n", "p.lp:2:1-2: error: syntax error, unexpected EOF\n"),
        ("a :- b,.", "p.lp:1:8-9: error: syntax error, unexpected .\nerror: expected a literal"),
        ("a(\"éé\") b.", "p.lp:1:11-12: error: syntax error, unexpected <IDENTIFIER>\n"),
        ("a :- b\nc.\n", "p.lp:2:1-2: error: syntax error, unexpected <IDENTIFIER>\n"),
        ("a X.", "p.lp:1:3-4: error: syntax error, unexpected <VARIABLE>\n"),
        ("a :- 1.", "p.lp:1:7-8: error: syntax error, unexpected .\n"),
        ("a $ b.", "p.lp:1:3-4: error: lexer error, unexpected $\n"),
        (
            "a(X) :- b(Y).\n b(1).",
            "p.lp:1:1-14: error: unsafe variables in:\n  a(X) :- b(Y).\np.lp:1:3-4: note: 'X' is unsafe\nerror: the variable",
        ),
        ("a :- b(1), not c.\n", "p.lp:1:6-10: info: atom does not occur in any rule head:\n  b(1)\nwarning: "),
        ("p(a). q(X+1) :- p(X).", "p.lp:1:9-12: info: operation undefined:\n  X+1\nwarning: "),
        ("#const n=1. #const n=2.", "p.lp:1:13-24: error: redefinition of constant:\n  #const n=2.\n"),
        ("a :- &x { }.", "p.lp:1:6-12: error: no definition found for theory atom:\n  x/0\nerror: "),
        ("#script (lua)\n#end.", "p.lp:1:1-2:6: error: lua support not available\nerror: scripts"),
        // clingo has no words for this; ours stand behind the place.
        ("#external p. [maybe]", "p.lp:1:15-20: warning: an external atom"),
    ] {
        let run = solve(&[], program);
        assert!(run.err.starts_with(expected), "{program}\n{expected}\n{}", run.err);
    }
    let run = run_in(folder(&[]).path(), &["solve", "-"], "a b.");
    assert!(run.err.starts_with("-:1:3-4: error: syntax error, unexpected <IDENTIFIER>\nerror: "), "{run:?}");
    let run = run_in(folder(&[]).path(), &["ground", "-"], "a b.");
    assert!(run.err.starts_with("-:1:3-4: error: syntax error") && run.out.is_empty(), "{run:?}");
}

#[test]
fn atoms_are_printed_in_a_format() {
    let printed = |word: &str| {
        let run = solve(&[word, "-V0"], "a. b(1).");
        (run.code, run.out.lines().next().unwrap_or_default().to_owned())
    };
    for (format, expected) in [
        ("--out-atomf=%0.", "a. b(1)."),
        ("--out-atomf=<%0>%%", "<a>% <b(1)>%"),
        ("--out-atomf=-%0", "-a -b(1)"),
        ("--out-atomf=%s", "a b(1)"),
        ("--out-atomf=", "a b(1)"),
    ] {
        assert_eq!(printed(format), (30, expected.to_owned()), "{format}");
    }
    for wrong in ["--out-atomf=%0%0", "--out-atomf=%1", "--out-atomf=%", "--out-atomf=x"] {
        assert_eq!(printed(wrong).0, 64, "{wrong}");
    }
    let lines = solve(&["--outf=1", "--out-ifs=\\n", "-V0"], "a. b.");
    assert_eq!(lines.out, "ANSWER\na.\nb.\n", "{lines:?}");
    assert_eq!(solve(&["--outf=4", "-V0"], "a.").out, "a\nSATISFIABLE\n");
}

#[test]
fn facts_are_preserved_where_that_is_asked_for() {
    let program = "a. b(1..2). {c(X)} :- b(X). k :- a. d :- a, c(1). e(X) :- b(X), not c(X). #minimize{1,X : b(X), c(X)}. \
                   f :- #count { X : b(X), c(X) } > 1, a. g(X) :- k, b(X), c(Z) : b(Z).";
    let text = |words: &[&str]| solve(&[&["--text"], words].concat(), program).out;
    let plain = text(&[]);
    assert_eq!(text(&["--preserve-facts=none"]), plain);
    assert_eq!(text(&["--preserve-facts=symtab"]), plain);
    assert!(plain.contains("\nk.\n") && plain.contains("\nd :- c(1).\n"), "{plain}");
    let kept = text(&["--preserve-facts=body"]);
    assert_eq!(kept, text(&["--keep-facts"]));
    for line in ["{ c(1) } :- b(1).", "k :- a.", "d :- a, c(1).", "e(2) :- b(2), not c(2)."] {
        assert!(kept.contains(&format!("\n{line}\n")), "{line}: {kept}");
    }
    assert!(
        !kept.contains("\nk.\n") && kept.matches("b(1)").count() == plain.matches("b(1)").count() + 3,
        "{kept}"
    );
    let aspif = |word: &str| solve(&["--mode=gringo", word], "a. b :- a. {c}. #show a/0.").out;
    assert!(aspif("--preserve-facts=none").contains("\n4 1 a 0\n"));
    assert!(aspif("--preserve-facts=symtab").contains("\n4 1 a 1 1\n"));
    assert!(aspif("--preserve-facts=all").contains("\n1 0 1 3 0 1 1\n"));
    let reified = solve(&["--output=reify", "--preserve-facts=symtab"], "a.").out;
    assert!(reified.contains("output(a,1).") && reified.contains("literal_tuple(1,1)."), "{reified}");
    // A program that is solved is the same.
    assert_eq!(solve(&["0", "-V0", "--preserve-facts=all"], program).out, solve(&["0", "-V0"], program).out);
}

#[test]
fn a_rule_that_grows_for_ever_is_named_at_any_verbosity() {
    for command in ["solve", "ground"] {
        let arguments = [command, "-", "-V0", "--ground-limit=1000"];
        let run = run_in(folder(&[]).path(), &arguments, "n(0). n(X+1) :- n(X).");
        assert!(
            run.err.starts_with("-:1:7-22: warning: ") && run.err.contains("this was growing"),
            "{run:?}"
        );
    }
}
