//! The predicates of a program in the order in which gringo's output has them.
//!
//! gringo names a predicate when it first meets it: statement by statement, in a rule first the body from its end, then
//! the head; with an aggregate, disjunction or choice as the head, first the head. Predicates of which there are only
//! facts come last, those with a classical negation behind the others.

use crate::signature::Signature;
use crate::syntax::ast::{
    Atom, BodyLiteral, ConditionalLiteral, Head, Literal, LiteralKind, Part, Rule, Show, Sign, Statement,
    Term,
};
use crate::syntax::theory::TheoryAtom;

/// Calls `appear` with the predicates of these parts, some of them several times.
pub fn appearances<'p>(parts: impl Iterator<Item = &'p Part> + Clone, appear: &mut impl FnMut(Signature)) {
    let mut plain = Vec::new();
    for part in parts.clone() {
        for statement in &part.statements {
            match statement {
                Statement::Rule(rule) => match plain_fact(rule) {
                    Some(atom) => atom.signatures().for_each(|signature| plain.push(signature)),
                    None => of_rule(rule, appear),
                },
                _ => of_directive(statement, appear),
            }
        }
    }
    plain.extend(parts.flat_map(|part| part.facts.signatures()));
    let (negative, positive): (Vec<Signature>, Vec<Signature>) =
        plain.into_iter().partition(|signature| signature.negative);
    positive.into_iter().chain(negative).for_each(appear);
}

/// Returns the atom of a fact that is ground although it has pools.
fn plain_fact(rule: &Rule) -> Option<&Atom> {
    match (&rule.head, rule.body.as_slice()) {
        (Head::Literal(Literal { sign: Sign::Positive, kind: LiteralKind::Atom(atom), .. }), []) => {
            atom.pools.iter().flatten().all(is_plain).then_some(atom)
        }
        _ => None,
    }
}

fn is_plain(term: &Term) -> bool {
    match term {
        Term::Symbol(..) => true,
        Term::Pool(terms, _) | Term::Tuple(terms, _) => terms.iter().all(is_plain),
        Term::Function(_, lists, _) => lists.iter().flatten().all(is_plain),
        _ => false,
    }
}

fn of_rule(rule: &Rule, appear: &mut impl FnMut(Signature)) {
    match &rule.head {
        Head::Literal(head) => {
            of_body(&rule.body, appear);
            of_literal(head, appear);
            return;
        }
        Head::Theory(atom) => {
            of_body(&rule.body, appear);
            of_theory_atom(atom, appear);
            return;
        }
        Head::Disjunction(elements) => of_elements(elements, appear),
        Head::Choice(set) => of_elements(&set.elements, appear),
        Head::Aggregate(aggregate) => {
            aggregate.elements.iter().for_each(|(_, element)| of_element(element, appear));
        }
    }
    of_body(&rule.body, appear);
}

fn of_directive(statement: &Statement, appear: &mut impl FnMut(Signature)) {
    match statement {
        Statement::Optimize(objective) => {
            objective.elements.iter().for_each(|element| of_body(&element.condition, appear));
        }
        Statement::Show(Show::Term(_, body, _)) | Statement::Edge(_, body, _) => of_body(body, appear),
        Statement::External(external) => {
            of_body(&external.body, appear);
            external.atom.signatures().for_each(appear);
        }
        Statement::ProjectAtom(atom, body, _) => {
            atom.signatures().for_each(&mut *appear);
            of_body(body, appear);
        }
        Statement::Heuristic(heuristic) => {
            heuristic.atom.signatures().for_each(&mut *appear);
            of_body(&heuristic.body, appear);
        }
        _ => {}
    }
}

fn of_body(body: &[BodyLiteral], appear: &mut impl FnMut(Signature)) {
    for literal in body.iter().rev() {
        match literal {
            BodyLiteral::Literal(literal) => of_literal(literal, appear),
            BodyLiteral::Conditional(element) => of_element(element, appear),
            BodyLiteral::Set(_, set) => of_elements(&set.elements, appear),
            BodyLiteral::Aggregate(_, aggregate) => {
                let conditions = aggregate.elements.iter().flat_map(|(_, condition)| condition);
                conditions.for_each(|literal| of_literal(literal, appear));
            }
            BodyLiteral::Theory(_, atom) => of_theory_atom(atom, appear),
        }
    }
}

fn of_theory_atom(atom: &TheoryAtom, appear: &mut impl FnMut(Signature)) {
    let conditions = atom.elements.iter().flat_map(|element| &element.condition);
    conditions.for_each(|literal| of_literal(literal, appear));
}

fn of_elements(elements: &[ConditionalLiteral], appear: &mut impl FnMut(Signature)) {
    elements.iter().for_each(|element| of_element(element, appear));
}

fn of_element(element: &ConditionalLiteral, appear: &mut impl FnMut(Signature)) {
    element.condition.iter().for_each(|literal| of_literal(literal, appear));
    of_literal(&element.literal, appear);
}

fn of_literal(literal: &Literal, appear: &mut impl FnMut(Signature)) {
    if let LiteralKind::Atom(atom) = &literal.kind {
        atom.signatures().for_each(appear);
    }
}

impl Atom {
    /// The predicates of the atom: one for each list of arguments.
    fn signatures(&self) -> impl Iterator<Item = Signature> + '_ {
        self.pools.iter().map(|arguments| Signature {
            name: self.name,
            arity: arguments.len() as u32,
            negative: self.negative,
        })
    }
}
