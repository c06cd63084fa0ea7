//! Locations of nodes.

use std::sync::Arc;

use groundplan::diagnostic::{SourceId, Span};

/// A place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The name of the text.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in bytes.
    pub column: usize,
}

/// Where a node is. The positions of a node that was read are computed on demand.
#[derive(Clone, Debug)]
pub struct Location(TextPlace);

#[derive(Clone, Debug)]
enum TextPlace {
    Nowhere,
    Read(TextRange),
    Given(Arc<(Position, Position)>),
}

/// A text that nodes were read from, with its name and the starts of its lines.
#[derive(Debug)]
pub(super) struct Source {
    name: Arc<str>,
    text: Arc<str>,
    /// The offset of each line's first byte.
    lines: Vec<u32>,
}

/// A range of bytes in a text.
#[derive(Clone, Debug)]
pub(super) struct TextRange {
    source: Arc<Source>,
    start: u32,
    end: u32,
}

impl Position {
    /// Returns a text behind so many line breaks and blanks that it begins at this position, if these are not too many.
    pub(super) fn padded(&self, text: &str) -> String {
        const MOST: usize = 10_000;
        let (lines, columns) = (self.line.saturating_sub(1), self.column.saturating_sub(1));
        if lines > MOST || columns > MOST {
            return text.to_owned();
        }
        format!("{}{}{text}", "\n".repeat(lines), " ".repeat(columns))
    }
}

impl Location {
    /// The location of nodes that have none.
    pub(super) const NOWHERE: Location = Location(TextPlace::Nowhere);

    /// Returns the location between two positions.
    pub fn new(begin: Position, end: Position) -> Self {
        Location(TextPlace::Given(Arc::new((begin, end))))
    }

    /// Returns the location of a range of a text.
    pub(super) fn read(source: &Arc<Source>, span: Span) -> Self {
        Location(TextPlace::Read(TextRange { source: Arc::clone(source), start: span.start, end: span.end }))
    }

    /// Returns where it begins and where it has ended. As in clingo, that of a signed aggregate or theory atom may end before
    /// it begins. Without a location, the name of the text is empty.
    pub fn positions(&self) -> (Position, Position) {
        match &self.0 {
            TextPlace::Nowhere => {
                let nowhere = Position { file: "".into(), line: 1, column: 1 };
                (nowhere.clone(), nowhere)
            }
            TextPlace::Read(range) => (range.source.position(range.start), range.source.position(range.end)),
            TextPlace::Given(positions) => (**positions).clone(),
        }
    }

    /// Returns the range, if the node was read from a text.
    pub(super) fn range(&self) -> Option<&TextRange> {
        match &self.0 {
            TextPlace::Read(range) => Some(range),
            TextPlace::Nowhere | TextPlace::Given(_) => None,
        }
    }

    /// Returns the beginning, if the location was given by its positions.
    pub(super) fn given(&self) -> Option<&Position> {
        match &self.0 {
            TextPlace::Given(positions) => Some(&positions.0),
            TextPlace::Nowhere | TextPlace::Read(_) => None,
        }
    }
}

impl PartialEq for Location {
    fn eq(&self, other: &Self) -> bool {
        self.positions() == other.positions()
    }
}

impl Eq for Location {}

impl Source {
    /// Creates the source of a text.
    #[allow(clippy::cast_possible_truncation, reason = "texts have up to 4 GiB")]
    pub(super) fn new(name: &str, text: &Arc<str>) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        Source { name: name.into(), text: Arc::clone(text), lines: std::iter::once(0).chain(ends).collect() }
    }

    /// Returns the name of the text.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    fn position(&self, at: u32) -> Position {
        let line = self.lines.partition_point(|&begin| begin <= at);
        let column = (at - self.lines[line - 1] + 1) as usize;
        Position { file: Arc::clone(&self.name), line, column }
    }
}

impl TextRange {
    /// Returns the text.
    pub(super) fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Returns the range as a span of an engine's text. It never ends before it starts.
    pub(super) fn span(&self, source: SourceId) -> Span {
        Span { source, start: self.start, end: self.end.max(self.start) }
    }
}
