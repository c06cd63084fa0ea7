//! The Herbrand base as far as it is known: the existing atoms by predicate, and the name of each atom number.
//!
//! Invariant: the rows of a [`Domain`] are the atoms that some rule may derive, in the order in which they were first
//! derived. So the atoms that one round of semi-naive evaluation added are a range of rows. An atom that so far
//! occurs only under `not` has a number, but no row until a rule may derive it. Between two steps an atom that is
//! false for good may lose its row, and with it its name: see `Base::remove`.

use hashbrown::HashTable;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{AtomId, Program, HIDDEN};
use crate::signature::Signature;
use crate::symbol::{hash_symbols, Symbol, Symbols};

/// The number of a predicate, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PredicateId(pub u32);

impl PredicateId {
    /// Returns the number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The domain of one predicate: its derivable atoms, one per row.
#[derive(Clone, Debug)]
pub struct Domain {
    signature: Signature,
    /// The arguments of all rows, `arity` symbols per row.
    arguments: Vec<Symbol>,
    atoms: AtomNumbers,
    index: HashTable<u32>,
    /// The atoms that so far occur only under `not`, by their arguments.
    underived: FxHashMap<Box<[Symbol]>, AtomId>,
}

impl Domain {
    fn new(signature: Signature) -> Self {
        Domain {
            signature,
            arguments: Vec::new(),
            atoms: AtomNumbers::Run { first: AtomId(0), rows: 0 },
            index: HashTable::new(),
            underived: FxHashMap::default(),
        }
    }

    /// Returns the signature of the predicate.
    #[must_use]
    pub fn signature(&self) -> Signature {
        self.signature
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.atoms.len()
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the arguments of a row.
    #[must_use]
    #[inline]
    pub fn row(&self, row: u32) -> &[Symbol] {
        let arity = self.signature.arity as usize;
        &self.arguments[row as usize * arity..][..arity]
    }

    /// Returns the atom of a row.
    #[must_use]
    #[inline]
    pub fn atom(&self, row: u32) -> AtomId {
        self.atoms.get(row)
    }

    /// Returns the atoms in the order of their rows.
    pub fn atoms(&self) -> impl Iterator<Item = AtomId> + '_ {
        (0..self.len()).map(|row| self.atom(row))
    }

    /// Returns the row with these arguments, if there is one.
    #[must_use]
    pub fn find(&self, arguments: &[Symbol]) -> Option<u32> {
        self.index.find(hash_symbols(arguments), |&row| self.row(row) == arguments).copied()
    }

    /// Returns the row with these arguments, added if necessary, and whether it is new.
    fn insert(&mut self, arguments: &[Symbol], new_atom: impl FnOnce() -> AtomId) -> (u32, bool) {
        let arity = self.signature.arity as usize;
        debug_assert_eq!(arguments.len(), arity);
        let hash_value = hash_symbols(arguments);
        let row_of = |all: &[Symbol], row: u32| -> std::ops::Range<usize> {
            debug_assert!(all.len() >= (row as usize + 1) * arity);
            row as usize * arity..(row as usize + 1) * arity
        };
        let all = &self.arguments;
        if let Some(&row) = self.index.find(hash_value, |&row| all[row_of(all, row)] == *arguments) {
            return (row, false);
        }
        let atom = if self.underived.is_empty() { None } else { self.underived.remove(arguments) };
        let atom = atom.unwrap_or_else(new_atom);
        let row = self.atoms.len();
        self.arguments.extend_from_slice(arguments);
        self.atoms.push(atom);
        let all = &self.arguments;
        self.index.insert_unique(hash_value, row, |&row| hash_symbols(&all[row_of(all, row)]));
        (row, true)
    }
}

impl Domain {
    /// Removes rows, given in ascending order. The rows after them move up.
    fn remove(&mut self, rows: &[u32]) {
        let mut left = Domain::new(self.signature);
        left.underived = std::mem::take(&mut self.underived);
        let mut removed = rows.iter().peekable();
        for row in 0..self.len() {
            if removed.next_if_eq(&&row).is_none() {
                left.insert(self.row(row), || self.atom(row));
            }
        }
        *self = left;
    }
}

/// The atom numbers of a domain, by row.
#[derive(Clone, Debug)]
enum AtomNumbers {
    /// Consecutive numbers: the usual case, which takes no memory per row.
    Run {
        /// The number of the first row.
        first: AtomId,
        /// The number of rows.
        rows: u32,
    },
    /// The number of each row.
    List(Vec<AtomId>),
}

impl AtomNumbers {
    fn len(&self) -> u32 {
        match self {
            AtomNumbers::Run { rows, .. } => *rows,
            AtomNumbers::List(atoms) => atoms.len() as u32,
        }
    }

    #[inline]
    fn get(&self, row: u32) -> AtomId {
        match self {
            AtomNumbers::Run { first, rows } => {
                debug_assert!(row < *rows);
                AtomId(first.0 + row)
            }
            AtomNumbers::List(atoms) => atoms[row as usize],
        }
    }

    fn list(&mut self) -> &mut Vec<AtomId> {
        if let AtomNumbers::Run { first, rows } = *self {
            *self = AtomNumbers::List((first.0..first.0 + rows).map(AtomId).collect());
        }
        match self {
            AtomNumbers::List(atoms) => atoms,
            AtomNumbers::Run { .. } => unreachable!("it was made a list"),
        }
    }

    fn push(&mut self, atom: AtomId) {
        match self {
            AtomNumbers::Run { first, rows } if *rows == 0 => (*first, *rows) = (atom, 1),
            AtomNumbers::Run { first, rows } if first.0 + *rows == atom.0 => *rows += 1,
            _ => self.list().push(atom),
        }
    }
}

/// The Herbrand base: all domains, and the names of atom numbers.
#[derive(Clone, Default, Debug)]
pub struct Base {
    domains: Vec<Domain>,
    predicates: FxHashMap<Signature, PredicateId>,
    /// By atom, its predicate and row, or [`UNNAMED`]. An `Option` would take half as much memory again.
    names: Vec<(PredicateId, u32)>,
    /// The predicates in the order in which gringo's output has them, as far as it is known.
    appeared: IndexSet<Signature, FxBuildHasher>,
}

/// The entry of an atom that has no name or is not derivable yet.
const UNNAMED: (PredicateId, u32) = (PredicateId(u32::MAX), 0);

impl Base {
    /// Returns an empty base.
    #[must_use]
    pub fn new() -> Self {
        Base::default()
    }

    /// Returns the number of a predicate, created if necessary.
    pub fn predicate(&mut self, signature: Signature) -> PredicateId {
        *self.predicates.entry(signature).or_insert_with(|| {
            self.domains.push(Domain::new(signature));
            PredicateId(self.domains.len() as u32 - 1)
        })
    }

    /// Returns the number of a predicate, if it occurs in the program.
    #[must_use]
    pub fn find_predicate(&self, signature: Signature) -> Option<PredicateId> {
        self.predicates.get(&signature).copied()
    }

    /// Notes that a predicate comes next in the order in which gringo's output has them, unless it was noted before.
    pub fn appear(&mut self, signature: Signature) {
        self.appeared.insert(signature);
    }

    /// Returns all domains, those of [noted](Base::appear) predicates first and in that order.
    pub fn domains_by_appearance(&self) -> impl Iterator<Item = &Domain> {
        let known = self.appeared.iter().filter_map(move |signature| self.find_predicate(*signature));
        let known = known.map(move |predicate| self.domain(predicate));
        known.chain(self.domains.iter().filter(move |domain| !self.appeared.contains(&domain.signature)))
    }

    /// Returns all predicates with their domains.
    pub fn domains(&self) -> impl Iterator<Item = (PredicateId, &Domain)> {
        self.domains.iter().enumerate().map(|(i, domain)| (PredicateId(i as u32), domain))
    }

    /// Returns the domain of a predicate.
    #[must_use]
    #[inline]
    pub fn domain(&self, predicate: PredicateId) -> &Domain {
        &self.domains[predicate.index()]
    }

    /// Adds an atom to its domain as derivable. Returns the atom, and whether it was added.
    pub fn derive(
        &mut self,
        predicate: PredicateId,
        arguments: &[Symbol],
        program: &mut Program,
    ) -> (AtomId, bool) {
        let domain = &mut self.domains[predicate.index()];
        let (row, new) = domain.insert(arguments, || program.new_atom());
        let atom = domain.atom(row);
        if new {
            if self.names.len() <= atom.index() {
                self.names.resize(atom.index() + 1, UNNAMED);
            }
            self.names[atom.index()] = (predicate, row);
        }
        (atom, new)
    }

    /// Gives an atom this name. Returns false, without a change, if the atom already has a name or the name belongs
    /// to another atom.
    pub fn name_atom(&mut self, predicate: PredicateId, arguments: &[Symbol], atom: AtomId) -> bool {
        let named = self.names.get(atom.index()).is_some_and(|&name| name != UNNAMED);
        let domain = &mut self.domains[predicate.index()];
        if named || domain.find(arguments).is_some() || domain.underived.contains_key(arguments) {
            return false;
        }
        let (row, _) = domain.insert(arguments, || atom);
        if self.names.len() <= atom.index() {
            self.names.resize(atom.index() + 1, UNNAMED);
        }
        self.names[atom.index()] = (predicate, row);
        true
    }

    /// Creates a new atom and transfers the name of this row to it. The old atom stays, without a name.
    pub fn renew(&mut self, predicate: PredicateId, row: u32, program: &mut Program) -> AtomId {
        let new = program.new_atom();
        let old = std::mem::replace(&mut self.domains[predicate.index()].atoms.list()[row as usize], new);
        self.names[old.index()] = UNNAMED;
        self.names.resize(new.index() + 1, UNNAMED);
        self.names[new.index()] = (predicate, row);
        new
    }

    /// Removes atoms, given in ascending order, from their domains, except atoms with hidden names. Returns the
    /// removed rows by predicate, in ascending order. The atom numbers remain without names, and new atoms may take
    /// the names.
    pub fn remove(&mut self, atoms: &[AtomId], symbols: &Symbols) -> FxHashMap<PredicateId, Vec<u32>> {
        let mut removed: FxHashMap<PredicateId, Vec<u32>> = FxHashMap::default();
        for &atom in atoms {
            let Some(name) = self.names.get_mut(atom.index()).filter(|name| **name != UNNAMED) else {
                continue;
            };
            let (predicate, row) = *name;
            if !symbols.text(self.domains[predicate.index()].signature.name).starts_with(HIDDEN) {
                *name = UNNAMED;
                removed.entry(predicate).or_default().push(row);
            }
        }
        for (&predicate, rows) in &mut removed {
            rows.sort_unstable();
            let domain = &mut self.domains[predicate.index()];
            domain.remove(rows);
            for row in 0..domain.len() {
                self.names[domain.atom(row).index()] = (predicate, row);
            }
        }
        removed
    }

    /// Returns the number of an atom, created if necessary, whether or not a rule may derive it.
    pub fn mention(&mut self, predicate: PredicateId, arguments: &[Symbol], program: &mut Program) -> AtomId {
        let domain = &mut self.domains[predicate.index()];
        match domain.find(arguments) {
            Some(row) => domain.atom(row),
            None => *domain.underived.entry(arguments.into()).or_insert_with(|| program.new_atom()),
        }
    }

    /// Removes and returns the atoms of a predicate that occur only under `not`. If they occur again, they get new
    /// numbers.
    pub fn forget_underived(&mut self, predicate: PredicateId) -> impl Iterator<Item = AtomId> {
        std::mem::take(&mut self.domains[predicate.index()].underived).into_values()
    }

    /// Returns the predicate of an atom; `None` if it has no name or is not derivable.
    #[must_use]
    pub fn predicate_of(&self, atom: AtomId) -> Option<PredicateId> {
        self.names.get(atom.index()).filter(|&&name| name != UNNAMED).map(|name| name.0)
    }

    /// Returns the predicate and the arguments of an atom; `None` if it has no name or is not derivable.
    #[must_use]
    pub fn name(&self, atom: AtomId) -> Option<(Signature, &[Symbol])> {
        let &(predicate, row) = self.names.get(atom.index()).filter(|&&name| name != UNNAMED)?;
        let domain = self.domain(predicate);
        Some((domain.signature, domain.row(row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_their_atoms_whether_or_not_these_are_in_a_row() {
        let mut numbers = AtomNumbers::Run { first: AtomId(0), rows: 0 };
        let atoms = [3, 4, 5, 9, 10, 2].map(AtomId);
        for (row, &atom) in atoms.iter().enumerate() {
            numbers.push(atom);
            assert_eq!(numbers.len(), row as u32 + 1);
            assert!((0..=row).all(|row| numbers.get(row as u32) == atoms[row]), "after {row}");
        }
        let mut run = AtomNumbers::Run { first: AtomId(7), rows: 2 };
        run.list()[1] = AtomId(1);
        assert_eq!((run.get(0), run.get(1)), (AtomId(7), AtomId(1)));
    }
}
