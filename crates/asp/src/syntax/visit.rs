//! Walks over statements: where they stand, and the atoms in them.

use super::ast::{Atom, BodyLiteral, Head, Literal, LiteralKind, Statement};
use crate::diagnostic::Span;

impl Statement {
    /// Where it was read.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Statement::Show(show) => show.span(),
            Statement::Rule(rule) => rule.span,
            Statement::Optimize(optimize) => optimize.span,
            Statement::Const(constant) => constant.span,
            Statement::External(external) => external.span,
            Statement::Include(include) => include.span,
            Statement::Defined(_, span)
            | Statement::ProjectSignature(_, span)
            | Statement::ProjectAtom(.., span)
            | Statement::Edge(.., span) => *span,
            Statement::Heuristic(heuristic) => heuristic.span,
        }
    }

    /// Calls `visit` with every atom of a rule or external declaration.
    pub fn atoms<'a>(&'a self, visit: &mut impl FnMut(&'a Atom)) {
        match self {
            Statement::Rule(rule) => {
                head(&rule.head, visit);
                body(&rule.body, visit);
            }
            Statement::External(external) => {
                visit(&external.atom);
                body(&external.body, visit);
            }
            _ => {}
        }
    }
}

fn head<'a>(head: &'a Head, visit: &mut impl FnMut(&'a Atom)) {
    match head {
        Head::Literal(single) => literal(single, visit),
        Head::Disjunction(elements) => {
            for element in elements {
                literal(&element.literal, visit);
                literals(&element.condition, visit);
            }
        }
        Head::Choice(choice) => {
            for element in &choice.elements {
                literal(&element.literal, visit);
                literals(&element.condition, visit);
            }
        }
        Head::Aggregate(aggregate) => {
            for (_, element) in &aggregate.elements {
                literal(&element.literal, visit);
                literals(&element.condition, visit);
            }
        }
    }
}

fn body<'a>(body: &'a [BodyLiteral], visit: &mut impl FnMut(&'a Atom)) {
    for element in body {
        match element {
            BodyLiteral::Literal(single) => literal(single, visit),
            BodyLiteral::Conditional(element) => {
                literal(&element.literal, visit);
                literals(&element.condition, visit);
            }
            BodyLiteral::Aggregate(_, aggregate) => {
                aggregate.elements.iter().for_each(|(_, condition)| literals(condition, visit));
            }
            BodyLiteral::Set(_, aggregate) => {
                for element in &aggregate.elements {
                    literal(&element.literal, visit);
                    literals(&element.condition, visit);
                }
            }
        }
    }
}

fn literals<'a>(all: &'a [Literal], visit: &mut impl FnMut(&'a Atom)) {
    all.iter().for_each(|single| literal(single, visit));
}

fn literal<'a>(literal: &'a Literal, visit: &mut impl FnMut(&'a Atom)) {
    if let LiteralKind::Atom(atom) = &literal.kind {
        visit(atom);
    }
}
