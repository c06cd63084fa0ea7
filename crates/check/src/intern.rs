//! Interns terms as numbers, from 0 in order of first appearance.
//!
//! Invariant: the texts are concatenated in one string, so a term costs its text and about 15 bytes.

use hashbrown::HashTable;
use std::hash::{BuildHasher, RandomState};

/// A set of terms, each with a number.
#[derive(Debug, Clone, Default)]
pub(crate) struct InternedTerms {
    texts: String,
    /// The end of each term's text, which is the start of the next one.
    ends: Vec<u32>,
    entries: HashTable<InternEntry>,
    /// Randomly keyed, because an input can be crafted to collide under any fixed hash.
    hasher: RandomState,
}

/// A number with the hash of its text, which is stored so that the table grows without rehashing the texts.
#[derive(Debug, Clone, Copy)]
struct InternEntry {
    hash: u32,
    number: u32,
}

impl InternedTerms {
    /// Returns the number of the term with this text, and adds it if it is new; `None` if the texts exceed 4 GiB.
    pub(crate) fn intern(&mut self, text: &str) -> Option<u32> {
        let hash = self.hash(text);
        if let Some(number) = self.find(hash, text) {
            return Some(number);
        }
        let number = u32::try_from(self.ends.len()).ok()?;
        let end = u32::try_from(self.texts.len().checked_add(text.len())?).ok()?;
        self.texts.push_str(text);
        self.ends.push(end);
        self.entries.insert_unique(widened(hash), InternEntry { hash, number }, |entry| widened(entry.hash));
        Some(number)
    }

    /// The number of the term with this text, if there is one.
    pub(crate) fn get(&self, text: &str) -> Option<u32> {
        self.find(self.hash(text), text)
    }

    /// The text of a term.
    pub(crate) fn text(&self, number: u32) -> &str {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.texts[start..self.ends[number] as usize]
    }

    /// The number of terms.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The texts in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).map(|number| self.text(number))
    }

    fn find(&self, hash: u32, text: &str) -> Option<u32> {
        let same = |entry: &InternEntry| entry.hash == hash && self.text(entry.number) == text;
        self.entries.find(widened(hash), same).map(|entry| entry.number)
    }

    fn hash(&self, text: &str) -> u32 {
        self.hasher.hash_one(text) as u32
    }
}

/// Repeats the hash in the upper half, because the table uses both low and high bits.
fn widened(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}
