//! The table of configurations: fixed-width records in an arena, and a hash index over them.
//!
//! Invariant: a configuration keeps its number, which is its position in the order of insertion. Records never move.
//! The table grows by one chunk at a time, and only the index is ever rebuilt.

use std::hash::Hasher;

use rustc_hash::FxHasher;

pub(crate) use crate::index::Id;
use crate::index::{Probe, StateIndex};

/// Records per chunk, as a power of two.
const CHUNK: u32 = 12;
/// Mask of the bits of a number that give the record within its chunk.
const IN_CHUNK: u32 = (1 << CHUNK) - 1;

/// A set of configurations, each with `WORDS` numbers stored with it.
pub(crate) struct StateTable<const WORDS: usize> {
    /// Bytes of a configuration.
    width: usize,
    /// Bytes of a record: the configuration and its words.
    stride: usize,
    chunks: Vec<Box<[u8]>>,
    len: u32,
    index: StateIndex,
}

/// The result of inserting a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableSlot {
    /// The configuration was in the table already.
    Known(Id),
    /// The configuration has been inserted.
    New(Id),
    /// The configuration was not in the table, and was not admitted.
    Refused,
}

impl<const WORDS: usize> StateTable<WORDS> {
    /// Returns an empty table for configurations of `width` bytes.
    pub(crate) fn new(width: usize) -> Self {
        StateTable {
            width,
            stride: width + 4 * WORDS,
            chunks: Vec::new(),
            len: 0,
            index: StateIndex::default(),
        }
    }

    /// The number of configurations.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// The bytes that the table holds.
    pub(crate) fn bytes(&self) -> usize {
        self.chunks.len() * (self.stride << CHUNK) + self.index.bytes()
    }

    /// Returns whether a chunk of further configurations fits into this many bytes in all, with the growth of the
    /// index.
    ///
    /// The old index is freed before the new one is allocated.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        let grows = self.index.grows_within(1 << CHUNK);
        let more = if grows { self.index.bytes_grown() - self.index.bytes() } else { 0 };
        let numbers_left = self.len < u32::MAX >> 1;
        numbers_left && self.bytes() + more + (self.stride << CHUNK) <= bytes
    }

    /// Looks up a configuration, and inserts it if it is new and `admit` returns the words to store with it.
    pub(crate) fn insert(&mut self, state: &[u8], admit: impl FnOnce() -> Option<[u32; WORDS]>) -> TableSlot {
        let StateTable { width, stride, chunks, len, index } = self;
        let (width, stride) = (*width, *stride);
        debug_assert_eq!(state.len(), width);
        let hash = hash(state);
        let record = |id: Id| {
            let start = (id & IN_CHUNK) as usize * stride;
            &chunks[(id >> CHUNK) as usize][start..start + width]
        };
        match index.probe(hash, |id| same(record(id), state)) {
            Probe::Found(known) => TableSlot::Known(known),
            Probe::Empty(place) => {
                let Some(words) = admit() else { return TableSlot::Refused };
                let id = *len;
                index.fill(place, hash, id, |id| self::hash(record(id)));
                if id & IN_CHUNK == 0 {
                    chunks.push(vec![0; stride << CHUNK].into_boxed_slice());
                }
                let start = (id & IN_CHUNK) as usize * stride;
                let record = &mut chunks[(id >> CHUNK) as usize][start..start + stride];
                record[..width].copy_from_slice(state);
                for (bytes, word) in record[width..].chunks_exact_mut(4).zip(words) {
                    bytes.copy_from_slice(&word.to_le_bytes());
                }
                *len += 1;
                TableSlot::New(id)
            }
        }
    }

    /// Returns the number of a configuration, if it is in the table.
    pub(crate) fn find(&self, state: &[u8]) -> Option<Id> {
        match self.index.probe(hash(state), |id| same(self.state(id), state)) {
            Probe::Found(known) => Some(known),
            Probe::Empty(_) => None,
        }
    }

    /// Returns the bytes of a configuration.
    pub(crate) fn state(&self, id: Id) -> &[u8] {
        let start = (id & IN_CHUNK) as usize * self.stride;
        &self.chunks[(id >> CHUNK) as usize][start..start + self.width]
    }

    /// Returns a word stored with a configuration.
    pub(crate) fn word(&self, id: Id, which: usize) -> u32 {
        let start = (id & IN_CHUNK) as usize * self.stride + self.width + 4 * which;
        let bytes = &self.chunks[(id >> CHUNK) as usize][start..start + 4];
        u32::from_le_bytes(bytes.try_into().expect("four bytes"))
    }

    /// Overwrites a word stored with a configuration.
    pub(crate) fn set_word(&mut self, id: Id, which: usize, word: u32) {
        let start = (id & IN_CHUNK) as usize * self.stride + self.width + 4 * which;
        self.chunks[(id >> CHUNK) as usize][start..start + 4].copy_from_slice(&word.to_le_bytes());
    }
}

fn hash(state: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(state);
    hasher.finish()
}

/// Returns whether two states of the same width are equal. It avoids a library call, which costs more than comparing
/// so few bytes.
fn same(one: &[u8], other: &[u8]) -> bool {
    let eight = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let len = one.len();
    if len < 8 {
        return one.iter().eq(other);
    }
    let mut from = 0;
    while from + 8 < len {
        if eight(&one[from..from + 8]) != eight(&other[from..from + 8]) {
            return false;
        }
        from += 8;
    }
    eight(&one[len - 8..]) == eight(&other[len - 8..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_keep_their_numbers_and_words_while_the_table_grows() {
        let mut table: StateTable<2> = StateTable::new(3);
        let state = |number: u32| number.to_le_bytes()[..3].to_vec();
        let many = 3 << CHUNK;
        for number in 0..many {
            assert_eq!(
                table.insert(&state(number * 7), || Some([number, number + 1])),
                TableSlot::New(number)
            );
        }
        for number in 0..many {
            let refuse = || panic!("it is there");
            assert_eq!(table.insert(&state(number * 7), refuse), TableSlot::Known(number));
            assert_eq!(table.find(&state(number * 7)), Some(number));
            assert_eq!(table.state(number), state(number * 7));
            assert_eq!([table.word(number, 0), table.word(number, 1)], [number, number + 1]);
        }
        assert_eq!((table.find(&state(1)), table.len()), (None, many as usize));
    }

    #[test]
    fn refused_configurations_leave_no_trace() {
        let mut table: StateTable<1> = StateTable::new(1);
        assert_eq!(table.insert(&[1], || None), TableSlot::Refused);
        assert_eq!((table.find(&[1]), table.len()), (None, 0));
        assert_eq!(table.insert(&[1], || Some([5])), TableSlot::New(0));
    }

    #[test]
    fn has_room_allows_for_the_growth_of_the_index() {
        let mut table: StateTable<1> = StateTable::new(4);
        let limit = 1 << 20;
        for number in 0u32.. {
            if number % 1000 == 0 && !table.has_room(limit) {
                break;
            }
            table.insert(&number.to_le_bytes(), || Some([0]));
            assert!(table.bytes() <= limit);
        }
        assert!(table.bytes() > limit / 3, "{} bytes", table.bytes());
    }
}
