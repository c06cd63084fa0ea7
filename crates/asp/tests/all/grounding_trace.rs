//! The rules after the analysis and the plans of their joins, as text.

use groundplan::Engine;

use crate::support::functions;

fn trace(program: &str) -> (String, String) {
    let mut engine = Engine::new();
    engine.trace_grounding();
    functions::give(&mut engine);
    engine.add_text("program.lp", program).unwrap();
    engine.ground(["base"]).unwrap();
    let trace = engine.grounding_trace().expect("it was asked for");
    (trace.rules.clone(), trace.plans.clone())
}

#[test]
fn rules_are_printed_as_they_are_grounded() {
    for (rule, expected) in [
        ("a(X+1) :- n(X).", "a(X+1) :- n(X)."),
        ("a(X) :- n(X+1,_).", "a(X) :- V1 = X+1, n(V1,_)."),
        ("a(2*(1..3)-V1) :- V1 = 1..2*2.", "a((2*V2)-V1) :- V2 = 1..3, V1 = 1..4."),
        ("a(1;2).", "a(1).\na(2)."),
        ("a(@double(X)) :- n(X).", "a(V1) :- V1 = @double(X), n(X)."),
        ("a :- not n(X,_), X = (1,).", "a :- not #n(*,_)(X), X = (1,).\n#n(*,_)(V1) :- n(V1,_)."),
        ("1 { a(X) : n(X), not b } 2 :- c.", "{ a(X) : n(X), not b } >= 1 <= 2 :- c."),
        ("a ; b : c :- d : e; f.", "a; b : c :- d : e; f."),
        ("a :- not 3 < #sum { X,b : n(X); 1 } <= 4.", "a :- not #sum { X,b : n(X); 1 } > 3 <= 4."),
        (":~ n(X). [X@2,f(X,|X|)]", ":~ n(X). [X@2,f(X,|X|)]"),
        ("#show f(X) : n(X).", "#show f(X) : n(X)."),
        ("#external e(X) : n(X). [true]", "#external e(X) : n(X). [true]"),
        ("#edge (X,Y) : n(X,Y).", "#edge (X,Y) : n(X,Y)."),
        ("-a(X) :- n(X), X != -f(\"x\"), not not b.", "-a(X) :- n(X), X != -f(\"x\"), not not b."),
        ("#const k = 3. a(k,X) :- n(X), X < k.", "a(3,X) :- n(X), X < 3."),
        // What moves to the body is not the aggregate's variable of the same name.
        ("{ a(X) : a(X) } :- #count { X : n(X) } > 1.", "{ a(X) } :- #count { V1 : n(V1) } > 1, a(X)."),
        ("a(X+1-2*X) :- n(X).", "a((X+1)-(2*X)) :- n(X)."),
    ] {
        let defined = "#defined n/1. #defined n/2. #defined b/0. #defined c/0. #defined d/0. #defined e/0. #defined f/0.";
        let (rules, _) = trace(&format!("{defined}\n{rule}"));
        assert_eq!(rules.trim_end(), expected, "{rule}");
    }
}

#[test]
fn plans_say_how_each_literal_is_found() {
    let (_, plans) = trace(
        "edge(1,2). edge(2,3). start(1). at(1,2). \
         reached(X) :- start(X). reached(Y) :- reached(X), edge(X,Y). \
         far(Z) :- reached(X), Z = X+1, edge(X,Y), Y+1 = W, not start(W), X = 1..2, at(X,Y). \
         many(S) :- S = #sum { X,Y : edge(X,Y), reached(Y) }.",
    );
    let expected = "\
% component 1 of 3: reached/1, recursive
reached(X) :- start(X).
  start(X)  scan of 1 row
reached(Y) :- reached(X), edge(X,Y).
  at first
    reached(X)  scan of 0 rows
    edge(X,Y)   index on argument 1 of 2 rows
  in later rounds
    reached(X)  the new rows
    edge(X,Y)   index on argument 1 of 2 rows
% component 2 of 3: many/1
many(S) :- #sum { X,Y : edge(X,Y), reached(Y) } = S.
  #sum { X,Y : edge(X,Y), reached(Y) } = S  gives S its values
    for an element
      edge(X,Y)                             scan of 2 rows
      reached(Y)                            test
% component 3 of 3: far/1
far(Z) :- reached(X), Z = X+1, edge(X,Y), Y+1 = W, not start(W), X = 1..2, at(X,Y).
  at(X,Y)       scan of 1 row
  X = 1..2      test
  Z = X+1       gives Z its value
  W = Y+1       gives W its value
  not start(W)  test
  reached(X)    test
  edge(X,Y)     test
";
    assert_eq!(plans, expected);
}

#[test]
fn plans_change_as_a_component_grows() {
    let (_, plans) = trace("m(0..20,0..4). p(0). p(X+1) :- p(X), m(X,Y), p(Y).");
    let expected = "\
p(X+1) :- p(X), m(X,Y), p(Y).
  at first
    p(X)    scan of 1 row
    p(Y)    scan of 1 row
    m(X,Y)  test
  in later rounds
    p(X)    the new rows
    p(Y)    scan of 1 row
    m(X,Y)  test
  from round 6 on
    p(X)    the new rows
    m(X,Y)  index on argument 1 of 105 rows
    p(Y)    test
  in later rounds
    p(Y)    the new rows
    p(X)    scan of the older rows
    m(X,Y)  test
";
    assert!(plans.ends_with(expected), "{plans}");
}

#[test]
fn rows_are_found_by_what_is_within_functions() {
    let (_, plans) = trace(
        "t(1..9). n(1..9). d(f(X,Y),T) :- n(X), n(Y), t(T). d(g(X),T) :- n(X), t(T). \
         #show a(X,Y) : n(X), t(T), d(f(X,Y),T). #show b(X,Y) : n(X), d(g(X),Y). #show c(X,Y) : n(X), d(f(X,Y),Z).",
    );
    for expected in [
        "  n(X)         scan of 9 rows\n  t(T)         scan of 9 rows\n  d(f(X,Y),T)  \
         index on argument 2 and within others of 810 rows\n",
        "  n(X)       scan of 9 rows\n  d(g(X),Y)  index on argument 1 of 810 rows\n",
        "  n(X)         scan of 9 rows\n  d(f(X,Y),Z)  index within arguments of 810 rows\n",
    ] {
        assert!(plans.contains(expected), "{plans}");
    }
}

#[test]
fn a_grounding_that_was_ended_leaves_its_plans() {
    let mut engine = Engine::new();
    engine.trace_grounding();
    engine.set_ground_limit(Some(100));
    engine.add_text("program.lp", "n(0). n(X+1) :- n(X). late(X) :- n(X).").unwrap();
    assert!(engine.ground(["base"]).is_err());
    let trace = engine.grounding_trace().expect("it was asked for");
    assert!(trace.plans.contains("n(X+1) :- n(X).\n  at first\n    n(X)  scan of 1 row"), "{}", trace.plans);
    assert!(!trace.plans.contains("late(X)") && trace.rules.contains("late(X)"), "{}", trace.plans);
}

#[test]
fn nothing_is_written_down_unasked() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "a.").unwrap();
    engine.ground(["base"]).unwrap();
    assert!(engine.grounding_trace().is_none());
}
