//! Atoms of theories and the definitions of these.

use super::Builder;
use crate::syntax::format::pieces::Kind;
use crate::syntax::format::tree::Node;
use crate::syntax::lexer::Token;

impl Builder<'_> {
    /// A term of a theory, in which braces are brackets like others.
    pub(super) fn theory_term(&mut self, nodes: &mut Vec<Node>) {
        while let Some(kind) = self.next() {
            match kind {
                Kind::Operator => self.operator(nodes),
                Kind::Token(Token::LeftParenthesis | Token::LeftBracket | Token::LeftBrace) => {
                    self.arguments(nodes, Self::theory_term);
                }
                Kind::Token(
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
    pub(super) fn theory_atom(&mut self, nodes: &mut Vec<Node>) {
        self.word(nodes);
        self.word(nodes);
        if self.token() == Some(Token::LeftParenthesis) {
            self.arguments(nodes, Self::term);
        }
        if self.token() == Some(Token::LeftBrace) {
            self.braces(nodes, Self::theory_element);
            if let Some(Kind::Operator) = self.next() {
                self.spaced(nodes);
                self.theory_term(nodes);
            }
        }
    }

    /// An element of a theory's atom.
    pub(super) fn theory_element(&mut self, nodes: &mut Vec<Node>) {
        self.tuple(nodes, Self::theory_term);
        self.conditional(nodes);
    }

    /// Definitions of a theory, or the operators and atoms in it: only `;` separates them.
    pub(super) fn definition(&mut self, nodes: &mut Vec<Node>) {
        while let Some(kind) = self.next() {
            match kind {
                Kind::Token(Token::Semicolon | Token::RightBrace | Token::Dot) => return,
                Kind::Token(Token::LeftBrace) => self.braces(nodes, Self::definition),
                Kind::Token(Token::Comma) => self.separator(nodes, false),
                Kind::Token(Token::Colon) | Kind::Operator => self.spaced(nodes),
                _ => self.word(nodes),
            }
        }
    }

    pub(super) fn operator(&mut self, nodes: &mut Vec<Node>) {
        let next = match self.at + 1 < self.end {
            true => self.pieces.get(self.at + 1).kind,
            false => Kind::Token(Token::EndOfText),
        };
        let space = self.spacing.operator(self.pieces.text(self.at), next);
        self.push(nodes, space);
    }
}
