//! The Herbrand base as far as it was met: which atoms exist, by predicate, and what each number means.
//!
//! Invariant: the rows of a [`Domain`] are the atoms that some rule may derive, in the order in which they were first
//! derived, so a range of rows is "what was new in that round" (semi-naive evaluation). An atom that so far occurs only
//! under `not` has a number, but no row until something derives it. Between two steps an atom that is false for good may lose
//! its row, and with it its name: see `Base::remove`.

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use super::{AtomId, Program, HIDDEN};
use crate::signature::Signature;
use crate::symbol::{hash_symbols, Symbol, Symbols};

/// A predicate's number, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PredicateId(pub u32);

impl PredicateId {
    /// The number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The derivable atoms of one predicate.
#[derive(Clone, Debug)]
pub struct Domain {
    signature: Signature,
    /// Row after row, `arity` symbols each.
    arguments: Vec<Symbol>,
    atoms: Numbers,
    index: HashTable<u32>,
    /// Atoms that occur only under `not` so far.
    underived: FxHashMap<Box<[Symbol]>, AtomId>,
}

impl Domain {
    fn new(signature: Signature) -> Self {
        Domain {
            signature,
            arguments: Vec::new(),
            atoms: Numbers::Run { first: AtomId(0), rows: 0 },
            index: HashTable::new(),
            underived: FxHashMap::default(),
        }
    }

    /// The predicate.
    #[must_use]
    pub fn signature(&self) -> Signature {
        self.signature
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.atoms.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The arguments in a row.
    #[must_use]
    #[inline]
    pub fn row(&self, row: u32) -> &[Symbol] {
        let arity = self.signature.arity as usize;
        &self.arguments[row as usize * arity..][..arity]
    }

    /// The atom in a row.
    #[must_use]
    #[inline]
    pub fn atom(&self, row: u32) -> AtomId {
        self.atoms.get(row)
    }

    /// The atoms row after row.
    pub fn atoms(&self) -> impl Iterator<Item = AtomId> + '_ {
        (0..self.len()).map(|row| self.atom(row))
    }

    /// The row with these arguments.
    #[must_use]
    pub fn find(&self, arguments: &[Symbol]) -> Option<u32> {
        self.index.find(hash_symbols(arguments), |&row| self.row(row) == arguments).copied()
    }

    /// The row with these arguments, added if need be; whether it was new.
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
    /// Takes rows, in ascending order, out; those behind them move up.
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

/// The atom numbers of a domain, row after row.
#[derive(Clone, Debug)]
enum Numbers {
    /// Each is one more than the one before: the usual case, which takes no memory.
    Run {
        /// The number in the first row.
        first: AtomId,
        /// How many rows there are.
        rows: u32,
    },
    /// All of them.
    List(Vec<AtomId>),
}

impl Numbers {
    fn len(&self) -> u32 {
        match self {
            Numbers::Run { rows, .. } => *rows,
            Numbers::List(atoms) => atoms.len() as u32,
        }
    }

    #[inline]
    fn get(&self, row: u32) -> AtomId {
        match self {
            Numbers::Run { first, rows } => {
                debug_assert!(row < *rows);
                AtomId(first.0 + row)
            }
            Numbers::List(atoms) => atoms[row as usize],
        }
    }

    fn list(&mut self) -> &mut Vec<AtomId> {
        if let Numbers::Run { first, rows } = *self {
            *self = Numbers::List((first.0..first.0 + rows).map(AtomId).collect());
        }
        match self {
            Numbers::List(atoms) => atoms,
            Numbers::Run { .. } => unreachable!("it was made a list"),
        }
    }

    fn push(&mut self, atom: AtomId) {
        match self {
            Numbers::Run { first, rows } if *rows == 0 => (*first, *rows) = (atom, 1),
            Numbers::Run { first, rows } if first.0 + *rows == atom.0 => *rows += 1,
            _ => self.list().push(atom),
        }
    }
}

/// All domains, and the meaning of atom numbers.
#[derive(Clone, Default, Debug)]
pub struct Base {
    domains: Vec<Domain>,
    predicates: FxHashMap<Signature, PredicateId>,
    /// Predicate and row of each atom, or [`UNNAMED`]: not an option, which would take half as much again.
    names: Vec<(PredicateId, u32)>,
}

/// Of an atom without a name, and of one not derived yet.
const UNNAMED: (PredicateId, u32) = (PredicateId(u32::MAX), 0);

impl Base {
    /// An empty base.
    #[must_use]
    pub fn new() -> Self {
        Base::default()
    }

    /// The number of a predicate, made if need be.
    pub fn predicate(&mut self, signature: Signature) -> PredicateId {
        *self.predicates.entry(signature).or_insert_with(|| {
            self.domains.push(Domain::new(signature));
            PredicateId(self.domains.len() as u32 - 1)
        })
    }

    /// The number of a predicate that occurs in the program.
    #[must_use]
    pub fn find_predicate(&self, signature: Signature) -> Option<PredicateId> {
        self.predicates.get(&signature).copied()
    }

    /// All predicates with their domains.
    pub fn domains(&self) -> impl Iterator<Item = (PredicateId, &Domain)> {
        self.domains.iter().enumerate().map(|(i, domain)| (PredicateId(i as u32), domain))
    }

    /// A predicate's domain.
    #[must_use]
    #[inline]
    pub fn domain(&self, predicate: PredicateId) -> &Domain {
        &self.domains[predicate.index()]
    }

    /// Notes that an atom may be derived; whether that is new.
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

    /// Gives an atom that has no name yet this one; false if another atom has it, or this atom another.
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

    /// Makes the name of an atom that of a new one, from now on.
    pub fn renew(&mut self, predicate: PredicateId, row: u32, program: &mut Program) -> AtomId {
        let new = program.new_atom();
        let old = std::mem::replace(&mut self.domains[predicate.index()].atoms.list()[row as usize], new);
        self.names[old.index()] = UNNAMED;
        self.names.resize(new.index() + 1, UNNAMED);
        self.names[new.index()] = (predicate, row);
        new
    }

    /// Takes atoms, in ascending order, out of their domains, if they have names that a text can have; which rows they were,
    /// by predicate, in ascending order. Their numbers stand for nothing but themselves from then on, and their names may be
    /// those of new atoms.
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

    /// The number of an atom, whether or not anything derives it.
    pub fn mention(&mut self, predicate: PredicateId, arguments: &[Symbol], program: &mut Program) -> AtomId {
        let domain = &mut self.domains[predicate.index()];
        match domain.find(arguments) {
            Some(row) => domain.atom(row),
            None => *domain.underived.entry(arguments.into()).or_insert_with(|| program.new_atom()),
        }
    }

    /// The atoms of a predicate that occur only under `not`; they count as unknown from then on.
    pub fn forget_underived(&mut self, predicate: PredicateId) -> impl Iterator<Item = AtomId> {
        std::mem::take(&mut self.domains[predicate.index()].underived).into_values()
    }

    /// The predicate of an atom; `None` for one without a name or that nothing derives.
    #[must_use]
    pub fn predicate_of(&self, atom: AtomId) -> Option<PredicateId> {
        self.names.get(atom.index()).filter(|&&name| name != UNNAMED).map(|name| name.0)
    }

    /// Predicate and arguments of an atom; `None` for one without a name or that nothing derives.
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
        let mut numbers = Numbers::Run { first: AtomId(0), rows: 0 };
        let atoms = [3, 4, 5, 9, 10, 2].map(AtomId);
        for (row, &atom) in atoms.iter().enumerate() {
            numbers.push(atom);
            assert_eq!(numbers.len(), row as u32 + 1);
            assert!((0..=row).all(|row| numbers.get(row as u32) == atoms[row]), "after {row}");
        }
        let mut run = Numbers::Run { first: AtomId(7), rows: 2 };
        run.list()[1] = AtomId(1);
        assert_eq!((run.get(0), run.get(1)), (AtomId(7), AtomId(1)));
    }
}
