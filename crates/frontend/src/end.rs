//! How a search ended, for verdict, summary and exit code.

use groundplan::solve;

/// How the search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It has gone through all answer sets, or proven the last one best.
    Exhausted,
    /// There may be more.
    Stopped,
    /// It was cut short.
    Interrupted,
    /// It was cut short by the time limit.
    TimeLimit,
    /// It was never begun or gave no answer.
    Unknown,
}

impl End {
    /// The line of the summary, and the key of JSON, that says how the search was cut short.
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

/// The exit codes of clasp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clasp {
    /// Nothing is known.
    Unknown = 0,
    /// The search was cut short, and no answer set was found.
    Interrupted = 1,
    /// There are answer sets, perhaps more than were found.
    Satisfiable = 10,
    /// There are answer sets; the search was cut short.
    SatisfiableInterrupted = 11,
    /// There is no answer set.
    Unsatisfiable = 20,
    /// All answer sets were found, or one that is proven best.
    Exhausted = 30,
}
