//! Writes ground rules.
//!
//! Where a component's atoms are not all known while it is grounded, its rules are held back until they are, and simplified
//! on their way to the program; elsewhere nothing can come late, so nothing is left to simplify.

use rustc_hash::{FxHashMap, FxHashSet};

use super::exact::{Exactly, Suspect};
use super::recursion::recursive;
use super::simplify::simplify;
use super::support::unsupported;
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
    /// Where the ground rules of a rule begin among those held back: how many were there, and the rule's index.
    sources: Vec<(usize, usize)>,
}

/// What is known of the atoms of a component when all of its rules are there.
pub struct Closing<'c> {
    /// The atoms that nothing derives.
    pub underivable: &'c dyn Fn(AtomId) -> bool,
    /// The first atom of this shot.
    pub first_atom: usize,
    /// The atoms that have rows in the domains.
    pub atoms: &'c dyn Fn() -> Vec<AtomId>,
    /// Of each rule, by its index, whether its instances may depend on others of itself.
    pub recursive: &'c dyn Fn() -> Vec<bool>,
}

impl<'a> Writer<'a> {
    /// A writer of rules that are as they are to stay.
    pub fn direct(program: &'a mut Program, definitions: &'a mut Definitions) -> Self {
        Writer { program, held: None, definitions, suspects: Vec::new(), sources: Vec::new() }
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

    /// Says of which rule the ground rules are that come next.
    pub fn begin(&mut self, rule: usize) {
        if let Some(held) = &self.held {
            self.sources.push((held.len(), rule));
        }
    }

    /// Adds what recursion asks for, and hands the rules that were held back to the program. Atoms that have lost all of their
    /// rules are given back, in ascending order.
    pub fn commit(mut self, closing: &Closing) -> Vec<AtomId> {
        let suspects = std::mem::take(&mut self.suspects);
        // Where rules are not held back nothing depends on itself.
        let Some(rules) = &mut self.held else { return Vec::new() };
        let recursive = recursive(rules, suspects.iter().map(|suspect| &suspect.place));
        let suspects: Vec<Suspect> = suspects
            .into_iter()
            .zip(recursive)
            .filter_map(|(suspect, recursive)| recursive.then_some(suspect))
            .collect();
        let mut numbered = None;
        if !suspects.is_empty() {
            let derived = rules.iter().flat_map(|rule| rule.head.to_vec()).collect();
            let left = rules.without(suspects.iter().flat_map(|suspect| suspect.meaning.replaced()).copied());
            numbered = Some(std::mem::replace(rules, left));
            let mut exactly = Exactly::new(&mut self, derived);
            suspects.into_iter().for_each(|suspect| exactly.write(suspect.meaning));
        }
        let Some(rules) = self.held.take() else { return Vec::new() };
        let begin = self.program.rules.end();
        if !simplify(&rules, self.program, closing.underivable) {
            return Vec::new();
        }
        let mut own = self.own_atoms(&rules, closing);
        if unsupported(self.program.rules.after(begin), &own).is_empty() {
            return Vec::new();
        }
        // Where a rule may depend on itself, gringo takes its instances as they come, and keeps their atoms.
        for atom in self.heads_of(numbered.as_ref().unwrap_or(&rules), &(closing.recursive)()) {
            own.remove(&atom);
        }
        let mut gone: FxHashSet<AtomId> = FxHashSet::default();
        loop {
            own.retain(|&atom| !self.program.is_fact(atom));
            let lost = unsupported(self.program.rules.after(begin), &own);
            if lost.is_empty() {
                break;
            }
            lost.iter().for_each(|atom| {
                own.remove(atom);
            });
            gone.extend(lost);
            let rules = self.program.rules.split_off(begin);
            simplify(&rules, self.program, |atom| gone.contains(&atom) || (closing.underivable)(atom));
        }
        let mut gone: Vec<AtomId> = gone.into_iter().collect();
        gone.sort_unstable();
        gone
    }

    /// The atoms that only these rules can derive, but no facts.
    fn own_atoms(&self, rules: &Rules, closing: &Closing) -> FxHashSet<AtomId> {
        let mut own: FxHashSet<AtomId> = rules.iter().flat_map(|rule| rule.head).copied().collect();
        own.extend((closing.atoms)());
        own.retain(|&atom| atom.index() >= closing.first_atom && !self.program.is_fact(atom));
        for (atom, _) in &self.program.externals {
            own.remove(atom);
        }
        own
    }

    /// The atoms in the heads of the ground rules that belong to one of the chosen rules.
    fn heads_of(&self, rules: &Rules, chosen: &[bool]) -> Vec<AtomId> {
        let mut sources = self.sources.iter().peekable();
        let mut is_chosen = false;
        let mut heads = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            while let Some(&(_, source)) = sources.next_if(|(begin, _)| *begin <= number) {
                is_chosen = chosen[source];
            }
            if is_chosen {
                heads.extend_from_slice(rule.head);
            }
        }
        heads
    }
}
