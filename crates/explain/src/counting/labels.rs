//! Labels of what follows: the statements, facts apart, that it follows from. What has the same label has the same reason.

use groundplan_ground::program::Literal;
use rustc_hash::FxHashMap;

use super::effort::Effort;
use super::propagation::Propagation;

/// The number of a set of statements.
pub type Label = u32;

/// The most statements in a set; a larger one has the label [`MANY`].
const MOST_STATEMENTS: usize = 8;

const NONE: Label = 0;
const MANY: Label = 1;

/// The labels of what is known.
#[derive(Debug)]
pub struct Labels {
    sets: Vec<Vec<u32>>,
    numbers: FxHashMap<Vec<u32>, Label>,
    of: FxHashMap<Literal, Label>,
}

impl Labels {
    /// The labels, given those statements by number that assumptions turn on.
    pub fn of(
        propagation: &Propagation,
        statements: &FxHashMap<Literal, u32>,
        effort: &mut Effort,
    ) -> Option<Self> {
        let mut labels = Labels {
            sets: vec![Vec::new(), Vec::new()],
            numbers: FxHashMap::default(),
            of: FxHashMap::default(),
        };
        labels.numbers.insert(Vec::new(), NONE);
        for (literal, falsified) in propagation.history() {
            effort.spend(falsified.len() + 1)?;
            let label = match statements.get(&literal) {
                Some(&statement) if falsified.is_empty() => labels.number(vec![statement]),
                _ => labels.union(falsified.into_iter()),
            };
            if label != NONE {
                labels.of.insert(literal, label);
            }
        }
        Some(labels)
    }

    /// The label of what a constraint says of the literals that are not known.
    pub fn of_constraint(&mut self, propagation: &Propagation, number: u32) -> Label {
        self.union(propagation.false_literals(number))
    }

    fn union(&mut self, falsified: impl Iterator<Item = Literal>) -> Label {
        let mut all = NONE;
        for literal in falsified {
            let label = self.of.get(&literal.complement()).copied().unwrap_or(NONE);
            if label == NONE || label == all || all == MANY {
                continue;
            }
            all = match (all, label) {
                (NONE, label) | (_, label @ MANY) => label,
                _ => {
                    let mut set = self.sets[all as usize].clone();
                    set.extend(&self.sets[label as usize]);
                    set.sort_unstable();
                    set.dedup();
                    self.number(set)
                }
            };
        }
        all
    }

    fn number(&mut self, set: Vec<u32>) -> Label {
        if set.len() > MOST_STATEMENTS {
            return MANY;
        }
        if let Some(&known) = self.numbers.get(&set) {
            return known;
        }
        let number = self.sets.len() as Label;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }
}
