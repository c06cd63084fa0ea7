//! The atoms of a ground program that have names.

use std::sync::{Arc, Weak};

use groundplan_clingo::{Control, SymbolicAtoms};

use crate::door::{Failure, Outcome};

/// The atoms of a ground program.
pub struct clingo_symbolic_atoms {
    control: Weak<Control>,
}

/// See [`clingo_symbolic_atoms`].
pub type clingo_symbolic_atoms_t = clingo_symbolic_atoms;

impl clingo_symbolic_atoms {
    /// Returns the atoms of a control.
    pub(crate) fn new(control: &Arc<Control>) -> Self {
        clingo_symbolic_atoms { control: Arc::downgrade(control) }
    }

    fn with<T>(&self, act: impl FnOnce(&SymbolicAtoms) -> T) -> Outcome<T> {
        let control = self.control.upgrade().ok_or_else(|| Failure::logic("the control is gone"))?;
        Ok(control.with_table(act))
    }
}
