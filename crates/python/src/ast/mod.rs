//! Syntax trees of programs, as clingo's module has them: nodes that Python reads, makes and changes.
//!
//! The engine's parser reads a program as it was written, and `read` makes nodes of its tree; they are compared and printed
//! here. Which files are read, and what else is only glue, is Python, in `python/groundplan/syntax`.

mod compare;
mod kind;
mod node;
mod place;
mod print;
mod read;
mod value;

use pyo3::prelude::*;

/// Adds what this folder has to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<node::Node>()?;
    module.add_function(wrap_pyfunction!(node::make_node, module)?)?;
    module.add_function(wrap_pyfunction!(node::_remake_node, module)?)?;
    module.add_class::<read::Tree>()?;
    module.add_function(wrap_pyfunction!(read::read_tree, module)?)
}
