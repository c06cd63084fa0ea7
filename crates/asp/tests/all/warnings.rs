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

/// The atoms that nothing derives, as a program's warnings name them, each with the text that it underlines.
fn underived(program: &str) -> Vec<(String, String)> {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program).expect("a program");
    let named = |message: &str| message.split('`').nth(1).expect("an atom").to_owned();
    let text =
        |span: Option<groundplan::diagnostic::Span>| program[span.expect("a place").range()].to_owned();
    let warnings = engine.lint();
    let found = warnings.iter().filter(|warning| warning.message.starts_with("nothing derives"));
    found.map(|warning| (named(&warning.message), text(warning.span))).collect()
}

#[test]
fn an_atom_that_no_head_unifies_with_is_named() {
    // Each with the atoms that clingo names.
    for (program, atoms) in [
        ("p(1) :- p(2).", &["p(2)"][..]),
        ("{p(1)}. q :- not p(2), not not p(3).", &["p(2)", "p(3)"]),
        ("{p(1;2)}. q :- p(5;6).", &["p(5;6)"]),
        ("{p(1;f(2))}. q :- p(1;5), p(f(3;2)).", &["p(1;5)", "p(f(3;2))"]),
        ("p(1..2). q :- p(f), p(5).", &["p(f)"]),
        ("{p(f(X))} :- X=1..2. q :- p(5), p(g(Y)), p((Y,Z)), p(f(3)).", &["p(5)", "p(g(Y))", "p((Y,Z))"]),
        ("{p(X,X)} :- X=1..2. q :- p(1,2), p(1,1), p(Y,3).", &["p(1,2)"]),
        ("{p(X,f(X))} :- X=1. q :- p(Y,Y).", &["p(Y,Y)"]),
        ("{p(2*X+1)} :- X=1..2. q :- p(2), p(3), p(a), p(f(Y)), p(2*X).", &["p(2)", "p(a)", "p(f(Y))"]),
        ("{p(a)}. q :- p(X+1), X=3..4.", &["p(X+1)"]),
        ("{p(a)}. q(X) :- p(X*0), p(X..3), p(X*X), X=1.", &["p(X..3)"]),
        ("{p(-f(a))}. q :- p(-f(X)), p(f(X)).", &["p(f(X))"]),
        ("{p(1)}. {a}. q :- a : p(2).", &["p(2)"]),
        ("{p(1)}. q : p(2). {q : p(3)}. q ; not p(4).", &["p(2)", "p(3)", "p(4)"]),
        ("{p(1)}. q :- #sum{1: p(2), p(3)} > 0, 1 { p(4) }.", &["p(2)", "p(3)", "p(4)"]),
        ("#external p(1). #external q : p(2). #show q : p(3). :~ p(4). [1]", &["p(2)", "p(3)", "p(4)"]),
        ("{p(1)}. #project p(2). #heuristic p(3). [1,true] #edge(a,b) : p(4).", &["p(4)"]),
        ("{p(1)}. #const n=m+1. #const m=1. q :- p(n), p(m).", &["p(n)"]),
        ("#program a(t). {p(t)}. q :- p(t-1), p(a).", &[]),
        ("{p(\"a\")}. q :- p(a).", &["p(a)"]),
        ("{p(1)}. q :- p(#inf).", &["p(#inf)"]),
        ("{-p(1)}. q :- -p(2).", &["-p(2)"]),
    ] {
        let said = underived(program);
        let named: Vec<&str> = said.iter().map(|(atom, _)| atom.as_str()).collect();
        assert_eq!(named, atoms, "{program}");
        assert!(said.iter().all(|(atom, text)| atom.replace(' ', "") == text.replace(' ', "")), "{said:?}");
    }
}

#[test]
fn each_use_of_an_atom_that_nothing_derives_is_named() {
    let said = underived("{p(1)}. q :- p(2), p(2). r :- p(2), s, not s.");
    let named: Vec<&str> = said.iter().map(|(atom, _)| atom.as_str()).collect();
    assert_eq!(named, ["p(2)", "p(2)", "p(2)", "s/0", "s/0"]);
}

#[test]
fn a_predicate_with_ground_facts_is_taken_as_defined() {
    for program in [
        "p(1). {p(2)}. q :- p(3).",
        "p(1;2). q :- p(f).",
        "#const n=1. p(n). q :- p(2).",
        "p(1+1). q :- p(3).",
        "{p(1)}. #defined p/1. q :- p(2).",
        "{p(@f(1))}. q :- p(3).",
        "{p(|X|); p(-X)} :- X=1. q :- p(a).",
    ] {
        assert_eq!(underived(program), [], "{program}");
    }
}

#[test]
fn atoms_of_earlier_groundings_need_no_head() {
    let mut engine = Engine::new();
    engine.add_text("one.lp", "{p(1)}.").expect("a program");
    engine.ground(["base"]).expect("a ground program");
    engine.add_text("two.lp", "#program two. q :- p(2).").expect("a program");
    engine.ground(["two"]).expect("a ground program");
    assert!(engine.lint().is_empty());
}
