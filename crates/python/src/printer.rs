//! Printing of answers to Python's standard output, in the formats of the command.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use groundplan::Engine;
use groundplan_clingo::Answer;
use groundplan_frontend::lock::lock;
use groundplan_frontend::plan::Plan;
use groundplan_frontend::print::{
    is_for_people, print_what_waits, statistics, Answers, DescribedModel, Out, ProgramSizes,
};
use groundplan_frontend::run::{Event, FoundAnswer};
use groundplan_frontend::End;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::configuration::PySettings;
use crate::control::PyEngine;
use crate::error::{raise, raise_from};
use crate::model::PyModel;
use crate::signal::during;

/// A printer of the answers of searches.
///
/// No thread that holds the interpreter waits for its lock, since the holder of the lock may wait for the interpreter.
#[pyclass(frozen, name = "Printer", module = "groundplan._core")]
pub struct PyPrinter {
    answers: Arc<Mutex<Answers>>,
    /// Describes a model: returns the text to print for it, or its symbols as texts.
    describe: Py<PyAny>,
    /// Whether every model is described in this way, not only extended ones.
    describes_all: bool,
    wants_statistics: bool,
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
    fn lock(&self) -> MutexGuard<'_, Answers> {
        lock(&self.answers)
    }

    /// Starts a solver call with this plan.
    pub fn begin(&self, engine: &Engine, plan: &Plan) {
        self.lock().begin(engine, plan);
    }

    /// Hears of an event of the search.
    pub fn hear(&self, event: &Event) {
        self.lock().hear(event);
    }

    /// Prints an answer. The caller must not hold the interpreter's lock.
    ///
    /// # Errors
    ///
    /// Returns an exception of `describe` or of standard output.
    pub fn print(&self, answer: &Answer) -> PyResult<()> {
        let mut described = None;
        if answer.reasoning().is_none() && (self.describes_all || answer.is_extended()) {
            let given = Python::attach(|py| {
                let model = PyModel::from(answer.clone());
                let given = self.describe.call1(py, (model,))?;
                PyResult::Ok(match given.extract::<String>(py) {
                    Ok(text) => DescribedModel::Text(text),
                    Err(_) => DescribedModel::Atoms(given.extract(py)?),
                })
            });
            described = Some(given?);
        }
        let printed = answer.look(|found| match (found, &described) {
            (FoundAnswer::Model(model), Some(described)) => {
                self.lock().add_described(model.costs(), described)
            }
            _ => self.lock().add(found),
        });
        Ok(printed.unwrap_or(Ok(()))?)
    }

    fn end_with(&self, py: Python<'_>, engine: &PyEngine, end: End) -> PyResult<(i32, Vec<String>)> {
        let counted = engine.control.with(|engine| {
            let sizes = self.wants_statistics.then(|| ProgramSizes::of(engine.ground_program()));
            (engine.counts(), sizes)
        });
        let (counts, sizes) = counted.map_err(raise)?;
        let ended = py.detach(|| {
            let mut answers = self.lock();
            let exit = answers.end(end, &counts, sizes)?;
            let tells = self.wants_statistics && !answers.is_object();
            let told: Vec<String> = tells.then(|| statistics::lines(&counts)).into_iter().collect();
            io::Result::Ok((exit as i32, told))
        });
        Ok(ended?)
    }

    /// Determines which assumptions of the command line exclude all answer sets, if the last call found none.
    fn blame_assumptions(&self, py: Python<'_>, engine: &PyEngine) -> PyResult<()> {
        let Some(last) = engine.control.last() else { return Ok(()) };
        let progress = last.standing();
        let is_refuted = progress.end == Some(groundplan::solve::End::Exhausted) && !progress.satisfiable;
        if !is_refuted || last.plan().assumed.is_empty() {
            return Ok(());
        }
        let control = &engine.control;
        let core = control.work(during(py, control), |engine| last.plan().core(engine)).map_err(raise)?;
        if let Some(core) = core.map_err(|error| raise_from(control, error))? {
            py.detach(|| self.lock().blame(core));
        }
        Ok(())
    }
}

#[pymethods]
impl PyPrinter {
    /// A printer with the layout of these settings. With `as_clingo`, it prints times as clingo's applications do.
    #[new]
    fn new(
        settings: &PySettings,
        describe: Py<PyAny>,
        describes_all: bool,
        as_clingo: bool,
    ) -> PyResult<Self> {
        let (mut answers, wants_statistics) =
            settings.with(|arguments| (Answers::new(arguments, standard_output()), arguments.wants_stats()));
        if as_clingo {
            answers.tell_times();
        }
        let describes_all = describes_all && answers.is_free_form();
        let answers = Arc::new(Mutex::new(answers));
        let waiting = Arc::downgrade(&answers);
        let output = std::thread::Builder::new().name("groundplan output".to_owned());
        output.spawn(move || print_what_waits(&waiting))?;
        Ok(PyPrinter { answers, describe, describes_all, wants_statistics })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.describe)
    }

    /// Whether the settings ask for text output beyond the answers.
    #[staticmethod]
    fn is_for_people(settings: &PySettings) -> bool {
        settings.with(is_for_people)
    }

    /// Prints the verdict on the last call. Returns the exit code and further lines for human readers.
    fn end(&self, py: Python<'_>, engine: &PyEngine) -> PyResult<(i32, Vec<String>)> {
        let end = match engine.control.last() {
            None => End::Unknown,
            Some(last) if last.standing().is_late(last.plan()) => End::TimeLimit,
            Some(last) => last.standing().end.map_or(End::Unknown, End::from),
        };
        self.blame_assumptions(py, engine)?;
        self.end_with(py, engine, end)
    }

    /// Prints the verdict after grounding was interrupted; `by_time` if by the time limit. Returns as [`PyPrinter::end`]
    /// does.
    fn cut_short(&self, py: Python<'_>, engine: &PyEngine, by_time: bool) -> PyResult<(i32, Vec<String>)> {
        self.end_with(py, engine, if by_time { End::TimeLimit } else { End::Interrupted })
    }

    /// Returns the exit code if standard output is closed.
    fn interrupted(&self, py: Python<'_>) -> i32 {
        py.detach(|| self.lock().interrupted()) as i32
    }

    /// Ends the output after an error: flushes it and closes what is open.
    fn abandon(&self, py: Python<'_>) -> PyResult<()> {
        Ok(py.detach(|| self.lock().abandon(false))?)
    }
}
