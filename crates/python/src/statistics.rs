//! The statistics of a control, as Python objects: `statistics.py` gives those that can be changed the methods of sequences and maps.

use std::sync::{Arc, Mutex};

use groundplan_clingo::{Result, StatisticKind, Statistics};
use groundplan_frontend::lock::lock;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList};
use rustc_hash::FxHashMap;

use crate::error::raise;

/// Statistics that users add: a tree, with a number for each statistic.
#[pyclass(frozen, name = "Statistics", module = "groundplan._core")]
pub struct PyStatistics(pub Arc<Mutex<Statistics>>);

impl PyStatistics {
    fn with<T>(&self, act: impl FnOnce(&mut Statistics) -> Result<T>) -> PyResult<T> {
        act(&mut lock(&self.0)).map_err(raise)
    }
}

fn kind_of(name: &str) -> StatisticKind {
    match name {
        "array" => StatisticKind::Array,
        "map" => StatisticKind::Map,
        _ => StatisticKind::Value,
    }
}

#[pymethods]
impl PyStatistics {
    /// The key of the map of all statistics.
    #[getter]
    fn root(&self) -> u64 {
        lock(&self.0).root().into()
    }

    /// What a statistic is: "value", "array" or "map".
    fn kind(&self, key: u64) -> PyResult<&'static str> {
        let kind = self.with(|statistics| statistics.kind(key.into()))?;
        Ok(match kind {
            StatisticKind::Value => "value",
            StatisticKind::Array => "array",
            StatisticKind::Map => "map",
        })
    }

    /// The number of statistics in an array.
    fn array_size(&self, key: u64) -> PyResult<usize> {
        self.with(|statistics| statistics.array_size(key.into()))
    }

    /// A statistic in an array.
    fn array_at(&self, key: u64, index: usize) -> PyResult<u64> {
        self.with(|statistics| statistics.array_at(key.into(), index).map(u64::from))
    }

    /// Adds a statistic of this kind to an array.
    fn push(&self, key: u64, kind: &str) -> PyResult<u64> {
        self.with(|statistics| statistics.push(key.into(), kind_of(kind)).map(u64::from))
    }

    /// The names in a map.
    fn names(&self, key: u64) -> PyResult<Vec<String>> {
        self.with(|statistics| Ok(statistics.names(key.into())?.map(str::to_owned).collect()))
    }

    /// The statistic of this name in a map, if there is one.
    fn find(&self, key: u64, name: &str) -> PyResult<Option<u64>> {
        self.with(|statistics| Ok(statistics.find(key.into(), name)?.map(u64::from)))
    }

    /// Adds a statistic of this name and kind to a map.
    fn add_subkey(&self, key: u64, name: &str, kind: &str) -> PyResult<u64> {
        self.with(|statistics| statistics.add_subkey(key.into(), name, kind_of(kind)).map(u64::from))
    }

    /// A value.
    fn value(&self, key: u64) -> PyResult<f64> {
        self.with(|statistics| statistics.value(key.into()))
    }

    /// Sets a value.
    fn set_value(&self, key: u64, value: f64) -> PyResult<()> {
        self.with(|statistics| statistics.set_value(key.into(), value))
    }
}

/// Returns statistics as dictionaries, lists and numbers.
pub fn plain<'py>(py: Python<'py>, statistics: &Statistics) -> PyResult<Bound<'py, PyAny>> {
    let mut made: FxHashMap<u64, Bound<'py, PyAny>> = FxHashMap::default();
    // What is in an array or a map comes after it.
    for key in statistics.keys().rev() {
        let object = match statistics.kind(key).map_err(raise)? {
            StatisticKind::Value => PyFloat::new(py, statistics.value(key).map_err(raise)?).into_any(),
            StatisticKind::Array => {
                let list = PyList::empty(py);
                for index in 0..statistics.array_size(key).map_err(raise)? {
                    let below = statistics.array_at(key, index).map_err(raise)?;
                    list.append(&made[&below.into()])?;
                }
                list.into_any()
            }
            StatisticKind::Map => {
                let dict = PyDict::new(py);
                for name in statistics.names(key).map_err(raise)? {
                    let below = statistics.map_at(key, name).map_err(raise)?;
                    dict.set_item(name, &made[&below.into()])?;
                }
                dict.into_any()
            }
        };
        made.insert(key.into(), object);
    }
    Ok(made[&statistics.root().into()].clone())
}
