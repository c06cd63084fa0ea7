//! Scripts in texts, which the engine's parser does not read.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use groundplan::diagnostic::{SourceId, Span};

use crate::syntax::location::{Location, Source};

/// A script.
pub(super) struct Script {
    /// The bytes of the text from `#script` to the dot behind `#end`.
    pub(super) range: Range<usize>,
    /// The language.
    pub(super) language: String,
    /// The code.
    pub(super) code: String,
}

impl Script {
    /// Returns its place in the only text of a syntax tree.
    #[allow(clippy::cast_possible_truncation, reason = "texts have up to 4 GiB")]
    pub(super) fn span(&self) -> Span {
        Span { source: SourceId(0), start: self.range.start as u32, end: self.range.end as u32 }
    }
}

/// Returns a text with blanks for its scripts, so that lines and columns stay where they are, and the scripts.
pub(super) fn without_scripts(text: &str) -> (Cow<'_, str>, Vec<Script>) {
    let scripts = scripts(text);
    if scripts.is_empty() {
        return (text.into(), scripts);
    }
    let mut plain = String::with_capacity(text.len());
    for script in &scripts {
        plain += &text[plain.len()..script.range.start];
        let blank = |byte| if byte == b'\n' { '\n' } else { ' ' };
        plain.extend(text[script.range.clone()].bytes().map(blank));
    }
    plain += &text[plain.len()..];
    (plain.into(), scripts)
}

/// A script of a text with a name.
#[derive(Clone, Debug)]
pub struct PlacedScript {
    /// Where it stands, from `#script` to the dot behind `#end`.
    pub location: Location,
    /// The language.
    pub language: String,
    /// The code.
    pub code: String,
}

/// Returns a text with blanks for its scripts, so that lines and columns stay where they are, and the scripts.
pub fn take_scripts<'t>(name: &str, text: &'t str) -> (Cow<'t, str>, Vec<PlacedScript>) {
    let (plain, scripts) = without_scripts(text);
    if scripts.is_empty() {
        return (plain, Vec::new());
    }
    let source = Arc::new(Source::new(name, &text.into()));
    let placed = scripts.into_iter().map(|script| PlacedScript {
        location: Location::read(&source, script.span()),
        language: script.language,
        code: script.code,
    });
    (plain, placed.collect())
}

/// Finds the scripts that are not within comments and strings.
fn scripts(text: &str) -> Vec<Script> {
    let mut found = Vec::new();
    if !text.contains("#script") {
        return found;
    }
    let mut at = 0;
    while let Some(offset) = text[at..].find(['%', '"', '#']) {
        at += offset;
        let rest = &text[at..];
        if let Some((length, language, code)) = script(rest) {
            found.push(Script { range: at..at + length, language: language.into(), code: code.into() });
            at += length;
        } else {
            at += length_of_other(rest);
        }
    }
    found
}

/// Reads the script that a text begins with: its length, its language and its code.
fn script(text: &str) -> Option<(usize, &str, &str)> {
    let inner = text.strip_prefix("#script")?.trim_start().strip_prefix('(')?;
    let (language, inner) = inner.split_once(')')?;
    let language = language.trim();
    if language.is_empty()
        || !language.chars().all(|character| character.is_alphanumeric() || character == '_')
    {
        return None;
    }
    let mut length = 0;
    loop {
        length += inner[length..].find("#end")?;
        let behind = inner[length + "#end".len()..].trim_start();
        if let Some(behind) = behind.strip_prefix('.') {
            let code = inner[..length].trim_matches([' ', '\t', '\r']);
            return Some((text.len() - behind.len(), language, code));
        }
        length += "#end".len();
    }
}

/// Returns the length of the comment or string that a text begins with, or of its first character.
fn length_of_other(text: &str) -> usize {
    if let Some(comment) = text.strip_prefix("%*") {
        if let Some(length) = comment.find("*%") {
            return length + "%**%".len();
        }
    }
    if text.starts_with('%') {
        return text.find('\n').unwrap_or(text.len());
    }
    if let Some(string) = text.strip_prefix('"') {
        let mut is_escaped = false;
        for (index, byte) in string.bytes().enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => return index + 2,
                b'\n' => break,
                _ => {}
            }
        }
    }
    1
}
