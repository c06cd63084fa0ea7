//! Checks a certified claim against the ground program of gringo, if that is installed and the reference grounder did not make
//! ours. If two independent grounders disagree, one of them is wrong.

use std::path::PathBuf;
use std::time::Duration;

use groundplan::{Engine, Interrupter};
use groundplan_certificate::Claim;
use groundplan_prove::second::{Input, Question, Second};
use groundplan_prove::Ground;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::input::{name as name_of, STANDARD_INPUT};
use groundplan_terminal::watchdog::Watchdog;

/// Compares what both ground programs say about claims: either all hold, or the one claim has a counterexample.
/// `first` is the time that our side took. Returns a sentence about the result, or `None` if gringo is not to be asked.
///
/// # Errors
///
/// [`Failure::Disputed`] when the two disagree.
pub fn compare(
    ground: &Ground,
    input: Input,
    first: Duration,
    (questions, holds): (&[Question], bool),
    (interrupter, watchdog): (&Interrupter, &Watchdog),
) -> Result<Option<String>, Failure> {
    if !ground.is_from_source && watchdog.is_short_of_memory() {
        return Ok(Some("no second opinion: more than half of the memory limit is used".to_owned()));
    }
    let second = Second { ground, input, first, left: watchdog.time_left() };
    second.compare(questions, holds, interrupter).map_err(Failure::Disputed)
}

/// Returns a claim in terms of the names of atoms; `cubes` are those of the claim.
pub fn question(claim: &Claim, assumed: Vec<String>, cubes: Vec<Vec<String>>) -> Question {
    Question { assumed, costs: claim.costs.clone(), cubes }
}

/// Returns the files of a command line for another grounder, with the text of standard input, which cannot be read
/// again.
pub fn input(engine: &Engine, files: &[String]) -> Input {
    let fed = engine.sources().iter().find(|(name, _)| *name == name_of(STANDARD_INPUT));
    let files = match files {
        [] => vec![PathBuf::from(STANDARD_INPUT)],
        files => files.iter().map(PathBuf::from).collect(),
    };
    Input { files, texts: Vec::new(), fed: fed.map(|(_, text)| text.to_owned()) }
}
