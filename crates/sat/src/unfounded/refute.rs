//! From an unfounded atom to a set of atoms that no rule supports from outside, and the clause that refutes it.

use std::sync::Arc;

use rustsat::types::Lit;

use super::{Member, Rule, UnfoundedRuleId, UnfoundedSets};

/// Atoms that no rule supports from outside the set.
#[derive(Clone, Debug)]
pub struct UnfoundedSet {
    /// The literals of the atoms.
    pub atoms: Box<[Lit]>,
    /// The literals whose falsity deprives the set of its support.
    pub supports: Box<[Lit]>,
}

impl UnfoundedSet {
    /// Returns the clause that one of the atoms is false unless the set is supported. `denial` is the negation of the atom.
    #[must_use]
    pub fn clause(&self, denial: Lit) -> Vec<Lit> {
        [&[denial], &*self.supports].concat()
    }
}

impl UnfoundedSets {
    /// Queues that some of the pending atoms, which are unfounded, are false: one of them, and those it relies on. The
    /// others are examined again once these are false.
    pub(super) fn refute(&mut self) {
        let is_true = |&&atom: &&Member| self.is_true(self.atoms[atom.index()]);
        let root = *self.pending.iter().find(is_true).unwrap_or(&self.pending[0]);
        let mut part = vec![root];
        let mut is_inside = std::mem::take(&mut self.is_inside);
        is_inside[root.index()] = true;
        let mut supports: Vec<Lit> = Vec::new();
        let mut next = 0;
        while next < part.len() {
            let atom = part[next];
            next += 1;
            for &rule in &self.rules_of[atom.index()] {
                self.refute_rule(rule, &mut is_inside, &mut part, &mut supports);
            }
        }
        part.iter().for_each(|atom| is_inside[atom.index()] = false);
        self.is_inside = is_inside;
        supports.sort_unstable();
        supports.dedup();
        let mut atoms: Vec<Lit> = part.into_iter().map(|atom| self.atoms[atom.index()]).collect();
        // The true ones first: they are conflicts.
        atoms.sort_by_key(|&atom| !self.is_true(atom));
        let set = Arc::new(UnfoundedSet { atoms: atoms.into(), supports: supports.into() });
        for &atom in &set.atoms {
            self.reasons[(!atom).lidx()] = Some(Arc::clone(&set));
            self.implied.push_back(!atom);
        }
        self.dirty = true;
    }

    /// Adds a false literal of a rule to the supports that the set lacks, or an unfounded atom of its body to the set.
    fn refute_rule(
        &self,
        rule: UnfoundedRuleId,
        is_inside: &mut [bool],
        part: &mut Vec<Member>,
        supports: &mut Vec<Lit>,
    ) {
        let Rule { conditions, internal, sum, .. } = &self.rules[rule.index()];
        if sum.is_none() && internal.iter().any(|(atom, _)| is_inside[atom.index()]) {
            return;
        }
        let mut unfounded = internal.iter().map(|&(a, _)| a).filter(|&a| self.is_unfounded(a));
        let is_false = |&literal: &Lit| self.is_false(literal);
        let atoms = internal.iter().map(|&(atom, _)| self.atoms[atom.index()]);
        let needed = atoms.clone().filter(|_| sum.is_none());
        // The literal that has been false longest is false in most other branches of the search.
        let refuted = conditions.iter().copied().chain(needed).filter(is_false);
        match (refuted.min_by_key(|&literal| self.trail.since(!literal)), sum) {
            (Some(literal), _) => supports.push(literal),
            (None, Some(sum)) => {
                supports
                    .extend(sum.external.iter().map(|&(literal, _)| literal).chain(atoms).filter(is_false));
                part.extend(unfounded.filter(|atom| !std::mem::replace(&mut is_inside[atom.index()], true)));
            }
            (None, None) => {
                let atom = unfounded.next().expect("a rule that supports nothing lacks something");
                is_inside[atom.index()] = true;
                part.push(atom);
            }
        }
    }
}
