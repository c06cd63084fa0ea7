//! Comparisons read as linear inequalities over integers, which bound variables: `1 <= X <= 3` gives X its values.

use std::collections::BTreeMap;

use crate::rule::Term;
use crate::syntax::{Binary, Relation, Unary};
use crate::term::{is_bound, value};
use crate::value::Value;

/// Two terms and a relation between them.
pub(crate) type Comparison = (Term, Relation, Term);

/// The least and the greatest value of each variable, as far as they are known.
pub(crate) type Intervals = BTreeMap<usize, (Option<i128>, Option<i128>)>;

/// The most rounds of narrowing intervals.
const MOST_ROUNDS: usize = 1000;

/// A sum of numbers and multiples of variables: the constant, and the coefficient of each variable without a value.
pub(crate) type Linear = (i128, Vec<(usize, i128)>);

/// Returns a term as a linear expression over the variables without values; `None` if it is not linear or no number.
pub(crate) fn linear(term: &Term, bound: &[bool], values: &[Value]) -> Option<Linear> {
    if is_bound(term, bound) {
        return Some((value(term, values).ok()?.number()?.into(), Vec::new()));
    }
    match term {
        Term::Variable(variable) => Some((0, vec![(*variable, 1)])),
        Term::Unary(Unary::Minus, operand) => scaled(linear(operand, bound, values)?, -1),
        Term::Binary(operator @ (Binary::Add | Binary::Subtract), left, right) => {
            let left = linear(left, bound, values)?;
            let sign = if *operator == Binary::Add { 1 } else { -1 };
            Some(sum(left, scaled(linear(right, bound, values)?, sign)?))
        }
        Term::Binary(Binary::Multiply, left, right) => {
            let (left, right) = (linear(left, bound, values)?, linear(right, bound, values)?);
            match (left.1.is_empty(), right.1.is_empty()) {
                (true, _) => scaled(right, left.0),
                (_, true) => scaled(left, right.0),
                _ => None,
            }
        }
        _ => None,
    }
}

fn scaled((constant, terms): Linear, factor: i128) -> Option<Linear> {
    let terms: Option<Vec<_>> =
        terms.into_iter().map(|(variable, weight)| Some((variable, weight.checked_mul(factor)?))).collect();
    Some((constant.checked_mul(factor)?, terms?))
}

/// Adds two linear expressions.
pub(crate) fn sum((constant, mut terms): Linear, (other, more): Linear) -> Linear {
    for (variable, weight) in more {
        match terms.iter_mut().find(|(known, _)| *known == variable) {
            Some((_, known)) => *known = known.saturating_add(weight),
            None => terms.push((variable, weight)),
        }
    }
    terms.retain(|&(_, weight)| weight != 0);
    (constant.saturating_add(other), terms)
}

/// Returns the inequalities that comparisons stand for. Each says that a sum is at most 0. Comparisons that are not linear are
/// left out.
fn inequalities(comparisons: &[Comparison], bound: &[bool], values: &[Value]) -> Vec<Linear> {
    let negated = |(constant, terms): Linear| {
        (-constant, terms.into_iter().map(|(variable, weight)| (variable, -weight)).collect::<Vec<_>>())
    };
    let mut sums = Vec::new();
    for (left, relation, right) in comparisons {
        let sides = linear(left, bound, values).zip(linear(right, bound, values));
        let Some((left, right)) = sides else { continue };
        let (constant, terms) = sum(left, negated(right));
        let (opposite, opposites) = negated((constant, terms.clone()));
        let strict = i128::from(matches!(relation, Relation::Less | Relation::Greater));
        if matches!(relation, Relation::LessEqual | Relation::Less | Relation::Equal) {
            sums.push((constant + strict, terms));
        }
        if matches!(relation, Relation::GreaterEqual | Relation::Greater | Relation::Equal) {
            sums.push((opposite + strict, opposites));
        }
    }
    sums
}

/// Returns the intervals of variables. Returns `None` if the comparisons contradict each other.
pub(crate) fn intervals(comparisons: &[Comparison], bound: &[bool], values: &[Value]) -> Option<Intervals> {
    narrowed(&inequalities(comparisons, bound, values))
}

/// Returns the variables that comparisons bound from both sides, whichever values the variables have that are bound.
pub(crate) fn bounded(comparisons: &[Comparison], bound: &[bool]) -> Vec<usize> {
    // Which ends are known depends on the signs of the weights only. Without constants all known ends are 0.
    let sums = inequalities(comparisons, bound, &vec![Value::Number(1); bound.len()]);
    let sums: Vec<Linear> = sums.into_iter().map(|(_, terms)| (0, terms)).collect();
    let intervals = narrowed(&sums).unwrap_or_default().into_iter();
    intervals.filter_map(|(variable, ends)| matches!(ends, (Some(_), Some(_))).then_some(variable)).collect()
}

/// Narrows intervals by inequalities, until nothing changes or an interval is empty.
fn narrowed(sums: &[Linear]) -> Option<Intervals> {
    if sums.iter().any(|(constant, terms)| terms.is_empty() && *constant > 0) {
        return None;
    }
    let mut intervals = Intervals::new();
    for _ in 0..MOST_ROUNDS {
        let mut changed = false;
        for (constant, terms) in sums {
            for &(target, weight) in terms {
                // The least that the other terms can be.
                let others = terms.iter().filter(|(other, _)| *other != target).map(|(other, weight)| {
                    let (least, most) = intervals.get(other).copied().unwrap_or_default();
                    (if *weight > 0 { least } else { most }).and_then(|end| weight.checked_mul(end))
                });
                let Some(least) = others.sum::<Option<i128>>() else { continue };
                let most = -constant - least;
                let (lower, upper) = intervals.entry(target).or_default();
                let before = (*lower, *upper);
                if weight > 0 {
                    let end = most.div_euclid(weight);
                    *upper = Some(upper.map_or(end, |known| known.min(end)));
                } else {
                    // A negative weight turns the inequality round.
                    let end = -most.div_euclid(-weight);
                    *lower = Some(lower.map_or(end, |known| known.max(end)));
                }
                changed |= before != (*lower, *upper);
                if lower.zip(*upper).is_some_and(|(lower, upper)| lower > upper) {
                    return None;
                }
            }
        }
        if !changed {
            break;
        }
    }
    Some(intervals)
}
