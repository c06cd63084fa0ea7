//! Why a text is not accepted.

/// Why a text of a certificate is refused: what is wrong, and in which line where it is in one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct Refusal {
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// One sentence.
    pub message: String,
}

impl Refusal {
    pub(crate) fn at(line: usize, message: impl Into<String>) -> Self {
        Refusal { line: Some(line), message: message.into() }
    }

    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Refusal { line: None, message: message.into() }
    }
}
