//! An answer set as a relation for each predicate, with indexes made when they are first used.

use fixedbitset::FixedBitSet;
use groundplan::{GroundSnapshot, Interrupter};
use groundplan_ground::analysis::rule::{Atom, Term};
use groundplan_ground::function::Functions;
use groundplan_ground::program::{AtomId, Base, PredicateId, Program};
use groundplan_ground::symbol::{Symbol, Symbols};
use rustc_hash::FxHashMap;

use super::theory::TheoryTable;
use super::values::{VariableValues, Way};
use crate::Error;

/// The true rows of a predicate, by the values of some of their columns.
type Index = FxHashMap<Box<[Symbol]>, Vec<u32>>;

/// The answer set, and the tables of the engine that evaluation reads and extends.
pub struct World<'e> {
    /// The table of all terms.
    pub symbols: &'e mut Symbols,
    /// The external functions.
    pub functions: &'e mut Functions,
    /// The table of all atoms.
    pub base: &'e Base,
    /// The ground program.
    pub program: &'e Program,
    /// The true atoms, by number.
    pub truth: &'e FixedBitSet,
    /// The values of the integer variables.
    pub integers: &'e [i64],
    /// The theory atoms that are constraints over integers.
    pub theory: TheoryTable,
    /// The interrupt that ends long work.
    pub interrupter: &'e Interrupter,
    indexes: FxHashMap<(PredicateId, Vec<usize>), Index>,
}

/// The true instances of an atom.
pub enum Instances {
    /// A term of it has no value.
    Undefined,
    /// There are none.
    None,
    /// It has no variables without a value, and is true.
    One,
    /// These variables get these values, in one way or several.
    Few(Vec<Way>),
    /// There are perhaps as many as this, which were not matched yet.
    Many(usize),
}

impl<'e> World<'e> {
    /// The atoms that are true in an answer set, and the values of its integer variables.
    pub fn new(
        snapshot: GroundSnapshot<'e>,
        truth: &'e FixedBitSet,
        integers: &'e [i64],
        interrupter: &'e Interrupter,
    ) -> Self {
        let GroundSnapshot { symbols, functions, base, program, .. } = snapshot;
        let theory = TheoryTable::of(program);
        let indexes = FxHashMap::default();
        World { symbols, functions, base, program, truth, integers, theory, interrupter, indexes }
    }

    /// Fails if the work has to end.
    ///
    /// # Errors
    ///
    /// [`Interrupted`](groundplan::Error::Interrupted).
    pub fn poll(&self) -> Result<(), Error> {
        if self.interrupter.is_interrupted() {
            return Err(groundplan::Error::Interrupted.into());
        }
        Ok(())
    }

    /// Whether an atom is true.
    pub fn holds(&self, atom: AtomId) -> bool {
        self.truth.contains(atom.index())
    }

    /// The number of an atom, if a rule may derive it.
    pub fn find(&self, predicate: PredicateId, arguments: &[Symbol]) -> Option<AtomId> {
        let domain = self.base.domain(predicate);
        domain.find(arguments).map(|row| domain.atom(row))
    }

    /// The number of an atom whose variables have values, if it is true.
    pub fn true_atom(&mut self, atom: &Atom, values: &VariableValues) -> Option<AtomId> {
        let arguments = values.all(&atom.arguments, self.symbols)?;
        self.find(atom.predicate, &arguments).filter(|&atom| self.holds(atom))
    }

    /// The true instances of an atom under some values; those of more than `most` candidates are not matched.
    pub fn instances(&mut self, atom: &Atom, values: &mut VariableValues, most: usize) -> Instances {
        let columns: Vec<usize> =
            (0..atom.arguments.len()).filter(|&column| values.binds(&atom.arguments[column])).collect();
        let mut key = Vec::with_capacity(columns.len());
        for &column in &columns {
            let Some(value) = values.value(&atom.arguments[column], self.symbols) else {
                return Instances::Undefined;
            };
            key.push(value);
        }
        if columns.len() == atom.arguments.len() {
            let holds = self.find(atom.predicate, &key).is_some_and(|atom| self.holds(atom));
            return if holds { Instances::One } else { Instances::None };
        }
        let World { symbols, base, truth, indexes, .. } = self;
        let domain = base.domain(atom.predicate);
        let index = indexes.entry((atom.predicate, columns)).or_insert_with_key(|(_, columns)| {
            let mut index = Index::default();
            for row in (0..domain.len()).filter(|&row| truth.contains(domain.atom(row).index())) {
                let arguments = domain.row(row);
                let key = columns.iter().map(|&column| arguments[column]).collect();
                index.entry(key).or_default().push(row);
            }
            index
        });
        let Some(rows) = index.get(key.as_slice()) else { return Instances::None };
        if rows.len() > most {
            return Instances::Many(rows.len());
        }
        let rows = rows.iter().map(|&row| domain.row(row));
        let ways: Vec<Way> = rows.filter_map(|row| way(&atom.arguments, row, values, symbols)).collect();
        if ways.is_empty() {
            return Instances::None;
        }
        Instances::Few(ways)
    }
}

/// The values by which terms match a row, if they do.
pub fn way(
    terms: &[Term],
    row: &[Symbol],
    values: &mut VariableValues,
    symbols: &mut Symbols,
) -> Option<Way> {
    let mark = values.mark();
    let matches = terms.iter().zip(row).all(|(term, &symbol)| values.matches(term, symbol, symbols));
    let way = matches.then(|| values.since(mark));
    values.undo(mark);
    way
}
