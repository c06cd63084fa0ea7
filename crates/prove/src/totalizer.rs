//! Totalizer encoding of sums: a tree of thresholds (S. Joshi, R. Martins and V. Manquinho, Generalized Totalizer Encoding for
//! Pseudo-Boolean Constraints, CP 2015, after O. Bailleux and Y. Boufkhad, CP 2003).
//!
//! The derivation follows S. Gocht, R. Martins, J. Nordström and A. Oertel, Certified CNF Translations for Pseudo-Boolean
//! Solving, SAT 2022. The outputs of a node are defined over the literals below it, so that each clause is a sum of three
//! constraints.
//!
//! An output of a node says that its sum exceeds some number. Only the direction from the root to the leaves is encoded: if a
//! node's sum must exceed k and one child's sum is at most i, the other child's sum must exceed k - i. Thresholds that no clause
//! of a parent mentions are omitted. So the tree is small if the bound or the slack is small.

use std::collections::BTreeMap;

use groundplan_certificate::Lit;

use crate::derivation::{ConstraintRef, Derivation, DerivationStep, SumFinish};
use crate::sum::{Sum, LARGEST};

/// The maximum number of clauses of a tree; larger trees are not written.
const MOST_CLAUSES: usize = 100_000;

/// The maximum number of sums of a node; trees with larger nodes are not written.
const MOST_SUMS: usize = 4_000;

/// A node of the tree.
struct TotalizerNode {
    /// The terms below this node: weights and literals.
    terms: Vec<(u64, Lit)>,
    /// `None` for a leaf, which has one literal.
    children: Option<Box<[TotalizerNode; 2]>>,
    /// The possible weights of the true literals, in ascending order; values that need not be distinguished are merged. The last
    /// one is the total.
    sums: Vec<u64>,
    /// The outputs, by the index of a sum: a literal that says that the sum is exceeded.
    outputs: BTreeMap<usize, Option<TotalizerOutput>>,
}

/// An output literal, and the two halves of its definition.
#[derive(Clone, Copy)]
struct TotalizerOutput {
    literal: Lit,
    /// If the literal is true, the sum is exceeded.
    more: ConstraintRef,
    /// If the literal is false, the sum is not exceeded.
    not_more: ConstraintRef,
}

/// Two thresholds, one per child, of which one must be exceeded; `None` if the child cannot exceed any.
type Pair = [Option<usize>; 2];

/// Encodes a sum. Returns false, without writing anything, if the tree would be too large.
pub(crate) fn write(sum: &Sum, derivation: &mut Derivation) -> bool {
    // A clause adds the constraint and two definitions. Their weights are at most twice those of the constraint, and signs double
    // the size.
    if 12 * (sum.total() + u128::from(sum.at_least)) > LARGEST {
        return false;
    }
    let total: u64 = sum.terms.iter().map(|term| term.0).sum();
    // Without the literals `enough`, the bound may be unreachable; then the slack is 0.
    let slack = total.saturating_sub(sum.at_least);
    let Some(mut root) = TotalizerNode::of(&sum.terms, slack, sum.at_least) else { return false };
    let mut clauses = 0;
    if !root.demand(&[sum.at_least], &mut clauses) {
        return false;
    }
    root.define(derivation);
    root.clauses(sum.at_least, &sum.enough, sum.from, derivation);
    root.descend(derivation);
    true
}

impl TotalizerNode {
    fn of(terms: &[(u64, Lit)], slack: u64, at_least: u64) -> Option<TotalizerNode> {
        let total: u64 = terms.iter().map(|term| term.0).sum();
        let (children, mut sums) = if let [(weight, _)] = terms {
            (None, vec![0, *weight])
        } else {
            let (left, right) = terms.split_at(terms.len() / 2);
            let [left, right] =
                [TotalizerNode::of(left, slack, at_least)?, TotalizerNode::of(right, slack, at_least)?];
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
        // Sums that miss more than the slack need not be distinguished, and neither do sums that reach the bound.
        let floor = (total - total.min(slack)).checked_sub(1);
        sums.retain(|&sum| floor.is_none_or(|floor| sum > floor) && sum < at_least && sum < total);
        sums.splice(0..0, floor.filter(|&floor| floor < at_least));
        sums.push(total);
        (sums.len() <= MOST_SUMS).then(|| TotalizerNode {
            terms: terms.to_vec(),
            children,
            sums,
            outputs: BTreeMap::new(),
        })
    }

    /// Determines the outputs needed below this node for sums of at least `bounds`. Returns whether the clauses are few enough.
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

    /// Defines the outputs of the nodes below this one.
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
                *output = Some(TotalizerOutput {
                    literal,
                    more: derivation.define(more, sum + 1, !literal),
                    not_more: derivation.define(not_more, total - sum, literal),
                });
            }
            child.define(derivation);
        }
    }

    /// Writes the clauses of the nodes below this one.
    fn descend(&self, derivation: &mut Derivation) {
        for child in self.children.iter().flat_map(|children| children.iter()) {
            for (&sum, output) in &child.outputs {
                if let Some(TotalizerOutput { literal, more, .. }) = *output {
                    child.clauses(child.sums[sum] + 1, &[!literal], more, derivation);
                }
            }
            child.descend(derivation);
        }
    }

    /// Writes clauses that say that one of the literals `unless` is true or this node's sum is at least `at_least`. `from` is the
    /// constraint that states this.
    fn clauses(&self, at_least: u64, unless: &[Lit], from: ConstraintRef, derivation: &mut Derivation) {
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
            let sum = DerivationStep::Sum {
                parts: parts.into(),
                without: without.into(),
                finish: SumFinish::Saturate,
            };
            let step = derivation.step(sum);
            derivation.give(&clause, step);
        }
    }
}

/// Returns the minimal pairs of thresholds for two children whose sums together must reach a bound. For each relevant sum of the
/// first child, the second must exceed some sum.
fn pairs(bound: u64, [left, right]: &[TotalizerNode; 2]) -> Vec<Pair> {
    let strict = |node: &TotalizerNode, index: usize| (index + 1 < node.sums.len()).then_some(index);
    let mut pairs = Vec::new();
    let mut reached = None;
    for (index, &sum) in left.sums.iter().enumerate().rev() {
        if sum >= bound {
            continue;
        }
        // The largest sum of the second child with which both together miss the bound.
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
