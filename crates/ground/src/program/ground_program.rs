//! A ground program with what its atoms are called.

use std::fmt;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use super::{AtomId, Base, Literal, Program, ShownTerm};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::Signature;
use crate::value::{FromArguments, Mismatch};

/// What the names of predicates begin with that the engine made. No name that a reader can write contains it.
pub const HIDDEN: char = '#';

/// What auxiliary names begin with, by convention: without `#project` no answer set differs from another by what it shows
/// under such a name.
pub const AUXILIARY: char = '_';

/// A ground program, the names of its atoms, and which of them are shown.
#[derive(Clone, Copy, Debug)]
pub struct GroundProgram<'e> {
    /// The table of symbols.
    pub symbols: &'e Symbols,
    /// The atoms.
    pub base: &'e Base,
    /// The rules.
    pub program: &'e Program,
    /// The predicates named by `#show`; `None` where no directive restricts what is shown.
    pub shown: Option<&'e FxHashSet<Signature>>,
    /// Whether names that begin with [`AUXILIARY`] are not shown either.
    pub hides_auxiliary: bool,
}

/// A ground atom with its name. It prints as in a program.
#[derive(Clone, Copy, Debug)]
pub struct Atom<'e> {
    signature: Signature,
    arguments: &'e [Symbol],
    symbols: &'e Symbols,
}

impl<'e> GroundProgram<'e> {
    /// The same atoms with another program about them, as one that says otherwise what external atoms are.
    #[must_use]
    pub fn with_program(self, program: &'e Program) -> Self {
        GroundProgram { program, ..self }
    }

    /// Predicate and arguments of an atom; `None` for one that only the engine knows, or that nothing derives.
    #[must_use]
    pub fn atom(&self, atom: AtomId) -> Option<Atom<'e>> {
        let (signature, arguments) = self.base.name(atom)?;
        Some(Atom { signature, arguments, symbols: self.symbols })
    }

    /// The same, but `None` for an atom that `#show` leaves out as well.
    #[must_use]
    pub fn shown_atom(&self, atom: AtomId) -> Option<Atom<'e>> {
        self.atom(atom).filter(|atom| self.shows(atom.signature))
    }

    /// Whether the atoms of a predicate are shown.
    pub fn shows(&self, signature: Signature) -> bool {
        if self.hides_auxiliary && self.is_auxiliary(signature) {
            return false;
        }
        match self.shown {
            Some(shown) => shown.contains(&signature),
            None => !self.symbols.text(signature.name).starts_with(HIDDEN),
        }
    }

    /// Whether the atoms of a predicate begin with `_`; those of strong negation begin with `-`.
    fn is_auxiliary(&self, signature: Signature) -> bool {
        !signature.negative && self.symbols.text(signature.name).starts_with(AUXILIARY)
    }

    /// Whether a term begins with `_`.
    fn is_auxiliary_term(&self, term: Symbol) -> bool {
        let name = self.symbols.as_function(term).and_then(|(name, _, negative)| name.filter(|_| !negative));
        name.is_some_and(|name| self.symbols.text(name).starts_with(AUXILIARY))
    }

    /// The terms that `#show` adds, with their conditions, in the order of the program; a term may be there several times.
    pub fn shown_terms(self) -> impl Iterator<Item = &'e ShownTerm> {
        self.program
            .shown
            .iter()
            .filter(move |shown| !self.hides_auxiliary || !self.is_auxiliary_term(shown.term))
    }

    /// The number of an atom of the ground program.
    #[must_use]
    pub fn find(&self, signature: Signature, arguments: &[Symbol]) -> Option<AtomId> {
        let domain = self.base.domain(self.base.find_predicate(signature)?);
        domain.find(arguments).map(|row| domain.atom(row))
    }

    /// The shown atoms that are true, in the order in which they were derived.
    pub fn true_atoms<'s>(self, set: &'s FixedBitSet) -> impl Iterator<Item = Atom<'e>> + 's
    where
        'e: 's,
    {
        set.ones().filter_map(move |index| self.shown_atom(AtomId(index as u32)))
    }

    /// The terms that `#show` adds, in the order of the program, each once.
    pub fn true_terms<'s>(self, set: &'s FixedBitSet) -> impl Iterator<Item = Symbol> + 's
    where
        'e: 's,
    {
        let mut seen = FxHashSet::default();
        let shown = self.shown_terms().filter(move |shown| {
            shown.condition.is_none_or(|l| set.contains(l.atom().index()) != l.is_negative())
        });
        shown.map(|shown| shown.term).filter(move |&term| seen.insert(term))
    }

    /// The literals that decide what is shown under names that do not begin with `_`: what answer sets are compared by where
    /// `#project` has no say.
    #[must_use]
    pub fn shown_literals(&self) -> Vec<Literal> {
        let atoms = (0..self.program.atom_count() as u32).map(AtomId);
        let counts = |atom: &AtomId| {
            let signature = self.shown_atom(*atom).map(|atom| atom.signature);
            signature.is_some_and(|signature| !self.is_auxiliary(signature))
        };
        let terms = self.shown_terms().filter(|shown| !self.is_auxiliary_term(shown.term));
        atoms.filter(counts).map(AtomId::positive).chain(terms.filter_map(|shown| shown.condition)).collect()
    }
}

impl<'e> Atom<'e> {
    /// Its predicate's name.
    #[must_use]
    pub fn name(&self) -> &'e str {
        self.symbols.text(self.signature.name)
    }

    /// Whether a `-` stands before it.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.signature.negative
    }

    /// Its predicate.
    #[must_use]
    pub fn signature(&self) -> Signature {
        self.signature
    }

    /// Its arguments.
    #[must_use]
    pub fn arguments(&self) -> &'e [Symbol] {
        self.arguments
    }

    /// Its arguments as Rust values.
    ///
    /// # Errors
    ///
    /// When there are more or fewer, or one is of another kind.
    pub fn read<T: FromArguments>(&self) -> Result<T, Mismatch> {
        match T::ARITY {
            Some(arity) if arity != self.arguments.len() => Err(Mismatch {
                expected: format!("{arity} arguments"),
                found: format!("the {} of `{self}`", self.arguments.len()),
            }),
            _ => T::from_arguments(self.arguments, self.symbols),
        }
    }
}

impl fmt::Display for Atom<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.signature.negative {
            f.write_str("-")?;
        }
        f.write_str(self.name())?;
        for (i, &argument) in self.arguments.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { "," })?;
            self.symbols.display(argument).fmt(f)?;
        }
        f.write_str(if self.arguments.is_empty() { "" } else { ")" })
    }
}
