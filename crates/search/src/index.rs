//! The index over the table: open addressing with linear probing, a byte of the hash beside the number.
//!
//! A slot tells by its byte almost always whether it is the right one, so that a look-up touches one line of the bytes and,
//! if the configuration is known, its number and its record. Numbers are dense and their hashes can be had again from the
//! records: growing needs no copy, and the slots are filled anew in the order of the numbers.

/// A configuration's number.
pub(crate) type Id = u32;

/// An index from hashes to numbers.
#[derive(Default)]
pub(crate) struct Index {
    /// Some bits of the hash.
    tags: Vec<u8>,
    /// The number; [`EMPTY`] where there is none.
    ids: Vec<Id>,
    len: usize,
}

/// What a probe ended at.
pub(crate) enum Probe {
    /// The number that was looked for.
    Found(Id),
    /// The slot where it belongs.
    Empty(usize),
}

const EMPTY: Id = Id::MAX;
const LEAST_SLOTS: usize = 1 << 10;
const SLOT: usize = size_of::<Id>() + 1;

impl Index {
    pub(crate) fn bytes(&self) -> usize {
        self.ids.len() * SLOT
    }

    /// Bytes of the index that takes this one's place.
    pub(crate) fn bytes_grown(&self) -> usize {
        self.grown() * SLOT
    }

    /// Whether the index has to grow for so many more entries.
    pub(crate) fn grows_within(&self, entries: usize) -> bool {
        self.len + entries > self.most()
    }

    /// How many entries there may be.
    fn most(&self) -> usize {
        self.ids.len() / 5 * 4
    }

    fn grown(&self) -> usize {
        (self.ids.len() / 4 * 5).max(LEAST_SLOTS)
    }

    /// Looks for a number with this hash that `is_it`.
    pub(crate) fn probe(&self, hash: u64, is_it: impl Fn(Id) -> bool) -> Probe {
        if self.ids.is_empty() {
            return Probe::Empty(0);
        }
        let tag = hash as u8;
        let mut at = first_slot(hash, self.ids.len());
        loop {
            let id = self.ids[at];
            if id == EMPTY {
                return Probe::Empty(at);
            }
            if self.tags[at] == tag && is_it(id) {
                return Probe::Found(id);
            }
            at += 1;
            if at == self.ids.len() {
                at = 0;
            }
        }
    }

    /// Fills a slot that a probe ended at with the next number; `hash_of` has the hashes of all before.
    pub(crate) fn fill(&mut self, slot: usize, hash: u64, id: Id, hash_of: impl Fn(Id) -> u64) {
        self.len += 1;
        if self.len <= self.most() {
            self.set(slot, hash, id);
            return;
        }
        let slots = self.grown();
        // The old ones are gone before the new ones are there.
        (self.tags, self.ids) = (Vec::new(), Vec::new());
        (self.tags, self.ids) = (vec![0; slots], vec![EMPTY; slots]);
        (0..id).for_each(|id| self.insert(hash_of(id), id));
        self.insert(hash, id);
    }

    fn insert(&mut self, hash: u64, id: Id) {
        if let Probe::Empty(slot) = self.probe(hash, |_| false) {
            self.set(slot, hash, id);
        }
    }

    fn set(&mut self, slot: usize, hash: u64, id: Id) {
        (self.tags[slot], self.ids[slot]) = (hash as u8, id);
    }
}

fn first_slot(hash: u64, slots: usize) -> usize {
    (((hash >> 32) * slots as u64) >> 32) as usize
}
