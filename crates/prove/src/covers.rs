//! The prime implicates (minimal covers) of a pseudo-Boolean constraint: clauses that are together equivalent to it.
//!
//! Each is a minimal set of literals that cannot all be false.

use groundplan_certificate::{Constraint, Lit};

/// Returns these clauses, or `None` if there are more than `most`.
pub(crate) fn covers(constraint: &Constraint, most: usize) -> Option<Vec<Vec<Lit>>> {
    let mut terms = constraint.terms.clone();
    terms.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
    let mut left: Vec<u64> = vec![0; terms.len() + 1];
    for (index, &(weight, _)) in terms.iter().enumerate().rev() {
        left[index] = left[index + 1] + weight;
    }
    let total = left[0];
    // The false literals weigh at most this much.
    let slack = total.checked_sub(constraint.at_least)?;
    let mut search =
        CoverSearch { terms: &terms, left: &left, slack, most, chosen: Vec::new(), found: Vec::new() };
    search.extend(0, 0).then_some(search.found)
}

struct CoverSearch<'a> {
    /// In descending order of weight.
    terms: &'a [(u64, Lit)],
    /// The total weight of the terms from each index on.
    left: &'a [u64],
    slack: u64,
    most: usize,
    chosen: Vec<Lit>,
    found: Vec<Vec<Lit>>,
}

impl CoverSearch<'_> {
    /// Enumerates the covers that extend the chosen literals, of total weight `weight`, by terms from `first` on. Returns whether
    /// at most `most` covers were found. The literal chosen last is the lightest, so a set is minimal if it exceeds the slack
    /// only with it.
    fn extend(&mut self, first: usize, weight: u64) -> bool {
        for index in first..self.terms.len() {
            if weight + self.left[index] <= self.slack {
                break;
            }
            let (more, literal) = self.terms[index];
            self.chosen.push(literal);
            let fits = if weight + more > self.slack {
                self.found.push(self.chosen.clone());
                self.found.len() <= self.most
            } else {
                self.extend(index + 1, weight + more)
            };
            self.chosen.pop();
            if !fits {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_say_the_same(weights in prop::collection::vec(1..6_u64, 1..9), bound in 1..20_u64) {
            let total: u64 = weights.iter().sum();
            let at_least = bound.min(total);
            let literals = (1_u32..).map(Lit::positive);
            let terms: Vec<_> = weights.iter().map(|&weight| weight.min(at_least)).zip(literals).collect();
            let constraint = Constraint { terms: terms.clone(), at_least };
            let clauses = covers(&constraint, usize::MAX).unwrap();
            for set in 0..1_u32 << terms.len() {
                let holds = |literal: Lit| set >> (literal.variable() - 1) & 1 == 1;
                let sum: u64 = terms.iter().filter(|term| holds(term.1)).map(|term| term.0).sum();
                let satisfied = clauses.iter().all(|clause| clause.iter().any(|&literal| holds(literal)));
                prop_assert_eq!(satisfied, sum >= at_least);
            }
            prop_assert!(covers(&constraint, clauses.len()).is_some());
            prop_assert!(covers(&constraint, clauses.len() - 1).is_none());
        }
    }
}
