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
fn a_theory_atom_in_its_own_condition_is_printed() {
    // The atom of the theory is in the condition of its only element.
    let mut engine = Engine::new();
    engine
        .add_aspif(
            "program.aspif",
            "asp 1 0 0\n9 1 0 1 a\n9 0 1 1\n9 4 0 1 1 1 2\n9 5 2 0 1 0\n1 0 1 3 0 1 2\n0\n",
        )
        .expect("a program");
    let text = exchange::text(engine.ground_program());
    assert!(text.contains("aux(1) :- &a{1: aux(0,body)}.\n"), "{text}");
    assert!(text.contains("aux(0,body) :- &a{1: aux(0,body)}.\n"), "{text}");
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

fn answers(engine: &mut Engine) -> Vec<String> {
    let models = engine.query().models().expect("a program");
    let mut models: Vec<String> = models.map(|model| model.expect("an answer set").to_string()).collect();
    models.sort_unstable();
    models
}

#[test]
fn steps_in_aspif_change_externals_and_what_is_assumed() {
    let mut engine = Engine::new();
    // a, b and the external e that makes f with a; e is true in the second step, and released in the third.
    let text = "asp 1 0 0 incremental\n1 1 2 1 2 0 0\n4 1 a 1 1\n4 1 b 1 2\n5 3 2\n4 1 e 1 3\n1 0 1 4 0 2 1 3\n4 1 f 1 4\n\
                6 1 2\n0\n5 3 1\n1 0 0 0 1 -1\n0\n5 3 3\n1 1 1 5 0 1 1\n4 1 g 1 5\n0\n";
    engine.add_aspif("steps.aspif", text).expect("a program");
    assert_eq!(answers(&mut engine), ["a b", "b"]);
    assert!(engine.next_step().expect("a second step"));
    assert_eq!(answers(&mut engine), ["a b e f", "a e f"]);
    assert!(engine.next_step().expect("a third step"));
    assert_eq!(answers(&mut engine), ["a", "a b", "a b g", "a g"]);
    assert!(!engine.next_step().expect("the end"));
    assert_eq!(answers(&mut engine).len(), 4);
}

/// A model with one of `a` and `b`: `b` costs more, but at the lower of two priorities below zero.
#[test]
fn priorities_below_zero_are_told_apart() {
    let mut engine = Engine::new();
    let text = "asp 1 0 0\n1 1 2 1 2 0 0\n1 0 0 0 2 -1 -2\n2 -2 1 1 1\n2 -3 1 2 9\n4 1 a 1 1\n4 1 b 1 2\n0\n";
    engine.add_aspif("program.aspif", text).expect("a program");
    let best = engine.query().optimum().expect("a program").model.expect("an answer set");
    assert_eq!((best.to_string().as_str(), best.costs()), ("b", &[0, 9][..]));
}

#[test]
fn a_choice_of_many_under_several_conditions_is_read_again() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "{x; y}. {a; b; c; d} :- x, y.").expect("a program");
    engine.ground(["base"]).expect("a ground program");
    let text = exchange::aspif(engine.ground_program());
    let mut again = Engine::new();
    again.add_aspif("program.aspif", &text).expect("what we print");
    assert_eq!(answers(&mut again).len(), 3 + 16);
}

#[test]
fn a_backslash_escapes_only_what_follows_it() {
    for text in [r#"p("\\n")"#, r#"p("\\\n")"#, r#"p("\\\"")"#] {
        let mut engine = Engine::new();
        engine.add_text("program.lp", &format!("{text}.")).expect("a program");
        engine.ground(["base"]).expect("a ground program");
        assert_eq!(answers(&mut engine), [text]);
    }
}

/// What gringo prints of `{a;b;c}. d :- 2 {a;b;c}. :- not d. e :- #sum {2:a; 3:b; 1:c} >= 4. x|y :- a. z :- q.
/// #minimize {1@2:a; 2@1:b; 3@1:c}. #external q.`
const LPARSE: &str = "1 3 1 0 2\n3 3 4 5 6 0 0\n8 2 7 8 1 0 4\n5 9 4 3 0 4 5 6 2 3 1\n1 10 1 0 9\n2 11 3 0 2 4 5 6\n\
    1 12 1 0 11\n1 1 1 1 12\n6 0 2 0 6 5 3 2\n6 0 1 0 4 1\n91 2 0\n0\n2 q\n3 z\n4 a\n5 b\n6 c\n7 y\n8 x\n10 e\n12 d\n0\n\
    B+\n0\nB-\n1\n0\n1\n";

#[test]
fn the_format_of_lparse_is_read() {
    let mut engine = Engine::new();
    assert!(exchange::is_lparse(LPARSE));
    engine.add_lparse("program", LPARSE).expect("a program");
    let expected = ["a b c x e d", "a b c y e d", "a b x e d", "a b y e d", "a c x d", "a c y d", "b c e d"]
        .map(String::from);
    assert_eq!(answers(&mut engine), expected);
    let best = engine.query().optimum().expect("a program").model.expect("an answer set");
    assert_eq!((best.to_string().as_str(), best.costs()), ("b c e d", &[0, 5][..]));
}

#[test]
fn what_is_computed_in_lparse_has_to_hold() {
    // {a,b,c}, with a true, b false; d is external.
    let text = "3 3 1 2 3 0 0\n0\n1 a\n2 b\n3 c\n4 d\n0\nB+\n1\n0\nB-\n2\n0\nE\n4\n0\n0\n";
    let mut engine = Engine::new();
    engine.add_lparse("program", text).expect("a program");
    assert_eq!(answers(&mut engine), ["a", "a c", "a c d", "a d"]);
}

/// What gringo writes of `#heuristic`, with and without priorities, and of an atom that has no name.
#[test]
fn names_of_heuristics_in_lparse_are_heard() {
    let text =
        "3 3 2 3 4 0 0\n1 5 1 0 3\n0\n5 _heuristic(a,level,3,2)\n2 a\n3 b\n4 c\n6 _heuristic(zz,level,3,2)\n\
        3 _heuristic(c,true,-1)\n4 _heuristic(c,odd,1)\n4 _heuristic(c)\n0\nB+\n0\nB-\n1\n0\n1\n";
    let mut engine = Engine::new();
    engine.add_lparse("program", text).expect("a program");
    let aspif = exchange::aspif(engine.ground_program());
    let heuristics: Vec<&str> = aspif.lines().filter(|line| line.starts_with("7 ")).collect();
    assert_eq!(heuristics.len(), 2, "{aspif}");
    // Level 3 with priority 2, true with bias -1 and its size as the priority.
    assert!(heuristics[0].starts_with("7 0 ") && heuristics[0].contains(" 3 2 1 "), "{aspif}");
    assert!(heuristics[1].starts_with("7 4 ") && heuristics[1].contains(" -1 1 1 "), "{aspif}");
    let written = exchange::smodels(engine.ground_program()).expect("all of it can be written");
    assert_eq!(written.matches("_heuristic(a,level,3,2)").count(), 1, "{written}");
}

#[test]
fn a_step_in_the_format_of_lparse_may_be_announced() {
    let text = "90 0\n3 1 2 0 0\n0\n2 a\n0\nB+\n0\nB-\n0\n1\n";
    assert!(exchange::is_lparse(text));
    let mut engine = Engine::new();
    engine.add_lparse("program", text).expect("a program");
    assert_eq!(answers(&mut engine), ["", "a"]);
    for (text, message) in
        [(format!("{text}{text}"), "only one step is read"), (text.replace("90 0", "90 1"), "begins a step")]
    {
        let Err(Error::Program(errors)) = Engine::new().add_lparse("program", &text) else {
            panic!("{text}")
        };
        assert!(errors.iter().any(|error| error.message.contains(message)), "{errors:?}");
    }
}

#[test]
fn bounds_of_logic_programs_are_not_taken_for_lparse() {
    for text in ["1 { a; b } 1.", "1\n{ a }.", "0\n{ a }.", "", "\n1 2 3", "a."] {
        assert!(!exchange::is_lparse(text), "{text}");
    }
    assert!(exchange::is_lparse("0\n0\nB+\n0\nB-\n1\n0\n1\n"));
}

/// Replaces some bytes of a text, which is read then: it is printed and solved, or refused with a place.
fn change_and_read(
    mut text: String,
    changes: Vec<(prop::sample::Index, String)>,
    read: impl Fn(&mut Engine, &str) -> Result<(), Error>,
) -> Result<(), TestCaseError> {
    for (at, replacement) in changes {
        let at = at.index(text.len());
        text.replace_range(at..at + 1, &replacement);
    }
    let mut engine = Engine::new();
    match read(&mut engine, &text) {
        Err(Error::Program(errors)) => prop_assert!(errors.iter().all(|error| error.span.is_some())),
        Err(error) => prop_assert!(false, "{error}"),
        Ok(()) => {
            let _ = exchange::text(engine.ground_program());
            let _ = exchange::smodels(engine.ground_program());
            let _ = exchange::reified(engine.ground_program(), exchange::ReifyOptions::default());
            if let Ok(models) = engine.query().models() {
                models.take(5).for_each(|model| {
                    model.expect("an answer set");
                });
            }
        }
    }
    Ok(())
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, String)>> {
    prop::collection::vec((any::<prop::sample::Index>(), "[0-9 \n-]{0,3}"), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn changed_aspif_never_panics(changes in changes()) {
        change_and_read(aspif(), changes, |engine, text| engine.add_aspif("program.aspif", text))?;
    }

    #[test]
    fn changed_lparse_never_panics(changes in changes()) {
        change_and_read(LPARSE.to_owned(), changes, |engine, text| engine.add_lparse("program", text))?;
    }

    #[test]
    fn bytes_never_panic(bytes in "\\PC{0,60}") {
        let mut engine = Engine::new();
        let _ = engine.add_aspif("program.aspif", &format!("asp 1 0 0\n{bytes}"));
    }
}
