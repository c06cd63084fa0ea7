//! The propagator for unfounded sets, and a record of the sets whose clauses the solver receives.
//!
//! Each clause follows from the axiom of its set. Conflicts are given as clauses, not by propagating a false literal: the solver
//! would add clauses of its own to some of these, which follow from no axiom.
//!
//! In a component with head cycles, the source of an atom may have other true heads in the component, so not all unfounded sets
//! are found. The rest is left to [`head_cycles`](super::head_cycles), when the solver has a model.

use std::sync::Arc;

use groundplan_certificate::Atom;
use groundplan_sat::unfounded::{self, UnfoundedSet};
use groundplan_sat::Propagator;
use rustsat::types::Lit;

use super::component::Loops;
use super::head_cycles;

/// A clause given to the solver, which follows from the axiom of its set.
#[derive(Clone, Debug)]
pub(crate) struct UnfoundedSetClause {
    set: Arc<UnfoundedSet>,
    /// The negation of one of the set's atoms.
    denial: Lit,
}

impl UnfoundedSetClause {
    /// Returns the atoms of the set, in ascending order.
    pub fn atoms(&self) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = self.set.atoms.iter().map(|atom| atom.vidx32() + 1).collect();
        atoms.sort_unstable();
        atoms
    }

    /// Returns the clause.
    pub fn literals(&self) -> Vec<Lit> {
        self.set.clause(self.denial)
    }
}

/// Finds the unfounded sets of the components in `loops`.
#[derive(Debug)]
pub(crate) struct UnfoundedSets {
    loops: Loops,
    sets: unfounded::UnfoundedSets,
    /// An implied literal that is false: its clause is to be given to the solver.
    conflict: Option<Lit>,
    /// The clauses given to the solver, in order.
    pub set_clauses: Vec<UnfoundedSetClause>,
    /// An error in the search for an unfounded set with head cycles.
    pub failure: Option<anyhow::Error>,
}

impl UnfoundedSets {
    /// Returns a propagator for these components.
    pub fn new(loops: Loops) -> Self {
        let mut sets = unfounded::UnfoundedSets::default();
        sets.add(loops.supports.clone());
        UnfoundedSets { loops, sets, conflict: None, set_clauses: Vec::new(), failure: None }
    }

    /// Records a clause that is given to the solver, and returns it.
    fn record(&mut self, set: Arc<UnfoundedSet>, denial: Lit) -> Vec<Lit> {
        let clause = set.clause(denial);
        self.set_clauses.push(UnfoundedSetClause { set, denial });
        clause
    }
}

impl Propagator for UnfoundedSets {
    fn assign(&mut self, literals: &[Lit]) {
        self.sets.assign(literals);
    }

    fn new_level(&mut self) {
        self.sets.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        self.sets.backtrack(level);
        self.conflict = None;
    }

    fn propagate(&mut self) -> Option<Lit> {
        if self.conflict.is_some() {
            return None;
        }
        let literal = self.sets.propagate()?;
        self.conflict = Some(literal).filter(|&literal| self.sets.trail().is_true(!literal));
        Some(literal).filter(|_| self.conflict.is_none())
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        let set = Arc::clone(self.sets.set_of(literal));
        clause.extend(self.record(set, literal));
    }

    fn clause(&mut self) -> Option<(Vec<Lit>, bool)> {
        let literal = self.conflict.take()?;
        let set = Arc::clone(self.sets.set_of(literal));
        Some((self.record(set, literal), true))
    }

    fn gives_clauses(&self) -> bool {
        true
    }

    fn checks_models(&self) -> bool {
        true
    }

    fn check_model(&mut self, _model: &[Lit]) -> Vec<Vec<Lit>> {
        for component in 0..self.loops.cyclic.len() {
            match head_cycles::unfounded_set(&self.loops, component, self.sets.trail()) {
                Ok(None) => {}
                Ok(Some(set)) => {
                    let denial = !set.atoms[0];
                    return vec![self.record(Arc::new(set), denial)];
                }
                Err(error) => {
                    self.failure = Some(error);
                    return vec![Vec::new()];
                }
            }
        }
        Vec::new()
    }

    fn forgettable_reasons(&self) -> bool {
        true
    }
}
