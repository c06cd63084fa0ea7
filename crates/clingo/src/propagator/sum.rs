//! Weight constraints that a propagator adds before the search, encoded as clauses.
//!
//! The encoding is a binary decision diagram over the rest of the bound. Each node is a literal of the solver (Eén &
//! Sörensson: Translating Pseudo-Boolean Constraints into SAT, JSAT 2, 2006).

use groundplan::propagator::{Setup, SolverLiteral};
use rustc_hash::FxHashMap;

use crate::error::{Error, Result};

/// The maximum number of nodes of one constraint's diagram.
const NODE_LIMIT: usize = 2_000_000;

/// A sum of weighted literals, to be compared with bounds.
pub struct WeightedSum<'s, 'a> {
    setup: &'s mut Setup<'a>,
    truth: SolverLiteral,
    /// The literals with positive weights, by decreasing weight.
    weights: Vec<(SolverLiteral, i128)>,
    /// The minimum of the sum: all negative weights together.
    least: i128,
    /// For each position, the sum of the weights from it on.
    rest: Vec<i128>,
    /// The literal of each node, by position and by the weight still missing to the bound.
    nodes: FxHashMap<(usize, i128), SolverLiteral>,
}

impl<'s, 'a> WeightedSum<'s, 'a> {
    /// Creates the sum of the weights of those literals that are true.
    pub fn new(setup: &'s mut Setup<'a>, weights: Vec<(SolverLiteral, i64)>) -> Self {
        let truth = setup.truth();
        let mut least = 0;
        let mut positive: Vec<(SolverLiteral, i128)> = Vec::new();
        for (literal, weight) in weights {
            let weight = i128::from(weight);
            if weight < 0 {
                least += weight;
                positive.push((!literal, -weight));
            } else if weight > 0 {
                positive.push((literal, weight));
            }
        }
        positive.sort_by_key(|&(literal, weight)| (std::cmp::Reverse(weight), literal));
        let mut rest = vec![0; positive.len() + 1];
        for (position, &(_, weight)) in positive.iter().enumerate().rev() {
            rest[position] = rest[position + 1] + weight;
        }
        WeightedSum { setup, truth, weights: positive, least, rest, nodes: FxHashMap::default() }
    }

    /// Returns a literal that is true exactly if the sum is at least `bound`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if the diagram gets too many nodes.
    pub fn at_least(&mut self, bound: i128) -> Result<SolverLiteral> {
        let (position, missing) = (0, bound - self.least);
        if let Some(known) = self.known(position, missing) {
            return Ok(known);
        }
        let mut waiting = vec![(position, missing)];
        while let Some(&(position, missing)) = waiting.last() {
            if self.known(position, missing).is_some() {
                waiting.pop();
                continue;
            }
            let (literal, weight) = self.weights[position];
            let (with, without) = ((position + 1, missing - weight), (position + 1, missing));
            let (Some(high), Some(low)) = (self.known(with.0, with.1), self.known(without.0, without.1))
            else {
                waiting.extend([with, without]);
                continue;
            };
            waiting.pop();
            if self.nodes.len() >= NODE_LIMIT {
                return Err(Error::runtime(
                    "the weights of this constraint have too many different sums: state it by `#sum` in the program",
                ));
            }
            let node = self.setup.new_literal();
            for clause in [
                [!node, !literal, high],
                [!node, literal, low],
                [node, !literal, !high],
                [node, literal, !low],
            ] {
                self.setup.add_clause(&clause);
            }
            // Redundant, for propagation: a bound that is reached without the literal is reached with it.
            self.setup.add_clause(&[!node, high]);
            self.setup.add_clause(&[node, !low]);
            self.nodes.insert((position, missing), node);
        }
        Ok(self.known(position, missing).expect("it was made"))
    }

    fn known(&self, position: usize, missing: i128) -> Option<SolverLiteral> {
        if missing <= 0 {
            Some(self.truth)
        } else if missing > self.rest[position] {
            Some(!self.truth)
        } else {
            self.nodes.get(&(position, missing)).copied()
        }
    }
}
