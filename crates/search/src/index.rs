//! The index over the table: open addressing with linear probing, the hash beside the number.
//!
//! A slot tells by its 32 bits of hash almost always whether it is the right one, so that a look-up touches one line of
//! the index and, if the configuration is known, its record. The slot where a probe begins is in proportion to the
//! hash: growing is one pass from front to back, without a look at the records.

/// A configuration's number.
pub(crate) type Id = u32;

/// An index from hashes to numbers.
#[derive(Default)]
pub(crate) struct Index {
    /// The hash, then the number; [`EMPTY`] where there is none.
    slots: Vec<[u32; 2]>,
    len: usize,
}

/// What a probe ended at.
pub(crate) enum Probe {
    /// The number that was looked for.
    Found(Id),
    /// The slot where it belongs.
    Empty(usize),
}

const EMPTY: [u32; 2] = [u32::MAX; 2];
const LEAST_SLOTS: usize = 1 << 10;

impl Index {
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<[u32; 2]>()
    }

    /// Bytes of the index that comes next.
    pub(crate) fn bytes_grown(&self) -> usize {
        self.grown() * size_of::<[u32; 2]>()
    }

    /// Whether the index has to grow for so many more entries.
    pub(crate) fn grows_within(&self, entries: usize) -> bool {
        self.len + entries > self.slots.len() / 4 * 3
    }

    fn grown(&self) -> usize {
        (self.slots.len() / 2 * 3).max(LEAST_SLOTS)
    }

    /// Looks for a number with this hash that `is_it`.
    pub(crate) fn probe(&self, hash: u32, is_it: impl Fn(Id) -> bool) -> Probe {
        let mut at = first_slot(hash, self.slots.len());
        loop {
            let Some(&[tag, id]) = self.slots.get(at) else {
                if self.slots.is_empty() {
                    return Probe::Empty(0);
                }
                at = 0;
                continue;
            };
            if id == EMPTY[1] {
                return Probe::Empty(at);
            }
            if tag == hash && is_it(id) {
                return Probe::Found(id);
            }
            at += 1;
        }
    }

    /// Fills a slot that a probe ended at.
    pub(crate) fn fill(&mut self, slot: usize, hash: u32, id: Id) {
        self.len += 1;
        if self.len <= self.slots.len() / 4 * 3 {
            self.slots[slot] = [hash, id];
            return;
        }
        let slots = vec![EMPTY; self.grown()];
        let old = std::mem::replace(&mut self.slots, slots);
        for [hash, id] in old.into_iter().filter(|slot| *slot != EMPTY) {
            self.insert(hash, id);
        }
        self.insert(hash, id);
    }

    fn insert(&mut self, hash: u32, id: Id) {
        if let Probe::Empty(slot) = self.probe(hash, |_| false) {
            self.slots[slot] = [hash, id];
        }
    }
}

fn first_slot(hash: u32, slots: usize) -> usize {
    ((u64::from(hash) * slots as u64) >> 32) as usize
}
