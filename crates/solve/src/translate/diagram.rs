//! Decision diagrams for weighted sums (Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell & Mayer-Eichberger, JAIR
//! 2012).
//!
//! The elements are ordered, heaviest first. A node says that the elements from its position on reach the missing
//! weight. All missing weights between two neighbouring sums of these elements are equivalent, so the diagram is
//! reduced by taking the upper one. Sums are monotone: a node follows from the next node with the same missing weight,
//! and from its element together with the next node for the missing weight less the element's. With these two clauses
//! for each node, unit propagation finds all consequences.

/// The largest number of nodes that are written as clauses.
pub(super) const NODE_LIMIT: usize = 20_000;

/// The limit for the sums at all positions together, as a multiple of the limit for one position. More would take more
/// memory than the diagram.
const MEAN_POSITIONS: usize = 64;

/// The nodes of a reduced decision diagram.
#[derive(Debug)]
pub(super) struct Diagram {
    /// The missing weights at each position, ascending. The first position has the bound alone.
    missing: Vec<Vec<i64>>,
    /// The total weight of the elements from each position on.
    rest: Vec<i64>,
}

/// The target of an edge of the diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// The bound is reached.
    Reached,
    /// The remaining elements cannot reach the missing weight.
    Missed,
    /// The node with this index at the next position.
    Node(usize),
}

impl Diagram {
    /// Returns the diagram of weights, heaviest first, for a bound that they can reach. Returns `None` if it has more
    /// nodes than [`NODE_LIMIT`].
    pub(super) fn new(bound: i64, weights: &[i64]) -> Option<Diagram> {
        Diagram::within(NODE_LIMIT, bound, weights)
    }

    /// As [`Diagram::new`], with another limit of nodes.
    pub(super) fn within(limit: usize, bound: i64, weights: &[i64]) -> Option<Diagram> {
        let mut rest = vec![0; weights.len() + 1];
        for i in (0..weights.len()).rev() {
            rest[i] = rest[i + 1] + weights[i];
        }
        let mut sums = suffix_sums(limit / 4, bound, weights);
        sums.resize(weights.len().max(sums.len()), Vec::new());
        let mut missing: Vec<Vec<i64>> = vec![vec![bound]];
        let mut count = 1;
        for position in 1..weights.len() {
            let here = missing[position - 1].iter().flat_map(|&m| [m, m - weights[position - 1]]);
            let mut here: Vec<i64> = here.filter(|&m| 0 < m && m <= rest[position]).collect();
            let sums = &sums[weights.len() - position];
            if !sums.is_empty() {
                here.iter_mut().for_each(|m| *m = sums[sums.partition_point(|sum| sum < m)]);
            }
            here.sort_unstable();
            here.dedup();
            count += here.len();
            if count > limit {
                return None;
            }
            missing.push(here);
        }
        Some(Diagram { missing, rest })
    }

    /// Returns the missing weights at each position, one for each node.
    pub(super) fn missing(&self) -> &[Vec<i64>] {
        &self.missing
    }

    /// Returns the target of an edge from a position, if `missing` is the missing weight after it.
    pub(super) fn next(&self, position: usize, missing: i64) -> Next {
        if missing <= 0 {
            Next::Reached
        } else if missing > self.rest[position + 1] {
            Next::Missed
        } else {
            Next::Node(self.missing[position + 1].partition_point(|&least| least < missing))
        }
    }
}

/// Returns the possible sums of the last element, the last two, and so on, up to the first that reaches the bound.
/// Stops where they become too many, at a position or in total; further positions are then not reduced.
fn suffix_sums(limit: usize, bound: i64, weights: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![vec![0]];
    let mut total = 0;
    for weight in weights.iter().rev() {
        let fewer = all.last().expect("no element has a sum");
        let mut sums: Vec<i64> = fewer.iter().flat_map(|sum| [*sum, sum + weight]).collect();
        sums.sort_unstable();
        sums.dedup();
        sums.truncate(sums.partition_point(|sum| *sum < bound) + 1);
        total += sums.len();
        if sums.len() > limit || total > MEAN_POSITIONS * limit {
            break;
        }
        all.push(sums);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the elements of a set reach a node's missing weight, according to the diagram.
    fn follow(diagram: &Diagram, weights: &[i64], mut missing: i64, mut position: usize, set: usize) -> bool {
        loop {
            let taken = if set >> position & 1 == 1 { weights[position] } else { 0 };
            match diagram.next(position, missing - taken) {
                Next::Reached => return true,
                Next::Missed => return false,
                Next::Node(number) => {
                    position += 1;
                    missing = diagram.missing()[position][number];
                }
            }
        }
    }

    #[test]
    fn every_node_says_what_it_misses() {
        for weights in [&[7, 5, 5, 3, 2, 2, 1][..], &[13, 11, 7, 5, 3, 2], &[1, 1, 1, 1, 1], &[9, 9, 2, 1]] {
            for bound in 1..=weights.iter().sum() {
                let diagram = Diagram::new(bound, weights).expect("it is small");
                for (position, missing) in diagram.missing().iter().enumerate() {
                    for (&missing, set) in
                        missing.iter().flat_map(|m| (0..1 << weights.len()).map(move |s| (m, s)))
                    {
                        let sum: i64 =
                            (position..weights.len()).filter(|i| set >> i & 1 == 1).map(|i| weights[i]).sum();
                        let reached = follow(&diagram, weights, missing, position, set);
                        assert_eq!(
                            reached,
                            sum >= missing,
                            "{weights:?} {bound} {position} {missing} {set:b}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_comes_down_to_the_same_is_one_node() {
        let nodes =
            |bound: i64, weights: &[i64]| Diagram::new(bound, weights).map(|d| d.missing().concat().len());
        // Each missing digit is examined once, with a carry at most.
        let powers: Vec<i64> = (0..40).rev().map(|bit| 1 << bit).collect();
        assert!(nodes(700_000_000_001, &powers).expect("it is reduced") <= 40);
        // Four of seven: a missing weight occurs at a position if enough elements come before and after.
        assert_eq!(nodes(4, &[1; 7]), Some(16));
        // Weights without common sums.
        let different: Vec<i64> = (0..40).rev().map(|i| 1_000_003 + 7_919 * i * i * i + 31 * i * i).collect();
        assert_eq!(nodes(different.iter().sum::<i64>() / 2, &different), None);
    }
}
