//! Normalizes directives that are grounded like rules, with an effect for each instance of their body.

use itertools::Itertools;

use super::normalize::{Normalizer, Scope};
use super::rule::{self, Head, Rule};
use super::scopes::Globals;
use super::unpool;
use crate::diagnostic::{Diagnostic, Lint, Span};
use crate::program::ExternalValue;
use crate::syntax::ast::{self, BodyLiteral, Sign, Term, UnaryOperator};

impl Normalizer<'_> {
    /// Returns the rules that an external declaration stands for.
    pub fn external(&mut self, external: &ast::External) -> Vec<Rule> {
        let mut rules = Vec::new();
        for value in external.value.as_ref().map_or_else(Vec::new, unpool::term) {
            rules.extend(self.external_with(external, Some(&value)));
        }
        if external.value.is_none() {
            rules = self.external_with(external, None);
        }
        rules
    }

    fn external_with(&mut self, external: &ast::External, value: Option<&Term>) -> Vec<Rule> {
        self.atoms(&external.atom, &external.body, external.span, |this, atom, scope, body| {
            let atom = this.evaluated_atom(atom, scope, body);
            let value = value.map(|value| (this.evaluated(value, scope, body), value.span()));
            if let Some((rule::Term::Symbol(value), span)) = value {
                if ExternalValue::named(value, this.symbols).is_none() {
                    let message =
                        format!("an external atom cannot have the value `{}`", this.symbols.display(value));
                    let ignored = Diagnostic::warning(message, span).lint(Lint::Spelling);
                    this.diagnostics.push(ignored.help(
                        "the declaration has no effect; write `true`, `false`, `free` or `release` in the brackets",
                    ));
                }
            }
            Head::External(atom, value.map(|(value, _)| value))
        })
    }

    /// Returns the rules that a projected atom stands for.
    pub fn projected(&mut self, atom: &ast::Atom, body: &[BodyLiteral], span: Span) -> Vec<Rule> {
        self.atoms(atom, body, span, |this, atom, scope, body| {
            // It is one of the existing atoms, so it gives values to its variables.
            let atom = this.matched_atom(atom, scope, body);
            body.push(rule::Literal::Atom(Sign::Positive, atom.clone()));
            Head::Project(atom)
        })
    }

    /// Returns the rules that a heuristic stands for.
    pub fn heuristic(&mut self, heuristic: &ast::Heuristic) -> Vec<Rule> {
        let zero = Term::Symbol(self.symbols.number(0), heuristic.span);
        let priority = heuristic.priority.clone().unwrap_or(zero);
        let terms = [heuristic.weight.clone(), priority, heuristic.modifier.clone()];
        let mut rules = Vec::new();
        for terms in unpool::terms(&terms) {
            rules.extend(self.atoms(
                &heuristic.atom,
                &heuristic.body,
                heuristic.span,
                |this, atom, scope, body| {
                    // It is one of the existing atoms, but the condition does not require that it holds.
                    let atom = this.matched_atom(atom, scope, body);
                    body.insert(0, rule::Literal::Atom(Sign::Positive, atom.clone()));
                    let terms = [0, 1, 2].map(|index| this.evaluated(&terms[index], scope, body));
                    Head::Heuristic(atom, terms)
                },
            ));
        }
        rules
    }

    /// Returns the rules that minimised or maximised elements stand for.
    pub fn optimize(&mut self, optimize: &ast::Optimize) -> Vec<Rule> {
        let mut rules = Vec::new();
        let zero = Term::Symbol(self.symbols.number(0), optimize.span);
        for element in &optimize.elements {
            let mut terms = vec![element.weight.clone(), element.priority.clone().unwrap_or(zero.clone())];
            if optimize.maximize {
                let span = element.weight.span();
                terms[0] = Term::Unary(UnaryOperator::Minus, Box::new(element.weight.clone()), span);
            }
            terms.extend_from_slice(&element.tuple);
            let span = element.weight.span();
            self.globals = Globals::of_element(element);
            rules.extend(self.instances(&terms, &element.condition, span, |mut terms| {
                let tuple = terms.split_off(2);
                let priority = terms.pop().expect("the second of two");
                Head::Minimize(terms.pop().expect("the first of two"), priority, tuple)
            }));
        }
        rules
    }

    /// Returns the rules that a shown term stands for.
    pub fn shown_term(&mut self, term: &Term, body: &[BodyLiteral], span: Span) -> Vec<Rule> {
        self.instances(std::slice::from_ref(term), body, span, |mut terms| {
            Head::Show(terms.pop().expect("one term"))
        })
    }

    /// Returns the rules that edges stand for.
    pub fn edges(&mut self, pairs: &[(Term, Term)], body: &[BodyLiteral], span: Span) -> Vec<Rule> {
        let mut rules = Vec::new();
        for (from, to) in pairs {
            rules.extend(self.instances(&[from.clone(), to.clone()], body, span, |mut terms| {
                let to = terms.pop().expect("the second of two");
                Head::Edge(terms.pop().expect("the first of two"), to)
            }));
        }
        rules
    }

    /// Returns a rule for each way of choosing from the pools of an atom and a body.
    fn atoms(
        &mut self,
        atom: &ast::Atom,
        body: &[BodyLiteral],
        span: Span,
        head: impl Fn(&mut Self, &ast::Atom, &mut Scope, &mut Vec<rule::Literal>) -> Head,
    ) -> Vec<Rule> {
        let mut rules = Vec::new();
        for (atom, body) in unpool::atom(atom).into_iter().cartesian_product(unpool::body(body)) {
            let mut scope = Scope::default();
            let mut literals = Vec::new();
            let head = head(self, &atom, &mut scope, &mut literals);
            if self.body(&body, &mut scope, &mut literals).is_ok() {
                rules.push(Rule { head, body: literals, variables: scope.variables, span });
            }
        }
        rules
    }

    /// Returns a rule for each way of choosing from the pools of terms and a body.
    fn instances(
        &mut self,
        terms: &[Term],
        body: &[BodyLiteral],
        span: Span,
        head: impl Fn(Vec<rule::Term>) -> Head,
    ) -> Vec<Rule> {
        let mut rules = Vec::new();
        for (terms, body) in unpool::terms(terms).into_iter().cartesian_product(unpool::body(body)) {
            let mut scope = Scope::default();
            let mut literals = Vec::new();
            let terms = terms.iter().map(|term| self.evaluated(term, &mut scope, &mut literals)).collect();
            if self.body(&body, &mut scope, &mut literals).is_ok() {
                rules.push(Rule { head: head(terms), body: literals, variables: scope.variables, span });
            }
        }
        rules
    }
}
