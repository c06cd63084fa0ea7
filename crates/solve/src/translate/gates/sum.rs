//! Sums as formulas, normalized before they become nodes.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::adder;
use super::graph::{Edge, Gate, GateNode, Gates};

impl Gates {
    /// Returns the formula that the weights of the true edges reach the bound. Weights must be positive.
    pub(crate) fn sum(&mut self, bound: i64, elements: &[(Edge, i64)]) -> Edge {
        let Some((bound, elements)) = self.normalize_sum(i128::from(bound), elements) else {
            return Edge::TRUE;
        };
        let total: i128 = elements.iter().map(|&(_, w)| i128::from(w)).sum();
        if total < i128::from(bound) {
            return Edge::FALSE;
        }
        let lightest =
            elements.iter().map(|&(_, w)| w).min().expect("a sum that reaches its bound is not empty");
        let edges: Vec<Edge> = elements.iter().map(|&(e, _)| e).collect();
        if lightest == bound {
            return self.or(&edges);
        }
        if total - i128::from(lightest) < i128::from(bound) {
            return self.and(&edges);
        }
        // The propagator needs twice the total weight to fit.
        if total > i128::from(i64::MAX / 2) || self.adds && adder::is_better(bound, &elements) {
            return adder::formula(self, bound, &elements);
        }
        let hash = FxBuildHasher.hash_one((bound, &elements));
        if let Some(&node) = self.index.find(hash, |&n| self.gate(n as usize) == Gate::Sum(bound, &elements))
        {
            return self.resolve(Edge::of_node(node as usize));
        }
        self.sums.push((bound, elements));
        let edge = self.push(GateNode::Sum(self.sums.len() as u32 - 1));
        self.enter(hash, edge)
    }

    /// Returns a sum in normal form, or `None` if the bound is always reached. Every edge occurs once, there are no
    /// constants, no weight is above the bound, and the weights have no common divisor.
    fn normalize_sum(&self, mut bound: i128, elements: &[(Edge, i64)]) -> Option<(i64, Vec<(Edge, i64)>)> {
        let mut terms: Vec<(Edge, i128)> = Vec::with_capacity(elements.len());
        for &(edge, weight) in elements {
            match self.resolve(edge) {
                Edge::TRUE => bound -= i128::from(weight),
                Edge::FALSE => {}
                edge => terms.push((edge, i128::from(weight))),
            }
        }
        terms.sort_unstable();
        let mut merged: Vec<(Edge, i128)> = Vec::with_capacity(terms.len());
        for (edge, weight) in terms {
            match merged.last_mut() {
                Some(last) if last.0 == edge => last.1 += weight,
                // One of the two holds, so the smaller weight is certain.
                Some(last) if last.0 == !edge => {
                    let certain = last.1.min(weight);
                    bound -= certain;
                    *last =
                        if last.1 > weight { (last.0, last.1 - certain) } else { (edge, weight - certain) };
                    if last.1 == 0 {
                        merged.pop();
                    }
                }
                _ => merged.push((edge, weight)),
            }
        }
        if bound <= 0 {
            return None;
        }
        let divisor = merged.iter().fold(0, |d, &(_, w)| gcd(d, w.min(bound)));
        if divisor > 1 {
            merged.iter_mut().for_each(|(_, w)| *w = (*w).min(bound) / divisor);
            bound = (bound + divisor - 1) / divisor;
        }
        let bound = i64::try_from(bound).expect("the bound was an i64 and only shrinks");
        let elements =
            merged.iter().map(|&(e, w)| (e, i64::try_from(w).unwrap_or(i64::MAX).min(bound))).collect();
        Some((bound, elements))
    }
}

/// Returns the greatest common divisor of two numbers that are not negative.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the normal form that the documentation of [`Gate::Sum`] describes.
    fn check_normal_form(bound: i64, elements: &[(Edge, i64)]) {
        let total: i64 = elements.iter().map(|&(_, weight)| weight).sum();
        let divisor = elements.iter().fold(0, |d, &(_, weight)| gcd(d, i128::from(weight)));
        assert_eq!(divisor, 1, "{elements:?}");
        assert!(elements.iter().all(|&(_, weight)| 1 <= weight && weight <= bound), "{bound}: {elements:?}");
        assert!(elements.windows(2).all(|pair| pair[0].0.node() < pair[1].0.node()), "{elements:?}");
        let lightest = elements.iter().map(|&(_, weight)| weight).min().expect("an element");
        assert!(lightest < bound && total - lightest >= bound, "{bound}: {elements:?}");
    }

    #[test]
    fn sums_become_conjunctions_and_disjunctions_where_they_can() {
        let mut gates = Gates::default();
        let (a, b, c) = (gates.input(), gates.input(), gates.input());
        let (all, any) = (gates.and(&[a, b, c]), gates.or(&[a, b, c]));
        assert_eq!(gates.sum(3, &[(a, 1), (b, 1), (c, 1)]), all);
        assert_eq!(gates.sum(1, &[(a, 1), (b, 7), (c, 2)]), any);
        assert_eq!(gates.sum(9, &[(a, 1), (b, 7)]), Edge::FALSE);
        assert_eq!(gates.sum(0, &[]), Edge::TRUE);
        // One of a and not a holds, so 2 is certain and 1 more needs a.
        assert_eq!(gates.sum(3, &[(a, 3), (!a, 2)]), a);
        let two = gates.sum(2, &[(a, 1), (b, 1), (c, 1)]);
        assert_eq!(gates.sum(7, &[(a, 4), (b, 4), (c, 4)]), two);
    }

    #[test]
    fn the_formula_is_the_sum() {
        let mut gates = Gates::default();
        let [a, b, c, d] = [(); 4].map(|()| gates.input());
        let weights =
            |number: i64| [number % 4 + 1, number / 4 % 4 + 1, number / 16 % 4 + 1, number / 64 % 4 + 1];
        for edges in [
            [a, b, c, d],
            [d, c, b, !a],
            [a, a, b, c],
            [a, !a, b, c],
            [a, !a, !b, b],
            [a, !a, a, b],
            [Edge::TRUE, a, b, !c],
            [Edge::FALSE, a, !b, c],
        ] {
            for number in (0..256).step_by(7) {
                let elements: Vec<(Edge, i64)> = edges.into_iter().zip(weights(number)).collect();
                for bound in 1..=13 {
                    let formula = gates.sum(bound, &elements);
                    if let Gate::Sum(bound, elements) = gates.gate(formula.node()) {
                        check_normal_form(bound, elements);
                    }
                    let shared = gates.sum(bound, &elements.iter().copied().rev().collect::<Vec<_>>());
                    assert_eq!(shared, formula, "{bound}: {elements:?}");
                    for world in 0..16 {
                        let values = gates.evaluate(|node| world >> (node - 1) & 1 == 1);
                        let sum: i64 = elements.iter().filter(|e| values.get(e.0)).map(|e| e.1).sum();
                        assert_eq!(values.get(formula), sum >= bound, "{bound}: {elements:?}");
                    }
                }
                gates = Gates::default();
                (0..4).for_each(|_| {
                    gates.input();
                });
            }
        }
    }
}
