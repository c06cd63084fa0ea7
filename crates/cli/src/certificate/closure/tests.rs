//! Tests with ground programs that lack an atom, and with rules that are not evaluated.

use groundplan::Interrupter;
use groundplan_certificate::Program;
use groundplan_terminal::input::Text;

use super::{close, Closure};

/// Evaluates a text over atoms; those marked with `!` are facts, the others are chosen.
fn closure(text: &str, atoms: &[&str], constants: &[&str]) -> Closure {
    let mut aspif = "asp 1 0 0\n".to_owned();
    let mut names = String::new();
    for (atom, number) in atoms.iter().zip(1..) {
        let (kind, name) = atom.strip_prefix('!').map_or((1, *atom), |name| (0, name));
        aspif += &format!("1 {kind} 1 {number} 0 0\n");
        names += &format!("{number} {name}\n");
    }
    let program = Program::parse(&(aspif + "0\n")).expect("aspif");
    let texts = [Text { name: "t.lp".to_owned(), text: text.to_owned() }];
    let constants: Vec<String> = constants.iter().map(|&constant| constant.to_owned()).collect();
    close(&program, &names, &texts, &constants, &Interrupter::new()).expect("names that can be read")
}

#[track_caller]
fn missing(text: &str, atoms: &[&str], atom: &str) {
    let closure = closure(text, atoms, &[]);
    assert_eq!(closure.missing.as_ref().map(|(atom, _)| atom.as_str()), Some(atom), "{text}");
}

#[track_caller]
fn closed(text: &str, atoms: &[&str], rules: usize) {
    let closure = closure(text, atoms, &[]);
    let found = (closure.missing.as_ref(), closure.unchecked.len(), closure.rules);
    assert_eq!(found, (None, 0, rules), "{text}: {:?}", closure.unchecked);
}

#[test]
fn what_is_derived_has_to_be_there() {
    closed("p(1..2). q(X) :- p(X).", &["!p(1)", "!p(2)", "!q(1)", "!q(2)"], 2);
    missing("p(1..2). q(X) :- p(X).", &["!p(1)", "!p(2)", "!q(1)"], "q(2)");
    missing("p(1..2).", &["!p(1)"], "p(2)");
    missing("p(1). p(2).", &["!p(1)"], "p(2)");
    missing("{ p(X+1) : q(X), X < 3 }.", &["!q(1)", "!q(3)"], "p(2)");
    closed("{ p(X+1) : q(X), X < 3 }.", &["!q(1)", "!q(3)", "p(2)"], 1);
    missing("t(f(X,Y)) :- e(X,Y), e(Y,Z), X != Z.", &["!e(1,2)", "!e(2,1)", "!e(2,3)"], "t(f(1,2))");
    closed("t(f(X,Y)) :- e(X,Y), e(Y,Z), X != Z.", &["!e(1,2)", "!e(2,1)", "!e(2,3)", "!t(f(1,2))"], 1);
    missing("p(Y) :- q(X), Y = X * 2 - 1.", &["q(3)"], "p(5)");
    missing("-p :- q.", &["q"], "-p");
    missing("p(a;b).", &["!p(a)"], "p(b)");
    missing("t(X+1) :- t(X), X < 3. t(0).", &["!t(0)", "!t(1)"], "t(2)");
}

/// A negative literal is false only if its atom is a fact; an atom that cannot be derived is false.
#[test]
fn negations_hold_as_far_as_they_may() {
    closed("p :- not q.", &["!q"], 1);
    missing("p :- not q.", &["q"], "p");
    missing("p :- not q.", &[], "p");
    closed("p :- not not q.", &[], 1);
    missing("p :- not not q.", &["q"], "p");
    closed(":- p, not q.", &["p"], 0);
}

#[test]
fn constants_have_their_values() {
    let found = closure("#const n = 2. p(n). q(X) :- X = 1..n.", &["!p(3)", "!q(1)", "!q(2)"], &["n=3"]);
    assert_eq!(found.missing, Some(("q(3)".to_owned(), "t.lp:1".to_owned())));
}

#[test]
fn what_is_not_evaluated_is_named() {
    let text =
        "p :- #count { X : q(X) } > 1.\n{ p }.\na | b :- p.\nr :- p : q(1).\ns(X) :- q(X), not u(X,_).\n";
    let found = closure(text, &["p", "q(1)"], &[]);
    assert_eq!(found.unchecked, ["t.lp:1", "t.lp:3", "t.lp:4", "t.lp:5"]);
    assert_eq!((found.rules, found.missing), (1, None));
}
