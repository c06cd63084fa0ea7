//! Printing of answers to Python's standard output, in the formats of the command.

use std::io;

use groundplan::Engine;
use groundplan_clingo::application::{Ended, Printer};
use groundplan_clingo::control::Work;
use groundplan_clingo::Answer;
use groundplan_frontend::plan::Plan;
use groundplan_frontend::print::{is_for_people, DescribedModel, Out};
use groundplan_frontend::run::Event;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::configuration::PySettings;
use crate::control::PyEngine;
use crate::error::raise_from;
use crate::model::PyModel;
use crate::signal::during;

/// A printer of the answers of searches.
///
/// No thread that holds the interpreter waits for its lock, since the holder of the lock may wait for the interpreter.
#[pyclass(frozen, name = "Printer", module = "groundplan._core")]
pub struct PyPrinter {
    printer: Printer,
    /// Returns the text to print for a model, if the application has words of its own.
    describe: Option<Py<PyAny>>,
}

/// Returns a writer to the object that is Python's standard output at the time of each write.
fn standard_output() -> Out {
    Box::new(|text| {
        let written = Python::attach(|py| {
            let out = py.import("sys")?.getattr("stdout")?;
            out.call_method1("write", (text,))?;
            out.call_method0("flush").map(drop)
        });
        written.map_err(io::Error::from)
    })
}

impl PyPrinter {
    /// Starts a solver call with this plan.
    pub fn begin(&self, engine: &Engine, plan: &Plan) {
        self.printer.begin(engine, plan);
    }

    /// Hears of an event of the search.
    pub fn hear(&self, event: &Event) {
        self.printer.hear(event);
    }

    /// Hears of the end of a search. The caller must not hold the interpreter's lock.
    ///
    /// # Errors
    ///
    /// Returns an exception of standard output.
    pub fn finish(&self) -> PyResult<()> {
        Ok(self.printer.finish().map(drop)?)
    }

    /// Prints an answer. The caller must not hold the interpreter's lock.
    ///
    /// # Errors
    ///
    /// Returns an exception of `describe` or of standard output.
    pub fn print(&self, answer: &Answer) -> PyResult<()> {
        let describe = self.describe.as_ref().filter(|_| answer.reasoning().is_none());
        let Some(describe) = describe.filter(|_| self.printer.is_free_form()) else {
            return Ok(self.printer.print(answer)?);
        };
        let text = Python::attach(|py| {
            let text = describe.call1(py, (PyModel::from(answer.clone()),))?;
            text.extract::<String>(py)
        });
        Ok(self.printer.print_described(answer, &DescribedModel::Text(text?))?)
    }

    /// Returns what the end of a run comes to: the exit code, and lines for human readers.
    fn ended(
        &self,
        py: Python<'_>,
        engine: &PyEngine,
        end: impl FnOnce() -> groundplan_clingo::Result<io::Result<Ended>> + Send,
    ) -> PyResult<(i32, Vec<String>)> {
        let ended = py.detach(end).map_err(|error| raise_from(&engine.control, error))?;
        let Ended { code, told } = ended?;
        Ok((code, told.into_iter().collect()))
    }
}

#[pymethods]
impl PyPrinter {
    /// A printer with the layout of these settings. With `as_clingo`, it prints times as clingo's applications do.
    #[new]
    fn new(settings: &PySettings, describe: Option<Py<PyAny>>, as_clingo: bool) -> PyResult<Self> {
        let printer = settings.with(|arguments| Printer::new(arguments, standard_output(), as_clingo))?;
        Ok(PyPrinter { printer, describe })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.describe)
    }

    /// Whether the settings ask for text output beyond the answers.
    #[staticmethod]
    fn is_for_people(settings: &PySettings) -> bool {
        settings.with(is_for_people)
    }

    /// The lines that stand for the symbols of a model.
    fn symbols(&self, py: Python<'_>, model: &PyModel) -> PyResult<String> {
        let answer = model.answer()?;
        Ok(py.detach(|| self.printer.symbols(answer)))
    }

    /// Prints the verdict on the last call. Returns the exit code and further lines for human readers.
    fn end(&self, py: Python<'_>, engine: &PyEngine) -> PyResult<(i32, Vec<String>)> {
        let control = &engine.control;
        let during = |work: Work<'_>| Python::attach(|py| during(py, control)(work));
        self.ended(py, engine, || self.printer.end(control, during))
    }

    /// Prints the verdict after grounding was interrupted; `by_time` if by the time limit. Returns as [`PyPrinter::end`]
    /// does.
    fn cut_short(&self, py: Python<'_>, engine: &PyEngine, by_time: bool) -> PyResult<(i32, Vec<String>)> {
        self.ended(py, engine, || self.printer.cut_short(&engine.control, by_time))
    }

    /// Returns the exit code if standard output is closed.
    fn interrupted(&self, py: Python<'_>) -> i32 {
        py.detach(|| self.printer.interrupted())
    }

    /// Ends the output after an error: flushes it and closes what is open.
    fn abandon(&self, py: Python<'_>) -> PyResult<()> {
        Ok(py.detach(|| self.printer.abandon())?)
    }
}
