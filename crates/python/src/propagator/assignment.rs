//! The partial assignment that a propagator sees, during the search and before it.

use groundplan::propagator::{Control, LiteralNumbers};
use pyo3::exceptions::{PyIndexError, PyNotImplementedError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use rustc_hash::FxHashSet;

use super::{InitContext, SearchContext};
use crate::lent::Lent;
use crate::made::{made_of_rep, Made};

/// The level of a literal without a value, as in clingo.
const NO_LEVEL: u32 = u32::MAX;

#[derive(Clone)]
enum View {
    Search(Lent<SearchContext>),
    /// What is known before the search, as long as `init` runs.
    Start(Lent<InitContext>),
    /// A fixed assignment: the true literals in order, and the decision level of the last ones.
    Fixed {
        trail: Vec<i32>,
        holding: FxHashSet<i32>,
        level: usize,
        numbers: LiteralNumbers,
    },
}

/// The values of the solver's literals. As a sequence, it has the variables: 1 to n.
#[pyclass(frozen, subclass, dict, weakref, name = "Assignment", module = "groundplan.propagator")]
pub struct PyAssignment(Made<View>);

/// The true literals in order of assignment, and the start of each decision level among them.
#[derive(Clone)]
struct Values {
    trail: Vec<i32>,
    starts: Vec<usize>,
}

impl PyAssignment {
    /// Creates a fixed assignment, whose literals are true on this decision level.
    pub(super) fn fixed(trail: Vec<i32>, level: usize, numbers: LiteralNumbers) -> Self {
        let holding = trail.iter().copied().chain([LiteralNumbers::TRUE]).collect();
        PyAssignment(Made::of(View::Fixed { trail, holding, level, numbers }))
    }

    /// Creates a view of the assignment of the running search.
    pub(super) fn of_search(lent: Lent<SearchContext>) -> Self {
        PyAssignment(Made::of(View::Search(lent)))
    }

    /// Creates a view of what is known before the search.
    pub(super) fn before_search(lent: Lent<InitContext>) -> Self {
        PyAssignment(Made::of(View::Start(lent)))
    }

    fn get(&self, literal: i32) -> PyResult<Option<bool>> {
        match self.0.get()? {
            View::Start(lent) => lent.with(|context| {
                let (setup, state) = context.parts();
                let known = state.literal(literal)?;
                Ok(if state.is_fixed(setup, known) {
                    Some(true)
                } else {
                    state.is_fixed(setup, !known).then_some(false)
                })
            })?,
            View::Fixed { holding, numbers, .. } => {
                known(numbers, literal)?;
                let holds = holding.contains(&literal);
                Ok(if holds { Some(true) } else { holding.contains(&-literal).then_some(false) })
            }
            View::Search(lent) => lent.with(|at_work| {
                let (control, state) = at_work.parts();
                Ok(control.value(state.literal(literal)?))
            })?,
        }
    }

    fn values(&self) -> PyResult<Values> {
        match self.0.get()? {
            View::Start(lent) => lent.with(|context| {
                let (setup, state) = context.parts();
                Values { trail: state.trail_before_search(setup), starts: Vec::new() }
            }),
            View::Fixed { trail, level, .. } => Ok(Values { trail: trail.clone(), starts: vec![0; *level] }),
            View::Search(lent) => lent.with(|at_work| {
                let (control, state) = at_work.parts();
                name_decisions(control);
                let trail = control.trail().iter();
                let trail = trail.filter_map(|&literal| state.numbers.number(literal)).collect();
                Values { trail, starts: control.levels().to_vec() }
            }),
        }
    }

    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, 1..=self.__len__()?)
    }

    /// Returns the level on which a literal got its value; `None` if it has none.
    fn level_of(&self, literal: i32) -> PyResult<Option<usize>> {
        match self.0.get()? {
            View::Fixed { .. } if literal.abs() == LiteralNumbers::TRUE => Ok(Some(0)),
            View::Fixed { level, .. } => Ok(self.get(literal)?.map(|_| *level)),
            View::Start(_) => Ok(self.get(literal)?.map(|_| 0)),
            View::Search(lent) => lent.with(|at_work| {
                let (control, state) = at_work.parts();
                Ok(control.level(state.literal(literal)?))
            })?,
        }
    }
}

/// Fails for a number that no literal has.
fn known(numbers: &LiteralNumbers, literal: i32) -> PyResult<()> {
    match numbers.literal(literal) {
        Some(_) => Ok(()),
        None => Err(super::no_literal(literal)),
    }
}

/// Gives the decisions of the search numbers, so that the propagator may use them from now on.
fn name_decisions(control: &mut Control<'_>) {
    for level in 1..=control.levels().len() {
        control.decision(level);
    }
}

made_of_rep!(PyAssignment);

#[pymethods]
impl PyAssignment {
    fn __len__(&self) -> PyResult<usize> {
        match self.0.get()? {
            View::Fixed { numbers, .. } => Ok(numbers.len()),
            View::Start(lent) => lent.with(|context| context.parts().1.numbers.len()),
            View::Search(lent) => lent.with(|at_work| {
                let (control, state) = at_work.parts();
                name_decisions(control);
                state.numbers.len()
            }),
        }
    }

    fn __getitem__(&self, index: isize) -> PyResult<usize> {
        let length = self.__len__()?;
        let place = if index < 0 { index + length as isize } else { index };
        let place = usize::try_from(place).ok().filter(|&place| place < length);
        place.map(|place| place + 1).ok_or_else(|| PyIndexError::new_err("invalid index"))
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
        if level == 0 {
            return Ok(LiteralNumbers::TRUE);
        }
        let invalid =
            || PyRuntimeError::new_err(format!("invalid decision level: there is no level {level}"));
        let lent = match self.0.get()? {
            View::Search(lent) => lent,
            View::Start(_) => return Err(invalid()),
            View::Fixed { level: last, .. } if level > *last => return Err(invalid()),
            View::Fixed { .. } => {
                return Err(PyNotImplementedError::new_err(
                    "what was decided is known while `propagate` or `check` is called: keep it from there",
                ));
            }
        };
        lent.with(|at_work| {
            let (control, state) = at_work.parts();
            match control.decision(level) {
                Some(decision) => Ok(state.number(decision)),
                None if level > control.levels().len() => Err(invalid()),
                None => Err(PyNotImplementedError::new_err(
                    "this solver does not say what it decides: make clauses of the literals that are watched",
                )),
            }
        })?
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
        self.values().map(|values| values.starts.len())
    }

    /// Whether the assignment is conflicting; a propagator never sees a conflicting one.
    #[getter]
    fn has_conflict(&self) -> bool {
        false
    }

    /// Whether all literals have a value.
    #[getter]
    fn is_total(&self) -> PyResult<bool> {
        match self.0.get()? {
            View::Fixed { .. } | View::Start(_) => Ok(false),
            View::Search(lent) => lent.with(|at_work| at_work.parts().0.is_total()),
        }
    }

    /// The level below which the search never backtracks: always 0.
    #[getter]
    fn root_level(&self) -> usize {
        0
    }

    /// The true literals in order of assignment.
    #[getter]
    fn trail(&self) -> PyResult<PyTrail> {
        self.values().map(|values| PyTrail(Made::of(values)))
    }
}

/// A snapshot of the true literals, by decision level.
#[pyclass(frozen, subclass, dict, weakref, name = "Trail", module = "groundplan.propagator")]
pub struct PyTrail(Made<Values>);

made_of_rep!(PyTrail);

#[pymethods]
impl PyTrail {
    fn __len__(&self) -> PyResult<usize> {
        self.0.get().map(|values| values.trail.len())
    }

    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        PyList::new(py, &self.0.get()?.trail)?.as_any().get_item(index).map(Bound::unbind)
    }

    /// The index of a literal, from a start and before an end that may be given.
    #[pyo3(signature = (*arguments))]
    fn index<'py>(&self, arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(arguments.py(), &self.0.get()?.trail)?.call_method1("index", arguments)
    }

    /// How often a literal occurs.
    fn count<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(value.py(), &self.0.get()?.trail)?.call_method1("count", (value,))
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(py, &self.0.get()?.trail)?.call_method0("__reversed__")
    }

    /// The index of the first literal of a level.
    fn begin(&self, level: usize) -> PyResult<usize> {
        match level {
            0 => Ok(0),
            level => {
                let start = self.0.get()?.starts.get(level - 1).copied();
                start.ok_or_else(|| PyRuntimeError::new_err(format!("there is no level {level}")))
            }
        }
    }

    /// The index after the last literal of a level.
    fn end(&self, level: usize) -> PyResult<usize> {
        self.begin(level)?;
        let Values { trail, starts } = self.0.get()?;
        Ok(starts.get(level).copied().unwrap_or(trail.len()))
    }
}
