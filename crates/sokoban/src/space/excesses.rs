//! The excess of pairs of boxes over the assignment, which raises the estimate of a configuration.
//!
//! The excess of each pair comes from the pattern database of [`super::pairs`]. Pairs that share no box are chosen
//! greedily, the largest excess first, and their excesses add up. When one box moves, the other pairs keep their
//! excesses: nothing changes between them and the sokoban, since it never passes through a box. So only the pairs
//! with the moved box are computed for a successor.

use super::floor::Cell;
use super::matching::Matching;
use super::numbers::FloorNumbers;
use super::pairs::{BoxPairs, DEAD};

/// Stands for "no partner" of a box.
const ALONE: usize = usize::MAX;

/// The excesses chosen for one configuration.
#[derive(Clone, Default, Debug)]
pub(crate) struct Excesses {
    /// The weights of pairs of storage locations, from [`BoxPairs::weigh`].
    weights: FloorNumbers,
    /// For each box, whether it is frozen: such boxes are walls in the assignment already, and in no pair.
    fixed: Vec<bool>,
    /// All positive excesses with the two boxes, the largest first.
    positive: Vec<(i64, usize, usize)>,
    /// For each box, the box it was paired with, and the excess of the two.
    chosen: Vec<(usize, i64)>,
    /// The sum of the chosen excesses.
    total: i64,
}

impl Excesses {
    /// Computes the excesses of a configuration and returns their sum, or `None` if there is no plan from it.
    /// `frozen` holds the cells of the boxes that the assignment treats as walls.
    pub(crate) fn compute(
        &mut self,
        pairs: &BoxPairs,
        (boxes, sokoban): (&[Cell], Cell),
        storages: &[Cell],
        frozen: &[Cell],
        assignment: &Matching,
    ) -> Option<u32> {
        let Excesses { weights, fixed, positive, chosen, total } = self;
        pairs.weigh(assignment.column_potentials(), |storage| frozen.contains(&storages[storage]), weights);
        fixed.clear();
        fixed.extend(boxes.iter().map(|cell| frozen.contains(cell)));
        let potentials = assignment.row_potentials();
        positive.clear();
        for other in (0..boxes.len()).filter(|&other| !fixed[other]) {
            for one in (0..other).filter(|&one| !fixed[one]) {
                let both = potentials[one] + potentials[other];
                let excess = pairs.excess((boxes[one], boxes[other], sokoban), both, weights);
                if excess == DEAD {
                    return None;
                }
                if excess > 0 {
                    positive.push((excess, one, other));
                }
            }
        }
        positive.sort_unstable_by(|one, other| other.cmp(one));
        chosen.clear();
        chosen.resize(boxes.len(), (ALONE, 0));
        *total = 0;
        for &(excess, one, other) in positive.iter() {
            if chosen[one].0 == ALONE && chosen[other].0 == ALONE {
                (chosen[one], chosen[other]) = ((other, excess), (one, excess));
                *total += excess;
            }
        }
        u32::try_from(*total).ok()
    }

    /// Returns the sum after a box was pushed to `to`, with the sokoban on the cell before it; `None` if there is no
    /// plan then.
    ///
    /// `potential` is the potential of the moved box on its new cell.
    pub(crate) fn after_move(
        &self,
        pairs: &BoxPairs,
        boxes: &[Cell],
        moved: usize,
        (to, sokoban): (Cell, Cell),
        potential: i64,
        assignment: &Matching,
    ) -> Option<u32> {
        let (partner, lost) = self.chosen[moved];
        let mut gain = 0;
        for other in (0..boxes.len()).filter(|&other| other != moved && !self.fixed[other]) {
            let both = potential + assignment.row_potentials()[other];
            let excess = pairs.excess((to, boxes[other], sokoban), both, &self.weights);
            if excess == DEAD {
                return None;
            }
            // Pairing `other` with the moved box dissolves its present pair.
            let dear = if other == partner { 0 } else { self.chosen[other].1 };
            gain = gain.max(excess - dear);
        }
        u32::try_from(self.total - lost + gain).ok()
    }
}
