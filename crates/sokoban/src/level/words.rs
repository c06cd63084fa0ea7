//! What is written around maps: fields such as `Title: x`, comments and free text, and which map each belongs to.
//!
//! The usual SOK format has fields of the collection before the first map and fields of a level below its map. Other files
//! have the fields of a level above its map: those have fields before the first map and between maps, and none after the
//! last one. Where all fields between maps stand directly below a map, apart from the next one, they belong to that map
//! even if the last one has none.
//!
//! A map without a title field takes a line of free text: the nearest one before the map where free text comes before the
//! first map, else the first one after it. Lines that begin with `::` are for whoever reads the file, and no title.

/// A line, or the value of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Entry {
    /// `Collection: x`.
    Collection(String),
    /// `Title: x`.
    Title(String),
    /// `Author: x`.
    Author(String),
    /// `Copyright: x`, which names the author where nothing else does.
    Copyright(String),
    /// Another field, as it is written.
    Field(String),
    /// A line of a comment field.
    Comment(String),
    /// A line that is no title.
    Remark(String),
    /// Free text.
    Text(String),
}

/// What is written before the first map, between two maps, or after the last one.
#[derive(Default, Debug)]
pub struct Words {
    /// Each with the number of its paragraph; blank lines and maps stand between paragraphs.
    entries: Vec<(usize, Entry)>,
    /// The paragraph that the next line belongs to: 0 where that stands directly below a map.
    paragraph: usize,
    /// Whether a comment field has begun that has not ended.
    in_comment: bool,
}

/// What words say of a level, or of a collection.
#[derive(Default, Debug)]
pub struct Said {
    /// The title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// All else, a line each.
    pub comments: Vec<String>,
}

/// What the words around maps say of the collection, and of each level.
#[derive(Default, Debug)]
pub struct Attributed {
    /// Of the collection.
    pub collection: Said,
    /// Of each level in turn.
    pub levels: Vec<Said>,
}

impl Words {
    /// Whether the next line belongs to a comment field, whatever it looks like.
    pub fn in_comment(&self) -> bool {
        self.in_comment
    }

    /// Takes a line that is not one of a map.
    pub fn add(&mut self, line: &str) {
        let is_remark = line.starts_with("::");
        let line = line.trim_start_matches([';', ':']).trim();
        if line.is_empty() {
            return self.end_paragraph();
        }
        let key = key(line);
        if matches!(key.as_str(), "comment-end" | "comment_end") {
            self.in_comment = false;
            return;
        }
        if let Some(entry) = self.entry(line, &key, is_remark) {
            self.entries.push((self.paragraph, entry));
        }
    }

    /// What follows is no part of the same paragraph.
    pub fn end_paragraph(&mut self) {
        self.paragraph = self.entries.last().map_or(1, |(last, _)| last + 1);
    }

    /// What a line says, if it says anything.
    fn entry(&mut self, line: &str, key: &str, is_remark: bool) -> Option<Entry> {
        let text = || line.to_owned();
        if self.in_comment {
            return Some(Entry::Comment(text()));
        }
        if is_remark {
            return Some(Entry::Remark(text()));
        }
        let value = line.split_once(':').map(|(_, value)| value.trim().to_owned());
        let value = value.filter(|value| !value.is_empty());
        match key {
            "title" | "name" => value.map(Entry::Title),
            "collection" => value.map(Entry::Collection),
            "author" => value.map(Entry::Author),
            "copyright" => value.map(Entry::Copyright),
            // Without a text on its line, the comment goes on to `Comment-End:`.
            "comment" => {
                self.in_comment = value.is_none();
                value.map(Entry::Comment)
            }
            _ if is_field(key) => Some(Entry::Field(text())),
            _ => Some(Entry::Text(text())),
        }
    }

    /// The first place of an entry for which this holds.
    fn position(&self, holds: impl Fn(&Entry) -> bool) -> Option<usize> {
        self.entries.iter().position(|(_, entry)| holds(entry))
    }

    /// Whether there is a field that a level may have.
    fn has_fields(&self) -> bool {
        self.position(Entry::is_field).is_some()
    }

    /// Whether the fields, if there are any, stand directly below a map, and apart from a map that follows.
    fn are_below_a_map(&self) -> bool {
        let Some(first) = self.position(Entry::is_field) else { return true };
        let paragraph = self.entries[first].0;
        paragraph == 0 && self.paragraph > paragraph
    }

    /// Where the words of the first level begin among those before its map, where fields are above: with the paragraph that
    /// names it, or with the line that does where that paragraph names the collection as well. What comes before is about
    /// the collection.
    fn start_of_level(&self) -> usize {
        let last = |holds: fn(&Entry) -> bool| self.entries.iter().rposition(|(_, entry)| holds(entry));
        let named = last(Entry::is_title)
            .or_else(|| last(Entry::is_text))
            .or_else(|| last(|entry| !entry.is_collection()));
        let Some(named) = named else { return self.entries.len() };
        let (paragraph, name) = &self.entries[named];
        let names_collection = |(at, (other, entry)): (usize, &(usize, Entry))| {
            at != named && other == paragraph && (entry.is_title() || entry.is_collection())
        };
        match (self.entries.iter().enumerate().any(names_collection), name.is_title()) {
            (false, _) => self.entries.iter().position(|(other, _)| other == paragraph).unwrap_or(named),
            (true, true) => named,
            (true, false) => self.entries.len(),
        }
    }

    /// Takes out a line of free text for a title.
    fn take_text(&mut self, which: Which) -> Option<String> {
        let is_text = |(_, entry): &(usize, Entry)| entry.is_text();
        let last = self.entries.iter().rposition(is_text)?;
        let at = match which {
            Which::First => self.entries.iter().position(is_text)?,
            Which::Last => last,
            Which::FirstOfLastParagraph => {
                let paragraph = self.entries[last].0;
                self.entries.iter().position(|entry| is_text(entry) && entry.0 == paragraph)?
            }
        };
        Some(self.entries.remove(at).1.line())
    }

    /// Whether a field gives a title.
    fn is_titled(&self) -> bool {
        self.position(|entry| entry.is_title() || entry.is_collection()).is_some()
    }

    /// What they say; this kind of field says the title before the other does. A field that is said again takes the place of
    /// the one before, which becomes a comment.
    fn say(self, title: fn(&Entry) -> bool) -> Said {
        let last = |holds: fn(&Entry) -> bool| self.entries.iter().rposition(|(_, entry)| holds(entry));
        let titled = last(title).or_else(|| last(|entry| entry.is_title() || entry.is_collection()));
        let by = last(|entry| matches!(entry, Entry::Author(_)))
            .or_else(|| last(|entry| matches!(entry, Entry::Copyright(_))));
        let mut said = Said::default();
        for (at, (_, entry)) in self.entries.into_iter().enumerate() {
            if Some(at) == titled {
                said.title = Some(entry.value());
            } else if Some(at) == by {
                said.author = Some(entry.value());
            } else {
                said.comments.push(entry.line());
            }
        }
        said
    }
}

/// Which of several lines of free text is a title.
#[derive(Clone, Copy)]
enum Which {
    First,
    Last,
    FirstOfLastParagraph,
}

impl Entry {
    fn is_title(&self) -> bool {
        matches!(self, Entry::Title(_))
    }

    fn is_collection(&self) -> bool {
        matches!(self, Entry::Collection(_))
    }

    fn is_text(&self) -> bool {
        matches!(self, Entry::Text(_))
    }

    /// Whether it is a field that a level may have.
    fn is_field(&self) -> bool {
        !matches!(self, Entry::Collection(_) | Entry::Remark(_) | Entry::Text(_))
    }

    /// What is said, without the key.
    fn value(self) -> String {
        match self {
            Entry::Collection(value)
            | Entry::Title(value)
            | Entry::Author(value)
            | Entry::Copyright(value) => value,
            Entry::Field(line) | Entry::Comment(line) | Entry::Remark(line) | Entry::Text(line) => line,
        }
    }

    /// What is said, with the key of a field.
    fn line(self) -> String {
        let key = match self {
            Entry::Collection(_) => "Collection: ",
            Entry::Title(_) => "Title: ",
            Entry::Author(_) => "Author: ",
            Entry::Copyright(_) => "Copyright: ",
            Entry::Field(_) | Entry::Comment(_) | Entry::Remark(_) | Entry::Text(_) => "",
        };
        format!("{key}{}", self.value())
    }
}

/// The word before the colon of a line, in small letters; empty if there is none.
fn key(line: &str) -> String {
    line.split_once(':').map_or(String::new(), |(key, _)| key.trim().to_ascii_lowercase())
}

/// Whether a line has a key that is one of the SOK format and says nothing that is asked for: it is kept as it is.
fn is_field(key: &str) -> bool {
    matches!(key, "date" | "date of last change" | "email" | "e-mail" | "homepage" | "website")
}

/// Whether a line of a comment field would end it when it is read again: a quote mark before the key may be taken away then.
fn ends_comment(line: &str) -> bool {
    let key = key(line.trim_start_matches(|letter: char| !letter.is_alphanumeric()));
    matches!(key.as_str(), "comment-end" | "comment_end")
}

/// Comments as they are read again: fields as they are, the rest in a comment field, without lines that would end that.
pub fn xsb(comments: &[String]) -> String {
    let comments = comments.iter().filter(|line| !ends_comment(line));
    let (fields, rest): (Vec<&String>, Vec<&String>) = comments.partition(|line| is_field(&key(line)));
    let mut text: String = fields.iter().map(|line| format!("{line}\n")).collect();
    if !rest.is_empty() {
        text.push_str("Comment:\n");
        text.extend(rest.iter().map(|line| format!("{line}\n")));
        text.push_str("Comment-End:\n");
    }
    text
}

/// Gives words to a collection and to its levels: those before the first map, and those behind each map.
pub fn attribute(mut head: Words, behind: Vec<Words>) -> Attributed {
    let levels =
        if fields_are_above(&head, &behind) { above(&mut head, behind) } else { below(&mut head, behind) };
    let text = if head.is_titled() { None } else { head.take_text(Which::First) };
    let mut collection = head.say(Entry::is_collection);
    collection.title = collection.title.or(text);
    Attributed { collection, levels }
}

/// Whether the fields of a level stand above its map.
fn fields_are_above(head: &Words, behind: &[Words]) -> bool {
    let Some((last, between)) = behind.split_last() else { return false };
    let between_have_fields = between.iter().any(Words::has_fields);
    let is_said_between = between_have_fields && !between.iter().all(Words::are_below_a_map);
    let first = &head.entries[head.start_of_level()..];
    let is_said_before =
        first.iter().any(|(_, entry)| entry.is_field() || entry.is_text() && is_said_between);
    is_said_before && !last.has_fields() && (between.is_empty() || is_said_between)
}

/// What is said of each level above its map. What is behind the last map is about that one.
fn above(head: &mut Words, mut behind: Vec<Words>) -> Vec<Said> {
    let first = Words { entries: head.entries.split_off(head.start_of_level()), ..Words::default() };
    let rest = behind.pop().unwrap_or_default();
    let mut levels = vec![];
    for mut words in std::iter::once(first).chain(behind) {
        let text = if words.is_titled() { None } else { words.take_text(Which::FirstOfLastParagraph) };
        let mut said = words.say(Entry::is_title);
        said.title = said.title.or(text);
        levels.push(said);
    }
    let last = levels.last_mut().expect("there is a first level");
    last.comments.extend(rest.entries.into_iter().map(|(_, entry)| entry.line()));
    levels
}

/// What is said of each level below its map; its title may be free text above.
fn below(head: &mut Words, mut behind: Vec<Words>) -> Vec<Said> {
    let texts_are_above = head.position(Entry::is_text).is_some();
    let mut texts = Vec::with_capacity(behind.len());
    for at in 0..behind.len() {
        texts.push(match at.checked_sub(1) {
            _ if behind[at].is_titled() => None,
            _ if !texts_are_above => behind[at].take_text(Which::First),
            None => head.take_text(Which::Last),
            Some(before) => behind[before].take_text(Which::Last),
        });
    }
    let say = |(words, text): (Words, Option<String>)| {
        let said = words.say(Entry::is_title);
        Said { title: said.title.or(text), ..said }
    };
    behind.into_iter().zip(texts).map(say).collect()
}
