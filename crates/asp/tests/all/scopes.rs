//! What a local variable is called does not matter: each element and each conditional literal has its own.
//!
//! clingo 5.8.3 is no oracle here: of `d(1..2). e(2). { s(X) : e(X) } :- #count { X : d(X) } = 2.` it finds one answer set, and
//! two of the same with a `Y` in the aggregate.

use groundplan::Engine;

fn answer_sets(program: &str) -> Vec<Vec<String>> {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program).expect("a program");
    engine.ground(["base"]).unwrap_or_else(|error| panic!("{program}: {error}"));
    let models = engine.query().models().expect("a search");
    let mut found: Vec<Vec<String>> = models
        .map(|model| {
            let mut shown: Vec<String> = model.expect("an answer set").texts().collect();
            shown.sort();
            shown
        })
        .collect();
    found.sort();
    found
}

/// Beside each rule stands how many answer sets there are; `A` is a local variable of the body, `B` one of the head.
#[test]
fn names_of_local_variables_do_not_matter() {
    const GIVEN: &str = "n(1..3). { on(X) : n(X) }. on(X+1) :- go(X), n(X+1).\n";
    const APART: &str = "n(1..3). { on(X) : n(X) }.\n";
    for head in [
        "{ go(B) : on(B) }",
        "1 { go(B) : on(B) } 2",
        "1 { go(B) : on(B); go(B-1) : on(B), n(B-1) }",
        "#count { B : go(B) : on(B) }",
        "#sum { B : go(B) : on(B) } != 2",
        "go(B) : on(B) ; u",
        "go(B) : on(B), n(B) | stop(B) : on(B)",
    ] {
        for body in [
            "#count { A : n(A) } >= 2",
            "#sum { A : n(A), not on(A) } < 4",
            "not 1 #max { A : on(A) } 2",
            "2 { n(A); on(A) : n(A) }",
            "on(A) : n(A), A < 3",
            "A < 3 : on(A)",
            "#count { A : n(A) } >= 2; not on(A) : n(A), A > 2",
        ] {
            for given in [GIVEN, APART] {
                let program =
                    |local: &str| format!("{given}{head} :- {}.", body.replace('A', local)).replace('B', "X");
                let apart = answer_sets(&program("Y"));
                assert_eq!(answer_sets(&program("X")), apart, "{}", program("X"));
                assert!(apart.len() > 1, "{}", program("Y"));
            }
        }
    }
}
