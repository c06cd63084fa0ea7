//! Parses aggregates in heads and bodies, from the brace or the function's name on.

use super::terms::starts_term;
use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::syntax::aggregate::AggregateFunction;
use crate::syntax::ast::{BodyAggregate, Guards, HeadAggregate, Relation, SetAggregate, Term};
use crate::syntax::lexer::{Lexeme, Token};

/// The left bound of an aggregate.
pub(super) type Bound = Option<(Term, Relation)>;

impl Parser<'_> {
    /// `{ a : c ; b } u`
    pub(super) fn set_aggregate(&mut self, first: Lexeme, left: Bound) -> Parse<SetAggregate> {
        let opening = self.bump();
        let elements = self.elements(opening, Parser::conditional_literal)?;
        let right = self.right_bound()?;
        Ok(SetAggregate { guards: Guards { left, right }, elements, span: self.since(first) })
    }

    /// `#sum { w,t : c } u`
    pub(super) fn body_aggregate(&mut self, first: Lexeme, left: Bound) -> Parse<BodyAggregate> {
        let (function, opening) = self.function_and_brace()?;
        let elements = self.elements(opening, |parser| {
            let tuple = parser.element_tuple()?;
            let condition =
                if parser.accept(Token::Colon).is_some() { parser.condition()? } else { Vec::new() };
            Ok((tuple, condition))
        })?;
        let right = self.right_bound()?;
        Ok(BodyAggregate { function, guards: Guards { left, right }, elements, span: self.since(first) })
    }

    /// `#sum { w,t : a : c } u`
    pub(super) fn head_aggregate(&mut self, first: Lexeme, left: Bound) -> Parse<HeadAggregate> {
        let (function, opening) = self.function_and_brace()?;
        let elements = self.elements(opening, |parser| {
            let tuple = parser.element_tuple()?;
            if parser.accept(Token::Colon).is_none() {
                return Err(parser.unexpected("`,`, or `:` and the atom to derive"));
            }
            Ok((tuple, parser.conditional_literal()?))
        })?;
        let right = self.right_bound()?;
        Ok(HeadAggregate { function, guards: Guards { left, right }, elements, span: self.since(first) })
    }

    fn function_and_brace(&mut self) -> Parse<(AggregateFunction, Lexeme)> {
        let Token::Aggregate(function) = self.bump().token else {
            unreachable!("a function begins an aggregate")
        };
        let opening = self.expect(Token::LeftBrace, "`{`")?;
        Ok((function, opening))
    }

    /// Parses the terms before the first colon of an element.
    fn element_tuple(&mut self) -> Parse<Vec<Term>> {
        match self.token() {
            Token::Colon => Ok(Vec::new()),
            _ => self.terms(),
        }
    }

    /// Parses elements separated by semicolons, and the closing brace.
    pub(super) fn elements<T>(
        &mut self,
        opening: Lexeme,
        mut element: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        self.in_head = false;
        let mut elements = Vec::new();
        if self.accept(Token::RightBrace).is_some() {
            return Ok(elements);
        }
        loop {
            elements.push(element(self)?);
            match self.token() {
                Token::RightBrace => {
                    self.bump();
                    return Ok(elements);
                }
                Token::Semicolon => {
                    self.bump();
                }
                Token::Comma => {
                    let error = Diagnostic::error("`,` between elements", self.here())
                        .related(self.span(opening), "of the set that begins here")
                        .help("separate elements by `;`: `,` joins the literals of one element's condition");
                    return Err(self.report(error));
                }
                _ => return Err(self.unclosed(opening, "`;` or `}`")),
            }
        }
    }

    fn right_bound(&mut self) -> Parse<Option<(Relation, Term)>> {
        if let Some(relation) = self.relation() {
            return Ok(Some((relation, self.term()?)));
        }
        if !starts_term(self.token()) {
            return Ok(None);
        }
        if self.token() == Token::Identifier && self.on_new_line() {
            let text = self.slice(self.cursor.current);
            let warning = Diagnostic::warning(
                format!("`{text}` is read as the upper bound of the set before it"),
                self.here(),
            )
            .help("end the line before with `.` if a new rule begins here, or else put the bound behind its `}`");
            self.warn(warning);
        }
        Ok(Some((Relation::LessEqual, self.term()?)))
    }
}
