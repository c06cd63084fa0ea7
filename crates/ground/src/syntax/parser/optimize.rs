//! Parses `#minimize`, `#maximize` and weak constraints.

use super::diagnose::StatementKind;
use super::places::ElementPlace;
use super::{Parse, Parser};
use crate::diagnostic::Span;
use crate::syntax::ast::{BodyLiteral, Optimize, OptimizeElement, Term};
use crate::syntax::lexer::{Lexeme, Token};

/// `w@p,t`: the weight, priority and tuple of an element.
struct Weight {
    weight: Term,
    priority: Option<Term>,
    tuple: Vec<Term>,
    /// The span of weight and priority.
    span: Span,
}

impl Parser<'_> {
    /// `#minimize { w@p,t : c ; … }.`
    pub(super) fn optimize(&mut self) -> Parse<Optimize> {
        let first = self.bump();
        let opening = self.expect(Token::LeftBrace, "`{`")?;
        let elements = self.elements(opening, |parser| {
            let begin = parser.cursor.current;
            let Weight { weight, priority, tuple, span } = parser.weight()?;
            let condition =
                if parser.accept(Token::Colon).is_some() { parser.condition()? } else { Vec::new() };
            parser.add_element(&weight, span, begin);
            let condition = condition.into_iter().map(BodyLiteral::Literal).collect();
            Ok(OptimizeElement { weight, priority, tuple, condition })
        })?;
        self.end_statement(StatementKind::Directive, "`.`")?;
        Ok(Optimize { maximize: first.token == Token::Maximize, elements, span: self.since(first) })
    }

    /// `:~ body. [w@p,t]`
    pub(super) fn weak_constraint(&mut self) -> Parse<Optimize> {
        let first = self.bump();
        let condition = self.body()?;
        self.end_body(StatementKind::WeakConstraint)?;
        if self.token() != Token::LeftBracket {
            return Err(self.missing_weight(first));
        }
        let opening = self.bump();
        let Weight { weight, priority, tuple, span } = self.weight()?;
        self.add_element(&weight, span, first);
        self.close(opening, Token::RightBracket, "`,` or `]`")?;
        let element = OptimizeElement { weight, priority, tuple, condition };
        Ok(Optimize { maximize: false, elements: vec![element], span: self.since(first) })
    }

    fn add_element(&mut self, weight: &Term, weighted: Span, begin: Lexeme) {
        let place =
            ElementPlace { weight: weighted, whole: self.since(begin), next: self.cursor.current.start };
        if let Some(places) = &mut self.places {
            places.add_element(weight, place);
        }
    }

    fn weight(&mut self) -> Parse<Weight> {
        let first = self.cursor.current;
        let weight = self.term()?;
        let priority = if self.accept(Token::At).is_some() { Some(self.term()?) } else { None };
        let span = self.since(first);
        let tuple = if self.accept(Token::Comma).is_some() { self.terms()? } else { Vec::new() };
        Ok(Weight { weight, priority, tuple, span })
    }
}
