//! Conversion of the engine's errors into Python exceptions.

use groundplan::Error;
use pyo3::exceptions::PyRuntimeError;
use pyo3::PyErr;

/// Returns the exception for an error of the engine, with the rendered diagnostics as its text.
pub fn raise(error: &Error) -> PyErr {
    match error {
        Error::Halted(_) => HaltedError::new_err(error.to_string()),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}

pyo3::create_exception!(_core, OptionError, PyRuntimeError, "Options of a command line do not go together.");
pyo3::create_exception!(
    _core,
    HaltedError,
    PyRuntimeError,
    "Grounding was ended by a limit or an interrupt."
);
