//! What each variable of the clauses means in an answer set.
//!
//! Under these readings every answer set makes every clause true; the other way round, a model of the clauses need not
//! agree with the reading of a variable that is defined in one direction only.

use fixedbitset::FixedBitSet;
use rustsat::types::{Assignment, TernaryVal, Var};

use super::cnf::Origin;
use super::gates::Edge;
use super::index::Table;
use super::loops::{ComponentId, Guess};
use super::translation::Translation;
use groundplan_ground::program::AtomId;

/// The meaning of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reading {
    /// The atom is true.
    Atom(AtomId),
    /// Something about how the atoms of a component are derived.
    Guess {
        /// The component's number.
        component: ComponentId,
        /// What is said.
        guess: Guess,
    },
    /// A formula that several clauses use holds.
    Formula(Edge),
    /// The inside of the counter of this number: at least so many of the literals below a node hold (a totalizer), one
    /// of a group does (an at-most-one, or pairs), or the elements from a position on reach a number (a diagram).
    Counter(usize),
    /// Nothing: it switches clauses off.
    Switch,
    /// The inside of an objective's bound: only the assumptions that a search makes give it a meaning.
    Objective,
}

impl Translation {
    /// What a variable means.
    #[must_use]
    pub fn reading(&self, variable: Var) -> Option<Reading> {
        Some(match self.cnf.origin(variable)? {
            Origin::Counter(counter) => Reading::Counter(counter as usize),
            Origin::Switch => Reading::Switch,
            Origin::Objective => Reading::Objective,
            Origin::Node(node) => {
                let node = node as usize;
                match (self.atom_of_node.get(&node), self.guesses.get(&node)) {
                    (Some(&atom), _) => Reading::Atom(atom),
                    (_, Some(&(component, guess))) => Reading::Guess { component, guess },
                    _ => Reading::Formula(Edge::of_node(node)),
                }
            }
        })
    }

    /// The values that all variables are read as in an answer set.
    #[must_use]
    pub fn read(&self, answer_set: &FixedBitSet) -> Assignment {
        let atom = |node: usize| self.atom_of_node.get(&node).is_some_and(|a| answer_set.contains(a.index()));
        // Guesses follow from how the atoms are derived, which does not depend on them.
        let mut values = self.gates.evaluate(atom);
        if !self.guesses.is_empty() {
            let levels: Table<ComponentId, _> =
                self.components.iter().map(|component| component.levels(&values)).collect();
            let guessed = |node| self.guesses.get(&node).is_some_and(|&(c, guess)| guess.value(&levels[c]));
            values = self.gates.evaluate(|node| atom(node) || guessed(node));
        }
        let mut assignment = Assignment::default();
        for (index, origin) in self.cnf.origins().iter().enumerate() {
            let value = match origin {
                Origin::Node(node) => TernaryVal::from(values.get(Edge::of_node(*node as usize))),
                Origin::Counter(_) | Origin::Switch | Origin::Objective => TernaryVal::DontCare,
            };
            assignment.assign_var(Var::new(index as u32), value);
        }
        self.cnf.counters.iter().for_each(|counter| counter.read(&mut assignment));
        assignment
    }
}
