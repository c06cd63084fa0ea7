//! The check of a bound that is explained: with the bounds that it rests on, and without the bound itself, the constraint cannot be
//! as it is said to be. It shares nothing with the search for bounds but the constraints.

use groundplan_ground::program::integers::{IntegerConstraint, IntegerVariable, LinearExpression};
use groundplan_ground::program::Relation;
use rustc_hash::FxHashMap;

use super::bounds::{difference, Bound};

/// The values that some bounds leave to variables.
#[derive(Clone, Debug, Default)]
pub struct PremiseValues {
    bounds: FxHashMap<IntegerVariable, [Option<i128>; 2]>,
}

impl PremiseValues {
    /// The values that these bounds leave, and the opposite of a bound.
    pub fn without(bound: Bound, premises: impl IntoIterator<Item = Bound>) -> Self {
        let mut values = PremiseValues::default();
        premises
            .into_iter()
            .for_each(|premise| values.add(premise.variable, premise.is_least, premise.value.into()));
        let value = i128::from(bound.value);
        values.add(bound.variable, !bound.is_least, if bound.is_least { value - 1 } else { value + 1 });
        values
    }

    fn add(&mut self, variable: IntegerVariable, is_least: bool, value: i128) {
        let known = &mut self.bounds.entry(variable).or_default()[usize::from(is_least)];
        *known =
            Some(known.map_or(value, |known| if is_least { known.max(value) } else { known.min(value) }));
    }

    /// The least or the greatest value of a variable, if it has one.
    fn end(&self, variable: IntegerVariable, is_least: bool) -> Option<i128> {
        self.bounds.get(&variable).and_then(|bounds| bounds[usize::from(is_least)])
    }

    /// The least or the greatest value of a sum, if it has one.
    fn sum(&self, terms: &[(i64, IntegerVariable)], is_least: bool) -> Option<i128> {
        let term = |&(factor, variable): &(i64, IntegerVariable)| {
            Some(i128::from(factor) * self.end(variable, is_least == (factor > 0))?)
        };
        terms.iter().map(term).sum()
    }

    /// Whether no values satisfy a constraint, or where `holds` is false, whether all do.
    pub fn excludes(&self, constraint: &IntegerConstraint, holds: bool) -> bool {
        match constraint {
            IntegerConstraint::Linear { terms, relation, number } => {
                let number = i128::from(*number);
                let [least, greatest] = [true, false].map(|is_least| self.sum(terms, is_least));
                let is_above = least.is_some_and(|least| least > number);
                let is_below = greatest.is_some_and(|greatest| greatest < number);
                let is_equal = least == Some(number) && greatest == Some(number);
                match (relation, holds) {
                    (Relation::AtMost, true) => is_above,
                    (Relation::AtMost, false) => is_below || greatest == Some(number),
                    (Relation::Equal, true) | (Relation::NotEqual, false) => is_above || is_below,
                    (Relation::Equal, false) | (Relation::NotEqual, true) => is_equal,
                }
            }
            IntegerConstraint::Domain { variable, ranges } => {
                let [least, greatest] = [true, false].map(|is_least| self.end(*variable, is_least));
                let is_outside = |&(first, last): &(i64, i64)| {
                    least.is_some_and(|least| least > i128::from(last))
                        || greatest.is_some_and(|greatest| greatest < i128::from(first))
                };
                let is_inside = |&(first, last): &(i64, i64)| {
                    least.is_some_and(|least| least >= i128::from(first))
                        && greatest.is_some_and(|greatest| greatest <= i128::from(last))
                };
                if holds {
                    ranges.iter().all(is_outside)
                } else {
                    ranges.iter().any(is_inside)
                }
            }
            IntegerConstraint::Distinct(sums) => holds && self.are_some_equal(sums),
            IntegerConstraint::Disjoint(intervals) => {
                // One that cannot be before another is not before it.
                let is_late = |(one, length): (IntegerVariable, i64), (other, _): (IntegerVariable, i64)| {
                    let ends = self.end(one, true).zip(self.end(other, false));
                    ends.is_some_and(|(start, start_of_other)| start + i128::from(length) > start_of_other)
                };
                let mut pairs = intervals
                    .iter()
                    .enumerate()
                    .flat_map(|(at, &one)| intervals[..at].iter().map(move |&other| (one, other)));
                holds && pairs.any(|(one, other)| is_late(one, other) && is_late(other, one))
            }
        }
    }

    fn are_some_equal(&self, sums: &[LinearExpression]) -> bool {
        sums.iter().enumerate().any(|(at, one)| {
            sums[..at].iter().filter_map(|other| difference(one, other)).any(|(terms, number)| {
                [true, false].iter().all(|&is_least| self.sum(&terms, is_least) == Some(number))
            })
        })
    }

    /// Whether the sum of terms is greater than a number.
    pub fn exceeds(&self, terms: &[(i64, IntegerVariable)], number: i128) -> bool {
        self.sum(terms, true).is_some_and(|least| least > number)
    }
}
