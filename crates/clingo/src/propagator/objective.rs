//! What propagators add to the objective before a search.
//!
//! A propagator names literals of the solver; an objective consists of literals of the program. So each element gets an atom of its
//! own. If the literal is that of an atom, a rule defines the new atom by it; otherwise the new atom may be chosen, and clauses make
//! it equivalent to the literal. As in clingo, the elements stay: what later searches add comes on top.

use groundplan::program::{AtomId, Body, HeadKind, Literal, Minimize, Program};
use groundplan::propagator::SolverLiteral;
use rustc_hash::FxHashMap;

use crate::error::{Error, Result};

/// A literal that a propagator minimizes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Minimized {
    /// A literal that stands for this one of the program.
    Program(Literal),
    /// Another literal of the solver.
    Solver(SolverLiteral),
}

/// What propagators have added to the objective of a control.
#[derive(Default)]
pub struct AddedObjective {
    /// What was added for the search that begins: literals, their weights and priorities.
    elements: Vec<(Minimized, i64, i64)>,
    /// The sums of the weights, without their signs, by priority.
    totals: FxHashMap<i64, i128>,
    /// The atoms that stand for literals.
    atoms: FxHashMap<Minimized, AtomId>,
    /// The atoms that no clause makes equivalent to their literals yet.
    open: Vec<(AtomId, SolverLiteral)>,
}

impl AddedObjective {
    /// Adds an element for the search that begins.
    pub fn add(&mut self, literal: Minimized, weight: i64, priority: i64) -> Result<()> {
        let total = self.totals.entry(priority).or_default();
        let sum = *total + i128::from(weight).abs();
        if i64::try_from(sum).is_err() {
            return Err(Error::Overflow("the weights leave the range of 64-bit integers".to_owned()));
        }
        *total = sum;
        self.elements.push((literal, weight, priority));
        Ok(())
    }

    /// Forgets what was added for a search that has not begun.
    pub fn begin(&mut self) {
        for (_, weight, priority) in self.elements.drain(..) {
            *self.totals.entry(priority).or_default() -= i128::from(weight).abs();
        }
    }

    /// Whether something was added for the search that begins.
    pub fn has_news(&self) -> bool {
        !self.elements.is_empty()
    }

    /// Adds to the program what was added for the search that begins.
    pub fn state(&mut self, program: &mut Program) {
        let mut levels: FxHashMap<i64, usize> = FxHashMap::default();
        for (literal, weight, priority) in std::mem::take(&mut self.elements) {
            let atom = self.atom(literal, program);
            let objectives = &mut program.minimize;
            let level = *levels.entry(priority).or_insert_with(|| {
                objectives.push(Minimize { priority, elements: Vec::new() });
                objectives.len() - 1
            });
            objectives[level].elements.push((atom.positive(), weight));
        }
    }

    /// Returns the atom that stands for a literal.
    fn atom(&mut self, literal: Minimized, program: &mut Program) -> AtomId {
        let AddedObjective { atoms, open, .. } = self;
        *atoms.entry(literal).or_insert_with(|| {
            let atom = program.new_atom();
            match literal {
                Minimized::Program(literal) => {
                    program.rules.push(HeadKind::Disjunction, &[atom], Body::Conjunction(&[literal]));
                }
                Minimized::Solver(literal) => {
                    program.rules.push(HeadKind::Choice, &[atom], Body::Conjunction(&[]));
                    open.push((atom, literal));
                }
            }
            atom
        })
    }

    /// Takes the atoms that clauses have to make equivalent to literals of the solver.
    pub fn take_open(&mut self) -> Vec<(AtomId, SolverLiteral)> {
        std::mem::take(&mut self.open)
    }

    /// Returns the number of atoms, and of rules, that the program has because of this.
    pub fn size(&self) -> usize {
        self.atoms.len()
    }
}
