//! Finds out which wishes do not go together.
//!
//!     cargo run --package groundplan --example cores

use groundplan::value::Constant;
use groundplan::{Engine, Error, Outcome};

const PARTY: &str = "
    guest(anna; ben; carla; deniz).
    { comes(G) : guest(G) }.
    :- comes(anna), comes(ben).          % they have quarrelled
    :- comes(carla), not comes(ben).     % she comes with him
    :- comes(deniz), not comes(carla).
";

/// Drops wishes until a party is possible.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.add_text("party.lp", PARTY)?;
    engine.ground(["base"])?;
    let mut wishes = vec!["deniz", "anna", "carla"];
    loop {
        let query =
            wishes.iter().fold(engine.query(), |query, &guest| query.assume("comes", Constant::from(guest)));
        match query.solve()? {
            Outcome::Satisfiable(model) => {
                println!("a party: {}", model.all::<String>("comes")?.join(", "));
                break;
            }
            Outcome::Unsatisfiable(core) => {
                println!("these do not go together: {core}");
                // Give up one of those that are to blame.
                let last = *core.positions().last().expect("without wishes there is a party");
                wishes.remove(last);
            }
            Outcome::Interrupted => unreachable!("nobody interrupts"),
        }
    }
    assert!(!wishes.is_empty() && wishes.len() < 3);
    Ok(())
}
