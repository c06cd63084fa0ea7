//! Many short lists stored in one vector, such as a watch list for each literal.
//!
//! Invariant: each list has its own range of `items`, with spare capacity at its end. When a list moves to a larger range, the
//! old range is added to `wasted`.

use std::ops::Range;

/// The range of a list.
#[derive(Clone, Copy, Default, Debug)]
struct ListRange {
    start: u32,
    len: u32,
    capacity: u32,
}

/// Lists of small values, by index.
#[derive(Debug)]
pub(crate) struct Lists<T> {
    items: Vec<T>,
    ranges: Vec<ListRange>,
    wasted: usize,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists { items: Vec::new(), ranges: Vec::new(), wasted: 0 }
    }
}

impl<T: Copy> Lists<T> {
    /// Makes room for `lists` lists.
    pub fn make_room(&mut self, lists: usize) {
        self.ranges.resize(lists, ListRange::default());
    }

    /// The number of lists for which there is room.
    #[inline]
    pub fn count(&self) -> usize {
        self.ranges.len()
    }

    /// Returns the range of a list in `items`.
    #[inline]
    fn range(&self, list: usize) -> Range<usize> {
        let ListRange { start, len, .. } = self.ranges[list];
        start as usize..(start + len) as usize
    }

    /// Returns a list.
    #[inline]
    pub fn get(&self, list: usize) -> &[T] {
        &self.items[self.range(list)]
    }

    /// Returns a list for modification.
    #[inline]
    pub fn get_mut(&mut self, list: usize) -> &mut [T] {
        let range = self.range(list);
        &mut self.items[range]
    }

    /// Appends an item to a list.
    #[inline]
    pub fn push(&mut self, list: usize, item: T) {
        let ListRange { start, len, capacity } = self.ranges[list];
        if len == capacity {
            return self.push_and_move(list, item);
        }
        self.items[(start + len) as usize] = item;
        self.ranges[list].len += 1;
    }

    #[cold]
    fn push_and_move(&mut self, list: usize, item: T) {
        let range = self.range(list);
        let capacity = (2 * range.len()).max(2);
        if range.end == self.items.len() && !range.is_empty() {
            // The last list grows in place.
            self.items.resize(range.start + capacity, item);
        } else {
            let start = self.items.len();
            self.wasted += range.len();
            self.items.extend_from_within(range.clone());
            self.items.resize(start + capacity, item);
            self.ranges[list].start = u32::try_from(start).expect("lists fit 32 bits");
        }
        let entry = &mut self.ranges[list];
        entry.capacity = capacity as u32;
        self.items[(entry.start + entry.len) as usize] = item;
        entry.len += 1;
    }

    /// Shortens a list to its first `len` items.
    #[inline]
    pub fn truncate(&mut self, list: usize, len: usize) {
        self.ranges[list].len = len as u32;
    }

    /// Replaces each item by the result of `keep`, or removes it on `None`. Compacts the lists if much space is wasted.
    pub fn filter_map(&mut self, mut keep: impl FnMut(T) -> Option<T>) {
        for list in 0..self.ranges.len() {
            let range = self.range(list);
            let mut end = range.start;
            for place in range.clone() {
                if let Some(item) = keep(self.items[place]) {
                    self.items[end] = item;
                    end += 1;
                }
            }
            self.ranges[list].len = (end - range.start) as u32;
        }
        if 2 * self.wasted > self.items.len() {
            self.compact();
        }
    }

    /// Moves the lists next to each other, without spare capacity.
    fn compact(&mut self) {
        let mut items = Vec::with_capacity(self.ranges.iter().map(|entry| entry.len as usize).sum());
        for entry in &mut self.ranges {
            let start = items.len();
            items.extend_from_slice(&self.items[entry.start as usize..(entry.start + entry.len) as usize]);
            *entry = ListRange { start: start as u32, len: entry.len, capacity: entry.len };
        }
        self.items = items;
        self.wasted = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_as_vectors(pushes in prop::collection::vec((0..5_usize, any::<u8>()), 0..300), drop in any::<u8>()) {
            let mut lists = Lists::default();
            lists.make_room(5);
            let mut vectors = vec![Vec::new(); 5];
            for (number, &(list, item)) in pushes.iter().enumerate() {
                lists.push(list, item);
                vectors[list].push(item);
                if number % 50 == 49 {
                    lists.filter_map(|item| (item < drop).then_some(item));
                    vectors.iter_mut().for_each(|vector| vector.retain(|&item| item < drop));
                }
                if number % 120 == 119 {
                    lists.compact();
                }
            }
            for (list, vector) in vectors.iter().enumerate() {
                prop_assert_eq!(lists.get(list), &vector[..]);
            }
        }
    }
}
