//! Programs in the formats of others.

use groundplan::{exchange, Engine, Error};
use proptest::prelude::*;

const PROGRAM: &str = "1 { p(1..3) } 2. q(X) :- p(X), not r. r :- q(1), 2 #sum { X : p(X) }. #show q/1. #show f(X) : p(X). \
                       #minimize { X@2 : p(X) }. #edge (X,X+1) : p(X). #external x. a ; b :- x. :- not q(2), q(3). \
                       #theory t { u { - : 1, binary, left; - : 2, unary }; &diff/0 : u, { <= }, u, any; &t/1 : u, any }. \
                       &diff { a-b } <= -3 :- p(1). c :- &diff { b-f(1,(2,),[x],{}) } <= 5, &t(-1) { 1,\"s\" : p(2); g() }.";

fn aspif() -> String {
    let mut engine = Engine::new();
    engine.add_text("program.lp", PROGRAM).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    exchange::aspif(engine.ground_program())
}

#[test]
fn what_is_printed_is_read_as_the_same_text_again() {
    let text = aspif();
    let mut engine = Engine::new();
    engine.add_aspif("program.aspif", &text).expect("what we print");
    let again = exchange::aspif(engine.ground_program());
    let mut engine = Engine::new();
    engine.add_aspif("again.aspif", &again).expect("what we print");
    assert_eq!(exchange::aspif(engine.ground_program()).lines().count(), text.lines().count());
}

#[test]
fn whatever_a_program_outputs_is_shown() {
    // Names beginning with `#` are ours for what is kept out of sight, but this one is not.
    let mut engine = Engine::new();
    engine
        .add_aspif("program.aspif", "asp 1 0 0\n1 0 1 1 0 0\n4 5 #p(1) 1 1\n4 1 q 1 1\n0\n")
        .expect("a program");
    let models: Vec<_> = engine
        .query()
        .models()
        .expect("a program")
        .map(|model| model.expect("an answer set").to_string())
        .collect();
    assert_eq!(models, ["q #p(1)"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever is done to a program in aspif, it is read and solved, or refused with a place.
    #[test]
    fn changed_aspif_never_panics(changes in prop::collection::vec((any::<prop::sample::Index>(), "[0-9 \n-]{0,3}"), 1..6)) {
        let mut text = aspif();
        for (at, replacement) in changes {
            let at = at.index(text.len());
            text.replace_range(at..at + 1, &replacement);
        }
        let mut engine = Engine::new();
        match engine.add_aspif("program.aspif", &text) {
            Err(Error::Program(errors)) => prop_assert!(errors.iter().all(|error| error.span.is_some())),
            Err(error) => prop_assert!(false, "{error}"),
            Ok(()) => {
                let _ = exchange::text(engine.ground_program());
                if let Ok(models) = engine.query().models() {
                    models.take(5).for_each(|model| {
                        model.expect("an answer set");
                    });
                }
            }
        }
    }

    #[test]
    fn bytes_never_panic(bytes in "\\PC{0,60}") {
        let mut engine = Engine::new();
        let _ = engine.add_aspif("program.aspif", &format!("asp 1 0 0\n{bytes}"));
    }
}
