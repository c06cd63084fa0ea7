//! Questions of the search itself, for reasoning that is built on it.

use super::solving::Solving;
use super::{Error, Query};
use groundplan_ground::program::GroundProgram;
use groundplan_solve::solve::Question;

/// A search that is asked one [`Question`] after the other, made by [`Query::questions`].
#[derive(Debug)]
pub struct Questions<'e> {
    solving: Solving<'e>,
}

impl<'e> Query<'e> {
    /// Prepares the search for questions of the crate `groundplan-solve`, such as the one for all minimal cores of some
    /// assumptions. A question brings its own assumptions: of the query only the deadline and the limit of conflicts count.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`].
    pub fn questions(self) -> Result<Questions<'e>, Error> {
        let (solving, _) = self.begin()?;
        Ok(Questions { solving })
    }
}

impl<'e> Questions<'e> {
    /// Returns the next answer of a question; `None` when it has ended. Another question may be asked before that.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`] if the SAT solver fails.
    pub fn ask<Q: Question>(&mut self, question: &mut Q) -> Result<Option<Q::Answer>, Error> {
        self.solving.next(question)
    }

    /// Whether the solver counts conflicts, so that a limit of conflicts ends a question.
    #[must_use]
    pub fn counts_conflicts(&self) -> bool {
        self.solving.search.counts_conflicts()
    }

    /// The ground program that is asked about.
    #[must_use]
    pub fn ground_program(&self) -> GroundProgram<'e> {
        self.solving.ground
    }
}

impl Drop for Questions<'_> {
    fn drop(&mut self) {
        self.solving.note_end();
    }
}
