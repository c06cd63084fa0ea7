//! One action of a plan.

use std::fmt;
use std::ops::Range;

/// One walk-and-push action, with its terms as canonical text. It displays as an atom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Push {
    /// The location of the box before the push.
    pub before: String,
    /// The direction of the push, which need not be valid.
    pub direction: String,
    /// The location of the box after the push.
    pub after: String,
    /// The step, for `push/4`.
    pub step: Option<String>,
    /// The byte range of the push in the plan's text.
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
