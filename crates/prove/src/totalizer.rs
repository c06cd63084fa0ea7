//! Sums by a tree of thresholds (S. Joshi, R. Martins and V. Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean
//! Constraints, CP 2015, after O. Bailleux and Y. Boufkhad, CP 2003), derived as S. Gocht, R. Martins, J. Nordström and
//! A. Oertel do (Certified CNF Translations for Pseudo-Boolean Solving, SAT 2022): a node's outputs are defined over the
//! literals below it, so that each clause is a sum of three constraints.
//!
//! An output of a node says that its sum is more than some number. Only the direction from the root to the leaves is
//! written: where a node's sum has to be more than k and one child's is at most i, the other's is more than k - i.
//! Thresholds that no clause of the nodes above mentions are not there, and so the tree of a sum from which little may be
//! missing, or of which little is asked, is small.

use std::collections::BTreeMap;

use groundplan_certificate::Lit;

use crate::derivation::{Derivation, Finish, Ref, Step};
use crate::sum::{Sum, LARGEST};

/// A tree that would take more clauses than this is not written.
const MOST_CLAUSES: usize = 100_000;

/// Nor one where a node has more sums than this.
const MOST_SUMS: usize = 4_000;

/// A node of the tree.
struct Node {
    /// Literals with their weights.
    terms: Vec<(u64, Lit)>,
    /// None below it if it is a leaf, of one literal.
    children: Option<Box<[Node; 2]>>,
    /// What the true literals may weigh, in order, as far as that can matter; the last one is all of them.
    sums: Vec<u64>,
    /// The outputs: by the index of a sum, the literal that says that there is more.
    outputs: BTreeMap<usize, Option<Output>>,
}

/// A literal and the two halves of its definition.
#[derive(Clone, Copy)]
struct Output {
    literal: Lit,
    /// If it holds the sum is more.
    more: Ref,
    /// If it does not hold the sum is not more.
    not_more: Ref,
}

/// Two thresholds of which one must be passed; `None` where a child cannot pass any.
type Pair = [Option<usize>; 2];

/// Writes a sum; whether it is small enough for this.
pub(crate) fn write(sum: &Sum, derivation: &mut Derivation) -> bool {
    // The constraint, and two definitions whose weights come to at most twice as much, and twice that for their signs.
    if 12 * (sum.total() + u128::from(sum.at_least)) > LARGEST {
        return false;
    }
    let total: u64 = sum.terms.iter().map(|term| term.0).sum();
    // Without those that are enough the bound may be out of reach; then there is nothing to distribute.
    let slack = total.saturating_sub(sum.at_least);
    let Some(mut root) = Node::of(&sum.terms, slack, sum.at_least) else { return false };
    let mut clauses = 0;
    if !root.demand(&[sum.at_least], &mut clauses) {
        return false;
    }
    root.define(derivation);
    root.clauses(sum.at_least, &sum.enough, sum.from, derivation);
    root.descend(derivation);
    true
}

impl Node {
    fn of(terms: &[(u64, Lit)], slack: u64, at_least: u64) -> Option<Node> {
        let total: u64 = terms.iter().map(|term| term.0).sum();
        let (children, mut sums) = if let [(weight, _)] = terms {
            (None, vec![0, *weight])
        } else {
            let (left, right) = terms.split_at(terms.len() / 2);
            let [left, right] = [Node::of(left, slack, at_least)?, Node::of(right, slack, at_least)?];
            if left.sums.len() * right.sums.len() > MOST_SUMS * MOST_SUMS {
                return None;
            }
            let mut sums = Vec::new();
            for one in &left.sums {
                sums.extend(right.sums.iter().map(|other| one + other));
            }
            sums.sort_unstable();
            sums.dedup();
            (Some(Box::new([left, right])), sums)
        };
        // With more than the slack missing it is all the same how much, and so it is from the bound on.
        let floor = (total - total.min(slack)).checked_sub(1);
        sums.retain(|&sum| floor.is_none_or(|floor| sum > floor) && sum < at_least && sum < total);
        sums.splice(0..0, floor.filter(|&floor| floor < at_least));
        sums.push(total);
        (sums.len() <= MOST_SUMS).then(|| Node {
            terms: terms.to_vec(),
            children,
            sums,
            outputs: BTreeMap::new(),
        })
    }

    /// Notes which outputs are needed below for sums of at least these; whether the clauses are few enough.
    fn demand(&mut self, bounds: &[u64], clauses: &mut usize) -> bool {
        let Some(children) = &self.children else { return true };
        let mut needed: [Vec<usize>; 2] = Default::default();
        for &bound in bounds {
            let pairs = pairs(bound, children);
            *clauses += pairs.len();
            if *clauses > MOST_CLAUSES {
                return false;
            }
            for pair in pairs {
                needed.iter_mut().zip(pair).for_each(|(needed, sum)| needed.extend(sum));
            }
        }
        let children = self.children.as_mut().expect("it is no leaf");
        children.iter_mut().zip(needed).all(|(child, needed)| {
            child.outputs = needed.into_iter().map(|sum| (sum, None)).collect();
            let bounds: Vec<u64> = child.outputs.keys().map(|&sum| child.sums[sum] + 1).collect();
            child.demand(&bounds, clauses)
        })
    }

    /// Defines the outputs of the nodes below.
    fn define(&mut self, derivation: &mut Derivation) {
        for child in self.children.iter_mut().flat_map(|children| children.iter_mut()) {
            if child.children.is_none() {
                continue;
            }
            let (terms, sums) = (&child.terms, &child.sums);
            let total = *sums.last().expect("there is a last sum");
            for (&sum, output) in &mut child.outputs {
                let (literal, sum) = (derivation.variable(), sums[sum]);
                let mut more = terms.clone();
                more.push((sum + 1, !literal));
                let mut not_more: Vec<_> =
                    terms.iter().map(|&(weight, literal)| (weight, !literal)).collect();
                not_more.push((total - sum, literal));
                *output = Some(Output {
                    literal,
                    more: derivation.define(more, sum + 1, !literal),
                    not_more: derivation.define(not_more, total - sum, literal),
                });
            }
            child.define(derivation);
        }
    }

    /// The clauses of the nodes below.
    fn descend(&self, derivation: &mut Derivation) {
        for child in self.children.iter().flat_map(|children| children.iter()) {
            for (&sum, output) in &child.outputs {
                if let Some(Output { literal, more, .. }) = *output {
                    child.clauses(child.sums[sum] + 1, &[!literal], more, derivation);
                }
            }
            child.descend(derivation);
        }
    }

    /// The clauses that say that one of the literals holds, or this node's sum is at least so much; `from` says just that.
    fn clauses(&self, at_least: u64, unless: &[Lit], from: Ref, derivation: &mut Derivation) {
        let Some(children) = &self.children else {
            // Only the root can be a leaf here.
            let (weight, literal) = self.terms[0];
            let is_enough = weight >= at_least;
            let clause: Vec<Lit> = unless.iter().copied().chain(is_enough.then_some(literal)).collect();
            derivation.clause(&clause, &[from]);
            return;
        };
        for pair in pairs(at_least, children) {
            let mut clause = unless.to_vec();
            let mut parts = vec![(1, from)];
            let mut without = Vec::new();
            for (child, sum) in children.iter().zip(pair) {
                match sum {
                    None => without.extend_from_slice(&child.terms),
                    Some(_) if child.children.is_none() => clause.push(child.terms[0].1),
                    Some(sum) => {
                        let output = child.outputs[&sum].expect("it is defined");
                        clause.push(output.literal);
                        parts.push((1, output.not_more));
                    }
                }
            }
            let sum = Step::Sum { parts: parts.into(), without: without.into(), finish: Finish::Saturate };
            let step = derivation.step(sum);
            derivation.give(&clause, step);
        }
    }
}

/// The least demands on two children where together they have to reach a bound: for each sum of the first that matters, how
/// much more than which sum the second must have.
fn pairs(bound: u64, [left, right]: &[Node; 2]) -> Vec<Pair> {
    let strict = |node: &Node, index: usize| (index + 1 < node.sums.len()).then_some(index);
    let mut pairs = Vec::new();
    let mut reached = None;
    for (index, &sum) in left.sums.iter().enumerate().rev() {
        if sum >= bound {
            continue;
        }
        // The most that the other may have so that both together are too little.
        let Some(other) = right.sums.partition_point(|&other| other < bound - sum).checked_sub(1) else {
            continue;
        };
        if reached.is_some_and(|reached| other <= reached) {
            continue;
        }
        reached = Some(other);
        pairs.push([strict(left, index), strict(right, other)]);
        if other + 1 == right.sums.len() {
            break;
        }
    }
    pairs
}
