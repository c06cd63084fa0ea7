//! The possible atoms, by predicate.

use std::collections::HashMap;

use crate::normalize::Signature;
use crate::rule::Predicate;
use crate::value::Value;

/// The index of a possible atom.
pub(crate) type AtomId = u32;

/// The possible atoms. Their order is that in which they were added.
#[derive(Default)]
pub(crate) struct PossibleAtoms {
    atoms: Vec<(Predicate, Vec<Value>)>,
    tables: Vec<AtomTable>,
}

/// The atoms of a predicate.
#[derive(Default)]
struct AtomTable {
    atoms: Vec<AtomId>,
    by_arguments: HashMap<Vec<Value>, AtomId>,
    indexes: Vec<ArgumentIndex>,
}

/// The atoms of a table by their values at some positions.
struct ArgumentIndex {
    positions: Vec<usize>,
    atoms: HashMap<Vec<Value>, Vec<AtomId>>,
}

impl ArgumentIndex {
    fn add(&mut self, atom: AtomId, arguments: &[Value]) {
        let key = self.positions.iter().map(|&position| arguments[position].clone()).collect();
        self.atoms.entry(key).or_default().push(atom);
    }
}

impl PossibleAtoms {
    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    fn table(&mut self, predicate: Predicate) -> &mut AtomTable {
        if self.tables.len() <= predicate {
            self.tables.resize_with(predicate + 1, AtomTable::default);
        }
        &mut self.tables[predicate]
    }

    /// Adds an atom. Returns false if it is there already.
    pub fn add(&mut self, predicate: Predicate, arguments: Vec<Value>) -> bool {
        let atom = self.atoms.len() as AtomId;
        let table = self.table(predicate);
        if table.by_arguments.contains_key(&arguments) {
            return false;
        }
        table.atoms.push(atom);
        table.indexes.iter_mut().for_each(|index| index.add(atom, &arguments));
        table.by_arguments.insert(arguments.clone(), atom);
        self.atoms.push((predicate, arguments));
        true
    }

    pub fn find(&self, predicate: Predicate, arguments: &[Value]) -> Option<AtomId> {
        self.tables.get(predicate)?.by_arguments.get(arguments).copied()
    }

    /// The number of atoms of a predicate.
    pub fn count(&self, predicate: Predicate) -> usize {
        self.tables.get(predicate).map_or(0, |table| table.atoms.len())
    }

    /// Returns the number of the index by these positions, which is made if it is not there.
    pub fn index(&mut self, predicate: Predicate, positions: &[usize]) -> usize {
        let table = self.table(predicate);
        if let Some(known) = table.indexes.iter().position(|index| index.positions == positions) {
            return known;
        }
        let mut index = ArgumentIndex { positions: positions.to_vec(), atoms: HashMap::new() };
        for &atom in &self.tables[predicate].atoms {
            index.add(atom, &self.atoms[atom as usize].1);
        }
        let indexes = &mut self.tables[predicate].indexes;
        indexes.push(index);
        indexes.len() - 1
    }

    /// The atoms whose values at the positions of an index are these.
    pub fn matching(&self, predicate: Predicate, index: usize, key: &[Value]) -> &[AtomId] {
        self.tables[predicate].indexes[index].atoms.get(key).map_or(&[], Vec::as_slice)
    }

    pub fn predicate(&self, atom: AtomId) -> Predicate {
        self.atoms[atom as usize].0
    }

    pub fn arguments(&self, atom: AtomId) -> &[Value] {
        &self.atoms[atom as usize].1
    }
}

/// Returns an atom as gringo prints it.
pub(crate) fn display((negative, name, _): &Signature, arguments: &[Value]) -> String {
    let mut text = format!("{}{name}", if *negative { "-" } else { "" });
    for (position, argument) in arguments.iter().enumerate() {
        text += if position == 0 { "(" } else { "," };
        text += &argument.to_string();
    }
    text + if arguments.is_empty() { "" } else { ")" }
}
