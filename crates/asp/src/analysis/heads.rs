//! Heads: what a rule derives, and what a head says beyond that, which goes to the body or to a constraint.
//!
//! A pool or an interval in a disjunction is a conjunction within its element, as in gringo: `p(1;2) | q` says "p(1) and
//! p(2), or q". Without conditions that is several rules, by distribution, which holds for answer sets as well (Lifschitz,
//! Tang & Turner: Nested expressions in logic programs, AMAI 25, 1999); elements with conditions are conjunctions for each
//! instance of these, which the grounder puts together.

use super::normalize::{span_of, Normalizer, Scope, Vacuous};
use super::rule::{self, Aggregate, AggregateElement, Disjunct, Element, Head, Literal, Member};
use super::unpool;
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::ast::{self, BodyLiteral, ConditionalLiteral, Function, LiteralKind, Relation, Sign};

impl Normalizer<'_> {
    pub(super) fn head(
        &mut self,
        head: &ast::Head,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Result<Head, Vacuous> {
        match head {
            ast::Head::Literal(literal) => self.one_of([literal], scope, body),
            ast::Head::Disjunction(elements) if elements.iter().all(|e| e.condition.is_empty()) => {
                self.one_of(elements.iter().map(|element| &element.literal), scope, body)
            }
            ast::Head::Disjunction(elements) => {
                let mut disjuncts = Vec::new();
                for element in elements {
                    self.disjuncts(element, scope, &mut disjuncts)?;
                }
                Ok(Head::Conditional(disjuncts))
            }
            // What is no atom derives nothing, but it counts.
            ast::Head::Choice(choice) if !choice.elements.iter().all(is_positive) => {
                let elements = choice.elements.iter().filter(|element| is_positive(element));
                Ok(Head::Choice(self.elements(elements, scope), Vec::new()))
            }
            ast::Head::Choice(choice) => {
                let elements = self.elements(&choice.elements, scope);
                let guards = self.guards(&choice.guards, scope, body);
                Ok(Head::Choice(elements, guards))
            }
            ast::Head::Aggregate(aggregate) => {
                let guarded = aggregate.guards.left.is_some() || aggregate.guards.right.is_some();
                let mut elements = Vec::new();
                for (terms, element) in &aggregate.elements {
                    for mut found in self.elements([element], scope) {
                        let condition = &mut found.condition;
                        // Where no bound asks for the value, a tuple without a weight is as good as any.
                        if guarded || !terms.is_empty() {
                            let tuple =
                                terms.iter().map(|term| self.evaluated(term, scope, condition)).collect();
                            found.weighed = Some((aggregate.function, tuple));
                        }
                        elements.push(found);
                    }
                }
                Ok(Head::Choice(elements, Vec::new()))
            }
        }
    }

    /// That one of the literals holds, which have no conditions and no pools.
    fn one_of<'t>(
        &mut self,
        literals: impl IntoIterator<Item = &'t ast::Literal>,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Result<Head, Vacuous> {
        let mut atoms = Vec::new();
        for literal in literals {
            match (&literal.kind, literal.sign) {
                (LiteralKind::Atom(atom), Sign::Positive) => {
                    atoms.push(self.evaluated_atom(atom, scope, body));
                }
                // "a or not b" says that a holds where b does; alone, `not b` forbids b, and derives nothing.
                (LiteralKind::Atom(atom), sign) => {
                    let atom = self.projected_atom(atom, scope, body);
                    body.push(Literal::Atom(refuted(sign), atom));
                }
                (LiteralKind::Boolean(value), sign) if *value == (sign != Sign::Negative) => {
                    return Err(Vacuous);
                }
                (LiteralKind::Boolean(_), _) => {}
                (LiteralKind::Comparison(..), _) => unreachable!("moved to the body before"),
            }
        }
        Ok(if atoms.is_empty() { Head::None } else { Head::Disjunction(atoms) })
    }

    /// Takes an element of a disjunction apart: each alternative of the condition is a condition by itself, those of the
    /// literal stay together.
    fn disjuncts(
        &mut self,
        element: &ConditionalLiteral,
        scope: &mut Scope,
        disjuncts: &mut Vec<Disjunct>,
    ) -> Result<(), Vacuous> {
        let literals = unpool::literal(&element.literal);
        // A chain under `not` says that one of its relations does not hold: not a conjunction.
        let alternatives = match &element.literal.kind {
            LiteralKind::Comparison(_, rest) if element.literal.sign == Sign::Negative && rest.len() > 1 => {
                if literals.len() > rest.len() {
                    self.unsupported(
                        "a pool in a chain of comparisons under `not` in a disjunction",
                        element.span,
                    );
                }
                literals.into_iter().map(|literal| vec![literal]).collect()
            }
            LiteralKind::Boolean(value) => {
                if *value != (element.literal.sign != Sign::Negative) {
                    return Ok(());
                }
                if element.condition.is_empty() {
                    return Err(Vacuous);
                }
                vec![Vec::new()]
            }
            _ => vec![literals],
        };
        for literals in alternatives {
            for condition in unpool::literals(&element.condition) {
                let mut disjunct =
                    Disjunct { condition: Vec::new(), members: Vec::new(), span: element.literal.span };
                if self.condition(&condition, scope, &mut disjunct.condition).is_err() {
                    continue;
                }
                for literal in &literals {
                    self.members(literal, scope, &mut disjunct.members);
                }
                disjuncts.push(disjunct);
            }
        }
        Ok(())
    }

    /// The members of a disjunct that a literal without pools stands for.
    fn members(&mut self, literal: &ast::Literal, scope: &mut Scope, members: &mut Vec<Member>) {
        let mut instances = Vec::new();
        match (&literal.kind, literal.sign) {
            (LiteralKind::Atom(atom), sign) => {
                let atom = match sign {
                    Sign::Positive => self.evaluated_atom(atom, scope, &mut instances),
                    _ => self.projected_atom(atom, scope, &mut instances),
                };
                members.push(Member { literal: Literal::Atom(sign, atom), instances });
            }
            (LiteralKind::Comparison(first, rest), _) => {
                let mut left = self.evaluated(first, scope, &mut instances);
                for (relation, right) in rest {
                    let right = self.evaluated(right, scope, &mut instances);
                    let literal = Literal::Compare(left, *relation, right.clone());
                    members.push(Member { literal, instances: instances.clone() });
                    left = right;
                }
            }
            (LiteralKind::Boolean(_), _) => unreachable!("taken apart before"),
        }
    }

    /// The elements of a choice, those that may be derived.
    fn elements<'t>(
        &mut self,
        elements: impl IntoIterator<Item = &'t ConditionalLiteral>,
        scope: &mut Scope,
    ) -> Vec<Element> {
        let mut found = Vec::new();
        for element in elements {
            let (LiteralKind::Atom(atom), Sign::Positive) = (&element.literal.kind, element.literal.sign)
            else {
                self.diagnostics.push(
                    Diagnostic::error("only an atom that is not negated may stand here", element.literal.span)
                        .help("write the other literals into the condition, or into rules and constraints of their own"),
                );
                continue;
            };
            let mut condition = Vec::new();
            let atom = self.evaluated_atom(atom, scope, &mut condition);
            if self.condition(&element.condition, scope, &mut condition).is_ok() {
                found.push(Element { atom, condition, weighed: None });
            }
        }
        found
    }

    /// That the aggregate of a head does not hold.
    pub(super) fn demand(
        &mut self,
        aggregate: &ast::HeadAggregate,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Option<Literal> {
        let guards = self.guards(&aggregate.guards, scope, body);
        if guards.is_empty() {
            return None;
        }
        let mut elements = Vec::new();
        for (terms, element) in &aggregate.elements {
            let mut condition = Vec::new();
            let tuple = terms.iter().map(|term| self.evaluated(term, scope, &mut condition)).collect();
            if self.literal(&element.literal, scope, &mut condition).is_ok()
                && self.condition(&element.condition, scope, &mut condition).is_ok()
            {
                elements.push(AggregateElement { tuple, condition, span: span_of(terms, aggregate.span) });
            }
        }
        let aggregate = Aggregate { function: aggregate.function, guards, elements, span: aggregate.span };
        Some(Literal::Aggregate(Sign::Negative, aggregate))
    }

    /// That the number of literals of a choice that hold is not within its bounds, of whatever kind they are.
    pub(super) fn demand_of_literals(
        &mut self,
        choice: &ast::SetAggregate,
        span: Span,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Literal {
        let mut guards = self.guards(&choice.guards, scope, body);
        if guards.is_empty() {
            // Every number will do, but the variables have to be safe.
            guards.push((Relation::GreaterEqual, rule::Term::Symbol(self.symbols.number(0))));
        }
        let elements = choice.elements.iter().enumerate();
        let elements =
            elements.filter_map(|(position, element)| self.counted(position, element, scope)).collect();
        Literal::Aggregate(Sign::Negative, Aggregate { function: Function::Count, guards, elements, span })
    }
}

/// A rule whose head is a comparison, or a disjunction with some that have no conditions, with what refutes them in the
/// body.
pub(super) fn comparison_in_body(rule: &ast::Rule) -> Option<ast::Rule> {
    let is_comparison = |literal: &ast::Literal| matches!(literal.kind, LiteralKind::Comparison(..));
    let in_body =
        |element: &ConditionalLiteral| is_comparison(&element.literal) && element.condition.is_empty();
    let mut body = rule.body.clone();
    let mut refute = |literal: &ast::Literal| {
        let sign = if literal.sign == Sign::Negative { Sign::Positive } else { Sign::Negative };
        body.push(BodyLiteral::Literal(ast::Literal { sign, ..literal.clone() }));
    };
    let head = match &rule.head {
        ast::Head::Literal(literal) if is_comparison(literal) => {
            refute(literal);
            let nothing = LiteralKind::Boolean(false);
            ast::Head::Literal(ast::Literal { sign: Sign::Positive, kind: nothing, span: literal.span })
        }
        ast::Head::Disjunction(elements) if elements.iter().any(in_body) => {
            let (comparisons, others): (Vec<_>, Vec<_>) = elements.iter().cloned().partition(in_body);
            comparisons.iter().for_each(|element| refute(&element.literal));
            ast::Head::Disjunction(others)
        }
        _ => return None,
    };
    Some(ast::Rule { head, body, span: rule.span })
}

/// Whether an element of a choice is one that may be derived.
pub(super) fn is_positive(element: &ConditionalLiteral) -> bool {
    element.literal.sign == Sign::Positive && matches!(element.literal.kind, LiteralKind::Atom(_))
}

/// The sign under which an atom refutes the literal with this sign in a head.
fn refuted(sign: Sign) -> Sign {
    if sign == Sign::Negative {
        Sign::DoubleNegative
    } else {
        Sign::Negative
    }
}
