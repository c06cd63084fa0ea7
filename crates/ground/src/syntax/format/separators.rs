//! Blanks behind the separators of terms, as a text mostly has them.
//!
//! Published programs have `p(X,Y)` as well as `p(X, Y)`, most of them one of the two. So each kind of separator has a blank
//! behind it if more than half of those in the text have one. Those behind a blank, at the end of a line, or before a comment
//! or closing bracket, do not count.

use super::build;
use super::pieces::{PieceKind, Pieces};
use super::program::FormattedStatements;
use crate::syntax::lexer::Token;

/// The kind of a separator of terms.
#[derive(Clone, Copy, Debug)]
pub(super) enum TermSeparator {
    /// The comma in `p(X,Y)`.
    Argument,
    /// The semicolon in `p(a;b)`.
    Pool,
    /// The comma of tuples without parentheses: in `#sum { W,X : p(X,W) }` and `[1@2,X]`.
    Tuple,
}

/// Whether a blank stands behind the separators of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct TermSeparators([bool; 3]);

impl TermSeparators {
    /// Looks what a text mostly has.
    pub fn of(pieces: &Pieces<'_>, statements: &FormattedStatements) -> Self {
        let mut all = SeparatorVotes::default();
        for statement in 0..statements.len() {
            let votes = build::votes(pieces, statements.first(statement), statements.first(statement + 1));
            all.0.iter_mut().zip(votes.0).for_each(|(all, vote)| *all += vote);
        }
        TermSeparators(all.0.map(|votes| votes > 0))
    }

    /// Whether a blank stands behind a separator.
    pub fn has_blank(self, separator: TermSeparator) -> bool {
        self.0[separator as usize]
    }
}

/// For each kind of separator, how many more of them have a blank behind them than have none.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SeparatorVotes([i64; 3]);

impl SeparatorVotes {
    /// Counts the separator that is this piece, behind which there is another.
    pub fn count(&mut self, separator: TermSeparator, pieces: &Pieces<'_>, at: usize) {
        let next = at + 1;
        let is_close = matches!(
            pieces.get(next).kind,
            PieceKind::Token(Token::RightParenthesis | Token::RightBracket | Token::RightBrace)
        );
        let is_plain = pieces.get(next).breaks == 0 && pieces.inner_comments(next).is_empty();
        if is_plain && !is_close && pieces.gap_length(at) == 0 {
            self.0[separator as usize] += if pieces.gap_length(next) > 0 { 1 } else { -1 };
        }
    }
}
