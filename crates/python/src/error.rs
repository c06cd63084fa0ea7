//! Conversion of errors into Python exceptions.

use groundplan_clingo::control::Raised;
use groundplan_clingo::{Control, Error};
use pyo3::exceptions::{
    PyAttributeError, PyIndexError, PyNotImplementedError, PyOverflowError, PyRecursionError, PyRuntimeError,
    PyTypeError, PyValueError,
};
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
        Error::Options(_) => OptionError::new_err(text),
        Error::Type(_) => PyTypeError::new_err(text),
        Error::Attribute(_) => PyAttributeError::new_err(text),
        Error::Index(_) => PyIndexError::new_err(text),
        Error::Depth(_) => PyRecursionError::new_err(text),
        Error::Missing(_) => PyNotImplementedError::new_err(text),
        Error::Raised(raised) => exception(raised),
    }
}

/// Returns the exception that a callback raised.
pub fn exception(raised: Raised) -> PyErr {
    match raised.downcast::<PyErr>() {
        Ok(exception) => *exception,
        Err(other) => match other.downcast::<Error>() {
            Ok(error) => raise(*error),
            Err(_) => PyRuntimeError::new_err("a callback has failed"),
        },
    }
}

/// Returns the exception that a callback raised while a control worked or, without one, that for the error of its work.
pub fn raise_from(control: &Control, error: impl Into<Error>) -> PyErr {
    take_raised(control).unwrap_or_else(|| raise(error))
}

/// Takes the exception that a callback raised while a control worked.
pub fn take_raised(control: &Control) -> Option<PyErr> {
    control.take_raised().map(exception)
}

/// Keeps an exception until [`take_raised`] is called.
pub fn keep(exception: PyErr) -> Raised {
    Box::new(exception)
}

pyo3::create_exception!(_core, OptionError, PyRuntimeError, "Options of a command line do not go together.");
pyo3::create_exception!(
    _core,
    HaltedError,
    PyRuntimeError,
    "Grounding was ended by a limit or an interrupt."
);
