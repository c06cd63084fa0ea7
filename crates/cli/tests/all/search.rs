//! Options of `solve` that steer the search: threads, symmetries, heuristics, signs, seeds and limits.

use crate::solve::{cover, CHOICE};
use crate::support::{folder, run_in};

#[test]
fn threads_change_no_verdict() {
    let files = folder(&[
        ("choice.lp", CHOICE),
        ("none.lp", "{ a }. :- a. :- not a.\n"),
        ("best.lp", &cover(12, 20)),
        ("hard.lp", &cover(300, 900)),
        (
            "steps.lp",
            "#include <incmode>. #program step(t). { a(t) }. #program check(t). :- query(t), not a(2).\n",
        ),
    ]);
    let run =
        |file: &str, arguments: &[&str]| run_in(files.path(), &[&["solve", file], arguments].concat(), "");
    let verdict = |out: &str| out.lines().last().map(str::to_owned);
    for threads in ["1", "2", "5"] {
        for (file, arguments, code) in [
            ("choice.lp", &[][..], 10),
            ("choice.lp", &["-n", "0"], 30),
            ("choice.lp", &["-e", "brave"], 30),
            ("none.lp", &["--assume", "a"], 20),
            ("best.lp", &[], 30),
            ("best.lp", &["--backend", "varisat"], 30),
            ("steps.lp", &[], 10),
        ] {
            let alone = run(file, arguments);
            let several = run(file, &[arguments, &["--threads", threads]].concat());
            assert_eq!(
                (several.code, verdict(&several.out)),
                (code, verdict(&alone.out)),
                "{file} {arguments:?}"
            );
            let costs =
                |out: &str| out.lines().rfind(|line| line.starts_with("Optimization")).map(str::to_owned);
            assert_eq!(costs(&several.out), costs(&alone.out), "{file} {arguments:?}");
        }
    }
    let cut = run("hard.lp", &["--threads", "2", "--time-limit", "1"]);
    let last = cut.out.lines().last().expect("a line");
    assert!(cut.code == 11 && last.starts_with("Bounds       : ["), "{last}");
    for wrong in ["0", "65", "many", "-1"] {
        assert_eq!(run("choice.lp", &["--threads", wrong]).code, 64, "{wrong}");
    }
}

/// With twenty-five guests it takes minutes where rooms are told apart.
#[test]
fn one_answer_set_may_stand_for_those_that_are_symmetric() {
    let guests = "{ in(G,R) : room(R) } = 1 :- guest(G). :- room(R), 3 { in(G,R) : guest(G) }.
        room(1..12). guest(1..25).";
    let best = "{ in(P,H) : hole(H) } = 1 :- pigeon(P). pigeon(1..7). hole(a;b;c). used(H) :- in(_,H).
        :- hole(H), 4 { in(P,H) : pigeon(P) }. #minimize { 1,H : used(H) }. #show used/1.";
    let files = folder(&[("guests.lp", guests), ("best.lp", best)]);
    let run = |arguments: &[&str]| run_in(files.path(), &[&["solve"], arguments].concat(), "");
    let none = run(&["guests.lp", "--stats", "--time-limit", "300"]);
    assert_eq!((none.code, none.out.as_str()), (20, "UNSATISFIABLE\n"), "{none:?}");
    assert!(
        none.err.lines().any(|line| line.starts_with("symmetries ") && line.ends_with(" 35")),
        "{none:?}"
    );
    let optima = [&["--symmetry"][..], &["--symmetry=no"], &[]].map(|arguments| {
        let run = run(&[&["best.lp", "-q1"], arguments].concat());
        assert_eq!(run.code, 30, "{run:?}");
        run.out.lines().find(|line| line.starts_with("Optimization")).map(str::to_owned)
    });
    assert_eq!(optima, [(); 3].map(|()| Some("Optimization: 3".to_owned())));
    let all = |symmetry: &[&str]| run(&[&["best.lp", "--opt-mode=optN", "0", "-q"], symmetry].concat()).out;
    assert_eq!(all(&[]), all(&["--symmetry=no"]));
    for several in [&["0"][..], &["2"], &["-e", "brave"], &["-e", "cautious"], &["--project"]] {
        let refused = run(&[&["guests.lp", "--symmetry"], several].concat());
        assert_eq!((refused.code, refused.out.as_str()), (64, ""), "{refused:?}");
        assert!(refused.err.contains("for one answer set"), "{refused:?}");
    }
    assert_eq!(run(&["best.lp", "--opt-mode=optN", "0", "--symmetry"]).code, 64);
}

/// Grounding leaves nothing of these objectives, so that all answer sets are best ones; clingo finds four in each.
#[test]
fn where_an_objective_is_empty_no_symmetry_is_broken() {
    for objective in ["#minimize { }.", "#minimize { 1,X : in(X), not n(X) }.", ":~ n(X), not n(X). [X@X]"] {
        let program = format!("n(1..2). {{ in(X) : n(X) }}. {objective}");
        for symmetry in ["--symmetry=yes", "--symmetry=no", "--symmetry=auto"] {
            let all = run_in(folder(&[]).path(), &["solve", "-", "0", "-q", symmetry], &program);
            assert_eq!((all.code, all.out.as_str()), (30, "SATISFIABLE\n"), "{all:?}");
            let all =
                run_in(folder(&[]).path(), &["solve", "-", "0", "--format", "json", symmetry], &program);
            assert_eq!(all.json()["Models"]["Number"], 4, "{all:?}");
            let one = run_in(folder(&[]).path(), &["solve", "-", "-q", symmetry], &program);
            assert_eq!((one.code, one.out.as_str()), (10, "SATISFIABLE\n"), "{one:?}");
        }
    }
}

#[test]
fn heuristics_are_heard_on_request() {
    let program =
        "{ in(1..3) }. :- not in(1), not in(2). :- not in(2), not in(3). #heuristic in(X). [1,false]\n";
    let files = folder(&[("cover.lp", program)]);
    let run =
        |arguments: &[&str]| run_in(files.path(), &[&["solve", "cover.lp", "-V0"], arguments].concat(), "");
    let deaf = run(&["-n", "0"]);
    assert_eq!((deaf.code, deaf.out.lines().count()), (30, 6), "{deaf:?}");
    assert!(deaf.err.contains("`#heuristic` is ignored"), "{deaf:?}");
    for option in [&["--heuristic=Domain"][..], &["--heuristic", "domain"]] {
        let minimal = run(&[option, &["--enum-mode=domRec", "-n", "0"]].concat());
        let mut sets: Vec<&str> = minimal.out.lines().collect();
        sets.sort_unstable();
        assert_eq!(sets, ["SATISFIABLE", "in(1) in(3)", "in(2)"], "{minimal:?}");
        assert_eq!((minimal.code, minimal.err.as_str()), (30, ""), "{minimal:?}");
    }
    let all = run(&["--heuristic=Domain", "-n", "0"]);
    assert_eq!((all.code, all.out.lines().count(), all.err.as_str()), (30, 6, ""), "{all:?}");
    let ignored = run(&["--enum-mode=domRec", "-n", "0"]);
    assert_eq!(ignored.out.lines().count(), 6, "{ignored:?}");
    assert!(ignored.err.contains("`--enum-mode=domRec` changes nothing"), "{ignored:?}");
    let backend = run(&["--heuristic=Domain", "--backend", "varisat"]);
    assert_eq!(backend.code, 64, "{backend:?}");
    assert!(backend.err.contains("needs the backend `cdnl`, not `varisat`"), "{backend:?}");
    let printed = run_in(files.path(), &["ground", "cover.lp", "--output", "aspif"], "");
    assert_eq!(printed.out.lines().filter(|line| line.starts_with("7 5 ")).count(), 3, "{printed:?}");
    let guided = ["solve", "-", "-V0", "--heuristic=Domain", "-e", "domRec", "-n", "0"];
    let again = run_in(files.path(), &guided, &printed.out);
    assert_eq!((again.code, again.out.lines().count()), (30, 3), "{again:?}");
}

/// A board without two opposite corners, to be covered by dominoes.
const DOMINOES: &str = "c(X,Y) :- X = 1..6, Y = 1..6, (X,Y) != (1,1), (X,Y) != (6,6).
n(X,Y,X+1,Y) :- c(X,Y), c(X+1,Y). n(X,Y,X,Y+1) :- c(X,Y), c(X,Y+1).
{ d(X,Y,Z,W) } :- n(X,Y,Z,W). :- c(X,Y), not 1 { d(X,Y,Z,W); d(Z,W,X,Y) } 1.\n";

#[test]
fn a_limit_of_conflicts_is_no_interrupt() {
    let files = folder(&[("p.lp", DOMINOES)]);
    let solve = |limit: &str| {
        let run =
            run_in(files.path(), &["solve", "p.lp", "--without", "pigeonhole", "--symmetry=no", limit], "");
        (run.code, run.out)
    };
    for limit in ["--solve-limit=5", "--solve-limit=5,umax"] {
        assert_eq!(solve(limit), (0, "UNKNOWN\n".to_owned()), "{limit}");
    }
    for limit in ["--solve-limit=umax", "--no-solve-limit"] {
        assert_eq!(solve(limit), (20, "UNSATISFIABLE\n".to_owned()), "{limit}");
    }
    assert_eq!(solve("--solve-limit=5,5").0, 64);
}

#[test]
fn other_seeds_give_other_answer_sets() {
    let first = |options: &[&str]| {
        let words = [&["solve", "-"], options].concat();
        run_in(folder(&[]).path(), &words, "1 { in(X,1..9) } 1 :- X = 1..40.\n").out
    };
    let seeds = ["--seed=1", "--seed=2", "--seed=3"];
    for how in [
        &["--rand-freq=1"][..],
        &["--rand-prob=3,20"],
        &["--sign-def=rnd"],
        &["--sign-def=rnd", "--sign-fix", "--rand-freq=0.5"],
    ] {
        let sets = seeds.map(|seed| first(&[&[seed], how].concat()));
        assert!(sets[0] != sets[1] && sets[1] != sets[2] && sets[0] != sets[2], "{how:?}: {sets:?}");
        assert_eq!(sets[0], first(&[&[seeds[0]], how].concat()), "{how:?}");
    }
    assert_eq!(first(&["--seed=1"]), first(&["--seed=2", "--rand-freq=no"]));
}

#[test]
fn signs_say_what_atoms_are_tried_with() {
    let shown = |sign: &str| run_in(folder(&[]).path(), &["solve", "-", sign], "{ a; b; c }.\n").out;
    for (sign, atoms) in [("--sign-def=asp", ""), ("--sign-def=neg", ""), ("--sign-def=pos", "a b c")] {
        assert_eq!(shown(sign), format!("Answer: 1\n{atoms}\nSATISFIABLE\n"));
    }
}

#[test]
fn default_heuristics_give_least_answer_sets() {
    let program = "1 { a(1..3) }. b :- a(1). c :- not b. { x; y }. #show a/1.\n";
    let sets = |pick: &str| {
        let options = ["--heuristic=Domain", "--enum-mode=domRec", pick, "0"];
        let run = run_in(folder(&[]).path(), &[&["solve", "-"], &options[..]].concat(), program);
        let mut sets: Vec<String> =
            run.out.lines().filter(|line| line.starts_with('a')).map(str::to_owned).collect();
        sets.sort_unstable();
        sets
    };
    for pick in ["--dom-mod=5,16", "--dom-mod=false,show", "--dom-mod=level,neg,show"] {
        assert_eq!(sets(pick), ["a(1)", "a(2)", "a(3)"], "{pick}");
    }
    // Of everything, what is not shown included.
    assert_eq!(sets("--dom-mod=5"), ["a(1)", "a(2)", "a(3)"]);
    assert_eq!(sets("--dom-mod=true,show"), ["a(1) a(2) a(3)"]);
}
