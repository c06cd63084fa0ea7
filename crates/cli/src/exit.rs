//! How the command ends.

use groundplan::Halted;

/// The exit codes. Those of `solve` are clasp's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// A plan was found, or a check passed.
    Found = 0,
    /// It is proven that there is no plan, or a check failed.
    None = 1,
    /// A limit or an interrupt came first.
    Unknown = 2,
    /// `solve`: there are answer sets, perhaps more than were found.
    Satisfiable = 10,
    /// `solve`: there are answer sets; the search was cut short.
    SatisfiableInterrupted = 11,
    /// `solve`: there is no answer set.
    Unsatisfiable = 20,
    /// `solve`: all answer sets were found, or one that is proven best.
    Exhausted = 30,
    /// The command line is wrong.
    Usage = 64,
    /// The input is wrong.
    Input = 65,
    /// The program is wrong.
    Internal = 70,
}

impl Exit {
    /// Ends the process.
    pub fn now(self) -> ! {
        std::process::exit(self as i32)
    }
}

/// Why a command has no result.
#[derive(Debug)]
pub enum Failure {
    /// The command line asks for what does not go together.
    Usage(String),
    /// The input is wrong, and it has been said how.
    Reported,
    /// The input is wrong in this way.
    Input(String),
    /// Something that should never happen did.
    Internal(String),
    /// Grounding was ended by a limit or an interrupt.
    Halted(Box<Halted>),
}

impl Failure {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Usage(_) => Exit::Usage,
            Failure::Reported | Failure::Input(_) => Exit::Input,
            Failure::Internal(_) => Exit::Internal,
            Failure::Halted(_) => Exit::Unknown,
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Internal(format!("{error:#}"))
    }
}
