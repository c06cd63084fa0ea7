//! The global variables of a statement: those that occur outside of elements and of conditional literals.
//!
//! Elements are those of aggregates, choices and theory atoms. Which variables are global is decided on the statement as it
//! was written, before pools are expanded (Gebser, Harrison, Kaminski, Lifschitz & Schaub: Abstract gringo, TPLP 15, 2015).
//! In `a :- #count { X : e(X) } > 1, n(X;1).` the `X` is global in both rules that the statement stands for. The one with
//! `n(1)` has it in the aggregate only, where it is unsafe.

use rustc_hash::FxHashSet;

use crate::symbol::Name;
use crate::syntax::ast::{
    Atom, BodyLiteral, Guards, Head, Literal, LiteralKind, OptimizeElement, Show, Statement, Term,
};
use crate::syntax::theory::TheoryAtom;

/// The names of the global variables of a statement.
#[derive(Default)]
pub(crate) struct Globals(FxHashSet<Name>);

impl Globals {
    /// Returns the global variables of a statement. Each element of an objective is a statement of its own, see
    /// [`Globals::of_element`].
    pub(super) fn of(statement: &Statement) -> Self {
        let mut globals = Globals::default();
        match statement {
            Statement::Rule(rule) => {
                globals.head(&rule.head);
                globals.body(&rule.body);
            }
            Statement::External(external) => {
                globals.atom(&external.atom);
                globals.terms(&external.value);
                globals.body(&external.body);
            }
            Statement::Show(Show::Term(term, body, _)) => {
                globals.terms([term]);
                globals.body(body);
            }
            Statement::ProjectAtom(atom, body, _) => {
                globals.atom(atom);
                globals.body(body);
            }
            Statement::Edge(pairs, body, _) => {
                pairs.iter().for_each(|(from, to)| globals.terms([from, to]));
                globals.body(body);
            }
            Statement::Heuristic(heuristic) => {
                globals.atom(&heuristic.atom);
                globals.terms([&heuristic.weight, &heuristic.modifier]);
                globals.terms(&heuristic.priority);
                globals.body(&heuristic.body);
            }
            Statement::Optimize(_)
            | Statement::Show(Show::Nothing(_) | Show::Signature(..))
            | Statement::Const(_)
            | Statement::Defined(..)
            | Statement::ProjectSignature(..)
            | Statement::Theory(_)
            | Statement::Include(_) => {}
        }
        globals
    }

    /// Returns the global variables of an element of an objective.
    pub(super) fn of_element(element: &OptimizeElement) -> Self {
        let mut globals = Globals::default();
        globals.terms([&element.weight]);
        globals.terms(&element.priority);
        globals.terms(&element.tuple);
        globals.body(&element.condition);
        globals
    }

    /// Whether the variable of this name is global.
    pub(super) fn contains(&self, name: Name) -> bool {
        self.0.contains(&name)
    }

    fn head(&mut self, head: &Head) {
        match head {
            Head::Literal(literal) => self.literal(literal),
            // A comparison without a condition moves to the body.
            Head::Disjunction(elements) => {
                let comparisons = elements.iter().filter(|element| {
                    element.condition.is_empty()
                        && matches!(element.literal.kind, LiteralKind::Comparison(..))
                });
                comparisons.for_each(|element| self.literal(&element.literal));
            }
            Head::Choice(choice) => self.guards(&choice.guards),
            Head::Aggregate(aggregate) => self.guards(&aggregate.guards),
            Head::Theory(atom) => self.theory_atom(atom),
        }
    }

    fn body(&mut self, body: &[BodyLiteral]) {
        for literal in body {
            match literal {
                BodyLiteral::Literal(literal) => self.literal(literal),
                BodyLiteral::Conditional(_) => {}
                BodyLiteral::Aggregate(_, aggregate) => self.guards(&aggregate.guards),
                BodyLiteral::Set(_, aggregate) => self.guards(&aggregate.guards),
                BodyLiteral::Theory(_, atom) => self.theory_atom(atom),
            }
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match &literal.kind {
            LiteralKind::Boolean(_) => {}
            LiteralKind::Atom(atom) => self.atom(atom),
            LiteralKind::Comparison(first, rest) => {
                self.terms([first]);
                self.terms(rest.iter().map(|(_, term)| term));
            }
        }
    }

    fn guards(&mut self, guards: &Guards) {
        self.terms(guards.left.iter().map(|(term, _)| term));
        self.terms(guards.right.iter().map(|(_, term)| term));
    }

    fn theory_atom(&mut self, atom: &TheoryAtom) {
        self.terms(atom.pools.iter().flatten());
        if let Some((_, term)) = &atom.guard {
            term.variables(&mut |name, _| {
                self.0.insert(name);
            });
        }
    }

    fn atom(&mut self, atom: &Atom) {
        self.terms(atom.pools.iter().flatten());
    }

    fn terms<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>) {
        for term in terms {
            term.variables(&mut |name, _| {
                self.0.insert(name);
            });
        }
    }
}
