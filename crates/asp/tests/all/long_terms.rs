//! Terms with thousands of operators in a row have the values of short ones.

use groundplan::{Engine, Error};

/// More operators than recursion could take.
const MANY: usize = 5_000;

/// The shown atoms of the only answer set, sorted; or the first message.
fn answer(program: &str) -> Result<Vec<String>, String> {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program).map_err(|error| error.to_string())?;
    engine.ground(["base"]).map_err(|error| match error {
        Error::Program(diagnostics) => diagnostics.iter().next().expect("a message").message.clone(),
        other => other.to_string(),
    })?;
    let model = engine.query().first().expect("a search").expect("an answer set");
    let mut shown: Vec<String> = model.texts().collect();
    shown.sort();
    Ok(shown)
}

/// Long for `ROW`, short for its value.
fn compare(program: &str, row: &str, value: i64) {
    let long = answer(&program.replace("ROW", &row.repeat(MANY)));
    assert_eq!(long, answer(&program.replace("ROW", &format!("+{value}"))), "{program} with {row}");
    assert!(long.is_ok(), "{program}: {long:?}");
}

#[test]
fn rows_of_operators_have_values_everywhere() {
    let many = MANY as i64;
    for (row, value) in [("+1", many), ("-1", -many), ("*1+2-1", many), ("+2*3\\5", many)] {
        for program in [
            "p(1ROW).",
            "#const k = 1ROW. p(k).",
            "n(0..1). p(XROW) :- n(X).",
            "n(0..1). p(X) :- n(X), not q(XROW). q(0ROW).",
            "n(0..1). p(X) :- n(X), XROW > 0ROW.",
            "n(0..1). p(S) :- S = #sum { XROW : n(X) }.",
            "n(0..1). { p(XROW) : n(X), XROW != 0ROW } = 1.",
            "n(0..1). #show f(XROW) : n(X).",
            "n(0..1). p((1;2)ROW..3ROW).",
            "n(a). p(XROW) :- n(X).",
        ] {
            compare(program, row, value);
        }
    }
    // What can be undone gives its variable a value.
    for program in ["p(X) :- n(XROW). n(7ROW).", "p(X) :- 3ROW = XROW.", "p(X) :- 1 <= XROW <= 3."] {
        compare(program, "+1", many);
        compare(program, "-1", -many);
    }
}

#[test]
fn what_overflows_says_so() {
    let row = "+1".repeat(MANY);
    let said = answer(&format!("n(9223372036854775807). p(X{row}) :- n(X)."));
    assert_eq!(said, answer("n(9223372036854775807). p(X+1) :- n(X)."));
    assert!(said.is_err());
}
