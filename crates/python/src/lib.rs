//! The compiled part `groundplan._core` of the Python module: Python classes and functions over the engine.
//!
//! Glue code without access to the engine is written in Python, in `python/groundplan`.
//!
//! A search is a [`session`]: an engine and the query that borrows it, in one object that any thread may advance. No lock is
//! held while Python code runs.

use pyo3::prelude::*;

mod application;
mod ast;
mod atoms;
mod backend;
mod certificate;
mod configuration;
mod conflict_search;
mod control;
mod error;
mod explanation;
mod handle;
mod held;
mod incremental;
mod lent;
mod limits;
mod made;
mod model;
mod observer;
mod propagator;
mod script;
mod signal;
mod sokoban;
mod sources;
mod statistics;
mod symbol;
mod theory;

/// The engine behind the module groundplan.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<atoms::PySymbolicAtom>()?;
    module.add_class::<atoms::PySymbolicAtoms>()?;
    module.add_class::<backend::PyBackend>()?;
    module.add_class::<propagator::PyAssignment>()?;
    module.add_class::<propagator::PyPropagateControl>()?;
    module.add_class::<propagator::PyPropagateInit>()?;
    module.add_class::<propagator::PyTrail>()?;
    module.add_class::<theory::PyTheoryAtom>()?;
    module.add_class::<theory::PyTheoryElement>()?;
    module.add_class::<theory::PyTheoryTerm>()?;
    module.add_class::<handle::PyResultOfSolving>()?;
    module.add_class::<handle::PySolveHandle>()?;
    module.add_function(wrap_pyfunction!(handle::end_searches, module)?)?;
    module.add_class::<configuration::PySettings>()?;
    module.add_class::<statistics::PyStatistics>()?;
    module.add_class::<model::PyModel>()?;
    module.add_class::<model::PySolveControl>()?;
    application::register(module)?;
    ast::register(module)?;
    certificate::register(module)?;
    control::register(module)?;
    explanation::register(module)?;
    incremental::register(module)?;
    module.add("HaltedError", module.py().get_type::<error::HaltedError>())?;
    module.add("OptionError", module.py().get_type::<error::OptionError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    script::register(module)?;
    sokoban::register(module)?;
    symbol::register(module)
}
