//! The domains that joins read: the atoms derived so far, with their indexes and the rows that are new.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::index::Indexes;
use super::write::Writer;
use crate::program::{AtomId, Base, Body, HeadKind, Literal, PredicateId};

/// The row range of a domain that the last round added, as semi-naive evaluation sees it. Rows before it are older,
/// rows after it came in this round.
#[derive(Clone, Copy, Default, Debug)]
pub struct Window {
    /// The first row of the last round.
    pub start: u32,
    /// The row after the last row of the last round.
    pub end: u32,
}

/// The rows that were removed from domains, by predicate and in ascending order.
#[derive(Debug)]
pub struct Removed(FxHashMap<PredicateId, Vec<u32>>);

impl Removed {
    /// Wraps the rows that [`Base::remove`] returned.
    pub fn new(rows: FxHashMap<PredicateId, Vec<u32>>) -> Self {
        Removed(rows)
    }

    /// Returns whether a domain has lost rows.
    pub fn has(&self, predicate: PredicateId) -> bool {
        self.0.contains_key(&predicate)
    }

    /// Returns how many of the first `first` rows of a predicate are left.
    pub fn left_of(&self, predicate: PredicateId, first: u32) -> u32 {
        let removed = self.0.get(&predicate).map_or(0, |rows| rows.partition_point(|&row| row < first));
        first - removed as u32
    }
}

/// The state of domains that is kept from one component to the next. It is not rebuilt, because a component may be
/// small while the number of predicates is large.
#[derive(Clone, Default, Debug)]
pub struct Horizon {
    /// By predicate, the window when a component last read it.
    windows: Vec<Window>,
    /// The predicates whose atoms are not all known yet: those of the current component.
    growing: FixedBitSet,
    /// By projection, the predicate that it projects and the number of its rows that were already projected.
    projected: FxHashMap<PredicateId, (PredicateId, u32)>,
    /// The number of atoms before this shot.
    first_atom: usize,
}

impl Horizon {
    /// Starts a shot. Atoms created before it are closed: no rule may be added for them.
    pub fn begin_shot(&mut self, atom_count: usize) {
        self.first_atom = atom_count;
    }

    /// Marks predicates as growing while they are grounded. Returns all growing predicates.
    pub fn grow(&mut self, predicates: &[PredicateId]) -> &FixedBitSet {
        predicates.iter().for_each(|predicate| self.growing.grow_and_insert(predicate.index()));
        &self.growing
    }

    /// The predicates whose atoms are not all known yet.
    pub fn growing(&self) -> &FixedBitSet {
        &self.growing
    }

    /// Adjusts the numbers of projected rows to rows that were removed from domains.
    pub fn remove(&mut self, removed: &Removed) {
        for (source, rows) in self.projected.values_mut() {
            *rows = removed.left_of(*source, *rows);
        }
    }

    /// Marks predicates as grounded, so that they no longer grow.
    pub fn close(&mut self, predicates: &[PredicateId]) {
        predicates.iter().for_each(|predicate| self.growing.remove(predicate.index()));
    }
}

/// The domains while a component is grounded.
pub struct Domains<'a> {
    /// The atoms.
    pub base: &'a mut Base,
    /// The indexes, which are up to date for the rows of this round.
    pub indexes: &'a mut Indexes,
    /// The windows of the domains and the growing predicates.
    pub horizon: &'a mut Horizon,
}

impl Domains<'_> {
    /// Returns whether a predicate may still get atoms.
    #[inline]
    pub fn is_growing(&self, predicate: PredicateId) -> bool {
        self.horizon.growing.contains(predicate.index())
    }

    /// Returns the window of a predicate.
    #[inline]
    pub fn window(&self, predicate: PredicateId) -> Window {
        self.horizon.windows[predicate.index()]
    }

    /// Returns the atoms of positive literals that are still growing, sorted and without duplicates. Atoms without a
    /// name count as growing.
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

    /// Sets the window of a predicate to all of its rows.
    pub fn open_window(&mut self, predicate: PredicateId) {
        let windows = &mut self.horizon.windows;
        if windows.len() <= predicate.index() {
            windows.resize(predicate.index() + 1, Window::default());
        }
        windows[predicate.index()] = Window { start: 0, end: self.base.domain(predicate).len() };
    }

    /// Sets the window of a predicate to the rows added since the last round. Returns whether there are any.
    pub fn advance_window(&mut self, predicate: PredicateId) -> bool {
        let window = &mut self.horizon.windows[predicate.index()];
        *window = Window { start: window.end, end: self.base.domain(predicate).len() };
        window.start < window.end
    }

    /// Sets the window of a projected predicate to the rows that were not yet projected.
    pub fn open_projection(&mut self, projection: PredicateId, source: PredicateId) {
        let done = self.horizon.projected.get(&projection).map_or(0, |&(_, rows)| rows);
        self.horizon.windows[source.index()].start = done;
    }

    /// Records that all rows of the projected predicate were projected.
    pub fn close_projection(&mut self, projection: PredicateId, source: PredicateId) {
        self.horizon.projected.insert(projection, (source, self.base.domain(source).len()));
    }

    /// Returns the atom in this row while its predicate grows. The atoms of projections from earlier shots are
    /// closed. For such an atom a new one of the same name is created, which the old one derives.
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
