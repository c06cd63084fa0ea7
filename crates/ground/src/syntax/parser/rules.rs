//! Parses rules: heads and bodies.

use super::diagnose::StatementKind;
use super::literals::LiteralOrAggregate;
use super::terms::all_symbols;
use super::{Parse, Parser};
use crate::diagnostic::{Diagnostic, Span};
use crate::symbol::Symbol;
use crate::syntax::ast::{
    BodyLiteral, ConditionalLiteral, Facts, Head, Literal, LiteralKind, Relation, Rule, Sign, Signature, Term,
};
use crate::syntax::lexer::Token;

impl Parser<'_> {
    /// Parses a rule, fact or constraint. Returns `None` for a fact of symbols, which is added to `facts`.
    pub(super) fn rule(&mut self, facts: &mut Facts) -> Parse<Option<Rule>> {
        let first = self.cursor.current;
        let head = if self.token() == Token::If {
            let kind = LiteralKind::Boolean(false);
            Head::Literal(Literal { sign: Sign::Positive, kind, span: self.here() })
        } else {
            self.in_head = true;
            self.head()?
        };
        let mut body = Vec::new();
        if self.accept(Token::If).is_some() {
            body = self.body()?;
            self.end_body(StatementKind::Rule)?;
        } else {
            self.end_statement(StatementKind::Rule, "`:-` or `.`")?;
        }
        let span = self.since(first);
        if body.is_empty() && !self.as_written() {
            if let Some((signature, arguments)) = plain_head(&head) {
                facts.push(signature, &arguments, span);
                return Ok(None);
            }
        }
        Ok(Some(Rule { head, body, span }))
    }

    /// Warns if the first literal of a head is a comparison that has `<-` in it, which reads as `<` and `-`, or compares two atoms
    /// by `<=`. Returns whether it does.
    fn warn_of_arrow(&mut self, literal: &Literal) -> bool {
        let LiteralKind::Comparison(first, rest) = &literal.kind else { return false };
        let text = &self.text[literal.span.range()];
        let compares = |term: &Term| matches!(term, Term::Function(..));
        let at = match rest.as_slice() {
            _ if text.contains('"') => None,
            [(Relation::LessEqual, second)] if compares(first) && compares(second) => {
                text.find("<=").map(|at| (at, "compares terms"))
            }
            _ => text.find("<-").map(|at| (at, "compares: it is `<` and `-`")),
        };
        let Some((at, meaning)) = at.filter(|_| self.token() != Token::If) else { return false };
        let start = literal.span.start + at as u32;
        let arrow = Span { start, end: start + 2, ..literal.span };
        let help = self.arrow_to_the_left(&arrow.range());
        let written = &self.text[arrow.range()];
        self.warn(Diagnostic::warning(format!("`{written}` in a head {meaning}"), arrow).help(help));
        true
    }

    fn head(&mut self) -> Parse<Head> {
        let first = self.cursor.current;
        if first.token == Token::Ampersand {
            return Ok(Head::Theory(self.theory_atom()?));
        }
        let literal = match self.literal_or_aggregate()? {
            LiteralOrAggregate::Literal(literal) => literal,
            LiteralOrAggregate::Aggregate(Sign::Positive, left) => {
                let head = match self.token() {
                    Token::LeftBrace => Head::Choice(self.set_aggregate(first, left)?),
                    _ => Head::Aggregate(self.head_aggregate(first, left)?),
                };
                self.in_head = true;
                return Ok(head);
            }
            LiteralOrAggregate::Aggregate(..) => {
                let error = Diagnostic::error("`not` before an aggregate in a head", self.span(first))
                    .help("move the aggregate into the body of a constraint `:- …`");
                return Err(self.report(error));
            }
        };
        let has_arrow = self.warn_of_arrow(&literal);
        if !matches!(self.token(), Token::Colon | Token::Semicolon | Token::Bar | Token::Comma) {
            return Ok(Head::Literal(literal));
        }
        let mut elements = vec![self.conditional(literal)?];
        let mut comma = None;
        while let Some(separator) = self.head_separator() {
            if separator == Token::Comma {
                self.separator = Some(self.cursor.previous);
                // One warning for each head is enough.
                comma.get_or_insert(self.cursor.previous);
            }
            elements.push(self.conditional_literal()?);
        }
        if let Some(comma) = comma.filter(|_| !has_arrow && !self.is_at_arrow()) {
            let warning = Diagnostic::warning("`,` in a head means \"or\"", self.span(comma))
                .help("write `;` if one of them is to hold; if all of them are to, write a rule for each");
            self.warn(warning);
        }
        match elements.as_slice() {
            [only] if only.condition.is_empty() && !self.as_written() => {
                Ok(Head::Literal(elements.swap_remove(0).literal))
            }
            _ => Ok(Head::Disjunction(elements)),
        }
    }

    fn head_separator(&mut self) -> Option<Token> {
        matches!(self.token(), Token::Semicolon | Token::Bar | Token::Comma).then(|| self.bump().token)
    }

    /// Parses the condition of a literal that has been read.
    fn conditional(&mut self, literal: Literal) -> Parse<ConditionalLiteral> {
        let condition = if self.accept(Token::Colon).is_some() { self.condition()? } else { Vec::new() };
        let span = literal.span.to(self.span(self.cursor.previous));
        Ok(ConditionalLiteral { literal, condition, span })
    }

    /// Parses literals and aggregates up to the dot; none if the dot is next.
    pub(super) fn body(&mut self) -> Parse<Vec<BodyLiteral>> {
        self.in_head = false;
        let mut body = Vec::new();
        if self.token() == Token::Dot {
            return Ok(body);
        }
        loop {
            body.push(self.body_literal()?);
            if !matches!(self.token(), Token::Comma | Token::Semicolon) {
                return Ok(body);
            }
            self.separator = Some(self.bump());
        }
    }

    fn body_literal(&mut self) -> Parse<BodyLiteral> {
        let first = self.cursor.current;
        if let Some((sign, atom)) = self.signed_theory_atom()? {
            return Ok(BodyLiteral::Theory(sign, atom));
        }
        Ok(match self.literal_or_aggregate()? {
            LiteralOrAggregate::Literal(literal) if self.token() == Token::Colon => {
                BodyLiteral::Conditional(self.conditional(literal)?)
            }
            LiteralOrAggregate::Literal(literal) => BodyLiteral::Literal(literal),
            LiteralOrAggregate::Aggregate(sign, left) if self.token() == Token::LeftBrace => {
                BodyLiteral::Set(sign, self.set_aggregate(first, left)?)
            }
            LiteralOrAggregate::Aggregate(sign, left) => {
                BodyLiteral::Aggregate(sign, self.body_aggregate(first, left)?)
            }
        })
    }

    /// Parses the dot behind a body.
    pub(super) fn end_body(&mut self, kind: StatementKind) -> Parse<()> {
        if self.token() == Token::If {
            return Err(self.second_if());
        }
        self.end_statement(kind, "`,`, `;` or `.`")
    }

    /// Parses `: body`, if there is one, and the dot.
    pub(super) fn optional_body(&mut self, kind: StatementKind) -> Parse<Vec<BodyLiteral>> {
        if self.accept(Token::Colon).is_none() {
            self.end_statement(kind, "`:` or `.`")?;
            return Ok(Vec::new());
        }
        let body = self.body()?;
        self.end_body(kind)?;
        Ok(body)
    }
}

/// Returns predicate and arguments of a head that, without a body, is a plain fact.
fn plain_head(head: &Head) -> Option<(Signature, Vec<Symbol>)> {
    let Head::Literal(Literal { sign: Sign::Positive, kind: LiteralKind::Atom(atom), .. }) = head else {
        return None;
    };
    let [arguments] = atom.pools.as_slice() else { return None };
    let arguments = all_symbols(arguments)?;
    let arity = u32::try_from(arguments.len()).ok()?;
    Some((Signature { name: atom.name, arity, negative: atom.negative }, arguments))
}
