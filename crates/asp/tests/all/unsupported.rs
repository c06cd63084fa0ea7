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
