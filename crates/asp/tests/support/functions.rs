//! The external functions of the tests; `scripts/peers/clingo-models.py` has the same.

use groundplan::symbol::{Symbol, Symbols};
use groundplan::Engine;

fn numbers<const COUNT: usize>(symbols: &Symbols, arguments: &[Symbol]) -> Result<[i64; COUNT], String> {
    let numbers: Option<Vec<i64>> = arguments.iter().map(|&argument| symbols.as_number(argument)).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| format!("it takes {COUNT} integers"))
}

/// Gives the functions to an engine.
pub fn give(engine: &mut Engine) {
    engine.set_function(
        "double",
        Box::new(|symbols, arguments| {
            let [number] = numbers(symbols, arguments)?;
            Ok(vec![symbols.number(2 * number)])
        }),
    );
    engine.set_function(
        "range",
        Box::new(|symbols, arguments| {
            let [first, last] = numbers(symbols, arguments)?;
            Ok((first..=last).map(|number| symbols.number(number)).collect())
        }),
    );
    engine.set_function("none", Box::new(|_, _| Ok(Vec::new())));
    engine.set_function(
        "pair",
        Box::new(|symbols, arguments| match arguments {
            [_, _] => Ok(vec![symbols.tuple(arguments)]),
            _ => Err("it takes two terms".to_owned()),
        }),
    );
    engine.set_function(
        "unit",
        Box::new(|symbols, arguments| {
            let unit = symbols.name("unit");
            if arguments.is_empty() {
                Ok(vec![symbols.constant(unit)])
            } else {
                Err("it takes nothing".to_owned())
            }
        }),
    );
    engine.set_function("fails", Box::new(|_, _| Err("it fails".to_owned())));
}
