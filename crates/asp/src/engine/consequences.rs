//! Brave and cautious consequences: what is shown in some, or in all, answer sets.

use std::fmt;

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use itertools::Itertools;
use rustc_hash::FxBuildHasher;

use super::solving::Solving;
use super::Error;
use groundplan_ground::program::{Atom, AtomId, GroundProgram, Literal};
use groundplan_ground::symbol::Symbol;
use groundplan_solve::solve::{Bound, Deduction, End, Question, Reasoning};

/// The union (brave) or the intersection (cautious) of answer sets, restricted to shown atoms and terms or to the atoms that
/// `#project` names. It prints as atoms and terms, separated by blanks.
#[derive(Clone, Debug)]
pub struct Consequences<'e> {
    atoms: FixedBitSet,
    terms: Vec<Symbol>,
    known: usize,
    open: usize,
    ground: GroundProgram<'e>,
}

impl<'e> Consequences<'e> {
    /// The shown atoms that are consequences.
    pub fn atoms(&self) -> impl Iterator<Item = Atom<'e>> + '_ {
        self.ground.true_atoms(&self.atoms)
    }

    /// The shown terms, other than atoms, that are consequences.
    #[must_use]
    pub fn terms(&self) -> &[Symbol] {
        &self.terms
    }

    /// Whether a shown atom, or an atom that `#project` names, is a consequence.
    #[must_use]
    pub fn holds(&self, atom: AtomId) -> bool {
        self.atoms.contains(atom.index())
    }

    /// The final state, when there are no more answer sets: nothing is open any more.
    pub(super) fn concluded(self, reasoning: Reasoning) -> Self {
        let known = self.known + if reasoning == Reasoning::Cautious { self.open } else { 0 };
        Consequences { known, open: 0, ..self }
    }

    /// The ground program that was asked about.
    #[must_use]
    pub fn ground_program(&self) -> GroundProgram<'e> {
        self.ground
    }

    /// The number of atoms and terms that are proven to be consequences, whichever answer sets are still to be found. If the
    /// question is about the atoms that `#project` names, only these are counted.
    #[must_use]
    pub fn known(&self) -> usize {
        self.known
    }

    /// The number of atoms and terms that are still undecided: answer sets still to be found may add (brave) or remove
    /// (cautious) them.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open
    }

    /// The atoms and terms as text.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        let symbols = self.ground.symbols;
        let atoms = self.atoms().map(|atom| atom.to_string());
        atoms.chain(self.terms.iter().map(move |&term| symbols.display(term).to_string()))
    }
}

impl fmt::Display for Consequences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().join(" "))
    }
}

/// An iterator over successive approximations of the consequences: see
/// [`Query::approximations`](super::Query::approximations).
#[derive(Debug)]
pub struct Approximations<'e> {
    solving: Solving<'e>,
    /// The shown atoms or, if `named`, the atoms that `#project` names. In the deduction they are the first items; the shown
    /// terms that have conditions follow.
    atoms: Vec<AtomId>,
    /// The shown terms with their conditions, one of which must hold; a term without conditions is always shown.
    terms: IndexMap<Symbol, Vec<Literal>, FxBuildHasher>,
    reasoning: Reasoning,
    /// Whether `atoms` are those that `#project` names.
    named: bool,
    /// `None` if an assumption can never hold.
    deduction: Option<Deduction>,
    failed: bool,
}

impl<'e> Approximations<'e> {
    pub(super) fn new(
        mut solving: Solving<'e>,
        assumptions: Option<&[Literal]>,
        reasoning: Reasoning,
        named: bool,
        bound: Option<&Bound>,
    ) -> Result<Self, Error> {
        let ground = solving.ground;
        let atoms: Vec<AtomId> = if named {
            ground.program.projection.iter().copied().collect()
        } else {
            all_atoms(ground).filter(|&atom| ground.shown_atom(atom).is_some()).collect()
        };
        let terms = shown_terms(ground);
        let deduction = match assumptions {
            None => None,
            Some(assumptions) => {
                let conditional =
                    terms.values().filter(|conditions| !named && !conditions.is_empty()).cloned();
                let items = atoms.iter().map(|atom| vec![atom.positive()]).chain(conditional).collect();
                let made = solving.begin(|search, program| {
                    Deduction::new(search, program, assumptions, reasoning, items, bound)
                })?;
                Some(made)
            }
        };
        Ok(Approximations { solving, atoms, terms, reasoning, named, deduction, failed: false })
    }

    /// The ground program that is asked about.
    #[must_use]
    pub fn ground_program(&self) -> GroundProgram<'e> {
        self.solving.ground
    }

    /// The value that an atom has in every answer set, as far as propagation shows it before the search; `None` if unknown.
    #[must_use]
    pub fn known(&self, atom: AtomId) -> Option<bool> {
        self.solving.search.known(self.solving.ground.program, atom)
    }

    /// The reason why the iteration ended; `None` while it may go on. After [`End::Exhausted`] the last approximation is
    /// exact.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        match &self.deduction {
            _ if self.failed => Some(End::Interrupted),
            None => Some(End::Exhausted),
            Some(deduction) => deduction.ended(),
        }
    }
}

fn all_atoms(ground: GroundProgram<'_>) -> impl Iterator<Item = AtomId> {
    (0..ground.program.atom_count() as u32).map(AtomId)
}

/// Several directives may show the same term, and one of them may show it unconditionally.
fn shown_terms(ground: GroundProgram<'_>) -> IndexMap<Symbol, Vec<Literal>, FxBuildHasher> {
    let mut terms: IndexMap<Symbol, Option<Vec<Literal>>, FxBuildHasher> = IndexMap::default();
    for shown in ground.shown_terms() {
        let conditions = terms.entry(shown.term).or_insert_with(|| Some(Vec::new()));
        match shown.condition {
            Some(literal) => conditions.iter_mut().for_each(|conditions| conditions.push(literal)),
            None => *conditions = None,
        }
    }
    terms.into_iter().map(|(term, conditions)| (term, conditions.unwrap_or_default())).collect()
}

impl<'e> Iterator for Approximations<'e> {
    type Item = Result<Consequences<'e>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let Approximations { solving, atoms, terms, reasoning, named, deduction, failed } = self;
        let deduction = deduction.as_mut().filter(|_| !*failed)?;
        let program = solving.ground.program;
        match solving.next(deduction) {
            Ok(Some(())) => {}
            Ok(None) => return None,
            Err(error) => {
                *failed = true;
                return Some(Err(error));
            }
        }
        let mut set = FixedBitSet::with_capacity(program.atom_count());
        atoms.iter().enumerate().for_each(|(item, atom)| set.set(atom.index(), deduction.knows(item)));
        let holds = |literal: &Literal| !literal.is_negative() && set.contains(literal.atom().index());
        let mut item = atoms.len();
        let shown = terms.iter().filter(|(_, conditions)| {
            conditions.is_empty()
                || match named {
                    true => conditions.iter().any(holds),
                    false => {
                        item += 1;
                        deduction.knows(item - 1)
                    }
                }
        });
        let terms: Vec<Symbol> = shown.map(|(&term, _)| term).collect();
        let held = set.count_ones(..) + if *named { 0 } else { terms.len() };
        let open = deduction.open();
        let known = if *reasoning == Reasoning::Brave { held } else { held - open };
        if *named {
            let facts = all_atoms(solving.ground).filter(|&atom| program.is_fact(atom));
            facts.for_each(|atom| set.insert(atom.index()));
        }
        Some(Ok(Consequences { atoms: set, terms, known, open, ground: solving.ground }))
    }
}

impl Drop for Approximations<'_> {
    fn drop(&mut self) {
        if let Some(deduction) = &mut self.deduction {
            // If the solver has failed, its next use reports the failure.
            let _ = deduction.end(self.solving.search, End::Stopped);
        }
        self.solving.note_end();
    }
}
