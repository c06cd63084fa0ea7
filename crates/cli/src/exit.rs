//! How the command ends.

use groundplan::Halted;
pub use groundplan_frontend::Clasp;

/// How the process exits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// What was asked for is there: a plan, a proven optimum, a passed check, a text.
    Success,
    /// It is proven that there is no plan, or a check failed.
    None,
    /// A limit or an interrupt came first.
    Unknown,
    /// As clasp exits; for `solve`.
    Clasp(Clasp),
    /// The command line is wrong.
    Usage,
    /// The input is wrong.
    Input,
    /// The program is wrong.
    Internal,
}

impl Exit {
    /// The exit code.
    pub fn code(self) -> i32 {
        match self {
            Exit::Success => 0,
            Exit::None => 1,
            Exit::Unknown => 2,
            Exit::Clasp(clasp) => clasp as i32,
            Exit::Usage => 64,
            Exit::Input => 65,
            Exit::Internal => 70,
        }
    }

    /// Ends the process.
    pub fn now(self) -> ! {
        std::process::exit(self.code())
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
    /// Two ways to the answer lead to different ones, so that it is not known.
    Disputed(String),
    /// Grounding was ended by a limit or an interrupt.
    Halted(Box<Halted>),
    /// Nobody reads what is printed any more, so nobody is told.
    Closed,
}

impl Failure {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Usage(_) => Exit::Usage,
            Failure::Reported | Failure::Input(_) => Exit::Input,
            Failure::Internal(_) => Exit::Internal,
            Failure::Disputed(_) | Failure::Halted(_) | Failure::Closed => Exit::Unknown,
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Internal(format!("{error:#}"))
    }
}
