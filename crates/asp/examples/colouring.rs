//! Colours a map so that neighbours differ, and reads the colours as Rust values.
//!
//!     cargo run --package groundplan --example colouring

use groundplan::{Engine, Error};

const MAP: &str = "
    border(be,(de;fr;lu;nl)). border(de,(fr;lu;nl)). border(fr,lu).
    country(X) :- border(X,_).  country(Y) :- border(_,Y).
    1 { colour(X,(red;green;blue;yellow)) } 1 :- country(X).
    :- border(X,Y), colour(X,C), colour(Y,C).
";

/// Colours the map.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.add_text("map.lp", MAP)?;
    engine.ground(["base"])?;
    let total = engine.query().models()?.count();
    let model = engine.query().assume_text("colour(be,red)")?.first()?.expect("four colours are enough");
    let mut colours: Vec<(String, String)> = model.all("colour")?;
    colours.sort();
    for (country, colour) in &colours {
        println!("{country}: {colour}");
    }
    println!("one of {total} ways");
    assert_eq!((colours.len(), total), (5, 48));
    Ok(())
}
