//! Linear inequalities with large domains: bounds of each variable follow from those of the others.

use std::cmp::Reverse;

use rustsat::types::Lit;

use super::bounds::{Bounds, IntegerVariable, View};
use super::Implication;

/// A sum of views with positive coefficients that is at most a number where a literal is true.
#[derive(Debug)]
pub(super) struct Linear {
    pub literal: Lit,
    terms: Vec<(i64, View)>,
    pub most: i64,
}

impl Linear {
    pub fn new(literal: Lit, terms: &[(i64, IntegerVariable)], most: i64) -> Self {
        let positive = |&(coefficient, variable): &(i64, IntegerVariable)| match coefficient < 0 {
            true => (-coefficient, variable.view().negated()),
            false => (coefficient, variable.view()),
        };
        Linear { literal, terms: terms.iter().map(positive).collect(), most }
    }

    /// The views whose upper bounds matter: a greater lower bound of a term is a lower upper bound of its negation.
    pub fn views(&self) -> impl Iterator<Item = View> + '_ {
        self.terms.iter().map(|(_, view)| view.negated())
    }

    pub fn propagate(&self, is_enforced: bool, bounds: &Bounds, implied: &mut Vec<Implication>) {
        let least: i64 = self.terms.iter().map(|&(coefficient, view)| coefficient * bounds.lower(view)).sum();
        let slack = self.most - least;
        if slack < 0 {
            implied.push(Implication::Fails);
        } else if is_enforced {
            for &(coefficient, view) in &self.terms {
                let (lower, upper) = (bounds.lower(view), bounds.upper(view));
                if coefficient * (upper - lower) > slack {
                    implied.push(Implication::AtMost(view, lower + slack / coefficient));
                }
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
        let (skipped, bound) = match *implication {
            Implication::Fails => (None, 0),
            Implication::AtMost(view, bound) => (Some(view), bound),
        };
        // The least sum if the bound were exceeded, and by how much it is more than needed.
        let mut least: i64 = 0;
        let mut others = Vec::with_capacity(self.terms.len());
        for &(coefficient, view) in &self.terms {
            if Some(view) == skipped {
                least += coefficient * (bound + 1);
            } else {
                let (upper, change) = bounds.at(view.negated(), position);
                least -= coefficient * upper;
                if change > 0 {
                    others.push((change, coefficient, view.negated(), upper));
                }
            }
        }
        let mut spare = least - self.most - 1;
        debug_assert!(spare >= 0, "the bounds imply it");
        // The last bounds are weakened first: then the reason is of lower levels.
        others.sort_unstable_by_key(|&(change, ..)| Reverse(change));
        for (_, coefficient, view, upper) in others {
            let weaker = bounds.explain(view, upper + spare / coefficient, position, clause);
            spare -= coefficient * (weaker - upper);
        }
    }
}
