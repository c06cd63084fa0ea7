//! What the language has and the engine has not is refused with its place, never read as something else.

use groundplan::{Engine, Error};

fn refused(program: &str) -> (String, String) {
    let mut engine = Engine::new();
    let result = engine.add_text("program.lp", program).and_then(|()| engine.ground(["base"]));
    let Err(Error::Program(diagnostics)) = result else { panic!("{program} is not refused: {result:?}") };
    let first = diagnostics.iter().next().expect("a reason");
    let underlined = diagnostics.underlined(first).unwrap_or_else(|| panic!("{program}: no place"));
    (first.message.clone(), underlined.to_owned())
}

#[test]
fn parts_that_are_not_ground_are_checked() {
    for (statement, message, place) in [
        ("b(X).", "the variable `X` is unsafe: nothing gives it values", "X"),
        ("b :- c(t), not d(Y).", "the variable `Y` is unsafe: nothing gives it values", "Y"),
        ("{ x : y(Z), not z(V) }.", "the variable `V` is unsafe: nothing gives it values", "V"),
        ("#show X : b.", "the variable `X` is unsafe: nothing gives it values", "X"),
        ("#heuristic b. [X,true]", "the variable `X` is unsafe: nothing gives it values", "X"),
        ("b :- &tel { c }.", "no definition found for theory atom: tel/0", "&tel { c }"),
    ] {
        for part in ["p", "p(t)", "p(t,u)"] {
            let program = format!("a. #program {part}. {statement}");
            assert_eq!(refused(&program), (message.to_owned(), place.to_owned()), "{program}");
        }
    }
    assert_eq!(refused("#program p(t,t). b.").0, "redefinition of constant: t");
}

/// What depends on the values of the parameters, and what only solving needs, is no error before they are known.
#[test]
fn parts_that_are_not_ground_may_say_anything_else() {
    for statements in [
        "b(X) :- X = 1..t, c(1/(t-1)).",
        "#external b. [t]",
        "#external b. [u]",
        "b(t+1) :- c(a+t). #heuristic b. [t,t]",
        "b :- c. #defined c/0. d(@f(t)).",
        "b(Y) : c(X,Y) ; d :- e(X).",
        "&diff { a-b } <= t.",
    ] {
        let mut engine = Engine::new();
        engine.add_text("program.lp", &format!("a. #program p(t). {statements}")).expect(statements);
        engine.ground(["base"]).unwrap_or_else(|error| panic!("{error}: {statements}"));
        let shown: Vec<String> = engine.query().first().unwrap().expect("one").texts().collect();
        assert!(shown.contains(&"a".to_owned()), "{statements}");
    }
}

/// A text that is added later is checked when the next part is ground.
#[test]
fn a_later_text_is_checked_by_the_next_grounding() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "#program step(t). a(t).").unwrap();
    engine.ground([("step", 1)]).unwrap();
    engine.add_text("more.lp", "#program other. b(X).").unwrap();
    assert!(matches!(engine.ground([("step", 2)]), Err(Error::Program(_))));
}

#[test]
fn atoms_of_other_systems_are_named() {
    for (program, system) in [
        ("a :- &k { b }.", "eclingo"),
        ("&tel { >? a }.", "telingo"),
        ("a :- &del { b .>* c }.", "telingo"),
        ("#preference(p,subset) { a }.", "asprin"),
        ("#optimize(p).", "asprin"),
    ] {
        let mut engine = Engine::new();
        let result = engine.add_text("program.lp", program).and_then(|()| engine.ground(["base"]));
        let Err(Error::Program(diagnostics)) = result else { panic!("{program} is not refused") };
        let help = diagnostics.iter().next().and_then(|first| first.help.clone()).expect("advice");
        assert!(help.contains(system), "{program}: {help}");
    }
}

#[test]
fn numbers_do_not_wrap() {
    for (program, underlined) in [
        ("a(9223372036854775807). b(X+1) :- a(X).", "X+1"),
        ("a(4611686018427387904). b(2*X) :- a(X).", "2*X"),
        ("a(-9223372036854775808). b(-X) :- a(X).", "-X"),
        ("a(3). b(X**64) :- a(X).", "X**64"),
        ("a(-9223372036854775808). b(X/(-1)) :- a(X).", "X/(-1)"),
        ("a(-9223372036854775808). b(|X|) :- a(X).", "|X|"),
    ] {
        let (found, text) = refused(program);
        assert!(found.contains("64-bit"), "{program}: {found}");
        assert_eq!(text, underlined, "{program}");
    }
}

#[test]
fn sums_do_not_wrap() {
    for (program, underlined) in [
        (
            "{a; b}. x :- #sum { 9223372036854775807 : a; 1 : b } > 0.",
            "#sum { 9223372036854775807 : a; 1 : b } > 0",
        ),
        ("{a; b}. #minimize { 9223372036854775807 : a; 1 : b }.", "1"),
    ] {
        let (found, text) = refused(program);
        assert!(found.contains("64-bit"), "{program}: {found}");
        assert_eq!(text, underlined, "{program}");
    }
}

#[test]
fn large_weights_count_as_they_are() {
    let mut engine = Engine::new();
    let program = "{a; b}. :- not a, not b. x :- #sum { 4000000000 : a; -4000000000,b : b } > 0. \
                   #minimize { 1000000000000 : a; 999999999999 : b }.";
    engine.add_text("program.lp", program).unwrap();
    engine.ground(["base"]).unwrap();
    let optimum = engine.query().optimum().unwrap();
    assert!(optimum.proven);
    let best = optimum.model.unwrap();
    assert_eq!((best.to_string().as_str(), best.costs()), ("b", &[999_999_999_999][..]));
}
