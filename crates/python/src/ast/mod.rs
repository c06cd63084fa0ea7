//! Syntax trees of programs, as in clingo's Python module: nodes that Python reads, creates and changes.
//!
//! The engine's parser reads a program as written, and [`read`] converts its tree into nodes. Comparison and printing are
//! implemented here too. The choice of files and other glue code are written in Python, in `python/groundplan/syntax`.

mod compare;
mod kind;
mod location;
mod node;
mod print;
mod read;
mod value;
mod write;

pub use node::Node;
pub use write::{write, Written};

use pyo3::prelude::*;

/// Adds the classes and functions of this folder to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Node>()?;
    module.add_function(wrap_pyfunction!(node::make_node, module)?)?;
    module.add_function(wrap_pyfunction!(node::_remake_node, module)?)?;
    module.add_class::<read::Tree>()?;
    module.add_function(wrap_pyfunction!(read::read_tree, module)?)
}
