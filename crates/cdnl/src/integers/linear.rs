//! Linear inequalities with large domains: bounds of each variable follow from those of the others.

use std::cmp::Reverse;

use rustsat::types::Lit;

use super::bounds::{Bounds, IntegerVariable, View};
use super::Implication;

/// A sum of views with positive coefficients that is at most a number where a literal is true.
///
/// Its slack is by how much the least sum may grow. The store keeps it while bounds change.
#[derive(Debug)]
pub(super) struct Linear {
    pub literal: Lit,
    /// Those that change the sum most come first.
    terms: Vec<Term>,
    pub most: i64,
}

#[derive(Debug)]
struct Term {
    coefficient: i64,
    view: View,
    /// By how much the term can grow at most, whatever the search does.
    growth: i64,
}

impl Linear {
    pub fn new(literal: Lit, terms: &[(i64, IntegerVariable)], most: i64, bounds: &Bounds) -> Self {
        let of = |&(coefficient, variable): &(i64, IntegerVariable)| {
            let (coefficient, view) = (coefficient.abs(), variable.times(coefficient));
            Term { coefficient, view, growth: coefficient * (bounds.upper(view) - bounds.lower(view)) }
        };
        let mut terms: Vec<Term> = terms.iter().map(of).collect();
        terms.sort_by_key(|term| Reverse(term.growth));
        Linear { literal, terms, most }
    }

    /// The views whose upper bounds matter, with their coefficients: a greater lower bound of a term is a lower upper bound of its
    /// negation.
    pub fn views(&self) -> impl Iterator<Item = (View, i64)> + '_ {
        self.terms.iter().map(|term| (term.view.negated(), term.coefficient))
    }

    /// The views with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (View, i64)> + '_ {
        self.terms.iter().map(|term| (term.view, term.coefficient))
    }

    /// By how much the least sum may grow under the current bounds.
    pub fn slack(&self, bounds: &Bounds) -> i64 {
        self.most - self.terms.iter().map(|term| term.coefficient * bounds.lower(term.view)).sum::<i64>()
    }

    /// By how much one term can grow at most. With so much slack, the constraint implies nothing.
    pub fn largest_growth(&self) -> i64 {
        self.terms.first().map_or(0, |term| term.growth)
    }

    pub fn propagate(&self, slack: i64, is_enforced: bool, bounds: &Bounds, implied: &mut Vec<Implication>) {
        if slack < 0 {
            implied.push(Implication::Fails);
        } else if is_enforced {
            for &Term { coefficient, view, .. } in self.terms.iter().take_while(|term| term.growth > slack) {
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
        for &Term { coefficient, view, .. } in &self.terms {
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
