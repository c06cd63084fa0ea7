//! What some, or all, answer sets show.

use std::fmt;
use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use itertools::Itertools;
use rustc_hash::FxBuildHasher;

use super::{Engine, Error, Vocabulary};
use crate::program::{AtomId, Literal};
use crate::solve::{Enumeration, Reasoning};
use crate::symbol::Symbol;

/// The union or the intersection of what answer sets show. It prints as atoms and terms, separated by blanks.
#[derive(Clone, Debug)]
pub struct Consequences<'e> {
    /// The atoms by number.
    pub atoms: FixedBitSet,
    /// The terms that are no atoms.
    pub terms: Vec<Symbol>,
    /// How many atoms and terms answer sets not seen yet might add, or take away.
    pub open: usize,
    vocabulary: Vocabulary<'e>,
}

impl<'e> Consequences<'e> {
    /// What the numbers mean.
    #[must_use]
    pub fn vocabulary(&self) -> Vocabulary<'e> {
        self.vocabulary
    }

    /// All of it as text.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        let vocabulary = self.vocabulary;
        let atoms = vocabulary.atoms(&self.atoms);
        let atoms = atoms.map(move |(signature, arguments)| vocabulary.display_atom(signature, arguments));
        atoms.chain(self.terms.iter().map(move |&term| vocabulary.symbols.display(term).to_string()))
    }
}

impl fmt::Display for Consequences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().join(" "))
    }
}

impl Engine {
    /// Visits what some (brave) or all (cautious) of the answer sets found so far show, each larger or smaller than the
    /// one before; after [`Enumeration::Exhausted`] the last one holds for all answer sets. Only answer sets in which the
    /// assumptions hold count, and without one nothing is visited. An objective has no say.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use groundplan::{solve::Reasoning, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("example.lp", "1 { colour(red; green) } 1. bright :- colour(_).")?;
    /// engine.ground(&[("base", &[])])?;
    /// let mut last = String::new();
    /// engine.consequences(&[], Reasoning::Cautious, |consequences| {
    ///     last = consequences.to_string();
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(last, "bright");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the program cannot be translated, [`Error::Solve`] when the SAT solver fails.
    pub fn consequences(
        &mut self,
        assumptions: &[Literal],
        reasoning: Reasoning,
        mut visit: impl FnMut(&Consequences<'_>) -> ControlFlow<()>,
    ) -> Result<Enumeration, Error> {
        let assumptions = self.with_given(assumptions);
        let (search, program, vocabulary) = self.searching()?;
        let atoms = (0..program.atom_count() as u32).map(AtomId);
        let atoms: Vec<AtomId> = atoms.filter(|&atom| vocabulary.shown_atom(atom).is_some()).collect();
        // Several directives may show the same term, one of them perhaps always.
        let mut terms: IndexMap<Symbol, Option<Vec<Literal>>, FxBuildHasher> = IndexMap::default();
        for shown in &program.shown {
            let conditions = terms.entry(shown.term).or_insert_with(|| Some(Vec::new()));
            match shown.condition {
                Some(literal) => conditions.iter_mut().for_each(|conditions| conditions.push(literal)),
                None => *conditions = None,
            }
        }
        let conditional = terms.values().flatten().cloned();
        let items: Vec<Vec<Literal>> =
            atoms.iter().map(|atom| vec![atom.positive()]).chain(conditional).collect();
        let end = search.consequences(program, &assumptions, reasoning, &items, |known, open| {
            let mut set = FixedBitSet::with_capacity(program.atom_count());
            atoms.iter().enumerate().for_each(|(index, atom)| set.set(atom.index(), known[index]));
            let mut index = atoms.len();
            let shown = terms.iter().filter(|(_, conditions)| {
                conditions.is_none() || {
                    index += 1;
                    known[index - 1]
                }
            });
            let terms = shown.map(|(&term, _)| term).collect();
            visit(&Consequences { atoms: set, terms, open, vocabulary })
        })?;
        Ok(end)
    }
}
