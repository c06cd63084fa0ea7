//! Looks for the best answer set until a deadline, and says how good the best one found is.
//!
//!     cargo run --package groundplan --example knapsack

use std::time::Duration;

use groundplan::solve::End;
use groundplan::{Engine, Error};

const KNAPSACK: &str = "
    item(I,3+(I*17)\\23,5+(I*29)\\31) :- I = 1..25.
    { take(I) : item(I,_,_) }.
    :- #sum { W,I : take(I), item(I,W,_) } > 120.
    #maximize { V,I : take(I), item(I,_,V) }.
";

/// Packs it until the deadline.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.add_text("knapsack.lp", KNAPSACK)?;
    engine.ground(["base"])?;
    let mut best = None;
    let mut models = engine.query().time_limit(Duration::from_secs(20)).improving()?;
    for model in models.by_ref() {
        let model = model?;
        println!("worth {}, {} items", -model.costs()[0], model.count("take"));
        best = Some(model);
    }
    let proven = models.end() == Some(End::Exhausted);
    let best = best.expect("taking nothing is one way");
    let items: Vec<u32> = best.all("take")?;
    println!("{} {items:?}", if proven { "best:" } else { "best found in time:" });
    assert!(!items.is_empty());
    Ok(())
}
