//! Why a certificate is not accepted.

use std::fmt;

use crate::printable::printable;

/// Why something of a certificate is refused: what is wrong, and where, where it is in one place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Refusal {
    /// The file of the certificate.
    pub file: Option<&'static str>,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// One sentence, without a full stop, in which the certificate may be quoted: only what `Display` writes can be printed.
    pub message: String,
}

impl Refusal {
    pub(crate) fn at(line: usize, message: impl Into<String>) -> Self {
        Refusal { file: None, line: Some(line), message: message.into() }
    }

    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Refusal { file: None, line: None, message: message.into() }
    }

    /// The same as `Display` writes, with what is quoted as it is: for formats that escape it in their own way.
    #[must_use]
    pub fn raw(&self) -> String {
        let place = Refusal { message: String::new(), ..self.clone() };
        format!("{place}{}", self.message)
    }

    /// The same, of a file.
    pub(crate) fn of(self, file: &'static str) -> Self {
        Refusal { file: Some(file), ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = self.file {
            write!(f, "{file}: ")?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&printable(&self.message))
    }
}
