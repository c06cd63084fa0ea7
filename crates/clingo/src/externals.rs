//! The values of external atoms: those not yet passed to the engine, and the values that result from all assignments.
//!
//! The engine's search keeps the values passed to it, while the ground program keeps its original ones. A certificate needs a
//! ground program with the current values.

use std::collections::BTreeMap;

use groundplan::program::{AtomId, ExternalValue, Program};
use rustc_hash::FxHashMap;

/// The number of declarations of external atoms in the program when a search received the value, and the value.
type PassedValue = (usize, ExternalValue);

/// Returns the value of an atom whose negation has this value.
pub fn opposite(value: ExternalValue) -> ExternalValue {
    match value {
        ExternalValue::True => ExternalValue::False,
        ExternalValue::False => ExternalValue::True,
        value => value,
    }
}

/// The values that a control's user assigned to external atoms.
#[derive(Default)]
pub struct Externals {
    pending: Vec<(AtomId, ExternalValue)>,
    passed: FxHashMap<AtomId, PassedValue>,
}

impl Externals {
    /// Assigns a value, for the next search.
    pub fn assign(&mut self, atom: AtomId, value: ExternalValue) {
        self.pending.push((atom, value));
    }

    /// Records a new declaration of an atom, with a value. It cancels values not yet passed to a search, except a release.
    pub fn declare(&mut self, atom: AtomId) {
        self.pending.retain(|&(known, value)| known != atom || value == ExternalValue::Released);
    }

    /// Takes the values to pass to the search that starts.
    pub fn take(&mut self) -> Vec<(AtomId, ExternalValue)> {
        std::mem::take(&mut self.pending)
    }

    /// Records that a search received a value, when the program had this number of declarations.
    pub fn note(&mut self, declarations: usize, atom: AtomId, value: ExternalValue) {
        let before = self.passed.get(&atom).map(|passed| passed.1);
        if before != Some(ExternalValue::Released) {
            self.passed.insert(atom, (declarations, value));
        }
    }

    /// Returns the atoms that were released.
    pub fn released(&self) -> impl Iterator<Item = AtomId> + '_ {
        let passed = self.passed.iter().map(|(&atom, &(_, value))| (atom, value));
        passed.filter(|&(_, value)| value == ExternalValue::Released).map(|(atom, _)| atom)
    }

    /// Returns the values, sorted by atom, that a search started now would use for the external atoms that no rule defines. A
    /// released atom is false.
    pub fn values(&self, program: &Program) -> Vec<(AtomId, ExternalValue)> {
        let declared = program.externals.iter().zip(0..);
        let declared = declared.map(|(&(atom, value), position)| (position, true, atom, value));
        let passed = self.passed.iter().map(|(&atom, &(position, value))| (position, false, atom, value));
        let pending = self.pending.iter().map(|&(atom, value)| (program.externals.len(), false, atom, value));
        let mut said: Vec<_> = declared.chain(passed).chain(pending).collect();
        // At one position, a passed value precedes the declaration that follows it; the stable sort keeps pending values
        // behind passed ones.
        said.sort_by_key(|&(position, is_declaration, ..)| (position, is_declaration));
        let mut values = BTreeMap::new();
        for (_, is_declaration, atom, value) in said {
            match values.get_mut(&atom) {
                Some(ExternalValue::Released) => {}
                Some(known) => *known = value,
                None if is_declaration && value != ExternalValue::Released => {
                    values.insert(atom, value);
                }
                None => {}
            }
        }
        if values.is_empty() {
            return Vec::new();
        }
        for head in program.rules.iter().flat_map(|rule| rule.head) {
            values.remove(head);
        }
        let open = values.into_iter().filter(|&(atom, _)| !program.is_fact(atom));
        open.map(|(atom, value)| match value {
            ExternalValue::Released => (atom, ExternalValue::False),
            value => (atom, value),
        })
        .collect()
    }
}
