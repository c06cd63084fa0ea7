//! Texts that a program came from, and places in them.

use std::ops::Range;
use std::sync::Arc;

/// One of the texts of a [`Sources`] list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourceId(pub u32);

/// A stretch of a source text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The text it lies in.
    pub source: SourceId,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both, which must lie in one text.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        debug_assert_eq!(self.source, end.source);
        Span { source: self.source, start: self.start.min(end.start), end: self.end.max(end.end) }
    }

    /// The bytes it covers.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The texts that a program came from, kept to show where something is wrong. Clones share the texts.
#[derive(Default, Clone, Debug)]
pub struct Sources {
    texts: Vec<Arc<Source>>,
}

#[derive(Debug)]
struct Source {
    name: String,
    text: String,
}

impl Sources {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Sources::default()
    }

    /// Adds a text under the name that messages call it by.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let id = SourceId(u32::try_from(self.texts.len()).expect("fewer than 2^32 sources"));
        self.texts.push(Arc::new(Source { name: name.into(), text: text.into() }));
        id
    }

    /// The name of a text.
    #[must_use]
    pub fn name(&self, source: SourceId) -> &str {
        &self.texts[source.0 as usize].name
    }

    /// A text.
    #[must_use]
    pub fn text(&self, source: SourceId) -> &str {
        &self.texts[source.0 as usize].text
    }

    /// All texts with their names, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|source| (source.name.as_str(), source.text.as_str()))
    }

    /// All of a text.
    #[must_use]
    pub fn whole(&self, source: SourceId) -> Span {
        Span { source, start: 0, end: self.text(source).len() as u32 }
    }

    /// Line and column (both from 1, the column in characters) where a span begins.
    #[must_use]
    pub fn position(&self, span: Span) -> (usize, usize) {
        let before = &self.text(span.source)[..span.start as usize];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.bytes().filter(|&b| b == b'\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}
