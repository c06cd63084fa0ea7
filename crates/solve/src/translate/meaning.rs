//! Model extension: what each variable of the clauses means in an answer set.
//!
//! Every answer set, extended by these meanings, satisfies all clauses. Conversely, a model of the clauses need not
//! agree with the meaning of a variable that is defined in one direction only.

use fixedbitset::FixedBitSet;
use rustsat::types::{Assignment, TernaryVal, Var};

use super::cnf::ClauseOrigin;
use super::gates::Edge;
use super::index::Table;
use super::loops::{ComponentId, Guess};
use super::translation::Translation;
use groundplan_ground::program::AtomId;

/// The meaning of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Meaning {
    /// The atom is true.
    Atom(AtomId),
    /// A fact about how the atoms of a component are derived.
    Guess {
        /// The component's number.
        component: ComponentId,
        /// The fact.
        guess: Guess,
    },
    /// The value of a formula that several clauses use.
    Formula(Edge),
    /// An auxiliary variable of the counter with this number: at least a certain number of literals below a node hold
    /// (totalizer), a literal of a group holds (at-most-one, or pairs), or the elements from a position on reach a
    /// number (diagram).
    Counter(usize),
    /// No meaning: an activation literal, which turns clauses on while it is assumed.
    Activation,
    /// An auxiliary variable of an objective's bound. Only the assumptions of a search give it a meaning.
    Objective,
}

impl Translation {
    /// Returns the meaning of a variable, or `None` if the clauses do not have it.
    #[must_use]
    pub fn meaning(&self, variable: Var) -> Option<Meaning> {
        Some(match self.cnf.origin(variable)? {
            ClauseOrigin::Counter(counter) => Meaning::Counter(counter as usize),
            ClauseOrigin::Activation => Meaning::Activation,
            ClauseOrigin::Objective => Meaning::Objective,
            ClauseOrigin::Node(node) => {
                let node = node as usize;
                match (self.atom_of_node.get(&node), self.loops.guesses.get(&node)) {
                    (Some(&atom), _) => Meaning::Atom(atom),
                    (_, Some(&(component, guess))) => Meaning::Guess { component, guess },
                    _ => Meaning::Formula(Edge::of_node(node)),
                }
            }
        })
    }

    /// Returns the values of all variables in an answer set, each according to its meaning.
    #[must_use]
    pub fn model_of(&self, answer_set: &FixedBitSet) -> Assignment {
        let atom = |node: usize| self.atom_of_node.get(&node).is_some_and(|a| answer_set.contains(a.index()));
        // Guesses follow from how the atoms are derived, which does not depend on them.
        let mut values = self.gates.evaluate(atom);
        if !self.loops.guesses.is_empty() {
            let levels: Table<ComponentId, _> =
                self.loops.components.iter().map(|component| component.levels(&values)).collect();
            let guessed =
                |node| self.loops.guesses.get(&node).is_some_and(|&(c, guess)| guess.value(&levels[c]));
            values = self.gates.evaluate(|node| atom(node) || guessed(node));
        }
        let mut assignment = Assignment::default();
        for (index, origin) in self.cnf.origins().iter().enumerate() {
            let value = match origin {
                ClauseOrigin::Node(node) => TernaryVal::from(values.get(Edge::of_node(*node as usize))),
                ClauseOrigin::Counter(_) | ClauseOrigin::Activation | ClauseOrigin::Objective => {
                    TernaryVal::DontCare
                }
            };
            assignment.assign_var(Var::new(index as u32), value);
        }
        self.cnf.counters.iter().for_each(|counter| counter.extend(&mut assignment));
        assignment
    }
}
