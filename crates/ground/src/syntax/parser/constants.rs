//! Parses the values of constants: terms that stand for one symbol each.

use super::{Parse, Parser};
use crate::diagnostic::{Diagnostic, Span};
use crate::symbol::Name;
use crate::syntax::ast::Term;
use crate::syntax::lexer::Token;

impl Parser<'_> {
    /// `name = term`
    pub(super) fn definition(&mut self) -> Parse<(Name, Term)> {
        if matches!(self.token(), Token::Variable | Token::Anonymous) {
            let text = self.slice(self.cursor.current);
            let error = Diagnostic::error(format!("`{text}` is a variable, not a constant"), self.here())
                .help("the name of a constant begins with a lower-case letter");
            return Err(self.report(error));
        }
        let name = self.expect(Token::Identifier, "the name of a constant")?;
        self.expect(Token::Equal, "`=`")?;
        self.set_in_constant(true);
        let value = self.single_term(
            "the value of a constant cannot contain",
            "a constant stands for one term: write a rule, and use its predicate in place of the constant",
        );
        self.set_in_constant(false);
        Ok((self.name(name), value?))
    }

    fn set_in_constant(&mut self, now: bool) {
        if let Some(places) = &mut self.places {
            places.in_constant = now;
        }
    }

    /// Parses a term without variables, intervals and pools that stands alone.
    pub(super) fn lone_value(&mut self) -> Parse<Term> {
        self.single_term("one term is asked for, without", "write the value that is meant in its place")
    }

    /// Parses a term without variables, intervals and pools. `refused` is the message for one with them, up to their name.
    fn single_term(&mut self, refused: &str, help: &str) -> Parse<Term> {
        let term = self.term()?;
        match many_valued(&term) {
            None => Ok(term),
            Some((what, span)) => {
                let error = Diagnostic::error(format!("{refused} {what}"), span).help(help);
                Err(self.report(error))
            }
        }
    }
}

/// Finds a subterm that may stand for several terms or for none. Returns what messages call it, and its position.
#[must_use]
pub fn many_valued(term: &Term) -> Option<(&'static str, Span)> {
    match term {
        Term::Symbol(..) => None,
        Term::Variable(_, span) | Term::Anonymous(span) => Some(("a variable", *span)),
        Term::Interval(_, _, span) => Some(("an interval", *span)),
        Term::Pool(_, span) => Some(("a pool", *span)),
        Term::Function(_, lists, span) | Term::Call(_, lists, span) if lists.len() > 1 => {
            Some(("a pool", *span))
        }
        Term::Function(_, lists, _) | Term::Call(_, lists, _) => lists.iter().flatten().find_map(many_valued),
        Term::Tuple(terms, _) => terms.iter().find_map(many_valued),
        Term::Unary(_, operand, _) => many_valued(operand),
        Term::Operation(first, rest, _) => {
            many_valued(first).or_else(|| rest.iter().find_map(|(_, operand)| many_valued(operand)))
        }
    }
}
