//! What `lazy` learns about a loop at one step of a growing program holds at the others.

use groundplan::solve::SearchConfig;
use groundplan::translate::Method;
use groundplan::{Backend, Engine};

use crate::support::modes;

fn engine(text: &str, config: SearchConfig) -> Engine {
    let mut engine = Engine::new();
    engine.configure(config).unwrap();
    engine.add_text("steps.lp", text).unwrap();
    engine.ground(["base"]).unwrap();
    engine
}

fn ground_step(engine: &mut Engine, step: i64) {
    engine.ground([("step", step)]).unwrap();
}

fn refute_unfounded(engine: &mut Engine, step: i64) {
    let query = engine.query().assume("there", step).assume_not("start", step);
    assert!(query.first().unwrap().is_none());
}

#[test]
fn a_loop_is_learned_once_for_all_steps() {
    let text = "#program step(t).
        { start(t); up(t); down(t) }. here(t) :- start(t). here(t) :- there(t), up(t). there(t) :- here(t), down(t).";
    let mut engine = engine(text, SearchConfig::new(Backend::Varisat, Method::Lazy));
    (1..=4).for_each(|step| ground_step(&mut engine, step));
    refute_unfounded(&mut engine, 2);
    assert_eq!(engine.statistics().loop_formulas, 4);
    let calls = engine.statistics().sat_calls;
    refute_unfounded(&mut engine, 4);
    assert_eq!(engine.statistics().sat_calls, calls + 1);
    // And for a step that did not exist then.
    ground_step(&mut engine, 5);
    refute_unfounded(&mut engine, 5);
    assert_eq!(engine.statistics().sat_calls, calls + 2);
    assert_eq!(engine.statistics().loop_formulas, 5);
}

/// Locations are numbers as steps are, and what supports a loop from outside differs from step to step.
#[test]
fn steps_that_differ_keep_their_answer_sets() {
    let text = "edge(1,2). edge(2,3). edge(3,1). edge(2,1). edge(3,2).
        #program step(t).
        { open(X,t) : X = 1..3 }.
        reach(t,t) :- t < 4.
        reach(1,t) :- t > 3, open(2,t).
        reach(Y,t) :- reach(X,t), edge(X,Y), open(Y,t).
        reach(X,t) :- reach(X,t-1), X = t-1.
        :- reach(X,t), not open(X,t), X != t.";
    let mut expected: Vec<usize> = Vec::new();
    for config in modes::all() {
        let mut engine = engine(text, config.clone());
        let mut counts = Vec::new();
        for step in 1..=4 {
            ground_step(&mut engine, step);
            counts.push(engine.query().models().unwrap().map(Result::unwrap).count());
        }
        if expected.is_empty() {
            assert!(counts.iter().all(|&count| count > 1), "{counts:?}");
            expected.clone_from(&counts);
        }
        assert_eq!(counts, expected, "{config:?}");
    }
}
