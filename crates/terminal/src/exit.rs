//! Exit codes and failures of the command.

use groundplan::Halted;
pub use groundplan_frontend::Clasp;

/// The way the process exits, with its exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The result that was asked for was found: a plan, a proven optimum, a passed check, a text.
    Success,
    /// There is provably no plan, or a check failed.
    None,
    /// The work was stopped by a limit or an interrupt.
    Unknown,
    /// An exit code of clasp, for `solve`.
    Clasp(Clasp),
    /// The command line is invalid.
    Usage,
    /// The input is invalid.
    Input,
    /// An internal error.
    Internal,
    /// A result cannot be written.
    Unwritable,
}

impl Exit {
    /// Returns the exit code.
    pub fn code(self) -> i32 {
        match self {
            Exit::Success => 0,
            Exit::None => 1,
            Exit::Unknown => 2,
            Exit::Clasp(clasp) => clasp as i32,
            Exit::Usage => 64,
            Exit::Input => 65,
            Exit::Internal => 70,
            // EX_IOERR of `sysexits.h`.
            Exit::Unwritable => 74,
        }
    }

    /// Exits the process with this code.
    pub fn now(self) -> ! {
        std::process::exit(self.code())
    }
}

/// The reason why a command has no result.
#[must_use = "the command fails with it, even where the reason has been printed"]
#[derive(Debug)]
pub enum Failure {
    /// The command line contains options that do not go together.
    Usage(String),
    /// The input is invalid, and the reason has been printed.
    Reported,
    /// The input is invalid, for this reason.
    Input(String),
    /// An internal error.
    Internal(String),
    /// A file, a folder or standard output cannot be written, for this reason.
    Unwritable(String),
    /// A file or a folder cannot be written, and the reason has been printed.
    Unwritten,
    /// The system gives no thread, for this reason.
    NoThread(String),
    /// Two methods give different answers, so the answer is unknown.
    Disputed(String),
    /// Grounding was ended by a limit or an interrupt.
    Halted(Box<Halted>),
    /// The reader of standard output is gone, so nothing is printed.
    Closed,
}

impl Failure {
    /// Returns the exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Usage(_) => Exit::Usage,
            Failure::Reported | Failure::Input(_) => Exit::Input,
            Failure::Internal(_) | Failure::NoThread(_) => Exit::Internal,
            Failure::Unwritable(_) | Failure::Unwritten => Exit::Unwritable,
            Failure::Disputed(_) | Failure::Halted(_) | Failure::Closed => Exit::Unknown,
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Internal(format!("{error:#}"))
    }
}
