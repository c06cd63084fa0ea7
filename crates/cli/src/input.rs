//! Reads what the command line names.

use std::io::Read;

use crate::exit::Failure;

/// What messages call standard input.
const STANDARD_INPUT: &str = "<standard input>";

/// A text and what messages call it.
#[derive(Debug)]
pub struct Text {
    /// A file's path, or a word for standard input.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
///
/// When it cannot be read, or is not text.
pub fn read(path: &str) -> Result<Text, Failure> {
    let name = if path == "-" { STANDARD_INPUT } else { path };
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| Failure::Input(format!("cannot read `{name}`: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Failure::Input(format!("`{name}` is not text: line {line} (byte {at}) is not UTF-8"))
    })?;
    if text.len() >= u32::MAX as usize {
        return Err(Failure::Input(format!("`{name}` is larger than 4 GiB")));
    }
    if text.trim().is_empty() {
        return Err(Failure::Input(format!("`{name}` is empty")));
    }
    Ok(Text { name: name.to_owned(), text })
}
