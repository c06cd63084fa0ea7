//! Constraints over integers as they were read, to check values against.

use super::{IntegerVariable, LinearExpression};
use crate::program::Relation;

/// A constraint over integer variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IntegerConstraint {
    /// A sum is in a relation to a number.
    Linear {
        /// The coefficients, none of which is 0, and their variables, each once.
        terms: Vec<(i64, IntegerVariable)>,
        /// The relation.
        relation: Relation,
        /// The number.
        number: i64,
    },
    /// A variable has a value of some ranges.
    Domain {
        /// The variable.
        variable: IntegerVariable,
        /// The least and the greatest value of each range, in ascending order, with a gap between two.
        ranges: Vec<(i64, i64)>,
    },
    /// Sums are pairwise different.
    Distinct(Vec<LinearExpression>),
    /// Intervals do not overlap. Each has a start and a length of at least 1.
    Disjoint(Vec<(IntegerVariable, i64)>),
}

impl IntegerConstraint {
    /// Returns whether the values of the variables satisfy the constraint.
    pub fn holds(&self, value: impl Fn(IntegerVariable) -> i64) -> bool {
        let value = |variable: IntegerVariable| i128::from(value(variable));
        let sum = |terms: &[(i64, IntegerVariable)]| -> i128 {
            terms.iter().map(|&(coefficient, variable)| i128::from(coefficient) * value(variable)).sum()
        };
        match self {
            IntegerConstraint::Linear { terms, relation, number } => {
                relation.holds(sum(terms), i128::from(*number))
            }
            IntegerConstraint::Domain { variable, ranges } => {
                let value = value(*variable);
                ranges
                    .iter()
                    .any(|&(least, greatest)| (i128::from(least)..=i128::from(greatest)).contains(&value))
            }
            IntegerConstraint::Distinct(sums) => {
                let mut values: Vec<i128> =
                    sums.iter().map(|it| sum(&it.terms) + i128::from(it.constant)).collect();
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            }
            IntegerConstraint::Disjoint(intervals) => {
                let mut intervals: Vec<(i128, i128)> = intervals
                    .iter()
                    .map(|&(start, length)| (value(start), value(start) + i128::from(length)))
                    .collect();
                intervals.sort_unstable();
                intervals.windows(2).all(|pair| pair[0].1 <= pair[1].0)
            }
        }
    }
}
