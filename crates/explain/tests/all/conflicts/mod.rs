//! What conflicts where there is no answer set: by every kind of statement, and at random.

mod complete;
mod contrast;
mod counting;
mod random;

use groundplan::{Engine, Error, Soft};
use groundplan_explain::{why, ConflictCause, Finding, Instance};

/// What conflicts, each cause as it prints, a statement as it was written with its instances in brackets.
fn causes(text: &str, soft: Soft, assumed: &[&str]) -> Vec<String> {
    let mut engine = Engine::new();
    engine.add_text("program.lp", text).expect("it follows the syntax");
    engine.ground_relaxed(["base"], soft).expect("it can be ground");
    let mut why = why(&mut engine).expect("it is ground").instances();
    for literal in assumed {
        why = why.assume_text(literal).expect("a literal");
    }
    let Finding::Conflict(conflict) = why.find().expect("it can be solved") else {
        panic!("there is an answer set of\n{text}")
    };
    assert!(conflict.is_minimal);
    let cause = |cause: &ConflictCause| match cause.span {
        None => cause.kind.to_string(),
        Some(span) => {
            let instances = cause.instances.iter().map(Instance::to_string);
            let instances: Vec<String> = instances.filter(|values| !values.is_empty()).collect();
            let values =
                if instances.is_empty() { String::new() } else { format!(" [{}]", instances.join("; ")) };
            format!("{}{values}", &text[span.range()])
        }
    };
    conflict.causes.iter().map(cause).collect()
}

const ALL: Soft = Soft { constraints: true, facts: true, definitions: true };
const CONSTRAINTS: Soft = Soft { constraints: true, facts: false, definitions: false };

#[test]
fn what_is_certain_is_not_simplified_away() {
    let text = "p(1). q(1). s. r(X) :- p(X), q(X). :- r(1).";
    assert_eq!(causes(text, Soft::default(), &[]), ["p(1).", "q(1).", ":- r(1)."]);
    assert_eq!(causes(text, CONSTRAINTS, &[]), [":- r(1)."]);
    assert_eq!(causes(text, ALL, &[]), ["p(1).", "q(1).", "r(X) :- p(X), q(X). [X = 1]", ":- r(1)."]);
}

#[test]
fn facts_are_told_apart_by_statement_and_instance() {
    let text = "#const n = 3. p(1..n). q(a; b). q(c). :- p(3), q(b), q(c).";
    let found = causes(text, Soft::default(), &[]);
    assert_eq!(found, ["p(1..n). [1..n = 3]", "q(a; b).", "q(c).", ":- p(3), q(b), q(c)."]);
    // One of two equal facts is enough.
    assert_eq!(causes("p. p. :- p.", Soft::default(), &[]), ["p.", ":- p."]);
    assert_eq!(causes("-p(1). p(1). q.", Soft::default(), &[]), ["-p(1).", "p(1)."]);
}

#[test]
fn definitions_alone_may_conflict() {
    let none: [&str; 0] = [];
    assert_eq!(
        causes("{ a }. b :- a. c :- not a, not c. d :- b, not d. p. :- p, q.", Soft::default(), &[]),
        none
    );
    assert_eq!(causes("1 { a } 1. 1 { b } 1 :- a. { c } = 2 :- b.", Soft::default(), &[]), none);
    assert_eq!(
        causes("1 { a; b } 1. 1 { c } 1. { d } = 2 :- a.  { d } = 2 :- b.", ALL, &[]),
        ["1 { a; b } 1.", "{ d } = 2 :- a.", "{ d } = 2 :- b."]
    );
}

#[test]
fn every_kind_of_head_can_be_left_out() {
    for (text, expected) in [
        ("not a :- b. a. b. c.", &["not a :- b.", "a.", "b."][..]),
        ("X < 2 :- p(X). p(1..2).", &["X < 2 :- p(X). [X = 2]", "p(1..2). [1..2 = 2]"]),
        ("d(1..2). p(X) : d(X). :- p(1). :- p(2). :- p(3).", &["p(X) : d(X).", ":- p(1).", ":- p(2)."]),
        ("1 #sum { 1 : a; 2 : b } 2. :- a. :- b.", &["1 #sum { 1 : a; 2 : b } 2.", ":- a.", ":- b."]),
        ("a | b :- not c. :- a. :- b.", &["a | b :- not c.", ":- a.", ":- b."]),
        ("1 { not a }. a.", &["1 { not a }.", "a."]),
        ("{ c }. a | b :- not c. :- a. :- b. :- c.", &["a | b :- not c.", ":- a.", ":- b.", ":- c."]),
    ] {
        assert_eq!(causes(text, ALL, &[]), expected, "{text}");
    }
}

/// A condition that depends on its head moves to the body while grounding, where the variables of other scopes are not its own.
#[test]
fn no_variable_is_captured() {
    for head in ["{ go(X) : on(X) }", "1 { go(X) : on(X) } 3", "1 #count { X : go(X) : on(X) }"] {
        let text = format!(
            "n(1..3). {{ on(X) : n(X) }}. {head} :- #count {{ X : n(X) }} >= 2. on(X+1) :- go(X), n(X+1). :- not go(1)."
        );
        for soft in [Soft::default(), ALL] {
            let mut engine = Engine::new();
            engine.add_text("program.lp", &text).expect("it follows the syntax");
            engine.ground_relaxed(["base"], soft).expect("it can be ground");
            let found = why(&mut engine).expect("it is ground").find().expect("it can be solved");
            assert!(!matches!(found, Finding::Conflict(_)), "{text} has answer sets");
        }
    }
}

#[test]
fn supports_are_left_out_by_predicate() {
    let text = "a(1) :- b. b :- a(1). a(1) :- c. { c }. :- not b. :- c.";
    let supports = ["a/1", "b/0"].map(|predicate| format!("nothing but its rules derives `{predicate}`"));
    assert_eq!(causes(text, ALL, &[])[..2], [":- not b.", ":- c."]);
    assert_eq!(causes(text, ALL, &[])[2..], supports);
}

#[test]
fn assumptions_are_among_the_causes() {
    let text = "{ a(1..3) }. :- a(1), a(2). b :- not a(3).";
    assert_eq!(
        causes(text, Soft::default(), &["a(1)", "a(3)", "a(2)"]),
        [":- a(1), a(2).", "`a(1)` is assumed", "`a(2)` is assumed"]
    );
    assert_eq!(causes(text, Soft::default(), &["a(1)", "a(4)"]), ["`a(4)` is assumed"]);
    assert_eq!(
        causes(text, Soft::default(), &["a(1)", "not a(1)"]),
        ["`a(1)` is assumed", "`not a(1)` is assumed"]
    );
    assert_eq!(
        causes("a. b. :- a, b.", Soft::default(), &["a", "not c", "a"]),
        ["b.", ":- a, b.", "`a` is assumed"]
    );
    assert_eq!(causes("{ a }.", Soft::default(), &["c", "a", "c"]), ["`c` is assumed"]);
}

#[test]
fn difference_constraints_are_constraints() {
    let text = "#theory dl { t { - : 1, binary, left; - : 2, unary }; &diff/0 : t, { <= }, t, any }.
        task(cut, 3). task(glue, 2). task(dry, 1). after(glue, cut). after(cut, dry). after(dry, glue).
        &diff { T - U } <= -D :- after(U, T), task(T, D).
        &diff { cut - glue } <= 9.";
    let found = causes(text, CONSTRAINTS, &[]);
    let [found] = found.as_slice() else { panic!("one statement conflicts with itself: {found:?}") };
    assert!(found.starts_with("&diff { T - U } <= -D :- after(U, T), task(T, D). ["), "{found}");
    assert_eq!(found.matches("T = ").count(), 3, "{found}");
    let found = causes(text, Soft::default(), &[]);
    assert_eq!(found.len(), 7, "{found:?}");
}

#[test]
fn statements_of_several_texts_are_shown_together() {
    let mut engine = Engine::new();
    engine.add_text("instance.lp", "p(1).\np(2).\n").expect("facts");
    let long = format!(":- p(X), X > 1,{} true.", " not q(X),".repeat(40));
    engine.add_text("rules.lp", &format!("true. {{ q(3) }}.\n{long}\n:- p(3).\n")).expect("rules");
    engine.ground_relaxed(["base"], Soft::default()).expect("it can be ground");
    let Finding::Conflict(conflict) = why(&mut engine).expect("ground").find().expect("solved") else {
        panic!("there is none")
    };
    assert_eq!(conflict.causes.len(), 3);
    let shown = conflict.diagnostics(engine.sources()).to_string();
    for place in [
        "note: these 3 statements, read as axioms, conflict",
        "instance.lp:2:1",
        "rules.lp:1:1",
        "rules.lp:2:1",
    ] {
        assert!(shown.contains(place), "{place} is missing:\n{shown}");
    }
}

#[test]
fn it_is_asked_of_what_was_ground_for_it() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "a. :- a.").expect("it follows the syntax");
    engine.ground(["base"]).expect("it can be ground");
    assert!(matches!(why(&mut engine), Err(Error::NotGround(_))));
    assert!(matches!(engine.ground_relaxed(["base"], Soft::default()), Err(Error::Ground)));
    let mut engine = Engine::new();
    engine.add_aspif("program.aspif", "asp 1 0 0\n1 0 0 0 0\n0\n").expect("it follows the format");
    assert!(matches!(engine.ground_relaxed(["base"], Soft::default()), Err(Error::Ground)));
}

#[test]
fn a_search_that_is_ended_gives_what_it_has() {
    // Pigeons: hard enough not to be found minimal at once.
    let text = "{ in(P, H) : H = 1..9 } = 1 :- P = 1..10. :- in(P, H), in(Q, H), P < Q.";
    let mut engine = Engine::new();
    engine.add_text("pigeons.lp", text).expect("it follows the syntax");
    engine.ground_relaxed(["base"], Soft::default()).expect("it can be ground");
    let past = std::time::Instant::now();
    let found = why(&mut engine).expect("it is ground").deadline(past).find().expect("it is stopped");
    assert!(matches!(found, Finding::Unknown), "{found:?}");
}

/// What was left out under a switch of one query holds no longer when something else is asked.
#[test]
fn reasons_are_sought_among_all_answer_sets() {
    let mut engine = Engine::new();
    let text = "box(a;b). { in(C) : box(C) } = 1. :- in(C), out(C). { out(C) : box(C) }. { never }.";
    engine.add_text("sample.lp", text).unwrap();
    engine.ground_relaxed(["base"], Soft::default()).unwrap();
    engine.query().up_to_symmetry().first().unwrap().expect("there is one");
    for atom in ["in(a)", "in(b)", "not in(a)", "out(a)", "out(b)"] {
        let found = why(&mut engine).unwrap().assume_text(atom).unwrap().find().unwrap();
        assert!(matches!(found, Finding::AnswerSet), "{atom}: {found:?}");
    }
}

/// Under assumptions a search does not count pigeons and holes. Each pigeon is a fact, and all of them are needed.
#[test]
fn what_only_counting_shows_is_minimal() {
    let pigeons: String = (1..=13).map(|pigeon| format!("pigeon({pigeon}). ")).collect();
    let text = format!(
        "hole(1..12). {pigeons}other(1..3). {{ in(P, H) : hole(H) }} = 1 :- pigeon(P). \
         :- in(P, H), in(Q, H), P < Q. :- other(X), in(1, X), in(2, X), in(3, X)."
    );
    let found = causes(&text, Soft::default(), &[]);
    let pigeons = found.iter().filter(|cause| cause.starts_with("pigeon")).count();
    assert_eq!((pigeons, found.len()), (13, 14), "{found:?}");
    assert_eq!(found[13], ":- in(P, H), in(Q, H), P < Q.");
    let assumed = causes(&text, Soft { facts: false, ..Soft::default() }, &["not in(1, 1)"]);
    assert_eq!(assumed, [":- in(P, H), in(Q, H), P < Q."]);
}
