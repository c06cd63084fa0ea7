//! Normalizes rules by their heads. What a head demands beyond the atoms that it derives becomes part of the body or a
//! constraint.
//!
//! As in gringo, a pool or an interval in a disjunction is a conjunction within its element: `p(1;2) | q` says "p(1) and
//! p(2), or q". Without conditions, this is distributed over several rules, which preserves answer sets (Lifschitz, Tang &
//! Turner: Nested expressions in logic programs, AMAI 25, 1999). Elements with conditions become a conjunction for each
//! instance of the condition, which the grounder builds.

use itertools::Itertools;

use super::normalize::{never, span_of, Normalizer, Scope};
use super::rule::{self, Aggregate, AggregateElement, Disjunct, Element, Head, Literal, Member, Rule};
use super::theory::TheoryAtomPlace;
use super::{evaluate, inapplicable, unpool};
use crate::diagnostic::Span;
use crate::symbol::Symbol;
use crate::syntax::aggregate::AggregateFunction;
use crate::syntax::ast::{self, BodyLiteral, ConditionalLiteral, LiteralKind, Relation, Sign};

impl Normalizer<'_> {
    /// Returns the rules that a rule of the syntax tree stands for.
    pub fn rule(&mut self, rule: &ast::Rule) -> Vec<Rule> {
        let alternatives = match self.comparison_in_body(rule) {
            Some(rule) => unpool::rule(&rule),
            None => unpool::rule(rule),
        };
        alternatives.iter().flat_map(|rule| self.plain_rule(rule)).collect()
    }

    fn plain_rule(&mut self, rule: &ast::Rule) -> Vec<Rule> {
        let mut scope = Scope::default();
        let mut body = Vec::new();
        let head = match &rule.head {
            ast::Head::Theory(atom) => {
                let occurrence = TheoryAtomPlace::Head { body: !rule.body.is_empty() };
                self.theory_atom(atom, occurrence, &mut scope, &mut body).map(Head::Theory)
            }
            head => Some(self.head(head, &mut scope, &mut body)),
        };
        let Some(head) = head else { return Vec::new() };
        // What the head demands beyond what it derives becomes a constraint with the same body.
        let demand = match &rule.head {
            ast::Head::Aggregate(aggregate) => self.demand(aggregate, &mut scope, &mut body),
            ast::Head::Choice(choice) if self.has_separate_bounds(choice) => {
                Some(self.demand_of_literals(choice, rule.span, &mut scope, &mut body))
            }
            _ => None,
        };
        if self.body(&rule.body, &mut scope, &mut body).is_err() {
            return Vec::new();
        }
        let variables = scope.variables;
        let mut rules = Vec::new();
        if let Some(demand) = demand {
            let body = body.iter().cloned().chain([demand]).collect();
            rules.push(Rule { head: Head::None, body, variables: variables.clone(), span: rule.span });
        }
        rules.push(Rule { head, body, variables, span: rule.span });
        rules
    }

    fn head(&mut self, head: &ast::Head, scope: &mut Scope, body: &mut Vec<Literal>) -> Head {
        match head {
            ast::Head::Literal(literal) => self.one_of(&[literal], true, scope, body),
            ast::Head::Disjunction(elements) if elements.iter().all(|e| e.condition.is_empty()) => {
                let literals: Vec<&ast::Literal> = elements.iter().map(|element| &element.literal).collect();
                self.one_of(&literals, false, scope, body)
            }
            ast::Head::Disjunction(elements) => {
                let mut disjuncts = Vec::new();
                for element in elements {
                    self.disjuncts(element, scope, body, &mut disjuncts);
                }
                Head::Conditional(disjuncts)
            }
            // An element that is no atom derives nothing, but it is counted.
            ast::Head::Choice(choice) if self.has_separate_bounds(choice) => {
                let elements = choice.elements.iter().filter(|element| is_positive(element));
                Head::Choice(self.elements(elements, scope), Vec::new())
            }
            ast::Head::Choice(choice) => {
                let elements = self.elements(&choice.elements, scope);
                let guards = self.guards(&choice.guards, scope, body);
                Head::Choice(elements, guards)
            }
            ast::Head::Theory(_) => unreachable!("read with its rule"),
            ast::Head::Aggregate(aggregate) => {
                let mut elements = Vec::new();
                // Here, too, an element that is no atom derives nothing, but it is counted.
                for (terms, element) in aggregate.elements.iter().filter(|(_, e)| is_positive(e)) {
                    elements.push(scope.within(|scope| {
                        let mut found = self.element(element, scope);
                        let condition = &mut found.condition;
                        let tuple = terms.iter().map(|term| self.evaluated(term, scope, condition)).collect();
                        found.weighed = Some((aggregate.function, tuple));
                        found
                    }));
                }
                if aggregate.guards.left.is_none() && aggregate.guards.right.is_none() {
                    let stated = aggregate.elements.iter().any(|(_, element)| !element.condition.is_empty());
                    without_value(&mut elements, stated);
                }
                Head::Choice(elements, Vec::new())
            }
        }
    }

    /// Whether the bounds of a choice become a constraint of their own.
    fn has_separate_bounds(&self, choice: &ast::SetAggregate) -> bool {
        let has_bounds = choice.guards.left.is_some() || choice.guards.right.is_some();
        self.separate_bounds && has_bounds || !choice.elements.iter().all(is_positive)
    }

    /// Whether one of these terms without pools has no value under any assignment. A warning says so.
    ///
    /// As in gringo, a disjunct with such a term counts as true, and its variables need no values, but those of the rest of the
    /// rule do.
    fn is_undefined<'t>(&mut self, terms: impl Iterator<Item = &'t ast::Term>) -> bool {
        let (mut scope, mut evaluation) = (Scope::default(), Vec::new());
        // If they have values, they are evaluated once more where they stand, and warned of there.
        let warned = self.diagnostics.len();
        let terms: Vec<rule::Term> =
            terms.map(|term| self.evaluated(term, &mut scope, &mut evaluation)).collect();
        self.diagnostics.truncate(warned);
        let mut found = Vec::new();
        let is_undefined = inapplicable::is_undefined(&evaluation, &terms, self.symbols, &mut found);
        self.diagnostics.extend(found.into_iter().map(evaluate::undefined));
        is_undefined
    }

    /// Returns a head that demands one of the literals, which have no conditions and no pools.
    fn one_of(
        &mut self,
        literals: &[&ast::Literal],
        alone: bool,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Head {
        let mut atoms = Vec::new();
        for literal in literals {
            match (&literal.kind, literal.sign) {
                // A disjunct without a value counts as true.
                (LiteralKind::Atom(atom), _) if !alone && self.is_undefined(atom.pools[0].iter()) => {
                    body.push(never());
                }
                (LiteralKind::Atom(atom), Sign::Positive) => {
                    let atom = self.evaluated_atom(atom, scope, body);
                    atoms.push(atom);
                }
                // `a; not b` says that a holds where b does. `not b` alone forbids b and derives nothing, and there `_` is
                // unsafe, as in gringo.
                (LiteralKind::Atom(atom), sign) => {
                    let atom = if alone {
                        self.evaluated_atom(atom, scope, body)
                    } else {
                        self.projected_atom(atom, scope, body)
                    };
                    body.push(Literal::Atom(refuted(sign), atom));
                }
                (LiteralKind::Boolean(value), sign) if *value == (sign != Sign::Negative) => {
                    body.push(never());
                }
                (LiteralKind::Boolean(_), _) => {}
                (LiteralKind::Comparison(..), _) => unreachable!("moved to the body before"),
            }
        }
        if atoms.is_empty() {
            Head::None
        } else {
            Head::Disjunction(atoms)
        }
    }

    /// Splits an element of a disjunction into disjuncts.
    ///
    /// Each alternative of the condition is the condition of a separate disjunct. The alternatives of the literal stay
    /// together.
    fn disjuncts(
        &mut self,
        element: &ConditionalLiteral,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
        disjuncts: &mut Vec<Disjunct>,
    ) {
        let literals = unpool::literal(&element.literal);
        let mut is_never = false;
        let alternatives = match &element.literal.kind {
            // A chain under `not` says that one of its relations does not hold; with a pool, one in each of its chains.
            LiteralKind::Comparison(_, rest) if element.literal.sign == Sign::Negative && rest.len() > 1 => {
                let chains = literals.chunks(rest.len()).map(|chain| chain.iter().cloned());
                chains.multi_cartesian_product().collect()
            }
            LiteralKind::Boolean(value) => {
                is_never = *value != (element.literal.sign != Sign::Negative);
                if !is_never && element.condition.is_empty() {
                    body.push(never());
                }
                vec![Vec::new()]
            }
            _ => vec![literals],
        };
        for literals in alternatives {
            for condition in unpool::literals(&element.condition) {
                scope.within(|scope| {
                    let mut disjunct = Disjunct { condition: Vec::new(), members: Vec::new() };
                    self.condition(&condition, scope, &mut disjunct.condition);
                    if is_never {
                        disjunct.condition.push(never());
                    }
                    for literal in &literals {
                        self.members(literal, scope, &mut disjunct.members);
                    }
                    disjuncts.push(disjunct);
                });
            }
        }
    }

    /// Adds the members of a disjunct that a literal without pools stands for.
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

    /// Returns the elements of a choice that may be derived.
    fn elements<'t>(
        &mut self,
        elements: impl IntoIterator<Item = &'t ConditionalLiteral>,
        scope: &mut Scope,
    ) -> Vec<Element> {
        let elements = elements.into_iter();
        elements.map(|element| scope.within(|scope| self.element(element, scope))).collect()
    }

    fn element(&mut self, element: &ConditionalLiteral, scope: &mut Scope) -> Element {
        let LiteralKind::Atom(atom) = &element.literal.kind else {
            unreachable!("what is no atom derives nothing")
        };
        let mut condition = Vec::new();
        let atom = self.evaluated_atom(atom, scope, &mut condition);
        self.condition(&element.condition, scope, &mut condition);
        Element { atom, condition, weighed: None }
    }

    /// Returns a literal that is true if the aggregate of a head does not hold; `None` if the head demands nothing.
    fn demand(
        &mut self,
        aggregate: &ast::HeadAggregate,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Option<Literal> {
        let mut guards = self.guards(&aggregate.guards, scope, body);
        if guards.is_empty() {
            if aggregate.elements.iter().all(|(_, element)| is_positive(element)) {
                return None;
            }
            // Any value will do, but the variables have to be safe.
            guards.push((Relation::GreaterEqual, rule::Term::Symbol(Symbol::INF)));
        }
        let mut elements = Vec::new();
        for (terms, element) in &aggregate.elements {
            scope.within(|scope| {
                let mut condition = Vec::new();
                let tuple = terms.iter().map(|term| self.evaluated(term, scope, &mut condition)).collect();
                self.literal(&element.literal, scope, &mut condition);
                self.condition(&element.condition, scope, &mut condition);
                let span = span_of(terms, aggregate.span);
                elements.push(AggregateElement { tuple, condition, span });
            });
        }
        let aggregate = Aggregate { function: aggregate.function, guards, elements, span: aggregate.span };
        Some(Literal::Aggregate(Sign::Negative, aggregate))
    }

    /// Returns a literal that is true if the number of true literals of a choice, of any kind, is outside of its bounds.
    fn demand_of_literals(
        &mut self,
        choice: &ast::SetAggregate,
        span: Span,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Literal {
        let mut guards = self.guards(&choice.guards, scope, body);
        if guards.is_empty() {
            // Any number will do, but the variables have to be safe.
            guards.push((Relation::GreaterEqual, rule::Term::Symbol(self.symbols.number(0))));
        }
        let elements = choice.elements.iter().enumerate();
        let elements =
            elements.map(|(position, element)| scope.within(|scope| self.counted(position, element, scope)));
        let elements = elements.collect();
        Literal::Aggregate(
            Sign::Negative,
            Aggregate { function: AggregateFunction::Count, guards, elements, span },
        )
    }

    /// Moves the comparisons without conditions in a head to the body, each as the literal that refutes it.
    ///
    /// Returns `None` if the head has no such comparison.
    fn comparison_in_body(&mut self, rule: &ast::Rule) -> Option<ast::Rule> {
        let is_comparison = |literal: &ast::Literal| matches!(literal.kind, LiteralKind::Comparison(..));
        let in_body =
            |element: &ConditionalLiteral| is_comparison(&element.literal) && element.condition.is_empty();
        let mut body = rule.body.clone();
        let mut refute = |literal: &ast::Literal| {
            let refuting = if self.is_undefined_chain(literal) {
                ast::Literal { sign: Sign::Positive, kind: LiteralKind::Boolean(false), span: literal.span }
            } else {
                let sign = if literal.sign == Sign::Negative { Sign::Positive } else { Sign::Negative };
                ast::Literal { sign, ..literal.clone() }
            };
            body.push(BodyLiteral::Literal(refuting));
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

    /// Whether a comparison of a head has a side without a value. It then counts as true, whatever its other sides are; that
    /// it is refuted would be a disjunction, of its relations one by one.
    fn is_undefined_chain(&mut self, literal: &ast::Literal) -> bool {
        let LiteralKind::Comparison(first, rest) = &literal.kind else { return false };
        let sides: Vec<&ast::Term> =
            std::iter::once(first).chain(rest.iter().map(|(_, side)| side)).collect();
        // The alternatives of a pool are comparisons of their own.
        if sides.iter().any(|side| unpool::term(side).len() != 1) {
            return false;
        }
        self.is_undefined(sides.into_iter())
    }
}

/// Turns a head aggregate without bounds into a count where gringo treats it as a choice, so that its tuples need no
/// weights.
///
/// gringo does so for several elements if none has a condition, and for a single element without a tuple. `stated` says
/// that the text has a condition, even one that always holds.
fn without_value(elements: &mut [Element], stated: bool) {
    let plain = match elements {
        [only] => only.weighed.as_ref().is_some_and(|(_, tuple)| tuple.is_empty()),
        _ => !stated && elements.iter().all(|element| element.condition.is_empty()),
    };
    if plain {
        for (function, _) in elements.iter_mut().filter_map(|element| element.weighed.as_mut()) {
            *function = AggregateFunction::Count;
        }
    }
}

/// Whether an element of a choice is an atom that may be derived.
fn is_positive(element: &ConditionalLiteral) -> bool {
    element.literal.sign == Sign::Positive && matches!(element.literal.kind, LiteralKind::Atom(_))
}

/// Returns the sign of an atom in the body that refutes a head literal with this sign.
fn refuted(sign: Sign) -> Sign {
    if sign == Sign::Negative {
        Sign::DoubleNegative
    } else {
        Sign::Negative
    }
}
