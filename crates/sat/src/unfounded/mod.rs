//! A propagator for unfounded sets.
//!
//! M. Gebser, B. Kaufmann and T. Schaub, Conflict-driven answer set solving: From theory to practice, AIJ 187, 2012,
//! §5: every atom that is not false has a *source*, a rule that may still apply and whose atoms of the component have
//! sources in turn, without a cycle. Atoms that lose their source look for another one. Those that find none are
//! unfounded and must be false. The reason is a loop nogood. Here it names one false literal for each rule from
//! outside, so no variables for bodies are needed. The interface to the solver is IPASIR-UP (Fazekas et al., SAT
//! 2023).
//!
//! Invariants: sources are acyclic, also those of false atoms, and remain so after backtracking. Every atom that is
//! neither false nor has a source is in `pending`. `falsified[r]` counts the false literals of rule `r`.

mod refute;
mod rules;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;

use rustsat::types::Lit;

use crate::{Propagator, Trail};

pub use refute::UnfoundedSet;
pub use rules::{Component, Member, Rule, Sum};

/// The number of a rule, consecutive over all components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct UnfoundedRuleId(u32);

impl UnfoundedRuleId {
    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The propagator for unfounded sets, over all components. Atoms are numbered consecutively over all components.
#[derive(Default, Debug)]
pub struct UnfoundedSets {
    /// The literal of each atom.
    atoms: Vec<Lit>,
    rules: Vec<Rule>,
    rules_of: Vec<Vec<UnfoundedRuleId>>,
    uses_of: Vec<Vec<UnfoundedRuleId>>,
    /// For each literal, the rules in which a literal becomes false with it.
    falsifies: Vec<Vec<UnfoundedRuleId>>,
    /// For each literal, the atoms that become false with it.
    denies: Vec<Vec<Member>>,
    /// The number of false literals of each rule.
    falsified: Vec<u32>,
    /// The source of each atom: the rule that supports it.
    source: Vec<Option<UnfoundedRuleId>>,
    /// Atoms to be examined: those that are neither false nor have a source.
    pending: Vec<Member>,
    is_pending: Vec<bool>,
    trail: Trail,
    /// Whether the pending atoms must be examined now.
    dirty: bool,
    /// Literals to be propagated.
    implied: VecDeque<Lit>,
    /// For each literal, the unfounded set that implied it last.
    reasons: Vec<Option<Arc<UnfoundedSet>>>,
    /// Whether an atom is in the set that is being collected; false in between.
    is_inside: Vec<bool>,
}

impl UnfoundedSets {
    /// Adds a component.
    pub fn add(&mut self, component: Component) {
        let Component { atoms, rules } = component;
        let first = self.atoms.len();
        let numbered = |atom: Member| Member::at(first + atom.index());
        for literal in atoms {
            let number = Member::at(self.atoms.len());
            self.atoms.push(literal);
            self.make_room(literal);
            self.denies[(!literal).lidx()].push(number);
            self.pending.push(number);
        }
        self.rules_of.resize_with(self.atoms.len(), Vec::new);
        self.uses_of.resize_with(self.atoms.len(), Vec::new);
        self.source.resize(self.atoms.len(), None);
        self.is_pending.resize(self.atoms.len(), true);
        self.is_inside.resize(self.atoms.len(), false);
        for mut rule in rules {
            rule.head = numbered(rule.head);
            rule.internal.iter_mut().for_each(|(atom, _)| *atom = numbered(*atom));
            self.add_rule(rule);
        }
        self.dirty = true;
    }

    fn add_rule(&mut self, rule: Rule) {
        let number = UnfoundedRuleId(u32::try_from(self.rules.len()).expect("rules fit 32 bits"));
        self.rules_of[rule.head.index()].push(number);
        for &(atom, _) in &rule.internal {
            self.uses_of[atom.index()].push(number);
        }
        let mut literals: Vec<Lit> = rule.outside().collect();
        literals.extend(rule.internal.iter().map(|&(atom, _)| self.atoms[atom.index()]));
        literals.sort_unstable();
        literals.dedup();
        literals.iter().for_each(|&l| self.make_room(l));
        self.falsified.push(literals.iter().filter(|&&l| self.is_false(l)).count() as u32);
        literals.iter().for_each(|&l| self.falsifies[(!l).lidx()].push(number));
        self.rules.push(rule);
    }

    /// Returns the assigned literals that the propagator has received.
    #[must_use]
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Returns the unfounded set that implied a literal last.
    ///
    /// # Panics
    ///
    /// If the literal was never implied.
    #[must_use]
    pub fn set_of(&self, literal: Lit) -> &Arc<UnfoundedSet> {
        self.reasons[literal.lidx()].as_ref().expect("the literal was implied")
    }

    #[inline]
    fn make_room(&mut self, literal: Lit) {
        let length = 2 * literal.vidx() + 2;
        if self.falsifies.len() < length {
            self.falsifies.resize_with(length, Vec::new);
            self.denies.resize_with(length, Vec::new);
            self.reasons.resize(length, None);
        }
    }

    #[inline]
    fn is_true(&self, literal: Lit) -> bool {
        self.trail.is_true(literal)
    }

    #[inline]
    fn is_false(&self, literal: Lit) -> bool {
        self.is_true(!literal)
    }

    #[inline]
    fn is_false_atom(&self, atom: Member) -> bool {
        self.is_false(self.atoms[atom.index()])
    }

    #[inline]
    fn has_source(&self, atom: Member) -> bool {
        self.source[atom.index()].is_some()
    }

    #[inline]
    fn is_unfounded(&self, atom: Member) -> bool {
        !self.has_source(atom) && !self.is_false_atom(atom)
    }

    fn look_at(&mut self, atom: Member) {
        if !std::mem::replace(&mut self.is_pending[atom.index()], true) {
            self.pending.push(atom);
        }
        self.dirty = true;
    }

    /// Removes an atom's source.
    fn withdraw(&mut self, atom: Member) {
        if self.source[atom.index()].take().is_some() {
            self.look_at(atom);
        }
    }

    /// Whether a rule is not falsified and its atoms of the component have sources, or enough of them for a sum.
    fn supports(&self, rule: UnfoundedRuleId) -> bool {
        let Rule { conditions, internal, sum, .. } = &self.rules[rule.index()];
        let Some(Sum { external, bound }) = sum else {
            let is_falsified = self.falsified[rule.index()] > 0;
            return !is_falsified && internal.iter().all(|&(atom, _)| self.has_source(atom));
        };
        if conditions.iter().any(|&literal| self.is_false(literal)) {
            return false;
        }
        // These loops are hot: chained iterators are not always inlined.
        let mut sum = 0_i128;
        for &(literal, weight) in external {
            if !self.is_false(literal) {
                sum += i128::from(weight);
            }
        }
        for &(atom, weight) in internal {
            if self.has_source(atom) && !self.is_false_atom(atom) {
                sum += i128::from(weight);
            }
        }
        sum >= i128::from(*bound)
    }

    /// Finds new sources, and propagates that unfounded atoms are false.
    fn update_sources(&mut self) {
        // An atom whose source relies on an atom without a source has none either.
        let mut next = 0;
        while next < self.pending.len() {
            let atom = self.pending[next];
            next += 1;
            for i in 0..self.uses_of[atom.index()].len() {
                let rule = self.uses_of[atom.index()][i];
                let head = self.rules[rule.index()].head;
                if !self.has_source(atom) && self.source[head.index()] == Some(rule) {
                    self.withdraw(head);
                }
            }
        }
        let mut queue: Vec<Member> = Vec::new();
        for i in 0..self.pending.len() {
            self.find_source(self.pending[i], &mut queue);
        }
        while let Some(atom) = queue.pop() {
            for i in 0..self.uses_of[atom.index()].len() {
                let head = self.rules[self.uses_of[atom.index()][i].index()].head;
                self.find_source(head, &mut queue);
            }
        }
        let mut pending = std::mem::take(&mut self.pending);
        pending.retain(|&atom| {
            let is_unfounded = self.is_unfounded(atom);
            self.is_pending[atom.index()] = is_unfounded;
            is_unfounded
        });
        self.pending = pending;
        self.dirty = false;
        if !self.pending.is_empty() {
            self.refute();
        }
    }

    fn find_source(&mut self, atom: Member, queue: &mut Vec<Member>) {
        if !self.is_unfounded(atom) {
            return;
        }
        let found = self.rules_of[atom.index()].iter().copied().find(|&rule| self.supports(rule));
        if found.is_some() {
            self.source[atom.index()] = found;
            queue.push(atom);
        }
    }
}

impl Propagator for UnfoundedSets {
    fn assign(&mut self, literals: &[Lit]) {
        for &literal in literals {
            self.make_room(literal);
            if !self.trail.push(literal) {
                continue;
            }
            let rules = std::mem::take(&mut self.falsifies[literal.lidx()]);
            for &rule in &rules {
                self.falsified[rule.index()] += 1;
                let head = self.rules[rule.index()].head;
                if self.source[head.index()] == Some(rule) {
                    self.withdraw(head);
                }
            }
            self.falsifies[literal.lidx()] = rules;
        }
    }

    fn new_level(&mut self) {
        self.trail.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        for literal in self.trail.backtrack(level) {
            for i in 0..self.falsifies[literal.lidx()].len() {
                self.falsified[self.falsifies[literal.lidx()][i].index()] -= 1;
            }
            for i in 0..self.denies[literal.lidx()].len() {
                let atom = self.denies[literal.lidx()][i];
                if !self.has_source(atom) {
                    self.look_at(atom);
                }
            }
        }
        self.implied.clear();
        self.dirty |= !self.pending.is_empty();
    }

    fn propagate(&mut self) -> Option<Lit> {
        loop {
            match self.implied.pop_front() {
                Some(literal) if self.is_true(literal) => {}
                Some(literal) => return Some(literal),
                None if self.dirty => self.update_sources(),
                None => return None,
            }
        }
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        clause.push(literal);
        clause.extend_from_slice(&self.set_of(literal).supports);
    }
}
