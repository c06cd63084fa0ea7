//! The estimate of a configuration beyond its assignment: the excesses of pairs of boxes ([`super::pairs`]), of which some
//! that share no box are chosen, the largest first.
//!
//! When one box moves, the other pairs keep their excesses: between them and the sokoban nothing has changed, since it
//! never comes through a box. So of a successor only the pairs with the box that moved are looked at.

use super::floor::Cell;
use super::matching::Matching;
use super::numbers::Numbers;
use super::pairs::{Pairs, DEAD};

/// No other box.
const ALONE: usize = usize::MAX;

/// The excesses of a configuration.
#[derive(Clone, Default, Debug)]
pub(crate) struct Excesses {
    weights: Numbers,
    /// Which boxes are frozen: they are walls in the assignment already, and in no pair.
    fixed: Vec<bool>,
    found: Vec<(i64, usize, usize)>,
    /// By box: with which one it was chosen, and their excess.
    chosen: Vec<(usize, i64)>,
    total: i64,
}

impl Excesses {
    /// Works out the sum of a configuration; `None` if there is no plan from it. `frozen` are the cells of the boxes that
    /// the assignment takes for walls.
    pub(crate) fn settle(
        &mut self,
        pairs: &Pairs,
        (boxes, sokoban): (&[Cell], Cell),
        storages: &[Cell],
        frozen: &[Cell],
        assignment: &Matching,
    ) -> Option<u32> {
        let Excesses { weights, fixed, found, chosen, total } = self;
        pairs.weigh(assignment.column_potentials(), |storage| frozen.contains(&storages[storage]), weights);
        fixed.clear();
        fixed.extend(boxes.iter().map(|cell| frozen.contains(cell)));
        let potentials = assignment.row_potentials();
        found.clear();
        for other in (0..boxes.len()).filter(|&other| !fixed[other]) {
            for one in (0..other).filter(|&one| !fixed[one]) {
                let both = potentials[one] + potentials[other];
                let excess = pairs.excess((boxes[one], boxes[other], sokoban), both, weights);
                if excess == DEAD {
                    return None;
                }
                if excess > 0 {
                    found.push((excess, one, other));
                }
            }
        }
        found.sort_unstable_by(|one, other| other.cmp(one));
        chosen.clear();
        chosen.resize(boxes.len(), (ALONE, 0));
        *total = 0;
        for &(excess, one, other) in found.iter() {
            if chosen[one].0 == ALONE && chosen[other].0 == ALONE {
                (chosen[one], chosen[other]) = ((other, excess), (one, excess));
                *total += excess;
            }
        }
        u32::try_from(*total).ok()
    }

    /// The sum when a box has come to a cell, pushed from the cell before it; `None` if there is no plan then. `potential`
    /// is that of the box there.
    pub(crate) fn moved(
        &self,
        pairs: &Pairs,
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
            // Another pair with it has to do without it.
            let dear = if other == partner { 0 } else { self.chosen[other].1 };
            gain = gain.max(excess - dear);
        }
        u32::try_from(self.total - lost + gain).ok()
    }
}
