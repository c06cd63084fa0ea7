//! The lexer: blanks, comments, names, numbers and strings as in clingo.
//!
//! Invariant: the position is at a character boundary, and everything before it has been read.

use crate::error::{Problem, ReadError};
use std::ops::Range;

/// A position in a text.
pub(crate) struct CharScanner<'t> {
    text: &'t str,
    at: usize,
}

/// A run of letters, digits, underscores and primes.
pub(crate) enum Word<'t> {
    /// Its first letter, after underscores and primes, is lower case.
    Name(&'t str),
    /// Its first letter, after underscores and primes, is upper case, or it has no letter.
    Variable(&'t str),
}

impl<'t> CharScanner<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        // Some editors write an invisible byte order mark at the start of UTF-8 text.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at }
    }

    /// The position, in bytes.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Sets the position.
    pub(crate) fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The byte range from `start` to the position.
    pub(crate) fn since(&self, start: usize) -> Range<usize> {
        start..self.at
    }

    /// The byte range from the position to the end of the text.
    pub(crate) fn rest(&self) -> Range<usize> {
        self.at..self.text.len()
    }

    /// The next byte, if any.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes().first().copied()
    }

    /// Whether `word` comes next.
    pub(crate) fn sees(&self, word: &str) -> bool {
        self.bytes().starts_with(word.as_bytes())
    }

    /// Moves past `word` if it comes next. Returns whether it did.
    pub(crate) fn eat(&mut self, word: &str) -> bool {
        let found = self.sees(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Moves past blanks and comments. Block comments nest, and `%` in one hides the rest of its line, even `*%`.
    pub(crate) fn blank(&mut self) -> Result<(), ReadError> {
        loop {
            self.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
            if !self.sees("%") {
                return Ok(());
            }
            if self.sees("%*") {
                self.block_comment()?;
            } else {
                self.skip_while(|byte| byte != b'\n');
            }
        }
    }

    fn block_comment(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        self.at += "%*".len();
        let opened = self.since(start);
        let mut depth = 1usize;
        while depth > 0 {
            self.skip_while(|byte| byte != b'%' && byte != b'*');
            if self.eat("%*") {
                depth += 1;
            } else if self.eat("*%") {
                depth -= 1;
            } else if self.sees("%") {
                self.skip_while(|byte| byte != b'\n');
            } else if !self.eat("*") {
                return Err(ReadError::new(opened, Problem::OpenComment));
            }
        }
        Ok(())
    }

    /// Reads a name or a variable, if one comes next.
    pub(crate) fn word(&mut self) -> Option<Word<'t>> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'\'')) {
            return None;
        }
        let start = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\''));
        let word = &self.text[start..self.at];
        let is_name = word.trim_start_matches(['_', '\'']).starts_with(|c: char| c.is_ascii_lowercase());
        Some(if is_name { Word::Name(word) } else { Word::Variable(word) })
    }

    /// Reads a number, decimal or as in `0x1F`, `0o17`, `0b11`, which must come next. `None` if it does not fit.
    pub(crate) fn number(&mut self) -> Result<Option<i128>, ReadError> {
        let start = self.at;
        let radix = if self.eat("0x") {
            16
        } else if self.eat("0o") {
            8
        } else if self.eat("0b") {
            2
        } else {
            10
        };
        let first = self.at;
        self.skip_while(|byte| char::from(byte).is_digit(radix));
        let digits = &self.text[first..self.at];
        if radix == 10 && digits.len() > 1 && digits.starts_with('0') {
            return Err(ReadError::new(self.since(start), Problem::LeadingZero));
        }
        if digits.is_empty() {
            return Err(self.unexpected("the digits of a number"));
        }
        Ok(i128::from_str_radix(digits, radix).ok())
    }

    /// Reads a string whose opening quote comes next, and returns its content with escapes as written.
    ///
    /// There is only one way to write each string, so strings are equal if and only if their contents are.
    pub(crate) fn string(&mut self) -> Result<&'t str, ReadError> {
        let quote = self.at;
        self.at += 1;
        let start = self.at;
        loop {
            self.skip_while(|byte| !matches!(byte, b'"' | b'\\' | b'\n'));
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') if self.sees("\\n") || self.sees("\\\\") || self.sees("\\\"") => self.at += 2,
                Some(b'\\') => return Err(ReadError::new(self.at..self.at + 1, Problem::Escape)),
                _ => return Err(ReadError::new(self.since(quote), Problem::OpenString)),
            }
        }
        let inside = &self.text[start..self.at];
        self.at += 1;
        Ok(inside)
    }

    /// Reads the rest of the line, without its end and without a comment. `None` unless only blanks precede it.
    pub(crate) fn whole_line(&mut self) -> Option<&'t str> {
        let start = self.at;
        let before = &self.text[..start];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        if !before[line_start..].trim_start_matches('\u{feff}').trim().is_empty() {
            return None;
        }
        self.skip_while(|byte| byte != b'\n' && byte != b'%');
        Some(self.text[start..self.at].trim_end())
    }

    /// The error for the next character where `wanted` was expected.
    pub(crate) fn unexpected(&self, wanted: &'static str) -> ReadError {
        let Some(character) = self.text[self.at..].chars().next() else {
            let found = String::from("the end of the text");
            return ReadError::new(self.at..self.at, Problem::Unexpected { wanted, found });
        };
        let range = self.at..self.at + character.len_utf8();
        if matches!(character, '+' | '-' | '*' | '/' | '\\' | '&' | '?' | '^' | '~') {
            return ReadError::new(range, Problem::Arithmetic);
        }
        let found = format!("`{}`", character.escape_debug());
        ReadError::new(range, Problem::Unexpected { wanted, found })
    }

    fn bytes(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Moves past bytes while `keep` holds. It must hold for either all or none of the bytes of a non-ASCII character.
    fn skip_while(&mut self, keep: impl Fn(u8) -> bool) {
        let rest = self.bytes();
        self.at += rest.iter().position(|&byte| !keep(byte)).unwrap_or(rest.len());
    }
}
