//! The ground program: rules over numbered atoms, and the table of what the numbers mean.
//!
//! Invariant: rules only grow at the end, so whoever has read the first `n` of them resumes there with
//! [`Rules::after`]; atoms keep their numbers for good. This is the meeting point of the stages: the grounder and the
//! aspif reader write it, translation and the printers read it.

mod base;
mod components;
pub mod difference;
mod ground_program;
mod heuristic;
mod linear;
mod objective;
mod rules;
mod theory;

pub use base::{Base, Domain, PredicateId};
pub use components::positive_components;
pub use ground_program::{Atom, GroundProgram, AUXILIARY, HIDDEN};
pub use heuristic::{Heuristic, Modifier};
pub use objective::Minimize;
pub use rules::{Body, Cursor, HeadKind, Rule, Rules};
pub use theory::{is_operator, Side, Theory, TheoryAtom, TheoryElement, CALL, LIST, SET};
pub(crate) use theory::{theory_term, AtomText};

/// The name of the atoms that are difference constraints.
pub const DIFFERENCE: &str = "diff";

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use crate::symbol::{Symbol, Symbols};

/// A ground atom's number, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AtomId(pub u32);

impl AtomId {
    /// The number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The atom as a literal.
    #[must_use]
    pub fn positive(self) -> Literal {
        Literal::new(self, false)
    }

    /// `not` the atom.
    #[must_use]
    pub fn negative(self) -> Literal {
        Literal::new(self, true)
    }
}

/// An atom or its default negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The atom, negated by `not` if `negative`.
    #[must_use]
    pub fn new(atom: AtomId, negative: bool) -> Self {
        debug_assert!(atom.0 < 1 << 31);
        Literal(atom.0 << 1 | u32::from(negative))
    }

    /// The atom.
    #[must_use]
    pub fn atom(self) -> AtomId {
        AtomId(self.0 >> 1)
    }

    /// Whether `not` stands before it.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The other sign; `not not a` is not `a` in a rule, so this is for clauses, not for bodies.
    #[must_use]
    pub fn complement(self) -> Self {
        Literal(self.0 ^ 1)
    }
}

/// The truth value of an external atom as long as no rule defines it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExternalValue {
    /// True.
    True,
    /// False.
    False,
    /// Either: the solver may choose.
    Free,
    /// False for good: it is external no more, and no rule may define it.
    Released,
}

impl ExternalValue {
    /// The value that a term names.
    #[must_use]
    pub fn named(value: Symbol, symbols: &Symbols) -> Option<ExternalValue> {
        let (name, [], false) = symbols.as_function(value)? else { return None };
        match symbols.text(name?) {
            "true" => Some(ExternalValue::True),
            "false" => Some(ExternalValue::False),
            "free" => Some(ExternalValue::Free),
            "release" => Some(ExternalValue::Released),
            _ => None,
        }
    }

    /// How it is written behind an external atom; nothing for what is so anyway.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        match self {
            ExternalValue::True => " [true]",
            ExternalValue::False => "",
            ExternalValue::Free => " [free]",
            ExternalValue::Released => " [release]",
        }
    }
}

/// A term that answer sets show besides their atoms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownTerm {
    /// The term.
    pub term: Symbol,
    /// Where it is shown; `None` for everywhere.
    pub condition: Option<Literal>,
}

/// A ground program.
#[derive(Clone, Default, Debug)]
pub struct Program {
    /// The rules. Facts are not among them: see [`Program::is_fact`].
    pub rules: Rules,
    /// What to minimise.
    pub minimize: Vec<Minimize>,
    /// External atoms in the order they were declared; a later entry for the same atom replaces the earlier.
    pub externals: Vec<(AtomId, ExternalValue)>,
    /// Terms to show, in the order of the program; one may occur more than once.
    pub shown: Vec<ShownTerm>,
    /// The atoms on which projected answer sets have to differ; without any, it is what they show.
    pub projection: BTreeSet<AtomId>,
    /// The atoms of theories.
    pub theory: Theory,
    /// What a search may be told of the atoms it decides on; answer sets are the same without it.
    pub heuristics: Vec<Heuristic>,
    /// What every search assumes; only programs in a low-level format say so.
    pub assumptions: Vec<Literal>,
    atom_count: u32,
    facts: FixedBitSet,
    fact_count: usize,
}

impl Program {
    /// An empty program.
    #[must_use]
    pub fn new() -> Self {
        Program::default()
    }

    /// A new atom that nothing derives yet.
    ///
    /// # Panics
    ///
    /// When 2^31 atoms exist.
    pub fn new_atom(&mut self) -> AtomId {
        assert!(self.atom_count < 1 << 31, "fewer than 2^31 ground atoms");
        self.atom_count += 1;
        AtomId(self.atom_count - 1)
    }

    /// How many atoms there are.
    #[must_use]
    pub fn atom_count(&self) -> usize {
        self.atom_count as usize
    }

    /// Makes an atom true in every answer set without a rule.
    pub fn add_fact(&mut self, atom: AtomId) {
        if self.facts.len() < self.atom_count as usize {
            self.facts.grow(2 * self.atom_count as usize);
        }
        self.fact_count += usize::from(!self.facts.put(atom.index()));
    }

    /// Whether an atom was made true.
    #[must_use]
    pub fn is_fact(&self, atom: AtomId) -> bool {
        self.facts.contains(atom.index())
    }

    /// How many atoms were made true.
    #[must_use]
    pub fn fact_count(&self) -> usize {
        self.fact_count
    }
}
