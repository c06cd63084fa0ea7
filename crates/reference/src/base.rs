//! The possible atoms, by predicate.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::normalize::Signature;
use crate::rule::Predicate;
use crate::value::Value;

/// The index of a possible atom.
pub(crate) type AtomId = u32;

/// The possible atoms. Their order is that in which they were added.
#[derive(Default)]
pub(crate) struct Base {
    tables: Vec<Table>,
    atoms: Vec<(Predicate, usize)>,
}

#[derive(Default)]
struct Table {
    rows: Vec<(Vec<Value>, AtomId)>,
    all: HashMap<Vec<Value>, AtomId>,
    indexes: Vec<Index>,
}

/// The rows of a table by their values at some positions.
struct Index {
    positions: Vec<usize>,
    rows: HashMap<Vec<Value>, Vec<usize>>,
}

impl Index {
    fn add(&mut self, row: usize, arguments: &[Value]) {
        let key = self.positions.iter().map(|&position| arguments[position].clone()).collect();
        self.rows.entry(key).or_default().push(row);
    }
}

impl Base {
    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    fn table(&mut self, predicate: Predicate) -> &mut Table {
        if self.tables.len() <= predicate {
            self.tables.resize_with(predicate + 1, Table::default);
        }
        &mut self.tables[predicate]
    }

    /// Adds an atom. Returns false if it is there already.
    pub fn add(&mut self, predicate: Predicate, arguments: Vec<Value>) -> bool {
        let atom = self.atoms.len() as AtomId;
        let table = self.table(predicate);
        if table.all.contains_key(&arguments) {
            return false;
        }
        let row = table.rows.len();
        table.indexes.iter_mut().for_each(|index| index.add(row, &arguments));
        table.all.insert(arguments.clone(), atom);
        table.rows.push((arguments, atom));
        self.atoms.push((predicate, row));
        true
    }

    pub fn find(&self, predicate: Predicate, arguments: &[Value]) -> Option<AtomId> {
        self.tables.get(predicate)?.all.get(arguments).copied()
    }

    /// The number of atoms of a predicate.
    pub fn count(&self, predicate: Predicate) -> usize {
        self.tables.get(predicate).map_or(0, |table| table.rows.len())
    }

    /// Returns the number of the index by these positions, which is made if it is not there.
    pub fn index(&mut self, predicate: Predicate, positions: &[usize]) -> usize {
        let table = self.table(predicate);
        if let Some(known) = table.indexes.iter().position(|index| index.positions == positions) {
            return known;
        }
        let mut index = Index { positions: positions.to_vec(), rows: HashMap::new() };
        for (row, (arguments, _)) in table.rows.iter().enumerate() {
            index.add(row, arguments);
        }
        table.indexes.push(index);
        table.indexes.len() - 1
    }

    /// The rows whose values at the positions of an index are these.
    pub fn rows(&self, predicate: Predicate, index: usize, key: &[Value]) -> &[usize] {
        let index = &self.tables[predicate].indexes[index];
        index.rows.get(key).map_or(&[], Vec::as_slice)
    }

    pub fn row(&self, predicate: Predicate, row: usize) -> (&[Value], AtomId) {
        let (arguments, atom) = &self.tables[predicate].rows[row];
        (arguments, *atom)
    }

    pub fn predicate(&self, atom: AtomId) -> Predicate {
        self.atoms[atom as usize].0
    }

    pub fn arguments(&self, atom: AtomId) -> &[Value] {
        let (predicate, row) = self.atoms[atom as usize];
        &self.tables[predicate].rows[row].0
    }
}

/// Returns an atom as gringo prints it.
pub(crate) fn display((negative, name, _): &Signature, arguments: &[Value]) -> String {
    let mut text = format!("{}{name}", if *negative { "-" } else { "" });
    for (position, argument) in arguments.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(text, "{}{argument}", if position == 0 { "(" } else { "," });
    }
    if !arguments.is_empty() {
        text.push(')');
    }
    text
}
