//! The hash index of the table: open addressing with linear probing, and a byte of the hash for each number.
//!
//! The byte almost always decides whether a slot is the right one. So a look-up touches one cache line of the bytes
//! and, if the configuration is known, its number and its record. Numbers are dense and their hashes can be
//! recomputed from the records. Growing therefore needs no copy: the slots are filled anew in the order of the
//! numbers.

/// The number of a configuration in the table.
pub(crate) type Id = u32;

/// A map from hashes to configuration numbers.
#[derive(Default)]
pub(crate) struct StateIndex {
    /// The low byte of the hash of each slot's configuration.
    tags: Vec<u8>,
    /// The configuration number in each slot, or [`EMPTY`].
    ids: Vec<Id>,
    /// The number of occupied slots.
    len: usize,
}

/// The result of a probe.
pub(crate) enum Probe {
    /// The configuration was found; this is its number.
    Found(Id),
    /// The configuration is not in the index; this is the slot where it belongs.
    Empty(usize),
}

/// Marks a slot without a number.
const EMPTY: Id = Id::MAX;
/// The number of slots of the first allocation.
const LEAST_SLOTS: usize = 1 << 10;
/// Bytes per slot.
const SLOT: usize = size_of::<Id>() + 1;

impl StateIndex {
    /// The bytes that the index holds.
    pub(crate) fn bytes(&self) -> usize {
        self.ids.len() * SLOT
    }

    /// The bytes that the index will hold after it has grown once.
    pub(crate) fn bytes_grown(&self) -> usize {
        self.grown() * SLOT
    }

    /// Whether the index has to grow for this many more entries.
    pub(crate) fn grows_within(&self, entries: usize) -> bool {
        self.len + entries > self.most()
    }

    /// The greatest number of entries before the index grows.
    fn most(&self) -> usize {
        self.ids.len() / 5 * 4
    }

    /// The number of slots after the index has grown once.
    fn grown(&self) -> usize {
        (self.ids.len() / 4 * 5).max(LEAST_SLOTS)
    }

    /// Searches for a number with this hash for which `is_it` returns true.
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

    /// Puts the next number into a slot returned by [`StateIndex::probe`]. `hash_of` returns the hash of any earlier
    /// number.
    pub(crate) fn fill(&mut self, slot: usize, hash: u64, id: Id, hash_of: impl Fn(Id) -> u64) {
        self.len += 1;
        if self.len <= self.most() {
            self.set(slot, hash, id);
            return;
        }
        let slots = self.grown();
        // Frees the old slots before the new ones are allocated, to hold only one set at a time.
        (self.tags, self.ids) = (Vec::new(), Vec::new());
        (self.tags, self.ids) = (vec![0; slots], vec![EMPTY; slots]);
        (0..id).for_each(|id| self.insert(hash_of(id), id));
        self.insert(hash, id);
    }

    /// Inserts a number that is not in the index, without growing it.
    fn insert(&mut self, hash: u64, id: Id) {
        if let Probe::Empty(slot) = self.probe(hash, |_| false) {
            self.set(slot, hash, id);
        }
    }

    fn set(&mut self, slot: usize, hash: u64, id: Id) {
        (self.tags[slot], self.ids[slot]) = (hash as u8, id);
    }
}

/// Returns the slot at which probing for a hash begins.
fn first_slot(hash: u64, slots: usize) -> usize {
    (((hash >> 32) * slots as u64) >> 32) as usize
}
