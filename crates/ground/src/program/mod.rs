//! The ground program: rules over numbered atoms, and the table of the atoms' names.
//!
//! Invariant: rules are only appended, so a reader of the first `n` rules resumes with [`Rules::after`], and the
//! numbers of atoms never change. The ground program is the interface between the stages: the grounder and the aspif
//! reader write it, the translation and the printers read it.

mod base;
mod components;
pub mod difference;
mod ground_program;
mod heuristic;
pub mod integers;
mod linear;
mod objective;
mod origins;
mod relations;
mod rules;
mod theory;
mod theory_use;

pub use base::{Base, Domain, PredicateId};
pub use components::positive_components;
pub use ground_program::{Atom, GroundProgram, AUXILIARY, HIDDEN};
pub use heuristic::{Heuristic, Modifier};
pub use objective::Minimize;
pub use origins::RuleOrigins;
pub use relations::{Connection, Relation};
pub use rules::{Body, HeadKind, Rule, RuleCursor, Rules};
pub(crate) use theory::AtomText;
pub use theory::{is_operator, theory_term, Side, Theory, TheoryAtom, TheoryElement, CALL, LIST, SET};
pub(crate) use theory_use::use_theory_atoms;

/// The name of the theory atoms that are difference constraints.
pub const DIFFERENCE: &str = "diff";

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use crate::symbol::{Symbol, Symbols};

/// The number of a ground atom, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AtomId(pub u32);

impl AtomId {
    /// Returns the number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the positive literal of the atom.
    #[must_use]
    pub fn positive(self) -> Literal {
        Literal::new(self, false)
    }

    /// Returns the literal `not` the atom.
    #[must_use]
    pub fn negative(self) -> Literal {
        Literal::new(self, true)
    }
}

/// A literal: an atom or its default negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Literal(u32);

impl Literal {
    /// Returns the literal of an atom, negated by `not` if `negative`.
    #[must_use]
    pub fn new(atom: AtomId, negative: bool) -> Self {
        debug_assert!(atom.0 < 1 << 31);
        Literal(atom.0 << 1 | u32::from(negative))
    }

    /// Returns the literal's atom.
    #[must_use]
    pub fn atom(self) -> AtomId {
        AtomId(self.0 >> 1)
    }

    /// Returns whether the literal is negated by `not`.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the complementary literal. It is meant for clauses, not for rule bodies, in which `not not a` differs
    /// from `a`.
    #[must_use]
    pub fn complement(self) -> Self {
        Literal(self.0 ^ 1)
    }
}

/// The truth value of an external atom while no rule defines it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExternalValue {
    /// The atom is true.
    True,
    /// The atom is false.
    False,
    /// The solver chooses the value.
    Free,
    /// The atom is false for good: it is no longer external, and no rule may define it.
    Released,
}

impl ExternalValue {
    /// Returns the value that a term names, if it names one.
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

    /// Returns the text that follows an external atom in a program; it is empty for the default value.
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

/// A term that is shown in addition to atoms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownTerm {
    /// The term.
    pub term: Symbol,
    /// The literal under which it is shown; `None` if it is always shown.
    pub condition: Option<Literal>,
}

/// Facts that are kept where simplification would leave them out. A program that is solved needs none of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PreservedFacts {
    /// Facts stand in the bodies of rules, and rules derive the facts that follow.
    pub in_bodies: bool,
    /// A fact is shown under the condition that it holds, not unconditionally.
    pub in_output: bool,
}

/// A ground program: its rules, facts and directives.
#[derive(Clone, Default, Debug)]
pub struct Program {
    /// The rules. Facts are stored separately: see [`Program::is_fact`].
    pub rules: Rules,
    /// The objectives to minimize.
    pub minimize: Vec<Minimize>,
    /// External atoms in the order in which they were declared. A later entry for an atom replaces the earlier one.
    pub externals: Vec<(AtomId, ExternalValue)>,
    /// Terms to show, in the order of the program. A term may occur several times.
    pub shown: Vec<ShownTerm>,
    /// The atoms by which projected answer sets are distinguished. If it is empty, they are distinguished by what
    /// they show.
    pub projection: BTreeSet<AtomId>,
    /// The theory atoms.
    pub theory: Theory,
    /// Heuristics for the search. They do not change the answer sets.
    pub heuristics: Vec<Heuristic>,
    /// Literals that every search assumes. Only the readers of low-level formats add them.
    pub assumptions: Vec<Literal>,
    /// Which facts are written although the program means the same without them. Set before anything is ground.
    pub preserved: PreservedFacts,
    /// The statements of the rules; `None` if they are not asked for.
    pub origins: Option<RuleOrigins>,
    atom_count: u32,
    facts: FixedBitSet,
    fact_count: usize,
    /// The facts that rules derive, where rules keep facts in their bodies.
    derived: FixedBitSet,
}

impl Program {
    /// Returns an empty program.
    #[must_use]
    pub fn new() -> Self {
        Program::default()
    }

    /// Creates an atom that no rule derives yet.
    ///
    /// # Panics
    ///
    /// If 2^31 atoms exist already.
    pub fn new_atom(&mut self) -> AtomId {
        assert!(self.atom_count < 1 << 31, "fewer than 2^31 ground atoms");
        self.atom_count += 1;
        AtomId(self.atom_count - 1)
    }

    /// Returns the number of atoms.
    #[must_use]
    pub fn atom_count(&self) -> usize {
        self.atom_count as usize
    }

    /// Makes an atom a fact, which is true in every answer set without a rule.
    pub fn add_fact(&mut self, atom: AtomId) {
        if self.facts.len() < self.atom_count as usize {
            self.facts.grow(2 * self.atom_count as usize);
        }
        self.fact_count += usize::from(!self.facts.put(atom.index()));
    }

    /// Returns whether an atom is a fact.
    #[must_use]
    pub fn is_fact(&self, atom: AtomId) -> bool {
        self.facts.contains(atom.index())
    }

    /// Returns whether an atom is a fact that no rule derives, so that it has to be stated.
    #[must_use]
    pub fn is_stated(&self, atom: AtomId) -> bool {
        self.is_fact(atom) && !self.derived.contains(atom.index())
    }

    /// Returns whether an atom is written as shown without a condition: it is a fact, and facts are not kept in the output.
    #[must_use]
    pub fn is_shown_always(&self, atom: AtomId) -> bool {
        self.is_fact(atom) && !self.preserved.in_output
    }

    /// Writes the rule by which facts derive a fact.
    pub(crate) fn add_derived_fact(&mut self, atom: AtomId, body: &[Literal]) {
        if !self.is_fact(atom) {
            self.add_fact(atom);
            self.derived.grow_and_insert(atom.index());
        }
        self.rules.push(HeadKind::Disjunction, &[atom], Body::Conjunction(body));
    }

    /// The facts, by atom.
    pub(crate) fn facts(&self) -> &FixedBitSet {
        &self.facts
    }

    /// Returns the number of facts.
    #[must_use]
    pub fn fact_count(&self) -> usize {
        self.fact_count
    }
}
