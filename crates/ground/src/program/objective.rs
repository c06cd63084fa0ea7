//! The objectives of a ground program.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use super::{Literal, Program};

/// An objective: literals with weights, whose sum is minimized at a priority.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minimize {
    /// The priority; higher priorities are minimized first.
    pub priority: i64,
    /// The literals with their weights, which may be negative.
    pub elements: Vec<(Literal, i64)>,
}

impl Minimize {
    /// Returns the cost of an answer set: the sum of the weights of the literals that hold.
    ///
    /// # Panics
    ///
    /// If the cost does not fit into 64 bits. The grounder and the readers reject objectives for which that is
    /// possible.
    #[must_use]
    pub fn cost(&self, atoms: &FixedBitSet) -> i64 {
        let holds = |literal: Literal| atoms.contains(literal.atom().index()) != literal.is_negative();
        let weights = self.elements.iter().filter(|&&(literal, _)| holds(literal));
        let cost: i128 = weights.map(|&(_, weight)| i128::from(weight)).sum();
        i64::try_from(cost).expect("sums of objectives fit 64 bits")
    }
}

impl Program {
    /// Returns the objectives, merged to one for each priority, the highest priority first.
    #[must_use]
    pub fn objectives(&self) -> Vec<Minimize> {
        let mut objectives: BTreeMap<Reverse<i64>, Minimize> = BTreeMap::new();
        for part in &self.minimize {
            let objective = objectives.entry(Reverse(part.priority));
            let objective =
                objective.or_insert_with(|| Minimize { priority: part.priority, elements: Vec::new() });
            objective.elements.extend_from_slice(&part.elements);
        }
        objectives.into_values().collect()
    }

    /// Returns the priorities of the costs of an answer set, those of integer variables included, the highest first.
    #[must_use]
    pub fn priorities(&self) -> Vec<i64> {
        let atoms = self.minimize.iter().map(|part| part.priority);
        let integers = self.theory.integers.objectives().iter().map(|objective| objective.priority);
        let all: BTreeSet<Reverse<i64>> = atoms.chain(integers).map(Reverse).collect();
        all.into_iter().map(|Reverse(priority)| priority).collect()
    }
}
