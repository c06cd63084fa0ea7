//! `#heuristic` of ground atoms: what a search is told of the atoms it decides on.

use super::{AtomId, Literal};

/// What a heuristic changes of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Modifier {
    /// Atoms of a higher level are decided first.
    Level,
    /// The atom is made true if positive, false if negative.
    Sign,
    /// What its score is multiplied with.
    Factor,
    /// What is added to its score at first.
    Init,
    /// Its level, and true.
    True,
    /// Its level, and false.
    False,
}

impl Modifier {
    /// All of them, by their numbers in aspif.
    pub const ALL: [Modifier; 6] =
        [Modifier::Level, Modifier::Sign, Modifier::Factor, Modifier::Init, Modifier::True, Modifier::False];

    /// As it is written in a program.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Modifier::Level => "level",
            Modifier::Sign => "sign",
            Modifier::Factor => "factor",
            Modifier::Init => "init",
            Modifier::True => "true",
            Modifier::False => "false",
        }
    }
}

/// `#heuristic` for one atom. It is in force while its condition holds; of those in force that change the same, the one of
/// the highest priority counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heuristic {
    /// The atom.
    pub atom: AtomId,
    /// What is changed.
    pub modifier: Modifier,
    /// To what, or by how much.
    pub bias: i64,
    /// Larger ones win.
    pub priority: u64,
    /// When: all of these hold.
    pub condition: Vec<Literal>,
}
