//! The partial assignment that a propagator sees, during the search and before it.

use groundplan::propagator::SolverLiteral;
use pyo3::exceptions::{PyIndexError, PyNotImplementedError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::SearchContext;
use crate::lent::Lent;

enum View {
    Search(Lent<SearchContext>),
    /// A fixed assignment: the true literals, their decision level, and the literal that is always true.
    Fixed {
        trail: Vec<i32>,
        level: usize,
        truth: i32,
    },
}

/// The values of the solver literals that a propagator knows.
#[pyclass(frozen, name = "Assignment", module = "groundplan.propagator")]
pub struct PyAssignment {
    view: View,
}

/// The true literals in order of assignment, and the start of each decision level among them.
#[derive(Clone)]
struct Values {
    trail: Vec<i32>,
    starts: Vec<usize>,
}

impl PyAssignment {
    /// Creates a fixed assignment, whose literals are true on this decision level.
    pub(super) fn fixed(trail: Vec<i32>, level: usize, truth: i32) -> Self {
        PyAssignment { view: View::Fixed { trail, level, truth } }
    }

    /// Creates a view of the assignment of the running search.
    pub(super) fn of_search(lent: Lent<SearchContext>) -> Self {
        PyAssignment { view: View::Search(lent) }
    }

    fn get(&self, literal: i32) -> PyResult<Option<bool>> {
        match &self.view {
            View::Fixed { trail, truth, .. } => {
                let holds = |literal: i32| literal == *truth || trail.contains(&literal);
                Ok(if holds(literal) { Some(true) } else { holds(-literal).then_some(false) })
            }
            View::Search(lent) => lent.with(|at_work| {
                let (control, state) = at_work.parts();
                Ok(control.value(state.literal(literal)?))
            })?,
        }
    }

    fn values(&self) -> PyResult<Values> {
        match &self.view {
            View::Fixed { trail, level, .. } => Ok(Values { trail: trail.clone(), starts: vec![0; *level] }),
            View::Search(lent) => lent.with(|at_work| {
                let (control, state) = at_work.parts();
                // Decision literals may be used by the propagator from now on.
                for level in 1..=control.levels().len() {
                    control.decision(level).map(|literal| state.name(literal));
                }
                let trail = control.trail().iter().map(|literal| literal.to_ipasir()).collect();
                Values { trail, starts: control.levels().to_vec() }
            }),
        }
    }

    fn level_of(&self, literal: i32) -> PyResult<usize> {
        let values = self.values()?;
        let place = values.trail.iter().position(|it| it.abs() == literal.abs());
        let place =
            place.ok_or_else(|| PyRuntimeError::new_err(format!("literal {literal} has no value")))?;
        Ok(values.starts.partition_point(|&start| start <= place))
    }
}

#[pymethods]
impl PyAssignment {
    fn __len__(&self) -> PyResult<usize> {
        self.values().map(|values| values.trail.len())
    }

    fn __getitem__(&self, index: isize) -> PyResult<i32> {
        let values = self.values()?.trail;
        let place = if index < 0 { index + values.len() as isize } else { index };
        let found = usize::try_from(place).ok().and_then(|place| values.get(place).copied());
        found.map(i32::abs).ok_or_else(|| PyIndexError::new_err("list index out of range"))
    }

    /// The decision or assumption of a decision level.
    fn decision(&self, level: usize) -> PyResult<i32> {
        if level == 0 {
            return self.values().and_then(|values| {
                values.trail.first().copied().ok_or_else(|| PyRuntimeError::new_err("nothing is true"))
            });
        }
        let View::Search(lent) = &self.view else {
            return Err(PyNotImplementedError::new_err(
                "what was decided is known while `propagate` or `check` is called: keep it from there",
            ));
        };
        lent.with(|at_work| {
            let (control, state) = at_work.parts();
            let Some(decision) = control.decision(level) else {
                return Err(match level <= control.levels().len() {
                    true => PyNotImplementedError::new_err(
                        "this solver does not say what it decides: make clauses of the literals that are watched",
                    ),
                    false => PyRuntimeError::new_err(format!("there is no level {level}")),
                });
            };
            Ok(state.name(decision))
        })?
    }

    /// Whether the propagator knows a literal.
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
        Ok(self.get(literal)?.is_some() && self.level_of(literal)? == 0)
    }

    /// The decision level on which a literal got its value.
    fn level(&self, literal: i32) -> PyResult<usize> {
        self.level_of(literal)
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

    /// Whether all literals that the propagator knows have a value.
    #[getter]
    fn is_total(&self) -> PyResult<bool> {
        match &self.view {
            View::Fixed { .. } => Ok(false),
            View::Search(lent) => lent.with(|at_work| {
                let (control, state) = at_work.parts();
                let mut known = state.known.iter();
                known.all(|&literal| {
                    SolverLiteral::from_ipasir(literal).is_ok_and(|literal| control.value(literal).is_some())
                })
            }),
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
        self.values().map(|values| PyTrail { values })
    }
}

/// A snapshot of the true literals, by decision level.
#[pyclass(frozen, name = "Trail", module = "groundplan.propagator")]
pub struct PyTrail {
    values: Values,
}

#[pymethods]
impl PyTrail {
    fn __len__(&self) -> usize {
        self.values.trail.len()
    }

    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        PyList::new(py, &self.values.trail)?.as_any().get_item(index).map(Bound::unbind)
    }

    /// The index of the first literal of a level.
    fn begin(&self, level: usize) -> PyResult<usize> {
        match level {
            0 => Ok(0),
            level => {
                let start = self.values.starts.get(level - 1).copied();
                start.ok_or_else(|| PyRuntimeError::new_err(format!("there is no level {level}")))
            }
        }
    }

    /// The index after the last literal of a level.
    fn end(&self, level: usize) -> PyResult<usize> {
        self.begin(level)?;
        Ok(self.values.starts.get(level).copied().unwrap_or(self.values.trail.len()))
    }
}
