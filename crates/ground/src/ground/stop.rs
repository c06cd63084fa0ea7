//! Why grounding ends early, and what it leaves out.

use super::growth::Halt;
use crate::diagnostic::{Diagnostic, ErrorKind, Span};
use crate::symbol::Name;

/// The reason why grounding ended early. The ground program is then incomplete and must not be used.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The program is erroneous.
    Wrong(Box<Diagnostic>),
    /// The limit, the deadline or the interrupt ended grounding.
    Halted(Box<Halt>),
}

impl Stop {
    /// The error that a number is out of range.
    pub(super) fn overflow(span: Span) -> Stop {
        Stop::from(
            Diagnostic::error("this leaves the range of 64-bit integers", span)
                .kind(ErrorKind::Value)
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

/// The kinds of things that grounding leaves out because a term has no usable value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ignored {
    /// An instance of a rule in which arithmetic is undefined on its terms.
    Instance,
    /// An instance of a rule that calls a function that was not provided.
    Call(Name),
    /// A tuple of an aggregate or objective whose weight or priority is not a usable number.
    Weight,
    /// An external atom whose term in brackets does not name a truth value.
    External,
    /// An instance of `#heuristic` whose bias, priority or modifier is not valid.
    Heuristic,
}
