//! Transfer of loop formulas to the other steps of an incremental program.
//!
//! A program part with a parameter, `#program step(t)`, is ground for one number after the other. So the same loop
//! exists at every step, and each copy would need an unstable model to be found. Once a loop is known, the same set of
//! atoms at another step gets its loop formula at once. This is safe: a loop formula holds for *any* set of atoms (Lin
//! & Zhao, AIJ 2004), and the supports from outside are read from the rules of that other step, which may differ. A
//! wrong correspondence costs a clause, and never an answer set.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::component::{ComponentId, LoopComponent, Member};
use groundplan_ground::program::AtomId;

/// An atom as a member of a family that has one atom at every step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StepAtom {
    /// The number of the step.
    pub step: i64,
    /// The number of the family: the predicate, and the arguments other than the step.
    pub family: u32,
}

/// A set of atoms of one component, by the numbers of both.
pub(in crate::translate) type AtomSet = (ComponentId, Vec<Member>);

/// The correspondence between the atoms of components, and the loops found so far.
#[derive(Default, Debug)]
pub(in crate::translate) struct Shifts {
    step_atoms: FxHashMap<AtomId, StepAtom>,
    atoms: FxHashMap<StepAtom, (ComponentId, Member)>,
    steps: IndexSet<i64, FxBuildHasher>,
    /// The loops, each with steps counted from its first.
    loops: IndexSet<Vec<StepAtom>, FxBuildHasher>,
    /// The numbers of loops and steps whose combinations were tried.
    tried: (usize, usize),
    /// The sets that have a loop formula.
    written: FxHashSet<AtomSet>,
}

impl Shifts {
    /// Adds a component. `step_atom` returns the step and family of an atom, if it has them.
    pub(crate) fn enter(
        &mut self,
        number: ComponentId,
        component: &LoopComponent,
        mut step_atom: impl FnMut(AtomId) -> Option<StepAtom>,
    ) {
        for (local, &atom) in component.atoms().entries() {
            if let Some(step_atom) = step_atom(atom) {
                self.step_atoms.insert(atom, step_atom);
                self.atoms.insert(step_atom, (number, local));
                self.steps.insert(step_atom.step);
            }
        }
    }

    /// Records a loop for the other steps. Returns whether its formula is still to be written.
    pub(crate) fn meet(&mut self, number: ComponentId, component: &LoopComponent, atoms: &[Member]) -> bool {
        let atom = |&local: &Member| component.atoms()[local];
        let step_atoms: Option<Vec<StepAtom>> =
            atoms.iter().map(|local| self.step_atoms.get(&atom(local)).copied()).collect();
        if let Some(mut step_atoms) = step_atoms {
            let first = step_atoms.iter().map(|step_atom| step_atom.step).min().unwrap_or(0);
            step_atoms.iter_mut().for_each(|step_atom| step_atom.step -= first);
            step_atoms.sort_unstable();
            self.loops.insert(step_atoms);
        }
        self.written.insert(normal((number, atoms.to_vec())))
    }

    /// Returns the sets of atoms that correspond to known loops at other steps, as far as they have no formula yet.
    /// Each combination of loop and step is tried once.
    pub(crate) fn missing(&mut self) -> Vec<AtomSet> {
        let mut missing = Vec::new();
        let (old_loops, old_steps) = std::mem::replace(&mut self.tried, (self.loops.len(), self.steps.len()));
        for (i, step_atoms) in self.loops.iter().enumerate() {
            for &step in self.steps.iter().skip(if i < old_loops { old_steps } else { 0 }) {
                let Some(set) = self.at(step_atoms, step) else { continue };
                if self.written.insert(set.clone()) {
                    missing.push(set);
                }
            }
        }
        missing
    }

    /// Returns a loop's atoms at another step, if they are all in one component.
    fn at(&self, step_atoms: &[StepAtom], step: i64) -> Option<AtomSet> {
        let mut component = None;
        let mut atoms = Vec::with_capacity(step_atoms.len());
        for step_atom in step_atoms {
            let step_atom = StepAtom { step: step_atom.step.checked_add(step)?, ..*step_atom };
            let &(number, atom) = self.atoms.get(&step_atom)?;
            if *component.get_or_insert(number) != number {
                return None;
            }
            atoms.push(atom);
        }
        Some(normal((component?, atoms)))
    }
}

fn normal((number, mut atoms): AtomSet) -> AtomSet {
    atoms.sort_unstable();
    (number, atoms)
}
