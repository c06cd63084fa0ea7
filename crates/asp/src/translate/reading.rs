//! What each variable of the clauses means in an answer set.
//!
//! Under these readings every answer set makes every clause true; the other way round, a model of the clauses need not
//! agree with the reading of a variable that is defined in one direction only.

use super::gates::Edge;
use super::loops::Guess;
use crate::program::AtomId;

/// The meaning of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reading {
    /// The atom is true.
    Atom(AtomId),
    /// Something about how the atoms of a component are derived.
    Guess {
        /// The component's number.
        component: usize,
        /// What is said.
        guess: Guess,
    },
    /// The formula holds; see [`super::Translation::gates`].
    Formula(Edge),
    /// The inside of the counter of this number: at least so many of the literals below a node hold (a totalizer), or
    /// one after a position does (a ladder).
    Counter(usize),
    /// Nothing: it switches clauses off.
    Switch,
}
