//! The partial assignment that a propagator sees, during the search and before it.

use groundplan_clingo::propagator::{Assignment, FixedAssignment, TrueLiterals};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyTuple};

use super::{LentInit, LentSearching};
use crate::error::raise;
use crate::made::{made_of_rep, Made};

/// The level of a literal without a value, as in clingo.
const NO_LEVEL: u32 = u32::MAX;

#[derive(Clone)]
enum View {
    Search(LentSearching),
    /// What is known before the search, as long as `init` runs.
    Start(LentInit),
    Fixed(FixedAssignment),
}

/// The values of the solver's literals. As a sequence, it has the variables: 1 to n.
#[pyclass(frozen, subclass, dict, weakref, name = "Assignment", module = "groundplan.propagator")]
pub struct PyAssignment(Made<View>);

impl From<FixedAssignment> for PyAssignment {
    fn from(assignment: FixedAssignment) -> Self {
        PyAssignment(Made::of(View::Fixed(assignment)))
    }
}

impl PyAssignment {
    /// Creates a view of the assignment of the running search.
    pub(super) fn of_search(lent: LentSearching) -> Self {
        PyAssignment(Made::of(View::Search(lent)))
    }

    /// Creates a view of what is known before the search.
    pub(super) fn before_search(lent: LentInit) -> Self {
        PyAssignment(Made::of(View::Start(lent)))
    }

    fn with<T>(&self, act: impl FnOnce(&mut dyn Assignment) -> T) -> PyResult<T> {
        match self.0.get()? {
            View::Start(lent) => lent.with(|init| act(init)),
            View::Fixed(assignment) => Ok(act(&mut &*assignment)),
            View::Search(lent) => lent.with(|search| act(search)),
        }
    }

    fn get(&self, literal: i32) -> PyResult<Option<bool>> {
        self.with(|assignment| assignment.value(literal))?.map_err(raise)
    }

    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, 1..=self.__len__()?)
    }

    /// Returns the level on which a literal got its value; `None` if it has none.
    fn level_of(&self, literal: i32) -> PyResult<Option<usize>> {
        self.with(|assignment| assignment.level(literal))?.map_err(raise)
    }
}

made_of_rep!(PyAssignment);

#[pymethods]
impl PyAssignment {
    fn __len__(&self) -> PyResult<usize> {
        self.with(|assignment| assignment.len())
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if index.is_instance_of::<PySlice>() {
            return self.variables(py)?.as_any().get_item(index);
        }
        let (length, index): (usize, isize) = (self.__len__()?, index.extract()?);
        let place = if index < 0 { index + length as isize } else { index };
        let place = usize::try_from(place).ok().filter(|&place| place < length);
        let place = place.ok_or_else(|| PyIndexError::new_err("invalid index"))?;
        Ok((place + 1).into_pyobject(py)?.into_any())
    }

    /// The index of a variable, from a start and before an end that may be given.
    #[pyo3(signature = (*arguments))]
    fn index<'py>(&self, arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        self.variables(arguments.py())?.call_method1("index", arguments)
    }

    /// How often a number is that of a variable.
    fn count<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.variables(value.py())?.call_method1("count", (value,))
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.variables(py)?.call_method0("__reversed__")
    }

    /// The decision or assumption of a decision level; the true literal of level 0.
    fn decision(&self, level: usize) -> PyResult<i32> {
        self.with(|assignment| assignment.decision(level))?.map_err(raise)
    }

    /// Whether the solver has a literal.
    fn has_literal(&self, literal: i32) -> bool {
        self.get(literal).is_ok()
    }

    /// Whether a literal is false.
    fn is_false(&self, literal: i32) -> PyResult<bool> {
        Ok(self.get(literal)? == Some(false))
    }

    /// Whether a literal is true.
    fn is_true(&self, literal: i32) -> PyResult<bool> {
        Ok(self.get(literal)? == Some(true))
    }

    /// Whether a literal has no value.
    fn is_free(&self, literal: i32) -> PyResult<bool> {
        Ok(self.get(literal)?.is_none())
    }

    /// Whether a literal has its value on level 0.
    fn is_fixed(&self, literal: i32) -> PyResult<bool> {
        Ok(self.level_of(literal)? == Some(0))
    }

    /// The decision level on which a literal got its value; 4294967295 if it has none.
    fn level(&self, literal: i32) -> PyResult<usize> {
        Ok(self.level_of(literal)?.unwrap_or(NO_LEVEL as usize))
    }

    /// The value of a literal; None if unassigned.
    fn value(&self, literal: i32) -> PyResult<Option<bool>> {
        self.get(literal)
    }

    /// The current decision level.
    #[getter]
    fn decision_level(&self) -> PyResult<usize> {
        self.with(|assignment| assignment.decision_level())
    }

    /// Whether the assignment is conflicting; a propagator never sees a conflicting one.
    #[getter]
    fn has_conflict(&self) -> bool {
        false
    }

    /// Whether all literals have a value.
    #[getter]
    fn is_total(&self) -> PyResult<bool> {
        self.with(|assignment| assignment.is_total())
    }

    /// The level below which the search never backtracks: always 0.
    #[getter]
    fn root_level(&self) -> usize {
        0
    }

    /// The true literals in order of assignment.
    #[getter]
    fn trail(&self) -> PyResult<PyTrail> {
        self.with(|assignment| PyTrail(Made::of(assignment.trail())))
    }
}

/// A snapshot of the true literals, by decision level.
#[pyclass(frozen, subclass, dict, weakref, name = "Trail", module = "groundplan.propagator")]
pub struct PyTrail(Made<TrueLiterals>);

made_of_rep!(PyTrail);

#[pymethods]
impl PyTrail {
    fn __len__(&self) -> PyResult<usize> {
        self.0.get().map(|trail| trail.literals.len())
    }

    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        PyList::new(py, &self.0.get()?.literals)?.as_any().get_item(index).map(Bound::unbind)
    }

    /// The index of a literal, from a start and before an end that may be given.
    #[pyo3(signature = (*arguments))]
    fn index<'py>(&self, arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(arguments.py(), &self.0.get()?.literals)?.call_method1("index", arguments)
    }

    /// How often a literal occurs.
    fn count<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(value.py(), &self.0.get()?.literals)?.call_method1("count", (value,))
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(py, &self.0.get()?.literals)?.call_method0("__reversed__")
    }

    /// The index of the first literal of a level.
    fn begin(&self, level: usize) -> PyResult<usize> {
        self.0.get()?.begin(level).map_err(raise)
    }

    /// The index after the last literal of a level.
    fn end(&self, level: usize) -> PyResult<usize> {
        self.0.get()?.end(level).map_err(raise)
    }
}
