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
fn what_is_not_monotone_does_not_depend_on_itself() {
    for (program, underlined) in [
        ("{q}. p :- #sum { 1 : q; -1,x : p } >= 0.", "#sum { 1 : q; -1,x : p } >= 0"),
        ("{q}. p :- #count { 1 : p; 2 : q } != 1.", "#count { 1 : p; 2 : q } != 1"),
        ("p(1..2) :- x. x :- #sum { X : p(X); -1,a : p(2) } != 1.", "#sum { X : p(X); -1,a : p(2) } != 1"),
        ("{b}. p :- b : p. b :- p.", "b : p"),
    ] {
        let (found, text) = refused(program);
        assert!(found.contains("not monotone"), "{program}: {found}");
        assert_eq!(text, underlined, "{program}");
    }
}

#[test]
fn a_disjunction_s_open_conditions_do_not_depend_on_its_atoms() {
    let (found, text) = refused("{c}. a : b, c ; b.");
    assert!(found.contains("depends on what the rule derives"), "{found}");
    assert_eq!(text, "a");
}

#[test]
fn the_atoms_of_a_disjunction_with_open_conditions_do_not_depend_on_each_other() {
    let (found, text) = refused("{c}. a : c ; b. a :- b. b :- a.");
    assert!(found.contains("depend on each other"), "{found}");
    assert_eq!(text, "a : c ; b.");
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
