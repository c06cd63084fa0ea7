//! What a control prints as part of an application: to Python's standard output, in the formats of the command.

use std::io;

use groundplan::Engine;
use groundplan_clingo::application::{ApplicationRun, Printer};
use groundplan_clingo::backend::external_value;
use groundplan_clingo::Answer;
use groundplan_frontend::plan::Plan;
use groundplan_frontend::print::{DescribedModel, Out};
use groundplan_frontend::run::Event;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::control::PyEngine;
use crate::error::raise;
use crate::model::PyModel;

/// What a control prints as part of an application.
///
/// No thread that holds the interpreter waits for its locks, since their holder may wait for the interpreter.
#[pyclass(frozen, name = "ApplicationRun", module = "groundplan._core")]
pub struct PyRun {
    run: ApplicationRun,
    /// Returns the text to print for a model, of which it is given the symbols as a text, if the application has words of its own.
    describe: Option<Py<PyAny>>,
}

/// Returns a writer to the object that is Python's standard output at the time of each write.
pub fn standard_output() -> Out {
    Box::new(|text| {
        let written = Python::attach(|py| {
            let out = py.import("sys")?.getattr("stdout")?;
            out.call_method1("write", (text,))?;
            out.call_method0("flush").map(drop)
        });
        written.map_err(io::Error::from)
    })
}

impl PyRun {
    pub fn new(run: ApplicationRun, describe: Option<Py<PyAny>>) -> Self {
        PyRun { run, describe }
    }

    pub fn run(&self) -> &ApplicationRun {
        &self.run
    }

    /// Starts a solver call with this plan.
    pub fn begin(&self, engine: &Engine, plan: &Plan) {
        if let Some(printer) = self.run.printer() {
            printer.begin(engine, plan);
        }
    }

    /// Hears of an event of the search.
    pub fn hear(&self, event: &Event) {
        if let Some(printer) = self.run.printer() {
            printer.hear(event);
        }
    }

    /// Hears of the end of a search. The caller must not hold the interpreter's lock.
    ///
    /// # Errors
    ///
    /// Returns an exception of standard output.
    pub fn finish(&self) -> PyResult<()> {
        Ok(self.run.printer().map_or(Ok(None), Printer::finish).map(drop)?)
    }

    /// Prints an answer. The caller must not hold the interpreter's lock.
    ///
    /// # Errors
    ///
    /// Returns an exception of `describe` or of standard output.
    pub fn print(&self, answer: &Answer) -> PyResult<()> {
        let Some(printer) = self.run.printer() else { return Ok(()) };
        let describe = self.describe.as_ref().filter(|_| answer.reasoning().is_none());
        let Some(describe) = describe.filter(|_| printer.is_free_form()) else {
            return Ok(printer.print(answer)?);
        };
        let symbols = printer.symbols(answer);
        let text = Python::attach(|py| {
            let text = describe.call1(py, (PyModel::from(answer.clone()), symbols))?;
            text.extract::<String>(py)
        });
        Ok(printer.print_described(answer, &DescribedModel::Text(text?))?)
    }
}

#[pymethods]
impl PyRun {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.describe)
    }

    /// Whether the ground program is printed, and nothing is searched.
    #[getter]
    fn prints_ground(&self) -> bool {
        self.run.prints_ground()
    }

    /// The seconds that are left of the time limit, which covers the whole run.
    #[getter]
    fn time_left(&self) -> Option<f64> {
        self.run.limits().time.map(|left| left.as_secs_f64())
    }

    /// Tells people more than the answers, as clingo's applications do: prints a line.
    fn say(&self, py: Python<'_>, line: &str) -> PyResult<()> {
        Ok(py.detach(|| self.run.say(line))?)
    }

    /// Prints what is new in the ground program. `has_steps` says whether there may be several steps.
    fn print_ground(&self, py: Python<'_>, engine: &PyEngine, has_steps: bool) -> PyResult<()> {
        let step = engine.control.with(|engine| self.run.new_ground(engine.ground_program(), has_steps));
        let step = step.map_err(raise)?.map_err(raise)?;
        Ok(py.detach(|| self.run.print(&step))?)
    }

    /// Hears that an external atom has a value, a `TruthValue`: where the ground program is printed, this is part of it.
    fn assign(&self, atom: i64, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = external_value(value.getattr("value")?.extract()?);
        self.run.assign(atom, value);
        Ok(())
    }
}
