//! Expands pools, and comparison chains under `not`, into alternatives.
//!
//! `p(a;b)` makes two rules in a body, two heads (or two elements of a choice) in a head, and two elements in a condition.

use itertools::Itertools;

use crate::syntax::ast::{
    Atom, BodyAggregate, BodyLiteral, ConditionalLiteral, Guards, Head, HeadAggregate, Literal, LiteralKind,
    Relation, Rule, SetAggregate, Sign, Term,
};
use crate::syntax::theory::TheoryAtom;

/// Returns the rules without pools that a rule stands for.
pub fn rule(rule: &Rule) -> Vec<Rule> {
    let heads = head(&rule.head);
    let bodies = body(&rule.body);
    heads
        .into_iter()
        .cartesian_product(bodies)
        .map(|(head, body)| Rule { head, body, span: rule.span })
        .collect()
}

/// Returns the alternative bodies without pools that a body stands for. The body holds if one of them does.
pub fn body(body: &[BodyLiteral]) -> Vec<Vec<BodyLiteral>> {
    product(body.iter().map(body_literal))
}

/// Returns one list for each combination of alternatives. A single alternative is appended without copying the lists.
fn product<T: Clone>(alternatives: impl Iterator<Item = Vec<T>>) -> Vec<Vec<T>> {
    let mut lists = vec![Vec::new()];
    for alternatives in alternatives {
        if let [only] = alternatives.as_slice() {
            lists.iter_mut().for_each(|list| list.push(only.clone()));
        } else {
            lists = lists
                .into_iter()
                .cartesian_product(alternatives)
                .map(|(mut list, alternative)| {
                    list.push(alternative);
                    list
                })
                .collect();
        }
    }
    lists
}

fn head(head: &Head) -> Vec<Head> {
    match head {
        Head::Literal(single) => literal(single).into_iter().map(Head::Literal).collect(),
        // Alternatives of an element hold together, so each combination of alternatives of the elements is a rule.
        Head::Disjunction(elements) if elements.iter().all(|element| element.condition.is_empty()) => {
            product(elements.iter().map(conditional)).into_iter().map(Head::Disjunction).collect()
        }
        // With conditions, that holds for each instance, so the elements are split later.
        Head::Disjunction(_) => vec![head.clone()],
        Head::Choice(choice) => set(choice).into_iter().map(Head::Choice).collect(),
        Head::Theory(atom) => theory_atom(atom).into_iter().map(Head::Theory).collect(),
        Head::Aggregate(aggregate) => {
            let elements = aggregate.elements.iter().flat_map(|(tuple, element)| {
                terms(tuple).into_iter().cartesian_product(conditional(element)).collect_vec()
            });
            let elements = elements.collect_vec();
            guards(&aggregate.guards)
                .into_iter()
                .map(|guards| {
                    Head::Aggregate(HeadAggregate {
                        function: aggregate.function,
                        guards,
                        elements: elements.clone(),
                        span: aggregate.span,
                    })
                })
                .collect()
        }
    }
}

fn body_literal(literal: &BodyLiteral) -> Vec<BodyLiteral> {
    match literal {
        BodyLiteral::Literal(single) => self::literal(single).into_iter().map(BodyLiteral::Literal).collect(),
        // All instances of a conditional literal must hold, so its alternatives are not alternatives of the body. It is
        // split later.
        BodyLiteral::Conditional(single) => vec![BodyLiteral::Conditional(single.clone())],
        BodyLiteral::Aggregate(sign, aggregate) => {
            let elements = aggregate.elements.iter().flat_map(|(tuple, condition)| {
                terms(tuple).into_iter().cartesian_product(literals(condition)).collect_vec()
            });
            let elements = elements.collect_vec();
            guards(&aggregate.guards)
                .into_iter()
                .map(|guards| {
                    BodyLiteral::Aggregate(
                        *sign,
                        BodyAggregate {
                            function: aggregate.function,
                            guards,
                            elements: elements.clone(),
                            span: aggregate.span,
                        },
                    )
                })
                .collect()
        }
        BodyLiteral::Theory(sign, atom) => {
            theory_atom(atom).into_iter().map(|atom| BodyLiteral::Theory(*sign, atom)).collect()
        }
        BodyLiteral::Set(sign, aggregate) => {
            set(aggregate).into_iter().map(|aggregate| BodyLiteral::Set(*sign, aggregate)).collect()
        }
    }
}

/// Returns the theory atoms without pools in their arguments that an atom stands for. Pools in conditions stay.
fn theory_atom(atom: &TheoryAtom) -> Vec<TheoryAtom> {
    let lists = atom.pools.iter().flat_map(|arguments| terms(arguments));
    lists.map(|arguments| TheoryAtom { pools: vec![arguments], ..atom.clone() }).collect()
}

fn set(aggregate: &SetAggregate) -> Vec<SetAggregate> {
    let elements = aggregate.elements.iter().flat_map(conditional).collect_vec();
    guards(&aggregate.guards)
        .into_iter()
        .map(|guards| SetAggregate { guards, elements: elements.clone(), span: aggregate.span })
        .collect()
}

fn guards(guards: &Guards) -> Vec<Guards> {
    let left = match &guards.left {
        None => vec![None],
        Some((guard, relation)) => term(guard).into_iter().map(|guard| Some((guard, *relation))).collect(),
    };
    let right = match &guards.right {
        None => vec![None],
        Some((relation, guard)) => term(guard).into_iter().map(|guard| Some((*relation, guard))).collect(),
    };
    left.into_iter().cartesian_product(right).map(|(left, right)| Guards { left, right }).collect()
}

fn conditional(element: &ConditionalLiteral) -> Vec<ConditionalLiteral> {
    literal(&element.literal)
        .into_iter()
        .cartesian_product(literals(&element.condition))
        .map(|(literal, condition)| ConditionalLiteral { literal, condition, span: element.span })
        .collect()
}

/// Returns the alternative conjunctions without pools that a conjunction stands for. It holds if one of them does.
pub fn literals(condition: &[Literal]) -> Vec<Vec<Literal>> {
    product(condition.iter().map(literal))
}

/// Returns the alternative literals without pools that a literal stands for. It holds if one of them does.
pub fn literal(literal: &Literal) -> Vec<Literal> {
    let of = |kind| Literal { sign: literal.sign, kind, span: literal.span };
    match &literal.kind {
        LiteralKind::Boolean(_) => vec![literal.clone()],
        LiteralKind::Atom(single) => {
            atom(single).into_iter().map(|atom| of(LiteralKind::Atom(atom))).collect()
        }
        LiteralKind::Comparison(first, rest) => {
            let relations = rest.iter().map(|(relation, _)| *relation).collect_vec();
            let all = std::iter::once(first).chain(rest.iter().map(|(_, term)| term));
            let chains = product(all.map(term)).into_iter().map(|terms| {
                let mut terms = terms.into_iter();
                let first = terms.next().expect("a comparison has a first term");
                (first, relations.iter().copied().zip(terms).collect_vec())
            });
            if literal.sign == Sign::Negative {
                chains
                    .flat_map(|(first, rest)| negated_chain(first, rest))
                    .map(|kind| positive(kind, literal))
                    .collect()
            } else {
                chains.map(|(first, rest)| positive(LiteralKind::Comparison(first, rest), literal)).collect()
            }
        }
    }
}

fn positive(kind: LiteralKind, literal: &Literal) -> Literal {
    Literal { sign: Sign::Positive, kind, span: literal.span }
}

/// Returns the alternatives of a chain under `not`: one of its relations does not hold.
fn negated_chain(first: Term, rest: Vec<(Relation, Term)>) -> Vec<LiteralKind> {
    let mut left = first;
    let mut alternatives = Vec::new();
    for (relation, right) in rest {
        alternatives.push(LiteralKind::Comparison(left, vec![(negated(relation), right.clone())]));
        left = right;
    }
    alternatives
}

/// Returns the relation that holds exactly where the given one does not.
pub fn negated(relation: Relation) -> Relation {
    match relation {
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::Less => Relation::GreaterEqual,
        Relation::LessEqual => Relation::Greater,
        Relation::Greater => Relation::LessEqual,
        Relation::GreaterEqual => Relation::Less,
    }
}

/// Returns the atoms without pools that an atom stands for.
pub fn atom(atom: &Atom) -> Vec<Atom> {
    let &Atom { name, ref pools, negative, span } = atom;
    let lists = pools.iter().flat_map(|arguments| terms(arguments));
    lists.map(|arguments| Atom { name, pools: vec![arguments], negative, span }).collect()
}

/// Returns the lists of terms without pools that a list of terms stands for.
pub fn terms(terms: &[Term]) -> Vec<Vec<Term>> {
    product(terms.iter().map(term))
}

/// Returns the terms without pools that a term stands for.
pub fn term(term: &Term) -> Vec<Term> {
    match term {
        Term::Symbol(..) | Term::Variable(..) | Term::Anonymous(_) => vec![term.clone()],
        Term::Function(name, pools, span) => pools
            .iter()
            .flat_map(|arguments| terms(arguments))
            .map(|arguments| Term::Function(*name, vec![arguments], *span))
            .collect(),
        Term::Call(name, pools, span) => pools
            .iter()
            .flat_map(|arguments| terms(arguments))
            .map(|arguments| Term::Call(*name, vec![arguments], *span))
            .collect(),
        Term::Tuple(arguments, span) => {
            terms(arguments).into_iter().map(|arguments| Term::Tuple(arguments, *span)).collect()
        }
        Term::Pool(alternatives, _) => alternatives.iter().flat_map(self::term).collect(),
        Term::Unary(operator, operand, span) => self::term(operand)
            .into_iter()
            .map(|operand| Term::Unary(*operator, Box::new(operand), *span))
            .collect(),
        Term::Operation(first, rest, span) => {
            let operands = std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
            let lists = product(operands.map(self::term)).into_iter().map(|operands| {
                let mut operands = operands.into_iter();
                let first = operands.next().expect("an operation has a first operand");
                let rest = rest.iter().map(|&(operator, _)| operator).zip(operands).collect();
                Term::Operation(Box::new(first), rest, *span)
            });
            lists.collect()
        }
        Term::Interval(left, right, span) => self::term(left)
            .into_iter()
            .cartesian_product(self::term(right))
            .map(|(left, right)| Term::Interval(Box::new(left), Box::new(right), *span))
            .collect(),
    }
}
