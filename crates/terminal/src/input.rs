//! Reads the files that the command line names, and standard input.

use std::io::Read;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use groundplan::diagnostic::Sources;

use crate::exit::Failure;
use crate::report;

/// The argument that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// Returns the name of a file, or of standard input, in messages.
pub fn name(path: &str) -> &str {
    if path == STANDARD_INPUT {
        Sources::STANDARD_INPUT
    } else {
        path
    }
}

/// Help for a file that is neither an instance nor a program.
const WRONG_FILE: &str = "instances and programs are plain text: is this the right file?";

/// A text and its name in messages.
#[derive(Debug)]
pub struct InputText {
    /// The path of a file, or a placeholder for standard input.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
///
/// When it cannot be read, is empty, or is not text.
pub fn read(path: &str) -> Result<InputText, Failure> {
    not_empty(read_any(path)?)
}

fn not_empty(text: InputText) -> Result<InputText, Failure> {
    if text.text.trim().is_empty() {
        let name = &text.name;
        report::error_at(name, "", 0..0, &format!("`{name}` is empty"), Some(WRONG_FILE));
        return Err(Failure::Reported);
    }
    Ok(text)
}

/// Reads a file that may be empty, or standard input for `-`.
///
/// # Errors
///
/// When it cannot be read, or is not text.
pub fn read_any(path: &str) -> Result<InputText, Failure> {
    let (name, bytes) = bytes(path)?;
    decode(name, bytes)
}

/// Reads a file that may be in an encoding older than UTF-8, if its text is of a kind that is as old. If the file is not
/// UTF-8, its byte order mark or XML prolog names the encoding. The default is Windows-1252, which contains the
/// characters of Latin-1.
///
/// # Errors
///
/// When it cannot be read, is empty, or is neither UTF-8 nor of that kind.
pub fn read_in_any_encoding(path: &str, is_old: impl Fn(&str) -> bool) -> Result<InputText, Failure> {
    let (name, bytes) = bytes(path)?;
    if std::str::from_utf8(&bytes).is_err() {
        let marked = Encoding::for_bom(&bytes).map(|(encoding, _)| encoding);
        let encoding = marked.or_else(|| declared(&bytes)).unwrap_or(WINDOWS_1252);
        // The bytes are not UTF-8, so a declaration of it is wrong.
        let encoding = if encoding == UTF_8 { WINDOWS_1252 } else { encoding };
        let (text, _, _) = encoding.decode(&bytes);
        if !text.contains('\0') && is_old(&text) {
            return Ok(InputText { name: name.to_owned(), text: text.into_owned() });
        }
    }
    not_empty(decode(name, bytes)?)
}

/// Returns the encoding that an XML prolog declares.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let prolog = bytes.trim_ascii_start().strip_prefix(b"<?xml")?;
    let prolog = String::from_utf8_lossy(prolog.split(|&byte| byte == b'>').next()?).into_owned();
    let (_, value) = prolog.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let label = value.strip_prefix(['"', '\''])?.split(['"', '\'']).next()?;
    Encoding::for_label(label.as_bytes())
}

fn bytes(path: &str) -> Result<(&str, Vec<u8>), Failure> {
    let name = name(path);
    let bytes = if path == STANDARD_INPUT {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| {
        report::refuse(&format!("cannot read `{name}`: {error}"), "name a file, or `-` for standard input")
    })?;
    Ok((name, bytes))
}

fn decode(name: &str, bytes: Vec<u8>) -> Result<InputText, Failure> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        // Invalid bytes are shown as replacement characters.
        let shown = String::from_utf8_lossy(error.as_bytes());
        let range = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
        report::error_at(name, &shown, range, "this is not text: it is not UTF-8", Some(WRONG_FILE));
        Failure::Reported
    })?;
    if text.len() >= u32::MAX as usize {
        return Err(report::refuse(&format!("`{name}` is larger than 4 GiB"), WRONG_FILE));
    }
    Ok(InputText { name: name.to_owned(), text })
}
