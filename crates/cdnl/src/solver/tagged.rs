//! Clauses with tags, and what they contribute to the search.

use rustsat::types::Lit;

use super::Solver;
use crate::tags::{ClauseTags, TagCounts};

impl Solver {
    /// Sets the tag, a small number, of the clauses that are added from now on. To be taken back before a search, because clauses
    /// that are learned have no tag. From the first call on, the solver counts what the clauses of each tag contribute to the
    /// search.
    pub fn set_tag(&mut self, tag: Option<u32>) {
        self.tags.get_or_insert_with(|| Box::new(ClauseTags::new())).set(tag);
    }

    /// Notes the tag of the last clause of two literals.
    #[inline]
    pub(super) fn tag_binary(&mut self, first: Lit, second: Lit) {
        if let Some(tags) = &mut self.tags {
            tags.note_binary(first, second, &self.binaries);
        }
    }

    /// Counts what was propagated above a level, which is about to be undone.
    #[inline]
    pub(super) fn count_undone(&mut self, level: u32) {
        if let Some(tags) = &mut self.tags {
            let start = self.assignment.start(level + 1);
            let undone = self.assignment.trail().get(start..self.propagated).unwrap_or_default();
            tags.count_undone(undone, &self.assignment, &self.binaries);
        }
    }

    /// Returns what was counted for clauses without a tag, to which decisions and units are added, and then for those of each tag.
    /// Empty if no tag was set. Of a long search it is an estimate: after 256 conflicts, one in 16 is counted, and after 4096, one in 64. The propagations add up to those
    /// of the [`stats`](Solver::stats).
    #[must_use]
    pub fn tag_counts(&self) -> Vec<TagCounts> {
        self.tags.as_ref().map_or_else(Vec::new, |tags| {
            let lits = &self.assignment.trail()[..self.propagated];
            tags.counts(lits, &self.assignment, &self.binaries, self.stats.propagations)
        })
    }
}
