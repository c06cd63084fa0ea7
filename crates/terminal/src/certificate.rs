//! Certificates that commands write: under the limits of the watchdog, and with messages for people.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use groundplan::Interrupter;
use groundplan_certify::{CertifyError, Decision, DecisionLimits, Inquiry, Proven};
use groundplan_prove::ProveError;

use crate::exit::{Exit, Failure};
use crate::report;
use crate::watchdog::{Cause, EarlyEnd, Watchdog};

/// A certificate that a command was asked for.
#[derive(Clone, Copy)]
pub struct WantedCertificate<'a> {
    /// The folder to write.
    pub output: &'a Path,
    /// The flag by which the watchdog ends the proof.
    pub interrupter: &'a Interrupter,
    /// The watchdog of the command.
    pub watchdog: &'a Watchdog,
    /// Whether to suppress messages for people.
    pub quiet: bool,
}

impl WantedCertificate<'_> {
    /// Decides claims.
    ///
    /// # Errors
    ///
    /// When the program has something that cannot be certified.
    pub fn decide(&self, inquiry: Inquiry) -> Result<Decision, Failure> {
        let left = self.watchdog.time_left();
        let limits = DecisionLimits {
            interrupter: self.interrupter,
            deadline: left.and_then(|left| Instant::now().checked_add(left)),
            is_short_of_memory: &|| self.watchdog.is_short_of_memory(),
        };
        match inquiry.decide(&limits).map_err(failure)? {
            Decision::Unknown => self.watchdog.await_end(),
            decision => Ok(decision),
        }
    }

    /// Proves what the search has found. `otherwise` says what it means if that is wrong.
    ///
    /// # Errors
    ///
    /// When it is wrong, two grounders disagree, or the program has something that cannot be certified.
    pub fn prove(&self, inquiry: Inquiry, otherwise: &str) -> Result<Proven, Failure> {
        match self.decide(inquiry)? {
            Decision::Proven(proven) => Ok(proven),
            Decision::Wrong { .. } => Err(Failure::Internal(otherwise.to_owned())),
            Decision::Disputed(why) => Err(Failure::Disputed(why)),
            Decision::Unknown => self.watchdog.await_end(),
        }
    }

    /// Writes certificates, with other files beside them, and prints that the claim, in words, is proven. The process does not end
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// When a file cannot be written; then none is.
    pub fn write(&self, proven: &[Proven], files: &[(&str, String)], claim: &str) -> Result<(), Failure> {
        let mut word = self.watchdog.hold();
        let size = groundplan_certify::write(self.output, proven, files, &|| false).map_err(failure)?;
        *word = true;
        self.say(claim, size, proven);
        Ok(())
    }

    /// Prints that a claim, in words, is proven in so many bytes, and what another grounder says of it.
    pub fn say(&self, claim: &str, size: u64, proven: &[Proven]) {
        if self.quiet {
            return;
        }
        let (output, size) = (self.output.display(), size.div_ceil(1024));
        report::say(&format!("{claim}: the certificate is in `{output}`, its proof has {size} KiB"));
        proven
            .last()
            .and_then(|proven| proven.opinion.as_ref())
            .iter()
            .for_each(|opinion| report::say(opinion));
    }
}

/// Checks that a certificate can be written to a folder of this name.
///
/// # Errors
///
/// When claims cannot be proven by this build, the folder exists, or it cannot be created.
pub fn prepare(output: &Path) -> Result<(), Failure> {
    groundplan_certify::prepare(output).map_err(failure)
}

/// Returns the failure for an error of certifying, and prints what does not fit into one line.
pub fn failure(error: CertifyError) -> Failure {
    let message = error.to_string();
    match error {
        CertifyError::Engine(error) => report::engine(error),
        CertifyError::Literal(.., source) => {
            report::engine_diagnostics(&source);
            Failure::Usage(message)
        }
        CertifyError::NoSolver => Failure::Usage(message),
        CertifyError::NoAtom(_) | CertifyError::Unnamed(_) | CertifyError::Prove(ProveError::Program(_)) => {
            Failure::Input(message)
        }
        CertifyError::Exists(_) => {
            report::unwritable(&message, "a certificate is a folder of its own: name one that is not there")
        }
        CertifyError::Unwritable(..) => {
            report::unwritable(&message, "name a folder that is not there, in one that can be written to")
        }
        _ => Failure::Internal(message),
    }
}

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
