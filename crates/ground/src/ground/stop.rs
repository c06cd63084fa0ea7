//! Why grounding ends early, and what it leaves out.

use super::growth::Halt;
use crate::diagnostic::{Diagnostic, Span};
use crate::symbol::Name;

/// Why grounding ended early. What was grounded so far is not a program.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The program is wrong.
    Wrong(Box<Diagnostic>),
    /// A limit or an interrupt came first.
    Halted(Box<Halt>),
}

impl Stop {
    /// A number is out of range.
    pub(super) fn overflow(span: Span) -> Stop {
        Stop::from(
            Diagnostic::error("this leaves the range of 64-bit integers", span)
                .help("keep the numbers between -9223372036854775808 and 9223372036854775807"),
        )
    }
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Stop::Wrong(Box::new(diagnostic))
    }
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halted(Box::new(halt))
    }
}

/// What was left out because a term had no value that could be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ignored {
    /// An instance of a rule: arithmetic is not defined on its terms.
    Instance,
    /// An instance of a rule: it calls a function that nobody gave.
    Call(Name),
    /// A tuple of an aggregate or objective: its weight, or its priority, is no such number.
    Weight,
    /// An external atom: the term in brackets names no value.
    External,
    /// An instance of `#heuristic`: bias, priority or modifier is none.
    Heuristic,
}
