//! Origins of clauses: the statements whose ground rules a clause is there for.
//!
//! Most clauses have one. But the completion of an atom is about all its rules, and these may come from several statements. So an
//! origin is a set of statements, and gets a number when it first occurs.

use groundplan_ground::program::RuleOrigins;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The sets of statements that are origins, by number.
#[derive(Clone, Default, Debug)]
pub(super) struct OriginSets {
    sets: IndexSet<Box<[u32]>, FxBuildHasher>,
}

impl OriginSets {
    /// Returns the origin that is this set of statements. [`RuleOrigins::NONE`] if it is empty.
    pub(super) fn of(&mut self, statements: impl Iterator<Item = u32>) -> u32 {
        let mut set: Vec<u32> = Vec::new();
        // Neighbours are mostly the same.
        for statement in statements.filter(|&statement| statement != RuleOrigins::NONE) {
            if let Err(place) = set.binary_search(&statement) {
                set.insert(place, statement);
            }
        }
        match set.is_empty() {
            true => RuleOrigins::NONE,
            false => self.sets.insert_full(set.into_boxed_slice()).0 as u32,
        }
    }

    /// Returns the statements of an origin; none for [`RuleOrigins::NONE`].
    pub(super) fn statements(&self, origin: u32) -> &[u32] {
        self.sets.get_index(origin as usize).map_or(&[], |set| set)
    }
}
