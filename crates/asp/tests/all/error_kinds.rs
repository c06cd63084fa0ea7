//! The kinds of errors in programs, by which editors name them.

use groundplan::diagnostic::ErrorKind;
use groundplan::{Engine, Error};

/// The kinds of the errors that end the work on a program.
fn kinds(program: &str) -> Vec<&'static str> {
    let solve = || {
        let mut engine = Engine::new();
        engine.add_text("program.lp", program)?;
        engine.ground(["base"])?;
        engine.query().first().map(|found| found.is_some())
    };
    let found = match solve() {
        Err(Error::Program(found)) => found,
        other => panic!("{program}: {other:?}"),
    };
    let name = |kind| ErrorKind::ALL.iter().find(|(known, _)| Some(*known) == kind).map(|(_, name)| *name);
    found.iter().map(|error| name(error.kind).unwrap_or_else(|| panic!("{program}: {error:?}"))).collect()
}

#[test]
fn each_error_has_a_kind() {
    let unary =
        format!("#theory t {{ v {{ - : 1, unary }}; &a/0 : v, any }}. &a {{ {}x }}.", "- ".repeat(100_000));
    let chain = "x - ".repeat(100_000);
    let binary = format!("#theory t {{ v {{ - : 1, binary, left }}; &a/0 : v, any }}. &a {{ {chain}x }}.");
    for (program, expected) in [
        ("a :- b", "syntax"),
        ("a => b.", "syntax"),
        ("p(\"x).", "syntax"),
        ("p(X).", "unsafe"),
        ("p(X) :- not q(X). { q(1) }.", "unsafe"),
        ("#const n=1/0. p(n).", "value"),
        ("#const n=9223372036854775807+1. p(n).", "value"),
        ("p(X*X) :- X=9223372036854775807.", "value"),
        ("#const n=m. #const m=n.", "definition"),
        ("#const n=1. #const n=2.", "definition"),
        ("#program p(t,t).", "definition"),
        ("#theory t { v {}; &a/0 : v, any; &a/0 : v, any }.", "definition"),
        ("&foo { x }.", "theory"),
        ("#theory t { v {}; &a/0 : v, head }. b :- &a { x }.", "theory"),
        ("#theory t { v {}; &a/0 : v, any }. &a { x+1 }.", "theory"),
        ("&sum { x/0 } <= 3.", "theory"),
        ("&diff { x*y } <= 3.", "theory"),
        ("#const n=@f(1). p(n).", "call"),
        ("#include \"missing.lp\".", "include"),
        (&unary, "size"),
        (&binary, "size"),
    ] {
        assert_eq!(kinds(program), [expected], "{program}");
    }
    assert_eq!(kinds("p(X). q(Y)."), ["unsafe", "unsafe"]);
}

#[test]
fn a_function_that_fails_is_a_call() {
    let mut engine = Engine::new();
    engine.set_function("root", |number: i64| (number >= 0).then_some(1).ok_or("no square"));
    engine.add_text("program.lp", "p(@root(-1)).").expect("a program");
    let Err(Error::Program(found)) = engine.ground(["base"]) else { panic!("it fails") };
    assert_eq!(found.iter().map(|error| error.kind).collect::<Vec<_>>(), [Some(ErrorKind::Call)]);
}

#[test]
fn what_is_defined_anew_belongs_to_a_step() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "{ a }. b :- a. #program more. b.").expect("a program");
    engine.ground(["base"]).expect("a ground program");
    assert!(engine.query().first().expect("it is solved").is_some());
    engine.ground(["more"]).expect("a ground program");
    let Err(Error::Unsupported { diagnostics, .. }) = engine.query().first() else {
        panic!("it is defined anew")
    };
    assert_eq!(diagnostics.iter().map(|error| error.kind).collect::<Vec<_>>(), [Some(ErrorKind::Step)]);
}

#[test]
fn ground_programs_have_syntax_too() {
    let mut engine = Engine::new();
    let Err(Error::Program(found)) = engine.add_aspif("wrong.aspif", "asp 1 0 0\n1 x\n") else {
        panic!("it is wrong")
    };
    assert_eq!(found.iter().map(|error| error.kind).collect::<Vec<_>>(), [Some(ErrorKind::Syntax)]);
}

/// The page to which the codes lead has each of them.
#[test]
fn the_page_has_all_kinds() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let section = page.split("\n## ").find(|section| section.starts_with("Errors\n")).expect("a section");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(rows.collect::<Vec<_>>(), ErrorKind::ALL.map(|(_, name)| name));
}
