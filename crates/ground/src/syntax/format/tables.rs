//! Aligns facts: what the writer has put in columns on lines below each other stays in columns.
//!
//! A line of a table has nothing but facts, and perhaps a comment at its end. Its cells are the facts and their arguments. A cell is
//! linked with that on the next line if both begin in one column, or are numbers and end in one column. Linked cells move
//! together, as far to the left as they can without losing the blanks that all of them have before them. So a formatted table
//! stays as it is. Cells stand where they usually do if none of them has more blanks before it than usual.

use std::ops::Range;

use super::build;
use super::heads::is_behind_blank_line;
use super::layout::WIDTH;
use super::paddings::Paddings;
use super::pieces::{PieceKind, Pieces};
use super::program::FormattedStatements;
use super::separators::TermSeparators;
use super::tree::{LayoutNode, List, ListKind};
use crate::syntax::lexer::Token;

/// Adds the blanks before the cells of tables.
pub(super) fn align(
    pieces: &Pieces<'_>,
    separators: TermSeparators,
    statements: &FormattedStatements,
    paddings: &mut Paddings,
) {
    let mut table = Vec::new();
    let mut first = 0;
    while first < statements.len() {
        let mut end = first + 1;
        while end < statements.len() && pieces.get(statements.first(end)).breaks == 0 {
            end += 1;
        }
        let is_line = is_line_of_facts(pieces, statements, first..end);
        if !is_line || is_behind_blank_line(pieces, statements.first(first)) {
            pad(pieces, separators, statements, &std::mem::take(&mut table), paddings);
        }
        if is_line {
            table.push(first..end);
        }
        first = end;
    }
    pad(pieces, separators, statements, &table, paddings);
}

/// Whether these statements are all of a line, and facts.
fn is_line_of_facts(pieces: &Pieces<'_>, statements: &FormattedStatements, line: Range<usize>) -> bool {
    let first = statements.first(line.start);
    let begins_line = pieces.get(first).breaks > 0 || first == 0 && pieces.comments(first).is_empty();
    let is_plain = |piece: usize| pieces.get(piece).breaks == 0 && pieces.comments(piece).is_empty();
    begins_line
        && (first + 1..statements.first(line.end)).all(is_plain)
        && line.into_iter().all(|fact| is_fact(pieces, statements.first(fact)..statements.first(fact + 1)))
}

/// Whether a statement is an atom with a dot behind it.
fn is_fact(pieces: &Pieces<'_>, statement: Range<usize>) -> bool {
    let token = |piece: usize| match pieces.get(piece).kind {
        PieceKind::Token(token) => Some(token),
        PieceKind::Operator | PieceKind::Script => None,
    };
    let name = statement.start + usize::from(token(statement.start) == Some(Token::Minus));
    let last = statement.end - 1;
    if name >= last || token(name) != Some(Token::Identifier) || token(last) != Some(Token::Dot) {
        return false;
    }
    let mut depth = 0_usize;
    (name + 1..last).all(|piece| {
        match token(piece) {
            Some(Token::LeftParenthesis) => depth += 1,
            Some(Token::RightParenthesis) => depth = depth.saturating_sub(1),
            _ => {}
        }
        // Only the last bracket closes the first one.
        (depth == 0) == (piece + 1 == last)
    })
}

/// A cell of a line: of the fact with this number the whole, or an argument, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct CellPlace {
    fact: usize,
    argument: usize,
}

/// A cell.
#[derive(Debug)]
struct Cell {
    place: CellPlace,
    /// Its words in [`TableLine::words`].
    words: Range<usize>,
    /// Whether it is a number, which may be aligned at its end.
    is_number: bool,
}

/// A piece as it stands on a line without a table.
#[derive(Debug)]
struct TableWord {
    piece: usize,
    /// The blanks before it.
    blanks: usize,
    width: usize,
    /// The blanks before it that the table adds.
    padding: usize,
}

/// A line of a table.
#[derive(Debug)]
struct TableLine {
    words: Vec<TableWord>,
    cells: Vec<Cell>,
}

impl TableLine {
    fn new(
        pieces: &Pieces<'_>,
        separators: TermSeparators,
        statements: &FormattedStatements,
        line: Range<usize>,
    ) -> Self {
        let mut table_line = TableLine { words: Vec::new(), cells: Vec::new() };
        for (fact, statement) in line.enumerate() {
            let (first, end) = (statements.first(statement), statements.first(statement + 1));
            let begin = table_line.words.len();
            flatten(&build::statement(pieces, separators, first, end), pieces, &mut table_line.words);
            if let Some(word) = table_line.words.get_mut(begin) {
                word.blanks = usize::from(fact > 0);
            }
            table_line.add_cells(pieces, fact, begin);
        }
        table_line
    }

    /// Adds the cells of a fact, whose words begin here.
    fn add_cells(&mut self, pieces: &Pieces<'_>, fact: usize, begin: usize) {
        let place = CellPlace { fact, argument: 0 };
        self.cells.push(Cell { place, words: begin..self.words.len(), is_number: false });
        let (mut depth, mut argument, mut start) = (0, 0, begin);
        for at in begin..self.words.len() {
            match pieces.text(self.words[at].piece) {
                "(" => depth += 1,
                ")" => depth -= 1,
                "," | ";" => {}
                _ => continue,
            }
            let (is_open, is_close) = match pieces.text(self.words[at].piece) {
                "(" => (depth == 1, false),
                ")" => (false, depth == 0),
                _ => (depth == 1, depth == 1),
            };
            if is_close && start < at {
                let words = &self.words[start..at];
                let is_digits = |word: &TableWord| {
                    pieces.text(word.piece).bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
                };
                let is_number = words.iter().all(is_digits);
                let place = CellPlace { fact, argument };
                self.cells.push(Cell { place, words: start..at, is_number });
            }
            if is_open {
                (argument, start) = (argument + 1, at + 1);
            }
        }
    }

    fn cell(&self, place: CellPlace) -> Option<&Cell> {
        let at = self.cells.binary_search_by_key(&place, |cell| cell.place).ok()?;
        Some(&self.cells[at])
    }

    /// The column where a word begins.
    fn column(&self, word: usize) -> usize {
        self.width(0..word) + self.words[word].blanks + self.words[word].padding
    }

    /// The columns of words with the blanks before them.
    fn width(&self, words: Range<usize>) -> usize {
        self.words[words].iter().map(|word| word.blanks + word.padding + word.width).sum()
    }
}

/// Appends the words of nodes that stand on one line.
fn flatten(nodes: &[LayoutNode], pieces: &Pieces<'_>, words: &mut Vec<TableWord>) {
    let word = |piece: usize, blanks: bool| {
        let width = pieces.text(piece).chars().count();
        TableWord { piece, blanks: usize::from(blanks), width, padding: 0 }
    };
    for node in nodes {
        match node {
            LayoutNode::Word { piece, space } => words.push(word(*piece, *space)),
            LayoutNode::List(List { kind, items, close, .. }) => {
                for (index, item) in items.iter().enumerate() {
                    let begin = words.len();
                    flatten(&item.nodes, pieces, words);
                    let space = if index == 0 { kind.has_inner_space() } else { item.space };
                    if let (Some(first), false) = (words.get_mut(begin), *kind == ListKind::Head) {
                        first.blanks = usize::from(space);
                    }
                }
                words.extend(close.map(|close| word(close, kind.has_inner_space() && !items.is_empty())));
            }
        }
    }
}

/// The place of a cell in the text.
struct WrittenCell {
    start: usize,
    end: usize,
    /// The blanks before it, or before the separator before it if they are more.
    gap: usize,
    width: usize,
    is_number: bool,
}

impl WrittenCell {
    fn of(pieces: &Pieces<'_>, line: &TableLine, cell: &Cell) -> Self {
        let end = |word: usize| {
            let TableWord { piece, width, .. } = line.words[word];
            pieces.piece_column(piece) + width
        };
        let first = cell.words.start;
        let start = pieces.piece_column(line.words[first].piece);
        let gap = match cell.place.argument {
            0 | 1 => start - end(first - 1),
            _ => {
                let separator = pieces.piece_column(line.words[first - 1].piece);
                (start - separator - 1).max(separator - end(first - 2))
            }
        };
        let width = line.width(cell.words.clone()) - line.words[first].blanks;
        WrittenCell { start, end: end(cell.words.end - 1), gap, width, is_number: cell.is_number }
    }

    /// How much farther to the right than this one the cell on the next line begins, if they are linked.
    fn link(&self, next: &WrittenCell) -> Option<isize> {
        if self.start == next.start {
            return Some(0);
        }
        let are_numbers = self.is_number && next.is_number;
        (are_numbers && self.end == next.end).then(|| self.width as isize - next.width as isize)
    }
}

/// Aligns the lines of a table, which are given by their statements.
fn pad(
    pieces: &Pieces<'_>,
    separators: TermSeparators,
    statements: &FormattedStatements,
    table: &[Range<usize>],
    paddings: &mut Paddings,
) {
    let (Some(first), Some(last)) = (table.first(), table.last()) else { return };
    let mut all = statements.first(first.start) + 1..statements.first(last.end);
    let is_wide = |piece: usize| pieces.get(piece).breaks == 0 && pieces.gap_length(piece) > 0;
    if table.len() < 2 || !all.any(is_wide) {
        return;
    }
    let lines = table.iter().map(|line| TableLine::new(pieces, separators, statements, line.clone()));
    let mut lines: Vec<TableLine> = lines.collect();
    let mut places: Vec<CellPlace> =
        lines.iter().flat_map(|line| line.cells.iter().map(|cell| cell.place)).collect();
    places.sort_unstable();
    places.dedup();
    let places = places.into_iter().filter(|&place| place != CellPlace { fact: 0, argument: 0 });
    for place in places {
        column(pieces, &mut lines, place);
    }
    for word in lines.iter().flat_map(|line| &line.words) {
        paddings.put(word.piece, word.padding);
    }
}

/// Aligns the cells at one place of all lines that have it.
fn column(pieces: &Pieces<'_>, lines: &mut [TableLine], place: CellPlace) {
    let written = |line: &TableLine| Some(WrittenCell::of(pieces, line, line.cell(place)?));
    let mut at = 0;
    while at < lines.len() {
        let Some(mut last) = written(&lines[at]) else {
            at += 1;
            continue;
        };
        let (mut gaps, mut offsets) = (vec![last.gap], vec![0]);
        while let Some(next) = lines.get(at + gaps.len()).and_then(written) {
            let Some(step) = last.link(&next) else { break };
            offsets.push(offsets.last().unwrap_or(&0) + step);
            gaps.push(next.gap);
            last = next;
        }
        let end = at + gaps.len();
        linked(&mut lines[at..end], place, &gaps, &offsets);
        at = end;
    }
}

/// Aligns linked cells. `gaps` are the blanks that the writer has put before them, `offsets` their columns, relative to each
/// other.
fn linked(lines: &mut [TableLine], place: CellPlace, gaps: &[usize], offsets: &[isize]) {
    let words = lines.iter().map(|line| line.cell(place).map_or(0, |cell| cell.words.start));
    let words: Vec<usize> = words.collect();
    let usual = lines.iter().zip(&words).map(|(line, &word)| line.words[word].blanks).max().unwrap_or(0);
    let narrowest = gaps.iter().copied().min().unwrap_or(0);
    // One blank before each is no column yet.
    let least = usual.max(narrowest.min(1));
    let extra = narrowest.saturating_sub(least);
    let is_wide = gaps.iter().any(|&gap| gap > least);
    if !is_wide || lines.len() < 2 || place.argument == 1 && narrowest > 0 {
        return;
    }
    // The columns where the cells are with the least number of blanks.
    let nearest = |(line, &word): (&TableLine, &usize)| line.column(word) + least - line.words[word].blanks;
    let nearest: Vec<usize> = lines.iter().zip(&words).map(nearest).collect();
    let nearest_with_offsets = nearest.iter().zip(offsets);
    let shift = nearest_with_offsets.map(|(&column, offset)| column as isize - offset).max().unwrap_or(0);
    let columns = offsets.iter().map(|offset| (shift + offset) as usize + extra);
    let columns: Vec<usize> = columns.collect();
    let fits = |((line, &word), &column): ((&TableLine, &usize), &usize)| {
        line.width(0..line.words.len()) + column - line.column(word) <= WIDTH
    };
    let is_needed = extra > 0 || columns != nearest;
    if is_needed && lines.iter().zip(&words).zip(&columns).all(fits) {
        for ((line, word), column) in lines.iter_mut().zip(words).zip(columns) {
            let padding = column - line.column(word);
            line.words[word].padding = padding;
        }
    }
}
