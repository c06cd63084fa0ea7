//! What is said of a level or of a collection, a key and a value each, and how that is written around maps.

use super::paste;

/// What a line such as `Date: 1999` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// What is said, as it is written: `Date`.
    pub key: String,
    /// What it is.
    pub value: String,
}

/// More words than this before a colon are part of a sentence.
const MOST_WORDS: usize = 3;

impl Field {
    /// A field of this key.
    pub fn new(key: &str, value: &str) -> Field {
        Field { key: key.to_owned(), value: value.to_owned() }
    }

    /// Whether it has this key, in any case.
    pub fn is(&self, key: &str) -> bool {
        self.key.eq_ignore_ascii_case(key)
    }
}

/// The word before the colon of a line, in small letters; empty if there is none.
pub fn key(line: &str) -> String {
    line.split_once(':').map_or(String::new(), |(key, _)| key.trim().to_ascii_lowercase())
}

/// Whether a line with this key, in small letters, says a field wherever it stands: it is one of the SOK format.
pub fn is_known(key: &str) -> bool {
    matches!(key, "date" | "date of last change" | "email" | "e-mail" | "homepage" | "website")
}

/// Reads a line as a field of any key: a few words of letters, and something behind the colon that is no address. Whoever numbers
/// levels, as in `Level 1: The cellar`, names them.
pub fn read(line: &str) -> Option<Field> {
    let (key, value) = line.split_once(':')?;
    let (key, value) = (key.trim(), value.trim());
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '_' | '/' | '.');
    let is_key = key.starts_with(char::is_alphabetic)
        && key.chars().all(is_letter)
        && key.split_whitespace().count() <= MOST_WORDS;
    (is_key && !value.starts_with("//")).then(|| Field::new(key, value))
}

/// Whether a line of a comment field ends it: in front of the key may be marks that are taken away when it is read.
pub fn ends_comment(line: &str) -> bool {
    let key = key(line.trim_start_matches(|letter: char| !letter.is_alphanumeric()));
    matches!(key.as_str(), "comment-end" | "comment_end")
}

/// Fields and comments as they are read again: fields first, the rest in a comment field, without lines that would end that.
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

/// A line that is read as this: what a reader takes for an addition of a forum is written as entities.
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
