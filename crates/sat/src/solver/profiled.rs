//! What the clauses of each tag contribute to the search, for a profile.

use super::{SatError, Solver, SHUTDOWN_TIMEOUT};

impl Solver {
    /// Waits until [`Config::profile`](crate::Config::profile) has what the clauses of each tag contributed so far. Without a profile this does
    /// nothing.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`].
    pub fn note_profile(&mut self) -> Result<(), SatError> {
        if !self.has_profile {
            return Ok(());
        }
        self.worker.ask(SHUTDOWN_TIMEOUT, |solver| solver.note_profile()).map(drop)
    }

    /// Sets the tag of the clauses that are added from now on: see [`Config::profile`](crate::Config::profile).
    pub fn set_tag(&mut self, tag: Option<u32>) {
        self.batch.set_tag(tag);
    }
}
