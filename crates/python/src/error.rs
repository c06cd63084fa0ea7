//! Conversion of errors into Python exceptions.

use groundplan_clingo::Error;
use pyo3::exceptions::{PyNotImplementedError, PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::PyErr;

/// Returns the exception for a failed call; that for an error of the engine has the rendered diagnostics as its text.
pub fn raise(error: impl Into<Error>) -> PyErr {
    let error = error.into();
    let text = error.to_string();
    match error {
        Error::Engine(groundplan::Error::Halted(_)) => HaltedError::new_err(text),
        Error::Engine(_) | Error::Runtime(_) => PyRuntimeError::new_err(text),
        Error::Value(_) => PyValueError::new_err(text),
        Error::Overflow(_) => PyOverflowError::new_err(text),
        Error::Missing(_) => PyNotImplementedError::new_err(text),
    }
}

pyo3::create_exception!(_core, OptionError, PyRuntimeError, "Options of a command line do not go together.");
pyo3::create_exception!(
    _core,
    HaltedError,
    PyRuntimeError,
    "Grounding was ended by a limit or an interrupt."
);
