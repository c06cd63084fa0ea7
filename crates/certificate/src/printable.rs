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

/// Returns a name of somebody else's choice as it is printed in a sentence: in backticks where it could be taken for more than a
/// name. So a file called `a.lp, b.lp` does not pass for two.
#[must_use]
pub fn quoted(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+=@~^\\:".contains(letter);
    let ends_plainly = !name.ends_with([':', '.', '-']) || [".", ".."].contains(&name);
    match !name.is_empty() && !name.starts_with([':', '=']) && ends_plainly && name.chars().all(is_plain) {
        true => name.to_owned(),
        false => format!("`{}`", printable(name).replace('`', "\\u{60}")),
    }
}

/// Returns names as a list in a sentence, each [`quoted`] where it has to be.
#[must_use]
pub fn listed<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    names.into_iter().map(|name| quoted(name.as_ref())).collect::<Vec<_>>().join(", ")
}

/// Returns the names of sources like [`listed`]. It says which are there only because others include them.
#[must_use]
pub fn listed_sources<S: AsRef<str>>(names: impl IntoIterator<Item = (S, bool)>) -> String {
    let source =
        |(name, is_included): (S, bool)| quoted(name.as_ref()) + if is_included { " (included)" } else { "" };
    names.into_iter().map(source).collect::<Vec<_>>().join(", ")
}

/// Returns the name of an atom as it is printed in a sentence: in backticks if it is not written like an atom. A ground program may
/// give any text as the name.
#[must_use]
pub fn quoted_atom(name: &str) -> String {
    match is_atom(name) {
        true => printable(name),
        false => format!("`{}`", printable(name).replace('`', "\\u{60}")),
    }
}

/// Whether a text is written like an atom: a name, and perhaps arguments in parentheses that end with it.
fn is_atom(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let name = text.find(|letter: char| !(letter.is_alphanumeric() || "_'".contains(letter)));
    let (name, rest) = text.split_at(name.unwrap_or(text.len()));
    let begins = name.trim_start_matches(['_', '\'']).starts_with(char::is_lowercase);
    begins && (rest.is_empty() || rest.starts_with('(') && closes_at_end(rest))
}

/// Whether the parenthesis that opens at the start closes at the end, and not before. Parentheses in strings do not count.
fn closes_at_end(text: &str) -> bool {
    let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if std::mem::take(&mut is_escaped) => {}
            '\\' if is_string => is_escaped = true,
            '"' => is_string = !is_string,
            '(' if !is_string => depth += 1,
            ')' if !is_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1 == text.len();
        }
    }
    false
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
    fn names_that_could_be_misread_are_quoted() {
        for plain in ["a.lp", "../x/a-b_1.lp", "n=7", "ä", ".", "C:\\a.lp"] {
            assert_eq!(quoted(plain), plain);
        }
        for (name, shown) in [
            ("a.lp, b.lp", "`a.lp, b.lp`"),
            ("a with n=7", "`a with n=7`"),
            ("", "``"),
            ("a`b", "`a\\u{60}b`"),
            ("a\n", "`a\\n`"),
            ("a:", "`a:`"),
        ] {
            assert_eq!(quoted(name), shown);
        }
        assert_eq!(listed(["a", "b c"]), "a, `b c`");
    }

    #[test]
    fn names_that_are_no_atoms_are_quoted() {
        for atom in ["p", "-p(1,\"a), b(\")", "_x'(f(1),(2,3))", "p(\"\\\")\")", "ä"] {
            assert_eq!(quoted_atom(atom), atom);
        }
        for other in ["p, q", "a; assumed: b", "p(1), q(2)", "p(1", "P", "1", "\"s\"", "", "not p", "p(1))"] {
            assert_eq!(quoted_atom(other), format!("`{other}`"));
        }
    }

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
