//! Conversion of literals, aggregates and conditional literals.

use groundplan::syntax::aggregate::AggregateFunction;
use groundplan::syntax::ast::{
    BodyAggregate, BodyLiteral, ConditionalLiteral, Guards, HeadAggregate, Literal, LiteralKind, Relation,
    SetAggregate, Sign, Term,
};

use super::{chosen, misplaced, only, NodeWriter};
use crate::error::{Error, Result};
use crate::syntax::kind::Kind;
use crate::syntax::node::Node;
use crate::syntax::value::Value;

const SIGNS: &[Sign] = &[Sign::Positive, Sign::Negative, Sign::DoubleNegative];
const RELATIONS: &[Relation] = &[
    Relation::Greater,
    Relation::Less,
    Relation::LessEqual,
    Relation::GreaterEqual,
    Relation::NotEqual,
    Relation::Equal,
];

impl NodeWriter<'_> {
    pub(super) fn body(&mut self, body: &Value) -> Result<Vec<BodyLiteral>> {
        self.list(body, NodeWriter::body_literal)
    }

    fn body_literal(&mut self, node: &Node) -> Result<BodyLiteral> {
        let values = node.values();
        let (Kind::Literal, [Value::Number(sign), atom]) = (node.kind(), &*values) else {
            return match node.kind() {
                Kind::ConditionalLiteral => Ok(BodyLiteral::Conditional(self.conditional(node)?)),
                kind => Err(misplaced(kind, "body literal")),
            };
        };
        let sign = chosen(SIGNS, *sign, "sign")?;
        let atom = only(atom)?;
        Ok(match atom.kind() {
            Kind::Aggregate => BodyLiteral::Set(sign, self.set(atom)?),
            Kind::BodyAggregate => BodyLiteral::Aggregate(sign, self.body_aggregate(atom)?),
            Kind::TheoryAtom => BodyLiteral::Theory(sign, self.theory_atom(atom)?),
            _ => BodyLiteral::Literal(self.literal(node)?),
        })
    }

    /// Converts the literals of a condition.
    pub(super) fn condition(&mut self, literals: &Value) -> Result<Vec<Literal>> {
        self.list(literals, NodeWriter::literal)
    }

    pub(super) fn literal(&mut self, node: &Node) -> Result<Literal> {
        let values = node.values();
        let (Kind::Literal, [Value::Number(sign), atom]) = (node.kind(), &*values) else {
            return Err(misplaced(node.kind(), "a literal"));
        };
        let sign = chosen(SIGNS, *sign, "sign")?;
        let kind = self.only(atom, NodeWriter::literal_kind)?;
        Ok(Literal { sign, kind, span: self.span(node) })
    }

    fn literal_kind(&mut self, node: &Node) -> Result<LiteralKind> {
        Ok(match (node.kind(), &*node.values()) {
            (Kind::BooleanConstant, [Value::Number(value)]) => LiteralKind::Boolean(*value != 0),
            (Kind::SymbolicAtom, _) => LiteralKind::Atom(self.atom(node)?),
            (Kind::Comparison, [term, guards]) => {
                let (term, guards) = (self.held(term)?, self.list(guards, NodeWriter::guard)?);
                if guards.is_empty() {
                    return Err(Error::runtime("a comparison has at least one guard"));
                }
                LiteralKind::Comparison(term, guards)
            }
            (kind, _) => return Err(misplaced(kind, "an atom or comparison")),
        })
    }

    fn guard(&mut self, node: &Node) -> Result<(Relation, Term)> {
        match (node.kind(), &*node.values()) {
            (Kind::Guard, [Value::Number(relation), term]) => {
                Ok((chosen(RELATIONS, *relation, "relation")?, self.held(term)?))
            }
            (kind, _) => Err(misplaced(kind, "a guard")),
        }
    }

    fn guards(&mut self, left: &Value, right: &Value) -> Result<Guards> {
        let left = self.list(left, NodeWriter::guard)?.pop().map(|(relation, term)| (term, relation));
        let right = self.list(right, NodeWriter::guard)?.pop();
        Ok(Guards { left, right })
    }

    pub(super) fn conditional(&mut self, node: &Node) -> Result<ConditionalLiteral> {
        match (node.kind(), &*node.values()) {
            (Kind::ConditionalLiteral, [literal, condition]) => {
                let literal = self.only(literal, NodeWriter::literal)?;
                let condition = self.condition(condition)?;
                Ok(ConditionalLiteral { literal, condition, span: self.span(node) })
            }
            (kind, _) => Err(misplaced(kind, "a conditional literal")),
        }
    }

    /// Converts `l { a : c; b } u`.
    pub(super) fn set(&mut self, node: &Node) -> Result<SetAggregate> {
        match &*node.values() {
            [left, elements, right] => {
                let guards = self.guards(left, right)?;
                let elements = self.list(elements, NodeWriter::conditional)?;
                Ok(SetAggregate { guards, elements, span: self.span(node) })
            }
            _ => Err(misplaced(node.kind(), "an aggregate")),
        }
    }

    fn body_aggregate(&mut self, node: &Node) -> Result<BodyAggregate> {
        match &*node.values() {
            [left, Value::Number(function), elements, right] => {
                let function = chosen(&AggregateFunction::ALL, *function, "aggregate function")?;
                let guards = self.guards(left, right)?;
                let elements =
                    self.list(elements, |writer, element| match (element.kind(), &*element.values()) {
                        (Kind::BodyAggregateElement, [terms, condition]) => {
                            Ok((writer.terms(terms)?, writer.condition(condition)?))
                        }
                        (kind, _) => Err(misplaced(kind, "an element of an aggregate in a body")),
                    })?;
                Ok(BodyAggregate { function, guards, elements, span: self.span(node) })
            }
            _ => Err(misplaced(node.kind(), "an aggregate")),
        }
    }

    pub(super) fn head_aggregate(&mut self, node: &Node) -> Result<HeadAggregate> {
        match &*node.values() {
            [left, Value::Number(function), elements, right] => {
                let function = chosen(&AggregateFunction::ALL, *function, "aggregate function")?;
                let guards = self.guards(left, right)?;
                let elements =
                    self.list(elements, |writer, element| match (element.kind(), &*element.values()) {
                        (Kind::HeadAggregateElement, [terms, condition]) => {
                            Ok((writer.terms(terms)?, writer.only(condition, NodeWriter::conditional)?))
                        }
                        (kind, _) => Err(misplaced(kind, "an element of an aggregate in a head")),
                    })?;
                Ok(HeadAggregate { function, guards, elements, span: self.span(node) })
            }
            _ => Err(misplaced(node.kind(), "an aggregate")),
        }
    }
}
