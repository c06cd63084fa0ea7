//! Texts of a certificate, for a terminal: whoever wrote them may have put control characters into them.

/// A text without characters that a terminal obeys or hides: each is written as Rust escapes it, as in `\u{1b}`.
///
/// These are control characters, line breaks among them, and the format characters that turn the direction of writing or have no
/// width (Unicode Technical Report 36, section 3.5): with them a name can look like another one.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            _ if letter.is_control() || is_format(letter) => printable.extend(letter.escape_default()),
            _ => printable.push(letter),
        }
    }
    printable
}

/// Whether a text is printed as it is.
#[must_use]
pub fn is_printable(text: &str) -> bool {
    !text.contains(|letter: char| letter.is_control() || is_format(letter))
}

/// Marks of direction, separators of lines and paragraphs, and what joins or separates without a width.
fn is_format(letter: char) -> bool {
    matches!(letter,
        '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        for (text, shown) in [
            ("p(1,\"ä\\n\")", "p(1,\"ä\\n\")"),
            ("\u{1b}[2Jp", "\\u{1b}[2Jp"),
            ("a\r\nb\t", "a\\r\\nb\\t"),
            ("\u{9b}31m\u{7f}", "\\u{9b}31m\\u{7f}"),
            ("a\u{202e}b\u{200b}", "a\\u{202e}b\\u{200b}"),
        ] {
            assert_eq!(printable(text), shown);
            assert_eq!(is_printable(text), text == shown);
        }
    }
}
