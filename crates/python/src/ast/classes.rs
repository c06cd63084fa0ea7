//! Classes and functions that are written in Python.

use groundplan_clingo::syntax::Kind;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Python classes of `groundplan.syntax.node`.
#[derive(Clone, Copy)]
pub enum Class {
    Position,
    Location,
    ASTSequence,
    StrSequence,
}

impl Class {
    /// Returns the class object.
    pub fn get(self, py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
        static CLASSES: [PyOnceLock<Py<PyType>>; 4] = [const { PyOnceLock::new() }; 4];
        const NAMES: [&str; 4] = ["Position", "Location", "ASTSequence", "StrSequence"];
        CLASSES[self as usize].import(py, "groundplan.syntax.node", NAMES[self as usize])
    }
}

/// Returns the member of Python's `ASTType` for a kind.
pub fn ast_type(kind: Kind, py: Python<'_>) -> PyResult<Py<PyAny>> {
    static OBJECTS: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
    let objects = OBJECTS.get_or_try_init(py, || {
        let kinds = py.import("groundplan.syntax.kinds")?.getattr("ASTType")?;
        Kind::all().map(|kind| kinds.getattr(kind.name()).map(Bound::unbind)).collect::<PyResult<_>>()
    })?;
    Ok(objects[kind as usize].clone_ref(py))
}
