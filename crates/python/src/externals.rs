//! The values of external atoms: those that the next search is still to be told, and what all that was said comes to.
//!
//! The engine's search keeps the values it was told, and the ground program those that it was written with; a certificate
//! needs a ground program that has the former.

use std::collections::BTreeMap;

use groundplan::program::{AtomId, ExternalValue, Program};
use rustc_hash::FxHashMap;

/// A value, and how many declarations of external atoms the program had when a search was told.
type Told = (usize, ExternalValue);

/// What Python has said about external atoms.
#[derive(Default)]
pub struct Externals {
    pending: Vec<(AtomId, ExternalValue)>,
    told: FxHashMap<AtomId, Told>,
}

impl Externals {
    /// Has the next search told a value.
    pub fn assign(&mut self, atom: AtomId, value: ExternalValue) {
        self.pending.push((atom, value));
    }

    /// A new declaration gives an atom its value: what was said before and is not told yet does not count, unless the atom was
    /// released.
    pub fn declare(&mut self, atom: AtomId) {
        self.pending.retain(|&(known, value)| known != atom || value == ExternalValue::Released);
    }

    /// What is to be told to the search that begins.
    pub fn take(&mut self) -> Vec<(AtomId, ExternalValue)> {
        std::mem::take(&mut self.pending)
    }

    /// A search was told a value, of a program with so many declarations.
    pub fn note(&mut self, declarations: usize, atom: AtomId, value: ExternalValue) {
        let before = self.told.get(&atom).map(|told| told.1);
        if before != Some(ExternalValue::Released) {
            self.told.insert(atom, (declarations, value));
        }
    }

    /// The atoms that were released.
    pub fn released(&self) -> impl Iterator<Item = AtomId> + '_ {
        let told = self.told.iter().map(|(&atom, &(_, value))| (atom, value));
        told.filter(|&(_, value)| value == ExternalValue::Released).map(|(atom, _)| atom)
    }

    /// The external atoms that no rule defines, as a search that begins now has them, by number. One that was released is
    /// false for good.
    pub fn values(&self, program: &Program) -> Vec<(AtomId, ExternalValue)> {
        let declared = program.externals.iter().zip(0..);
        let declared = declared.map(|(&(atom, value), position)| (position, true, atom, value));
        let told = self.told.iter().map(|(&atom, &(position, value))| (position, false, atom, value));
        let pending = self.pending.iter().map(|&(atom, value)| (program.externals.len(), false, atom, value));
        let mut said: Vec<_> = declared.chain(told).chain(pending).collect();
        // What was told comes before the declaration that is next, and what is pending stays behind what was told.
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
