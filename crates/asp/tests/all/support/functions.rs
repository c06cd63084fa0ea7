//! The external functions of the tests; `scripts/peers/clingo-models.py` has the same.

use groundplan::symbol::Symbol;
use groundplan::value::Constant;
use groundplan::Engine;

/// Gives the functions to an engine.
pub fn give(engine: &mut Engine) {
    engine.set_function("double", |number: i64| 2 * number);
    engine.set_function("range", |first: i64, last: i64| (first..=last).collect::<Vec<_>>());
    engine.set_function("pair", |first: Symbol, second: Symbol| (first, second));
    engine.set_function("unit", || Constant("unit".to_owned()));
    engine.set_raw_function("none", Box::new(|_, _| Ok(Some(Vec::new()))));
    engine.set_raw_function("fails", Box::new(|_, _| Err("it fails".to_owned())));
}
