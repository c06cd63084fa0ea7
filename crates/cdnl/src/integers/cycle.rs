//! Cycles of differences, around which bounds would approach the end of their domains in small steps.
//!
//! Of `x + 1 <= y` and `y + 1 <= x`, each raises the bound of the other by 1. Where bounds changed many times without a decision, the
//! constraints that changed them last form such a cycle, as the predecessors of the Bellman-Ford method do (Cherkassky & Goldberg:
//! Negative-cycle detection algorithms, Mathematical Programming 85, 1999). The sum of its constraints says that 0 is less than 0.

use rustsat::types::Lit;

use super::bounds::{Bounds, View};
use super::linear::Linear;
use super::{Constraint, Integers};

/// An upper bound of a view that follows from that of another one.
struct Difference<'a> {
    linear: &'a Linear,
    view: View,
    other: View,
    /// By how much the view may exceed the other one.
    most: i64,
}

impl Integers {
    /// Returns a clause that is false, if the constraints that changed bounds last form a cycle that cannot hold.
    pub(super) fn cycle(&self) -> Option<Vec<Lit>> {
        // The number of the walk on which each view was visited; 0 if it was not.
        let mut visited = vec![0; self.tightened_by.len()];
        for start in 0..self.tightened_by.len() {
            let walk = start + 1;
            let mut view = View::of(start);
            while visited[view.index()] == 0 {
                visited[view.index()] = walk;
                let Some(difference) = self.difference(view) else { break };
                view = difference.other;
                if visited[view.index()] == walk {
                    if let Some(clause) = self.refute(view) {
                        return Some(clause);
                    }
                }
            }
        }
        None
    }

    /// Returns from what the upper bound of a view was derived last, if that is a difference that is enforced.
    fn difference(&self, view: View) -> Option<Difference<'_>> {
        let Constraint::Linear(linear) = &self.constraints[self.tightened_by[view.index()]? as usize] else {
            return None;
        };
        let (other, most) = linear.difference(view, &self.bounds)?;
        self.bounds.is_true(linear.literal).then_some(Difference { linear, view, other, most })
    }

    /// Returns why the cycle through this view cannot hold, or `None` if it can.
    fn refute(&self, start: View) -> Option<Vec<Lit>> {
        let mut cycle = Vec::new();
        let mut view = start;
        loop {
            let difference = self.difference(view)?;
            view = difference.other;
            cycle.push(difference);
            if view == start {
                break;
            }
        }
        let sum: i128 = cycle.iter().map(|difference| i128::from(difference.most)).sum();
        if sum >= 0 {
            return None;
        }
        let mut clause = Vec::new();
        for Difference { linear, view, other, .. } in &cycle {
            linear.explain_difference(*view, *other, &self.bounds, &mut clause);
        }
        clause.sort_unstable();
        clause.dedup();
        Some(clause)
    }
}

impl Linear {
    /// Returns a view that this one exceeds at most by a number, as far as the constraint is enforced. If there are several such views,
    /// it is the one whose bound changed last.
    fn difference(&self, view: View, bounds: &Bounds) -> Option<(View, i64)> {
        let coefficient = self.terms().find(|&(of, _)| of == view)?.1;
        let candidates = self.terms().filter(|&(of, factor)| of != view && factor == coefficient);
        let (other, _) = candidates.max_by_key(|&(of, _)| bounds.at(of.negated(), bounds.changes()).1)?;
        let rest = self.terms().filter(|&(of, _)| of != view && of != other);
        let rest: i64 = rest.map(|(of, factor)| factor * bounds.lower(of)).sum();
        Some((other.negated(), (self.most - rest).div_euclid(coefficient)))
    }

    /// Appends the literals that are false where this difference holds.
    fn explain_difference(&self, view: View, other: View, bounds: &Bounds, clause: &mut Vec<Lit>) {
        clause.push(!self.literal);
        for (of, _) in self.terms().filter(|&(of, _)| of != view && of != other.negated()) {
            bounds.explain(of.negated(), -bounds.lower(of), bounds.changes(), clause);
        }
    }
}
