//! Disjunctions of conjunctions as formulas, with shared literals factored out.
//!
//! `(c, r1) or (c, r2) or s` becomes `s or (c and (r1 or r2))`, whose clauses need no variable for the bodies. This is
//! algebraic factoring by the most frequent literal (Brayton & McMullen, 1982), the "quick factor" of logic synthesis.

use std::cmp::Reverse;

use itertools::Itertools as _;
use rustc_hash::FxHashSet;

use super::gates::{Edge, Gates};

/// Returns the formula of a disjunction of conjunctions.
pub(super) fn disjunction(gates: &mut Gates, mut terms: Vec<Vec<Edge>>) -> Edge {
    if let [term] = &terms[..] {
        return gates.and(term);
    }
    for term in &mut terms {
        term.iter_mut().for_each(|edge| *edge = gates.resolve(*edge));
        term.retain(|&edge| edge != Edge::TRUE);
        term.sort_unstable();
        term.dedup();
    }
    terms.retain(|term| !term.contains(&Edge::FALSE) && !term.windows(2).any(|pair| pair[0] == !pair[1]));
    if terms.iter().any(Vec::is_empty) {
        return Edge::TRUE;
    }
    let single: FxHashSet<Edge> = terms.iter().filter(|term| term.len() == 1).map(|term| term[0]).collect();
    if !single.is_empty() {
        // s or (s and x) is s; s or (not s and x) is s or x.
        terms.retain(|term| term.len() == 1 || !term.iter().any(|edge| single.contains(edge)));
        if terms.iter().any(|term| term.iter().any(|&edge| single.contains(&!edge))) {
            terms.iter_mut().for_each(|term| term.retain(|&edge| !single.contains(&!edge)));
            terms.extend(single.iter().map(|&edge| vec![edge]));
            return disjunction(gates, terms);
        }
    }
    let mut disjuncts: Vec<Edge> = Vec::new();
    while gates.factors {
        let is_large = terms.iter().map(Vec::len).sum::<usize>() > gates.factored_literals;
        let shared = if is_large { shared_by_all(&terms) } else { most_frequent(&terms) };
        let Some(shared) = shared else { break };
        let (with, without): (Vec<Vec<Edge>>, Vec<Vec<Edge>>) =
            terms.into_iter().partition(|term| term.contains(&shared));
        let rests = with.into_iter().map(|mut term| {
            term.retain(|&edge| edge != shared);
            term
        });
        gates.factored += 1;
        let rest = disjunction(gates, rests.collect());
        disjuncts.push(gates.and(&[shared, rest]));
        terms = without;
    }
    disjuncts.extend(terms.iter().map(|term| gates.and(term)));
    gates.or(&disjuncts)
}

/// Returns the edge that occurs in most terms, if it occurs in more than one.
fn most_frequent(terms: &[Vec<Edge>]) -> Option<Edge> {
    if terms.len() < 2 {
        return None;
    }
    let mut edges: Vec<Edge> = terms.iter().flatten().copied().collect();
    edges.sort_unstable();
    let counts = edges.into_iter().dedup_with_count().filter(|&(count, _)| count > 1);
    counts.max_by_key(|&(count, edge)| (count, Reverse(edge))).map(|(_, edge)| edge)
}

/// Returns an edge that occurs in all terms, which must be sorted, if there are several terms.
fn shared_by_all(terms: &[Vec<Edge>]) -> Option<Edge> {
    let (first, others) = terms.split_first().filter(|(_, others)| !others.is_empty())?;
    first.iter().copied().find(|edge| others.iter().all(|term| term.binary_search(edge).is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translate::gates::Gate;

    #[test]
    fn what_bodies_share_is_said_once() {
        let mut gates = Gates::default();
        let [s, c, r, t] = [(); 4].map(|()| gates.input());
        let formula = disjunction(&mut gates, vec![vec![s], vec![c, r], vec![c, t], vec![s, t]]);
        let either = gates.or(&[r, t]);
        let both = gates.and(&[c, either]);
        assert_eq!(formula, gates.or(&[s, both]));
        assert_eq!(disjunction(&mut gates, vec![vec![s], vec![!s, c]]), gates.or(&[s, c]));
        assert_eq!(disjunction(&mut gates, vec![vec![s], vec![!s]]), Edge::TRUE);
        assert!(matches!(gates.gate(formula.node()), Gate::And(_)));
    }

    #[test]
    fn the_formula_is_the_disjunction() {
        // All sets of three terms of up to three of five literals over three inputs.
        let mut gates = Gates::default();
        let [a, b, c] = [(); 3].map(|()| gates.input());
        let literals = [a, b, c, !a, !b];
        let term =
            |set: usize| -> Vec<Edge> { (0..5).filter(|i| set >> i & 1 == 1).map(|i| literals[i]).collect() };
        for x in 1..32 {
            for y in x..32 {
                for z in y..32 {
                    let terms = vec![term(x), term(y), term(z)];
                    let formula = disjunction(&mut gates, terms.clone());
                    for world in 0..8 {
                        let values = gates.evaluate(|node| world >> (node - 1) & 1 == 1);
                        let expected = terms.iter().any(|term| term.iter().all(|&e| values.get(e)));
                        assert_eq!(values.get(formula), expected, "{terms:?}");
                    }
                }
                gates = Gates::default();
                (0..3).for_each(|_| {
                    gates.input();
                });
            }
        }
    }
}
