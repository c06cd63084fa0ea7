//! Indexes of domains by binding pattern: the rows that have given symbols in given columns.
//!
//! Invariant: the rows of one key are chained in ascending order, so rows can be appended while a chain is walked, and
//! a range of rows is a stretch of the chain. An index covers the rows up to its last [`Index::update`].

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::program::{Base, Domain, PredicateId};
use crate::symbol::Symbol;

/// The end of a chain.
pub const NO_ROW: u32 = u32::MAX;

/// An index's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexId(usize);

/// The rows of one domain by the symbols in some of its columns.
#[derive(Debug)]
pub struct Index {
    predicate: PredicateId,
    columns: Vec<usize>,
    /// First and last row of each key.
    chains: HashTable<(u32, u32)>,
    next: Vec<u32>,
}

impl Index {
    /// Takes in the rows that were added since the last time.
    pub fn update(&mut self, domain: &Domain) {
        let Index { columns, chains, next, .. } = self;
        let hash = |row: u32| hash_key(columns.iter().map(|&column| domain.row(row)[column]));
        for row in next.len() as u32..domain.len() {
            next.push(NO_ROW);
            let same = |&(first, _): &(u32, u32)| {
                columns.iter().all(|&column| domain.row(first)[column] == domain.row(row)[column])
            };
            let value = hash(row);
            if let Some(chain) = chains.find_mut(value, same) {
                next[chain.1 as usize] = row;
                chain.1 = row;
            } else {
                chains.insert_unique(value, (row, row), |&(first, _)| hash(first));
            }
        }
    }

    /// The first row with this key; [`NO_ROW`] if there is none.
    #[must_use]
    pub fn first(&self, key: &[Symbol], domain: &Domain) -> u32 {
        let same = |&(first, _): &(u32, u32)| {
            self.columns.iter().zip(key).all(|(&column, &symbol)| domain.row(first)[column] == symbol)
        };
        self.chains.find(hash_key(key.iter().copied()), same).map_or(NO_ROW, |chain| chain.0)
    }

    /// The next row with the same key; [`NO_ROW`] if there is none.
    #[must_use]
    pub fn next(&self, row: u32) -> u32 {
        self.next[row as usize]
    }
}

/// The hash of some symbols of a row.
pub fn hash_key(key: impl Iterator<Item = Symbol>) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = FxBuildHasher.build_hasher();
    key.for_each(|symbol| symbol.hash(&mut hasher));
    hasher.finish()
}

/// All indexes, made as rules ask for them and kept for later shots.
#[derive(Default, Debug)]
pub struct Indexes {
    known: FxHashMap<(PredicateId, Vec<usize>), IndexId>,
    indexes: Vec<Index>,
}

impl Indexes {
    /// The index of a domain by these columns.
    pub fn of(&mut self, predicate: PredicateId, columns: Vec<usize>) -> IndexId {
        let next = IndexId(self.indexes.len());
        let id = *self.known.entry((predicate, columns.clone())).or_insert(next);
        if id == next {
            self.indexes.push(Index { predicate, columns, chains: HashTable::new(), next: Vec::new() });
        }
        id
    }

    /// Takes in all rows of the index's domain.
    pub fn update(&mut self, id: IndexId, base: &Base) {
        let index = &mut self.indexes[id.0];
        index.update(base.domain(index.predicate));
    }

    /// An index.
    #[must_use]
    pub fn get(&self, id: IndexId) -> &Index {
        &self.indexes[id.0]
    }
}
