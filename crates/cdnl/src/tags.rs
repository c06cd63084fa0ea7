//! Tags of clauses: what the clauses of each tag contribute to the search, counted on request.
//!
//! Nothing is counted while clauses propagate: the reason of a literal is looked up when the literal is undone. Of a long
//! search, one conflict and one backtrack in [`STRIDE`] are counted, as often as that many.

use rustc_hash::FxHashMap;
use rustsat::types::Lit;

use crate::arena::{ClauseRef, Relocation};
use crate::assignment::{Assignment, Reason};

/// The number of conflicts, and of backtracks, of which each is counted.
const COUNTED: u64 = 2000;
/// Of those after them, one in this many is counted.
const STRIDE: u64 = 16;

/// What the clauses of one tag contributed to the search.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TagCounts {
    /// The literals that they implied.
    pub propagations: u64,
    /// The conflicts in which one of them took part: it was false, or the reason of a literal that was resolved away.
    pub conflicts: u64,
    /// How often one of them took part in a conflict.
    pub reasons: u64,
}

impl std::ops::AddAssign for TagCounts {
    fn add_assign(&mut self, other: TagCounts) {
        self.propagations += other.propagations;
        self.conflicts += other.conflicts;
        self.reasons += other.reasons;
    }
}

/// The tags of the stored clauses, and what was counted.
#[derive(Debug)]
pub(crate) struct ClauseTags {
    /// By position in the arena, the tag of the clause there, plus one; 0 without a tag.
    of_clauses: Vec<u32>,
    of_binaries: FxHashMap<(Lit, Lit), u32>,
    /// The tag of the clause that is being added, plus one.
    current: u32,
    /// The counts by tag, plus one: those of clauses without a tag come first.
    counts: Vec<TagCounts>,
    /// By tag, plus one, the last conflict that was counted for it.
    last_conflict: Vec<u64>,
    conflicts: u64,
    backtracks: u64,
}

impl ClauseTags {
    pub fn new() -> Self {
        ClauseTags {
            of_clauses: Vec::new(),
            of_binaries: FxHashMap::default(),
            current: 0,
            counts: vec![TagCounts::default()],
            last_conflict: vec![0],
            conflicts: 0,
            backtracks: 0,
        }
    }

    /// Sets the tag of the clauses that are stored from now on.
    pub fn set(&mut self, tag: Option<u32>) {
        self.current = tag.map_or(0, |tag| tag + 1);
        if self.counts.len() <= self.current as usize {
            self.counts.resize(self.current as usize + 1, TagCounts::default());
            self.last_conflict.resize(self.counts.len(), 0);
        }
    }

    /// Notes a clause of two literals. The first one added counts.
    pub fn note_binary(&mut self, first: Lit, second: Lit) {
        if self.current > 0 {
            self.of_binaries.entry((first.min(second), first.max(second))).or_insert(self.current);
        }
    }

    /// Notes a clause in the arena.
    pub fn note(&mut self, clause: ClauseRef) {
        if self.current > 0 {
            self.of_clauses.resize(clause.position() + 1, 0);
            self.of_clauses[clause.position()] = self.current;
        }
    }

    /// Updates the positions after clauses were moved.
    pub fn relocate(&mut self, moves: &Relocation) {
        let old = std::mem::take(&mut self.of_clauses);
        let mut moved: Vec<u32> = Vec::with_capacity(old.len());
        for (position, tag) in old.into_iter().enumerate().filter(|&(_, tag)| tag > 0) {
            if let Some(clause) = moves.new_position(ClauseRef::at(position)) {
                moved.resize(clause.position() + 1, 0);
                moved[clause.position()] = tag;
            }
        }
        self.of_clauses = moved;
    }

    fn of_binary(&self, first: Lit, second: Lit) -> usize {
        self.of_binaries.get(&(first.min(second), first.max(second))).map_or(0, |&tag| tag as usize)
    }

    fn of_clause(&self, clause: ClauseRef) -> usize {
        self.of_clauses.get(clause.position()).map_or(0, |&tag| tag as usize)
    }

    /// Returns the index in the counts of the reason of a literal; `None` for decisions and literals of level 0.
    fn of_reason(&self, lit: Lit, reason: Reason) -> Option<usize> {
        match reason {
            Reason::None => None,
            Reason::Binary(other) => Some(self.of_binary(lit, other)),
            Reason::Clause(clause) => Some(self.of_clause(clause)),
            Reason::Propagator => Some(0),
        }
    }

    /// How often the next of several events counts, of which `number` came before.
    fn weight(number: u64) -> u64 {
        match number {
            0..COUNTED => 1,
            _ if number.is_multiple_of(STRIDE) => STRIDE,
            _ => 0,
        }
    }

    /// Counts the literals on the trail from a position on, which are about to be undone.
    pub fn count_undone(&mut self, assignment: &Assignment, start: usize) {
        let weight = ClauseTags::weight(self.backtracks);
        self.backtracks += 1;
        if weight > 0 {
            for &lit in &assignment.trail()[start..] {
                if let Some(index) = self.of_reason(lit, assignment.reason(lit)) {
                    self.counts[index].propagations += weight;
                }
            }
        }
    }

    /// Returns how often the next conflict counts, and begins to count it.
    pub fn begin_conflict(&mut self) -> u64 {
        self.conflicts += 1;
        ClauseTags::weight(self.conflicts - 1)
    }

    /// Counts the clause that was false in the conflict.
    pub fn count_false(&mut self, clause: Result<ClauseRef, (Lit, Lit)>, weight: u64) {
        let index = match clause {
            Ok(clause) => self.of_clause(clause),
            Err((first, second)) => self.of_binary(first, second),
        };
        self.count_part(index, weight);
    }

    /// Counts the reason of a literal that was resolved away in the conflict.
    pub fn count_reason(&mut self, lit: Lit, reason: Reason, weight: u64) {
        if let Some(index) = self.of_reason(lit, reason) {
            self.count_part(index, weight);
        }
    }

    /// Counts a false clause of a propagator.
    pub fn count_reported(&mut self, weight: u64) {
        self.count_part(0, weight);
    }

    fn count_part(&mut self, index: usize, weight: u64) {
        self.counts[index].reasons += weight;
        if self.last_conflict[index] != self.conflicts {
            self.last_conflict[index] = self.conflicts;
            self.counts[index].conflicts += weight;
        }
    }

    /// Returns the counts: those of clauses without a tag, and those of each tag. Literals on the trail count as well.
    pub fn counts(&self, assignment: &Assignment) -> Vec<TagCounts> {
        let mut counts = self.counts.clone();
        for &lit in assignment.trail() {
            if let Some(index) = self.of_reason(lit, assignment.reason(lit)) {
                counts[index].propagations += 1;
            }
        }
        counts
    }
}
