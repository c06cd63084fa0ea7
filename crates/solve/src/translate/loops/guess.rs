//! Variables that loop methods guess, and what they are read as.

use super::component::Member;
use crate::translate::gates::{Edge, Gates};
use crate::translate::index::Table;

/// What a variable that a method guesses says of the derivation of an answer set's atoms; atoms are numbers within
/// their component, levels those of [`super::Component::levels`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Guess {
    /// The atom's level is at least so much.
    LevelAtLeast {
        /// The atom.
        atom: Member,
        /// From 1 to the component's size, exclusively.
        level: u32,
    },
    /// A binary digit of the atom's level.
    LevelBit {
        /// The atom.
        atom: Member,
        /// The digit: 0 is the lowest.
        bit: u32,
    },
}

impl Guess {
    /// The value in an answer set with these levels.
    #[must_use]
    pub(crate) fn value(self, levels: &Table<Member, Option<u32>>) -> bool {
        match self {
            Guess::LevelAtLeast { atom, level } => levels[atom].unwrap_or(0) >= level,
            Guess::LevelBit { atom, bit } => levels[atom].unwrap_or(0) >> bit & 1 == 1,
        }
    }
}

/// The variables guessed for one component.
#[derive(Default, Debug)]
pub(in crate::translate) struct Guesses(pub(in crate::translate) Vec<(Edge, Guess)>);

impl Guesses {
    pub(super) fn make(&mut self, gates: &mut Gates, guess: Guess) -> Edge {
        let edge = gates.input();
        self.0.push((edge, guess));
        edge
    }
}
