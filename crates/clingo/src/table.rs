//! An index of the named atoms of a ground program by their terms.

use fixedbitset::FixedBitSet;
use groundplan::program::{AtomId, ExternalValue, GroundProgram, HIDDEN};
use groundplan::Cleanup;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Term, TermCache};

/// The atoms of a predicate, in the order in which they were derived.
#[derive(Debug)]
pub struct AtomPredicate {
    /// The name, without a `-`.
    pub name: String,
    /// The number of arguments.
    pub arity: usize,
    /// Whether the predicate is without classical negation (`-`).
    pub positive: bool,
    /// The atoms, each with its term.
    pub atoms: Vec<(Term, AtomId)>,
}

/// All atoms that have a name.
#[derive(Default, Debug)]
pub struct SymbolicAtoms {
    /// The predicates, in order of first occurrence.
    pub predicates: Vec<AtomPredicate>,
    /// The index of the engine's domain for each predicate.
    domains: Vec<usize>,
    index: FxHashMap<Term, (usize, usize)>,
    facts: FixedBitSet,
    /// The atoms that are not facts but true in every answer set: see [`SymbolicAtoms::clean`].
    holding: FixedBitSet,
    externals: FxHashSet<AtomId>,
    released: FxHashSet<AtomId>,
    is_current: bool,
}

impl SymbolicAtoms {
    /// Marks the table as outdated, after a change of the program.
    pub fn outdate(&mut self) {
        self.is_current = false;
    }

    /// Whether the program has changed since the last update.
    pub fn is_outdated(&self) -> bool {
        !self.is_current
    }

    /// Applies a cleanup: atoms true in every answer set count as facts, and atoms false in every one are removed.
    pub fn clean(&mut self, found: &Cleanup) {
        found.holding.iter().for_each(|atom| self.holding.grow_and_insert(atom.index()));
        self.is_current = false;
        if found.removed.is_empty() {
            return;
        }
        let removed: FxHashSet<AtomId> = found.removed.iter().copied().collect();
        for (place, predicate) in self.predicates.iter_mut().enumerate() {
            let before = predicate.atoms.len();
            predicate.atoms.retain(|(term, atom)| {
                let is_left = !removed.contains(atom);
                if !is_left {
                    self.index.remove(term);
                }
                is_left
            });
            if predicate.atoms.len() < before {
                // The following atoms have moved up.
                for (row, (term, _)) in predicate.atoms.iter().enumerate() {
                    self.index.insert(term.clone(), (place, row));
                }
            }
        }
    }

    /// Adds what is new in the program.
    pub fn update(&mut self, ground: GroundProgram<'_>, terms: &mut TermCache) {
        if self.is_current {
            return;
        }
        self.is_current = true;
        let GroundProgram { symbols, base, program, .. } = ground;
        for (number, (_, domain)) in base.domains().enumerate() {
            let signature = domain.signature();
            if symbols.text(signature.name).starts_with(HIDDEN) || domain.is_empty() {
                continue;
            }
            let place = match self.domains.iter().position(|&known| known == number) {
                Some(place) => place,
                None => {
                    self.domains.push(number);
                    self.predicates.push(AtomPredicate {
                        name: symbols.text(signature.name).to_owned(),
                        arity: signature.arity as usize,
                        positive: !signature.negative,
                        atoms: Vec::new(),
                    });
                    self.predicates.len() - 1
                }
            };
            let predicate = &mut self.predicates[place];
            for (row, (_, atom)) in predicate.atoms.iter_mut().enumerate() {
                *atom = domain.atom(row as u32);
            }
            for row in predicate.atoms.len() as u32..domain.len() {
                let arguments = domain.row(row).iter().map(|&argument| terms.of(argument, symbols)).collect();
                let term = Term::function(terms.name(&predicate.name), arguments, predicate.positive);
                self.index.insert(term.clone(), (place, row as usize));
                predicate.atoms.push((term, domain.atom(row)));
            }
        }
        self.facts = (0..program.atom_count()).filter(|&atom| program.is_fact(AtomId(atom as u32))).collect();
        self.facts.grow(self.holding.len());
        self.facts.union_with(&self.holding);
        self.externals.clear();
        for &(atom, value) in &program.externals {
            if value == ExternalValue::Released {
                self.externals.remove(&atom);
            } else {
                self.externals.insert(atom);
            }
        }
        if !self.externals.is_empty() {
            for head in program.rules.iter().flat_map(|rule| rule.head) {
                self.externals.remove(head);
            }
        }
    }

    /// Returns the indices of the predicate and of the row of an atom.
    pub fn find(&self, term: &Term) -> Option<(usize, usize)> {
        self.index.get(term).copied()
    }

    /// Returns the number of an atom.
    pub fn atom(&self, term: &Term) -> Option<AtomId> {
        self.find(term).map(|(predicate, row)| self.predicates[predicate].atoms[row].1)
    }

    /// Whether an atom is true in every answer set, as a fact or by a cleanup.
    pub fn is_fact(&self, atom: AtomId) -> bool {
        self.facts.contains(atom.index())
    }

    /// Whether an atom is external and no rule defines it.
    pub fn is_external(&self, atom: AtomId) -> bool {
        self.externals.contains(&atom) && !self.is_fact(atom) && !self.released.contains(&atom)
    }

    /// Records that an atom is no longer external.
    pub fn release(&mut self, atom: AtomId) {
        self.released.insert(atom);
    }

    /// Returns the number of atoms that have a name.
    pub fn atom_count(&self) -> usize {
        self.index.len()
    }
}
