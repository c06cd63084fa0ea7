//! Ground programs that cannot be translated, said in the words of their text.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Engine, Error};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, Span};
use crate::program::{AtomId, Body};
use crate::solve::SolveError;
use crate::syntax::ast::{Head, Statement};
use crate::translate::TranslationError;

impl Engine {
    /// The error with atoms called by their names, and with a place where one can be told.
    #[must_use]
    pub fn explain(&self, error: SolveError) -> Error {
        let SolveError::Translation(cause) = error else { return Error::Solve(error) };
        let diagnostic = match cause {
            TranslationError::HeadCycle { first, second } => self.head_cycle(first, second),
            TranslationError::Redefined { atom } => Diagnostic::new(
                Severity::Error,
                format!("`{}` is defined anew, but was complete in an earlier step", self.name_of(atom)),
            )
            .help("declare it by `#external` in the earlier step, or give each step atoms of its own"),
            TranslationError::CycleAcrossShots { atom } => Diagnostic::new(
                Severity::Error,
                format!(
                    "the definition of the external atom `{}` depends on itself through an earlier step",
                    self.name_of(atom)
                ),
            )
            .help("let atoms of later steps depend on those of earlier ones, not the other way round"),
        };
        let diagnostics = Diagnostics::new(vec![diagnostic], self.sources.clone());
        Error::Unsupported { cause, diagnostics }
    }

    fn head_cycle(&self, first: AtomId, second: AtomId) -> Diagnostic {
        let there = self.path(first, second);
        let back = self.path(second, first);
        let names: Vec<String> = there
            .iter()
            .chain(back.iter().skip(1))
            .map(|&atom| format!("`{}`", self.name_of(atom)))
            .collect();
        let message = format!(
            "this disjunction is in a cycle: {} depend{} on each other",
            names.join(" - "),
            if names.len() > 1 { "" } else { "s" }
        );
        let help = "disjunctions are supported where no two atoms of one head depend on each other: break the cycle, or \
                    choose by `1 { … } 1`";
        match self.disjunction(first, second) {
            Some(span) => Diagnostic::error(message, span),
            None => Diagnostic::new(Severity::Error, message),
        }
        .help(help)
    }

    /// Atoms from one to another, each with a rule that has the next in its positive body.
    fn path(&self, from: AtomId, to: AtomId) -> Vec<AtomId> {
        let mut before: FxHashMap<AtomId, AtomId> = FxHashMap::default();
        let mut uses: FxHashMap<AtomId, Vec<AtomId>> = FxHashMap::default();
        for rule in self.program.rules.iter() {
            let mut positive: Vec<AtomId> = match rule.body {
                Body::Conjunction(literals) => {
                    literals.iter().filter(|l| !l.is_negative()).map(|l| l.atom()).collect()
                }
                Body::Sum { elements, .. } => {
                    elements.iter().filter(|(l, _)| !l.is_negative()).map(|(l, _)| l.atom()).collect()
                }
            };
            positive.dedup();
            for &head in rule.head {
                uses.entry(head).or_default().extend_from_slice(&positive);
            }
        }
        let mut queue = std::collections::VecDeque::from([from]);
        let mut seen: FxHashSet<AtomId> = FxHashSet::from_iter([from]);
        while let Some(atom) = queue.pop_front() {
            if atom == to && !before.is_empty() {
                let mut path = vec![to];
                while path.last() != Some(&from) {
                    let last = *path.last().expect("not empty");
                    path.push(before[&last]);
                }
                path.reverse();
                return path;
            }
            for &next in uses.get(&atom).into_iter().flatten() {
                if seen.insert(next) {
                    before.insert(next, atom);
                    queue.push_back(next);
                }
            }
        }
        vec![from, to]
    }

    /// Where a disjunction over the predicates of both atoms was read.
    fn disjunction(&self, first: AtomId, second: AtomId) -> Option<Span> {
        let names = [self.base.name(first)?.0, self.base.name(second)?.0];
        self.parts.iter().flat_map(|part| &part.statements).find_map(|statement| {
            let Statement::Rule(rule) = statement else { return None };
            let Head::Disjunction(elements) = &rule.head else { return None };
            let has = |wanted: crate::syntax::ast::Signature| {
                elements.iter().any(|element| {
                    matches!(&element.literal.kind, crate::syntax::ast::LiteralKind::Atom(atom)
                        if atom.name == wanted.name && atom.negative == wanted.negative)
                })
            };
            (has(names[0]) && has(names[1])).then_some(rule.span)
        })
    }

    fn name_of(&self, atom: AtomId) -> String {
        match self.ground_program().atom(atom) {
            Some(atom) => atom.to_string(),
            None => "an aggregate".to_owned(),
        }
    }
}
