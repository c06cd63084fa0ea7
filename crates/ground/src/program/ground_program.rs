//! A ground program together with the names of its atoms.

use std::fmt;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use super::{AtomId, Base, Literal, Program, ShownTerm};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::Signature;
use crate::value::{FromArguments, Mismatch};

/// The first character of predicate names that the engine creates. No name in a program text contains it.
pub const HIDDEN: char = '#';

/// The first character of auxiliary names, by convention. Without `#project`, answer sets are not distinguished by
/// the atoms and terms shown under such names.
pub const AUXILIARY: char = '_';

/// A ground program with the names of its atoms and the directives of what is shown.
#[derive(Clone, Copy, Debug)]
pub struct GroundProgram<'e> {
    /// The table of symbols.
    pub symbols: &'e Symbols,
    /// The table of atoms.
    pub base: &'e Base,
    /// The ground rules and directives.
    pub program: &'e Program,
    /// The predicates named by `#show`; `None` if no directive restricts what is shown.
    pub shown: Option<&'e FxHashSet<Signature>>,
    /// Whether atoms and terms whose names begin with [`AUXILIARY`] are hidden too.
    pub hides_auxiliary: bool,
}

/// A ground atom with its name. `Display` prints it as in a program text.
#[derive(Clone, Copy, Debug)]
pub struct Atom<'e> {
    signature: Signature,
    arguments: &'e [Symbol],
    symbols: &'e Symbols,
}

impl<'e> GroundProgram<'e> {
    /// Returns the same atoms with another program over them, such as one with other values of external atoms.
    #[must_use]
    pub fn with_program(self, program: &'e Program) -> Self {
        GroundProgram { program, ..self }
    }

    /// Returns an atom with its name; `None` if it has no name or is not derivable.
    #[must_use]
    pub fn atom(&self, atom: AtomId) -> Option<Atom<'e>> {
        let (signature, arguments) = self.base.name(atom)?;
        Some(Atom { signature, arguments, symbols: self.symbols })
    }

    /// Returns an atom with its name if it is shown; `None` if `#show` hides it or it has no name.
    #[must_use]
    pub fn shown_atom(&self, atom: AtomId) -> Option<Atom<'e>> {
        self.atom(atom).filter(|atom| self.shows(atom.signature))
    }

    /// Returns whether the atoms of a predicate are shown.
    pub fn shows(&self, signature: Signature) -> bool {
        if self.hides_auxiliary && self.is_auxiliary(signature) {
            return false;
        }
        match self.shown {
            Some(shown) => shown.contains(&signature),
            None => !self.symbols.text(signature.name).starts_with(HIDDEN),
        }
    }

    /// Returns whether the name of a predicate begins with `_`. Strongly negated predicates begin with `-` and do not
    /// count.
    fn is_auxiliary(&self, signature: Signature) -> bool {
        !signature.negative && self.symbols.text(signature.name).starts_with(AUXILIARY)
    }

    /// Returns whether a term begins with `_`.
    fn is_auxiliary_term(&self, term: Symbol) -> bool {
        let name = self.symbols.as_function(term).and_then(|(name, _, negative)| name.filter(|_| !negative));
        name.is_some_and(|name| self.symbols.text(name).starts_with(AUXILIARY))
    }

    /// Returns the terms that `#show` adds, with their conditions, in the order of the program. A term may occur
    /// several times.
    pub fn shown_terms(self) -> impl Iterator<Item = &'e ShownTerm> {
        self.program
            .shown
            .iter()
            .filter(move |shown| !self.hides_auxiliary || !self.is_auxiliary_term(shown.term))
    }

    /// Returns the number of an atom by its name, if it is in the ground program.
    #[must_use]
    pub fn find(&self, signature: Signature, arguments: &[Symbol]) -> Option<AtomId> {
        let domain = self.base.domain(self.base.find_predicate(signature)?);
        domain.find(arguments).map(|row| domain.atom(row))
    }

    /// Returns the shown atoms that are true, in the order of their numbers.
    pub fn true_atoms<'s>(self, set: &'s FixedBitSet) -> impl Iterator<Item = Atom<'e>> + 's
    where
        'e: 's,
    {
        set.ones().filter_map(move |index| self.shown_atom(AtomId(index as u32)))
    }

    /// Returns the shown terms whose conditions are true, in the order of the program and without duplicates.
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

    /// Returns the literals that decide what is shown under names that do not begin with `_`. Without `#project`,
    /// answer sets are distinguished by these literals.
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
    /// Returns the name of the atom's predicate.
    #[must_use]
    pub fn name(&self) -> &'e str {
        self.symbols.text(self.signature.name)
    }

    /// Returns whether the atom is strongly negated, by a `-` before its name.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.signature.negative
    }

    /// Returns the signature of the atom's predicate.
    #[must_use]
    pub fn signature(&self) -> Signature {
        self.signature
    }

    /// Returns the atom's arguments.
    #[must_use]
    pub fn arguments(&self) -> &'e [Symbol] {
        self.arguments
    }

    /// Reads the atom's arguments as Rust values.
    ///
    /// # Errors
    ///
    /// If the number of arguments differs, or an argument does not have the expected type.
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
