//! Syntax tree to [`rule::Rule`]: numbers variables, replaces constants, takes intervals and arithmetic out of
//! positive atoms.

use rustc_hash::FxHashMap;

use super::constants::Constants;
use super::projection::{self, Projections};
use super::rule::{self, Aggregate, AggregateElement, Element, Head, Literal, Rule, Variable};
use super::unpool;
use crate::diagnostic::{Diagnostic, Span};
use crate::program::{Base, ExternalValue, PredicateId};
use crate::symbol::{Name, Symbols};
use crate::syntax::ast::{
    self, BodyLiteral, Function, LiteralKind, Relation, Sign, Signature, Term, UnaryOperator,
};

/// Turns statements of the syntax tree into rules for the grounder.
pub struct Normalizer<'a> {
    /// The engine's symbols.
    pub symbols: &'a mut Symbols,
    /// Where predicates get their numbers.
    pub base: &'a mut Base,
    /// What constants stand for, a part's parameters among them.
    pub constants: &'a Constants,
    /// The projections that negated atoms with `_` need.
    pub projections: &'a mut Projections,
    /// Where errors go.
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

/// The variables of one rule while it is read.
#[derive(Default)]
struct Scope {
    numbers: FxHashMap<Name, Variable>,
    variables: Vec<(Option<Name>, Span)>,
}

impl Scope {
    fn fresh(&mut self, span: Span) -> Variable {
        self.variables.push((None, span));
        Variable(self.variables.len() as u32 - 1)
    }
}

/// A statement turned out to say nothing: its body can never hold, or its head always does.
struct Vacuous;

impl Normalizer<'_> {
    /// The rules that a rule of the syntax tree stands for.
    pub fn rule(&mut self, rule: &ast::Rule) -> Vec<Rule> {
        let alternatives = unpool::rule(rule);
        alternatives.iter().filter_map(|rule| self.plain_rule(rule)).collect()
    }

    /// The rules that an external declaration stands for.
    pub fn external(&mut self, external: &ast::External) -> Vec<Rule> {
        let value = match &external.value {
            None => ExternalValue::False,
            Some(Term::Symbol(symbol, span)) => match self.symbols.display(*symbol).to_string().as_str() {
                "true" => ExternalValue::True,
                "false" => ExternalValue::False,
                "free" => ExternalValue::Free,
                other => {
                    let message = format!("an external atom cannot have the value `{other}`");
                    self.diagnostics.push(
                        Diagnostic::error(message, *span)
                            .help("write `true`, `false` or `free` in the brackets"),
                    );
                    return Vec::new();
                }
            },
            Some(term) => {
                self.unsupported("a computed value of an external atom", term.span());
                return Vec::new();
            }
        };
        let mut rules = Vec::new();
        for atom in unpool::atom(&external.atom) {
            for body in unpool::body(&external.body) {
                let mut scope = Scope::default();
                let mut literals = Vec::new();
                let head = self.evaluated_atom(&atom, &mut scope, &mut literals);
                if self.body(&body, &mut scope, &mut literals).is_ok() {
                    let head = Head::External(head, value);
                    rules.push(Rule {
                        head,
                        body: literals,
                        variables: scope.variables,
                        span: external.span,
                    });
                }
            }
        }
        rules
    }

    fn plain_rule(&mut self, rule: &ast::Rule) -> Option<Rule> {
        let mut scope = Scope::default();
        let mut body = Vec::new();
        let head = self.head(&rule.head, &mut scope, &mut body).ok()?;
        self.body(&rule.body, &mut scope, &mut body).ok()?;
        Some(Rule { head, body, variables: scope.variables, span: rule.span })
    }

    fn head(
        &mut self,
        head: &ast::Head,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Result<Head, Vacuous> {
        match head {
            ast::Head::Literal(literal) => match (&literal.kind, literal.sign) {
                (LiteralKind::Atom(atom), Sign::Positive) => {
                    Ok(Head::Disjunction(vec![self.evaluated_atom(atom, scope, body)]))
                }
                // `not a` in a head forbids `a`; it is no ground to derive anything.
                (LiteralKind::Atom(atom), sign) => {
                    let atom = self.evaluated_atom(atom, scope, body);
                    let sign = if sign == Sign::Negative { Sign::DoubleNegative } else { Sign::Negative };
                    body.push(Literal::Atom(sign, atom));
                    Ok(Head::None)
                }
                (LiteralKind::Boolean(value), sign) => {
                    if *value == (sign != Sign::Negative) {
                        Err(Vacuous)
                    } else {
                        Ok(Head::None)
                    }
                }
                (LiteralKind::Comparison(first, rest), _) => {
                    if let [(relation, second)] = rest.as_slice() {
                        let left = self.evaluated(first, scope, body);
                        let right = self.evaluated(second, scope, body);
                        body.push(Literal::Compare(left, unpool::negated(*relation), right));
                    } else {
                        self.unsupported("a chain of comparisons in a head", literal.span);
                    }
                    Ok(Head::None)
                }
            },
            ast::Head::Disjunction(elements) => {
                let mut atoms = Vec::new();
                for element in elements {
                    match (&element.literal.kind, element.literal.sign) {
                        _ if !element.condition.is_empty() => {
                            self.unsupported("a condition in a disjunction", element.span);
                        }
                        (LiteralKind::Atom(atom), Sign::Positive) => {
                            atoms.push(self.evaluated_atom(atom, scope, body));
                        }
                        _ => self.unsupported("anything but atoms in a disjunction", element.span),
                    }
                }
                Ok(Head::Disjunction(atoms))
            }
            ast::Head::Choice(choice) => {
                let mut elements = Vec::new();
                for element in &choice.elements {
                    let LiteralKind::Atom(atom) = &element.literal.kind else {
                        self.unsupported("anything but atoms in a choice", element.literal.span);
                        continue;
                    };
                    if element.literal.sign != Sign::Positive {
                        self.unsupported("a negated atom in a choice", element.literal.span);
                        continue;
                    }
                    let mut condition = Vec::new();
                    let atom = self.evaluated_atom(atom, scope, &mut condition);
                    if self.condition(&element.condition, scope, &mut condition).is_ok() {
                        elements.push(Element { atom, condition });
                    }
                }
                let guards = self.guards(&choice.guards, scope, body);
                Ok(Head::Choice(elements, guards))
            }
            ast::Head::Aggregate(aggregate) => {
                self.unsupported("an aggregate with terms in a head", aggregate.span);
                Err(Vacuous)
            }
        }
    }

    fn body(
        &mut self,
        literals: &[BodyLiteral],
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Result<(), Vacuous> {
        for literal in literals {
            match literal {
                BodyLiteral::Literal(literal) => self.literal(literal, scope, body)?,
                BodyLiteral::Conditional(literal) => {
                    self.unsupported("a conditional literal in a body", literal.span);
                }
                BodyLiteral::Set(_, aggregate) => self.unsupported("a counted set in a body", aggregate.span),
                BodyLiteral::Aggregate(sign, aggregate) => {
                    if aggregate.function != Function::Count {
                        self.unsupported("an aggregate other than `#count`", aggregate.span);
                        continue;
                    }
                    let guards = self.guards(&aggregate.guards, scope, body);
                    let mut elements = Vec::new();
                    for (tuple, literals) in &aggregate.elements {
                        let mut condition = Vec::new();
                        let tuple =
                            tuple.iter().map(|term| self.evaluated(term, scope, &mut condition)).collect();
                        if self.condition(literals, scope, &mut condition).is_ok() {
                            elements.push(AggregateElement { tuple, condition });
                        }
                    }
                    let aggregate = Aggregate { guards, elements, span: aggregate.span };
                    body.push(Literal::Aggregate(*sign, aggregate));
                }
            }
        }
        Ok(())
    }

    fn condition(
        &mut self,
        literals: &[ast::Literal],
        scope: &mut Scope,
        condition: &mut Vec<Literal>,
    ) -> Result<(), Vacuous> {
        literals.iter().try_for_each(|literal| self.literal(literal, scope, condition))
    }

    fn literal(
        &mut self,
        literal: &ast::Literal,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Result<(), Vacuous> {
        match &literal.kind {
            LiteralKind::Boolean(value) => {
                if *value != (literal.sign != Sign::Negative) {
                    return Err(Vacuous);
                }
            }
            LiteralKind::Atom(atom) if literal.sign == Sign::Positive => {
                let atom = self.matched_atom(atom, scope, body);
                body.push(Literal::Atom(Sign::Positive, atom));
            }
            LiteralKind::Atom(atom) => {
                let atom = self.projected_atom(atom, scope, body);
                body.push(Literal::Atom(literal.sign, atom));
            }
            LiteralKind::Comparison(first, rest) => {
                let mut left = first;
                for (relation, right) in rest {
                    self.comparison(left, *relation, right, scope, body);
                    left = right;
                }
            }
        }
        Ok(())
    }

    fn comparison(
        &mut self,
        left: &Term,
        relation: Relation,
        right: &Term,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) {
        // `X = 1..n` ranges over X itself; anywhere else an interval gets a variable of its own.
        if relation == Relation::Equal {
            let pair = match (left, right) {
                (Term::Variable(name, span), Term::Interval(lower, upper, _))
                | (Term::Interval(lower, upper, _), Term::Variable(name, span)) => {
                    Some((name, span, lower, upper))
                }
                _ => None,
            };
            if let Some((name, span, lower, upper)) = pair {
                let variable = self.variable(*name, *span, scope);
                let lower = self.evaluated(lower, scope, body);
                let upper = self.evaluated(upper, scope, body);
                body.push(Literal::Range(variable, lower, upper));
                return;
            }
        }
        let left = self.evaluated(left, scope, body);
        let right = self.evaluated(right, scope, body);
        body.push(Literal::Compare(left, relation, right));
    }

    fn guards(
        &mut self,
        guards: &ast::Guards,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Vec<(Relation, rule::Term)> {
        let left = guards.left.as_ref().map(|(term, relation)| (mirrored(*relation), term));
        let right = guards.right.as_ref().map(|(relation, term)| (*relation, term));
        left.into_iter()
            .chain(right)
            .map(|(relation, term)| (relation, self.evaluated(term, scope, body)))
            .collect()
    }

    /// An atom whose arguments are matched against symbols.
    fn matched_atom(&mut self, atom: &ast::Atom, scope: &mut Scope, body: &mut Vec<Literal>) -> rule::Atom {
        let arguments = atom.pools[0].iter().map(|term| self.matched(term, scope, body)).collect();
        rule::Atom { predicate: self.predicate(atom), arguments, span: atom.span }
    }

    /// An atom whose arguments are computed once all variables have values.
    fn evaluated_atom(&mut self, atom: &ast::Atom, scope: &mut Scope, body: &mut Vec<Literal>) -> rule::Atom {
        let arguments = atom.pools[0].iter().map(|term| self.evaluated(term, scope, body)).collect();
        rule::Atom { predicate: self.predicate(atom), arguments, span: atom.span }
    }

    /// An atom under `not`: where it has `_` among its arguments, one of the projection to the others, because
    /// `not p(X,_)` says that there is no such atom at all.
    fn projected_atom(&mut self, atom: &ast::Atom, scope: &mut Scope, body: &mut Vec<Literal>) -> rule::Atom {
        let Some((shapes, kept)) = projection::shapes(&atom.pools[0]) else {
            return self.evaluated_atom(atom, scope, body);
        };
        let predicate = self.predicate(atom);
        let predicate = self.projections.projection(predicate, atom.span, shapes, self.base, self.symbols);
        let arguments = kept.into_iter().map(|term| self.evaluated(term, scope, body)).collect();
        rule::Atom { predicate, arguments, span: atom.span }
    }

    fn predicate(&mut self, atom: &ast::Atom) -> PredicateId {
        let arity = atom.pools[0].len() as u32;
        self.base.predicate(Signature { name: atom.name, arity, negative: atom.negative })
    }

    fn matched(&mut self, term: &Term, scope: &mut Scope, body: &mut Vec<Literal>) -> rule::Term {
        match term {
            Term::Unary(UnaryOperator::Minus, operand, span) if matches!(**operand, Term::Function(..)) => {
                let operand = self.matched(operand, scope, body);
                self.folded(rule::Term::Unary(UnaryOperator::Minus, Box::new(operand), *span))
            }
            Term::Unary(.., span) | Term::Binary(.., span) => {
                let value = self.evaluated(term, scope, body);
                if matches!(value, rule::Term::Symbol(_)) {
                    return value;
                }
                let variable = rule::Term::Variable(scope.fresh(*span));
                body.push(Literal::Compare(variable.clone(), Relation::Equal, value));
                variable
            }
            Term::Function(name, pools, _) => {
                let arguments = pools[0].iter().map(|term| self.matched(term, scope, body)).collect();
                self.folded(rule::Term::Function(Some(*name), arguments))
            }
            Term::Tuple(terms, _) => {
                let terms = terms.iter().map(|term| self.matched(term, scope, body)).collect();
                self.folded(rule::Term::Function(None, terms))
            }
            _ => self.evaluated(term, scope, body),
        }
    }

    fn evaluated(&mut self, term: &Term, scope: &mut Scope, body: &mut Vec<Literal>) -> rule::Term {
        match term {
            Term::Symbol(symbol, _) => rule::Term::Symbol(self.constants.replace(*symbol, self.symbols)),
            Term::Variable(name, span) => rule::Term::Variable(self.variable(*name, *span, scope)),
            Term::Anonymous(span) => rule::Term::Variable(scope.fresh(*span)),
            Term::Function(name, pools, _) => {
                let arguments = pools[0].iter().map(|term| self.evaluated(term, scope, body)).collect();
                self.folded(rule::Term::Function(Some(*name), arguments))
            }
            Term::Tuple(terms, _) => {
                let terms = terms.iter().map(|term| self.evaluated(term, scope, body)).collect();
                self.folded(rule::Term::Function(None, terms))
            }
            Term::Unary(operator, operand, span) => {
                let operand = self.evaluated(operand, scope, body);
                self.folded(rule::Term::Unary(*operator, Box::new(operand), *span))
            }
            Term::Binary(operator, left, right, span) => {
                let left = self.evaluated(left, scope, body);
                let right = self.evaluated(right, scope, body);
                self.folded(rule::Term::Binary(*operator, Box::new(left), Box::new(right), *span))
            }
            Term::Interval(lower, upper, span) => {
                let lower = self.evaluated(lower, scope, body);
                let upper = self.evaluated(upper, scope, body);
                let variable = scope.fresh(*span);
                body.push(Literal::Range(variable, lower, upper));
                rule::Term::Variable(variable)
            }
            Term::Pool(..) => unreachable!("pools are expanded before"),
        }
    }

    /// The value of a function of symbols. One that has none is left as it is, for the grounder to report.
    fn folded(&mut self, term: rule::Term) -> rule::Term {
        let is_symbol = |term: &rule::Term| matches!(term, rule::Term::Symbol(_));
        let ground = match &term {
            rule::Term::Function(_, arguments) => arguments.iter().all(is_symbol),
            rule::Term::Unary(_, operand, _) => is_symbol(operand),
            rule::Term::Binary(_, left, right, _) => is_symbol(left) && is_symbol(right),
            rule::Term::Symbol(_) | rule::Term::Variable(_) => false,
        };
        if !ground {
            return term;
        }
        super::evaluate::term(&term, &[], self.symbols).map_or(term, rule::Term::Symbol)
    }

    fn variable(&mut self, name: Name, span: Span, scope: &mut Scope) -> Variable {
        let next = Variable(scope.variables.len() as u32);
        let number = *scope.numbers.entry(name).or_insert(next);
        if number == next {
            scope.variables.push((Some(name), span));
        }
        number
    }

    fn unsupported(&mut self, what: &str, span: Span) {
        self.diagnostics.push(Diagnostic::error(format!("{what} is not supported"), span));
    }
}

/// The relation with its sides exchanged.
fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Equal | Relation::NotEqual => relation,
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
    }
}
