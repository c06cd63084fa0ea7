//! `#heuristic` directives for ground atoms: instructions for the decisions of a search.

use super::{AtomId, Literal};

/// The property of an atom that a heuristic changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Modifier {
    /// The level: atoms of a higher level are decided first.
    Level,
    /// The sign: the atom is decided true if the bias is positive, false if it is negative.
    Sign,
    /// The factor that multiplies the atom's score.
    Factor,
    /// The amount that is added to the atom's initial score.
    Init,
    /// The level, with the decision that the atom is true.
    True,
    /// The level, with the decision that the atom is false.
    False,
}

impl Modifier {
    /// All modifiers, in the order of their numbers in aspif.
    pub const ALL: [Modifier; 6] =
        [Modifier::Level, Modifier::Sign, Modifier::Factor, Modifier::Init, Modifier::True, Modifier::False];

    /// Returns the modifier's name in a program text.
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

/// A `#heuristic` directive for one atom. It is in force while its condition holds. Of several directives in force
/// that change the same property, the one with the highest priority counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heuristic {
    /// The atom.
    pub atom: AtomId,
    /// The property that is changed.
    pub modifier: Modifier,
    /// The new value of the property, or the amount of the change.
    pub bias: i64,
    /// The priority; the highest one wins.
    pub priority: u64,
    /// The condition, a conjunction of literals.
    pub condition: Vec<Literal>,
}
