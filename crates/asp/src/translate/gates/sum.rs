//! Sums, brought to a normal form before they become nodes.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::{adder, Edge, Gate, Gates, Node};

impl Gates {
    /// Whether the weights of the edges that hold sum up to at least the bound. Weights are positive.
    pub fn sum(&mut self, bound: i64, elements: &[(Edge, i64)]) -> Edge {
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
        if adder::is_better(bound, &elements) {
            return adder::formula(self, bound, &elements);
        }
        let hash = FxBuildHasher.hash_one((bound, &elements));
        if let Some(&node) = self.index.find(hash, |&n| self.gate(n as usize) == Gate::Sum(bound, &elements))
        {
            return self.resolve(Edge::of_node(node as usize));
        }
        self.sums.push((bound, elements));
        let edge = self.push(Node::Sum(self.sums.len() as u32 - 1));
        self.enter(hash, edge)
    }

    /// Every edge once, no constants, no weight above the bound, no common divisor; `None` if the bound is reached anyway.
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
                // One of the two holds: the smaller weight is certain.
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

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}
