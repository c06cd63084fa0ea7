//! Formats a whole program: statements, the comments between them, and scripts.
//!
//! Statements that the writer has put on one line stay together as far as they fit. Up to [`MOST_BLANK`] blank lines stay.

use super::build;
use super::heads;
use super::layout::{self, WIDTH};
use super::lines::LayoutLines;
use super::paddings::Paddings;
use super::pieces::{PieceKind, Pieces};
use super::separators::TermSeparators;
use super::tables;
use super::tree::LayoutSize;

/// The largest number of blank lines in a row.
const MOST_BLANK: usize = 2;

/// The statements of a program, and its scripts, by their ranges of pieces.
pub(super) struct FormattedStatements {
    /// Where each begins, and at last the end of the text.
    starts: Vec<u32>,
}

impl FormattedStatements {
    /// Those of a text.
    pub fn of(pieces: &Pieces<'_>) -> Self {
        let begins = |&piece: &u32| pieces.get(piece as usize).begins_statement;
        let starts = (0..pieces.len() as u32).filter(begins).collect();
        FormattedStatements { starts }
    }

    /// The number of statements.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The first piece of a statement; of the one behind the last, the end of the text.
    pub fn first(&self, statement: usize) -> usize {
        self.starts[statement] as usize
    }
}

/// Returns the formatted text, with or without tables.
pub(super) fn program(
    pieces: &Pieces<'_>,
    separators: TermSeparators,
    statements: &FormattedStatements,
    has_tables: bool,
) -> String {
    let mut paddings = Paddings::default();
    heads::align(pieces, separators, statements, &mut paddings);
    if has_tables {
        tables::align(pieces, separators, statements, &mut paddings);
    }
    let mut lines = LayoutLines::new(pieces);
    // The line that no statement may follow on: behind statements of several lines, and scripts.
    let mut closed = None;
    for index in 0..statements.len() {
        let (first, end) = (statements.first(index), statements.first(index + 1));
        let nodes = build::statement(pieces, separators, first, end);
        let begins_line = lines.comments(first, 0, MOST_BLANK);
        let breaks = pieces.get(first).breaks as usize;
        let size = LayoutSize::of_nodes(&nodes, pieces, true);
        let fits = !size.is_broken && lines.column() + 1 + size.whole <= WIDTH;
        let is_script = pieces.get(first).kind == PieceKind::Script;
        let begins_line = begins_line || breaks > 0 || closed == Some(lines.last()) || !fits || is_script;
        match begins_line {
            _ if lines.is_empty() => {}
            true => lines.begin(breaks.saturating_sub(1).min(MOST_BLANK), 0),
            false => lines.push(1, ""),
        }
        let line = lines.last();
        layout::statement(pieces, &nodes, &paddings, &mut lines);
        if lines.last() > line || is_script {
            closed = Some(lines.last());
        }
    }
    lines.comments(pieces.len() - 1, 0, MOST_BLANK);
    let mark = if pieces.source().starts_with('\u{feff}') { "\u{feff}" } else { "" };
    mark.to_owned() + &with_line_breaks_of(pieces.source(), lines.finish())
}

/// Gives all lines of a text the line break that the first line of another has: LF or CR LF.
fn with_line_breaks_of(source: &str, text: String) -> String {
    let text = if text.contains("\r\n") { text.replace("\r\n", "\n") } else { text };
    match source.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => text.replace('\n', "\r\n"),
        _ => text,
    }
}
