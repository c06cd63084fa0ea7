//! The reasons for rejecting a certificate.

use std::fmt;

use crate::printable::printable;

/// The reason for rejecting a certificate, with its position if it has one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Refusal {
    /// The file of the certificate in which the problem is.
    pub file: Option<&'static str>,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// One sentence without a full stop. It may quote the certificate, so only the output of `Display` is safe to print.
    pub message: String,
}

impl Refusal {
    pub(crate) fn at(line: usize, message: impl Into<String>) -> Self {
        Refusal { file: None, line: Some(line), message: message.into() }
    }

    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Refusal { file: None, line: None, message: message.into() }
    }

    /// Returns the text of `Display` without escaping the quoted parts, for output formats that have their own escaping.
    #[must_use]
    pub fn raw(&self) -> String {
        let place = Refusal { message: String::new(), ..self.clone() };
        format!("{place}{}", self.message)
    }

    /// Sets the file of this refusal.
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
