//! One minimal core of soft assumptions.

use groundplan::{Error, Questions};
use groundplan_ground::program::Literal;
use groundplan_solve::solve::{End, MinimalCore, Question};

/// Searches for a small set of soft assumptions that have no answer set together with the hard ones. Returns the smallest set
/// found, and whether the search was completed.
///
/// A completed search with a set means that the set is minimal; without one, that all assumptions have an answer set
/// together. `smaller` is called with each set that is smaller than the one before.
///
/// # Errors
///
/// See [`Questions::ask`].
pub fn minimal_core(
    questions: &mut Questions,
    hard: &[Literal],
    soft: &[Literal],
    mut smaller: impl FnMut(&[Literal]),
) -> Result<(Option<Vec<Literal>>, bool), Error> {
    let mut question = MinimalCore::new(hard, soft);
    let mut core = None;
    while let Some(found) = questions.ask(&mut question)? {
        smaller(&found);
        core = Some(found);
    }
    Ok((core, question.ended() == Some(End::Exhausted)))
}
