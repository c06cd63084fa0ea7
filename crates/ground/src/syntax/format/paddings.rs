//! Blanks before pieces, besides the usual ones, that put them in columns.

use std::collections::BTreeMap;

/// The number of further blanks before each piece that has some.
#[derive(Default, Debug)]
pub(super) struct Paddings(BTreeMap<usize, usize>);

impl Paddings {
    /// Puts blanks before a piece.
    pub fn put(&mut self, piece: usize, blanks: usize) {
        if blanks > 0 {
            self.0.insert(piece, blanks);
        }
    }

    /// The number of further blanks before a piece.
    pub fn before(&self, piece: usize) -> usize {
        self.0.get(&piece).copied().unwrap_or(0)
    }
}
