//! Solves step by step on one engine: the fewest moves that bring a frog across a pond.
//!
//! The program grows by a part for each step, and an external atom says which step is the last, so that the solver keeps
//! what it has learnt.
//!
//!     cargo run --package groundplan --example steps

use groundplan::program::ExternalValue;
use groundplan::{Engine, Error, Part};

const POND: &str = "
    leaf(0; 2; 3; 5; 6; 8; 9; 12).
    at(0,0).
    #program step(t).
    1 { at(Y,t) : leaf(Y), X < Y, Y <= X+3 } 1 :- at(X,t-1).
    #program check(t).
    #external last(t).
    :- last(t), not at(12,t).
";

/// Lets the frog jump, once more at a time.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.add_text("pond.lp", POND)?;
    engine.ground([Part::from("base"), Part::from(("check", 0))])?;
    for step in 0..20 {
        if step > 0 {
            // Of the step before nothing is asked any more.
            engine.release_external("last", step - 1)?;
            engine.ground([("step", step), ("check", step)])?;
        }
        engine.assign_external("last", step, ExternalValue::True)?;
        if let Some(model) = engine.query().first()? {
            let mut leaves: Vec<(i64, i64)> = model.all("at")?;
            leaves.sort_by_key(|&(_, step)| step);
            let leaves: Vec<String> = leaves.iter().map(|(leaf, _)| leaf.to_string()).collect();
            println!("{step} moves: {}", leaves.join(" "));
            assert_eq!(step, 4);
            return Ok(());
        }
        println!("not in {step} moves");
    }
    unreachable!("four moves are enough")
}
