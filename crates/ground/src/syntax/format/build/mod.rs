//! Builds the layout tree of a statement from its pieces.
//!
//! The program has been parsed, so brackets are known to match and every token is where it may stand. All that is read here
//! is which lists there are, and which blanks.

mod theory;

use super::pieces::{PieceKind, Pieces};
use super::separators::{SeparatorVotes, TermSeparator, TermSeparators};
use super::spacing::Spacing;
use super::tree::{Item, LayoutNode, List, ListKind};
use crate::syntax::lexer::Token;

/// Brackets that nest more deeply are words: terms may nest to any depth, and this module recurses.
const DEEPEST: usize = 50;

/// The separators of bodies, and of arguments with pools.
const BODY: &[Token] = &[Token::Comma, Token::Semicolon];

/// Returns the tree of a statement: of the pieces in a range, the dot and the bracket behind it included.
pub(super) fn statement(
    pieces: &Pieces<'_>,
    separators: TermSeparators,
    first: usize,
    end: usize,
) -> Vec<LayoutNode> {
    let mut nodes = Vec::new();
    LayoutBuilder::new(pieces, separators, first, end).statement(&mut nodes);
    nodes
}

/// Counts the separators of a statement that have a blank behind them.
pub(super) fn votes(pieces: &Pieces<'_>, first: usize, end: usize) -> SeparatorVotes {
    let mut builder = LayoutBuilder::new(pieces, TermSeparators::default(), first, end);
    builder.statement(&mut Vec::new());
    builder.votes
}

struct LayoutBuilder<'a> {
    pieces: &'a Pieces<'a>,
    separators: TermSeparators,
    votes: SeparatorVotes,
    at: usize,
    end: usize,
    spacing: Spacing,
    /// The number of brackets around the next piece.
    depth: usize,
    /// Whether the writer has broken the line before the last separator: the break goes behind it.
    is_broken: bool,
}

impl<'a> LayoutBuilder<'a> {
    fn new(pieces: &'a Pieces<'a>, separators: TermSeparators, first: usize, end: usize) -> Self {
        let votes = SeparatorVotes::default();
        LayoutBuilder {
            pieces,
            separators,
            votes,
            at: first,
            end,
            spacing: Spacing::START,
            depth: 0,
            is_broken: false,
        }
    }

    fn statement(&mut self, nodes: &mut Vec<LayoutNode>) {
        use Token::{
            Const, Defined, Edge, External, Heuristic, Include, Maximize, Minimize, Program, Project, Show,
        };
        match self.token() {
            Some(Token::If | Token::WeakIf) => self.body(ListKind::Constraint, nodes),
            Some(Token::Theory) => {
                self.word(nodes);
                self.definition(nodes);
            }
            Some(Include) => self.include(nodes),
            Some(
                Const | Defined | Edge | External | Heuristic | Maximize | Minimize | Program | Project
                | Show,
            ) => {
                self.word(nodes);
                self.term(nodes);
                if self.token() == Some(Token::Colon) {
                    self.body(ListKind::Body, nodes);
                }
            }
            _ => {
                let separators = &[Token::Semicolon, Token::Bar, Token::Comma];
                self.list(ListKind::Head, separators, nodes, Self::conditional);
                if self.token() == Some(Token::If) {
                    self.body(ListKind::Body, nodes);
                }
            }
        }
        if self.token() == Some(Token::Dot) {
            self.separator(nodes, false);
            self.list(ListKind::Weight, &[], nodes, Self::term);
        }
        // The parser accepts nothing else, so this is empty.
        while self.at < self.end {
            self.word(nodes);
        }
    }

    /// `:-` or its like, and a body.
    fn body(&mut self, kind: ListKind, nodes: &mut Vec<LayoutNode>) {
        self.carry(nodes);
        self.spaced(nodes);
        self.list(kind, BODY, nodes, Self::conditional);
    }

    /// `#include <incmode>` and `#include "file"`.
    fn include(&mut self, nodes: &mut Vec<LayoutNode>) {
        self.word(nodes);
        if self.token() == Some(Token::Less) {
            self.open(nodes, true);
            self.word(nodes);
            self.separator(nodes, false);
        } else {
            self.word(nodes);
        }
    }

    /// A literal or aggregate with its condition; in the head of an aggregate, its elements have two colons.
    fn conditional(&mut self, nodes: &mut Vec<LayoutNode>) {
        self.term(nodes);
        while self.token() == Some(Token::Colon) {
            self.carry(nodes);
            self.spaced(nodes);
            self.list(ListKind::Condition, &[Token::Comma], nodes, Self::term);
        }
    }

    /// An element of an aggregate or objective: a tuple with its condition.
    fn element(&mut self, nodes: &mut Vec<LayoutNode>) {
        self.tuple(nodes, Self::term);
        self.conditional(nodes);
    }

    /// Terms and the commas between them, as words.
    fn tuple(&mut self, nodes: &mut Vec<LayoutNode>, term: impl Fn(&mut Self, &mut Vec<LayoutNode>)) {
        term(self, nodes);
        while self.token() == Some(Token::Comma) {
            self.list_separator(ListKind::Tuple, nodes);
            term(self, nodes);
        }
    }

    /// The words up to a separator or closing bracket: a term, a literal, or an aggregate.
    fn term(&mut self, nodes: &mut Vec<LayoutNode>) {
        while let Some(kind) = self.next() {
            match kind {
                PieceKind::Script => return,
                PieceKind::Operator => self.operator(nodes),
                PieceKind::Token(token) => match token {
                    Token::Comma
                    | Token::Semicolon
                    | Token::Colon
                    | Token::If
                    | Token::Dot
                    | Token::RightBrace
                    | Token::RightBracket
                    | Token::RightParenthesis => return,
                    // A bar behind an operand closes an absolute value or separates alternatives.
                    Token::Bar if self.spacing.is_operand() => return,
                    Token::Bar => self.absolute(nodes),
                    Token::LeftParenthesis | Token::LeftBracket => self.arguments(nodes, Self::term),
                    Token::LeftBrace => self.braces(nodes, Self::element),
                    Token::Ampersand if !self.spacing.is_operand() => self.theory_atom(nodes),
                    _ => self.word(nodes),
                },
            }
        }
    }

    /// A list between braces with blanks inside.
    fn braces(&mut self, nodes: &mut Vec<LayoutNode>, element: impl Fn(&mut Self, &mut Vec<LayoutNode>)) {
        self.open(nodes, false);
        self.bracketed(ListKind::Braces, &[Token::Semicolon], nodes, element);
    }

    /// A list between brackets without blanks inside.
    fn arguments(&mut self, nodes: &mut Vec<LayoutNode>, term: impl Fn(&mut Self, &mut Vec<LayoutNode>)) {
        let kind = self.bracket();
        self.open(nodes, true);
        if self.depth >= DEEPEST {
            self.flat(Some(kind), nodes);
        } else {
            self.bracketed(kind, BODY, nodes, term);
        }
    }

    /// The kind of the list behind the next piece, a bracket without a blank behind it.
    fn bracket(&self) -> ListKind {
        match self.token() {
            Some(Token::LeftParenthesis) => ListKind::Arguments,
            _ => ListKind::Tuple,
        }
    }

    /// A list behind its opening bracket, up to the closing one.
    fn bracketed(
        &mut self,
        kind: ListKind,
        separators: &[Token],
        nodes: &mut Vec<LayoutNode>,
        item: impl Fn(&mut Self, &mut Vec<LayoutNode>),
    ) {
        self.depth += 1;
        let items = self.items(kind, separators, item);
        self.depth -= 1;
        let close = self.next().map(|closing| {
            // Behind the braces of an aggregate, a minus is a sign.
            self.spacing.close(closing, kind != ListKind::Braces);
            self.at += 1;
            self.at - 1
        });
        nodes.push(LayoutNode::List(List::new(kind, items, close, self.pieces)));
    }

    /// All up to the bracket or bar that closes the last one, as words. `kind` is that of the list between brackets.
    fn flat(&mut self, kind: Option<ListKind>, nodes: &mut Vec<LayoutNode>) {
        let mut open = vec![kind];
        while let (Some(kind), Some(&list)) = (self.next(), open.last()) {
            let PieceKind::Token(token) = kind else {
                self.operator(nodes);
                continue;
            };
            match token {
                Token::RightParenthesis | Token::RightBracket | Token::RightBrace => {
                    open.pop();
                    self.close(nodes);
                }
                Token::Bar if self.spacing.is_operand() => {
                    open.pop();
                    self.close(nodes);
                }
                Token::LeftParenthesis | Token::LeftBracket | Token::LeftBrace | Token::Bar => {
                    open.push((token != Token::Bar).then(|| self.bracket()));
                    self.open(nodes, true);
                }
                Token::Comma | Token::Semicolon => match list {
                    Some(list) => {
                        self.list_separator(list, nodes);
                    }
                    None => self.separator(nodes, true),
                },
                _ => self.word(nodes),
            }
        }
    }

    /// `|t;u|`
    fn absolute(&mut self, nodes: &mut Vec<LayoutNode>) {
        self.open(nodes, true);
        if self.depth >= DEEPEST {
            return self.flat(None, nodes);
        }
        self.depth += 1;
        self.term(nodes);
        while self.token() == Some(Token::Semicolon) {
            self.separator(nodes, true);
            self.term(nodes);
        }
        self.depth -= 1;
        self.close(nodes);
    }

    /// Appends a list of items, up to a token that does not separate them, if there are any.
    fn list(
        &mut self,
        kind: ListKind,
        separators: &[Token],
        nodes: &mut Vec<LayoutNode>,
        item: impl Fn(&mut Self, &mut Vec<LayoutNode>),
    ) {
        let items = self.items(kind, separators, item);
        if !items.is_empty() {
            nodes.push(LayoutNode::List(List::new(kind, items, None, self.pieces)));
        }
    }

    fn items(
        &mut self,
        kind: ListKind,
        separators: &[Token],
        item: impl Fn(&mut Self, &mut Vec<LayoutNode>),
    ) -> Vec<Item> {
        let mut items = Vec::new();
        let mut space = true;
        loop {
            let first = self.at;
            let is_broken = std::mem::take(&mut self.is_broken) || self.begins_line();
            let mut nodes = Vec::new();
            item(self, &mut nodes);
            let goes_on = self.token().is_some_and(|token| separators.contains(&token));
            let had_space = space;
            if goes_on {
                self.carry(&nodes);
                space = self.list_separator(kind, &mut nodes);
            }
            if self.at == first {
                return items;
            }
            items.push(Item::new(nodes, is_broken, had_space, self.pieces));
            if !goes_on {
                return items;
            }
        }
    }

    /// Whether the next piece begins a line.
    fn begins_line(&self) -> bool {
        if self.at == self.end || self.pieces.get(self.at).begins_statement {
            return false;
        }
        let comments = self.pieces.inner_comments(self.at);
        self.pieces.get(self.at).breaks > 0 || comments.iter().any(|comment| comment.breaks > 0)
    }

    /// The kind of the next piece of the statement.
    fn next(&self) -> Option<PieceKind> {
        (self.at < self.end).then(|| self.pieces.get(self.at).kind)
    }

    fn token(&self) -> Option<Token> {
        match self.next()? {
            PieceKind::Token(token) => Some(token),
            _ => None,
        }
    }

    fn word(&mut self, nodes: &mut Vec<LayoutNode>) {
        let Some(kind) = self.next() else { return };
        let space = self.spacing.word(kind);
        self.push(nodes, space);
    }

    fn spaced(&mut self, nodes: &mut Vec<LayoutNode>) {
        let Some(kind) = self.next() else { return };
        let space = self.spacing.spaced(kind);
        self.push(nodes, space);
    }

    fn open(&mut self, nodes: &mut Vec<LayoutNode>, is_tight: bool) {
        let Some(kind) = self.next() else { return };
        let space = self.spacing.open(kind, is_tight);
        self.push(nodes, space);
    }

    /// The bracket or bar behind an operand.
    fn close(&mut self, nodes: &mut Vec<LayoutNode>) {
        let Some(kind) = self.next() else { return };
        self.spacing.close(kind, true);
        self.push(nodes, false);
    }

    fn separator(&mut self, nodes: &mut Vec<LayoutNode>, is_tight: bool) {
        let Some(kind) = self.next() else { return };
        let space = self.spacing.separator(kind, is_tight);
        self.push(nodes, space);
    }

    /// A separator in a list of this kind. Returns whether a blank stands behind it.
    fn list_separator(&mut self, kind: ListKind, nodes: &mut Vec<LayoutNode>) -> bool {
        let separator = match (kind, self.token()) {
            (ListKind::Arguments, Some(Token::Semicolon)) => TermSeparator::Pool,
            (ListKind::Arguments, _) => TermSeparator::Argument,
            (ListKind::Tuple, _) => TermSeparator::Tuple,
            _ => {
                self.separator(nodes, false);
                return true;
            }
        };
        if self.at + 1 < self.end {
            self.votes.count(separator, self.pieces, self.at);
        }
        let space = self.separators.has_blank(separator);
        self.separator(nodes, !space);
        space
    }

    /// Notes whether the writer has broken the line before the next piece, a separator behind `nodes`: the break goes behind
    /// it. One behind a comment stays where it is.
    fn carry(&mut self, nodes: &[LayoutNode]) {
        let has_comments = !self.pieces.inner_comments(self.at).is_empty();
        self.is_broken = !nodes.is_empty() && self.pieces.get(self.at).breaks > 0 && !has_comments;
    }

    fn push(&mut self, nodes: &mut Vec<LayoutNode>, space: bool) {
        nodes.push(LayoutNode::Word { piece: self.at, space });
        self.at += 1;
    }
}
