//! Many short lists stored in one vector, such as a watch list for each literal.
//!
//! Invariant: each list has its own range of `items`, with spare capacity at its end. When a list moves to a larger range, the
//! old range is added to `wasted`.

use std::ops::Range;

/// The range of a list.
#[derive(Clone, Copy, Default, Debug)]
struct Head {
    start: u32,
    len: u32,
    capacity: u32,
}

/// Lists of small values, by index.
#[derive(Debug)]
pub(crate) struct Lists<T> {
    items: Vec<T>,
    heads: Vec<Head>,
    wasted: usize,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists { items: Vec::new(), heads: Vec::new(), wasted: 0 }
    }
}

impl<T: Copy> Lists<T> {
    /// Makes room for `lists` lists.
    pub fn make_room(&mut self, lists: usize) {
        self.heads.resize(lists, Head::default());
    }

    /// Returns the range of a list in `items`.
    #[inline]
    fn range(&self, list: usize) -> Range<usize> {
        let Head { start, len, .. } = self.heads[list];
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
        let Head { start, len, capacity } = self.heads[list];
        if len == capacity {
            return self.push_moving(list, item);
        }
        self.items[(start + len) as usize] = item;
        self.heads[list].len += 1;
    }

    #[cold]
    fn push_moving(&mut self, list: usize, item: T) {
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
            self.heads[list].start = u32::try_from(start).expect("lists fit 32 bits");
        }
        let head = &mut self.heads[list];
        head.capacity = capacity as u32;
        self.items[(head.start + head.len) as usize] = item;
        head.len += 1;
    }

    /// Shortens a list to its first `len` items.
    #[inline]
    pub fn truncate(&mut self, list: usize, len: usize) {
        self.heads[list].len = len as u32;
    }

    /// Replaces each item by the result of `keep`, or removes it on `None`. Compacts the lists if much space is wasted.
    pub fn filter_map(&mut self, mut keep: impl FnMut(T) -> Option<T>) {
        for list in 0..self.heads.len() {
            let range = self.range(list);
            let mut end = range.start;
            for place in range.clone() {
                if let Some(item) = keep(self.items[place]) {
                    self.items[end] = item;
                    end += 1;
                }
            }
            self.heads[list].len = (end - range.start) as u32;
        }
        if 2 * self.wasted > self.items.len() {
            self.compact();
        }
    }

    /// Moves the lists next to each other, without spare capacity.
    fn compact(&mut self) {
        let mut items = Vec::with_capacity(self.heads.iter().map(|head| head.len as usize).sum());
        for head in &mut self.heads {
            let start = items.len();
            items.extend_from_slice(&self.items[head.start as usize..(head.start + head.len) as usize]);
            *head = Head { start: start as u32, len: head.len, capacity: head.len };
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
