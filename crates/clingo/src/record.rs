//! A record of what was said of something that grows, so that what is said of all of it again tells only what is new.

use std::borrow::Borrow;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// What was said in earlier rounds, and in this one. What is said twice in a round is there twice.
#[derive(Debug)]
pub(crate) struct ToldStatements<T> {
    round: u64,
    said: FxHashMap<T, ToldCounts>,
}

/// How often something is said.
#[derive(Debug)]
struct ToldCounts {
    /// The most often that it was said in a round.
    most: u64,
    /// The last round in which it was said.
    round: u64,
    /// How often it was said in that round.
    count: u64,
}

impl<T> Default for ToldStatements<T> {
    fn default() -> Self {
        ToldStatements { round: 0, said: FxHashMap::default() }
    }
}

impl<T: Hash + Eq> ToldStatements<T> {
    /// Begins a round, in which all is said again.
    pub(crate) fn begin(&mut self) {
        self.round += 1;
    }

    /// Records something. Returns whether this round says it more often than any before.
    pub(crate) fn is_new<Q>(&mut self, said: &Q) -> bool
    where
        T: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = T> + ?Sized,
    {
        let round = self.round;
        let Some(known) = self.said.get_mut(said) else {
            self.said.insert(said.to_owned(), ToldCounts { most: 1, round, count: 1 });
            return true;
        };
        known.count = if known.round == round { known.count + 1 } else { 1 };
        known.round = round;
        let is_new = known.count > known.most;
        known.most = known.most.max(known.count);
        is_new
    }
}
