//! Variables with different values: intervals that as many variables fill as they have values (López-Ortiz, Quimper, Tromp & van Beek:
//! A fast and simple algorithm for bounds consistency of the alldifferent constraint, IJCAI 2003, without its data structures).

use std::cmp::Reverse;

use rustsat::types::Lit;

use super::bounds::{Bounds, IntegerVariable, View};
use super::Implication;

/// Variables that have different values where a literal is true.
#[derive(Debug)]
pub(super) struct Distinct {
    pub literal: Lit,
    /// Each variable, and what is added to it.
    variables: Vec<(IntegerVariable, i64)>,
}

/// A view of a shifted variable: the view, and what is added to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shifted(View, i64);

impl Shifted {
    fn upper(self, bounds: &Bounds, position: usize) -> i64 {
        bounds.at(self.0, position).0 + self.1
    }

    fn lower(self, bounds: &Bounds, position: usize) -> i64 {
        self.1 - bounds.at(self.0.negated(), position).0
    }

    /// Explains that it is at most `last`.
    fn explain_upper(self, last: i64, position: usize, bounds: &Bounds, clause: &mut Vec<Lit>) {
        bounds.explain(self.0, last - self.1, position, clause);
    }

    /// Explains that it is at least `first`.
    fn explain_lower(self, first: i64, position: usize, bounds: &Bounds, clause: &mut Vec<Lit>) {
        bounds.explain(self.0.negated(), self.1 - first, position, clause);
    }
}

impl Distinct {
    pub fn new(literal: Lit, variables: Vec<(IntegerVariable, i64)>) -> Self {
        Distinct { literal, variables }
    }

    pub fn views(&self) -> impl Iterator<Item = View> + '_ {
        self.variables.iter().flat_map(|(variable, _)| [variable.view(), variable.view().negated()])
    }

    pub fn propagate(&self, is_enforced: bool, bounds: &Bounds, implied: &mut Vec<Implication>) {
        for is_negated in [false, true] {
            let now = bounds.changes();
            let of = |shifted: Shifted| (shifted.upper(bounds, now), shifted.lower(bounds, now), shifted);
            let mut ranges: Vec<(i64, i64, Shifted)> = self.shifted(is_negated).map(of).collect();
            ranges.sort_unstable();
            if !fill(&ranges, is_enforced, implied) {
                implied.clear();
                implied.push(Implication::Fails);
                return;
            }
        }
    }

    pub fn explain(
        &self,
        implication: &Implication,
        position: usize,
        bounds: &Bounds,
        clause: &mut Vec<Lit>,
    ) {
        let (first, last, moved) = match *implication {
            Implication::Fails => {
                let (first, last) = self.overfull(position, bounds);
                (first, last, None)
            }
            // The upper bound was in an interval that others fill, which begins behind the new bound.
            Implication::AtMost(view, value) => {
                let is_negated = view == view.variable().view().negated();
                let moved = self.shifted(is_negated).find(|it| it.0 == view).expect("it has the view");
                let first = value + moved.1 + 1;
                let last = self.filled(moved, is_negated, first, position, bounds);
                moved.explain_upper(last, position, bounds, clause);
                (first, last, Some((moved, is_negated)))
            }
        };
        let is_negated = moved.is_some_and(|(_, is_negated)| is_negated);
        let mut left = last - first + 1 + i64::from(moved.is_none());
        for shifted in self.shifted(is_negated) {
            let (lower, upper) = (shifted.lower(bounds, position), shifted.upper(bounds, position));
            if moved.is_some_and(|(it, _)| it == shifted) || lower < first || upper > last || left == 0 {
                continue;
            }
            left -= 1;
            shifted.explain_upper(last, position, bounds, clause);
            shifted.explain_lower(first, position, bounds, clause);
        }
    }

    /// The shifted variables, or their negations.
    fn shifted(&self, is_negated: bool) -> impl Iterator<Item = Shifted> + '_ {
        self.variables.iter().map(move |&(variable, shift)| match is_negated {
            true => Shifted(variable.view().negated(), -shift),
            false => Shifted(variable.view(), shift),
        })
    }

    /// Returns an interval in which more variables have their values than it has.
    fn overfull(&self, position: usize, bounds: &Bounds) -> (i64, i64) {
        let of = |it: Shifted| (it.lower(bounds, position), it.upper(bounds, position));
        let ranges: Vec<(i64, i64)> = self.shifted(false).map(of).collect();
        let of_upper = |&(_, last): &(i64, i64)| {
            let mut inside: Vec<i64> = ranges.iter().filter(|it| it.1 <= last).map(|it| it.0).collect();
            inside.sort_unstable_by_key(|&first| Reverse(first));
            let mut counted = (1..).zip(inside);
            counted.find(|&(count, first)| count > last - first + 1).map(|(_, first)| (first, last))
        };
        ranges.iter().find_map(of_upper).expect("it was found")
    }

    /// Returns the end of an interval that begins at `first` and is filled by others than `moved`, which has its upper bound in it.
    fn filled(&self, moved: Shifted, is_negated: bool, first: i64, position: usize, bounds: &Bounds) -> i64 {
        let others = self.shifted(is_negated).filter(|&it| it != moved);
        let inside = others.filter(|it| it.lower(bounds, position) >= first);
        let mut inside: Vec<i64> = inside.map(|it| it.upper(bounds, position)).collect();
        inside.sort_unstable();
        let upper = moved.upper(bounds, position);
        let mut counted = (1..).zip(inside);
        let end = counted.find(|&(count, last)| last >= upper && count > last - first);
        end.expect("it was found").1
    }
}

/// Lowers upper bounds that are in an interval which others fill. `ranges` are upper and lower bounds with their views, sorted. Returns
/// false if an interval has more variables than values.
fn fill(ranges: &[(i64, i64, Shifted)], is_enforced: bool, implied: &mut Vec<Implication>) -> bool {
    // For each first value, in descending order, the variables that begin there or later fill intervals up to their last values.
    let mut firsts: Vec<i64> = ranges.iter().map(|&(_, lower, _)| lower).collect();
    firsts.sort_unstable_by_key(|&first| Reverse(first));
    firsts.dedup();
    let mut lowered = vec![i64::MAX; ranges.len()];
    for &first in &firsts {
        let mut count = 0;
        let mut full_until = i64::MIN;
        for &(upper, lower, _) in ranges {
            if lower < first {
                continue;
            }
            count += 1;
            if count > upper - first + 1 {
                return false;
            }
            if count == upper - first + 1 {
                full_until = upper;
            }
        }
        if full_until == i64::MIN || !is_enforced {
            continue;
        }
        for (place, &(upper, lower, _)) in ranges.iter().enumerate() {
            if lower < first && upper >= first && upper <= full_until {
                lowered[place] = lowered[place].min(first - 1);
            }
        }
    }
    let lowered = lowered.into_iter().zip(ranges).filter(|&(bound, _)| bound < i64::MAX);
    implied.extend(lowered.map(|(bound, &(_, _, view))| Implication::AtMost(view.0, bound - view.1)));
    true
}
