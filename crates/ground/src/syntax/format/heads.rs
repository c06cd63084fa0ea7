//! Aligns the heads of rules: their `:-` stay in one column where the writer has put them in one.
//!
//! That is so for rules without a blank line between them, if there are more blanks than one before a `:-` among them.

use std::collections::BTreeMap;

use super::build;
use super::layout::WIDTH;
use super::paddings::Paddings;
use super::pieces::{PieceKind, Pieces};
use super::program::FormattedStatements;
use super::separators::TermSeparators;
use super::tree::{LayoutNode, LayoutSize};
use crate::syntax::lexer::Token;

/// A rule whose `:-` may be aligned with others.
#[derive(Clone, Copy)]
struct HeadRule {
    statement: usize,
    /// Its `:-`.
    arrow: usize,
}

/// Adds the blanks before the `:-` of each rule, besides the usual one.
pub(super) fn align(
    pieces: &Pieces<'_>,
    separators: TermSeparators,
    statements: &FormattedStatements,
    paddings: &mut Paddings,
) {
    // The rules since the last blank line, by the columns of their `:-`.
    let mut columns: BTreeMap<usize, Vec<HeadRule>> = BTreeMap::new();
    for statement in 0..statements.len() {
        if is_behind_blank_line(pieces, statements.first(statement)) {
            std::mem::take(&mut columns)
                .values()
                .for_each(|rules| pad(pieces, separators, statements, rules, paddings));
        }
        if let Some(rule) = rule(pieces, statements, statement) {
            columns.entry(pieces.piece_column(rule.arrow)).or_default().push(rule);
        }
    }
    columns.values().for_each(|rules| pad(pieces, separators, statements, rules, paddings));
}

/// Returns the rule that begins a line with its head and `:-` on it.
fn rule(pieces: &Pieces<'_>, statements: &FormattedStatements, statement: usize) -> Option<HeadRule> {
    let (first, end) = (statements.first(statement), statements.first(statement + 1));
    let begins_line = pieces.get(first).breaks > 0 || first == 0 && pieces.comments(first).is_empty();
    let arrow = (first..end).find(|&piece| pieces.get(piece).kind == PieceKind::Token(Token::If))?;
    let is_plain = |piece: usize| pieces.get(piece).breaks == 0 && pieces.inner_comments(piece).is_empty();
    let is_plain = arrow > first && (first + 1..=arrow).all(is_plain);
    (begins_line && is_plain).then_some(HeadRule { statement, arrow })
}

/// Whether there is a blank line between a piece and the one before it.
pub(super) fn is_behind_blank_line(pieces: &Pieces<'_>, piece: usize) -> bool {
    pieces.get(piece).breaks > 1 || pieces.comments(piece).iter().any(|comment| comment.breaks > 1)
}

/// Pads rules whose `:-` stand in one column.
fn pad(
    pieces: &Pieces<'_>,
    separators: TermSeparators,
    statements: &FormattedStatements,
    rules: &[HeadRule],
    paddings: &mut Paddings,
) {
    if rules.len() < 2 || !rules.iter().any(|rule| pieces.gap_length(rule.arrow) > 1) {
        return;
    }
    let sizes: Vec<(usize, LayoutSize)> = rules
        .iter()
        .map(|&HeadRule { statement, .. }| {
            let (first, end) = (statements.first(statement), statements.first(statement + 1));
            let nodes = build::statement(pieces, separators, first, end);
            let head = nodes.iter().take_while(|node| !matches!(node, LayoutNode::Word { .. })).count();
            (
                LayoutSize::of_nodes(&nodes[..head], pieces, true).whole,
                LayoutSize::of_nodes(&nodes, pieces, true),
            )
        })
        .collect();
    let widest = sizes.iter().map(|&(head, _)| head).max().unwrap_or(0);
    // Alignment is not worth another line.
    let costs_line = |&(head, size): &(usize, LayoutSize)| {
        !size.is_broken && size.whole <= WIDTH && size.whole + widest - head > WIDTH
    };
    if widest + " :-".len() > WIDTH || sizes.iter().any(costs_line) {
        return;
    }
    for (rule, (head, _)) in rules.iter().zip(sizes) {
        paddings.put(rule.arrow, widest - head);
    }
}
