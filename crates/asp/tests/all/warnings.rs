//! What is odd about a program, and is said when it is grounded.

use groundplan::Engine;

/// The warnings of a program, each with the text that it underlines.
fn warnings(program: &str) -> Vec<(String, String)> {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    let text =
        |span: Option<groundplan::diagnostic::Span>| program[span.expect("a place").range()].to_owned();
    engine.take_warnings().iter().map(|warning| (warning.message.clone(), text(warning.span))).collect()
}

#[test]
fn a_constant_that_nobody_defined_is_named_where_a_number_has_to_be() {
    for program in [
        "p(1..n).",
        "q(X) :- X = 1..n.",
        "{a(1..n)}.",
        "p(n+1).",
        "p(|n|).",
        "p :- 1 <= #count { X : X = 1..n } n*2.",
    ] {
        let said = warnings(program);
        assert!(!said.is_empty(), "{program}");
        for (message, underlined) in said {
            assert!(message.contains("nothing defines the constant `n`"), "{program}: {message}");
            assert_eq!(underlined, "n", "{program}");
        }
    }
    for program in
        ["#const n = 3. p(1..n).", "p(n;f(n);-n).", "p(n). q(X) :- X = (n,1..3).", "p(X) :- X = n."]
    {
        assert_eq!(warnings(program), [], "{program}");
    }
}

#[test]
fn the_help_says_how_to_define_it() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "p(1..width).").expect("a program");
    engine.ground(["base"]).expect("a ground program");
    let warnings = engine.take_warnings();
    let help = warnings.iter().next().and_then(|warning| warning.help.as_deref()).expect("a help");
    assert!(help.contains("-c width=") && help.contains("#const width="), "{help}");
}

#[test]
fn an_interval_without_a_value_is_underlined() {
    for (program, interval) in [("q(a). p(1..X) :- q(X).", "1..X"), ("#const n = \"s\". p(n..2).", "n..2")] {
        assert_eq!(
            warnings(program),
            [("this has no value for some instances".to_owned(), interval.to_owned())],
            "{program}"
        );
    }
}

#[test]
fn a_part_says_the_same_once() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "#program step(t). p(t,1..n).").expect("a program");
    engine.ground([("step", 1)]).expect("a ground program");
    assert_eq!(engine.take_warnings().iter().count(), 1);
    engine.ground([("step", 2), ("step", 3)]).expect("a ground program");
    assert!(engine.take_warnings().is_empty());
}

#[test]
fn facts_that_are_ground_still_derive_their_predicates() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "a(1). b(X) :- a(X), c(X).").expect("a program");
    let said = |engine: &Engine| -> Vec<String> {
        engine.lint().iter().map(|warning| warning.message.clone()).collect()
    };
    let before = said(&engine);
    assert_eq!(before, ["nothing derives `c/1`"]);
    engine.ground(["base"]).expect("a ground program");
    assert_eq!(said(&engine), before);
}
