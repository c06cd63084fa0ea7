//! Why atoms are true or false: for each construct of the language, and at random.

mod integers;
mod language;
mod random;

use groundplan::{AnswerSet, Engine, Error as EngineError};
use groundplan_explain::{
    justify, Detail, Error, Failure, FailureEnd, Instance, Justification, Reason, Support, Verdict,
};

/// What is said of an atom in the first answer set.
fn justified(text: &str, atom: &str, assumed: &[&str]) -> Justification {
    let mut engine = Engine::new();
    engine.keep_statements().expect("nothing is ground");
    engine.add_text("program.lp", text).expect("it follows the syntax");
    engine.ground(["base"]).expect("it can be ground");
    let mut query = engine.query();
    for literal in assumed {
        query = query.assume_text(literal).expect("a literal");
    }
    let answer_set = query.first().expect("it can be solved").expect("there is one").into_answer_set();
    justify(&mut engine, &answer_set, atom, Detail::Brief).expect("it is explained")
}

fn values(instance: &Instance) -> String {
    if instance.values.is_empty() {
        String::new()
    } else {
        format!(" [{instance}]")
    }
}

/// The derivation of a true atom: a line for each of its atoms.
fn derivation(text: &str, atom: &str, assumed: &[&str]) -> Vec<String> {
    let Verdict::True(atoms) = justified(text, atom, assumed).verdict else {
        panic!("{atom} is false in {text}")
    };
    let name = |index: &usize| atoms[*index].atom.clone();
    let reason = |reason: &Reason| match reason {
        Reason::Atom(index) => name(index),
        Reason::Literal { text, reason } => format!("{text} ({reason})"),
        Reason::Compound { text, reason, elements } => {
            let elements = elements.iter().map(|element| {
                let atoms: Vec<String> = element.atoms.iter().map(name).collect();
                format!("{} by {}", element.text, atoms.join(" "))
            });
            format!("{text} ({reason}: {})", elements.collect::<Vec<_>>().join(", "))
        }
    };
    let support = |support: &Support| {
        let body: Vec<String> = support.body.iter().map(reason).collect();
        let body = if body.is_empty() { String::new() } else { format!(": {}", body.join("; ")) };
        format!("{}{}{body}", support.kind.name(), values(&support.instance))
    };
    let lines = atoms.iter().map(|atom| {
        let supports: Vec<String> = atom.supports.iter().map(support).collect();
        format!("{} - {}", atom.atom, supports.join(" / "))
    });
    lines.collect()
}

/// What fails in the rules for a false atom: a line for each rule.
fn refutation(text: &str, atom: &str, assumed: &[&str]) -> Vec<String> {
    fn failed(failure: &Failure) -> String {
        let steps = failure.steps.iter().map(|(text, instance)| format!("{text}{} > ", values(instance)));
        let steps: String = steps.collect();
        match &failure.end {
            FailureEnd::Literal { text, reason } => format!("{steps}{text}: {reason}"),
            FailureEnd::Head(reason) => format!("{steps}{reason}"),
            FailureEnd::Cases { text, cases, omitted } => {
                let cases: Vec<String> = cases
                    .iter()
                    .map(|(it, failure)| format!("{}: {}", values(it).trim(), failed(failure)))
                    .collect();
                format!("{steps}{text} {{ {} }} + {omitted}", cases.join(" | "))
            }
        }
    }
    let Verdict::False(reasons) = justified(text, atom, assumed).verdict else {
        panic!("{atom} is true in {text}")
    };
    let rules = reasons.rules.iter().map(|rule| {
        format!("{}{} - {}", &text[rule.span.range()], values(&rule.instance), failed(&rule.failure))
    });
    rules.collect()
}

#[test]
fn what_is_certain_is_not_simplified_away() {
    assert_eq!(
        derivation("p(1). q(1..2). r(X) :- p(X), q(X), not s(X).", "r(1)", &[]),
        [
            "r(1) - rule [X = 1]: p(1); q(1); not s(1) (no rule derives `s(1)`)",
            "q(1) - fact [1..2 = 1]",
            "p(1) - fact"
        ]
    );
}

#[test]
fn choices_and_disjunctions_support_atoms() {
    let text = "n(1..2). { p(X) : n(X) } :- not q. { q }.";
    assert_eq!(derivation(text, "p(2)", &["p(2)"])[0], "p(2) - choice [X = 2]: not q (`q` is false); n(2)");
    assert_eq!(
        refutation(text, "p(2)", &["not p(2)", "not q"]),
        ["{ p(X) : n(X) } :- not q. [X = 2] - its body holds, but the atom is not chosen"]
    );
    assert_eq!(refutation(text, "p(2)", &["q"]), ["{ p(X) : n(X) } :- not q. [X = 2] - not q: `q` is true"]);
    assert_eq!(derivation("a ; b.", "a", &["a"]), ["a - disjunction"]);
    assert_eq!(
        refutation("a ; b.", "a", &["b"]),
        ["a ; b. - its body holds, but its head does already, by `b`"]
    );
    assert_eq!(
        derivation("d(1..2). { e(1..2) }. p(X) : d(X), e(X).", "p(2)", &["p(2)", "e(2)", "not e(1)"])[0],
        "p(2) - disjunction [X = 2]: d(2); e(2)"
    );
}

#[test]
fn supports_are_not_circular() {
    let text = "{ in }. a(1) :- a(3). a(2) :- a(1). a(3) :- a(2). a(2) :- in. b :- a(1).";
    assert_eq!(
        derivation(text, "b", &["in"]),
        ["b - rule: a(1)", "a(1) - rule: a(3)", "a(3) - rule: a(2)", "a(2) - rule: in", "in - choice"]
    );
}

#[test]
fn atoms_of_head_cycles_follow_by_cases() {
    let Verdict::True(atoms) = justified("a ; b. a :- b. b :- a. c :- b.", "c", &[]).verdict else {
        panic!("true")
    };
    let by_cases: Vec<(&str, bool)> = atoms.iter().map(|it| (it.atom.as_str(), it.by_cases)).collect();
    assert_eq!(by_cases, [("c", true), ("b", true), ("a", true)]);
}

#[test]
fn aggregates_state_their_value() {
    let text = "w(a, 2). w(b, 3). { in(X) : w(X, _) }. ok(N) :- N = #sum { W, X : in(X), w(X, W) }, N > 4.";
    assert_eq!(
        derivation(text, "ok(5)", &["ok(5)"])[0],
        "ok(5) - rule [N = 5]: #sum { W,X : in(X), w(X,W) } = 5 (its value is 5: 2,a by in(a) w(a,2), 3,b by in(b) w(b,3))"
    );
    assert_eq!(
        refutation(text, "ok(5)", &["in(a)", "not in(b)"]),
        [
            "ok(N) :- N = #sum { W, X : in(X), w(X, W) }, N > 4. [N = 5] - #sum { W,X : in(X), w(X,W) } = 5: its value is 2"
        ]
    );
    // A recursive aggregate counts only what is derived before.
    let text = "n(1..3). r(1). r(X) :- n(X), #count { Y : r(Y), Y != X } >= 1. s :- r(3).";
    let lines = derivation(text, "s", &[]);
    assert_eq!(
        lines[1],
        "r(3) - rule [X = 3]: n(3); #count { Y : r(Y), Y != 3 } >= 1 (its value is 2: 1 by r(1), 2 by )"
    );
}

#[test]
fn conditional_literals_name_their_instances() {
    let text = "d(1..2). { p(1..2) }. all :- p(X) : d(X).";
    assert_eq!(
        derivation(text, "all", &["p(1)", "p(2)"])[0],
        "all - rule: p(X) : d(X) (its condition holds in 2 instances: p(1) by p(1), p(2) by p(2))"
    );
    assert_eq!(
        refutation(text, "all", &["p(1)", "not p(2)"]),
        ["all :- p(X) : d(X). - p(X) : d(X): it fails for X = 2"]
    );
}

#[test]
fn arithmetic_pools_and_constants_are_evaluated() {
    let text = "#const n = 3. p(1; n). q(X + 1, -X) :- p(X), X < n. -r(f(X)) :- q(X, _).";
    assert_eq!(
        derivation(text, "-r(f(2))", &[]),
        ["-r(f(2)) - rule [X = 2]: q(2,-1)", "q(2,-1) - rule [X = 1]: p(1)", "p(1) - fact"]
    );
    assert_eq!(
        refutation(text, "q(4, -3)", &[]),
        ["q(X + 1, -X) :- p(X), X < n. [X = 3] - 3 < 3: it does not hold"]
    );
    assert_eq!(refutation(text, "p(2)", &[]), [""; 0]);
    assert_eq!(
        refutation("p(1..3). q(X * X) :- p(X).", "q(5)", &[]),
        [""; 0],
        "another head is no instance that could derive it"
    );
    assert_eq!(
        refutation("p(1..3). q(2). r :- p(X), q(X * X), not s. { s }.", "r", &["s"]),
        ["r :- p(X), q(X * X), not s. - not s: `s` is true"]
    );
}

#[test]
fn cases_are_told_apart() {
    let text = "e(a, b; a, c; b, d). { r(b; c) }. t(X) :- e(X, Y), r(Y).";
    assert_eq!(
        refutation(text, "t(a)", &["not r(b)", "not r(c)"]),
        ["t(X) :- e(X, Y), r(Y). [X = a] - r(Y): no instance of it is true"]
    );
    assert_eq!(
        refutation(text, "t(b)", &["r(b)"]),
        ["t(X) :- e(X, Y), r(Y). [X = b] - e(b,Y) [Y = d] > r(d): it is not true"]
    );
    assert_eq!(
        refutation("p(1..12). q :- p(X), p(Y), X + Y > 24.", "q", &[])[0].matches(" + 2").count(),
        11,
        "ten of twelve cases are told, each with ten of twelve"
    );
}

#[test]
fn negation_with_any_value_names_an_instance() {
    let text = "{ p(1, 2) }. q :- not p(1, _). r :- not not p(_, 2).";
    assert_eq!(derivation(text, "q", &["q"])[0], "q - rule: not p(1,_) (no `p(1,_)` is true)");
    assert_eq!(refutation(text, "q", &["r"]), ["q :- not p(1, _). - not p(1,_): `p(1,2)` is true"]);
    assert_eq!(derivation(text, "r", &["r"])[0], "r - rule: not not p(_,2) (`p(1,2)` is true)");
    assert_eq!(
        refutation(text, "r", &["q"]),
        ["r :- not not p(_, 2). - not not p(_,2): `p(_,2)` is not true"]
    );
}

#[test]
fn external_atoms_have_a_value() {
    let text = "n(1..2). #external e(X) : n(X). [true] #external f. a :- e(1). b :- f.";
    assert_eq!(
        derivation(text, "a", &[]),
        ["a - rule: e(1)", "e(1) - external [X = 1]: n(1)", "n(1) - fact [1..2 = 1]"]
    );
    assert_eq!(refutation(text, "f", &[]), ["#external f. - it is external, and its value is false"]);
}

#[test]
fn theory_atoms_are_not_explained() {
    let text = "#theory t { u { }; &b/0 : u, body }. a :- &b { }. c :- a.";
    assert_eq!(
        derivation(text, "c", &["a"]),
        ["c - rule: a", "a - rule: &b {  } (a theory decides it, which is not explained)"]
    );
    assert_eq!(
        refutation(text, "a", &["not a"]),
        ["a :- &b { }. - a theory atom of its body does not hold, which is not explained"]
    );
}

#[test]
fn values_given_by_the_caller_have_no_statement() {
    let mut engine = Engine::new();
    engine.keep_statements().expect("nothing is ground");
    engine.add_fact("p", 1).expect("a fact");
    engine.set_function("next", |x: i64| x + 1);
    engine.add_text("program.lp", "q(@next(X)) :- p(X).").expect("it follows the syntax");
    engine.ground(["base"]).expect("it can be ground");
    let answer_set = engine.query().first().expect("solved").expect("one").into_answer_set();
    let found = justify(&mut engine, &answer_set, "q(2)", Detail::Brief).expect("it is explained");
    let Verdict::True(atoms) = found.verdict else { panic!("it is true") };
    let kinds: Vec<&str> = atoms.iter().map(|atom| atom.supports[0].kind.name()).collect();
    assert_eq!(kinds, ["rule", "given"]);
}

#[test]
fn an_unknown_predicate_may_be_misspelt() {
    let Verdict::False(reasons) = justified("talk(1). talks(2) :- talk(1).", "tolk(1)", &[]).verdict else {
        panic!("false")
    };
    assert_eq!((reasons.is_known, reasons.suggestion.as_deref()), (false, Some("talk/1")));
    let Verdict::False(reasons) = justified("talk(1).", "talk(2)", &[]).verdict else { panic!("false") };
    assert_eq!((reasons.is_known, reasons.suggestion), (true, None));
}

/// The error of the engine for an atom that is not explained.
fn refusal(engine: &mut Engine, answer_set: &AnswerSet, atom: &str) -> EngineError {
    match justify(engine, answer_set, atom, Detail::Brief) {
        Err(Error::Engine(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_explained_is_an_error() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "a.").expect("it follows the syntax");
    engine.ground(["base"]).expect("it can be ground");
    let answer_set = engine.query().first().expect("solved").expect("one").into_answer_set();
    assert!(matches!(refusal(&mut engine, &answer_set, "a"), EngineError::NotKept));
    assert!(matches!(engine.keep_statements(), Err(EngineError::Ground)));
    let mut other = Engine::new();
    other.keep_statements().expect("nothing is ground");
    assert!(matches!(refusal(&mut other, &answer_set, "a"), EngineError::Foreign));
    let mut engine = Engine::new();
    engine.keep_statements().expect("nothing is ground");
    engine.add_text("program.lp", "a.").expect("it follows the syntax");
    engine.ground(["base"]).expect("it can be ground");
    let answer_set = engine.query().first().expect("solved").expect("one").into_answer_set();
    for text in ["p(X)", "3", "a b", ""] {
        assert!(matches!(refusal(&mut engine, &answer_set, text), EngineError::Program(_)), "{text}");
    }
    engine.interrupter().interrupt();
    assert!(matches!(refusal(&mut engine, &answer_set, "a"), EngineError::Interrupted));
}

/// A derivation of twenty thousand rounds takes neither a deep stack nor quadratic time.
#[test]
fn a_long_chain_is_followed() {
    let mut engine = Engine::new();
    engine.keep_statements().expect("nothing is ground");
    engine
        .add_text("program.lp", "n(0). { go }. n(X + 1) :- n(X), go, X < 20000.")
        .expect("it follows the syntax");
    engine.ground(["base"]).expect("it can be ground");
    let answer_set = engine.query().assume("go", ()).first().expect("solved").expect("one").into_answer_set();
    let found = justify(&mut engine, &answer_set, "n(20000)", Detail::Brief).expect("it is explained");
    let Verdict::True(atoms) = found.verdict else { panic!("it is true") };
    assert_eq!(atoms.len(), 20002);
}
