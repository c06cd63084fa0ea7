//! A compact encoding of configurations: the rank of the set of boxes, then the sokoban.
//!
//! The rank is that of the set among all sets of as many cells.
//!
//! Source: the combinatorial number system (Lehmer, "The machine tools of combinatorics", 1964): the set of the cells
//! c1 < c2 < ... has the rank C(c1, 1) + C(c2, 2) + ... Where ranks do not fit into 128 bits, the boxes are listed.

use super::floor::{Cell, Code};

/// Boxes are listed if ranks would need a table of more binomials than this.
const MOST_BINOMIALS: usize = 1 << 20;

/// An encoding of configurations.
#[derive(Clone, Debug)]
pub(crate) enum Ranked {
    /// The boxes as a rank.
    Rank(Rank),
    /// The boxes as a list.
    List(Code),
}

/// The ranks of sets of boxes.
#[derive(Clone, Debug)]
pub(crate) struct Rank {
    cells: usize,
    /// The number of boxes.
    boxes: usize,
    /// Bytes of a rank.
    rank_bytes: usize,
    /// Bytes of the cell of the sokoban.
    cell_bytes: usize,
    /// C(cell, i), indexed by i, then by cell; saturated at the greatest number.
    binomials: Vec<u128>,
}

impl Ranked {
    /// Returns the shorter of the two encodings for this many cells and boxes.
    pub(crate) fn new(cells: usize, boxes: usize) -> Self {
        let list = Code::new(cells, boxes);
        if (cells + 1).saturating_mul(boxes + 1) > MOST_BINOMIALS {
            return Ranked::List(list);
        }
        let mut binomials = vec![1u128; cells + 1];
        for i in 1..=boxes {
            let mut binomial = 0u128;
            for cell in 0..=cells {
                binomials.push(binomial);
                binomial = binomial.saturating_add(binomials[(i - 1) * (cells + 1) + cell]);
            }
        }
        let sets = binomials[boxes * (cells + 1) + cells];
        let bytes = |numbers: u128| (128 - numbers.saturating_sub(1).leading_zeros() as usize).div_ceil(8);
        let (rank_bytes, cell_bytes) = (bytes(sets), bytes(cells as u128));
        if sets == u128::MAX || rank_bytes + cell_bytes > list.width() {
            return Ranked::List(list);
        }
        Ranked::Rank(Rank { cells, boxes, rank_bytes, cell_bytes, binomials })
    }

    /// The number of bytes of a configuration.
    pub(crate) fn width(&self) -> usize {
        match self {
            Ranked::Rank(rank) => rank.rank_bytes + rank.cell_bytes,
            Ranked::List(list) => list.width(),
        }
    }

    /// Writes the boxes, which are in ascending order, and the sokoban.
    pub(crate) fn write(&self, boxes: &[Cell], sokoban: Cell, state: &mut [u8]) {
        match self {
            Ranked::Rank(rank) => rank.write(boxes.iter().copied(), sokoban, state),
            Ranked::List(list) => list.write(boxes, sokoban, state),
        }
    }

    /// Writes the configuration with the box of index `moved` on cell `to`, and the sokoban. The boxes are in
    /// ascending order.
    pub(crate) fn write_moved(
        &self,
        boxes: &[Cell],
        moved: usize,
        to: Cell,
        sokoban: Cell,
        state: &mut [u8],
    ) {
        match self {
            Ranked::Rank(rank) => {
                let others = || boxes[..moved].iter().chain(&boxes[moved + 1..]).copied();
                let before = others().take_while(|&cell| cell < to);
                let after = others().skip_while(|&cell| cell < to);
                rank.write(before.chain([to]).chain(after), sokoban, state);
            }
            Ranked::List(list) => list.write_moved(boxes, moved, to, sokoban, state),
        }
    }

    /// Reads the boxes into `boxes`, and returns the cell of the sokoban.
    pub(crate) fn read(&self, state: &[u8], boxes: &mut Vec<Cell>) -> Cell {
        match self {
            Ranked::Rank(rank) => rank.read(state, boxes),
            Ranked::List(list) => list.read(state, boxes),
        }
    }
}

impl Rank {
    fn binomial(&self, cell: usize, i: usize) -> u128 {
        self.binomials[i * (self.cells + 1) + cell]
    }

    fn write(&self, boxes: impl Iterator<Item = Cell>, sokoban: Cell, state: &mut [u8]) {
        let rank: u128 = boxes.zip(1..).map(|(cell, i)| self.binomial(cell as usize, i)).sum();
        let (first, last) = state.split_at_mut(self.rank_bytes);
        first.copy_from_slice(&rank.to_le_bytes()[..self.rank_bytes]);
        last.copy_from_slice(&sokoban.to_le_bytes()[..self.cell_bytes]);
    }

    fn read(&self, state: &[u8], boxes: &mut Vec<Cell>) -> Cell {
        let number = |bytes: &[u8]| {
            let mut number = [0; 16];
            number[..bytes.len()].copy_from_slice(bytes);
            u128::from_le_bytes(number)
        };
        let (first, last) = state.split_at(self.rank_bytes);
        let mut rank = number(first);
        boxes.clear();
        let mut cell = self.cells;
        for i in (1..=self.boxes).rev() {
            // The greatest cell whose binomial does not exceed the rank.
            cell -= 1;
            while self.binomial(cell, i) > rank {
                cell -= 1;
            }
            rank -= self.binomial(cell, i);
            boxes.push(cell as Cell);
        }
        boxes.reverse();
        number(last) as Cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_are_read_as_written_and_differ() {
        let code = Ranked::new(9, 4);
        let mut states = std::collections::HashSet::new();
        let (mut state, mut boxes) = (vec![0; code.width()], Vec::new());
        for set in (0u32..1 << 9).filter(|set| set.count_ones() == 4) {
            let cells: Vec<Cell> = (0..9).filter(|cell| set >> cell & 1 == 1).collect();
            for sokoban in 0..9 {
                code.write(&cells, sokoban, &mut state);
                assert_eq!((code.read(&state, &mut boxes), &boxes), (sokoban, &cells));
                assert!(states.insert(state.clone()));
            }
        }
        assert_eq!((code.width(), states.len()), (2, 126 * 9));
    }

    #[test]
    fn a_moved_box_keeps_the_order_in_both_encodings() {
        for (cells, count, width) in [(100, 4, 4), (120, 20, 11), (2000, 40, 82), (3, 0, 1), (70_000, 1, 6)] {
            let code = Ranked::new(cells, count);
            assert_eq!(code.width(), width, "{cells} {count}");
            let boxes: Vec<Cell> = (0..count as Cell).map(|index| 5 * index + 3).collect();
            for moved in 0..count {
                for to in (0..cells as Cell).step_by(5).take(count + 1) {
                    let mut expected = boxes.clone();
                    expected[moved] = to;
                    expected.sort_unstable();
                    let (mut state, mut read) = (vec![0; code.width()], Vec::new());
                    code.write_moved(&boxes, moved, to, 1, &mut state);
                    assert_eq!((code.read(&state, &mut read), read), (1, expected));
                }
            }
        }
    }
}
