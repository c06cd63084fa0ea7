//! What the language has and the engine has not is refused with its place, never read as something else.

use groundplan::{Engine, Error};

fn refused(program: &str) -> (String, String) {
    let mut engine = Engine::new();
    let result = engine.add_text("program.lp", program).and_then(|()| engine.ground(&[("base", &[])]));
    let Err(Error::Program(diagnostics)) = result else { panic!("{program} is not refused: {result:?}") };
    let first = &diagnostics[0];
    let span = first.span.unwrap_or_else(|| panic!("{program}: no place"));
    (first.message.clone(), engine.sources().text(span.source)[span.range()].to_owned())
}

#[test]
fn an_aggregate_counts_only_what_is_decided_before() {
    for (program, underlined, message) in [
        ("{a(1..3)}. b :- #count { X : a(X) } > 1.", "#count { X : a(X) } > 1", "only solving decides"),
        (
            "a(1). a(2) :- not b. b :- not a(2). c(N) :- N = #count { X : a(X) }.",
            "N = #count { X : a(X) }",
            "only solving decides",
        ),
        (
            "p(1). p(N+1) :- N = #count { X : p(X) }, N < 3.",
            "N = #count { X : p(X) }",
            "depend on the aggregate",
        ),
        (
            "p(1). q(N) :- N = #count { X : p(X) }. p(N) :- q(N).",
            "N = #count { X : p(X) }",
            "depend on the aggregate",
        ),
        (
            "n(1). p(X) :- n(X), #count { Y : n(Y), not p(Y) } > 0.",
            "#count { Y : n(Y), not p(Y) } > 0",
            "depend on the aggregate",
        ),
    ] {
        let (found, text) = refused(program);
        assert!(found.contains(message), "{program}: {found}");
        assert_eq!(text, underlined, "{program}");
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
