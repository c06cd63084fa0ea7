//! Text around maps: fields such as `Title: x`, comments and free text, and the map that each belongs to.
//!
//! The usual SOK format has fields of the collection before the first map, and fields of a level below its map. Other
//! files have the fields of a level above its map: they have fields before the first map and between maps, but none
//! after the last one. If all fields between maps stand directly below a map, apart from the next one, they belong to
//! the map above, even if the last map has none.
//!
//! If titles stand above maps and other fields below them, each belongs to the map that it is next to.
//!
//! A map without a title field takes a line of free text as its title. It is the nearest line before the map if free
//! text comes before the first map, else the first line after it. Lines that begin with `::` are remarks and never
//! titles.

use super::field::{self, Field};

/// A line of text, or a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A field `Collection: x`.
    Collection(String),
    /// A field `Title: x`.
    Title(String),
    /// A field `Author: x`.
    Author(String),
    /// Another field. `Copyright: x` names the author if nothing else does.
    Field(Field),
    /// A line of a comment field.
    Comment(String),
    /// A line that cannot be a title.
    Remark(String),
    /// A line of free text.
    Text(String),
}

/// The text before the first map, between two maps, or after the last one.
#[derive(Default, Debug)]
pub struct SurroundingText {
    /// The entries, each with the number of its paragraph. Blank lines and maps separate paragraphs.
    entries: Vec<(usize, Entry)>,
    /// The paragraph of the next line: 0 if it stands directly below a map.
    paragraph: usize,
    /// Whether a comment field is open.
    in_comment: bool,
}

/// The text attributed to a level or to a collection.
#[derive(Default, Debug)]
pub struct Description {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The other fields.
    pub fields: Vec<Field>,
    /// The remaining text, line by line.
    pub comments: Vec<String>,
}

/// The text around maps, attributed to the collection and to each level.
#[derive(Default, Debug)]
pub struct AttributedText {
    /// The text about the collection.
    pub collection: Description,
    /// The text about each level, in order.
    pub levels: Vec<Description>,
}

impl SurroundingText {
    /// Whether the next line belongs to an open comment field.
    pub fn in_comment(&self) -> bool {
        self.in_comment
    }

    /// Adds a line that is not part of a map. A comment field is opened only if a line that ends it follows, as
    /// `may_end` says.
    pub fn add(&mut self, line: &str, may_end: bool) {
        if self.in_comment {
            match field::ends_comment(line) {
                true => self.in_comment = false,
                false => self.comment(line),
            }
            return;
        }
        let line = line.trim();
        let is_remark = line.starts_with("::");
        let marked = line.len();
        let line = line.trim_start_matches([';', ':']).trim();
        let is_marked = line.len() < marked;
        if line.is_empty() {
            return self.end_paragraph();
        }
        let key = field::key(line);
        match key.as_str() {
            _ if field::ends_comment(line) => {}
            _ if is_remark => self.push(Entry::Remark(line.to_owned())),
            // Without text after the colon, the comment continues up to `Comment-End:`.
            "comment" if may_end && line.ends_with(':') => self.in_comment = true,
            key => match field::read(line).filter(|_| !is_marked || is_named(key)) {
                Some(Field { key, value }) => self.field(&key, &value),
                None => self.push(Entry::Text(line.to_owned())),
            },
        }
    }

    /// Adds a field.
    pub fn field(&mut self, key: &str, value: &str) {
        let text = || value.to_owned();
        self.push(match key.to_ascii_lowercase().as_str() {
            "comment" if value.is_empty() => return,
            "comment" => Entry::Comment(text()),
            "title" | "name" if !value.is_empty() => Entry::Title(text()),
            "collection" if !value.is_empty() => Entry::Collection(text()),
            "author" if !value.is_empty() => Entry::Author(text()),
            _ => Entry::Field(Field::new(key, value)),
        });
    }

    /// Adds a line of a comment.
    pub fn comment(&mut self, line: &str) {
        self.push(Entry::Comment(line.trim_end().to_owned()));
    }

    fn push(&mut self, entry: Entry) {
        self.entries.push((self.paragraph, entry));
    }

    /// Ends the current paragraph.
    pub fn end_paragraph(&mut self) {
        self.paragraph = self.entries.last().map_or(1, |(last, _)| last + 1);
    }

    /// The index of the first entry for which `holds` is true.
    fn position(&self, holds: impl Fn(&Entry) -> bool) -> Option<usize> {
        self.entries.iter().position(|(_, entry)| holds(entry))
    }

    /// Whether there is a title field of a level.
    fn has_title(&self) -> bool {
        self.position(Entry::is_title).is_some()
    }

    /// Whether a title stands directly above the next map.
    fn is_title_above_a_map(&self) -> bool {
        let title = self.entries.iter().rfind(|(_, entry)| entry.is_title());
        title.is_some_and(|(paragraph, _)| *paragraph == self.paragraph)
    }

    /// Whether there is a field that a level may have.
    fn has_fields(&self) -> bool {
        self.position(Entry::is_field).is_some()
    }

    /// Whether the first field, if there is one, stands directly below a map and apart from the next map.
    fn are_below_a_map(&self) -> bool {
        let Some(first) = self.position(Entry::is_field) else { return true };
        let paragraph = self.entries[first].0;
        paragraph == 0 && self.paragraph > paragraph
    }

    /// Whether the title stands directly below a map and apart from the next map.
    fn is_title_below_a_map(&self) -> bool {
        self.is_title_near_the_map_above() && self.paragraph > 0
    }

    /// Whether the title stands directly below a map.
    fn is_title_near_the_map_above(&self) -> bool {
        self.entries.iter().find(|(_, entry)| entry.is_title()).is_some_and(|(paragraph, _)| *paragraph == 0)
    }

    /// Whether the title stands apart from the map above.
    fn has_title_apart(&self) -> bool {
        self.has_title() && !self.is_title_near_the_map_above()
    }

    /// Whether a field stands directly below a map.
    fn has_field_below_a_map(&self) -> bool {
        self.entries.iter().any(|(paragraph, entry)| *paragraph == 0 && entry.is_field())
    }

    /// Removes and returns the entries directly below a map, up to a title.
    fn split_below(&mut self) -> Vec<(usize, Entry)> {
        let is_below = |(paragraph, entry): &(usize, Entry)| *paragraph == 0 && !entry.is_title();
        let end = self.entries.iter().position(|entry| !is_below(entry)).unwrap_or(self.entries.len());
        self.entries.drain(..end).collect()
    }

    /// The index at which the text about the first level begins, where fields are above maps. That is the paragraph
    /// that names the level. If that paragraph also names the collection, it is the line that names the level. Entries
    /// before are about the collection.
    fn start_of_level(&self, behind: &[SurroundingText]) -> usize {
        let last = |holds: fn(&Entry) -> bool| self.entries.iter().rposition(|(_, entry)| holds(entry));
        // Where free text names the other levels, a title further above belongs to the collection.
        let texts_name = behind.len() > 1 && !behind.iter().any(SurroundingText::has_title);
        let is_behind = |title: &usize| {
            last(Entry::is_text).is_some_and(|text| self.entries[text].0 > self.entries[*title].0)
        };
        let named = last(Entry::is_title)
            .filter(|title| !(texts_name && is_behind(title)))
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

    /// Removes and returns a line of free text to be used as a title.
    fn take_text(&mut self, which: TitleLine) -> Option<String> {
        let is_text = |(_, entry): &(usize, Entry)| entry.is_text();
        let last = self.entries.iter().rposition(is_text)?;
        let at = match which {
            TitleLine::First => self.entries.iter().position(is_text)?,
            TitleLine::Last => last,
            TitleLine::FirstOfLastParagraph => {
                let paragraph = self.entries[last].0;
                self.entries.iter().position(|entry| is_text(entry) && entry.0 == paragraph)?
            }
        };
        Some(self.entries.remove(at).1.line())
    }

    /// Whether there is a title field of a level or of a collection.
    fn is_titled(&self) -> bool {
        self.position(|entry| entry.is_title() || entry.is_collection()).is_some()
    }

    /// Interprets the entries. `title` tells which kind of field is preferred for the title. Where a field for title or
    /// author occurs more than once, the last one counts and the others become comments.
    pub fn interpret(self, title: fn(&Entry) -> bool) -> Description {
        let last = |holds: fn(&Entry) -> bool| self.entries.iter().rposition(|(_, entry)| holds(entry));
        let titled = last(title).or_else(|| last(|entry| entry.is_title() || entry.is_collection()));
        let by = last(|entry| matches!(entry, Entry::Author(_)));
        let mut said = Description::default();
        for (at, (_, entry)) in self.entries.into_iter().enumerate() {
            match entry {
                entry if Some(at) == titled => said.title = Some(entry.value()),
                entry if Some(at) == by => said.author = Some(entry.value()),
                Entry::Field(field) => said.fields.push(field),
                // A blank line is kept only within a comment.
                Entry::Comment(line) if line.is_empty() && said.comments.is_empty() => {}
                entry => said.comments.push(entry.line()),
            }
        }
        while said.comments.last().is_some_and(String::is_empty) {
            said.comments.pop();
        }
        if by.is_none() {
            let copyright =
                said.fields.iter().rfind(|field| field.is("copyright") && !field.value.is_empty());
            said.author = copyright.map(|field| field.value.clone());
        }
        said
    }
}

/// The line of free text to use as a title.
#[derive(Clone, Copy)]
enum TitleLine {
    First,
    Last,
    FirstOfLastParagraph,
}

impl Entry {
    /// Whether the entry is the title of a level.
    pub fn is_title(&self) -> bool {
        matches!(self, Entry::Title(_))
    }

    /// Whether the entry is the title of a collection.
    pub fn is_collection(&self) -> bool {
        matches!(self, Entry::Collection(_))
    }

    fn is_text(&self) -> bool {
        matches!(self, Entry::Text(_))
    }

    /// Whether the entry is a field that a level may have.
    fn is_field(&self) -> bool {
        !matches!(self, Entry::Collection(_) | Entry::Remark(_) | Entry::Text(_))
    }

    /// The text of the entry, without the key.
    fn value(self) -> String {
        match self {
            Entry::Collection(value)
            | Entry::Title(value)
            | Entry::Author(value)
            | Entry::Field(Field { value, .. }) => value,
            Entry::Comment(line) | Entry::Remark(line) | Entry::Text(line) => line,
        }
    }

    /// The text of the entry, with the key of a title or author field.
    fn line(self) -> String {
        let key = match &self {
            Entry::Collection(_) => "Collection: ",
            Entry::Title(_) => "Title: ",
            Entry::Author(_) => "Author: ",
            _ => "",
        };
        format!("{key}{}", self.value())
    }
}

/// Whether a line with this lower-case key is a field even if it is marked as a comment.
fn is_named(key: &str) -> bool {
    field::is_known(key)
        || matches!(key, "title" | "name" | "collection" | "author" | "copyright" | "comment")
}

/// Attributes text to a collection and its levels. `head` is the text before the first map, `behind` the text behind
/// each map.
pub fn attribute(mut head: SurroundingText, behind: Vec<SurroundingText>) -> AttributedText {
    let levels =
        if fields_are_above(&head, &behind) { above(&mut head, behind) } else { below(&mut head, behind) };
    let text = if head.is_titled() { None } else { head.take_text(TitleLine::First) };
    let mut collection = head.interpret(Entry::is_collection);
    collection.title = collection.title.or(text);
    AttributedText { collection, levels }
}

/// Whether the fields of a level stand above its map.
fn fields_are_above(head: &SurroundingText, behind: &[SurroundingText]) -> bool {
    let Some((last, between)) = behind.split_last() else { return false };
    if titles_are_above(head, behind) {
        return true;
    }
    let between_have_fields = between.iter().any(SurroundingText::has_fields);
    let is_said_between = between_have_fields && !between.iter().all(SurroundingText::are_below_a_map);
    let first = &head.entries[head.start_of_level(behind)..];
    let is_said_before =
        first.iter().any(|(_, entry)| entry.is_field() || entry.is_text() && is_said_between);
    is_said_before && !last.has_fields() && (between.is_empty() || is_said_between)
}

/// Whether titles certainly stand above the maps, even if other fields stand below them.
fn titles_are_above(head: &SurroundingText, behind: &[SurroundingText]) -> bool {
    let Some((last, between)) = behind.split_last() else { return false };
    let has_title = head.entries[head.start_of_level(behind)..].iter().any(|(_, entry)| entry.is_title());
    let titled: Vec<&SurroundingText> =
        between.iter().filter(|surrounding| surrounding.has_title()).collect();
    let are_near_the_next =
        head.is_title_above_a_map() || titled.iter().any(|surrounding| surrounding.is_title_above_a_map());
    // Or they are further from the map above than the fields of that map, even though a blank line follows.
    let are_apart = last.has_field_below_a_map()
        && titled.iter().all(|surrounding| !surrounding.is_title_near_the_map_above());
    has_title
        && !last.has_title()
        && (between.is_empty() || !titled.is_empty())
        && (are_near_the_next || !titled.is_empty() && are_apart)
        && titled.iter().all(|surrounding| !surrounding.is_title_below_a_map())
}

/// Attributes text above each map. Text behind the last map belongs to that map. If that text has fields, the fields of
/// other levels also stand below their maps.
fn above(head: &mut SurroundingText, mut behind: Vec<SurroundingText>) -> Vec<Description> {
    let mut first = SurroundingText {
        entries: head.entries.split_off(head.start_of_level(&behind)),
        ..SurroundingText::default()
    };
    let mut last = behind.pop().unwrap_or_default();
    let are_split = last.has_fields();
    let mut levels = vec![];
    for mut next in behind.into_iter().map(Some).chain([None]) {
        let title = if first.is_titled() { None } else { first.take_text(TitleLine::FirstOfLastParagraph) };
        let below = match &mut next {
            Some(next) if are_split || next.has_title_apart() => next.split_below(),
            Some(_) => Vec::new(),
            None => std::mem::take(&mut last.entries),
        };
        first.entries.extend(below);
        let said = first.interpret(Entry::is_title);
        levels.push(Description { title: said.title.or(title), ..said });
        first = next.unwrap_or_default();
    }
    levels
}

/// Attributes text below each map. A title may also be free text above it.
fn below(head: &mut SurroundingText, mut behind: Vec<SurroundingText>) -> Vec<Description> {
    let texts_are_above = head.position(Entry::is_text).is_some();
    let mut texts = Vec::with_capacity(behind.len());
    for at in 0..behind.len() {
        texts.push(match at.checked_sub(1) {
            _ if behind[at].is_titled() => None,
            _ if !texts_are_above => behind[at].take_text(TitleLine::First),
            None => head.take_text(TitleLine::Last),
            Some(before) => behind[before].take_text(TitleLine::Last),
        });
    }
    let interpret = |(surrounding, text): (SurroundingText, Option<String>)| {
        let said = surrounding.interpret(Entry::is_title);
        Description { title: said.title.or(text), ..said }
    };
    behind.into_iter().zip(texts).map(interpret).collect()
}
