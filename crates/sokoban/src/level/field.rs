//! Fields: pairs of key and value about a level or a collection, read and written around maps.

use super::paste;

/// A field, written as a line such as `Date: 1999`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The key as it is written, such as `Date`.
    pub key: String,
    /// The value.
    pub value: String,
}

/// The largest number of words in a key; more words before a colon are part of a sentence.
const MOST_WORDS: usize = 3;

impl Field {
    /// A field with this key and value.
    pub fn new(key: &str, value: &str) -> Field {
        Field { key: key.to_owned(), value: value.to_owned() }
    }

    /// Whether the field has this key, ignoring case.
    pub fn is(&self, key: &str) -> bool {
        self.key.eq_ignore_ascii_case(key)
    }
}

/// The text before the first colon of a line, in lower case; empty if there is no colon.
pub fn key(line: &str) -> String {
    line.split_once(':').map_or(String::new(), |(key, _)| key.trim().to_ascii_lowercase())
}

/// Whether a lower-case key is one of the SOK format, so that its line is a field wherever it stands.
pub fn is_known(key: &str) -> bool {
    matches!(key, "date" | "date of last change" | "email" | "e-mail" | "homepage" | "website")
}

/// Reads a line as a field with any key: a few words of letters before the colon, and a value that is not the rest of a
/// URL. A line such as `Level 1: The cellar` has a digit before the colon, so it is a title.
pub fn read(line: &str) -> Option<Field> {
    let (key, value) = line.split_once(':')?;
    let (key, value) = (key.trim(), value.trim());
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '_' | '/' | '.');
    let is_key = key.starts_with(char::is_alphabetic)
        && key.chars().all(is_letter)
        && key.split_whitespace().count() <= MOST_WORDS;
    (is_key && !value.starts_with("//")).then(|| Field::new(key, value))
}

/// Whether a line ends a comment field. Marks before the key are ignored, since a reader removes them.
pub fn ends_comment(line: &str) -> bool {
    let key = key(line.trim_start_matches(|letter: char| !letter.is_alphanumeric()));
    matches!(key.as_str(), "comment-end" | "comment_end")
}

/// Writes fields and comments so that they can be read again: fields first, then one comment field without lines that
/// would end it.
pub fn xsb(
    title: Option<(&str, &str)>,
    author: Option<&str>,
    fields: &[Field],
    comments: &[String],
) -> String {
    let said = title.into_iter().chain(author.map(|author| ("Author", author)));
    let said = said.chain(fields.iter().map(|field| (field.key.as_str(), field.value.as_str())));
    let mut text: String =
        said.map(|(key, value)| escaped(format!("{key}: {value}").trim_end()) + "\n").collect();
    if !comments.is_empty() {
        text.push_str("Comment:\n");
        let lines = comments.iter().filter(|line| !ends_comment(line));
        text.extend(lines.map(|line| escaped(line) + "\n"));
        text.push_str("Comment-End:\n");
    }
    text
}

/// Escapes a line so that it is read back unchanged. Characters that a reader would take for forum markup become
/// entities.
fn escaped(line: &str) -> String {
    let mut read = paste::lines(line);
    if read.next().is_none_or(|first| first.text == line) && read.next().is_none() {
        return line.to_owned();
    }
    let mut text = String::with_capacity(line.len());
    for character in line.chars() {
        match character {
            '&' | '<' | '>' | '[' | '`' | '~' => text.push_str(&format!("&#{};", u32::from(character))),
            _ => text.push(character),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_words_before_a_colon_are_a_key() {
        for (line, key, value) in [
            ("Difficulty: hard", "Difficulty", "hard"),
            ("Size X: 6", "Size X", "6"),
            ("moves:12", "moves", "12"),
            ("Best-Pushes :  7: seven ", "Best-Pushes", "7: seven"),
            ("Wertung: schön", "Wertung", "schön"),
            ("Hint:", "Hint", ""),
        ] {
            assert_eq!(read(line), Some(Field::new(key, value)), "{line}");
        }
        for line in [
            "Level 1: The cellar",
            "https://example.org",
            "12:30",
            ": x",
            "no key",
            "This is not a key: x",
            "",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for line in ["a", "a <br> b", "&lt;", "> quoted", "[quote] x", "```", "Tom & Jerry", "a < b"] {
            let again: Vec<_> = paste::lines(&escaped(line)).map(|line| line.text.into_owned()).collect();
            assert_eq!(again, [line]);
        }
        assert_eq!(escaped("Tom & Jerry [1]"), "Tom & Jerry [1]");
    }
}
