//! How a search ended, as shown in the verdict, the summary and the exit code.

use groundplan::solve;

/// The way in which a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All answer sets were enumerated, or the last one was proven optimal.
    Exhausted,
    /// The search stopped early on request; there may be more answer sets.
    Stopped,
    /// The search was interrupted.
    Interrupted,
    /// The time limit interrupted the search.
    TimeLimit,
    /// The search never started, or gave no answer.
    Unknown,
}

impl End {
    /// Returns the name, in the text summary and in JSON, of the event that cut the search short.
    pub fn cut(self) -> Option<&'static str> {
        match self {
            End::Interrupted => Some("INTERRUPTED"),
            End::TimeLimit => Some("TIME LIMIT"),
            End::Exhausted | End::Stopped | End::Unknown => None,
        }
    }
}

impl From<solve::End> for End {
    fn from(end: solve::End) -> Self {
        match end {
            solve::End::Exhausted => End::Exhausted,
            solve::End::Stopped => End::Stopped,
            solve::End::Interrupted => End::Interrupted,
        }
    }
}

/// clasp's exit codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clasp {
    /// No result.
    Unknown = 0,
    /// The search was interrupted before it found an answer set.
    Interrupted = 1,
    /// There are answer sets, possibly more than were found.
    Satisfiable = 10,
    /// There are answer sets, and the search was interrupted.
    SatisfiableInterrupted = 11,
    /// There is no answer set.
    Unsatisfiable = 20,
    /// All answer sets were found, or one was proven optimal.
    Exhausted = 30,
}
