//! Compact data structures for counting over clauses: numbered literals, and lists of their numbers.

use rustsat::types::Lit;

/// A literal's index in [`Numbers`].
pub(super) type LiteralIndex = u32;

/// The sentinel for a missing number.
pub(super) const NONE: u32 = u32::MAX;

/// Lists of numbers, stored one after the other in one vector.
#[derive(Default, Debug)]
pub(super) struct Lists {
    items: Vec<u32>,
    ends: Vec<usize>,
}

impl Lists {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the total number of entries in all lists.
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    pub fn push(&mut self, items: impl IntoIterator<Item = u32>) {
        self.items.extend(items);
        self.ends.push(self.items.len());
    }

    pub fn get(&self, number: usize) -> &[u32] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.items[start..self.ends[number]]
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u32]> + Clone {
        (0..self.len()).map(|number| self.get(number))
    }

    /// Returns the entries of all lists, one list after the other.
    pub fn items(&self) -> &[u32] {
        &self.items
    }

    /// Groups pairs by their first number, which is below `count`. The second numbers keep their order.
    pub fn by_first(pairs: impl Iterator<Item = (u32, u32)> + Clone, count: usize) -> Self {
        let mut ends = vec![0; count];
        pairs.clone().for_each(|(first, _)| ends[first as usize] += 1);
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut items = vec![0; total];
        for (first, second) in pairs {
            items[ends[first as usize]] = second;
            ends[first as usize] += 1;
        }
        Lists { items, ends }
    }

    /// Sorts each list.
    pub fn sort(&mut self) {
        let mut start = 0;
        for &end in &self.ends {
            self.items[std::mem::replace(&mut start, end)..end].sort_unstable();
        }
    }

    /// Returns, for each number below `count`, the indices of the lists that contain it.
    pub fn inverse(&self, count: usize) -> Self {
        let pairs =
            (0u32..).zip(self.iter()).flat_map(|(list, items)| items.iter().map(move |&item| (item, list)));
        Lists::by_first(pairs, count)
    }
}

/// Consecutive numbers for literals, assigned on first use.
pub(super) struct Numbers {
    number_of: Vec<u32>,
    pub literals: Vec<Lit>,
}

impl Numbers {
    /// Creates an empty numbering for literals with indices below `end`.
    pub fn new(end: usize) -> Self {
        Numbers { number_of: vec![NONE; end], literals: Vec::new() }
    }

    pub fn number(&mut self, literal: Lit) -> LiteralIndex {
        let number = &mut self.number_of[literal.lidx()];
        if *number == NONE {
            *number = self.literals.len() as u32;
            self.literals.push(literal);
        }
        *number
    }

    pub fn get(&self, literal: Lit) -> Option<LiteralIndex> {
        let number = self.number_of[literal.lidx()];
        (number != NONE).then_some(number)
    }
}
