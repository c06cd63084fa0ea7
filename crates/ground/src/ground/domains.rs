//! The atoms known so far, as joins find them: domains with their indexes, and which rows are new.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::index::Indexes;
use super::write::Writer;
use crate::program::{AtomId, Base, Body, HeadKind, Literal, PredicateId};

/// Which rows of a domain are older than the last round, and which existed when this round began.
#[derive(Clone, Copy, Default, Debug)]
pub struct Window {
    /// The first row of the last round.
    pub start: u32,
    /// The row after the last one of the last round.
    pub end: u32,
}

/// The rows that were taken out of domains, by predicate and in ascending order.
#[derive(Debug)]
pub struct Removed(FxHashMap<PredicateId, Vec<u32>>);

impl Removed {
    /// What [`Base::remove`] has taken out.
    pub fn new(rows: FxHashMap<PredicateId, Vec<u32>>) -> Self {
        Removed(rows)
    }

    /// Whether a domain has lost rows.
    pub fn has(&self, predicate: PredicateId) -> bool {
        self.0.contains_key(&predicate)
    }

    /// How many of the first rows are left.
    pub fn left_of(&self, predicate: PredicateId, first: u32) -> u32 {
        let removed = self.0.get(&predicate).map_or(0, |rows| rows.partition_point(|&row| row < first));
        first - removed as u32
    }
}

/// What is kept of domains from one component to the next, because a component may be small and all predicates many.
#[derive(Default, Debug)]
pub struct Horizon {
    /// The rows of each predicate, as far as the last component that looked at it knows.
    windows: Vec<Window>,
    /// The predicates whose atoms are not all known yet: those of the component at hand.
    growing: FixedBitSet,
    /// The predicate that each projection is of, and how many of its rows it has taken in.
    projected: FxHashMap<PredicateId, (PredicateId, u32)>,
    /// How many atoms there were before this shot.
    first_atom: usize,
}

impl Horizon {
    /// Begins a shot: atoms made before it are closed.
    pub fn begin_shot(&mut self, atom_count: usize) {
        self.first_atom = atom_count;
    }

    /// The predicates that grow while these are grounded.
    pub fn grow(&mut self, predicates: &[PredicateId]) -> &FixedBitSet {
        predicates.iter().for_each(|predicate| self.growing.grow_and_insert(predicate.index()));
        &self.growing
    }

    /// The predicates whose atoms are not all known yet.
    pub fn growing(&self) -> &FixedBitSet {
        &self.growing
    }

    /// Rows were taken out of domains.
    pub fn remove(&mut self, removed: &Removed) {
        for (source, rows) in self.projected.values_mut() {
            *rows = removed.left_of(*source, *rows);
        }
    }

    /// These predicates are grounded.
    pub fn close(&mut self, predicates: &[PredicateId]) {
        predicates.iter().for_each(|predicate| self.growing.remove(predicate.index()));
    }
}

/// The domains as they are while a component is grounded.
pub struct Domains<'a> {
    /// The atoms.
    pub base: &'a mut Base,
    /// Indexes, up to date for the rows of this round.
    pub indexes: &'a mut Indexes,
    /// The rows that are looked at.
    pub horizon: &'a mut Horizon,
}

impl Domains<'_> {
    /// Whether atoms of a predicate may still come.
    #[inline]
    pub fn is_growing(&self, predicate: PredicateId) -> bool {
        self.horizon.growing.contains(predicate.index())
    }

    /// The rows of a predicate that are looked at.
    #[inline]
    pub fn window(&self, predicate: PredicateId) -> Window {
        self.horizon.windows[predicate.index()]
    }

    /// The atoms that occur positively, and of which not all instances are known yet.
    pub fn growing_atoms<'l>(&self, literals: impl Iterator<Item = &'l Literal>) -> Vec<AtomId> {
        if self.horizon.growing.is_clear() {
            return Vec::new();
        }
        let atoms = literals.filter(|literal| !literal.is_negative()).map(|literal| literal.atom());
        let mut atoms: Vec<AtomId> = atoms
            .filter(|&atom| self.base.predicate_of(atom).is_none_or(|predicate| self.is_growing(predicate)))
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// Makes all rows that a predicate has by now those of the last round.
    pub fn open_window(&mut self, predicate: PredicateId) {
        let windows = &mut self.horizon.windows;
        if windows.len() <= predicate.index() {
            windows.resize(predicate.index() + 1, Window::default());
        }
        windows[predicate.index()] = Window { start: 0, end: self.base.domain(predicate).len() };
    }

    /// Makes the rows that a predicate has got since its last round those of the last round; whether there are any.
    pub fn advance_window(&mut self, predicate: PredicateId) -> bool {
        let window = &mut self.horizon.windows[predicate.index()];
        *window = Window { start: window.end, end: self.base.domain(predicate).len() };
        window.start < window.end
    }

    /// Makes the rows that a projection has not taken in those of the last round.
    pub fn open_projection(&mut self, projection: PredicateId, source: PredicateId) {
        let done = self.horizon.projected.get(&projection).map_or(0, |&(_, rows)| rows);
        self.horizon.windows[source.index()].start = done;
    }

    /// A projection has taken in all rows.
    pub fn close_projection(&mut self, projection: PredicateId, source: PredicateId) {
        self.horizon.projected.insert(projection, (source, self.base.domain(source).len()));
    }

    /// The atom in this row while its predicate grows. What an earlier shot has said of a projection is closed, so it is a
    /// new atom then, under the same name, which the old one derives.
    pub fn reopened(
        &mut self,
        predicate: PredicateId,
        row: u32,
        atom: AtomId,
        writer: &mut Writer,
    ) -> AtomId {
        let closed = atom.index() < self.horizon.first_atom
            && !writer.program.is_fact(atom)
            && self.horizon.projected.contains_key(&predicate);
        if !closed {
            return atom;
        }
        let new = self.base.renew(predicate, row, writer.program);
        writer.push(HeadKind::Disjunction, &[new], Body::Conjunction(&[atom.positive()]));
        new
    }
}
