//! Escapes what a terminal obeys, in text that others have written: titles and authors of levels, names of files, atoms.
//!
//! All messages and all results for people pass through here, on a terminal and in a pipe, so that both show the same.
//! Results for programs are exact: answer sets, plans, facts, ground programs and CSV. clingo prints control characters in
//! strings as they are, and ripgrep those of the lines that it finds. JSON has escapes of its own.

use std::fmt;

use serde_json::Value;

/// Returns a text in which all that a terminal obeys or hides is escaped, but line breaks and tabs.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|letter| push(&mut shown, letter));
    shown
}

/// Returns a text for one line, in which line breaks and tabs are escaped as well.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match is_shown(letter) {
            true => shown.push(letter),
            false => shown.extend(letter.escape_default()),
        }
    }
    shown
}

/// Returns a text with colours: what [`escaped`] returns, but with the sequences that set a colour.
pub fn coloured(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let sequence = colour(rest);
        match sequence {
            0 => push(&mut shown, letter),
            _ => shown.push_str(&rest[..sequence]),
        }
        rest = &rest[sequence.max(letter.len_utf8())..];
    }
    shown
}

/// Returns a line of JSON. Escapes in it stand for what a terminal obeys, which occurs only within strings.
pub fn json(value: &Value) -> String {
    let text = value.to_string();
    let mut shown = String::with_capacity(text.len() + 1);
    for letter in text.chars() {
        match is_shown(letter) {
            true => shown.push(letter),
            // All such characters are in the basic multilingual plane.
            false => shown += &format!("\\u{:04x}", u32::from(letter)),
        }
    }
    shown.push('\n');
    shown
}

/// Escapes a text that is written in pieces, as [`escaped`] does.
pub struct Escaping<'a>(pub &'a mut dyn fmt::Write);

impl fmt::Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_str(&escaped(text))
    }
}

fn push(shown: &mut String, letter: char) {
    match letter == '\n' || letter == '\t' || is_shown(letter) {
        true => shown.push(letter),
        false => shown.extend(letter.escape_default()),
    }
}

/// Whether a terminal shows a character and does not obey it: it is no control character, and no format character that changes
/// the direction of writing or has no width (Unicode Technical Report 36, section 3.5). The checker of certificates, which shares
/// no code with the command, escapes the same ones.
fn is_shown(letter: char) -> bool {
    let is_format = matches!(letter,
        '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    !letter.is_control() && !is_format
}

/// Returns the length of the sequence that sets a colour at the beginning of a text (SGR of ECMA-48); 0 if there is none.
fn colour(text: &str) -> usize {
    let Some(parameters) = text.strip_prefix("\u{1b}[") else { return 0 };
    let end = parameters.find(|letter: char| !(letter.is_ascii_digit() || letter == ';'));
    match end {
        Some(end) if parameters[end..].starts_with('m') => 2 + end + 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::fmt::Write;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        assert_eq!(escaped("a\u{1b}[2J\tb\r\n\u{9b}1m\u{202e}ä"), "a\\u{1b}[2J\tb\\r\n\\u{9b}1m\\u{202e}ä");
        let mut text = String::new();
        writeln!(Escaping(&mut text), "\u{7}").expect("text");
        assert_eq!(text, "\\u{7}\n");
    }

    #[test]
    fn only_colours_are_obeyed() {
        assert_eq!(coloured("\u{1b}[1;31mred\u{1b}[0m ä"), "\u{1b}[1;31mred\u{1b}[0m ä");
        assert_eq!(coloured("\u{1b}[2J\u{1b}]0;x\u{7}\u{1b}"), "\\u{1b}[2J\\u{1b}]0;x\\u{7}\\u{1b}");
    }

    #[test]
    fn json_says_the_same() {
        let value = json!({ "title": "\u{1b}[31m\u{7f}\u{9b}\u{202e}ä" });
        let line = json(&value);
        assert!(line.ends_with("}\n") && line.trim_end().chars().all(is_shown), "{line}");
        assert_eq!(serde_json::from_str::<Value>(&line).expect("JSON"), value);
    }
}
