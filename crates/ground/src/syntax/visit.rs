//! Visitors for statements: their positions, and the atoms, terms and variables in them.

use super::ast::{
    Atom, BodyLiteral, ConditionalLiteral, Guards, Head, Literal, LiteralKind, SetAggregate, Show, Sign,
    Statement, Term,
};
use super::theory::TheoryAtom;
use crate::diagnostic::Span;
use crate::symbol::Name;

impl Statement {
    /// The source position.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Statement::Show(show) => show.span(),
            Statement::Rule(rule) => rule.span,
            Statement::Optimize(optimize) => optimize.span,
            Statement::Const(constant) => constant.span,
            Statement::External(external) => external.span,
            Statement::Theory(theory) => theory.span,
            Statement::Include(include) => include.span,
            Statement::Defined(_, span)
            | Statement::ProjectSignature(_, span)
            | Statement::ProjectAtom(.., span)
            | Statement::Edge(.., span) => *span,
            Statement::Heuristic(heuristic) => heuristic.span,
        }
    }

    /// Calls `visit` with every atom, and whether the statement may derive that atom.
    pub fn atoms<'a>(&'a self, visit: &mut impl FnMut(&'a Atom, bool)) {
        match self {
            Statement::Rule(rule) => {
                head(&rule.head, visit);
                body(&rule.body, visit);
            }
            Statement::External(external) => {
                visit(&external.atom, true);
                body(&external.body, visit);
            }
            Statement::Optimize(optimize) => {
                optimize.elements.iter().for_each(|element| body(&element.condition, visit));
            }
            Statement::Show(Show::Term(_, literals, _)) | Statement::Edge(_, literals, _) => {
                body(literals, visit);
            }
            Statement::ProjectAtom(atom, literals, _) => {
                visit(atom, false);
                body(literals, visit);
            }
            Statement::Heuristic(heuristic) => {
                visit(&heuristic.atom, false);
                body(&heuristic.body, visit);
            }
            Statement::Show(_)
            | Statement::Const(_)
            | Statement::Defined(..)
            | Statement::ProjectSignature(..)
            | Statement::Theory(_)
            | Statement::Include(_) => {}
        }
    }

    /// Calls `visit` with every term that is not part of another, including the arguments of atoms.
    pub fn terms<'a>(&'a self, visit: &mut impl FnMut(&'a Term)) {
        self.atoms(&mut |atom, _| atom.pools.iter().flatten().for_each(&mut *visit));
        match self {
            Statement::Rule(rule) => {
                match &rule.head {
                    Head::Literal(single) => compared(single, visit),
                    Head::Disjunction(elements) => elements.iter().for_each(|e| conditional(e, visit)),
                    Head::Choice(choice) => set(choice, visit),
                    Head::Aggregate(aggregate) => {
                        guards(&aggregate.guards, visit);
                        for (tuple, element) in &aggregate.elements {
                            tuple.iter().for_each(&mut *visit);
                            conditional(element, visit);
                        }
                    }
                    Head::Theory(atom) => theory_atom(atom, visit),
                }
                body_terms(&rule.body, visit);
            }
            Statement::External(external) => body_terms(&external.body, visit),
            Statement::Optimize(optimize) => {
                for element in &optimize.elements {
                    visit(&element.weight);
                    element.priority.iter().chain(&element.tuple).for_each(&mut *visit);
                    body_terms(&element.condition, visit);
                }
            }
            Statement::Show(Show::Term(term, literals, _)) => {
                visit(term);
                body_terms(literals, visit);
            }
            Statement::Edge(pairs, literals, _) => {
                for (from, to) in pairs {
                    visit(from);
                    visit(to);
                }
                body_terms(literals, visit);
            }
            Statement::ProjectAtom(_, literals, _) => body_terms(literals, visit),
            Statement::Heuristic(heuristic) => {
                [&heuristic.weight, &heuristic.modifier]
                    .into_iter()
                    .chain(&heuristic.priority)
                    .for_each(&mut *visit);
                body_terms(&heuristic.body, visit);
            }
            Statement::Show(_)
            | Statement::Const(_)
            | Statement::Defined(..)
            | Statement::ProjectSignature(..)
            | Statement::Theory(_)
            | Statement::Include(_) => {}
        }
    }
}

impl Statement {
    /// Calls `visit` with every literal: an atom, comparison or truth constant with its sign.
    pub fn literals<'a>(&'a self, visit: &mut impl FnMut(&'a Literal)) {
        let body: &[BodyLiteral] = match self {
            Statement::Rule(rule) => {
                match &rule.head {
                    Head::Literal(single) => visit(single),
                    Head::Disjunction(elements) => elements.iter().for_each(|e| element_literals(e, visit)),
                    Head::Choice(set) => set.elements.iter().for_each(|e| element_literals(e, visit)),
                    Head::Aggregate(aggregate) => {
                        aggregate.elements.iter().for_each(|(_, e)| element_literals(e, visit));
                    }
                    Head::Theory(atom) => {
                        atom.elements.iter().flat_map(|e| &e.condition).for_each(&mut *visit);
                    }
                }
                &rule.body
            }
            Statement::Optimize(optimize) => {
                optimize.elements.iter().for_each(|element| body_literals(&element.condition, visit));
                return;
            }
            Statement::External(external) => &external.body,
            Statement::Heuristic(heuristic) => &heuristic.body,
            Statement::Show(Show::Term(_, body, _))
            | Statement::Edge(_, body, _)
            | Statement::ProjectAtom(_, body, _) => body,
            _ => return,
        };
        body_literals(body, visit);
    }

    /// Calls `visit` with every theory atom.
    pub fn theory_atoms<'a>(&'a self, visit: &mut impl FnMut(&'a TheoryAtom)) {
        let body: &[BodyLiteral] = match self {
            Statement::Rule(rule) => {
                if let Head::Theory(atom) = &rule.head {
                    visit(atom);
                }
                &rule.body
            }
            Statement::External(external) => &external.body,
            Statement::Heuristic(heuristic) => &heuristic.body,
            Statement::Show(Show::Term(_, body, _))
            | Statement::Edge(_, body, _)
            | Statement::ProjectAtom(_, body, _) => body,
            Statement::Optimize(optimize) => {
                for literal in optimize.elements.iter().flat_map(|element| &element.condition) {
                    literal.theory_atom().into_iter().for_each(&mut *visit);
                }
                return;
            }
            _ => return,
        };
        body.iter().filter_map(BodyLiteral::theory_atom).for_each(visit);
    }

    /// Calls `visit` with the name and position of every variable.
    pub fn variables(&self, visit: &mut dyn FnMut(Name, Span)) {
        self.terms(&mut |term| term.variables(visit));
        self.theory_atoms(&mut |atom| atom.theory_terms(&mut |term| term.variables(visit)));
    }
}

impl BodyLiteral {
    fn theory_atom(&self) -> Option<&TheoryAtom> {
        match self {
            BodyLiteral::Theory(_, atom) => Some(atom),
            _ => None,
        }
    }
}

impl Term {
    /// Calls `visit` with this term and every term in it.
    pub fn subterms(&self, visit: &mut dyn FnMut(&Term)) {
        visit(self);
        match self {
            Term::Variable(..) | Term::Symbol(..) | Term::Anonymous(_) => {}
            Term::Function(_, pools, _) | Term::Call(_, pools, _) => {
                pools.iter().flatten().for_each(|term| term.subterms(visit));
            }
            Term::Tuple(terms, _) | Term::Pool(terms, _) => {
                terms.iter().for_each(|term| term.subterms(visit));
            }
            Term::Unary(_, term, _) => term.subterms(visit),
            Term::Operation(first, rest, _) => {
                first.subterms(visit);
                rest.iter().for_each(|(_, operand)| operand.subterms(visit));
            }
            Term::Interval(left, right, _) => {
                left.subterms(visit);
                right.subterms(visit);
            }
        }
    }

    /// Calls `visit` with the name and position of every variable.
    pub fn variables(&self, visit: &mut dyn FnMut(Name, Span)) {
        match self {
            Term::Variable(name, span) => visit(*name, *span),
            Term::Symbol(..) | Term::Anonymous(_) => {}
            Term::Function(_, pools, _) | Term::Call(_, pools, _) => {
                pools.iter().flatten().for_each(|term| term.variables(visit));
            }
            Term::Tuple(terms, _) | Term::Pool(terms, _) => {
                terms.iter().for_each(|term| term.variables(visit));
            }
            Term::Unary(_, term, _) => term.variables(visit),
            Term::Operation(first, rest, _) => {
                first.variables(visit);
                rest.iter().for_each(|(_, operand)| operand.variables(visit));
            }
            Term::Interval(left, right, _) => {
                left.variables(visit);
                right.variables(visit);
            }
        }
    }
}

fn body_literals<'a>(body: &'a [BodyLiteral], visit: &mut impl FnMut(&'a Literal)) {
    for part in body {
        match part {
            BodyLiteral::Literal(single) => visit(single),
            BodyLiteral::Conditional(conditional) => element_literals(conditional, visit),
            BodyLiteral::Aggregate(_, aggregate) => {
                aggregate.elements.iter().flat_map(|(_, condition)| condition).for_each(&mut *visit);
            }
            BodyLiteral::Set(_, set) => set.elements.iter().for_each(|e| element_literals(e, visit)),
            BodyLiteral::Theory(_, atom) => {
                atom.elements.iter().flat_map(|e| &e.condition).for_each(&mut *visit);
            }
        }
    }
}

fn element_literals<'a>(element: &'a ConditionalLiteral, visit: &mut impl FnMut(&'a Literal)) {
    visit(&element.literal);
    element.condition.iter().for_each(visit);
}

/// Calls `visit` with the terms of a body that are outside of atoms.
fn body_terms<'a>(body: &'a [BodyLiteral], visit: &mut impl FnMut(&'a Term)) {
    for element in body {
        match element {
            BodyLiteral::Literal(single) => compared(single, visit),
            BodyLiteral::Conditional(element) => conditional(element, visit),
            BodyLiteral::Aggregate(_, aggregate) => {
                guards(&aggregate.guards, visit);
                for (tuple, condition) in &aggregate.elements {
                    tuple.iter().for_each(&mut *visit);
                    condition.iter().for_each(|single| compared(single, visit));
                }
            }
            BodyLiteral::Set(_, aggregate) => set(aggregate, visit),
            BodyLiteral::Theory(_, atom) => theory_atom(atom, visit),
        }
    }
}

fn compared<'a>(literal: &'a Literal, visit: &mut impl FnMut(&'a Term)) {
    if let LiteralKind::Comparison(first, rest) = &literal.kind {
        visit(first);
        rest.iter().for_each(|(_, term)| visit(term));
    }
}

fn conditional<'a>(element: &'a ConditionalLiteral, visit: &mut impl FnMut(&'a Term)) {
    compared(&element.literal, visit);
    element.condition.iter().for_each(|single| compared(single, visit));
}

fn set<'a>(aggregate: &'a SetAggregate, visit: &mut impl FnMut(&'a Term)) {
    guards(&aggregate.guards, visit);
    aggregate.elements.iter().for_each(|element| conditional(element, visit));
}

/// Calls `visit` with the arguments of a theory atom, and the terms that its conditions compare.
fn theory_atom<'a>(atom: &'a TheoryAtom, visit: &mut impl FnMut(&'a Term)) {
    atom.pools.iter().flatten().for_each(&mut *visit);
    atom.elements.iter().flat_map(|e| &e.condition).for_each(|single| compared(single, visit));
}

fn guards<'a>(guards: &'a Guards, visit: &mut impl FnMut(&'a Term)) {
    guards.left.iter().for_each(|(term, _)| visit(term));
    guards.right.iter().for_each(|(_, term)| visit(term));
}

fn head<'a>(head: &'a Head, visit: &mut impl FnMut(&'a Atom, bool)) {
    match head {
        Head::Literal(single) => literal(single, true, visit),
        Head::Disjunction(elements) => elements.iter().for_each(|e| element(e, true, visit)),
        Head::Choice(choice) => choice.elements.iter().for_each(|e| element(e, true, visit)),
        Head::Aggregate(aggregate) => aggregate.elements.iter().for_each(|(_, e)| element(e, true, visit)),
        Head::Theory(atom) => atom.elements.iter().for_each(|e| literals(&e.condition, visit)),
    }
}

fn body<'a>(body: &'a [BodyLiteral], visit: &mut impl FnMut(&'a Atom, bool)) {
    for part in body {
        match part {
            BodyLiteral::Literal(single) => literal(single, false, visit),
            BodyLiteral::Conditional(conditional) => element(conditional, false, visit),
            BodyLiteral::Aggregate(_, aggregate) => {
                aggregate.elements.iter().for_each(|(_, condition)| literals(condition, visit));
            }
            BodyLiteral::Set(_, aggregate) => {
                aggregate.elements.iter().for_each(|e| element(e, false, visit));
            }
            BodyLiteral::Theory(_, atom) => {
                atom.elements.iter().for_each(|e| literals(&e.condition, visit));
            }
        }
    }
}

fn element<'a>(element: &'a ConditionalLiteral, derives: bool, visit: &mut impl FnMut(&'a Atom, bool)) {
    literal(&element.literal, derives, visit);
    literals(&element.condition, visit);
}

fn literals<'a>(all: &'a [Literal], visit: &mut impl FnMut(&'a Atom, bool)) {
    all.iter().for_each(|single| literal(single, false, visit));
}

fn literal<'a>(literal: &'a Literal, derives: bool, visit: &mut impl FnMut(&'a Atom, bool)) {
    if let LiteralKind::Atom(atom) = &literal.kind {
        visit(atom, derives && literal.sign == Sign::Positive);
    }
}
