//! The backend that is taken where nobody chooses: a portfolio of CaDiCaL and cdnl with the feature `cadical`, cdnl without it.

use groundplan::solve::SearchConfig;
use groundplan::{Backend, Engine};

#[test]
fn the_feature_decides_the_default() {
    let expected = if cfg!(feature = "cadical") { Backend::Portfolio } else { Backend::Cdnl };
    assert_eq!(SearchConfig::default().solver.backend, expected);
}

#[test]
fn an_engine_that_was_not_configured_solves_by_it() {
    let mut engine = Engine::new();
    engine.add_text("program.lp", "{a; b}. :- a, b. :- not a, not b. c :- d. d :- c. d :- a.").unwrap();
    engine.ground(["base"]).unwrap();
    assert!(engine.query().first().unwrap().is_some());
    assert_eq!(engine.query().models().unwrap().count(), 2);
}
