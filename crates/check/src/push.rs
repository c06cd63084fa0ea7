//! One action as a plan says it.

use std::fmt;
use std::ops::Range;

/// One walk-and-push action; the terms as canonical text. It displays as an atom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Push {
    /// Where the box is before.
    pub before: String,
    /// The direction it is pushed in, whether or not there is such a direction.
    pub direction: String,
    /// Where the box is to be afterwards.
    pub after: String,
    /// The step, in `push/4`.
    pub step: Option<String>,
    /// The bytes of the plan's text that say so.
    pub range: Range<usize>,
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, direction, after, step, range: _ } = self;
        write!(f, "push({before},{direction},{after}")?;
        step.iter().try_for_each(|step| write!(f, ",{step}"))?;
        f.write_str(")")
    }
}
