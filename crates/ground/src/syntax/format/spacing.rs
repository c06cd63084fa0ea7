//! Blanks between two words on one line.
//!
//! Terms are written without blanks, as in `p(X,Y+1)`; relations, words and braces have blanks around them, as in
//! `N = #sum { W,X : p(X,W) }`. That is how the Potassco guide and most published encodings are written. Whether a blank stands
//! behind the separators of terms, [`super::separators`] says.

use super::pieces::PieceKind;
use crate::syntax::lexer::Token;

/// The operators of theories that are written without blanks: those that bind strongly, and intervals.
const TIGHT_OPERATORS: [&str; 5] = ["..", "*", "**", "/", "\\"];

/// The end of the text before the next word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing {
    /// The last word.
    last: Option<PieceKind>,
    /// Whether the last word ends an operand, so that an operator behind it has two operands.
    is_operand: bool,
    /// Whether the next word follows directly, as behind `(` and behind a sign.
    is_tight: bool,
}

impl Spacing {
    /// The beginning of a statement.
    pub const START: Spacing = Spacing { last: None, is_operand: false, is_tight: true };

    /// Whether the last word ends an operand.
    pub fn is_operand(&self) -> bool {
        self.is_operand
    }

    /// Returns whether a blank stands before the next word, and advances past that word.
    pub fn word(&mut self, kind: PieceKind) -> bool {
        let token = match kind {
            PieceKind::Token(token) => token,
            PieceKind::Operator | PieceKind::Script => return self.put(kind, !self.is_tight, false, false),
        };
        match token {
            Token::Minus | Token::Tilde if !self.is_operand => self.put(kind, !self.is_tight, false, true),
            _ if is_infix(token) && self.is_operand => self.put(kind, false, false, true),
            Token::At => self.put(kind, !self.is_operand && !self.is_tight, false, true),
            Token::Ampersand => self.put(kind, !self.is_tight, false, true),
            _ => self.put(kind, !self.is_tight, ends_operand(token), false),
        }
    }

    /// An opening bracket, with or without blanks inside.
    pub fn open(&mut self, kind: PieceKind, is_tight: bool) -> bool {
        let is_call = kind == PieceKind::Token(Token::LeftParenthesis)
            && self.last == Some(PieceKind::Token(Token::Identifier));
        self.put(kind, !is_call && !self.is_tight, false, is_tight)
    }

    /// A closing bracket or bar, which may end an operand.
    pub fn close(&mut self, kind: PieceKind, is_operand: bool) {
        self.put(kind, false, is_operand, false);
    }

    /// A separator. `is_tight` says whether the next word follows directly. A colon never touches the word behind it: the
    /// two could be another token or an operator of a theory.
    pub fn separator(&mut self, kind: PieceKind, is_tight: bool) -> bool {
        let space = matches!(self.last, Some(PieceKind::Token(Token::Colon | Token::If | Token::WeakIf)))
            || kind == PieceKind::Token(Token::Bar);
        self.put(kind, space, false, is_tight)
    }

    /// A word with blanks on both sides, such as `:-`.
    pub fn spaced(&mut self, kind: PieceKind) -> bool {
        self.put(kind, true, false, false)
    }

    /// An operator of a theory; `next` is the kind of the word behind it. Operators that touch would be one operator.
    pub fn operator(&mut self, text: &str, next: PieceKind) -> bool {
        let follows = self.last == Some(PieceKind::Operator);
        let leads = next == PieceKind::Operator;
        if self.is_operand {
            let is_tight = TIGHT_OPERATORS.contains(&text) && !leads;
            self.put(PieceKind::Operator, !is_tight, false, is_tight)
        } else {
            self.put(PieceKind::Operator, follows || !self.is_tight, false, !leads)
        }
    }

    fn put(&mut self, last: PieceKind, space: bool, is_operand: bool, is_tight: bool) -> bool {
        *self = Spacing { last: Some(last), is_operand, is_tight };
        space
    }
}

fn ends_operand(token: Token) -> bool {
    use Token::{
        Anonymous, Decimal, False, Identifier, Inf, Prefixed, RightBracket, RightParenthesis, String, Sup,
        True, Variable,
    };
    matches!(
        token,
        Anonymous
            | Decimal
            | False
            | Identifier
            | Inf
            | Prefixed
            | RightBracket
            | RightParenthesis
            | String
            | Sup
            | True
            | Variable
    )
}

fn is_infix(token: Token) -> bool {
    use Token::{Ampersand, Backslash, Caret, DotDot, Minus, Plus, Question, Slash, Star, StarStar};
    matches!(
        token,
        Ampersand | Backslash | Caret | DotDot | Minus | Plus | Question | Slash | Star | StarStar
    )
}
