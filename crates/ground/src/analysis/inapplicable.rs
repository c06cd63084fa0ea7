//! Removes the parts of rules that never have an instance.
//!
//! These are parts that never hold according to the text, and parts with a term that has no value under any assignment,
//! such as `1/0+X`. As in gringo, the former have to be safe all the same, and the latter do not.

use super::evaluate::{self, Failure};
use super::normalize::{is_never, never};
use super::rule::{AggregateElement, Atom, Element, Head, Literal, Member, Rule, Term};
use crate::diagnostic::Span;
use crate::symbol::Symbols;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};

/// Removes from a rule the parts that never hold according to the text. Returns whether the rule itself has to go.
pub fn remove_never(rule: &mut Rule) -> bool {
    remove(rule, &mut Never)
}

/// Removes from a rule the parts with terms that have no value, and adds the positions of these terms to `found`. Returns
/// whether the rule itself has to go.
pub fn remove_undefined(rule: &mut Rule, symbols: &mut Symbols, found: &mut Vec<Span>) -> bool {
    remove(rule, &mut Undefined { symbols, found })
}

/// Whether these literals or terms have no instance since a term has no value under any assignment. Adds the position of that
/// term to `found`.
pub fn is_undefined(
    literals: &[Literal],
    terms: &[Term],
    symbols: &mut Symbols,
    found: &mut Vec<Span>,
) -> bool {
    let mut criterion = Undefined { symbols, found };
    criterion.literals(literals) || criterion.terms(terms)
}

/// Removes from a rule each element that has no instance. Returns whether the rule itself has none.
fn remove(rule: &mut Rule, criterion: &mut impl Inapplicable) -> bool {
    if criterion.literals(&rule.body) || criterion.head(&rule.head) {
        return true;
    }
    rule.body.retain_mut(|literal| {
        match literal {
            Literal::Aggregate(_, aggregate) => aggregate.elements.retain(|it| !criterion.element(it)),
            Literal::Theory(_, atom) => atom.elements.retain(|it| !criterion.literals(&it.condition)),
            Literal::Conditional(conditional) => {
                conditional.consequents.retain(|it| !criterion.literals(it));
                return !criterion.literals(&conditional.condition);
            }
            _ => {}
        }
        true
    });
    match &mut rule.head {
        Head::Choice(elements, _) | Head::Bounds(elements, _) => {
            elements.retain(|it| !criterion.choice(it));
        }
        Head::Conditional(disjuncts) => {
            disjuncts.retain(|it| !criterion.literals(&it.condition));
            for member in disjuncts.iter_mut().flat_map(|disjunct| &mut disjunct.members) {
                if criterion.literal(&member.literal) || criterion.literals(&member.instances) {
                    *member = Member { literal: never(), instances: vec![never()] };
                }
            }
        }
        Head::Theory(atom) => atom.elements.retain(|it| !criterion.literals(&it.condition)),
        _ => {}
    }
    false
}

/// A criterion for parts of rules that have no instance.
trait Inapplicable {
    /// Whether a literal has no instance, apart from its elements.
    fn literal(&mut self, literal: &Literal) -> bool;

    /// Whether a part that contains these terms has no instance.
    fn terms<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>) -> bool;

    fn atom(&mut self, atom: &Atom) -> bool {
        self.terms(&atom.arguments)
    }

    fn literals(&mut self, literals: &[Literal]) -> bool {
        literals.iter().any(|literal| self.literal(literal))
    }

    fn element(&mut self, element: &AggregateElement) -> bool {
        self.terms(&element.tuple) || self.literals(&element.condition)
    }

    fn choice(&mut self, element: &Element) -> bool {
        let weighed = element.weighed.iter().flat_map(|(_, tuple)| tuple);
        self.terms(weighed) || self.atom(&element.atom) || self.literals(&element.condition)
    }

    /// Whether a head has no instance, apart from its elements.
    fn head(&mut self, head: &Head) -> bool {
        match head {
            Head::None | Head::Conditional(_) => false,
            Head::Disjunction(atoms) => atoms.iter().any(|atom| self.atom(atom)),
            Head::Choice(_, guards) | Head::Bounds(_, guards) => {
                self.terms(guards.iter().map(|(_, term)| term))
            }
            Head::Projection(atom) | Head::Project(atom) => self.atom(atom),
            Head::External(atom, value) => self.atom(atom) || self.terms(value),
            Head::Minimize(weight, priority, tuple) => self.terms([weight, priority]) || self.terms(tuple),
            Head::Show(term) => self.terms([term]),
            Head::Edge(from, to) => self.terms([from, to]),
            Head::Heuristic(atom, values) => self.atom(atom) || self.terms(values),
            Head::Theory(atom) => self.terms(&atom.arguments),
        }
    }
}

/// The criterion that a literal never holds according to the text.
struct Never;

impl Inapplicable for Never {
    fn literal(&mut self, literal: &Literal) -> bool {
        is_never(literal)
    }

    fn terms<'t>(&mut self, _: impl IntoIterator<Item = &'t Term>) -> bool {
        false
    }
}

/// The criterion that a term has no value.
struct Undefined<'s> {
    symbols: &'s mut Symbols,
    /// The positions of such terms.
    found: &'s mut Vec<Span>,
}

impl Inapplicable for Undefined<'_> {
    fn literal(&mut self, literal: &Literal) -> bool {
        match literal {
            Literal::Atom(_, atom) => self.atom(atom),
            Literal::Compare(left, _, right) | Literal::Range(_, left, right, _) => self.terms([left, right]),
            Literal::Call(_, call) => self.terms(&call.arguments),
            Literal::Aggregate(_, aggregate) => self.terms(aggregate.guards.iter().map(|(_, term)| term)),
            Literal::Conditional(_) => false,
            Literal::Theory(_, atom) => self.terms(&atom.arguments),
        }
    }

    fn terms<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>) -> bool {
        let span = terms.into_iter().find_map(|term| undefined(term, self.symbols));
        self.found.extend(span);
        span.is_some()
    }
}

/// Returns the position of an operation in a term that has no value under any assignment of its variables.
fn undefined(term: &Term, symbols: &mut Symbols) -> Option<Span> {
    match term {
        Term::Symbol(_) | Term::Variable(_) => None,
        Term::Function(_, terms) => terms.iter().find_map(|term| undefined(term, symbols)),
        Term::Unary(operator, operand, span) => {
            let fails = match (&**operand, operator) {
                (&Term::Symbol(operand), operator) => {
                    let value = evaluate::unary(*operator, operand, *span, symbols);
                    matches!(value, Err(Failure::Undefined(_)))
                }
                (Term::Function(..), UnaryOperator::Minus) => false,
                (operand, _) => is_no_number(operand, symbols),
            };
            undefined(operand, symbols).or_else(|| fails.then_some(*span))
        }
        Term::Binary(operator, left, right, span) => {
            let fails = match (&**left, &**right) {
                (&Term::Symbol(left), &Term::Symbol(right)) => {
                    let value = evaluate::binary(*operator, left, right, *span, symbols);
                    matches!(value, Err(Failure::Undefined(_)))
                }
                (left, right) => {
                    let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Modulo);
                    let is_zero =
                        matches!(right, Term::Symbol(symbol) if symbols.as_number(*symbol) == Some(0));
                    divides && is_zero || is_no_number(left, symbols) || is_no_number(right, symbols)
                }
            };
            undefined(left, symbols).or_else(|| undefined(right, symbols)).or_else(|| fails.then_some(*span))
        }
    }
}

/// Whether a term is no integer under any assignment of its variables.
fn is_no_number(term: &Term, symbols: &Symbols) -> bool {
    match term {
        Term::Symbol(symbol) => symbols.as_number(*symbol).is_none(),
        Term::Function(..) => true,
        Term::Unary(UnaryOperator::Minus, operand, _) => is_no_number(operand, symbols),
        Term::Variable(_) | Term::Unary(..) | Term::Binary(..) => false,
    }
}
