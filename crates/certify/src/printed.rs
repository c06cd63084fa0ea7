//! A verdict that is printed before its certificate is written.

use std::sync::{Arc, Mutex, PoisonError};

use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::watchdog::{Cause, EarlyEnd, Watchdog};

/// A verdict that is printed while its certificate is still being made. A later interrupt does not change it, but the command has
/// not done all that it was asked for.
#[derive(Clone, Default)]
pub struct PrintedVerdict(Arc<Mutex<Option<Exit>>>);

impl PrintedVerdict {
    /// Prints the verdict, and returns how to exit once there is a certificate.
    ///
    /// # Errors
    ///
    /// When it cannot be printed.
    pub fn print(
        &self,
        watchdog: &Watchdog,
        exit: Exit,
        deliver: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let _word = watchdog.hold();
        deliver()?;
        self.set(exit);
        Ok(exit)
    }

    /// Records a printed verdict; the caller holds the lock of the watchdog.
    pub fn set(&self, exit: Exit) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(exit);
    }

    /// Returns the exit code if the verdict is known, and prints that no certificate is written. The codes of clasp tell the verdict;
    /// any other is that of an interrupt, so that nobody looks for a certificate.
    pub fn exit(&self, ended: &EarlyEnd, quiet: bool) -> Option<Exit> {
        let exit = (*self.0.lock().unwrap_or_else(PoisonError::into_inner))?;
        if ended.cause != Cause::Closed && !quiet {
            ended.say("the verdict stands, but its proof came too late, and no certificate is written");
        }
        match exit {
            Exit::Clasp(_) => Some(exit),
            _ => Some(Exit::Unknown),
        }
    }
}
