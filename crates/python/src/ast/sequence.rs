//! Sequences that are attributes of nodes, as Python sees them. `ASTSequence` and `StrSequence` are derived from the class here.

use groundplan_clingo::syntax::{FieldType, Node, Sequence};
use pyo3::exceptions::PyIndexError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyIterator, PyList, PySlice, PyType};

use super::classes::Class;
use super::convert::{item_object, item_of, list_object, value_of};
use super::node::PyNode;
use crate::error::raise;

/// A sequence that an attribute of a node holds.
#[pyclass(frozen, subclass, name = "Items", module = "groundplan._core")]
pub struct PySequence(Sequence);

impl PySequence {
    /// Returns the sequence of an attribute as an object of its class.
    pub fn object(py: Python<'_>, node: &Node, name: &str, what: FieldType) -> PyResult<Py<PyAny>> {
        // The classes take items; what makes an object of them for an attribute is that of their base.
        static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let make = MAKE.get_or_try_init(py, || {
            let make = PyType::new::<PySequence>(py).getattr(intern!(py, "__new__"))?;
            Ok::<_, PyErr>(make.unbind())
        })?;
        let class = if what == FieldType::Nodes { Class::ASTSequence } else { Class::StrSequence };
        make.call1(py, (class.get(py)?, PyNode(node.clone()), name))
    }

    /// Returns the index of an item, counted from the end if it is negative.
    fn index(&self, index: isize) -> PyResult<usize> {
        let length = self.0.len();
        let index = if index < 0 { length.checked_add_signed(index) } else { usize::try_from(index).ok() };
        index
            .filter(|&index| index < length)
            .ok_or_else(|| PyIndexError::new_err("the sequence has no such item"))
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list_object(py, self.0.items())
    }

    /// Replaces all items.
    fn replace(&self, list: &Bound<'_, PyAny>) -> PyResult<()> {
        let what = if self.0.has_texts() { FieldType::Texts } else { FieldType::Nodes };
        self.0.replace(value_of(what, list, String::new)?).map_err(raise)
    }
}

#[pymethods]
impl PySequence {
    #[new]
    fn new(node: &Bound<'_, PyNode>, attribute: &str) -> PyResult<Self> {
        Ok(PySequence(node.get().0.sequence(attribute).map_err(raise)?))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = index.py();
        if index.is_instance_of::<PySlice>() {
            return Ok(self.list(py)?.as_any().get_item(index)?.unbind());
        }
        item_object(py, self.0.get(self.index(index.extract()?)?).map_err(raise)?)
    }

    fn __setitem__(&self, index: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if index.is_instance_of::<PySlice>() {
            let list = self.list(index.py())?;
            list.as_any().set_item(index, value)?;
            return self.replace(&list);
        }
        let item = item_of(value, self.0.has_texts())?;
        self.0.set(self.index(index.extract()?)?, item).map_err(raise)
    }

    fn __delitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<()> {
        if index.is_instance_of::<PySlice>() {
            let list = self.list(index.py())?;
            list.as_any().del_item(index)?;
            return self.replace(&list);
        }
        self.0.remove(self.index(index.extract()?)?).map_err(raise)
    }

    /// Put an item before the one with this index.
    fn insert(&self, index: isize, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let item = item_of(value, self.0.has_texts())?;
        let length = self.0.len();
        let index = if index < 0 {
            length.saturating_add_signed(index)
        } else {
            usize::try_from(index).expect("it is not negative").min(length)
        };
        self.0.insert(index, item).map_err(raise)
    }
}
