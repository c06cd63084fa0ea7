//! clingo's configuration and command line, as Python objects.

use std::collections::BTreeMap;
use std::sync::Mutex;

use groundplan::solve::{Decisions, SearchConfig};
use groundplan::Interrupter;
use groundplan_frontend::arguments::SolveArguments;
use groundplan_frontend::configuration::{keys, Configuration, KeyError};
use groundplan_frontend::lock::lock;
use groundplan_frontend::options::{ClingoOption, Key, Refusal};
use groundplan_frontend::warnings::{wanted, WantedWarnings};
use pyo3::exceptions::{PyNotImplementedError, PyRuntimeError};
use pyo3::prelude::*;

/// The number of command lines that are remembered.
const MAX_READ: usize = 16;

/// Command lines that were read: programs make many controls with the same one, and reading it takes as long as a small search.
static READ: Mutex<BTreeMap<Vec<String>, Configuration>> = Mutex::new(BTreeMap::new());

/// The settings of a control: its command line, and the keys set since.
#[pyclass(frozen, name = "Settings", module = "groundplan._core")]
pub struct PySettings(Mutex<Configuration>);

/// Returns the option whose key has this name, with `_` for `-`, in a section of the configuration.
fn key(place: &str, name: &str) -> Option<&'static ClingoOption> {
    keys(|key| is_at(key, place)).find(|known| known.name.replace('-', "_") == name)
}

fn is_at(key: Key, place: &str) -> bool {
    matches!(
        (key, place),
        (Key::Root(_), "") | (Key::Solve(_), "solve") | (Key::Asp(_), "asp") | (Key::Solver(_), "solver")
    )
}

impl PySettings {
    /// Calls `act` with the current settings as arguments.
    pub fn with<T>(&self, act: impl FnOnce(&SolveArguments) -> T) -> T {
        act(lock(&self.0).arguments())
    }

    /// Returns the search configuration. With `hears`, `#heuristic` is grounded in any case: only when a search starts is it
    /// known whether a propagator uses it.
    ///
    /// # Errors
    ///
    /// Returns `RuntimeError` if the options contradict each other.
    pub fn config(&self, interrupter: Interrupter, hears: bool) -> PyResult<SearchConfig> {
        let mut config = self.with(SolveArguments::config).map_err(PyRuntimeError::new_err)?;
        config.solver.interrupter = interrupter;
        if hears && config.solver.backend.takes_propagators() {
            config.decisions = Decisions::Domain;
        }
        Ok(config)
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
        if let Some(known) = lock(&READ).get(&words) {
            return Ok(PySettings(Mutex::new(known.clone())));
        }
        let configuration = Configuration::read(words.clone()).map_err(|refusal| match refusal {
            Refusal::Wrong(sentence) => PyRuntimeError::new_err(sentence),
            Refusal::Missing(sentence) => PyNotImplementedError::new_err(sentence),
        })?;
        let arguments = configuration.arguments();
        wanted(&arguments.program.warnings).map_err(PyRuntimeError::new_err)?;
        arguments.shown().map_err(PyRuntimeError::new_err)?;
        arguments.config().map_err(PyRuntimeError::new_err)?;
        let mut read = lock(&READ);
        if read.len() == MAX_READ {
            read.clear();
        }
        read.insert(words, configuration.clone());
        Ok(PySettings(Mutex::new(configuration)))
    }

    /// Returns the keys in a section of the configuration.
    #[staticmethod]
    fn keys(place: &str) -> Vec<String> {
        keys(|key| is_at(key, place)).map(|known| known.name.replace('-', "_")).collect()
    }

    /// Whether a key is accepted but has no effect.
    #[staticmethod]
    fn only_tunes(place: &str, name: &str) -> bool {
        key(place, name).is_some_and(ClingoOption::only_tunes)
    }

    /// Returns the value of a key.
    fn get(&self, place: &str, name: &str) -> Option<String> {
        lock(&self.0).get(key(place, name)?)
    }

    /// Sets a key to a value.
    fn set(&self, place: &str, name: &str, text: &str) -> PyResult<()> {
        let path = if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
        let Some(known) = key(place, name) else {
            return Err(PyRuntimeError::new_err(format!("there is no key `{path}`")));
        };
        lock(&self.0).set(known, text).map_err(|error| match error {
            KeyError::Value => PyRuntimeError::new_err(format!(
                "could not set option value: `{text}` is no value of `{path}`"
            )),
            KeyError::Missing(why) => {
                PyNotImplementedError::new_err(format!("`{path}` cannot be set: {why}"))
            }
        })
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
