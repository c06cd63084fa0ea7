//! Collects lines of text and writes them in blocks.

use std::fmt::{Arguments, Error, Result, Write};
use std::io::Write as _;

use crate::program::Atom;
use crate::symbol::Symbols;

/// The number of bytes after which a block is written.
const PIECE: usize = 1 << 15;

/// A buffer for lines. It avoids a write call for each of many short lines.
pub(super) struct Lines<'o, W> {
    text: Vec<u8>,
    out: &'o mut W,
}

impl<'o, W: Write> Lines<'o, W> {
    pub(super) fn new(out: &'o mut W) -> Self {
        Lines { text: Vec::with_capacity(2 * PIECE), out }
    }

    pub(super) fn words(&mut self, words: &str) {
        self.bytes(words.as_bytes());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
    }

    /// Adds a blank and a number.
    pub(super) fn number(&mut self, number: i64) {
        self.text.push(b' ');
        push_number(&mut self.text, number);
    }

    pub(super) fn formatted(&mut self, arguments: Arguments) {
        // Writing to a vector cannot fail.
        let _ = self.text.write_fmt(arguments);
    }

    /// Ends a line, and writes the block if it is large enough.
    pub(super) fn end(&mut self) -> Result {
        self.text.push(b'\n');
        if self.text.len() < PIECE {
            return Ok(());
        }
        self.flush()
    }

    /// Writes the buffered text. To be called at the end of the text.
    pub(super) fn flush(&mut self) -> Result {
        self.out.write_str(std::str::from_utf8(&self.text).map_err(|_| Error)?)?;
        self.text.clear();
        Ok(())
    }
}

/// Adds a number in decimal.
fn push_number(text: &mut Vec<u8>, number: i64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        text.push(b'-');
    }
    text.extend_from_slice(&digits[start..]);
}

/// Adds an atom as `Display` prints it. Integer arguments, the most frequent ones, take a faster path.
pub(super) fn push_name(text: &mut Vec<u8>, atom: &Atom, symbols: &Symbols) {
    text.extend_from_slice(if atom.is_negative() { b"-" } else { b"" });
    text.extend_from_slice(atom.name().as_bytes());
    for (index, &argument) in atom.arguments().iter().enumerate() {
        text.push(if index == 0 { b'(' } else { b',' });
        match symbols.as_number(argument) {
            Some(number) => push_number(text, number),
            None => text.extend_from_slice(symbols.display(argument).to_string().as_bytes()),
        }
    }
    text.extend_from_slice(if atom.arguments().is_empty() { b"" } else { b")" });
}
