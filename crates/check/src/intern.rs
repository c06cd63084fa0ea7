//! Terms to numbers, counted from 0 in order of first appearance.
//!
//! Invariant: the texts stand one after the other in one string, so a term costs its text and some 15 bytes.

use hashbrown::HashTable;
use std::hash::{BuildHasher, RandomState};

/// A set of terms, each with its number.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terms {
    texts: String,
    /// Where the text of each term ends; it starts where the one before ends.
    ends: Vec<u32>,
    entries: HashTable<Entry>,
    /// Keyed by chance, because a text can be made to collide under any fixed hash.
    hasher: RandomState,
}

/// A number, found by the hash of its text; kept here so that the table grows without reading all texts again.
#[derive(Debug, Clone, Copy)]
struct Entry {
    hash: u32,
    number: u32,
}

impl Terms {
    /// The number of the term that prints `text`, a new one if need be; `None` if the texts outgrow 4 GiB.
    pub(crate) fn intern(&mut self, text: &str) -> Option<u32> {
        let hash = self.hash(text);
        if let Some(number) = self.find(hash, text) {
            return Some(number);
        }
        let number = u32::try_from(self.ends.len()).ok()?;
        let end = u32::try_from(self.texts.len().checked_add(text.len())?).ok()?;
        self.texts.push_str(text);
        self.ends.push(end);
        self.entries.insert_unique(widened(hash), Entry { hash, number }, |entry| widened(entry.hash));
        Some(number)
    }

    /// The number of the term that prints `text`.
    pub(crate) fn get(&self, text: &str) -> Option<u32> {
        self.find(self.hash(text), text)
    }

    /// The text of a term, by its number.
    pub(crate) fn text(&self, number: u32) -> &str {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.texts[start..self.ends[number] as usize]
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The texts in order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).map(|number| self.text(number))
    }

    fn find(&self, hash: u32, text: &str) -> Option<u32> {
        let same = |entry: &Entry| entry.hash == hash && self.text(entry.number) == text;
        self.entries.find(widened(hash), same).map(|entry| entry.number)
    }

    fn hash(&self, text: &str) -> u32 {
        self.hasher.hash_one(text) as u32
    }
}

/// The table looks at both the low and the high bits of a hash.
fn widened(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}
