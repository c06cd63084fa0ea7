//! clingo's configuration and command line, as Python objects.

use std::sync::Mutex;

use groundplan_clingo::{ConfigurationKey, ConfigurationTree};
use groundplan_frontend::arguments::SolveArguments;
use groundplan_frontend::lock::lock;
use groundplan_frontend::warnings::{wanted, WantedWarnings};
use pyo3::prelude::*;

use crate::error::raise;

/// The settings of a control: its command line, and the keys set since.
#[pyclass(frozen, name = "Settings", module = "groundplan._core")]
pub struct PySettings(Mutex<ConfigurationTree>);

/// Returns the key with this number.
fn key(number: u32) -> PyResult<ConfigurationKey> {
    number.try_into().map_err(raise)
}

impl From<ConfigurationTree> for PySettings {
    fn from(tree: ConfigurationTree) -> Self {
        PySettings(Mutex::new(tree))
    }
}

impl PySettings {
    /// Calls `act` with the current settings as arguments.
    pub fn with<T>(&self, act: impl FnOnce(&SolveArguments) -> T) -> T {
        self.with_tree(|tree| act(tree.arguments()))
    }

    /// Calls `act` with the current settings.
    pub fn with_tree<T>(&self, act: impl FnOnce(&ConfigurationTree) -> T) -> T {
        act(&lock(&self.0))
    }

    /// Returns the selection of warnings.
    pub fn warnings(&self) -> WantedWarnings {
        let wanted = self.with(|arguments| wanted(&arguments.program.warnings));
        wanted.expect("it was looked at when the command line was read")
    }
}

#[pymethods]
impl PySettings {
    /// Reads the arguments of a command line.
    #[new]
    fn new(words: Vec<String>) -> PyResult<Self> {
        let tree = ConfigurationTree::read(words).map_err(raise)?;
        Ok(PySettings(Mutex::new(tree)))
    }

    /// The key of the whole configuration.
    #[staticmethod]
    fn root() -> u32 {
        ConfigurationKey::ROOT.into()
    }

    /// Whether the entry with this key is an array.
    #[staticmethod]
    fn is_array(number: u32) -> PyResult<bool> {
        Ok(key(number)?.is_array())
    }

    /// Whether the entry with this key is a value.
    #[staticmethod]
    fn is_value(number: u32) -> PyResult<bool> {
        Ok(key(number)?.is_value())
    }

    /// The names from the root to a key, with dots between them.
    #[staticmethod]
    fn path(number: u32) -> PyResult<String> {
        Ok(key(number)?.path())
    }

    /// The names of the keys below a key.
    #[staticmethod]
    fn names(number: u32) -> PyResult<Vec<String>> {
        Ok(key(number)?.subkeys().map(ConfigurationKey::name).collect())
    }

    /// The key of this name below a key.
    #[staticmethod]
    fn at(number: u32, name: &str) -> PyResult<u32> {
        key(number)?.at(name).map(u32::from).map_err(raise)
    }

    /// The key of an element of an array.
    #[staticmethod]
    fn array_at(number: u32, index: i64) -> PyResult<u32> {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        key(number)?.array_at(index).map(u32::from).map_err(raise)
    }

    /// The description of a key.
    #[staticmethod]
    fn description(number: u32) -> PyResult<String> {
        Ok(key(number)?.description())
    }

    /// The number of elements of an array.
    fn array_size(&self, number: u32) -> PyResult<usize> {
        let key = key(number)?;
        self.with_tree(|tree| tree.array_size(key)).map_err(raise)
    }

    /// The value of a key.
    fn get(&self, number: u32) -> PyResult<Option<String>> {
        let key = key(number)?;
        self.with_tree(|tree| tree.get(key)).map_err(raise)
    }

    /// Sets a key to a value.
    fn set(&self, number: u32, text: &str) -> PyResult<()> {
        let key = key(number)?;
        lock(&self.0).set(key, text).map_err(raise)
    }

    /// Sets the least and the greatest value of integer variables, in place of what the command line says.
    fn set_integer_bounds(&self, least: Option<i64>, greatest: Option<i64>) {
        lock(&self.0).set_integer_bounds(least, greatest);
    }

    /// The files that the command line names.
    #[getter]
    fn files(&self) -> Vec<String> {
        self.with(|arguments| arguments.program.files.clone())
    }

    /// The definitions of constants, such as `n=8`.
    #[getter]
    fn constants(&self) -> Vec<String> {
        self.with(|arguments| arguments.program.constants.clone())
    }

    /// The `#show` directives for the predicates that the command line names.
    #[getter]
    fn shown(&self) -> Option<String> {
        self.with(|arguments| arguments.shown().ok().flatten())
    }

    /// The time limit in seconds and the memory limit in MiB.
    #[getter]
    fn limits(&self) -> (Option<f64>, Option<u64>) {
        self.with(|arguments| {
            let time = arguments.limits.time_limit.filter(|time| !time.is_zero());
            (time.map(|time| time.as_secs_f64()), arguments.limits.memory_limit)
        })
    }

    /// Whether the options ask to print the ground program.
    #[getter]
    fn prints_ground(&self) -> bool {
        self.with(|arguments| arguments.ground_output().is_some())
    }

    /// Whether to warn of a file that is included twice.
    #[getter]
    fn warns_of_files(&self) -> bool {
        self.warnings().about_files()
    }
}
