//! Typed indices: each kind of table is indexed by its own number type.

use std::marker::PhantomData;
use std::ops;

use groundplan_ground::program::AtomId;

/// A number that indexes one kind of table.
pub(crate) trait Index: Copy + Ord + 'static {
    /// Returns the number of a position.
    fn at(position: usize) -> Self;

    /// Returns the position.
    fn index(self) -> usize;
}

/// Defines index types of 32 bits.
macro_rules! index {
    ($($(#[$attribute:meta])* $visibility:vis struct $name:ident;)+) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        $visibility struct $name(u32);

        impl $crate::translate::index::Index for $name {
            #[inline]
            fn at(position: usize) -> Self {
                debug_assert!(u32::try_from(position).is_ok());
                $name(position as u32)
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+};
}
pub(crate) use index;

impl Index for AtomId {
    fn at(position: usize) -> Self {
        AtomId(position as u32)
    }

    fn index(self) -> usize {
        AtomId::index(self)
    }
}

/// A vector that is indexed by one number type only.
#[derive(Clone, Debug)]
pub(crate) struct Table<I, T> {
    rows: Vec<T>,
    index: PhantomData<fn(I)>,
}

impl<I, T> Default for Table<I, T> {
    fn default() -> Self {
        Table::from(Vec::new())
    }
}

impl<I, T> From<Vec<T>> for Table<I, T> {
    fn from(rows: Vec<T>) -> Self {
        Table { rows, index: PhantomData }
    }
}

impl<I, T> FromIterator<T> for Table<I, T> {
    fn from_iter<R: IntoIterator<Item = T>>(rows: R) -> Self {
        Table::from(Vec::from_iter(rows))
    }
}

impl<I: Index, T> Table<I, T> {
    /// Returns a table with `length` copies of a row.
    pub(crate) fn of(row: T, length: usize) -> Self
    where
        T: Clone,
    {
        Table::from(vec![row; length])
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Iterates over the numbers of the rows.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = I> {
        numbers(self.len())
    }

    /// Iterates over the rows, in order.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.rows.iter()
    }

    /// Iterates over the rows mutably, in order.
    pub(crate) fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.rows.iter_mut()
    }

    /// Returns the rows as a slice.
    pub(crate) fn rows(&self) -> &[T] {
        &self.rows
    }

    /// Iterates over the rows with their numbers.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (I, &T)> {
        numbers(self.len()).zip(&self.rows)
    }

    /// Adds a row and returns its number.
    pub(crate) fn push(&mut self, row: T) -> I {
        self.rows.push(row);
        I::at(self.rows.len() - 1)
    }
}

/// Iterates over the first `length` numbers.
pub(crate) fn numbers<I: Index>(length: usize) -> impl Iterator<Item = I> + Clone {
    (0..length).map(I::at)
}

impl<I: Index, T> ops::Index<I> for Table<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, number: I) -> &T {
        &self.rows[number.index()]
    }
}

impl<I: Index, T> ops::IndexMut<I> for Table<I, T> {
    #[inline]
    fn index_mut(&mut self, number: I) -> &mut T {
        &mut self.rows[number.index()]
    }
}

impl<'a, I, T> IntoIterator for &'a Table<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.iter()
    }
}

impl<I, T> IntoIterator for Table<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.into_iter()
    }
}
