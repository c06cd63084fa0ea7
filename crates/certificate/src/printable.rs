//! Escapes texts of a certificate for output on a terminal, because untrusted text may contain control characters.

/// Returns a text in which characters that a terminal obeys or hides are escaped as in Rust, such as `\u{1b}`.
///
/// These are control characters, including line breaks, and format characters that change the direction of writing or have no
/// width (Unicode Technical Report 36, section 3.5). Format characters can make one name look like another.
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

/// Returns whether a text needs no escaping.
#[must_use]
pub fn is_printable(text: &str) -> bool {
    !text.contains(|letter: char| letter.is_control() || is_format(letter))
}

/// Direction marks, line and paragraph separators, and zero-width joiners and separators.
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
