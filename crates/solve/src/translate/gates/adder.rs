//! Encoding of sums with many different weights as a binary adder (Eén & Sörensson, JSAT 2006, §5.3).
//!
//! The other encodings of sums have a part for each missing value; this one has as many gates as the weights have
//! bits. It propagates worst of all, so it is the last resort. Its variables are those of gates, so they need no
//! meaning of their own.

use super::graph::{Edge, Gates};
use crate::translate::covers::{cover_limit, has_few_covers};
use crate::translate::diagram::Diagram;

/// Whether a sum is too large for all other encodings. The elements must be normalized.
pub(super) fn is_better(bound: i64, elements: &[(Edge, i64)]) -> bool {
    if elements.iter().all(|&(_, w)| w == elements[0].1) {
        return false;
    }
    let total: i128 = elements.iter().map(|&(_, w)| i128::from(w)).sum();
    let Ok(total) = i64::try_from(total) else { return true };
    let mut sorted = elements.to_vec();
    sorted.sort_by_key(|&(_, w)| std::cmp::Reverse(w));
    // One direction forbids that the sum reaches its bound, the other does the same for its complement.
    let bounds = [bound, total - bound + 1];
    let fits = |bound: i64| {
        let weights: Vec<i64> = sorted.iter().map(|&(_, w)| w.min(bound)).collect();
        Diagram::new(bound, &weights).is_some()
    };
    let few = |bound: i64| has_few_covers(bound, &sorted, cover_limit(sorted.len()));
    !(bounds.into_iter().all(fits) || bounds.into_iter().all(few))
}

/// Returns the formula that the sum reaches the bound.
pub(super) fn formula(gates: &mut Gates, bound: i64, elements: &[(Edge, i64)]) -> Edge {
    // The bits that are still to be added, for each power of two.
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

/// Returns the formula that a binary number, lowest digit first, is at least a constant.
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
    fn sums_too_large_for_anything_else_are_added() {
        let is_better = |bound: i64, weights: &[i64]| {
            let mut gates = Gates::default();
            let elements: Vec<(Edge, i64)> = weights.iter().map(|&w| (gates.input(), w)).collect();
            is_better(bound, &elements)
        };
        let different: Vec<i64> = (0..40).map(|i| 1_000_003 + 7_919 * i * i * i + 31 * i * i).collect();
        let half = different.iter().sum::<i64>() / 2;
        assert!(is_better(half, &different));
        // Half as many have few sums.
        assert!(!is_better(half / 4, &different[..12]));
        // Any two reach the bound, or all but two do not.
        assert!(!is_better(2_000_000, &different[..30]));
        // Equal weights have few sums. Few sets of powers of two just reach a bound.
        assert!(!is_better(700_000, &[100_000; 12]));
        let powers: Vec<i64> = (0..40).map(|bit| 1 << bit).collect();
        assert!(!is_better(700_000_000_001, &powers));
        // The total exceeds the number type.
        assert!(is_better(1 << 62, &[1 << 62, 1 << 61, 1 << 61, 3]));
    }
}
