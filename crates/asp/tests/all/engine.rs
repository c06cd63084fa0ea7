//! An engine never answers from what is not the whole program, and says what it was asked for.

use std::time::{Duration, Instant};

use groundplan::program::ExternalValue;
use groundplan::solve::{End, Reasoning, SearchConfig};
use groundplan::translate::Method;
use groundplan::value::Constant;
use groundplan::{record, Backend, Engine, Error, Outcome, Part};

fn engine(text: &str) -> Engine {
    let mut engine = Engine::new();
    engine.add_text("program.lp", text).expect("a program");
    engine
}

/// Whatever is asked now is refused, and the reason named.
fn is_broken(engine: &mut Engine, cause: &str) {
    let results: [(&str, Result<(), Error>); 12] = [
        ("solve", engine.query().solve().map(|_| ())),
        ("first", engine.query().first().map(|_| ())),
        ("models", engine.query().models().map(|_| ())),
        ("improving", engine.query().improving().map(|_| ())),
        ("optimum", engine.query().optimum().map(|_| ())),
        ("consequences", engine.query().consequences(Reasoning::Brave).map(|_| ())),
        ("translate", engine.translate().map(|_| ())),
        ("ground", engine.ground(["base"])),
        ("add_text", engine.add_text("more.lp", "a.")),
        ("add_fact", engine.add_fact("a", ())),
        ("assign_external", engine.assign_external("a", (), ExternalValue::True).map(|_| ())),
        ("program_mut", engine.program_mut().map(|_| ())),
    ];
    for (call, result) in results {
        match result {
            Err(Error::Broken { cause: found }) => assert!(found.contains(cause), "{call}: {found}"),
            other => panic!("{call} of a broken engine: {other:?}"),
        }
    }
}

#[test]
fn after_a_grounding_that_failed_nothing_is_answered() {
    for (program, cause) in [
        ("{a}. p(X) :- not q(X).", "unsafe"),
        ("{a}. a(9223372036854775807). b(X+1) :- a(X).", "64-bit"),
        ("{a}. #const n = m+1. p(n).", "has no value"),
        ("{a(1..30)}. x(N) :- N = #sum { 2**X : a(X), X < 30 }.", "possible values"),
    ] {
        let mut engine = engine(program);
        let error = engine.ground(["base"]).expect_err(program);
        assert!(matches!(error, Error::Program(_)), "{program}: {error}");
        is_broken(&mut engine, cause);
    }
}

#[test]
fn after_a_limit_nothing_is_answered() {
    let mut engine = engine("{a}. n(0). n(X+1) :- n(X).");
    engine.set_ground_limit(Some(100));
    assert!(matches!(engine.ground(["base"]), Err(Error::Halted(_))));
    is_broken(&mut engine, "more than 100 rules");
}

#[test]
fn after_an_interrupt_nothing_is_answered() {
    let mut engine = engine("{a}. n(0). n(X+1) :- n(X).");
    let config = SearchConfig::default();
    config.solver.interrupter.interrupt();
    engine.configure(config).expect("it is new");
    assert!(matches!(engine.ground(["base"]), Err(Error::Halted(_))));
    is_broken(&mut engine, "interrupted");
}

#[test]
fn after_a_function_that_panicked_nothing_is_answered() {
    let mut engine = engine("{a}. b(@f(1)).");
    engine.set_function("f", |number: i64| -> i64 { panic!("{number} was too much") });
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| engine.ground(["base"])));
    assert!(result.is_err());
    is_broken(&mut engine, "not come to its end");
}

#[test]
fn after_a_function_that_failed_nothing_is_answered() {
    let mut engine = engine("{a}. b(@f(1)).");
    engine.set_function("f", |number: i64| Err::<i64, _>(format!("{number} is not enough")));
    assert!(matches!(engine.ground(["base"]), Err(Error::Program(_))));
    is_broken(&mut engine, "is not enough");
}

#[test]
fn a_later_part_that_fails_breaks_what_was_ground_before() {
    let mut engine = engine("{a}. #program step(t). b(t) :- a, t > 0. c(9223372036854775807+t).");
    engine.ground(["base"]).expect("nothing is wrong with it");
    assert_eq!(engine.query().models().unwrap().count(), 2);
    engine.ground([("step", 1)]).expect_err("an overflow");
    is_broken(&mut engine, "64-bit");
}

#[test]
fn a_part_that_is_not_there_is_an_error() {
    for (wanted, named, known) in [
        (Part::from("bsae"), "`bsae/0`", "`base/0`"),
        (Part::from(("step", (1, 2))), "`step/2`", "`step/1`"),
        (Part::from("step"), "`step/0`", "`step/1`"),
    ] {
        let mut engine = engine("{a}. #program step(t). b(t).");
        let error = engine.ground([wanted]).expect_err("there is no such part");
        assert!(matches!(error, Error::UnknownPart { .. }));
        let message = error.to_string();
        assert!(message.contains(named) && message.contains(known), "{message}");
    }
    Engine::new().ground(["base"]).expect("every program has one");
}

#[test]
fn wrong_aspif_breaks_the_engine() {
    let mut engine = Engine::new();
    engine
        .add_aspif("program.aspif", "asp 1 0 0\n1 1 1 1 0 0\n1 0 1 x 0 0\n0\n")
        .expect_err("x is no number");
    is_broken(&mut engine, "");
}

#[test]
fn what_cannot_be_translated_breaks_the_engine() {
    let mut engine = engine("#external e. a :- e. #program late. e :- a.");
    engine.ground(["base"]).expect("it is ground");
    assert!(engine.query().first().expect("a is not defined by itself yet").is_some());
    engine.ground(["late"]).expect("it is ground");
    let error = engine.query().first().expect_err("a cycle through two steps");
    assert!(matches!(error, Error::Unsupported { .. }));
    is_broken(&mut engine, "depends on itself");
}

#[test]
fn a_solver_that_breaks_down_ends_the_iterator_and_the_engine() {
    let mut engine = engine("{a;b}.");
    let backend: Backend = "process:true".parse().expect("a backend");
    engine.configure(SearchConfig::new(backend, Method::default())).expect("it is new");
    engine.ground(["base"]).expect("it is ground");
    let mut models = engine.query().models().expect("it was not asked yet");
    assert!(matches!(models.next(), Some(Err(Error::Solve(_)))));
    assert!(models.next().is_none());
    assert_ne!(models.end(), Some(End::Exhausted));
    drop(models);
    is_broken(&mut engine, "");
}

#[test]
fn what_is_not_ground_is_not_solved() {
    let mut engine = engine("{a}.");
    assert!(matches!(engine.query().first(), Err(Error::NotGround(_))));
    engine.ground(["base"]).expect("it can be");
    engine.add_fact("b", 1).expect("it is not broken");
    // No rule has seen the fact.
    assert!(matches!(engine.query().first(), Err(Error::NotGround(_))));
}

#[test]
fn facts_go_into_the_next_part() {
    let mut engine = engine("#program step(t). seen(X,t) :- edge(X,_).");
    engine.add_fact("edge", (1, "a")).expect("a fact");
    engine.ground([("step", 1)]).expect("a part");
    engine.add_fact("edge", (2, Constant("a".into()))).expect("a fact");
    engine.ground([("step", 2)]).expect("a part");
    let model = engine.query().first().unwrap().expect("facts");
    assert_eq!(model.to_string(), "edge(1,\"a\") seen(1,1) edge(2,a) seen(1,2) seen(2,2)");
}

#[test]
fn a_live_search_is_not_thrown_away() {
    let mut engine = engine("#external e. a :- e.");
    engine.ground(["base"]).expect("it can be");
    engine.configure(SearchConfig::default()).expect("it has not solved yet");
    assert!(engine.assign_external("e", (), ExternalValue::True).unwrap());
    assert!(matches!(engine.configure(SearchConfig::default()), Err(Error::Solving)));
    assert!(engine.query().first().unwrap().expect("one").contains("a", ()));
}

#[test]
fn a_text_that_is_no_program_adds_nothing() {
    let mut engine = engine("{a}.");
    let error = engine.add_text("wrong.lp", "b. c d.").expect_err("no dot after c");
    let shown = error.to_string();
    assert!(shown.contains("wrong.lp:1:6") && shown.contains("c d") && shown.contains('^'), "{shown}");
    engine.ground(["base"]).expect("the rest is a program");
    assert_eq!(engine.query().models().unwrap().count(), 2);
}

#[test]
fn an_answer_set_outlives_growth_but_not_its_engine() {
    let mut engine = engine("{a(1..2)}. #program more. {b}.");
    engine.ground(["base"]).expect("it can be");
    let query = engine.query().assume("a", 1).assume_not("a", 2);
    let kept = query.first().unwrap().expect("there is one").into_answer_set();
    engine.ground(["more"]).expect("it can be");
    let model = engine.model(&kept).expect("it is its own");
    assert_eq!(model.to_string(), "a(1)");
    assert!(!model.contains("b", ()));
    assert!(matches!(Engine::new().model(&kept), Err(Error::Foreign)));
}

#[test]
fn deadlines_hold_for_one_query() {
    // Thirty-one guests in fifteen rooms for two.
    let mut engine = engine("{ in(P,1..15) } = 1 :- P = 1..31. :- H = 1..15, 3 { in(P,H) : P = 1..31 }.");
    engine.ground(["base"]).expect("it can be");
    let start = Instant::now();
    let outcome = engine.query().time_limit(Duration::from_millis(300)).solve().expect("no error");
    assert!(matches!(outcome, Outcome::Interrupted));
    assert!(matches!(engine.query().deadline(start).first(), Err(Error::Interrupted)));
    let mut models = engine.query().deadline(start).models().expect("no error");
    assert!(models.next().is_none());
    assert_eq!(models.end(), Some(End::Interrupted));
    drop(models);
    let query = (1..16).fold(engine.query(), |query, room| query.assume_not("in", (31, room)));
    let Outcome::Unsatisfiable(core) = query.solve().expect("no error") else {
        panic!("it has to be somewhere")
    };
    assert_eq!(core.iter().count(), 15);
}

#[derive(Clone, PartialEq, Debug)]
struct Edge {
    from: String,
    to: Constant,
    at: (i64, i64),
}
record!(Edge { from, to, at });

#[test]
fn structs_come_back_as_they_went_in() {
    let edge = Edge { from: "a b".into(), to: Constant("c".into()), at: (-1, i64::MAX) };
    let mut engine = engine("copy(X,Y,Z) :- edge(X,Y,Z). pair((X,Y,Z)) :- edge(X,Y,Z).");
    engine.add_fact("edge", &edge).expect("a fact");
    engine.ground(["base"]).expect("it can be");
    let model = engine.query().first().unwrap().expect("facts");
    assert_eq!(model.all::<Edge>("copy").unwrap(), std::slice::from_ref(&edge));
    assert_eq!(model.all::<(Edge,)>("pair").unwrap(), [(edge.clone(),)]);
    assert!(model.contains("copy", &edge));
    assert!(!model.contains("copy", (edge.from, 2, 3)));
}

#[test]
fn what_is_read_as_something_else_is_named() {
    let mut engine = engine("p(1,a). p(2,\"b\"). q(300). -p(3). #show.");
    engine.ground(["base"]).expect("it can be");
    let model = engine.query().first().unwrap().expect("facts");
    assert_eq!(model.all::<(u8, String)>("p").unwrap(), [(1, "a".to_owned()), (2, "b".to_owned())]);
    assert_eq!(model.count("p"), 2);
    assert_eq!(model.all::<i64>("-p").unwrap(), [3]);
    assert!(model.all::<i64>("unknown").unwrap().is_empty());
    for (message, expected) in [
        (model.all::<(i64, i64)>("p").unwrap_err().to_string(), "expected an integer, found `a`"),
        (model.all::<(i64, Constant)>("p").unwrap_err().to_string(), "expected a constant, found `\"b\"`"),
        (model.all::<i64>("p").unwrap_err().to_string(), "expected `p/1`, found `p/2`"),
        (model.all::<u8>("q").unwrap_err().to_string(), "expected an integer from 0 to 255, found `300`"),
    ] {
        assert_eq!(message, expected);
    }
}

#[test]
fn values_of_externals_are_computed() {
    // As clingo 5.8.3 has it; what has another value is left out.
    let mut engine = engine(
        "#external a(X) : p(X,Y). [Y] p(1,true). p(2,false). p(3,free). p(4,release). p(5,7). b(X) :- a(X). \
         #external c(V) : V = (true;false). [V] #external d. [v] #const v = true. #show b/1. #show c/1. #show d/0.",
    );
    engine.ground(["base"]).expect("it can be");
    let models = engine.query().models().unwrap();
    let mut found: Vec<String> = models.map(|model| model.unwrap().to_string()).collect();
    found.sort_unstable();
    assert_eq!(found, ["d c(true) b(1)", "d c(true) b(1) b(3)"]);
    let warnings = engine.take_warnings();
    let messages: Vec<&str> = warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(messages, ["this is not the value of an external atom for some instances"]);
}

#[test]
fn a_released_external_is_false_for_good() {
    let mut engine = engine("#external e. [true] a :- e.");
    engine.ground(["base"]).expect("it can be");
    assert_eq!(engine.query().first().unwrap().unwrap().count("a"), 1);
    assert!(engine.assign_external("e", (), ExternalValue::Released).unwrap());
    assert_eq!(engine.query().first().unwrap().unwrap().count("a"), 0);
    assert!(!engine.assign_external("e", (), ExternalValue::True).unwrap(), "it is external no more");
}

#[test]
fn an_external_of_no_name_is_told_from_one_that_is_set_already() {
    let mut engine = engine("#external open(1..2). #external -shut. way(D) :- open(D). seen.");
    engine.ground(["base"]).expect("it can be");
    for (name, arguments, hint) in
        [("opn", vec![1], Some("open/1")), ("open", vec![1, 2], None), ("shut", vec![], None)]
    {
        let error = engine.assign_external(name, arguments.clone(), ExternalValue::True).expect_err(name);
        let Error::UnknownPredicate { wanted, hint: found } = error else { panic!("{name}: {error}") };
        assert_eq!(wanted, format!("{name}/{}", arguments.len()));
        assert!(
            hint.is_none_or(|hint| found.as_ref().is_some_and(|found| found.contains(hint))),
            "{found:?}"
        );
        assert!(matches!(engine.release_external(name, arguments), Err(Error::UnknownPredicate { .. })));
    }
    assert!(!engine.assign_external("open", 3, ExternalValue::True).unwrap(), "there is no third door");
    assert!(!engine.assign_external("seen", (), ExternalValue::True).unwrap(), "that is no external");
    assert!(engine.assign_external("-shut", (), ExternalValue::True).unwrap());
    assert_eq!(engine.query().first().unwrap().unwrap().to_string(), "seen -shut");
}

#[test]
fn a_part_that_is_not_there_leaves_the_engine_as_it_was() {
    let mut engine = engine("{a}. #program step(t). b(t).");
    assert!(matches!(engine.ground(["nope"]), Err(Error::UnknownPart { .. })));
    assert!(matches!(
        engine.ground([Part::from("base"), Part::from("step")]),
        Err(Error::UnknownPart { .. })
    ));
    assert!(matches!(engine.query().first(), Err(Error::NotGround(_))), "nothing was ground");
    engine.ground([Part::from("base"), Part::from(("step", 1))]).expect("they are there");
    assert!(matches!(engine.ground([("step", (1, 2))]), Err(Error::UnknownPart { .. })));
    assert_eq!(engine.query().models().unwrap().count(), 2);
}

#[test]
fn assumptions_may_be_about_what_is_not_there() {
    let mut engine = engine("{a}. b :- a.");
    engine.ground(["base"]).expect("it can be");
    assert_eq!(engine.query().assume_not("c", 1).models().unwrap().count(), 2);
    let Outcome::Unsatisfiable(core) =
        engine.query().assume("a", ()).assume("c", (1, "x")).solve().expect("no error")
    else {
        panic!("nothing derives c")
    };
    assert_eq!((core.to_string().as_str(), core.positions()), ("c(1,\"x\")", &[1][..]));
    let wrong = engine.query().assume_text("not 1+").expect_err("no literal").to_string();
    assert!(wrong.contains("assumption:1:"), "{wrong}");
    assert!(engine.query().assume_text("3").is_err());
}

/// A copy answers as the engine does, also about steps that are grounded later, and neither sees what the other adds.
#[test]
fn a_copy_goes_its_own_way() {
    let text = "#const n=2. { p(1..n) }. #external e. q :- e. :- q, not p(1). #minimize { 1@2,X : p(X) }. #show p/1. \
                #program more(k). r(k) :- p(k). #show r/1. &sum { x } >= k :- p(k). \
                #theory t { v {}; &sum/0 : v, {>=}, v, any }.";
    let mut engine = engine(text);
    engine.ground(["base"]).expect("ground");
    let mut copy = engine.try_clone().expect("a copy");
    assert!(copy.assign_external("e", (), ExternalValue::True).expect("an external"));
    let shown = |engine: &mut Engine| {
        let mut sets: Vec<String> =
            engine.query().models().expect("models").map(|model| model.expect("one").to_string()).collect();
        sets.sort_unstable();
        sets
    };
    assert_eq!(shown(&mut copy), ["p(1)", "p(1) p(2)"]);
    assert_eq!(shown(&mut engine), ["", "p(1)", "p(1) p(2)", "p(2)"]);
    copy.ground([Part::from(("more", [1]))]).expect("ground");
    assert_eq!(shown(&mut copy), ["p(1) p(2) r(1)", "p(1) r(1)"]);
    assert_eq!(shown(&mut engine).len(), 4);
    assert_eq!(copy.symbols().text(copy.symbols().find_name("p").expect("a name")), "p");

    let solved = engine.try_clone().expect_err("it has solved");
    assert_eq!(solved.to_string(), "an engine with a search cannot be copied");
}

/// An interrupt of one engine leaves its copy alone.
#[test]
fn a_copy_has_its_own_interrupter() {
    let mut engine = engine("{ p }.");
    engine.ground(["base"]).expect("ground");
    let mut copy = engine.try_clone().expect("a copy");
    engine.interrupter().interrupt();
    assert!(matches!(engine.query().solve().expect("an outcome"), Outcome::Interrupted));
    assert!(copy.query().first().expect("an answer").is_some());
}
