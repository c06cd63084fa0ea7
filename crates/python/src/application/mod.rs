//! Programs of one's own with clingo's command line, as Python objects.

mod options;
mod run;

use std::sync::{Arc, Mutex};

use groundplan_clingo::application::{self, Application, ApplicationOptions, ApplicationRun, Stop};
use groundplan_clingo::control::{Raised, Told};
use groundplan_clingo::{ConfigurationTree, Control};
use groundplan_frontend::lock::lock;
use groundplan_frontend::print::Out;
use pyo3::exceptions::{PyBrokenPipeError, PyException, PyMemoryError, PyRuntimeError, PyTimeoutError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::configuration::PySettings;
use crate::control::PyEngine;
use crate::error::{exception, keep, HaltedError, OptionError};
use options::PyOptions;
pub use run::PyRun;

/// An application that is a Python object.
struct PythonApplication {
    object: Py<PyAny>,
    name: String,
    version: String,
    as_clingo: bool,
    begun: Option<Begun>,
    /// An exception that is no error of the application, and is raised when the run is over.
    raised: Mutex<Option<PyErr>>,
}

/// A run that has begun.
struct Begun {
    object: Py<PyAny>,
    control: Arc<Control>,
    run: Py<PyRun>,
}

impl PythonApplication {
    /// Keeps an exception that ends the run.
    fn keep(&self, raised: PyErr) {
        lock(&self.raised).get_or_insert(raised);
    }

    /// Returns how a run ends whose `main` has raised an exception.
    fn stop(&self, py: Python<'_>, raised: PyErr) -> Stop {
        let message = raised.value(py).to_string();
        if raised.is_instance_of::<PyBrokenPipeError>(py) {
            Stop::Closed
        } else if raised.is_instance_of::<OptionError>(py) {
            Stop::Options(message)
        } else if raised.is_instance_of::<PyTimeoutError>(py) {
            Stop::CutShort { message, by_time: true }
        } else if raised.is_instance_of::<HaltedError>(py) || raised.is_instance_of::<PyMemoryError>(py) {
            Stop::CutShort { message, by_time: false }
        } else if raised.is_instance_of::<PyRuntimeError>(py) {
            Stop::Failed(Some(message))
        } else if raised.is_instance_of::<PyException>(py) {
            // As in clingo, an exception is printed and the program ends with an exit code.
            raised.print(py);
            Stop::Failed(None)
        } else {
            self.keep(raised);
            Stop::Failed(None)
        }
    }
}

impl Application for PythonApplication {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn version(&self) -> String {
        self.version.clone()
    }

    fn register_options(&mut self, options: &mut ApplicationOptions) -> Told<()> {
        let register = |py: Python<'_>| -> PyResult<()> {
            if let Some(register) = self.object.bind(py).getattr_opt("register_options")? {
                let given = Bound::new(py, PyOptions::default())?;
                register.call1((&given,))?;
                *options = given.get().take();
            }
            Ok(())
        };
        Python::attach(register).map_err(keep)
    }

    fn validate_options(&mut self) -> Told<bool> {
        let validate = |py: Python<'_>| -> PyResult<bool> {
            let Some(validate) = self.object.bind(py).getattr_opt("validate_options")? else {
                return Ok(true);
            };
            Ok(!validate.call0()?.is(PyBool::new(py, false)))
        };
        Python::attach(validate).map_err(keep)
    }

    fn output(&self) -> Out {
        run::standard_output()
    }

    fn complain(&self, line: &str) {
        let complain = |py: Python<'_>| -> PyResult<()> {
            let line = format!("{line}\n");
            py.import("sys")?.getattr("stderr")?.call_method1("write", (line,)).map(drop)
        };
        // If nobody reads standard error, there is nobody to tell of it.
        let _ = Python::attach(complain);
    }

    fn describe(&self, raised: Raised) -> Option<String> {
        let raised = exception(raised);
        Python::attach(|py| {
            let is_error = raised.is_instance_of::<PyRuntimeError>(py);
            let message = is_error.then(|| raised.value(py).to_string());
            if message.is_none() {
                self.keep(raised);
            }
            message
        })
    }

    fn begin(&mut self, settings: ConfigurationTree, run: ApplicationRun) -> Told<()> {
        let begin = |py: Python<'_>| -> PyResult<Begun> {
            let module = py.import("groundplan.application")?;
            let describe = module.getattr("_describer")?.call1((&self.object,))?;
            let describe = (!describe.is_none()).then(|| describe.unbind());
            let run = Py::new(py, PyRun::new(run, describe))?;
            let arguments = (&self.object, PySettings::from(settings), &run, self.as_clingo);
            let object = module.getattr("_Printing")?.call1(arguments)?;
            let engine = object.getattr("_engine")?;
            let control = Arc::clone(&engine.cast::<PyEngine>()?.get().control);
            Ok(Begun { object: object.unbind(), control, run })
        };
        self.begun = Some(Python::attach(begin).map_err(keep)?);
        Ok(())
    }

    fn control(&self) -> (&Control, &ApplicationRun) {
        let begun = self.begun.as_ref().expect("it is there while the application runs");
        (&begun.control, begun.run.get().run())
    }

    fn main(&mut self, files: &[String]) -> Result<(), Stop> {
        let begun = self.begun.as_ref().expect("it is there while the application runs");
        Python::attach(|py| {
            let done = self.object.call_method1(py, "main", (&begun.object, files));
            done.map(drop).map_err(|raised| self.stop(py, raised))
        })
    }
}

/// Runs an application with a command line. Returns what the process should exit with. It prints as clingo's applications do or,
/// without `as_clingo`, as the command does.
#[pyfunction]
fn run_application(application: &Bound<'_, PyAny>, words: Vec<String>, as_clingo: bool) -> PyResult<i32> {
    let version = application.getattr_opt("version")?;
    let mut running = PythonApplication {
        object: application.clone().unbind(),
        name: application.getattr("program_name")?.extract()?,
        version: version.map_or(Ok(String::new()), |version| version.extract())?,
        as_clingo,
        begun: None,
        raised: Mutex::default(),
    };
    let code = application.py().detach(|| application::run(&mut running, words, as_clingo));
    let raised = lock(&running.raised).take();
    raised.map_or(Ok(code), Err)
}

/// Adds the classes and the function of this folder to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyOptions>()?;
    module.add_class::<PyRun>()?;
    module.add_function(wrap_pyfunction!(run_application, module)?)
}
