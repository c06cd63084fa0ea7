//! The atoms of the ground program, as Python objects.

use std::sync::Arc;

use groundplan::program::{AtomId, Literal};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::raise;
use crate::made::{made_of_rep, Made};
use crate::symbol::{term_of, PySymbol};
use groundplan_clingo::literal::{literal, number};
use groundplan_clingo::Control;
use groundplan_clingo::SymbolicAtoms;
use groundplan_clingo::Term;

/// The atoms of a ground program that have names: a collection that grows with the program.
#[pyclass(frozen, subclass, dict, weakref, name = "SymbolicAtoms", module = "groundplan.symbolic_atoms")]
pub struct PySymbolicAtoms(Made<Arc<Control>>);

/// An atom of a ground program.
#[pyclass(frozen, subclass, dict, weakref, name = "SymbolicAtom", module = "groundplan.symbolic_atoms")]
pub struct PySymbolicAtom(Made<TableAtom>);

/// What the table of atoms said of an atom.
#[derive(Clone)]
struct TableAtom {
    term: Term,
    atom: AtomId,
    is_fact: bool,
    is_external: bool,
}

/// An iterator over atoms.
#[pyclass(name = "SymbolicAtomIterator", module = "groundplan.symbolic_atoms")]
pub struct PySymbolicAtomIterator {
    control: Arc<Control>,
    predicate: usize,
    row: usize,
    /// Whether to stop at the end of the predicate.
    only: bool,
}

impl PySymbolicAtoms {
    /// Returns the collection of a control's atoms.
    pub fn new(control: Arc<Control>) -> Self {
        PySymbolicAtoms(Made::of(control))
    }
}

fn atom_at(table: &SymbolicAtoms, predicate: usize, row: usize) -> Option<PySymbolicAtom> {
    let (term, atom) = table.predicates.get(predicate)?.atoms.get(row)?;
    let (is_fact, is_external) = (table.is_fact(*atom), table.is_external(*atom));
    Some(PySymbolicAtom(Made::of(TableAtom { term: term.clone(), atom: *atom, is_fact, is_external })))
}

made_of_rep!(PySymbolicAtoms);

#[pymethods]
impl PySymbolicAtoms {
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.0.get()?.with_table(SymbolicAtoms::atom_count))
    }

    fn __iter__(&self) -> PyResult<PySymbolicAtomIterator> {
        let control = Arc::clone(self.0.get()?);
        Ok(PySymbolicAtomIterator { control, predicate: 0, row: 0, only: false })
    }

    fn __contains__(&self, symbol: &Bound<'_, PyAny>) -> PyResult<bool> {
        let term = term_of(symbol)?;
        Ok(self.0.get()?.with_table(|table| table.find(&term).is_some()))
    }

    fn __getitem__(&self, symbol: &Bound<'_, PyAny>) -> PyResult<Option<PySymbolicAtom>> {
        let term = term_of(symbol)?;
        Ok(self.0.get()?.with_table(|table| {
            let (predicate, row) = table.find(&term)?;
            atom_at(table, predicate, row)
        }))
    }

    /// Returns an iterator over the atoms of a predicate.
    #[pyo3(signature = (name, arity, positive=true))]
    fn by_signature(&self, name: &str, arity: usize, positive: bool) -> PyResult<PySymbolicAtomIterator> {
        let control = Arc::clone(self.0.get()?);
        let place = control.with_table(|table| {
            let mut predicates = table.predicates.iter();
            predicates.position(|it| it.name == name && it.arity == arity && it.positive == positive)
        });
        let predicate = place.unwrap_or(usize::MAX);
        Ok(PySymbolicAtomIterator { control, predicate, row: 0, only: true })
    }

    /// The signatures that occur: name, number of arguments, and whether the predicate is without classical negation (`-`).
    #[getter]
    fn signatures(&self) -> PyResult<Vec<(String, usize, bool)>> {
        Ok(self.0.get()?.with_table(|table| {
            let signatures = table.predicates.iter().map(|it| (it.name.clone(), it.arity, it.positive));
            signatures.collect()
        }))
    }
}

#[pymethods]
impl PySymbolicAtomIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<PySymbolicAtom> {
        let control = Arc::clone(&self.control);
        control.with_table(|table| loop {
            if let Some(atom) = atom_at(table, self.predicate, self.row) {
                self.row += 1;
                return Some(atom);
            }
            if self.only || self.predicate >= table.predicates.len() {
                return None;
            }
            (self.predicate, self.row) = (self.predicate + 1, 0);
        })
    }
}

made_of_rep!(PySymbolicAtom, *_more);

#[pymethods]
impl PySymbolicAtom {
    /// As in clingo, the second argument of the class; what it is does not matter.
    #[getter]
    fn _it(&self) -> PyResult<i64> {
        self.literal()
    }

    /// Whether the atom has this name, number of arguments and sign.
    #[pyo3(signature = (name, arity, positive=true))]
    fn r#match(&self, name: &str, arity: usize, positive: bool) -> PyResult<bool> {
        Ok(matches!(&self.0.get()?.term, Term::Function(function)
            if &*function.name == name && function.arguments.len() == arity && function.positive == positive))
    }

    /// Whether the atom is external and no rule defines it.
    #[getter]
    fn is_external(&self) -> PyResult<bool> {
        self.0.get().map(|known| known.is_external)
    }

    /// Whether the atom is true in every answer set.
    #[getter]
    fn is_fact(&self) -> PyResult<bool> {
        self.0.get().map(|known| known.is_fact)
    }

    /// The number of the atom, for assumptions, clauses and the backend.
    #[getter]
    fn literal(&self) -> PyResult<i64> {
        self.0.get().map(|known| number(known.atom.positive()))
    }

    /// The atom as a symbol.
    #[getter]
    fn symbol(&self) -> PyResult<PySymbol> {
        self.0.get().map(|known| PySymbol::of(known.term.clone()))
    }

    fn __repr__(&self) -> PyResult<String> {
        self.0.get().map(|known| format!("<SymbolicAtom {}>", known.term.text()))
    }
}

/// Converts a number, or a pair of a symbol and a truth value, into a literal and its number. The literal is `None` if the
/// program does not have the atom; the number then has only the right sign.
pub fn literal_of(control: &Control, given: &Bound<'_, PyAny>) -> PyResult<(Option<Literal>, i64)> {
    if let Ok(number) = given.extract::<i64>() {
        return Ok((Some(literal(number).map_err(raise)?), number));
    }
    let pair = given.cast::<PyTuple>().map_err(|_| wrong_literal(given))?;
    if pair.len() != 2 {
        return Err(wrong_literal(given));
    }
    let (term, positive) = (term_of(&pair.get_item(0)?)?, pair.get_item(1)?.is_truthy()?);
    Ok(match control.with_table(|table| table.atom(&term)) {
        Some(atom) => {
            let literal = Literal::new(atom, !positive);
            (Some(literal), number(literal))
        }
        None => (None, if positive { 1 } else { -1 }),
    })
}

fn wrong_literal(given: &Bound<'_, PyAny>) -> PyErr {
    let given = given.repr().map(|text| text.to_string()).unwrap_or_default();
    PyTypeError::new_err(format!(
        "{given} is no literal: it is a number, or a pair of a Symbol and whether it holds"
    ))
}
