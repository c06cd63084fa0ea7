//! What is shown of an answer set, as symbols and as text.

use std::fmt::{self, Write};

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use super::Engine;
use crate::analysis::projection::HIDDEN;
use crate::program::{AtomId, Base, Literal, Program};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::Signature;

/// What the atoms of a ground program are called, and which of them are shown.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<'e> {
    /// The table of symbols.
    pub symbols: &'e Symbols,
    /// The atoms.
    pub base: &'e Base,
    /// The ground program.
    pub program: &'e Program,
    /// The predicates named by `#show`; `None` where no directive restricts what is shown.
    pub(crate) shown: Option<&'e FxHashSet<Signature>>,
}

impl<'e> Vocabulary<'e> {
    /// Predicate and arguments of an atom that is shown; `None` for one that `#show` leaves out.
    #[must_use]
    pub fn shown_atom(&self, atom: AtomId) -> Option<(Signature, &'e [Symbol])> {
        let (signature, arguments) = self.base.name(atom)?;
        let shown = match self.shown {
            Some(shown) => shown.contains(&signature),
            None => !self.symbols.text(signature.name).starts_with(HIDDEN),
        };
        shown.then_some((signature, arguments))
    }

    /// An atom as text.
    #[must_use]
    pub fn display_atom(&self, signature: Signature, arguments: &[Symbol]) -> String {
        let mut text = String::new();
        if signature.negative {
            text.push('-');
        }
        text.push_str(self.symbols.text(signature.name));
        for (i, &argument) in arguments.iter().enumerate() {
            text.push(if i == 0 { '(' } else { ',' });
            // Writing to a string cannot fail.
            let _ = write!(text, "{}", self.symbols.display(argument));
        }
        if !arguments.is_empty() {
            text.push(')');
        }
        text
    }

    /// The shown atoms that are true, in the order in which they were derived.
    pub fn atoms<'s>(self, set: &'s FixedBitSet) -> impl Iterator<Item = (Signature, &'e [Symbol])> + 's
    where
        'e: 's,
    {
        set.ones().filter_map(move |index| self.shown_atom(AtomId(index as u32)))
    }

    /// The terms that `#show` adds, in the order of the program, each once.
    pub fn terms<'s>(self, set: &'s FixedBitSet) -> impl Iterator<Item = Symbol> + 's
    where
        'e: 's,
    {
        let mut seen = FxHashSet::default();
        let shown = self.program.shown.iter().filter(move |shown| {
            shown.condition.is_none_or(|l| set.contains(l.atom().index()) != l.is_negative())
        });
        shown.map(|shown| shown.term).filter(move |&term| seen.insert(term))
    }

    /// Everything shown, as text.
    pub fn texts<'s>(self, set: &'s FixedBitSet) -> impl Iterator<Item = String> + 's
    where
        'e: 's,
    {
        let atoms =
            self.atoms(set).map(move |(signature, arguments)| self.display_atom(signature, arguments));
        atoms.chain(self.terms(set).map(move |term| self.symbols.display(term).to_string()))
    }

    /// The literals that decide what is shown.
    #[must_use]
    pub fn literals(&self) -> Vec<Literal> {
        let atoms = (0..self.program.atom_count() as u32).map(AtomId);
        let atoms = atoms.filter(|&atom| self.shown_atom(atom).is_some()).map(AtomId::positive);
        atoms.chain(self.program.shown.iter().filter_map(|shown| shown.condition)).collect()
    }
}

/// An answer set with the names of its atoms. It prints as its shown atoms and terms, separated by blanks.
#[derive(Clone, Debug)]
pub struct Model<'e> {
    /// The true atoms by number, facts included.
    pub atoms: FixedBitSet,
    pub(crate) vocabulary: Vocabulary<'e>,
}

impl<'e> Model<'e> {
    /// What the numbers mean.
    #[must_use]
    pub fn vocabulary(&self) -> Vocabulary<'e> {
        self.vocabulary
    }

    /// The shown atoms: predicate and arguments.
    pub fn shown_atoms(&self) -> impl Iterator<Item = (Signature, &'e [Symbol])> + '_ {
        self.vocabulary.atoms(&self.atoms)
    }

    /// The shown terms that are no atoms.
    pub fn shown_terms(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.vocabulary.terms(&self.atoms)
    }
}

impl fmt::Display for Model<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, text) in self.vocabulary.texts(&self.atoms).enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            f.write_str(&text)?;
        }
        Ok(())
    }
}

impl Engine {
    /// What the atoms of the ground program are called.
    #[must_use]
    pub fn vocabulary(&self) -> Vocabulary<'_> {
        Vocabulary {
            symbols: &self.symbols,
            base: &self.base,
            program: &self.program,
            shown: self.shown.as_ref(),
        }
    }

    /// What is shown of an answer set as text: atoms in the order in which they were derived, then terms.
    pub fn shown<'a>(&'a self, answer_set: &'a FixedBitSet) -> impl Iterator<Item = String> + 'a {
        self.vocabulary().texts(answer_set)
    }

    /// An atom as text.
    #[must_use]
    pub fn display_atom(&self, signature: Signature, arguments: &[Symbol]) -> String {
        self.vocabulary().display_atom(signature, arguments)
    }

    /// Predicate and arguments of an atom that is shown; `None` for one that `#show` leaves out.
    #[must_use]
    pub fn shown_atom(&self, atom: AtomId) -> Option<(Signature, &[Symbol])> {
        self.vocabulary().shown_atom(atom)
    }

    /// The number of the atom that reads as this term.
    #[must_use]
    pub fn find_symbol(&self, symbol: Symbol) -> Option<AtomId> {
        let (name, arguments, negative) = self.symbols.as_function(symbol)?;
        let signature = Signature { name: name?, arity: arguments.len() as u32, negative };
        let domain = self.base.domain(self.base.find_predicate(signature)?);
        domain.find(arguments).map(|row| domain.atom(row))
    }

    /// The number of an atom that the ground program mentions.
    #[must_use]
    pub fn find_atom(&self, name: &str, arguments: &[Symbol]) -> Option<AtomId> {
        let name = self.symbols.find_name(name)?;
        let signature = Signature { name, arity: arguments.len() as u32, negative: false };
        let domain = self.base.domain(self.base.find_predicate(signature)?);
        domain.find(arguments).map(|row| domain.atom(row))
    }
}
