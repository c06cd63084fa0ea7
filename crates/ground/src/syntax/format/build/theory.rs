//! Atoms of theories and the definitions of these.

use super::LayoutBuilder;
use crate::syntax::format::pieces::PieceKind;
use crate::syntax::format::tree::LayoutNode;
use crate::syntax::lexer::Token;

impl LayoutBuilder<'_> {
    /// A term of a theory, in which braces are brackets like others.
    pub(super) fn theory_term(&mut self, nodes: &mut Vec<LayoutNode>) {
        while let Some(kind) = self.next() {
            match kind {
                PieceKind::Operator => self.operator(nodes),
                PieceKind::Token(Token::LeftParenthesis | Token::LeftBracket | Token::LeftBrace) => {
                    self.arguments(nodes, Self::theory_term);
                }
                PieceKind::Token(
                    Token::Not
                    | Token::Identifier
                    | Token::Variable
                    | Token::Decimal
                    | Token::Prefixed
                    | Token::String
                    | Token::Inf
                    | Token::Sup,
                ) => self.word(nodes),
                _ => return,
            }
        }
    }

    /// `&name(t) { elements } <= term`
    pub(super) fn theory_atom(&mut self, nodes: &mut Vec<LayoutNode>) {
        self.word(nodes);
        self.word(nodes);
        if self.token() == Some(Token::LeftParenthesis) {
            self.arguments(nodes, Self::term);
        }
        if self.token() == Some(Token::LeftBrace) {
            self.braces(nodes, Self::theory_element);
            if let Some(PieceKind::Operator) = self.next() {
                self.spaced(nodes);
                self.theory_term(nodes);
            }
        }
    }

    /// An element of a theory's atom.
    pub(super) fn theory_element(&mut self, nodes: &mut Vec<LayoutNode>) {
        self.tuple(nodes, Self::theory_term);
        self.conditional(nodes);
    }

    /// Definitions of a theory, or the operators and atoms in it: only `;` separates them.
    pub(super) fn definition(&mut self, nodes: &mut Vec<LayoutNode>) {
        while let Some(kind) = self.next() {
            match kind {
                PieceKind::Token(Token::Semicolon | Token::RightBrace | Token::Dot) => return,
                PieceKind::Token(Token::LeftBrace) => self.braces(nodes, Self::definition),
                PieceKind::Token(Token::Comma) => self.separator(nodes, false),
                PieceKind::Token(Token::Colon) | PieceKind::Operator => self.spaced(nodes),
                _ => self.word(nodes),
            }
        }
    }

    pub(super) fn operator(&mut self, nodes: &mut Vec<LayoutNode>) {
        let next = match self.at + 1 < self.end {
            true => self.pieces.get(self.at + 1).kind,
            false => PieceKind::Token(Token::EndOfText),
        };
        let space = self.spacing.operator(self.pieces.text(self.at), next);
        self.push(nodes, space);
    }
}
