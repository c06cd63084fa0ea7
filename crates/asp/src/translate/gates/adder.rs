//! Sums with many different weights, as a binary adder made of gates (Eén & Sörensson, JSAT 2006, §5.3).
//!
//! The other encodings of sums list the values a sum can take; this one has as many gates as the weights have bits. It
//! propagates least of all, so it is the last resort. Being gates, its variables need no reading of their own.

use super::graph::{Edge, Gates};
use crate::translate::covers::{cover_limit, minimal_covers};

/// More different values than this are not listed.
const VALUE_LIMIT: usize = 400;

/// Whether a sum is better added than listed. The elements are normalised.
pub(super) fn is_better(bound: i64, elements: &[(Edge, i64)]) -> bool {
    if elements.iter().all(|&(_, w)| w == elements[0].1) {
        return false;
    }
    let total: i128 = elements.iter().map(|&(_, w)| i128::from(w)).sum();
    if total > i128::from(i64::MAX) {
        return true;
    }
    let mut values = std::collections::BTreeSet::from([0]);
    for &(_, weight) in elements {
        let more: Vec<i64> =
            values.iter().map(|v| v + weight).filter(|&v| v < 2 * bound.min(1 << 61)).collect();
        values.extend(more);
        if values.len() > VALUE_LIMIT {
            let mut sorted = elements.to_vec();
            sorted.sort_by_key(|&(_, w)| std::cmp::Reverse(w));
            let few = |bound| minimal_covers(bound, &sorted, cover_limit(sorted.len())).is_some();
            return !(few(bound) && few(total as i64 - bound + 1));
        }
    }
    false
}

/// The formula that the sum reaches the bound.
pub(super) fn formula(gates: &mut Gates, bound: i64, elements: &[(Edge, i64)]) -> Edge {
    // What is still to be added at each power of two.
    let mut columns: Vec<Vec<Edge>> = Vec::new();
    for &(edge, weight) in elements {
        for bit in (0..63).filter(|bit| weight >> bit & 1 == 1) {
            columns.resize_with(columns.len().max(bit + 1), Vec::new);
            columns[bit].push(edge);
        }
    }
    let mut digits = Vec::new();
    let mut place = 0;
    while place < columns.len() {
        while columns[place].len() > 1 {
            let column = &mut columns[place];
            let (a, b) = (column.remove(0), column.remove(0));
            let c = if column.is_empty() { Edge::FALSE } else { column.remove(0) };
            let (digit, carry) = add(gates, a, b, c);
            columns[place].push(digit);
            if place + 1 == columns.len() {
                columns.push(Vec::new());
            }
            columns[place + 1].push(carry);
        }
        digits.push(columns[place].first().copied().unwrap_or(Edge::FALSE));
        place += 1;
    }
    at_least(gates, &digits, bound)
}

fn add(gates: &mut Gates, a: Edge, b: Edge, c: Edge) -> (Edge, Edge) {
    let half = exclusive_or(gates, a, b);
    let digit = exclusive_or(gates, half, c);
    let pairs = [gates.and(&[a, b]), gates.and(&[a, c]), gates.and(&[b, c])];
    (digit, gates.or(&pairs))
}

fn exclusive_or(gates: &mut Gates, a: Edge, b: Edge) -> Edge {
    let (both, neither) = (gates.and(&[a, b]), gates.and(&[!a, !b]));
    gates.and(&[!both, !neither])
}

/// Compares a binary number, lowest digit first, with a constant.
fn at_least(gates: &mut Gates, digits: &[Edge], bound: i64) -> Edge {
    if digits.len() < 63 && bound >> digits.len() > 0 {
        return Edge::FALSE;
    }
    let mut reached = Edge::TRUE;
    for (place, &digit) in digits.iter().enumerate() {
        let demanded = place < 63 && bound >> place & 1 == 1;
        reached = if demanded { gates.and(&[digit, reached]) } else { gates.or(&[digit, reached]) };
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(weights: &[i64], bound: i64) {
        let mut gates = Gates::default();
        let elements: Vec<(Edge, i64)> = weights.iter().map(|&w| (gates.input(), w)).collect();
        let formula = formula(&mut gates, bound, &elements);
        for set in 0..1 << weights.len() {
            let values = gates.evaluate(|node| set >> (node - 1) & 1 == 1);
            let chosen = (0..weights.len()).filter(|&i| set >> i & 1 == 1);
            let sum: i128 = chosen.map(|i| i128::from(weights[i])).sum();
            assert_eq!(values.get(formula), sum >= i128::from(bound), "bound {bound}, set {set:b}");
        }
    }

    #[test]
    fn the_adder_adds() {
        (1..=70).for_each(|bound| check(&[1, 3, 6, 11, 13], bound));
        let large = [5, 1 << 61, (1 << 61) + 1, 1 << 62, i64::MAX];
        for bound in [1, 6, 1 << 61, (1 << 61) + 5, (1 << 62) + 1, (1 << 62) + 2, i64::MAX - 1, i64::MAX] {
            check(&large, bound);
        }
    }

    #[test]
    fn sums_of_many_values_are_added() {
        let is_better = |bound: i64, weights: &[i64]| {
            let mut gates = Gates::default();
            let elements: Vec<(Edge, i64)> = weights.iter().map(|&w| (gates.input(), w)).collect();
            is_better(bound, &elements)
        };
        let different = [101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157];
        assert!(is_better(760, &different));
        // There are few values below twice the bound.
        assert!(!is_better(150, &different));
        // The same weights have few sums.
        assert!(!is_better(700_000, &[100_000; 12]));
        assert!(!is_better(
            700_000,
            &[100_000, 100_000, 200_000, 200_000, 300_000, 300_000, 400_000, 500_000]
        ));
        // Sets of powers of two have as many sums as there are, but few of them just reach a bound.
        let powers: Vec<i64> = (0..12).map(|bit| 1 << bit).collect();
        assert!(!is_better(2000, &powers));
        assert!(is_better(1 << 62, &[1 << 62, 1 << 61, 1 << 61, 3]));
    }
}
