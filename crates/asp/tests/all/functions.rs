//! External functions as whoever embeds the engine meets them; what programs with them say is among the fixtures.

use std::sync::{Arc, Mutex};

use groundplan::diagnostic::Diagnostic;
use groundplan::{Engine, Error};

use crate::support::functions;

fn engine(program: &str) -> Engine {
    let mut engine = Engine::new();
    functions::give(&mut engine);
    engine.add_text("program.lp", program).unwrap();
    engine
}

/// The first error of a program, and the text it points to.
fn refused(engine: &mut Engine) -> (Diagnostic, String) {
    let Err(Error::Program(diagnostics)) = engine.ground(["base"]) else { panic!("it is not refused") };
    let first = diagnostics.iter().next().expect("a reason");
    (first.clone(), diagnostics.underlined(first).expect("a place").to_owned())
}

#[test]
fn what_calls_an_unknown_function_is_left_out_with_a_warning() {
    let given =
        "those given by `Engine::set_function` are @double, @fails, @none, @pair, @range, @unit; instances";
    for (program, place, help, rest) in [
        (
            "p(1;2). q(X) :- p(X), Y = @duble(X), Y > 0.",
            "@duble(X)",
            "did you mean `@double`?",
            "p(1). p(2).",
        ),
        ("p(@elsewhere). q.", "@elsewhere", given, "q."),
        ("p(1). q :- not r(@s(X)), p(X).", "@s(X)", given, "p(1)."),
        ("p(1). q :- #sum { 1; 2,@s(X) : p(X) } = 1.", "@s(X)", given, "p(1). q."),
        ("p(@double(@trouble(1))).", "@trouble(1)", "did you mean `@double`?", ""),
    ] {
        let mut engine = engine(program);
        engine.ground(["base"]).unwrap();
        let text = groundplan::exchange::text(engine.ground_program());
        assert_eq!(text.lines().collect::<Vec<_>>().join(" "), rest, "{program}");
        let warnings = engine.take_warnings();
        let [warning] = warnings.iter().collect::<Vec<_>>()[..] else { panic!("{program}: {warnings}") };
        assert_eq!(warnings.underlined(warning), Some(place), "{program}");
        assert!(warning.message.starts_with("operation undefined: function `@"), "{}", warning.message);
        assert!(warning.help.as_deref().is_some_and(|found| found.starts_with(help)), "{:?}", warning.help);
    }
    // Nothing is said where it is never called.
    let mut quiet = engine("p(@nowhere(1)) :- q. #defined q/0.");
    quiet.ground(["base"]).unwrap();
    assert!(quiet.take_warnings().is_empty());
}

#[test]
fn a_constant_needs_the_value_of_its_call() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "#const n = @f(1). p(n).").unwrap();
    let (error, place) = refused(&mut engine);
    assert_eq!(
        (error.message.as_str(), place.as_str()),
        ("operation undefined: function `@f` not found", "@f(1)")
    );
    let help = error.help.expect("a help");
    assert!(help.contains("from Rust") && help.contains("`Engine::set_function`"), "{help}");
}

#[test]
fn a_function_that_fails_is_an_error_at_its_place() {
    for (program, place, message) in [
        ("p(1). q(X) :- p(X), X = @fails(X,a).", "@fails(X,a)", "`@fails(1,a)` has no value: it fails"),
        (
            "p(1;a). q(@double(X)) :- p(X).",
            "@double(X)",
            "`@double(a)` has no value: expected an integer, found `a`",
        ),
        ("p(@double(1,2)).", "@double(1,2)", "`@double(1,2)` has no value: it takes 1 argument"),
        ("#const n = @fails. p(n).", "@fails", "`@fails()` has no value: it fails"),
        ("#const n = @range(1,2). p(n).", "@range(1,2)", "this has 2 values where one is needed"),
        ("#const n = 1+@none(). p(n).", "@none()", "this has 0 values where one is needed"),
    ] {
        let (error, text) = refused(&mut engine(program));
        assert_eq!((error.message.as_str(), text.as_str()), (message, place), "{program}");
    }
}

#[test]
fn a_constant_may_be_the_value_of_a_call() {
    let mut engine = engine("#const n = @double(@double(3)). p(n).");
    let value = engine.constant("n").expect("a value");
    assert_eq!(engine.symbols().as_number(value), Some(12));
    engine.ground(["base"]).unwrap();
    assert!(groundplan::exchange::text(engine.ground_program()).starts_with("p(12)."));
}

/// A function that notes its calls and gives how often it was called.
fn counting(engine: &mut Engine) -> Arc<Mutex<Vec<i64>>> {
    let calls = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&calls);
    engine.set_function("count", move |argument: i64| {
        let mut calls = noted.lock().unwrap();
        calls.push(argument);
        calls.len() as i64
    });
    calls
}

#[test]
fn a_grounding_calls_once_with_the_same_arguments() {
    // What is asked again in later rounds, and when all is known, gets the same values.
    let mut engine = Engine::new();
    let calls = counting(&mut engine);
    let program = "n(1..3). c(@count(X)) :- n(X). d(@count(X)) :- n(X). \
                   {e(1)}. e(Y) :- e(X), Y = X+1, Y < 4. f(@count(5)) :- 1 <= #count { X : e(X), f(X) }. f(1).";
    engine.add_text("program.lp", program).unwrap();
    engine.ground(["base"]).unwrap();
    let mut called = calls.lock().unwrap().clone();
    called.sort_unstable();
    assert_eq!(called, [1, 2, 3, 5]);
    let text = groundplan::exchange::text(engine.ground_program());
    let values = |predicate: &str| -> Vec<&str> {
        text.lines().filter_map(|line| line.strip_prefix(predicate)).collect()
    };
    assert_eq!(values("c").len(), 3, "{text}");
    assert_eq!(values("c"), values("d"), "{text}");
}

#[test]
fn every_grounding_calls_anew() {
    let mut engine = Engine::new();
    let calls = counting(&mut engine);
    engine
        .add_text("program.lp", "#program step(t). p(t,@count(1)). q(t) :- p(t,X), X = @count(t).")
        .unwrap();
    for step in 2..5 {
        engine.ground([("step", step)]).unwrap();
    }
    assert_eq!(*calls.lock().unwrap(), [1, 2, 1, 3, 1, 4], "each shot asks for 1, and for its step");
    let text = groundplan::exchange::text(engine.ground_program());
    for fact in ["p(2,1).", "p(3,3).", "p(4,5)."] {
        assert!(text.contains(fact), "{text}");
    }
    // A function may be replaced between two shots.
    engine.set_function("count", |_: i64| 7);
    engine.ground([("step", 5)]).unwrap();
    assert!(groundplan::exchange::text(engine.ground_program()).contains("p(5,7)."));
}

#[test]
fn values_are_counted_once_however_often_they_are_given() {
    let mut engine = Engine::new();
    engine.set_raw_function(
        "twice",
        Box::new(|_, arguments| Ok(Some(arguments.iter().chain(arguments).copied().collect()))),
    );
    engine
        .add_text("program.lp", "{p(1)}. q :- p(@twice(1)). r :- #sum { 1,@twice(1,2) : p(1) } = 2.")
        .unwrap();
    engine.ground(["base"]).unwrap();
    let text = groundplan::exchange::text(engine.ground_program());
    assert_eq!(text.lines().filter(|line| line.starts_with("q :-")).count(), 1, "{text}");
}
