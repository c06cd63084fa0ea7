//! What is odd about a program, and is said when it is grounded.

use groundplan::diagnostic::Lint;
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

/// The lints of a program, as their kind, message and help, each with the text that it underlines.
fn lints(program: &str) -> Vec<(&'static str, String, String)> {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program).expect("a program");
    let found = engine.lint();
    let on = |kind: Lint| !matches!(kind, Lint::Arity | Lint::Singleton | Lint::Undefined | Lint::Merged);
    let wanted = found.iter().filter_map(|it| it.lint.filter(|kind| on(*kind)).map(|kind| (kind, it)));
    let told = wanted.map(|(kind, it)| {
        let name = Lint::ALL.iter().find(|(known, _)| *known == kind).expect("a name").1;
        let place = &program[it.span.expect("a place").range()];
        (name, format!("{place}: {}", it.message), it.help.clone().unwrap_or_default())
    });
    told.collect()
}

#[test]
fn what_is_almost_always_a_mistake_is_named() {
    for (program, expected) in [
        // Tuples that are one.
        (
            "{a;b}. #minimize { 1 : a ; 1 : b }.",
            ("tuple", "1: an element with the same tuple is before it: both count once together"),
        ),
        (
            "{a;b}. :~ a. [2@1]\n:~ b. [2@1]",
            ("tuple", "2: an element with the same tuple is before it: both…"),
        ),
        (
            "{a;b}. #maximize { 1@2,x : a }. #maximize { 1@2,x : b }.",
            ("tuple", "1: an element with the same…"),
        ),
        ("{a;b}. c :- #sum { 1 : a ; 1 : b } >= 2.", ("tuple", "1: an element with the same tuple…")),
        ("{p(1..3)}. #minimize { 1 : p(X) }.", ("tuple", "1: this weight counts once, whatever…")),
        ("{p(1..3)}. :~ p(_). [1]", ("tuple", "1: this weight counts once, whatever…")),
        // Bounds.
        ("p(1..3). 2 { q(X) : p(X) } 1.", ("bounds", "2: these two bounds never hold together")),
        ("p(1..3). 1 < { q(X) : p(X) } <= 1.", ("bounds", "1: these two bounds never hold together")),
        ("3 { a; b }.", ("bounds", "3: this bound never holds: the value is from 0 to 2")),
        (
            "p(1). 2 { q(X); r(X) } = 3 :- p(X).",
            ("bounds", "3: this bound never holds: the value is from 0 to 2"),
        ),
        ("{ q(1..3) } = 4.", ("bounds", "4: this bound never holds: the value is from 0 to 3")),
        (
            "{a}. b :- #count { X : a, X = 1..9 } >= 0.",
            ("bounds", "0: this bound always holds: the value is 0 or…"),
        ),
        (
            "{a}. b :- #count { 1 : a } < 0.",
            ("bounds", "0: this bound never holds: the value is from 0 to 1"),
        ),
        (
            "{a;b}. c :- #sum { 1,a : a; -1,b : b } <= 1.",
            ("bounds", "1: this bound always holds: the value is from -1…"),
        ),
        (
            "{a}. c :- not #sum+ { X : a, X = 1..3 } >= 0.",
            ("bounds", "0: this bound always holds: the value is 0…"),
        ),
        ("p(1). { q(X) } > 1 :- p(X).", ("bounds", "1: this bound never holds: the value is from 0 to 1")),
        // Bounds in each instance.
        (
            "p(1..3). 1 { q(X) } 1 :- p(X).",
            ("instance", "1: this bound counts within each instance of the body, where it makes `q(X)` true"),
        ),
        ("p(1..3). { q(X) } = 1 :- p(X).", ("instance", "1: this bound counts within each instance…")),
        ("p(1..3). 2 { q(X); r(X) } :- p(X).", ("instance", "2: this bound counts within each instance…")),
        // Intervals.
        ("p(3..1).", ("interval", "3..1: the interval `3..1` is empty")),
        ("p(1). q(X) :- p(X), X = 2-1..-1.", ("interval", "2-1..-1: the interval `1..-1` is empty")),
        ("{ q(X, 5..4) : p(X) } :- r. p(1). r.", ("interval", "5..4: the interval `5..4` is empty")),
        // Functions.
        (
            "p(1..3). q(X) :- p(X), abs(X-2) > 0.",
            ("function", "abs(X-2): `abs(X-2)` is a term as it stands: no…"),
        ),
        ("p(1..3). q(X,D) :- p(X), D = abs(X-2).", ("function", "abs(X-2): `abs(X-2)` is a term…")),
        ("p(1..3). q(X) :- p(X), mod(X,2) = 0.", ("function", "mod(X,2): `mod(X,2)` is a term…")),
        ("p(1..3). q(X) :- p(X), Y = max(X,2)+1, Y > 2.", ("function", "max(X,2): `max(X,2)` is a term…")),
        ("p(1..3). q(X) :- p(X), X < sqrt(9).", ("function", "sqrt(9): `sqrt(9)` is a term…")),
    ] {
        let (kind, message) = expected;
        let said = lints(program);
        let [(name, found, _)] = said.as_slice() else { panic!("{program}: {said:?}") };
        assert_eq!(*name, kind, "{program}");
        match message.strip_suffix('…') {
            Some(prefix) => assert!(found.starts_with(prefix), "{program}: {found}"),
            None => assert_eq!(found, message, "{program}"),
        }
    }
}

#[test]
fn the_help_says_what_to_write() {
    for (program, help) in [
        ("{a;b}. #minimize { 1 : a ; 1 : b }.", "if each is to count, tell them apart behind the weight, as in `1,b`"),
        ("p(1..3). 1 { q(X) } 1 :- p(X).", "to choose among the instances, move them into the braces: `1 { q(X) : p(X) } 1.`"),
        (
            "n(1). c(1). 1 { at(X,Y) } 1 :- n(X), c(Y), Y > 1, not f(X).",
            "to choose among the instances, move them into the braces: `1 { at(X,Y) : c(Y), Y > 1 } 1 :- n(X), not f(X).`",
        ),
        ("p(3..1).", "it goes from the smaller to the greater integer: did you mean `1..3`?"),
        ("p(1). q(X) :- p(X), abs(X-2) > 0.", "the absolute value is written `|X-2|`"),
        ("p(1). q(X) :- p(X), mod(X+1,2) = 0.", "the remainder is written `(X+1) \\ 2`"),
        ("p(1). q(X) :- p(X), min(X,2) > 1.", "the extreme of some values is `M = #min { X; 2 }`"),
    ] {
        let said = lints(program);
        let [(_, _, found)] = said.as_slice() else { panic!("{program}: {said:?}") };
        assert_eq!(found, help, "{program}");
    }
}

#[test]
fn what_may_be_meant_is_not_named() {
    for program in [
        // At most one of the elements holds, or the tuples differ.
        "{a}. #minimize { 1 : a ; 1 : not a }.",
        "{a}. #minimize { 1 : a ; 1 : -a }.",
        "{a;b}. #minimize { 1,a : a ; 1,b : b }.",
        "{a;b}. #minimize { 1@1 : a ; 1@2 : b }.",
        "{a;b}. #minimize { 1 : a }. #maximize { 1 : b }.",
        "{p(1..3)}. #minimize { 1,X : p(X) }.",
        // A shared name counts what one or the other has, and a weight of 0 is there for its priority.
        "{a;b;c}. :- #count { p : a ; p : b ; m : c } > 1.",
        "{p(1..3)}. #minimize { 0@2 : p(_) }.",
        // Lower bounds of 0, bounds that constants make, and sets whose size nobody knows.
        "0 { a } 1.",
        "p(1..3). 0 { q(X) } 1 :- p(X).",
        "#const n = 0. p(1). n { q(X) : p(X) } 0.",
        "p(1..3). 3 { q(X) : p(X) } 3.",
        "p(1..3). 1 { q(X,Y) : p(Y) } 1 :- p(X).",
        "p(1..3). 1 { q(X); r(X) } 1 :- p(X).",
        "{a;b}. c :- 1 { a; b } 1.",
        "{a;b}. c :- 0 { a; b } 1.",
        "{a}. c :- N = #count { X : a, X = 1..3 }, N >= 0.",
        "p(1..3). c :- #sum { W : p(W) } >= 0.",
        "p(1..3). c :- #min { W : p(W) } >= 0.",
        "1 { a } 1.",
        // Intervals that a constant makes empty, or that have one value.
        "#const n = 0. p(1..n).",
        "p(1..1).",
        "p(X) :- q(X), X = 1..X-1. q(1).",
        // Functions that are data, are computed elsewhere, or are not compared.
        "e(abs(1)). q(X) :- e(X), X = abs(Y), Y = 1.",
        "q(X) :- X = @abs(-1).",
        "e(1). q(abs(X)) :- e(X).",
        "e(1). q(X) :- e(X), X = f(Y), Y = 1.",
        "#const abs = 3. e(X) :- X = abs.",
    ] {
        assert_eq!(lints(program), [], "{program}");
    }
}

/// A constant of the command line that the program does not have.
#[test]
fn an_unused_constant_is_named() {
    for (program, definition, help) in [
        ("#const n1 = 3. p(1..n1).", "nN=8", Some("the program defines `n1`")),
        ("#const nMax = 3. p(1..nMax).", "nmax=8", Some("did you mean `nMax`?")),
        ("p(1..width).", "widht=8", Some("did you mean `width`?")),
        ("#const n = 3. #const m = 4. p(n,m).", "size=8", Some("the program defines `m`, `n`")),
        ("p(1).", "n=8", Some("leave it out, or use the constant in the program")),
        ("p(n).", "n=8", None),
        ("p(f(n)).", "n=8", None),
        ("#const n = 3.", "n=8", None),
        ("p :- q(1..n), #false.", "n=8", None),
        ("&diff { a - b } <= n.", "n=8", None),
        ("#program step(n). p(n).", "n=8", None),
        ("p(1).", "imax=8", None),
        ("#const n = m. p(n).", "m=8", None),
    ] {
        let mut engine = Engine::new();
        engine.define_text(definition).expect("a definition");
        engine.add_text("program.lp", program).expect("a program");
        let found = engine.lint();
        let mut helps =
            found.iter().filter(|it| it.lint == Some(Lint::Constant)).map(|it| it.help.as_deref());
        assert_eq!(helps.next().flatten(), help, "{program}");
        assert_eq!(helps.next(), None, "{program}");
        // What is ground is still known.
        if help.is_none() && engine.ground(["base"]).is_ok() {
            assert!(!engine.lint().iter().any(|it| it.lint == Some(Lint::Constant)), "{program}");
        }
    }
}

#[test]
fn a_name_with_a_hyphen_is_no_difference() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "colour(dark-red).").expect("a program");
    engine.ground(["base"]).expect("a ground program");
    let said = engine.take_warnings();
    let helps: Vec<&str> = said.iter().filter_map(|it| it.help.as_deref()).collect();
    assert!(helps[0].ends_with("did you mean `dark_red`?"), "{helps:?}");
    assert!(!said.iter().any(|it| it.message.contains("`red`")), "{said}");
}

#[test]
fn a_capital_may_be_meant_as_a_constant() {
    for (program, meant) in [
        ("colour(Red). colour(green).", Some("red")),
        ("colour(RED).", Some("red")),
        ("link(New,york).", Some("new")),
        ("colour(red). likes(X,Red) :- p(X). p(1).", Some("red")),
        ("colour(r). likes(R).", Some("r")),
        ("p(X).", None),
        ("node(1). p(Node) :- not node(Node).", None),
        ("p(X,Height) :- q(X). q(1).", None),
    ] {
        let mut engine = Engine::new();
        engine.add_text("program.lp", program).expect("a program");
        let Err(groundplan::Error::Program(found)) = engine.ground(["base"]) else {
            panic!("{program} is unsafe")
        };
        let error = found.iter().next().expect("an error");
        let correction = error.correction.as_ref().map(|it| it.meant[0].as_str());
        assert_eq!(correction, meant, "{program}");
        let says = |name: &str| {
            error.help.as_deref().unwrap_or("").contains(&format!("did you mean the constant `{name}`?"))
        };
        assert!(meant.is_none_or(says), "{program}: {:?}", error.help);
    }
}
