//! Indexes of domains by binding pattern: they find the rows that have given symbols in given positions. A position
//! is an argument, or lies within a function term among the arguments.
//!
//! Invariant: the rows of one key are chained in ascending order. So rows can be appended while a chain is traversed,
//! and a range of rows is a contiguous part of the chain. An index covers the rows up to its last [`Index::update`].

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use super::assignment::Arguments;
use crate::analysis::projection::Shape;
use crate::program::{Base, Domain, PredicateId};
use crate::symbol::{hash_symbols, Symbol, Symbols};

/// The row number that marks the end of a chain.
pub const NO_ROW: u32 = u32::MAX;

/// The number of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexId(usize);

/// The columns of an index with the parts of them that belong to the key. Columns that are kept as a whole come
/// first. Rows whose argument does not have the function of a shape are not in the index.
pub type Shapes = Vec<(usize, Shape)>;

/// An index: the rows of one domain by the symbols in some of its positions.
#[derive(Clone, Debug)]
pub struct Index {
    predicate: PredicateId,
    /// The columns whose whole argument belongs to the key.
    columns: Vec<usize>,
    /// The columns of which a part belongs to the key, with the shape that selects the part.
    within: Shapes,
    /// The first and the last row of each key.
    chains: HashTable<(u32, u32)>,
    next: Vec<u32>,
}

impl Index {
    fn new(predicate: PredicateId, shapes: Shapes) -> Self {
        let (columns, within): (Shapes, Shapes) =
            shapes.into_iter().partition(|(_, shape)| *shape == Shape::Kept);
        let columns = columns.into_iter().map(|(column, _)| column).collect();
        Index { predicate, columns, within, chains: HashTable::new(), next: Vec::new() }
    }

    /// Adds the rows that the domain has got since the last update.
    pub fn update(&mut self, domain: &Domain, symbols: &Symbols) {
        let Index { columns, within, chains, next, .. } = self;
        let mut key = Arguments::new();
        for row in next.len() as u32..domain.len() {
            next.push(NO_ROW);
            if !key_of(columns, within, domain.row(row), symbols, &mut key) {
                continue;
            }
            let same = |&(first, _): &(u32, u32)| has_key(columns, within, domain.row(first), symbols, &key);
            let hash = hash_symbols(&key);
            if let Some(chain) = chains.find_mut(hash, same) {
                next[chain.1 as usize] = row;
                chain.1 = row;
            } else {
                chains.insert_unique(hash, (row, row), |&(first, _)| {
                    let mut key = Arguments::new();
                    key_of(columns, within, domain.row(first), symbols, &mut key);
                    hash_symbols(&key)
                });
            }
        }
    }

    /// Returns the first row with this key, or [`NO_ROW`] if there is none.
    #[must_use]
    pub fn first(&self, key: &[Symbol], domain: &Domain, symbols: &Symbols) -> u32 {
        let Index { columns, within, chains, .. } = self;
        let same = |&(first, _): &(u32, u32)| has_key(columns, within, domain.row(first), symbols, key);
        chains.find(hash_symbols(key), same).map_or(NO_ROW, |chain| chain.0)
    }

    /// Returns the next row with the same key, or [`NO_ROW`] if there is none.
    #[must_use]
    #[inline]
    pub fn next(&self, row: u32) -> u32 {
        self.next[row as usize]
    }
}

/// Writes the key of a row to `key`; returns false if the row has none.
fn key_of(
    columns: &[usize],
    within: &Shapes,
    row: &[Symbol],
    symbols: &Symbols,
    key: &mut Arguments,
) -> bool {
    key.clear();
    key.extend(columns.iter().map(|&column| row[column]));
    within.iter().all(|(column, shape)| shape.take(row[*column], symbols, &mut |symbol| key.push(symbol)))
}

/// Returns whether the key of a row is this one. The row must have a key.
#[inline]
fn has_key(columns: &[usize], within: &Shapes, row: &[Symbol], symbols: &Symbols, key: &[Symbol]) -> bool {
    let (whole, parts) = key.split_at(columns.len());
    if columns.iter().zip(whole).any(|(&column, &symbol)| row[column] != symbol) {
        return false;
    }
    if within.is_empty() {
        return true;
    }
    let mut found = Arguments::new();
    within.iter().all(|(column, shape)| shape.take(row[*column], symbols, &mut |symbol| found.push(symbol)))
        && found[..] == *parts
}

/// All indexes. They are created when rules need them, and kept for later shots.
#[derive(Clone, Default, Debug)]
pub struct Indexes {
    known: FxHashMap<(PredicateId, Shapes), IndexId>,
    indexes: Vec<Index>,
}

impl Indexes {
    /// Returns the index of a domain by these shapes, creating it if necessary.
    pub fn of(&mut self, predicate: PredicateId, shapes: Shapes) -> IndexId {
        let next = IndexId(self.indexes.len());
        let id = *self.known.entry((predicate, shapes.clone())).or_insert(next);
        if id == next {
            self.indexes.push(Index::new(predicate, shapes));
        }
        id
    }

    /// Brings an index up to date with all rows of its domain.
    pub fn update(&mut self, id: IndexId, base: &Base, symbols: &Symbols) {
        let index = &mut self.indexes[id.0];
        index.update(base.domain(index.predicate), symbols);
    }

    /// Empties the indexes of domains that have lost rows, so that the next update reads all rows again.
    pub fn forget(&mut self, is_changed: impl Fn(PredicateId) -> bool) {
        for index in self.indexes.iter_mut().filter(|index| is_changed(index.predicate)) {
            index.chains.clear();
            index.next.clear();
        }
    }

    /// Returns an index by its number.
    #[must_use]
    #[inline]
    pub fn get(&self, id: IndexId) -> &Index {
        &self.indexes[id.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Program;
    use crate::syntax::ast::Signature;

    #[test]
    fn rows_are_chained_by_what_is_within_them() {
        let (mut symbols, mut base, mut program) = (Symbols::new(), Base::new(), Program::new());
        let (p, f, g) = (symbols.name("p"), symbols.name("f"), symbols.name("g"));
        let predicate = base.predicate(Signature { name: p, arity: 2, negative: false });
        let numbers = [1, 2, 3].map(|number| symbols.number(number));
        let [one, two, three] = numbers;
        // p(f(1,2),3), p(g(1,2),3), p(f(2,1),3), p(f(1,3),3), p(1,3), p(f(1,2),1), p(-f(1,2),3), p(f(1),3)
        let first = [
            symbols.function(f, &[one, two], false),
            symbols.function(g, &[one, two], false),
            symbols.function(f, &[two, one], false),
            symbols.function(f, &[one, three], false),
            one,
            symbols.function(f, &[one, two], false),
            symbols.function(f, &[one, two], true),
            symbols.function(f, &[one], false),
        ];
        let inside = Shape::Function(Some(f), vec![Shape::Kept, Shape::Dropped]);
        let mut index = Index::new(predicate, vec![(1, Shape::Kept), (0, inside)]);
        for (row, &symbol) in first.iter().enumerate() {
            let last = if row == 5 { one } else { three };
            base.derive(predicate, &[symbol, last], &mut program);
            index.update(base.domain(predicate), &symbols);
        }
        let rows = |key: [Symbol; 2]| {
            let there = |row: u32| (row != NO_ROW).then_some(row);
            let first = there(index.first(&key, base.domain(predicate), &symbols));
            std::iter::successors(first, |&row| there(index.next(row))).collect::<Vec<_>>()
        };
        assert_eq!(rows([three, one]), [0, 3]);
        assert_eq!(rows([three, two]), [2]);
        assert_eq!(rows([one, one]), [5]);
        assert_eq!(rows([two, one]), []);
    }
}
