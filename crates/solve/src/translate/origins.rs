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
    /// By statement, the origin that is this statement alone; [`RuleOrigins::NONE`] if there is none so far.
    singles: Vec<u32>,
}

impl OriginSets {
    /// Returns the origin that is this set of statements. [`RuleOrigins::NONE`] if it is empty.
    pub(super) fn of(&mut self, statements: impl Iterator<Item = u32>) -> u32 {
        let mut statements = statements.filter(|&statement| statement != RuleOrigins::NONE);
        let Some(first) = statements.next() else { return RuleOrigins::NONE };
        let Some(other) = statements.find(|&statement| statement != first) else { return self.single(first) };
        let mut set = vec![first.min(other), first.max(other)];
        for statement in statements {
            if let Err(place) = set.binary_search(&statement) {
                set.insert(place, statement);
            }
        }
        self.sets.insert_full(set.into_boxed_slice()).0 as u32
    }

    /// Returns the origin that is one statement. Most are, so it is found without its set.
    fn single(&mut self, statement: u32) -> u32 {
        let place = statement as usize;
        if self.singles.len() <= place {
            self.singles.resize(place + 1, RuleOrigins::NONE);
        }
        if self.singles[place] == RuleOrigins::NONE {
            self.singles[place] = self.sets.insert_full([statement].into()).0 as u32;
        }
        self.singles[place]
    }

    /// Returns the origin that has one statement more.
    pub(super) fn with(&mut self, origin: u32, statement: u32) -> u32 {
        if origin == RuleOrigins::NONE && statement != RuleOrigins::NONE {
            return self.single(statement);
        }
        if self.statements(origin).contains(&statement) {
            return origin;
        }
        let statements: Vec<u32> = self.statements(origin).iter().copied().chain([statement]).collect();
        self.of(statements.into_iter())
    }

    /// Returns the statements of an origin; none for [`RuleOrigins::NONE`].
    pub(super) fn statements(&self, origin: u32) -> &[u32] {
        self.sets.get_index(origin as usize).map_or(&[], |set| set)
    }
}
