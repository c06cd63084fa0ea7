//! Variables that loop methods guess, and their meaning.

use super::component::Member;
use crate::translate::gates::{Edge, Gates};
use crate::translate::index::Table;

/// The meaning of a guessed variable: a statement about how an answer set's atoms are derived. Atoms are numbers
/// within their component, and levels are those of [`super::LoopComponent::levels`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Guess {
    /// The atom's level is at least `level`.
    LevelAtLeast {
        /// The atom.
        atom: Member,
        /// The level, from 1 up to the component's size, exclusively.
        level: u32,
    },
    /// A binary digit of the atom's level.
    LevelBit {
        /// The atom.
        atom: Member,
        /// The number of the digit; 0 is the lowest.
        bit: u32,
    },
}

impl Guess {
    /// Returns the variable's value in an answer set with these levels.
    #[must_use]
    pub(crate) fn value(self, levels: &Table<Member, Option<u32>>) -> bool {
        match self {
            Guess::LevelAtLeast { atom, level } => levels[atom].unwrap_or(0) >= level,
            Guess::LevelBit { atom, bit } => levels[atom].unwrap_or(0) >> bit & 1 == 1,
        }
    }
}

/// The variables guessed for one component, with their meanings.
#[derive(Default, Debug)]
pub(in crate::translate) struct Guesses(pub(in crate::translate) Vec<(Edge, Guess)>);

impl Guesses {
    pub(super) fn make(&mut self, gates: &mut Gates, guess: Guess) -> Edge {
        let edge = gates.input();
        self.0.push((edge, guess));
        edge
    }
}
