//! Every pass does something on some small program where it is tuned for that, says so, and changes no answer.

use std::collections::BTreeMap;

use groundplan::solve::SearchConfig;
use groundplan::{Engine, Pass, Passes, Reports, Tuning};

use crate::support::engines::{configured, distinct};

/// How a program is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    All,
    First,
    Optimum,
}
use Question::{All, First, Optimum};

/// Programs, and the passes that do something on them.
const PROGRAMS: [(&str, Question, &str); 17] = [
    ("projection", All, "{ e(1..3,1..3) }. { f(1..3) }. p :- f(X), e(X,_), e(_,X). :- e(X,X). :- not f(1). :- f(2)."),
    ("join", All, "{ e(1,2) }. r(X,Y) :- e(X,Y). e(X,X+1) :- X = 2..12. r(X,Z) :- r(X,Y), r(Y,Z). :- r(5,5)."),
    ("factoring", All, "{ a; b; c; d }. p :- a, b. p :- a, c. p :- a, d. :- p, d, c."),
    ("one-sided", All, "{ e(X,Y) : X = 1..3, Y = 1..3, X != Y }. r(Y) :- e(1,Y). r(Y) :- r(X), e(X,Y). :- r(3). :- e(1,2), e(3,1)."),
    ("ring", First, "{ s(0..5) } 1. on(X) :- s(X). on(X) :- X = 0..5, on((X+1) \\ 6), on((X+2) \\ 6). :- X = 0..5, not on(X)."),
    ("at most one", All, "{ a(1..9) } 1. b :- a(3)."),
    ("pigeons", First, "{ at(P,H) : H = 1..6 } = 1 :- P = 1..6. :- at(P,H), at(Q,H), P < Q. b :- at(1,1)."),
    ("tasks", First, "task(1,3). task(2,2). task(3,3). { start(T,0..8) } = 1 :- task(T,_). :- start(T,S), start(U,X), task(T,L), S <= X, X < S + L, T != U."),
    ("tours", Optimum, "{ go(X,Y) : Y = 1..5, Y != X } = 1 :- X = 1..5. { go(X,Y) : X = 1..5, X != Y } = 1 :- Y = 1..5. r(1). r(Y) :- r(X), go(X,Y). :- X = 1..5, not r(X). #minimize { (X*X*7+Y*Y*5+X*Y) \\ 17 + 1,X,Y : go(X,Y) }."),
    ("assigned sum", Optimum, "{ in(1..5) }. :- in(1), in(2). total(T) :- T = #sum { 4-X,X : in(X) }. #maximize { T : total(T) }."),
    ("two priorities", Optimum, "{ in(1..4) }. :- not in(1), not in(2). :- in(1), not in(3). #minimize { 1@2,X : in(X) }. #minimize { X@1,X : in(X) }."),
    ("cover", Optimum, "e(X,Y) :- X = 1..13, Y = X+1..13, (X*X+3*Y+X*Y) \\ 4 = 0. { in(1..13) }. :- e(X,Y), not in(X), not in(Y). #minimize { (3*X) \\ 5 + 1,X : in(X) }."),
    ("dominating", Optimum, "v(0..17). e(X,(X+1)\\18) :- v(X). e(X,(X+5)\\18) :- v(X). e(X,(X*7)\\18) :- v(X). { in(X) : v(X) }. n(X,Y) :- e(X,Y). n(Y,X) :- e(X,Y). d(X) :- in(X). d(X) :- n(X,Y), in(Y). :- v(X), not d(X). #minimize { 1,X : in(X) }."),
    ("colours", First, "v(1..9). e(X,Y) :- v(X), v(Y), X < Y, (X*Y+X+Y) \\ 3 != 0. { c(X,1..4) } = 1 :- v(X). :- e(X,Y), c(X,C), c(Y,C)."),
    ("schur", First, "{ in(X,1..3) } = 1 :- X = 1..13. :- in(X,P), in(Y,P), in(X+Y,P), X < Y. :- in(X,P), in(2*X,P)."),
    ("schur too far", First, "{ in(X,1..3) } = 1 :- X = 1..14. :- in(X,P), in(Y,P), in(X+Y,P), X < Y. :- in(X,P), in(2*X,P)."),
    ("knapsack", Optimum, "w(X,(X*X*13) \\ 29 + 5) :- X = 1..14. { in(X) : w(X,_) }. :- #sum { W,X : in(X), w(X,W) } > 90. #maximize { W*3 + (X*5) \\ 7,X : in(X), w(X,W) }."),
];

/// What is found, as far as it does not depend on the order in which that is done, and what the passes did.
fn ask(program: &str, question: Question, passes: Passes) -> (Vec<String>, Reports) {
    let mut config = SearchConfig::default();
    (config.passes, config.tuning) = (passes, Tuning::eager());
    let mut engine = configured(&config);
    engine.add_text("program.lp", program).unwrap();
    engine.ground(["base"]).unwrap();
    (found(&mut engine, question), engine.statistics().passes)
}

fn found(engine: &mut Engine, question: Question) -> Vec<String> {
    match question {
        All => distinct(engine).into_iter().collect(),
        First => {
            let is_there = engine.query().up_to_symmetry().first().unwrap().is_some();
            vec![is_there.to_string()]
        }
        Optimum => {
            let optimum = engine.query().optimum().unwrap();
            vec![format!("{:?}", optimum.model.map(|model| model.costs().to_vec()))]
        }
    }
}

#[test]
fn each_fires_on_a_small_program_and_can_be_left_out() {
    let mut fired: BTreeMap<Pass, Vec<&str>> = BTreeMap::new();
    for (title, question, program) in PROGRAMS {
        let (expected, reports) = ask(program, question, Passes::ALL);
        for (pass, report) in reports.iter().filter(|(_, report)| report.fired > 0) {
            fired.entry(pass).or_default().push(title);
            let (without, others) = ask(program, question, Passes::ALL.without(pass));
            assert_eq!(without, expected, "{title} without {pass}, which had {report:?}");
            assert_eq!(others.of(pass).fired, 0, "{title} without {pass}");
        }
    }
    // The portfolio has CaDiCaL among its solvers.
    let of_portfolio = [Pass::ClauseSharing, Pass::PositivePhases];
    let is_there = |pass: &Pass| cfg!(feature = "cadical") || !of_portfolio.contains(pass);
    let mut missing: Vec<Pass> = Pass::ALL.into_iter().filter(|pass| !fired.contains_key(pass)).collect();
    missing.retain(is_there);
    assert!(missing.is_empty(), "{missing:?} fire nowhere: {fired:#?}");
}

/// Objectives over the value of a sum, and how many sums are passed through to their elements.
const ASSIGNED: [(&str, u64); 16] = [
    ("t(T) :- T = #sum { X : a(X) }. #maximize { T : t(T) }.", 1),
    ("t(T) :- T = #sum { X : a(X) }. #minimize { 7-2*T@3 : t(T) }. #maximize { 1,X : a(X) }.", 1),
    ("t(T) :- T = #count { X : a(X) }. c(3*T+1) :- t(T). :~ c(C). [C]", 1),
    (":~ T = #sum { X-3,X : a(X) }, b. [T@2]", 1),
    ("t(T) :- T = #sum { X : a(X) }. #maximize { T,x : t(T), b }. :- t(T), T > 7.", 1),
    // What constraints exclude is not among the values.
    ("t(T) :- T = #sum { X : a(X) }. #maximize { T : t(T) }. :- t(T), T > 7.", 1),
    ("t(T) :- T = #sum { X : a(X) }. #maximize { T : t(T) }. :- t(T), T < 4. :- t(T), T > 8.", 1),
    ("t(G,T) :- T = #sum { X : a(X), X \\ 2 = G }, G = 0..1. #minimize { T,G : t(G,T) }. :- t(0,0).", 1),
    ("t(G,T) :- T = #sum { X*X,G : a(X), X \\ 4 != G }, G = 0..1, 1 { b; a(G+1) }. :~ t(G,T). [-T,G]", 2),
    // Two sums over the same atoms.
    ("t(T) :- T = #sum { X : a(X) }. u(T) :- T = #sum { 9-X,X : a(X) }. #maximize { 3*T,1 : t(T); -T,2 : u(T) }.", 2),
    ("t(T) :- T = #sum { X : a(X) }. u(T) :- T = #count { X : a(X) }. #minimize { T,1 : u(T); -T,2 : t(T) }. :- t(T), T > 6.", 2),
    // Costs are tuples: what two groups cost alike is paid once.
    ("t(G,T) :- T = #sum { X : a(X), X \\ 2 = G }, G = 0..1. #maximize { T : t(G,T) }.", 0),
    ("t(T) :- T = #sum { X : a(X) }. t(T) :- T = #sum { 2*X : a(X), b }. #maximize { T : t(T) }.", 0),
    // What is not linear.
    ("t(T) :- T = #sum { X : a(X) }. #maximize { T*T : t(T) }.", 0),
    ("t(T) :- T = #sum { X : a(X) }. #maximize { T : t(T), T != 4 }.", 0),
    ("t(T) :- T = #sum { X : a(X) }. #maximize { T : t(T), a(1) ; T : t(T), T < 5 }.", 0),
];

#[test]
fn sums_are_passed_through_where_the_objective_is_linear_in_them() {
    for (program, expected) in ASSIGNED {
        let program = format!("{{ a(1..5); b }}. :- a(2), not a(5). :- a(3), a(4), not b. {program}");
        let (found, reports) = ask(&program, Optimum, Passes::ALL);
        assert_eq!(reports.of(Pass::AssignedSums).fired, expected, "{program}");
        let (without, _) = ask(&program, Optimum, Passes::ALL.without(Pass::AssignedSums));
        assert_eq!(found, without, "{program}");
    }
}
