//! Parses literals: atoms, comparisons and truth constants, negated or with a condition.
//!
//! An atom, a comparison and the left bound of an aggregate begin alike (`p(X)`, `p(X) = Y`, `p(X) { … }`). So one function
//! reads what they have in common, and returns which of them it is.

use super::terms::{starts_term, BuiltTerm};
use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{
    Atom, ConditionalLiteral, Literal, LiteralKind, Relation, Sign, Term, UnaryOperator,
};
use crate::syntax::lexer::{Lexeme, Token};
use crate::syntax::precedence::WEAKEST;

/// A literal, or the beginning of an aggregate in the place of one.
pub(super) enum LiteralOrAggregate {
    Literal(Literal),
    /// The sign and the left bound of an aggregate, whose function or brace is next.
    Aggregate(Sign, Option<(Term, Relation)>),
}

/// A literal without its sign, or the beginning of an aggregate without its sign.
enum UnsignedLiteralOrAggregate {
    Literal(LiteralKind),
    Aggregate(Option<(Term, Relation)>),
}

impl Parser<'_> {
    /// Parses a literal where no aggregate is allowed.
    pub(super) fn literal(&mut self) -> Parse<Literal> {
        match self.literal_or_aggregate()? {
            LiteralOrAggregate::Literal(literal) => Ok(literal),
            LiteralOrAggregate::Aggregate(..) => {
                let error = Diagnostic::error("an aggregate cannot stand here", self.here()).help(
                    "aggregates stand in bodies and heads, not within conditions and elements: give it a rule of its own, \
                     and use the atom that the rule derives",
                );
                Err(self.report(error))
            }
        }
    }

    /// Parses literals separated by commas; none if the next token ends the condition.
    pub(super) fn condition(&mut self) -> Parse<Vec<Literal>> {
        let mut literals = Vec::new();
        if matches!(
            self.token(),
            Token::Semicolon | Token::Dot | Token::RightBrace | Token::If | Token::EndOfText
        ) {
            return Ok(literals);
        }
        loop {
            literals.push(self.literal()?);
            match self.accept(Token::Comma) {
                Some(comma) => self.separator = Some(comma),
                None => return Ok(literals),
            }
        }
    }

    /// `l` or `l : c, d`
    pub(super) fn conditional_literal(&mut self) -> Parse<ConditionalLiteral> {
        let first = self.cursor.current;
        let literal = self.literal()?;
        let condition = if self.accept(Token::Colon).is_some() { self.condition()? } else { Vec::new() };
        Ok(ConditionalLiteral { literal, condition, span: self.since(first) })
    }

    pub(super) fn literal_or_aggregate(&mut self) -> Parse<LiteralOrAggregate> {
        let first = self.cursor.current;
        let sign = self.sign()?;
        if sign != Sign::Positive {
            self.add_signs(first, first);
        }
        Ok(match self.unsigned()? {
            UnsignedLiteralOrAggregate::Literal(kind) => {
                LiteralOrAggregate::Literal(Literal { sign, kind, span: self.since(first) })
            }
            UnsignedLiteralOrAggregate::Aggregate(bound) => LiteralOrAggregate::Aggregate(sign, bound),
        })
    }

    fn sign(&mut self) -> Parse<Sign> {
        if self.accept(Token::Not).is_none() {
            return Ok(Sign::Positive);
        }
        if self.accept(Token::Not).is_none() {
            return Ok(Sign::Negative);
        }
        if self.token() == Token::Not {
            let error = Diagnostic::error("more than two `not` before one literal", self.here())
                .help("three mean the same as one, four the same as two");
            return Err(self.report(error));
        }
        Ok(Sign::DoubleNegative)
    }

    fn unsigned(&mut self) -> Parse<UnsignedLiteralOrAggregate> {
        let first = self.cursor.current;
        match first.token {
            Token::True | Token::False => {
                self.bump();
                return Ok(UnsignedLiteralOrAggregate::Literal(LiteralKind::Boolean(
                    first.token == Token::True,
                )));
            }
            token if starts_aggregate(token) => return Ok(UnsignedLiteralOrAggregate::Aggregate(None)),
            Token::Ampersand => return Err(self.misplaced_theory_atom()),
            token if starts_term(token) => {}
            _ => return Err(self.unexpected("a literal")),
        }
        if first.token == Token::Identifier
            || (first.token == Token::Minus && self.cursor.second() == Token::Identifier)
        {
            return self.atom_or_term();
        }
        let term = self.term()?;
        self.after_term(term)
    }

    /// Parses an atom, or a term if an operator, a relation or an aggregate follows.
    fn atom_or_term(&mut self) -> Parse<UnsignedLiteralOrAggregate> {
        let first = self.cursor.current;
        let negative = self.accept(Token::Minus).is_some();
        let identifier = self.bump();
        let name = self.name(identifier);
        let pools = self.argument_pools()?;
        let next = self.token();
        if !(super::terms::is_infix(next) || relation(next).is_some() || starts_aggregate(next)) {
            let atom = Atom { name, pools: pools.lists, negative, span: self.since(first) };
            return Ok(UnsignedLiteralOrAggregate::Literal(LiteralKind::Atom(atom)));
        }
        let mut built = self.function_of(name, pools, self.since(identifier))?;
        if negative {
            built = self.unary(UnaryOperator::Minus, built, first)?;
        }
        let BuiltTerm { term, .. } = self.operators(built, WEAKEST)?;
        self.after_term(term)
    }

    /// Parses the rest of a comparison or of the left bound of an aggregate, whose first term has been read.
    fn after_term(&mut self, first: Term) -> Parse<UnsignedLiteralOrAggregate> {
        if starts_aggregate(self.token()) {
            return Ok(UnsignedLiteralOrAggregate::Aggregate(Some((first, Relation::LessEqual))));
        }
        let Some(first_relation) = self.relation() else {
            return Err(self.lone_term(&first));
        };
        if starts_aggregate(self.token()) {
            return Ok(UnsignedLiteralOrAggregate::Aggregate(Some((first, first_relation))));
        }
        let mut chain = vec![(first_relation, self.term()?)];
        loop {
            if let Some(relation) = self.relation() {
                if !starts_aggregate(self.token()) {
                    chain.push((relation, self.term()?));
                    continue;
                }
            } else if !starts_aggregate(self.token()) {
                return Ok(UnsignedLiteralOrAggregate::Literal(LiteralKind::Comparison(first, chain)));
            }
            let (_, last) = chain.last().expect("it has one");
            return Err(self.second_bound(&first, last));
        }
    }

    pub(super) fn relation(&mut self) -> Option<Relation> {
        let relation = relation(self.token())?;
        self.bump();
        Some(relation)
    }

    /// Parses an atom where nothing else is allowed.
    pub(super) fn atom(&mut self) -> Parse<Atom> {
        let first = self.cursor.current;
        let negative = self.accept(Token::Minus).is_some();
        let name: Lexeme = self.expect(Token::Identifier, "an atom")?;
        let name = self.name(name);
        let pools = self.argument_pools()?;
        Ok(Atom { name, pools: pools.lists, negative, span: self.since(first) })
    }
}

fn relation(token: Token) -> Option<Relation> {
    Some(match token {
        Token::Equal => Relation::Equal,
        Token::NotEqual => Relation::NotEqual,
        Token::Less => Relation::Less,
        Token::LessEqual => Relation::LessEqual,
        Token::Greater => Relation::Greater,
        Token::GreaterEqual => Relation::GreaterEqual,
        _ => return None,
    })
}

fn starts_aggregate(token: Token) -> bool {
    matches!(token, Token::LeftBrace | Token::Aggregate(_))
}

/// Whether a literal or aggregate can begin with this token.
pub(super) fn starts_literal(token: Token) -> bool {
    matches!(token, Token::Not | Token::True | Token::False | Token::Ampersand)
        || starts_aggregate(token)
        || starts_term(token)
}
