//! Why a program is not ground.

/// A position in a source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// The index of the text, in the order in which the texts were read.
    pub text: usize,
    /// The line, counted from 1.
    pub line: usize,
}

/// Why a program is not ground.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A statement has a construct that this grounder does not know: a theory, a script, or text that is no program.
    #[error("{construct}")]
    Unsupported {
        /// The construct, as the subject of a sentence.
        construct: String,
        /// The statement.
        place: Place,
    },
    /// A rule derives an atom that is not among the possible ones.
    #[error("`{atom}` is derived, and is not among the possible atoms")]
    Missing {
        /// The atom.
        atom: String,
        /// The rule.
        place: Place,
    },
    /// The list of possible atoms is not a list of distinct ground atoms.
    #[error("line {line} of the possible atoms: {message}")]
    Atoms {
        /// The line, counted from 1.
        line: usize,
        /// The reason.
        message: String,
    },
    /// The caller stopped the grounding.
    #[error("the grounding was stopped")]
    Stopped,
}
