//! What clauses come to where their literals are counted: literals by number, and lists of such numbers.

use rustsat::types::Lit;

/// The number of a literal.
pub(super) type Edge = u32;

/// No number.
pub(super) const NONE: u32 = u32::MAX;

/// Lists of numbers, one after the other.
#[derive(Default, Debug)]
pub(super) struct Lists {
    items: Vec<u32>,
    ends: Vec<usize>,
}

impl Lists {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many numbers there are in all.
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

    /// All numbers of all lists.
    pub fn items(&self) -> &[u32] {
        &self.items
    }

    /// By first number, the second ones in the order in which they come.
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

    /// Sorts each of them.
    pub fn sort(&mut self) {
        let mut start = 0;
        for &end in &self.ends {
            self.items[std::mem::replace(&mut start, end)..end].sort_unstable();
        }
    }

    /// By number, the lists that it is in.
    pub fn inverse(&self, count: usize) -> Self {
        let pairs =
            (0u32..).zip(self.iter()).flat_map(|(list, items)| items.iter().map(move |&item| (item, list)));
        Lists::by_first(pairs, count)
    }
}

/// Numbers for literals, as they come.
pub(super) struct Numbers {
    number_of: Vec<u32>,
    pub literals: Vec<Lit>,
}

impl Numbers {
    /// None yet, of literals with indices below `end`.
    pub fn new(end: usize) -> Self {
        Numbers { number_of: vec![NONE; end], literals: Vec::new() }
    }

    pub fn number(&mut self, literal: Lit) -> Edge {
        let number = &mut self.number_of[literal.lidx()];
        if *number == NONE {
            *number = self.literals.len() as u32;
            self.literals.push(literal);
        }
        *number
    }

    pub fn get(&self, literal: Lit) -> Option<Edge> {
        let number = self.number_of[literal.lidx()];
        (number != NONE).then_some(number)
    }
}
