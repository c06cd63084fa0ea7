//! The options of an application, as Python adds them.

use std::sync::Mutex;

use groundplan_clingo::application::ApplicationOptions;
use groundplan_frontend::lock::lock;
use pyo3::prelude::*;

use crate::error::keep;

/// The options of an application, beside clingo's.
#[pyclass(frozen, name = "ApplicationOptions", module = "groundplan.application")]
#[derive(Default)]
pub struct PyOptions(Mutex<ApplicationOptions>);

impl PyOptions {
    /// Takes the options that were added.
    pub fn take(&self) -> ApplicationOptions {
        std::mem::take(&mut *lock(&self.0))
    }
}

#[pymethods]
impl PyOptions {
    #[new]
    fn new() -> Self {
        PyOptions::default()
    }

    /// Add an option with an argument: `parser` takes it, and says whether it is right.
    #[pyo3(signature = (group, option, description, parser, multi=false, argument=None))]
    fn add(
        &self,
        group: &str,
        option: &str,
        description: &str,
        parser: Py<PyAny>,
        multi: bool,
        argument: Option<&str>,
    ) {
        let parse = move |value: &str| {
            let parse = |py: Python<'_>| parser.call1(py, (value,))?.is_truthy(py);
            Python::attach(parse).map_err(keep)
        };
        lock(&self.0).add(group, option, description, Box::new(parse), multi, argument);
    }

    /// Add an option without an argument.
    fn add_flag(&self, group: &str, option: &str, description: &str, target: Py<PyAny>) {
        let set = move |is_on: bool| {
            Python::attach(|py| {
                if let Err(raised) = target.setattr(py, "flag", is_on) {
                    raised.write_unraisable(py, None);
                }
            });
        };
        lock(&self.0).add_flag(group, option, description, Box::new(set));
    }
}
