//! Writes ground rules.
//!
//! Where a component's atoms are not all known while it is grounded, its rules are held back until they are, and simplified
//! on their way to the program; elsewhere nothing can come late, so nothing is left to simplify.

use rustc_hash::FxHashMap;

use super::exact::{Exactly, Suspect};
use super::recursion::recursive;
use super::simplify::simplify;
use crate::program::{AtomId, Body, HeadKind, Literal, Program, Rules};

/// That a bound is reached by the weights of literals.
pub type Sum = (i64, Box<[(Literal, i64)]>);

/// The atoms without a name that were made so far: see [`super::formula`].
#[derive(Default, Debug)]
pub struct Definitions {
    /// Atoms that stand for `not` another, so that `not not` can be said.
    pub negations: FxHashMap<AtomId, AtomId>,
    /// Atoms that say that a sum of weights reaches a bound; of weights of 1, that all or any of the literals hold.
    pub sums: FxHashMap<Sum, AtomId>,
}

/// Where ground rules go.
pub struct Writer<'a> {
    /// The ground program.
    pub program: &'a mut Program,
    /// The rules that are held back.
    held: Option<Rules>,
    /// The atoms without a name.
    pub definitions: &'a mut Definitions,
    /// What is right only without recursion.
    suspects: Vec<Suspect>,
}

impl<'a> Writer<'a> {
    /// A writer of rules that are as they are to stay.
    pub fn direct(program: &'a mut Program, definitions: &'a mut Definitions) -> Self {
        Writer { program, held: None, definitions, suspects: Vec::new() }
    }

    /// A writer of rules that are simplified when all of them are known.
    pub fn holding_back(program: &'a mut Program, definitions: &'a mut Definitions) -> Self {
        Writer { held: Some(Rules::default()), ..Writer::direct(program, definitions) }
    }

    /// The rules so far.
    pub fn rules(&self) -> &Rules {
        self.held.as_ref().unwrap_or(&self.program.rules)
    }

    /// How many rules and facts there are.
    pub fn written(&self) -> usize {
        let held = self.held.as_ref().map_or(0, Rules::len);
        held + self.program.rules.len() + self.program.fact_count()
    }

    /// Writes a rule.
    #[inline]
    pub fn push(&mut self, kind: HeadKind, head: &[AtomId], body: Body) {
        self.held.as_mut().unwrap_or(&mut self.program.rules).push(kind, head, body);
    }

    /// Writes that the body derives one of the heads, unless that holds anyway.
    pub fn derive_one_of(&mut self, heads: &[AtomId], body: &[Literal]) {
        let holds_anyway =
            heads.iter().any(|&atom| self.program.is_fact(atom) || body.contains(&atom.positive()));
        if holds_anyway {
            return;
        }
        if let ([atom], []) = (heads, body) {
            self.program.add_fact(*atom);
            return;
        }
        self.push(HeadKind::Disjunction, heads, Body::Conjunction(body));
    }

    /// Forbids the body.
    pub fn forbid(&mut self, body: &[Literal]) {
        self.push(HeadKind::Disjunction, &[], Body::Conjunction(body));
    }

    /// Notes that something is right only without recursion.
    pub fn suspect(&mut self, suspect: Suspect) {
        self.suspects.push(suspect);
    }

    /// Adds what recursion asks for, and hands the rules that were held back to the program. `underivable` are atoms that
    /// nothing derives.
    pub fn commit(mut self, underivable: impl Fn(AtomId) -> bool) {
        let suspects = std::mem::take(&mut self.suspects);
        // Where rules are not held back nothing depends on itself.
        let Some(rules) = &mut self.held else { return };
        let recursive = recursive(rules, suspects.iter().map(|suspect| &suspect.place));
        let suspects: Vec<Suspect> = suspects
            .into_iter()
            .zip(recursive)
            .filter_map(|(suspect, recursive)| recursive.then_some(suspect))
            .collect();
        if !suspects.is_empty() {
            let derived = rules.iter().flat_map(|rule| rule.head.to_vec()).collect();
            *rules = rules.without(suspects.iter().flat_map(|suspect| suspect.meaning.replaced()).copied());
            let mut exactly = Exactly::new(&mut self, derived);
            suspects.into_iter().for_each(|suspect| exactly.write(suspect.meaning));
        }
        if let Some(rules) = &self.held {
            simplify(rules, self.program, underivable);
        }
    }
}
