//! How errors and warnings look, as snapshots: `INSTA_UPDATE=always` writes them anew.

use crate::support::{folder, repository, run_in};

/// What is said of each program on standard error, one after the other.
fn said(programs: &[&str], arguments: &[&str]) -> String {
    let mut all = String::new();
    for program in programs {
        let files = folder(&[("program.lp", program)]);
        let run = run_in(files.path(), &[&["solve", "program.lp"], arguments].concat(), "");
        all += &format!("{}\n{}exit {}\n\n", program.trim_end(), run.err, run.code);
    }
    all
}

#[test]
fn errors() {
    insta::assert_snapshot!(said(
        &[
            "a :- b\nc :- d.\n",
            "p(X) :- q(Y).\nr :- not s(Z).\n",
            "q(1..3). p(X,Y) :- q(X), not r(X,Z), Y = Z.\n",
            "a(9223372036854775807).\nb(X+1) :- a(X).\n",
            "#const n = m. #const m = n. p(n).\n",
            "#include \"nowhere.lp\".\n#include <csp>.\n",
            "#script (python)\n#end.\n",
            "a(X) :- b(X), not -p(X,_).\nb(1). -p(1,2).\n",
            "b(1). { not a(X) ; b(X) }.\n",
            "{a; b}. #minimize { 9223372036854775807,x : a; 1,y : b }.\n",
            "n(1..2).\n:- n(X), not p(X,Y).\np(1,2).\n",
            "p(1,2). :- #count { p(_,_) } > 3.\n#minimize { p(X,Y) }.\n",
            "n(1..2). e(1..3).\nok(N) :- N = #count { X : e(X) }, n(X;1).\n",
        ],
        &[],
    ));
}

#[test]
fn groundings_that_were_ended() {
    insta::assert_snapshot!(said(
        &[
            "n(0). n(X+1) :- n(X).\n",
            "n(1..30).\np(X,Y,Z) :-\n    n(X), n(Y), n(Z).\n",
            "n(1..90). m(X) :- n(X), X < 5. p(X) :- m(X), n(X). q(X,Y) :- m(X), m(Y).\n",
            "n(0). n(X+1) :- n(X), 1 <= #count { Y : n(Y) }.\n",
            &"n(0). ".repeat(3),
            &(0..101).map(|n| format!("n({n}). ")).collect::<String>(),
        ],
        &["--ground-limit", "100"],
    ));
}

#[test]
fn warnings() {
    insta::assert_snapshot!(said(
        &[
            "p(X) :- q(X), not r(X).\n",
            "p(1). p(1,2).\nq(X) :- p(X).\nq(X) :- p(X,_).\n",
            "p(X,Y) :- q(X,Y,Z).\nq(1,2,3).\n",
            "p(1). q(1/X) :- X = 0.\nr(X+1) :- p(X).\n",
            "a(x). b :- #sum { X : a(X) } > 0. #minimize { X : a(X) }.\n",
            "does(bob,cook). kind(x).\n:- does(Bob,_), kind(X).\n#show does.\n",
            "w(a,1). {t(a)}.\n:- #sum { W : t(X), w(X,W) } > 1.\n:~ w(X,W), t(X). [W]\n",
            "{a}. #heuristic a. [1,true]\n#show c/2. #defined d/0. e :- d.\n",
            "#external p(1). [maybe]\n",
            "{p(1)}. q(2..3).\nr :- p(2), not q(a), q(X+1).\ns :- p(2).\n",
        ],
        &["-W", "all"],
    ));
}

/// Where a tuple has what the condition has, or it is about one value of a variable, all is counted.
#[test]
fn weights_that_are_told_apart() {
    for program in [
        "w(a,1). :- #sum { W,X : w(X,W) } > 1.",
        "w(a,1). n(a). p(S) :- n(X), S = #sum { W : w(X,W) }.",
        "w(a,1). :- #max { W : w(_,W) } > 1.",
        "w(1). #minimize { W : w(W), not v(_) }. #defined v/1.",
    ] {
        let files = folder(&[("program.lp", program)]);
        let run = run_in(files.path(), &["solve", "program.lp", "-W", "merged"], "");
        assert!(!run.err.contains("count once"), "{program}: {}", run.err);
    }
}

/// No warning is about a variable that is used, or too short to be a name, or a constant that a program defines or conditions.
#[test]
fn names_that_are_spelled_alike() {
    for program in [
        "does(bob,cook). job(Bob) :- does(Bob,_).",
        "a(x). b :- a(X).",
        "does(bob,cook). b :- does(_,Bob).",
        "does(bob,cook). b :- does(_Bob,cook).",
        "#const does = 3. does(1). #show does.",
        "{does}. #show does : does.",
        "p(1). #show does.",
    ] {
        let files = folder(&[("program.lp", program)]);
        let run = run_in(files.path(), &["solve", "program.lp"], "");
        assert_eq!(
            run.err.lines().filter(|line| line.starts_with("warning")).count(),
            0,
            "{program}: {}",
            run.err
        );
    }
    for (program, help) in [
        ("does(bob,cook). b :- does(Bob,cook).", "did you mean the constant `bob`?"),
        ("{does(bob,(1;2))} :- a. a. b :- does(Bob,cook).", "did you mean the constant `bob`?"),
        ("does(bob,cook). #show does.", "did you mean `#show does/2.`?"),
        ("{done}. #show done.", "did you mean `#show done/0.`?"),
    ] {
        let files = folder(&[("program.lp", program)]);
        let run = run_in(files.path(), &["solve", "program.lp"], "");
        assert!(run.err.contains(help), "{program}: {}", run.err);
        let run = run_in(files.path(), &["solve", "program.lp", "-W", "no-spelling"], "");
        assert!(!run.err.contains(help), "{program}: {}", run.err);
    }
}

/// What people write who come from Prolog, Datalog, Python or C.
#[test]
fn slips_of_other_languages_get_help() {
    for (program, help) in [
        ("a := b.", "a rule is written with `:-`"),
        ("a <- b.", "a rule is written with `:-`"),
        ("a :- b & c.", "separate literals by `,`"),
        ("a :- b && c.", "separate literals by `,`"),
        ("a :- b /\\ c.", "separate literals by `,`"),
        ("a :- b || c.", "write a rule for each alternative"),
        ("a :- !b.", "write `not` for default negation"),
        ("// what follows\na.", "a comment begins with `%`"),
        ("a. // what it is", "a comment begins with `%`"),
        ("/* what follows */ a.", "between `%*` and `*%`"),
        ("# what follows\na.", "a comment begins with `%`"),
        ("p(X) --> q(X).", "a rule is written `head :- body.`"),
        ("node(1). a :- nodes(1).", "did you mean `node/1`?"),
        ("node(1). a :- node(1,2).", "did you mean `node/1`?"),
        ("node(1). #show ndoe/1.", "did you mean `node/1`?"),
        ("#const size = 3. p(X) :- X = 1..sise.", "did you mean `size`?"),
    ] {
        let files = folder(&[("program.lp", program)]);
        let run = run_in(files.path(), &["solve", "program.lp"], "");
        assert!(run.err.contains(help), "{program}: {}", run.err);
    }
    // Nothing is near.
    for program in ["p(1). a :- q(1).", "colour(1). a :- node(1).", "a(c) :- a(\"<-\") < b."] {
        let files = folder(&[("program.lp", program)]);
        let run = run_in(files.path(), &["solve", "program.lp"], "");
        assert!(!run.err.contains("did you mean") && !run.err.contains("`<-`"), "{program}: {}", run.err);
    }
}

/// A kind can be switched off, and a constant of the command line that the program does not have is named.
#[test]
fn probable_mistakes() {
    for (kind, program, arguments) in [
        ("tuple", "{a;b}. #minimize { 1 : a ; 1 : b }.", &[][..]),
        ("bounds", "p(1..3). 2 { q(X) : p(X) } 1.", &[]),
        ("instance", "p(1..3). 1 { q(X) } 1 :- p(X).", &[]),
        ("interval", "p(3..1).", &[]),
        ("function", "p(1..3). q(X) :- p(X), abs(X-2) > 0.", &[]),
        ("constant", "#const size = 3. p(1..size).", &["-c", "sise=8"]),
    ] {
        let files = folder(&[("program.lp", program)]);
        let count = |more: &[&str]| {
            let run = run_in(files.path(), &[&["solve", "program.lp", "-V0"], arguments, more].concat(), "");
            run.err.lines().filter(|line| line.contains("warning: ") || line.starts_with("warning")).count()
        };
        assert!(count(&[]) > 0, "{kind}");
        assert_eq!(count(&["-W", &format!("no-{kind}")]), 0, "{kind}");
        assert_eq!(count(&["-W", "none"]), 0, "{kind}");
        assert!(count(&["-W", "none", "-W", kind]) > 0, "{kind}");
    }
}

/// No program of the repository is warned of.
#[test]
fn the_programs_of_the_repository_are_right() {
    let mut folders = vec![repository().join("encodings"), repository().join("crates/sokoban/encodings")];
    let mut programs = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "lp") {
                programs.push(path);
            }
        }
    }
    assert!(programs.len() > 20, "{}", programs.len());
    for program in programs {
        let path = program.to_str().expect("text");
        let kinds = ["tuple", "bounds", "instance", "interval", "function"].map(|kind| ["-W", kind]).concat();
        let start = ["ground", path, "--ground-limit=1", "-V0", "-W", "none"];
        let run = run_in(&repository(), &[&start[..], &kinds].concat(), "");
        for name in
            ["always holds", "never hold", "counts once", "count once", "within each instance", "is empty"]
        {
            assert!(!run.err.contains(name), "{path}: {}", run.err);
        }
        assert!(!run.err.contains("no value is computed"), "{path}: {}", run.err);
    }
}
