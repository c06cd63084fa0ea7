//! Splits the lines of numeric formats into fields.

use crate::diagnostic::{Diagnostic, ErrorKind, SourceId, Span};

/// A scanner: a text and a position in it.
pub(super) struct Scanner<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    /// The offset at which the last field began.
    pub(super) start: usize,
    pub(super) source: SourceId,
}

impl Scanner<'_> {
    pub(super) fn error(&self, message: &str) -> Diagnostic {
        let end = self.at.max(self.start);
        let span = Span { source: self.source, start: self.start as u32, end: end as u32 };
        Diagnostic::error(message, span).kind(ErrorKind::Syntax)
    }

    pub(super) fn skip_blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(|&byte| byte == b' ' || byte == b'\t' || byte == b'\r') {
            self.at += 1;
        }
    }

    /// Returns the next field of the line; empty at the end of the line.
    pub(super) fn field(&mut self) -> &[u8] {
        self.skip_blanks();
        self.start = self.at;
        while self.bytes.get(self.at).is_some_and(|byte| !byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        &self.bytes[self.start..self.at]
    }

    pub(super) fn number(&mut self) -> Result<i64, Diagnostic> {
        let field = self.field();
        let number = std::str::from_utf8(field).ok().and_then(|text| text.parse().ok());
        let empty = field.is_empty();
        number.ok_or_else(|| {
            self.error(if empty { "a number is missing here" } else { "this is not an integer of 64 bits" })
        })
    }

    pub(super) fn count(&mut self) -> Result<usize, Diagnostic> {
        let count = self.number()?;
        // Each field takes at least two bytes. A count that cannot be right must not cause a large allocation.
        usize::try_from(count)
            .ok()
            .filter(|&count| count <= self.bytes.len() - self.at)
            .ok_or_else(|| self.error("this number of fields does not follow"))
    }

    pub(super) fn end_line(&mut self) -> Result<(), Diagnostic> {
        if !self.field().is_empty() {
            return Err(self.error("nothing more is expected in this line"));
        }
        match self.bytes.get(self.at) {
            None => Ok(()),
            Some(_) => {
                self.at += 1;
                Ok(())
            }
        }
    }

    /// Returns whether only white space follows.
    pub(super) fn is_over(&self) -> bool {
        self.bytes[self.at..].iter().all(u8::is_ascii_whitespace)
    }

    pub(super) fn skip_line(&mut self) {
        while self.bytes.get(self.at).is_some_and(|&byte| byte != b'\n') {
            self.at += 1;
        }
        self.at = (self.at + 1).min(self.bytes.len());
    }
}
