//! What an application does that has nothing of its own to do, by the methods of a Python control.

use groundplan::{Engine, Error};
use groundplan_frontend::incremental::{Step, StepResult, Stepwise};
use groundplan_frontend::End;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::control::PyEngine;
use crate::error::raise_from;
use crate::script::{run_script, scripts_define};
use crate::symbol::PySymbol;
use groundplan_clingo::application::{main, StandardControl};
use groundplan_clingo::Term;

/// A control that is solved in several steps.
struct StepwiseControl<'a, 'py> {
    engine: &'a PyEngine,
    control: &'a Bound<'py, PyAny>,
}

impl StepwiseControl<'_, '_> {
    /// Returns the query atom of a step.
    fn query(&self, number: i64) -> PySymbol {
        let name = self.engine.control.with_terms(|terms| terms.name("query"));
        PySymbol::of(Term::function(name, vec![Term::Number(number)], true))
    }
}

impl Stepwise for StepwiseControl<'_, '_> {
    type Error = PyErr;

    fn with_engine<T>(&mut self, act: impl FnOnce(&mut Engine) -> Result<T, Error>) -> PyResult<T> {
        self.engine.control.try_with(act).map_err(|error| raise_from(&self.engine.control, error))
    }

    fn refuse(&self, message: String) -> PyErr {
        PyRuntimeError::new_err(message)
    }

    fn ground(&mut self, step: &Step) -> PyResult<()> {
        let argument = || PySymbol::of(Term::Number(step.number));
        let arguments = |name| if name == "base" { Vec::new() } else { vec![argument()] };
        let parts: Vec<(&str, Vec<PySymbol>)> =
            step.names.iter().map(|&name| (name, arguments(name))).collect();
        self.control.call_method1("ground", (parts,)).map(drop)
    }

    fn begin_query(&mut self, number: i64) -> PyResult<()> {
        self.control.call_method1("assign_external", (self.query(number), true)).map(drop)
    }

    // The control cleans up when it grounds.
    fn end_query(&mut self, number: i64) -> PyResult<()> {
        self.control.call_method1("release_external", (self.query(number),)).map(drop)
    }

    fn search(&mut self) -> PyResult<StepResult> {
        let result = self.control.call_method0("solve")?;
        let satisfiable: Option<bool> = result.getattr("satisfiable")?.extract()?;
        let end = match satisfiable {
            _ if result.getattr("interrupted")?.extract()? => End::Interrupted,
            Some(false) => End::Exhausted,
            Some(true) | None => End::Stopped,
        };
        Ok(StepResult { end, satisfiable: satisfiable == Some(true) })
    }
}

impl StandardControl for StepwiseControl<'_, '_> {
    fn load_all(&mut self, files: &[String]) -> PyResult<()> {
        self.control.call_method1("_load_all", (files,)).map(drop)
    }

    fn run_script(&mut self) -> PyResult<bool> {
        self.control.setattr("_seeks_end", !scripts_define("main")?)?;
        run_script(&self.control.clone().unbind())
    }

    fn is_incremental(&self) -> bool {
        let is_incremental = self.control.getattr("_incremental").and_then(|it| it.is_truthy());
        is_incremental.is_ok_and(|it| it)
    }
}

/// Reads files, grounds and solves, by the methods of the control that has the engine.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]
fn run_standard(engine: &PyEngine, control: &Bound<'_, PyAny>, files: Vec<String>) -> PyResult<()> {
    main(&mut StepwiseControl { engine, control }, &files)
}

/// Adds the function of this file to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_standard, module)?)
}
