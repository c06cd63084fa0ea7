//! Conversion of literals, aggregates, and conditional literals.

use groundplan::diagnostic::Span;
use groundplan::syntax::aggregate::AggregateFunction;
use groundplan::syntax::ast::{
    BodyAggregate, BodyLiteral, ConditionalLiteral, Guards, HeadAggregate, Literal, LiteralKind, Relation,
    SetAggregate, Sign, Term,
};

use super::{node_without_place, number, Reader};
use crate::error::{Error, Result};
use crate::syntax::kind::Kind;
use crate::syntax::node::Node;
use crate::syntax::value::Value;

impl Reader<'_> {
    pub(super) fn body(&mut self, body: &[BodyLiteral]) -> Result<Value> {
        self.list(body, |reader, literal| match literal {
            BodyLiteral::Literal(literal) => reader.literal(literal),
            BodyLiteral::Conditional(conditional) => reader.conditional(conditional, conditional.span),
            BodyLiteral::Aggregate(sign, aggregate) => {
                let span = reader.behind_sign(*sign, aggregate.span);
                let atom = reader.body_aggregate(aggregate, span)?;
                reader.signed(*sign, atom, span)
            }
            BodyLiteral::Set(sign, set) => {
                let span = reader.behind_sign(*sign, set.span);
                let atom = reader.set(set, span)?;
                reader.signed(*sign, atom, span)
            }
            BodyLiteral::Theory(sign, atom) => {
                let span = reader.behind_sign(*sign, atom.span);
                let atom = reader.theory_atom(atom)?;
                reader.signed(*sign, atom, span)
            }
        })
    }

    pub(super) fn literals(&mut self, literals: &[Literal]) -> Result<Value> {
        self.list(literals, Reader::literal)
    }

    pub(super) fn literal(&mut self, literal: &Literal) -> Result<Node> {
        let atom = match &literal.kind {
            LiteralKind::Boolean(value) => {
                let value = *value != (literal.sign == Sign::Negative);
                return self.truth(value, literal.span);
            }
            LiteralKind::Atom(atom) => self.atom(atom)?,
            LiteralKind::Comparison(term, guards) => {
                let values = [
                    self.held(term)?,
                    self.list(guards, |reader, (relation, term)| reader.guard(*relation, term))?,
                ];
                node_without_place(Kind::Comparison, values)
            }
        };
        self.signed(literal.sign, atom, literal.span)
    }

    /// Creates the literal `#true` or `#false`; its negation is part of the value.
    pub(super) fn truth(&mut self, value: bool, span: Span) -> Result<Node> {
        let atom = node_without_place(Kind::BooleanConstant, [number(value)]);
        self.signed(Sign::Positive, atom, span)
    }

    fn signed(&self, sign: Sign, atom: Node, span: Span) -> Result<Node> {
        let sign = match sign {
            Sign::Positive => 0,
            Sign::Negative => 1,
            Sign::DoubleNegative => 2,
        };
        Ok(self.node(Kind::Literal, span, [number(sign), Value::Node(atom)]))
    }

    /// Returns the location of an aggregate or theory atom. With a sign, it ends where the first `not` ends, as in clingo.
    fn behind_sign(&self, sign: Sign, span: Span) -> Span {
        match sign {
            Sign::Positive => span,
            _ => self.tree.places.signed(span),
        }
    }

    fn guard(&mut self, relation: Relation, term: &Term) -> Result<Node> {
        let relation = match relation {
            Relation::Greater => 0,
            Relation::Less => 1,
            Relation::LessEqual => 2,
            Relation::GreaterEqual => 3,
            Relation::NotEqual => 4,
            Relation::Equal => 5,
        };
        let term = self.held(term)?;
        Ok(node_without_place(Kind::Guard, [number(relation), term]))
    }

    /// Returns the left and the right guard of an aggregate. A single guard is always the left one.
    fn guards(&mut self, guards: &Guards) -> Result<(Value, Value)> {
        let mut bound = |relation, term| Ok::<_, Error>(Value::Node(self.guard(relation, term)?));
        Ok(match (&guards.left, &guards.right) {
            (None, None) => (Value::Missing, Value::Missing),
            (Some((left, relation)), None) => (bound(*relation, left)?, Value::Missing),
            (None, Some((relation, right))) => (bound(turned(*relation), right)?, Value::Missing),
            (Some((left, relation)), Some((other, right))) => {
                (bound(*relation, left)?, bound(*other, right)?)
            }
        })
    }

    /// Converts a conditional literal of a head or an aggregate. It has the location of its literal.
    pub(super) fn element(&mut self, element: &ConditionalLiteral) -> Result<Node> {
        self.conditional(element, element.literal.span)
    }

    fn conditional(&mut self, conditional: &ConditionalLiteral, span: Span) -> Result<Node> {
        let literal = Value::Node(self.literal(&conditional.literal)?);
        let condition = self.literals(&conditional.condition)?;
        Ok(self.node(Kind::ConditionalLiteral, span, [literal, condition]))
    }

    pub(super) fn set(&mut self, set: &SetAggregate, span: Span) -> Result<Node> {
        let (left, right) = self.guards(&set.guards)?;
        let elements = self.list(&set.elements, Reader::element)?;
        Ok(self.node(Kind::Aggregate, span, [left, elements, right]))
    }

    fn body_aggregate(&mut self, aggregate: &BodyAggregate, span: Span) -> Result<Node> {
        let (left, right) = self.guards(&aggregate.guards)?;
        let elements = self.list(&aggregate.elements, |reader, (tuple, condition)| {
            let values = [reader.terms(tuple)?, reader.literals(condition)?];
            Ok(node_without_place(Kind::BodyAggregateElement, values))
        })?;
        let function = number(function(aggregate.function));
        Ok(self.node(Kind::BodyAggregate, span, [left, function, elements, right]))
    }

    pub(super) fn head_aggregate(&mut self, aggregate: &HeadAggregate) -> Result<Node> {
        let (left, right) = self.guards(&aggregate.guards)?;
        let elements = self.list(&aggregate.elements, |reader, (tuple, element)| {
            let values = [reader.terms(tuple)?, Value::Node(reader.element(element)?)];
            Ok(node_without_place(Kind::HeadAggregateElement, values))
        })?;
        let function = number(function(aggregate.function));
        Ok(self.node(Kind::HeadAggregate, aggregate.span, [left, function, elements, right]))
    }
}

fn function(function: AggregateFunction) -> i64 {
    let place = AggregateFunction::ALL.iter().position(|&other| other == function);
    i64::try_from(place.expect("they are all there")).expect("there are few")
}

/// Returns the relation that holds when left and right are swapped.
fn turned(relation: Relation) -> Relation {
    match relation {
        Relation::Greater => Relation::Less,
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::GreaterEqual => Relation::LessEqual,
        Relation::Equal | Relation::NotEqual => relation,
    }
}
