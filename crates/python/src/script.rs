//! Scripts inside of programs, in languages that are Python objects.

use std::io;
use std::sync::Arc;

use groundplan_clingo::control::{Told, Work};
use groundplan_clingo::programs::Calls;
use groundplan_clingo::script::{Script, Scripts};
use groundplan_clingo::syntax::Location;
use groundplan_clingo::texts::TextHost;
use groundplan_clingo::Term;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

use crate::ast::location_object;
use crate::error::{exception, keep};
use crate::symbol::{symbols, term_of, PySymbol, SymbolArgument};

/// The languages of the process; `main` of a script gets a control of the module.
static SCRIPTS: Scripts<Py<PyAny>> =
    Scripts::hinting(": `clingo.script.enable_python()` has scripts in `python` run");

/// A language that a Python object runs.
struct PythonScript {
    object: Py<PyAny>,
    version: String,
}

/// Returns the symbols that a function has returned: one, or those of an iterable.
pub fn values(answer: &Bound<'_, PyAny>) -> PyResult<Vec<Term>> {
    let value = |object: &Bound<'_, PyAny>| match object.is_instance_of::<PySymbol>() {
        true => term_of(object),
        // In the words of clingo, which programs compare.
        false => {
            let kind = object.get_type().name()?;
            Err(PyAttributeError::new_err(format!("'{kind}' object has no attribute '_rep'")))
        }
    };
    match answer.hasattr("__iter__")? {
        true => answer.try_iter()?.map(|object| value(&object?)).collect(),
        false => Ok(vec![value(answer)?]),
    }
}

impl Script<Py<PyAny>> for PythonScript {
    fn execute(&self, location: &Location, code: &str) -> Told<()> {
        let execute = |py: Python<'_>| {
            let location = location_object(py, location)?;
            self.object.call_method1(py, "execute", (location, code)).map(drop)
        };
        Python::attach(execute).map_err(keep)
    }

    fn callable(&self, name: &str) -> Told<bool> {
        let ask = |py: Python<'_>| self.object.call_method1(py, "callable", (name,))?.is_truthy(py);
        Python::attach(ask).map_err(keep)
    }

    fn call(&self, name: &str, arguments: &[Term]) -> Told<Vec<Term>> {
        let call = |py: Python<'_>| {
            let arguments = (py.None(), name, symbols(py, arguments)?);
            values(self.object.call_method1(py, "call", arguments)?.bind(py))
        };
        Python::attach(call).map_err(keep)
    }

    fn main(&self, control: &Py<PyAny>) -> Told<()> {
        Python::attach(|py| self.object.call_method1(py, "main", (control,)).map(drop)).map_err(keep)
    }

    fn version(&self) -> &str {
        &self.version
    }
}

/// What programs are added with.
pub struct PyTextHost(pub Calls);

impl TextHost for PyTextHost {
    type Control = Py<PyAny>;

    fn scripts(&self) -> &Scripts<Py<PyAny>> {
        &SCRIPTS
    }

    fn calls(&self) -> &Calls {
        &self.0
    }

    fn standard_input(&self) -> io::Result<String> {
        let read = |py: Python<'_>| -> PyResult<String> {
            py.import("sys")?.getattr("stdin")?.call_method0("read")?.extract()
        };
        Python::attach(read).map_err(io::Error::from)
    }

    fn during(&self, work: Work<'_>) {
        Python::attach(|py| py.detach(work));
    }
}

/// Has scripts in a language run by an object.
#[pyfunction]
fn register_script(name: &str, script: Py<PyAny>, version: String) {
    SCRIPTS.register(name, Arc::new(PythonScript { object: script, version }));
}

/// Whether a script has defined a function of this name.
#[pyfunction]
pub fn scripts_define(name: &str) -> PyResult<bool> {
    SCRIPTS.define(name).map_err(exception)
}

/// Calls a function of a script; `None` if no script has defined it.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]
fn call_script(name: &str, arguments: Vec<SymbolArgument>) -> PyResult<Option<Vec<PySymbol>>> {
    let arguments: Vec<Term> = arguments.into_iter().map(|argument| argument.0).collect();
    let values = SCRIPTS.call(name, &arguments).map_err(exception)?;
    Ok(values.map(|values| values.into_iter().map(PySymbol::of).collect()))
}

/// Runs `main` of a script with a control, if a script has defined it. Returns whether one has.
pub fn run_script(control: &Py<PyAny>) -> PyResult<bool> {
    SCRIPTS.run_main(control).map_err(exception)
}

/// Adds the functions of this file to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(register_script, module)?)?;
    module.add_function(wrap_pyfunction!(scripts_define, module)?)?;
    module.add_function(wrap_pyfunction!(call_script, module)?)
}
