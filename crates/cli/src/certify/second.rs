//! The second opinion on a claim that is certified: that of gringo's ground program, where gringo is installed. A certificate says
//! nothing of grounding, and where two grounders of different authors disagree, one of them is wrong.

use std::path::PathBuf;
use std::time::Duration;

use groundplan::{Engine, Interrupter};
use groundplan_certificate::Claim;
use groundplan_prove::second::{Input, Question, Second};
use groundplan_prove::Ground;

use crate::exit::Failure;
use crate::input::{name as name_of, STANDARD_INPUT};
use crate::watchdog::Watchdog;

/// Compares what gringo's ground program says of claims with what ours does: that all hold, or that the one has an answer set
/// against it. `first` is how long ours took. A sentence about what came out, unless our grounder had no part in it.
///
/// # Errors
///
/// [`Failure::Disputed`] when the two decide differently.
pub fn compare(
    ground: &Ground,
    input: Input,
    first: Duration,
    (questions, holds): (&[Question], bool),
    (interrupter, watchdog): (&Interrupter, &Watchdog),
) -> Result<Option<String>, Failure> {
    if watchdog.is_short_of_memory() {
        return Ok(Some("no second opinion: more than half of the memory limit is used".to_owned()));
    }
    let second = Second { ground, input, first, left: watchdog.time_left() };
    second.compare(questions, holds, interrupter).map_err(Failure::Disputed)
}

/// A claim in the names of atoms; `cubes` are those of the claim.
pub fn question(claim: &Claim, assumed: Vec<String>, cubes: Vec<Vec<String>>) -> Question {
    Question { assumed, costs: claim.costs.clone(), cubes }
}

/// The files of a command line, for another grounder; standard input was read already.
pub fn input(engine: &Engine, files: &[String]) -> Input {
    let fed = engine.sources().iter().find(|(name, _)| *name == name_of(STANDARD_INPUT));
    let files = match files {
        [] => vec![PathBuf::from(STANDARD_INPUT)],
        files => files.iter().map(PathBuf::from).collect(),
    };
    Input { files, texts: Vec::new(), fed: fed.map(|(_, text)| text.to_owned()) }
}
