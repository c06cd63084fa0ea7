//! Theory atoms as Python objects.

use std::hash::{Hash, Hasher};

use groundplan::program::{CALL, LIST, SET};
use groundplan_clingo::theory::{text_of, Element, TheoryAtom};
use groundplan_clingo::Term;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rustc_hash::FxHasher;

use crate::made::{made_of_rep, Made};

/// A theory term, in which nothing is evaluated.
#[pyclass(
    frozen,
    subclass,
    dict,
    weakref,
    eq,
    ord,
    hash,
    name = "TheoryTerm",
    module = "groundplan.theory_atoms"
)]
#[derive(PartialEq, PartialOrd, Hash)]
pub struct PyTheoryTerm(Made<Term>);

/// An element of a theory atom.
#[pyclass(
    frozen,
    subclass,
    dict,
    weakref,
    eq,
    ord,
    hash,
    name = "TheoryElement",
    module = "groundplan.theory_atoms"
)]
#[derive(PartialEq, PartialOrd, Hash)]
pub struct PyTheoryElement(Made<Element>);

/// A theory atom.
#[pyclass(
    frozen,
    subclass,
    dict,
    weakref,
    eq,
    ord,
    hash,
    name = "TheoryAtom",
    module = "groundplan.theory_atoms"
)]
#[derive(PartialEq, PartialOrd, Hash)]
pub struct PyTheoryAtom(Made<TheoryAtom>);

impl From<TheoryAtom> for PyTheoryAtom {
    fn from(atom: TheoryAtom) -> Self {
        PyTheoryAtom(Made::of(atom))
    }
}

impl PyTheoryTerm {
    fn of(term: &Term) -> Self {
        PyTheoryTerm(Made::of(term.clone()))
    }
}

/// Returns a number that equal objects share: as in clingo, the second argument of the class.
fn shared_number(contents: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    contents.hash(&mut hasher);
    hasher.finish()
}

made_of_rep!(PyTheoryTerm, *_more);

#[pymethods]
impl PyTheoryTerm {
    #[getter]
    fn _idx(&self) -> u64 {
        shared_number(&self.0)
    }

    /// The type of the term.
    #[getter]
    fn r#type(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let kind = match self.0.get()? {
            Term::Number(_) => "Number",
            Term::Function(function) if &*function.name == SET => "Set",
            Term::Function(function) if &*function.name == LIST => "List",
            Term::Function(function) if function.name.is_empty() => "Tuple",
            Term::Function(function) if function.arguments.is_empty() && !function.name.ends_with(CALL) => {
                "Symbol"
            }
            Term::Function(_) => "Function",
            _ => "Symbol",
        };
        py.import("groundplan.theory_atoms")?.getattr("TheoryTermType")?.getattr(kind).map(Bound::unbind)
    }

    /// The value of a number; RuntimeError for other terms.
    #[getter]
    fn number(&self) -> PyResult<i64> {
        match self.0.get()? {
            Term::Number(value) => Ok(*value),
            other => Err(PyRuntimeError::new_err(format!("unexpected: {} is no number", text_of(other)))),
        }
    }

    /// The name of a function or constant, a string in quotes; RuntimeError for other terms.
    #[getter]
    fn name(&self) -> PyResult<String> {
        match self.0.get()? {
            Term::Function(function) if ![SET, LIST, ""].contains(&&*function.name) => {
                Ok(function.name.strip_suffix(CALL).unwrap_or(&function.name).to_owned())
            }
            term @ (Term::String(_) | Term::Inf | Term::Sup) => Ok(term.text()),
            other => Err(PyRuntimeError::new_err(format!("unexpected: {} has no name", text_of(other)))),
        }
    }

    /// The arguments of a function, or the members of a tuple, list or set; none for other terms.
    #[getter]
    fn arguments(&self) -> PyResult<Vec<PyTheoryTerm>> {
        match self.0.get()? {
            Term::Function(function) => Ok(function.arguments.iter().map(PyTheoryTerm::of).collect()),
            _ => Ok(Vec::new()),
        }
    }

    fn __str__(&self) -> PyResult<String> {
        self.0.get().map(text_of)
    }

    fn __repr__(&self) -> PyResult<String> {
        self.0.get().map(|term| format!("<TheoryTerm {}>", text_of(term)))
    }
}

made_of_rep!(PyTheoryElement, *_more);

#[pymethods]
impl PyTheoryElement {
    #[getter]
    fn _idx(&self) -> u64 {
        shared_number(&self.0)
    }

    /// The terms.
    #[getter]
    fn terms(&self) -> PyResult<Vec<PyTheoryTerm>> {
        Ok(self.0.get()?.terms.iter().map(PyTheoryTerm::of).collect())
    }

    /// The condition of the element, as literals of the program.
    #[getter]
    fn condition(&self) -> PyResult<Vec<i64>> {
        self.0.get().map(|element| element.condition.clone())
    }

    /// A literal equivalent to the condition, for `PropagateInit.solver_literal`.
    #[getter]
    fn condition_id(&self) -> PyResult<i64> {
        self.0.get().map(|element| element.condition_id)
    }

    fn __str__(&self) -> PyResult<String> {
        self.0.get().map(Element::text)
    }

    fn __repr__(&self) -> PyResult<String> {
        self.0.get().map(|element| format!("<TheoryElement {}>", element.text()))
    }
}

made_of_rep!(PyTheoryAtom, *_more);

#[pymethods]
impl PyTheoryAtom {
    #[getter]
    fn _idx(&self) -> u64 {
        shared_number(&self.0)
    }

    /// The name with its arguments.
    #[getter]
    fn term(&self) -> PyResult<PyTheoryTerm> {
        self.0.get().map(|atom| PyTheoryTerm::of(&atom.term))
    }

    /// The elements.
    #[getter]
    fn elements(&self) -> PyResult<Vec<PyTheoryElement>> {
        let elements = self.0.get()?.elements.iter();
        Ok(elements.map(|element| PyTheoryElement(Made::of(element.clone()))).collect())
    }

    /// The operator and the term after the elements; None without them.
    #[getter]
    fn guard(&self) -> PyResult<Option<(String, PyTheoryTerm)>> {
        let guard = self.0.get()?.guard.as_ref();
        Ok(guard.map(|(operator, right)| (operator.clone(), PyTheoryTerm::of(right))))
    }

    /// The literal of the program that is true if the atom is; 0 for a directive.
    #[getter]
    fn literal(&self) -> PyResult<i64> {
        self.0.get().map(|atom| atom.literal)
    }

    fn __str__(&self) -> PyResult<String> {
        let TheoryAtom { term, elements, guard, .. } = self.0.get()?;
        let elements: Vec<String> = elements.iter().map(Element::text).collect();
        let guard = guard.as_ref().map(|(operator, right)| format!("{operator}{}", text_of(right)));
        Ok(format!("&{}{{{}}}{}", text_of(term), elements.join(";"), guard.unwrap_or_default()))
    }

    fn __repr__(&self) -> PyResult<String> {
        self.__str__().map(|text| format!("<TheoryAtom {text}>"))
    }
}
