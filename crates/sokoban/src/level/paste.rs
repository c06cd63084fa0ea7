//! Undoes what clipboards, mail programs and forums do to a text, line by line. Errors can still name lines and columns
//! of the original text.
//!
//! It removes quotation marks (`>`) at the start of a line, HTML entities and tags, forum tags and code fences,
//! non-breaking spaces, and characters of zero width. No character of a map is changed by that.

use std::borrow::Cow;

use super::row;

/// A line after this conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastedLine<'t> {
    /// The converted text.
    pub text: Cow<'t, str>,
    /// The number of the line in the original, from 1.
    pub number: usize,
    /// The original column of each character, from 1; empty where nothing was changed.
    columns: Vec<usize>,
}

impl PastedLine<'_> {
    /// The original column of a column of this line, both from 1.
    pub fn column(&self, column: usize) -> usize {
        self.columns.get(column - 1).copied().unwrap_or(column)
    }
}

/// The effect of a tag on its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    /// No effect.
    Style,
    /// Ends the line, even an empty one.
    Break,
    /// Ends the line unless it is blank.
    Block,
    /// Ends the line unless it is blank, and adds an empty line.
    Paragraph,
}

/// The tags that are removed, in HTML or in square brackets: those that maps stand in. Other tags may be part of a
/// title.
const TAGS: [(&str, Tag); 26] = [
    ("blockquote", Tag::Paragraph),
    ("body", Tag::Paragraph),
    ("br", Tag::Break),
    ("code", Tag::Style),
    ("div", Tag::Block),
    ("font", Tag::Style),
    ("h1", Tag::Paragraph),
    ("h2", Tag::Paragraph),
    ("h3", Tag::Paragraph),
    ("h4", Tag::Paragraph),
    ("html", Tag::Paragraph),
    ("kbd", Tag::Style),
    ("li", Tag::Block),
    ("ol", Tag::Block),
    ("p", Tag::Block),
    ("pre", Tag::Paragraph),
    ("quote", Tag::Paragraph),
    ("samp", Tag::Style),
    ("span", Tag::Style),
    ("spoiler", Tag::Paragraph),
    ("table", Tag::Paragraph),
    ("tbody", Tag::Block),
    ("td", Tag::Style),
    ("tr", Tag::Block),
    ("tt", Tag::Style),
    ("ul", Tag::Block),
];

/// The entities of characters that may stand in a map or beside it.
const ENTITIES: [(&str, char); 19] = [
    ("amp", '&'),
    ("apos", '\''),
    ("ast", '*'),
    ("commat", '@'),
    ("dollar", '$'),
    ("gt", '>'),
    ("lowbar", '_'),
    ("lpar", '('),
    ("lt", '<'),
    ("nbsp", ' '),
    ("NewLine", ' '),
    ("num", '#'),
    ("period", '.'),
    ("plus", '+'),
    ("quot", '"'),
    ("rpar", ')'),
    ("semi", ';'),
    ("Tab", '\t'),
    ("verbar", '|'),
];

/// The lines of a text after conversion.
pub fn lines(text: &str) -> impl Iterator<Item = PastedLine<'_>> {
    row::lines(text).enumerate().flat_map(|(index, line)| undo(line, index + 1))
}

/// Converts a line of the original: to one line, to several where tags break it, or to none where it is only a tag.
fn undo(line: &str, number: usize) -> Vec<PastedLine<'_>> {
    if line.bytes().all(|byte| byte.is_ascii() && !matches!(byte, b'&' | b'<' | b'>' | b'[' | b'`' | b'~')) {
        return vec![PastedLine { text: Cow::Borrowed(line), number, columns: Vec::new() }];
    }
    if ["```", "~~~"].iter().any(|fence| unquoted(line).trim_start().starts_with(fence)) {
        return vec![PastedLine { text: Cow::Borrowed(""), number, columns: Vec::new() }];
    }
    let mut splitter = LineSplitter { number, ..LineSplitter::default() };
    let rest = unquoted(line);
    let mut column = 1 + line[..line.len() - rest.len()].chars().count();
    let mut at = 0;
    while let Some(character) = rest[at..].chars().next() {
        let (length, read) = match character {
            '&' => entity(&rest[at..]).map(|(length, meant)| (length, PasteToken::Character(meant))),
            '<' | '[' => tag(&rest[at..]).map(|(length, tag)| (length, PasteToken::Tag(tag))),
            _ => None,
        }
        .unwrap_or((character.len_utf8(), PasteToken::Character(character)));
        match read {
            PasteToken::Character(character) => splitter.character(character, column),
            PasteToken::Tag(tag) => splitter.tag(tag),
        }
        column += rest[at..at + length].chars().count();
        at += length;
    }
    splitter.finish()
}

/// A token of a line.
enum PasteToken {
    Character(char),
    Tag(Tag),
}

/// The lines that one line of the original is split into.
#[derive(Default)]
struct LineSplitter {
    number: usize,
    done: Vec<PastedLine<'static>>,
    text: String,
    columns: Vec<usize>,
    has_tag: bool,
}

impl LineSplitter {
    fn character(&mut self, character: char, column: usize) {
        let meant = match character {
            // Non-breaking spaces.
            '\u{a0}' | '\u{2007}' | '\u{202f}' => ' ',
            // Invisible characters.
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => return,
            other => other,
        };
        self.text.push(meant);
        self.columns.push(column);
    }

    fn tag(&mut self, tag: Tag) {
        self.has_tag = true;
        let is_blank = self.text.trim().is_empty();
        match tag {
            Tag::Style => {}
            Tag::Block if is_blank => {}
            Tag::Break | Tag::Block => self.end(),
            Tag::Paragraph => {
                if !is_blank {
                    self.end();
                }
                self.text.clear();
                self.columns.clear();
                self.end();
            }
        }
    }

    fn end(&mut self) {
        let text = Cow::Owned(std::mem::take(&mut self.text));
        self.done.push(PastedLine { text, number: self.number, columns: std::mem::take(&mut self.columns) });
    }

    /// Adds the rest of the line, unless it is blank and there was a tag.
    fn finish(mut self) -> Vec<PastedLine<'static>> {
        if !self.has_tag || !self.text.trim().is_empty() {
            self.end();
        }
        self.done
    }
}

/// A line without the quotation marks in front of it. A blank behind them stays, because either all lines of a map have
/// it or none.
fn unquoted(line: &str) -> &str {
    let mut rest = line;
    while let Some(quoted) = rest.trim_start_matches([' ', '\t']).strip_prefix('>') {
        rest = quoted;
    }
    rest
}

/// An entity at the start of a text: its length in bytes, and its character.
fn entity(text: &str) -> Option<(usize, char)> {
    // The longest known entity has ten characters.
    let end = text.bytes().take(11).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let meant = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            code.ok().and_then(char::from_u32).filter(|&meant| meant == '\t' || !meant.is_control())?
        }
        None => ENTITIES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((end + 1, meant))
}

/// A tag at the start of a text: its length in bytes, and its effect.
fn tag(text: &str) -> Option<(usize, Tag)> {
    let closing = if text.starts_with('<') { '>' } else { ']' };
    let end = text.find(closing)?;
    let inside = text[1..end].trim_start_matches('/');
    let name_end = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
    let (name, attributes) = inside.split_at(name_end);
    if !(attributes.is_empty() || attributes.starts_with([' ', '/', '='])) {
        return None;
    }
    let (_, tag) = TAGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    Some((end + 1, *tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(text: &str) -> Vec<String> {
        lines(text).map(|line| line.text.into_owned()).collect()
    }

    #[test]
    fn what_a_forum_adds_is_taken_away() {
        for (text, plain) in [
            ("####\n#@.#", &["####", "#@.#"][..]),
            ("> ####\n> #@.#", &[" ####", " #@.#"]),
            (">> ####\n> > ####\n>####", &[" ####", " ####", "####"]),
            ("####<br>#@.#<BR/>####<br />", &["####", "#@.#", "####"]),
            ("####<br>\n#@.#<br>\n<br>\n####", &["####", "#@.#", "", "####"]),
            ("<pre>####\n####</pre><pre>####</pre>", &["", "####", "####", "", "", "####", ""]),
            ("<div>####</div>\n<div>\n####\n</div>", &["####", "####"]),
            ("<p class=\"x\">####</p><p>####</p>", &["####", "####"]),
            ("[code]\n####\n[/code]", &["####"]),
            ("```text\n####\n```", &["", "####", ""]),
            ("&#35;&#x23;&num;&nbsp;&#160;#", &["###  #"]),
            ("#\u{a0}\u{200b}\u{202f}#", &["#  #"]),
            ("Tom &amp; Jerry &co; [1] <3 a < b", &["Tom & Jerry &co; [1] <3 a < b"]),
            ("&#0; &#10; &#99999999999; &#xD800;", &["&#0; &#10; &#99999999999; &#xD800;"]),
            ("<b>bold</b> <b", &["<b>bold</b> <b"]),
        ] {
            assert_eq!(meant(text), plain, "{text:?}");
        }
    }

    #[test]
    fn columns_are_those_of_the_original() {
        let line = |text| lines(text).next().expect("a line");
        let quoted = line("> #&nbsp;X");
        assert_eq!((quoted.text.as_ref(), quoted.column(1), quoted.column(4)), (" # X", 2, 10));
        let after = lines("a\n##<br>#X").last().expect("a line");
        assert_eq!((after.text.as_ref(), after.number, after.column(2)), ("#X", 2, 8));
        assert_eq!(line("##").column(2), 2);
    }
}
