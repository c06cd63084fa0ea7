//! Constraints whose sums are the same but for a factor: which of them exclude each other.
//!
//! The bounds of the variables say so, too, but only after each value of large domains: of `x <= y` and `x > y`, each raises a bound of
//! the other by 1.

use groundplan_sat::integers::IntegerVariable;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use rustsat::types::Lit;

use crate::translate::gcd;

/// Constraints by their sums.
#[derive(Default, Debug)]
pub(super) struct RelatedSums {
    sums: IndexMap<Vec<(IntegerVariable, i64)>, Sum, FxBuildHasher>,
    /// The sums with constraints that were not compared.
    changed: Vec<usize>,
}

/// A sum, which is at most or at least a number where a literal is true.
#[derive(Default, Debug)]
struct Sum {
    at_most: Vec<(i64, Lit)>,
    at_least: Vec<(i64, Lit)>,
    is_changed: bool,
}

impl RelatedSums {
    /// Adds a constraint: where `literal` is true, the sum is at most `most`. Each variable occurs once.
    pub fn add(&mut self, literal: Lit, terms: Vec<(i64, IntegerVariable)>, most: i64) {
        let mut terms: Vec<_> = terms.into_iter().map(|(factor, variable)| (variable, factor)).collect();
        terms.sort_unstable();
        let Some(&(_, first)) = terms.first() else { return };
        let divisor = terms.iter().fold(0, |divisor, &(_, factor)| gcd(divisor, i128::from(factor.abs())));
        let divisor = divisor as i64;
        terms.iter_mut().for_each(|(_, factor)| *factor /= divisor * first.signum());
        let most = most.div_euclid(divisor);
        let entry = self.sums.entry(terms);
        let index = entry.index();
        let sum = entry.or_default();
        if first > 0 {
            sum.at_most.push((most, literal));
        } else {
            sum.at_least.push((-most, literal));
        }
        if !std::mem::replace(&mut sum.is_changed, true) {
            self.changed.push(index);
        }
    }

    /// Appends clauses which say what new constraints exclude. Together with those of earlier calls, any two that exclude each other
    /// are not both true in any model of the clauses.
    pub fn clauses(&mut self, clauses: &mut Vec<Vec<Lit>>) {
        for index in self.changed.drain(..) {
            let Sum { at_most, at_least, is_changed } = &mut self.sums[index];
            *is_changed = false;
            for constraints in [&mut *at_most, &mut *at_least] {
                constraints.sort_unstable();
                constraints.dedup();
            }
            for &(most, literal) in &*at_most {
                let start = at_least.partition_point(|&(least, _)| least <= most);
                for &(least, other) in &at_least[start..] {
                    if other == !literal {
                        continue;
                    }
                    clauses.push(vec![!literal, !other]);
                    // A literal that says on which side of a number the sum is excludes the others.
                    if at_most.binary_search(&(least - 1, !other)).is_ok() {
                        break;
                    }
                }
            }
        }
    }
}
