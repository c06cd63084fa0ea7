//! Tags of clauses: what the clauses of each tag contribute to the search, counted on request.
//!
//! Nothing is counted while clauses propagate: the reason of a literal is looked up when the literal is undone. Of a long
//! search, one conflict and one backtrack in 16 are counted, as often as 16, and later one in 64.

use rustsat::types::Lit;

use crate::arena::{ClauseRef, Relocation};
use crate::assignment::{Assignment, Reason};
use crate::lists::Lists;

/// The number of conflicts, and of backtracks, of which each is counted.
const COUNTED: u64 = 256;
/// Up to which number of them one in 16 is counted.
const OFTEN_COUNTED: u64 = 4096;

/// What the clauses of one tag contributed to the search.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TagCounts {
    /// The literals that they implied, and that were propagated.
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
    of_binaries: BinaryTags,
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
            of_binaries: BinaryTags::default(),
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

    /// Notes the last clause of two literals, of which `binaries` has for each literal the other ones.
    #[inline]
    pub fn note_binary(&mut self, first: Lit, second: Lit, binaries: &Lists<Lit>) {
        self.of_binaries.note(first, self.current, binaries);
        self.of_binaries.note(second, self.current, binaries);
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

    fn of_clause(&self, clause: ClauseRef) -> usize {
        self.of_clauses.get(clause.position()).map_or(0, |&tag| tag as usize)
    }

    /// Returns the index in the counts of the reason of a literal. Decisions and literals of level 0 have no tag.
    fn of_reason(&self, lit: Lit, reason: Reason, binaries: &Lists<Lit>) -> usize {
        match reason {
            Reason::Binary(other) => self.of_binaries.tag(lit, other, binaries),
            Reason::Clause(clause) => self.of_clause(clause),
            Reason::None | Reason::Propagator => 0,
        }
    }

    /// How often the next of several events counts, of which `number` came before.
    fn weight(number: u64) -> u64 {
        let stride = match number {
            0..COUNTED => 1,
            COUNTED..OFTEN_COUNTED => 16,
            _ => 64,
        };
        if number.is_multiple_of(stride) {
            stride
        } else {
            0
        }
    }

    /// Counts literals, which are about to be undone.
    pub fn count_undone(&mut self, lits: &[Lit], assignment: &Assignment, binaries: &Lists<Lit>) {
        let weight = ClauseTags::weight(self.backtracks);
        self.backtracks += 1;
        if weight > 0 {
            for &lit in lits {
                let index = self.of_reason(lit, assignment.reason(lit), binaries);
                self.counts[index].propagations += weight;
            }
        }
    }

    /// Returns how often the next conflict counts, and begins to count it.
    pub fn begin_conflict(&mut self) -> u64 {
        self.conflicts += 1;
        ClauseTags::weight(self.conflicts - 1)
    }

    /// Counts the clause that was false in the conflict.
    pub fn count_false(&mut self, clause: ClauseRef, weight: u64) {
        self.count_part(self.of_clause(clause), weight);
    }

    /// Counts the clause of two literals that was false in the conflict.
    pub fn count_false_binary(&mut self, first: Lit, second: Lit, weight: u64, binaries: &Lists<Lit>) {
        self.count_part(self.of_binaries.tag(first, second, binaries), weight);
    }

    /// Counts the reason of a literal that was resolved away in the conflict.
    pub fn count_reason(&mut self, lit: Lit, reason: Reason, weight: u64, binaries: &Lists<Lit>) {
        if reason != Reason::None {
            self.count_part(self.of_reason(lit, reason, binaries), weight);
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

    /// Returns the counts: those without a tag, and those of each tag. Literals that were propagated and not undone, `lits`, count
    /// as well. Of a long search, they are scaled to the number of all `propagations`, which is known.
    pub fn counts(
        &self,
        lits: &[Lit],
        assignment: &Assignment,
        binaries: &Lists<Lit>,
        propagations: u64,
    ) -> Vec<TagCounts> {
        let mut counts = self.counts.clone();
        for &lit in lits {
            counts[self.of_reason(lit, assignment.reason(lit), binaries)].propagations += 1;
        }
        let counted: u64 = counts.iter().map(|counts| counts.propagations).sum();
        if self.backtracks > COUNTED && counted > 0 {
            for counts in &mut counts {
                let scaled = u128::from(counts.propagations) * u128::from(propagations) / u128::from(counted);
                counts.propagations = scaled as u64;
            }
        }
        counts
    }
}

/// The tags of clauses of two literals.
///
/// A statement adds many clauses in a row, so the clauses that a literal is in have mostly one tag, or a few, one after another. The
/// solver has for each literal the other literals of these clauses, and only appends to that list. So a run of clauses with the
/// same tag is stored once for each literal, and not each clause.
#[derive(Default, Debug)]
struct BinaryTags {
    /// By literal, the tag of its last clause, plus one; 0 without a tag.
    last: Vec<u32>,
    /// By literal, the runs.
    runs: Lists<TagRun>,
}

/// The clauses of a literal from a position in its list on, up to the next run.
#[derive(Clone, Copy, Debug)]
struct TagRun {
    start: u32,
    /// Their tag, plus one; 0 without a tag.
    tag: u32,
}

impl BinaryTags {
    /// Notes the tag of the last clause of a literal.
    #[inline]
    fn note(&mut self, lit: Lit, tag: u32, binaries: &Lists<Lit>) {
        if self.last.get(lit.lidx()) != Some(&tag) {
            self.begin_run(lit, tag, binaries);
        }
    }

    #[cold]
    fn begin_run(&mut self, lit: Lit, tag: u32, binaries: &Lists<Lit>) {
        if self.last.len() <= lit.lidx() {
            self.runs.make_room(binaries.count());
            self.last.resize(binaries.count(), 0);
        }
        if std::mem::replace(&mut self.last[lit.lidx()], tag) != tag {
            let start = binaries.get(lit.lidx()).len() as u32 - 1;
            self.runs.push(lit.lidx(), TagRun { start, tag });
        }
    }

    fn runs(&self, lit: Lit) -> &[TagRun] {
        if lit.lidx() < self.last.len() {
            self.runs.get(lit.lidx())
        } else {
            &[]
        }
    }

    /// Returns the tag of a clause, plus one; 0 without a tag. Of equal clauses the first one added counts.
    fn tag(&self, first: Lit, second: Lit, binaries: &Lists<Lit>) -> usize {
        let list = |lit: Lit| binaries.get(lit.lidx());
        let same = |lit: Lit| match self.runs(lit) {
            [] => Some(0),
            [TagRun { start: 0, tag }] => Some(*tag),
            _ => None,
        };
        let tag = same(first).or_else(|| same(second)).unwrap_or_else(|| {
            let (lit, other) =
                if list(first).len() <= list(second).len() { (first, second) } else { (second, first) };
            let position = list(lit).iter().position(|&member| member == other);
            let runs = self.runs(lit);
            let run =
                runs.partition_point(|run| position.is_some_and(|position| run.start as usize <= position));
            run.checked_sub(1).map_or(0, |run| runs[run].tag)
        });
        tag as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustsat::lit;

    #[test]
    fn each_clause_of_two_literals_has_its_tag() {
        let clauses = [
            ([lit![0], lit![1]], None),
            ([lit![0], lit![2]], Some(7)),
            ([lit![1], lit![2]], Some(7)),
            ([lit![0], lit![3]], Some(4)),
            ([lit![1], lit![3]], Some(4)),
            ([lit![2], lit![3]], Some(7)),
            ([lit![3], lit![1]], Some(9)),
            ([lit![2], lit![4]], None),
            ([lit![0], !lit![4]], Some(7)),
        ];
        let mut binaries = Lists::default();
        binaries.make_room(10);
        let mut tags = ClauseTags::new();
        for ([first, second], tag) in clauses {
            binaries.push(first.lidx(), second);
            binaries.push(second.lidx(), first);
            tags.set(tag);
            tags.note_binary(first, second, &binaries);
        }
        for (place, ([first, second], tag)) in clauses.into_iter().enumerate() {
            // The clause of the literals 1 and 3 was added before.
            let tag = if place == 6 { Some(4) } else { tag };
            let expected = tag.map_or(0, |tag| tag + 1) as usize;
            assert_eq!(tags.of_binaries.tag(first, second, &binaries), expected, "{first} {second}");
            assert_eq!(tags.of_binaries.tag(second, first, &binaries), expected, "{second} {first}");
        }
    }
}
