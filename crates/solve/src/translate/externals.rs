//! External atoms: their declarations, values and release, and the theory atoms that are free as they are.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::clausify;
use super::formulas::Formulas;
use super::gates::Edge;
use super::translation::{Status, Translation};
use groundplan_ground::program::{AtomId, ExternalValue, Literal, Program, Side};

impl Translation {
    /// Reads the external atoms that were declared since the last call.
    pub(super) fn read_externals(&mut self, program: &Program) {
        let declared = &program.externals[self.read.externals..];
        self.read.externals = program.externals.len();
        // As in clasp: an atom that a step releases is not external in this step any more, in whatever order it is declared,
        // and rules of the step define it all the same.
        let mut released: FxHashSet<AtomId> = declared
            .iter()
            .filter(|(_, value)| *value == ExternalValue::Released)
            .map(|&(atom, _)| atom)
            .collect();
        if !released.is_empty() {
            let heads = program.rules.after(self.read.rules).flat_map(|rule| rule.head);
            let defined: FxHashSet<AtomId> = heads.copied().filter(|head| released.contains(head)).collect();
            let is_defined = |atom: &AtomId| defined.contains(atom) || program.is_fact(*atom);
            released.retain(|atom| self.status[atom.index()] == Status::Unseen || !is_defined(atom));
        }
        for &(atom, value) in declared {
            match self.status[atom.index()] {
                Status::Closed | Status::Dropped => continue,
                // An atom that no rule defines is false anyway.
                Status::Unseen if released.contains(&atom) => continue,
                Status::External if value == ExternalValue::Released => {
                    if released.contains(&atom) {
                        self.release_external(atom);
                    }
                    continue;
                }
                Status::External => {}
                Status::Unseen => {
                    self.status[atom.index()] = Status::External;
                    self.make_variable(atom);
                }
            }
            self.externals.insert(atom, value);
        }
    }

    /// Makes theory atoms that no rule defines free: the theory, or the solver, decides their values.
    pub(super) fn read_theory(&mut self, program: &Program) {
        let new = program.theory.used_from(self.read.theory);
        self.read.theory = program.theory.used_count();
        let bodies = new.filter(|atom| atom.side != Side::Head).filter_map(|atom| atom.atom);
        let mut free: IndexSet<AtomId, FxBuildHasher> = bodies
            .filter(|&atom| self.status[atom.index()] == Status::Unseen && !program.is_fact(atom))
            .collect();
        if free.is_empty() {
            return;
        }
        for rule in program.rules.after(self.read.rules) {
            for head in rule.head {
                free.swap_remove(head);
            }
        }
        for atom in free {
            self.status[atom.index()] = Status::External;
            self.make_variable(atom);
            self.externals.insert(atom, ExternalValue::Free);
        }
    }

    /// Iterates over the external atoms that no shot has defined, with the values that the program gives them.
    pub fn externals(&self) -> impl Iterator<Item = (AtomId, ExternalValue)> + '_ {
        self.externals.iter().map(|(&atom, &value)| (atom, value))
    }

    /// Returns the literals fixed by external atoms that are not free.
    pub(crate) fn given(&self) -> Vec<Literal> {
        let given = self.externals().filter_map(|(atom, value)| match value {
            ExternalValue::True => Some(atom.positive()),
            ExternalValue::False | ExternalValue::Released => Some(atom.negative()),
            ExternalValue::Free => None,
        });
        given.collect()
    }

    /// Whether an atom is external and not defined yet.
    #[must_use]
    pub(crate) fn is_open(&self, atom: AtomId) -> bool {
        self.status.get(atom.index()) == Some(&Status::External)
    }

    /// Changes the value of an external atom, unless it is defined. Returns whether the atom was open.
    pub(crate) fn set_external(&mut self, atom: AtomId, value: ExternalValue) -> bool {
        let open = self.is_open(atom);
        match value {
            ExternalValue::Released => self.release_external(atom),
            _ if open => {
                self.externals.insert(atom, value);
            }
            _ => {}
        }
        open
    }

    /// Makes an external atom false in all further shots: later rules for it act as constraints.
    pub(crate) fn release_external(&mut self, atom: AtomId) {
        if !self.is_open(atom) {
            return;
        }
        let edge = self.edges[atom.index()].expect("externals are variables");
        let mut formulas = Formulas::default();
        formulas.push(&[!edge]);
        clausify::assert(&mut self.cnf, &mut self.gates, &formulas);
        self.drop_atom(atom);
    }

    /// Makes an atom false in all further shots, even if rules for it are added.
    pub(crate) fn drop_atom(&mut self, atom: AtomId) {
        self.close(atom, Edge::FALSE);
        self.status[atom.index()] = Status::Dropped;
    }

    /// Takes over the values of external atoms from another translation of the same program. Atoms missing there are
    /// released.
    pub(crate) fn follow_externals(&mut self, externals: &[(AtomId, ExternalValue)]) {
        let open: FxHashSet<AtomId> = externals.iter().map(|&(atom, _)| atom).collect();
        let released: Vec<AtomId> =
            self.externals.keys().copied().filter(|atom| !open.contains(atom)).collect();
        for atom in released {
            self.release_external(atom);
        }
        for &(atom, value) in externals {
            self.set_external(atom, value);
        }
    }
}
