//! Source texts of a program, and positions in them.

use std::ops::Range;
use std::sync::Arc;

/// The number of a text in a [`Sources`] list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourceId(pub u32);

/// A range of bytes in a source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The text that contains the range.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// Returns the smallest span that covers both spans, which must lie in the same text.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        debug_assert_eq!(self.source, end.source);
        Span { source: self.source, start: self.start.min(end.start), end: self.end.max(end.end) }
    }

    /// The bytes that the span covers.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The source texts of a program, kept so that diagnostics can quote them. A clone is cheap: it shares the list until a text is
/// added to one of them, and the texts for good.
#[derive(Default, Clone, Debug)]
pub struct Sources {
    texts: Arc<Vec<Arc<SourceText>>>,
}

#[derive(Debug)]
struct SourceText {
    name: String,
    text: String,
    is_included: bool,
}

impl Sources {
    /// The name of standard input.
    pub const STANDARD_INPUT: &str = "<standard input>";

    /// Returns an empty list.
    #[must_use]
    pub fn new() -> Self {
        Sources::default()
    }

    /// Adds a text under the name that messages use for it.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        self.push(SourceText { name: name.into(), text: text.into(), is_included: false })
    }

    /// Adds a text that another one includes.
    pub fn add_included(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        self.push(SourceText { name: name.into(), text: text.into(), is_included: true })
    }

    fn push(&mut self, source: SourceText) -> SourceId {
        let id = SourceId(u32::try_from(self.texts.len()).expect("fewer than 2^32 sources"));
        Arc::make_mut(&mut self.texts).push(Arc::new(source));
        id
    }

    /// Whether a text is there only because another one includes it.
    #[must_use]
    pub fn is_included(&self, source: SourceId) -> bool {
        self.texts[source.0 as usize].is_included
    }

    /// Iterates over all texts, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = SourceId> {
        (0..self.texts.len() as u32).map(SourceId)
    }

    /// Returns the name of a text.
    #[must_use]
    pub fn name(&self, source: SourceId) -> &str {
        &self.texts[source.0 as usize].name
    }

    /// Returns a text.
    #[must_use]
    pub fn text(&self, source: SourceId) -> &str {
        &self.texts[source.0 as usize].text
    }

    /// Iterates over all texts with their names, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter_from(0)
    }

    /// Iterates as [`Sources::iter`] does, without the first `start` texts.
    pub fn iter_from(&self, start: usize) -> impl Iterator<Item = (&str, &str)> {
        self.texts[start..].iter().map(|source| (source.name.as_str(), source.text.as_str()))
    }

    /// Returns the number of texts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the span of a whole text.
    #[must_use]
    pub fn whole(&self, source: SourceId) -> Span {
        Span { source, start: 0, end: self.text(source).len() as u32 }
    }

    /// Returns line and column where a span begins, both from 1, the column in characters.
    #[must_use]
    pub fn position(&self, span: Span) -> (usize, usize) {
        let before = &self.text(span.source)[..span.start as usize];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.bytes().filter(|&b| b == b'\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}
