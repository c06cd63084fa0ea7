//! Sets of numbers as blocks of 64 bits, where empty blocks are not stored.
//!
//! A vertex of a sparse graph has few neighbours among many vertices, and most of these have numbers close to its own.
//! So a few words hold them, and sets are compared word by word.

use std::cmp::Ordering;
use std::marker::PhantomData;

use crate::translate::index::Index;

/// A set of numbers.
#[derive(Clone, Debug)]
pub(super) struct BlockSet<V> {
    /// Block numbers, ascending, each with its bits. No block is empty.
    blocks: Vec<(u32, u64)>,
    numbers: PhantomData<V>,
}

impl<V> Default for BlockSet<V> {
    fn default() -> Self {
        BlockSet { blocks: Vec::new(), numbers: PhantomData }
    }
}

fn block<V: Index>(number: V) -> (u32, u64) {
    ((number.index() / 64) as u32, 1 << (number.index() % 64))
}

impl<V: Index> BlockSet<V> {
    /// Returns the number of elements.
    pub(super) fn len(&self) -> usize {
        self.blocks.iter().map(|(_, bits)| bits.count_ones() as usize).sum()
    }

    /// Iterates over the elements, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = V> + '_ {
        self.blocks.iter().flat_map(|&(block, bits)| {
            let rests = std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)));
            let places = rests.take_while(|rest| *rest != 0).map(u64::trailing_zeros);
            places.map(move |place| V::at(64 * block as usize + place as usize))
        })
    }

    /// Adds a number.
    pub(super) fn insert(&mut self, number: V) {
        let (block, bit) = block(number);
        match self.blocks.binary_search_by_key(&block, |&(block, _)| block) {
            Ok(position) => self.blocks[position].1 |= bit,
            Err(position) => self.blocks.insert(position, (block, bit)),
        }
    }

    /// Removes a number.
    pub(super) fn remove(&mut self, number: V) {
        let (block, bit) = block(number);
        if let Ok(position) = self.blocks.binary_search_by_key(&block, |&(block, _)| block) {
            self.blocks[position].1 &= !bit;
            if self.blocks[position].1 == 0 {
                self.blocks.remove(position);
            }
        }
    }

    /// Adds the elements of another set.
    pub(super) fn extend(&mut self, other: &BlockSet<V>) {
        self.extend_blocks(other.blocks.iter().copied());
    }

    /// Adds the common elements of two sets.
    pub(super) fn extend_common(&mut self, a: &BlockSet<V>, b: &BlockSet<V>) {
        let pairs = a.against(b).map(|(block, a, b)| (block, a & b));
        self.extend_blocks(pairs.filter(|&(_, bits)| bits != 0));
    }

    /// Returns the number of elements that another set lacks.
    pub(super) fn count_missing(&self, other: &BlockSet<V>) -> usize {
        self.against(other).map(|(_, a, b)| (a & !b).count_ones() as usize).sum()
    }

    /// Returns the elements that another set lacks.
    pub(super) fn missing(&self, other: &BlockSet<V>) -> BlockSet<V> {
        let blocks = self.against(other).map(|(block, a, b)| (block, a & !b)).filter(|&(_, bits)| bits != 0);
        BlockSet { blocks: blocks.collect(), numbers: PhantomData }
    }

    /// Iterates over the blocks, each with the bits of the same block in another set.
    fn against<'a>(&'a self, other: &'a BlockSet<V>) -> impl Iterator<Item = (u32, u64, u64)> + 'a {
        let mut others = other.blocks.as_slice();
        self.blocks.iter().map(move |&(block, bits)| {
            while let [(first, _), rest @ ..] = others {
                match first.cmp(&block) {
                    Ordering::Less => others = rest,
                    Ordering::Equal => return (block, bits, others[0].1),
                    Ordering::Greater => break,
                }
            }
            (block, bits, 0)
        })
    }

    fn extend_blocks(&mut self, blocks: impl Iterator<Item = (u32, u64)>) {
        let mut position = 0;
        for (block, bits) in blocks {
            while self.blocks.get(position).is_some_and(|&(here, _)| here < block) {
                position += 1;
            }
            match self.blocks.get_mut(position) {
                Some((here, known)) if *here == block => *known |= bits,
                _ => self.blocks.insert(position, (block, bits)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use crate::translate::index::index;

    index! {
        struct Vertex;
    }

    fn both(numbers: &[usize]) -> (BTreeSet<usize>, BlockSet<Vertex>) {
        let mut set = BlockSet::default();
        numbers.iter().for_each(|&number| set.insert(Vertex::at(number)));
        (numbers.iter().copied().collect(), set)
    }

    fn list(set: &BlockSet<Vertex>) -> Vec<usize> {
        set.iter().map(Index::index).collect()
    }

    #[test]
    fn it_is_a_set() {
        let lists: [&[usize]; 6] =
            [&[], &[0], &[63, 64, 65], &[1, 63, 200, 64], &[700, 3, 130, 129, 65], &[200, 1, 640]];
        for a in lists {
            for b in lists {
                let ((known_a, mut set_a), (known_b, set_b)) = (both(a), both(b));
                assert_eq!(list(&set_a), known_a.iter().copied().collect::<Vec<_>>());
                assert_eq!(set_a.len(), known_a.len());
                let missing: Vec<usize> = known_a.difference(&known_b).copied().collect();
                assert_eq!(list(&set_a.missing(&set_b)), missing);
                assert_eq!(set_a.count_missing(&set_b), missing.len());
                let mut common = BlockSet::default();
                common.extend_common(&set_a, &set_b);
                assert_eq!(list(&common), known_a.intersection(&known_b).copied().collect::<Vec<_>>());
                set_a.extend(&set_b);
                assert_eq!(list(&set_a), known_a.union(&known_b).copied().collect::<Vec<_>>());
                b.iter().for_each(|&number| set_a.remove(Vertex::at(number)));
                assert_eq!(list(&set_a), missing);
                assert!(set_a.blocks.iter().all(|&(_, bits)| bits != 0));
            }
        }
    }
}
