//! Limits of time and memory, as Python gives them and hears of them.

use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyTimeoutError, PyValueError};
use pyo3::{PyErr, PyResult};

pub use groundplan_clingo::limits::{limited, Limits, ReachedLimit};

/// Returns limits of seconds and MiB.
///
/// # Errors
///
/// Returns `ValueError` if `seconds` is not a valid duration.
pub fn limits(seconds: Option<f64>, memory: Option<u64>) -> PyResult<Limits> {
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    Ok(Limits { time: time.map_err(|error| PyValueError::new_err(error.to_string()))?, memory })
}

/// Returns the exception to raise if work has no result because of a limit.
pub fn reached(cause: ReachedLimit, work: &str) -> PyErr {
    let message = cause.sentence(work);
    match cause {
        ReachedLimit::Time => PyTimeoutError::new_err(message),
        ReachedLimit::Memory => PyMemoryError::new_err(message),
    }
}
