//! What is said of a grounding that becomes too large.

use groundplan::{Engine, Error};

/// The rule that was growing and what is said of it; the one that has made most, where it is another; the help.
fn halted(program: &str, limit: u64) -> (Option<[String; 2]>, Vec<[String; 2]>, String) {
    let mut engine = Engine::new();
    engine.set_ground_limit(Some(limit));
    engine.add_text("program.lp", program).expect("a program");
    let Err(Error::Halted(halt)) = engine.ground(["base"]) else { panic!("{program} is not too large") };
    assert_eq!(halt.cause.to_string(), format!("the ground program has more than {limit} rules"));
    let said = halt.diagnostics.iter().next().expect("a rule").clone();
    let text =
        |span: groundplan::diagnostic::Span| engine.sources().text(span.source)[span.range()].to_owned();
    let related = said.related.iter().map(|(span, label)| [text(*span), label.clone()]);
    (said.span.map(|span| [text(span), said.label]), related.collect(), said.help.expect("a way out"))
}

#[test]
fn the_rule_that_was_growing_is_shown() {
    for (program, limit, rule, label) in [
        ("n(0). n(X+1) :- n(X).", 100, "n(X+1) :- n(X).", "this was growing: 100 ground rules so far"),
        ("p(1..30). q(X) :- p(X).", 30, "q(X) :- p(X).", "this was growing: 1 ground rule so far"),
        ("{a}. b :- a. c :- b.", 2, "c :- b.", "this was growing: 1 ground rule so far"),
    ] {
        let (shown, _, help) = halted(program, limit);
        assert_eq!(shown, Some([rule.to_owned(), label.to_owned()]), "{program}");
        assert!(help.contains("restrict"), "{help}");
    }
}

#[test]
fn the_rule_that_has_made_most_is_shown_beside_it() {
    let (shown, related, _) = halted("r(1..9). p(1..60). q(X,Y) :- p(X), p(Y).", 100);
    assert_eq!(shown.expect("a rule")[0], "q(X,Y) :- p(X), p(Y).");
    assert_eq!(related, [["p(1..60).".to_owned(), "this has made most: 60 ground rules".to_owned()]]);
    let (_, related, _) = halted("p(1..60). q(X,Y) :- p(X), p(Y).", 1000);
    assert!(related.is_empty(), "{related:?}");
}

#[test]
fn facts_alone_may_be_too_many() {
    let (shown, related, help) = halted("a. b. c.", 2);
    assert_eq!((shown, related), (None, Vec::new()));
    assert!(help.contains("these are facts"), "{help}");
}

#[test]
fn what_is_as_large_as_the_limit_is_ground() {
    for (program, size) in [("a. b. c.", 3), ("p(1..30). q(X) :- p(X).", 60), ("{a}. b :- a. c :- b.", 3)] {
        let mut engine = Engine::new();
        engine.set_ground_limit(Some(size));
        engine.add_text("program.lp", program).expect("a program");
        engine.ground(["base"]).expect("it is not larger");
    }
}
