//! The ground program as an application prints it in place of solving.

use std::sync::Mutex;

use groundplan_clingo::backend::external_value;
use groundplan_clingo::ground_output::GroundOutput;
use groundplan_frontend::lock::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::configuration::PySettings;
use crate::control::PyEngine;
use crate::error::raise;

/// What was printed of a ground program.
#[pyclass(frozen, name = "GroundOutput", module = "groundplan._core")]
pub struct PyGroundOutput(Mutex<GroundOutput>);

#[pymethods]
impl PyGroundOutput {
    /// Prints in the format that the settings ask for; `None` if they ask for none.
    #[staticmethod]
    fn of(settings: &PySettings) -> Option<Self> {
        let (format, reify) =
            settings.with(|arguments| (arguments.ground_output(), arguments.reify.options()));
        format.map(|format| PyGroundOutput(Mutex::new(GroundOutput::new(format, reify))))
    }

    /// Hears that an external atom has a value, a `TruthValue`, from the next step on.
    fn assign(&self, atom: i64, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = external_value(value.getattr("value")?.extract()?);
        lock(&self.0).assign(atom, value);
        Ok(())
    }

    /// Returns what to print for a step. With `has_steps` it says that there are several, as clingo does where a program runs the
    /// steps itself.
    fn step(&self, engine: &PyEngine, has_steps: bool) -> PyResult<String> {
        let step = engine.control.with(|engine| lock(&self.0).step(engine.ground_program(), has_steps));
        step.map_err(raise)?
            .map_err(|error| PyRuntimeError::new_err(format!("{error}: print the program as aspif")))
    }
}
