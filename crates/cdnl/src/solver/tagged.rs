//! Clauses with tags, and what they contribute to the search.

use rustsat::types::Lit;

use super::Solver;
use crate::tags::{ClauseTags, TagCounts};

impl Solver {
    /// Adds a clause with a tag, a small number. From the first one on, the solver counts what the clauses of each tag
    /// contribute to the search.
    pub fn add_tagged(&mut self, clause: &[Lit], tag: Option<u32>) {
        self.tags.get_or_insert_with(|| Box::new(ClauseTags::new())).set(tag);
        self.add_clause(clause);
        self.tags.iter_mut().for_each(|tags| tags.set(None));
    }

    /// Returns what was counted for clauses without a tag, and then for those of each tag. Empty if no clause was added with
    /// a tag. Of a long search it is an estimate: one conflict in 16 is counted.
    #[must_use]
    pub fn tag_counts(&self) -> Vec<TagCounts> {
        self.tags.as_ref().map_or_else(Vec::new, |tags| tags.counts(&self.assignment))
    }
}
