//! Python's `AST` and its sequences, over [`groundplan_clingo::syntax`].

mod classes;
mod convert;
mod node;
mod reading;
mod sequence;

pub use convert::location_object;
pub use node::PyNode;

use pyo3::prelude::*;

/// Adds the classes and functions of this folder to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyNode>()?;
    module.add_class::<sequence::PySequence>()?;
    module.add_function(wrap_pyfunction!(node::make_node, module)?)?;
    module.add_function(wrap_pyfunction!(node::_remake_node, module)?)?;
    module.add_function(wrap_pyfunction!(reading::read_trees, module)?)
}
