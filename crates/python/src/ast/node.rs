//! The Python class `AST`: nodes of syntax trees.

use groundplan_clingo::syntax::{Field, FieldType, Kind, Node};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::classes::ast_type;
use super::convert::{list_object, object_of, value_of};
use crate::error::raise;

/// The data from which pickle restores a node: a function, the kind, and the values.
type PickleData<'py> = (Bound<'py, PyAny>, (&'static str, Vec<Bound<'py, PyAny>>));

/// A node of a syntax tree. Its attributes depend on its kind. Functions of `ast` with the names of the kinds create nodes.
/// Nodes are compared and ordered by their content, not by their location.
#[pyclass(frozen, name = "AST", module = "groundplan.ast")]
#[derive(Debug)]
pub struct PyNode(pub Node);

#[pymethods]
impl PyNode {
    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let (index, _) = self.0.kind().field(name).map_err(raise)?;
        object_of(py, &self.0, index)
    }

    fn __setattr__(&self, name: &str, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let kind = self.0.kind();
        let (index, what) = kind.field(name).map_err(raise)?;
        let value = value_of(what, object, || format!("{}.{name}", kind.name()))?;
        self.0.set_at(index, value).map_err(raise)
    }

    /// The kind of the node.
    #[getter]
    fn ast_type(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        ast_type(self.0.kind(), py)
    }

    /// The names of the attributes that hold nodes.
    #[getter]
    fn child_keys<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        self.0.kind().child_keys().map(|name| PyString::intern(py, name)).collect()
    }

    /// The names of the attributes.
    fn keys(&self) -> Vec<&'static str> {
        self.0.kind().fields().iter().map(|(name, _)| *name).collect()
    }

    /// The values of the attributes.
    fn values(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        (0..self.0.kind().fields().len()).map(|index| object_of(py, &self.0, index)).collect()
    }

    /// The names of the attributes with their values.
    fn items(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, Py<PyAny>)>> {
        Ok(self.keys().into_iter().zip(self.values(py)?).collect())
    }

    /// A copy with other attributes; the node itself if none are given.
    #[pyo3(signature = (**kwargs))]
    fn update(this: &Bound<'_, Self>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Py<Self>> {
        let Some(given) = kwargs else { return Ok(this.clone().unbind()) };
        let node = &this.get().0;
        let kind = node.kind();
        // The copy is made at last: the arguments may be iterators that use the node.
        let change = |(index, (name, what)): (usize, &Field)| {
            let object = given.get_item(name).transpose()?;
            let value =
                object.and_then(|object| value_of(*what, &object, || format!("{}.{name}", kind.name())));
            Some(value.map(|value| (index, value)))
        };
        let changes = kind.fields().iter().enumerate().filter_map(change).collect::<PyResult<Vec<_>>>()?;
        let copy = node.copy();
        changes.into_iter().try_for_each(|(index, value)| copy.set_at(index, value)).map_err(raise)?;
        Py::new(this.py(), PyNode(copy))
    }

    /// The nodes without pools that the node stands for. `condition` alone only expands pools in the condition of a
    /// conditional literal, `other` alone all other pools.
    #[pyo3(signature = (other=true, condition=true))]
    fn unpool(&self, other: bool, condition: bool) -> PyResult<Vec<PyNode>> {
        Ok(self.0.unpool(other, condition).map_err(raise)?.into_iter().map(PyNode).collect())
    }

    fn __copy__(&self) -> Self {
        PyNode(self.0.copy())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(PyNode(self.0.deep_copy().map_err(raise)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<PickleData<'py>> {
        let kind = self.0.kind();
        let value = |(index, (_, what)): (usize, &Field)| match what {
            FieldType::Nodes | FieldType::Texts => Ok(list_object(py, self.0.get_at(index))?.into_any()),
            _ => Ok(object_of(py, &self.0, index)?.into_bound(py)),
        };
        let values = kind.fields().iter().enumerate().map(value).collect::<PyResult<_>>()?;
        Ok((py.import("groundplan._core")?.getattr("_remake_node")?, (kind.name(), values)))
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<PyNode>() else { return Ok(py.NotImplemented()) };
        let holds = operator.matches(self.0.compare(&other.get().0).map_err(raise)?);
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    #[allow(clippy::cast_possible_wrap, reason = "any number will do")]
    fn __hash__(&self) -> PyResult<isize> {
        Ok(self.0.hash_value().map_err(raise)? as isize)
    }

    fn __str__(&self) -> PyResult<String> {
        self.0.text().map_err(raise)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("ast.{}(", self.0.kind().name());
        for (index, value) in self.values(py)?.into_iter().enumerate() {
            text += if index == 0 { "" } else { ", " };
            text += &value.bind(py).repr()?.to_cow()?;
        }
        text.push(')');
        Ok(text)
    }
}

/// Creates a node from the Python values of its attributes, in order.
fn of_objects<'py>(
    kind: Kind,
    objects: impl ExactSizeIterator<Item = Bound<'py, PyAny>>,
) -> PyResult<PyNode> {
    let fields = kind.fields();
    if objects.len() != fields.len() {
        let (name, count) = (kind.name(), fields.len());
        return Err(PyTypeError::new_err(format!("{name} has {count} attributes, not {}", objects.len())));
    }
    let values = fields.iter().zip(objects);
    let values =
        values.map(|((name, what), object)| value_of(*what, &object, || format!("{}.{name}", kind.name())));
    Ok(PyNode(Node::new(kind, values.collect::<PyResult<_>>()?).map_err(raise)?))
}

/// Creates a node of the kind with this number from the values of its attributes, in order.
#[pyfunction]
#[pyo3(signature = (kind, *values))]
pub fn make_node(kind: usize, values: &Bound<'_, PyTuple>) -> PyResult<PyNode> {
    let kind = Kind::of_number(kind).ok_or_else(|| PyTypeError::new_err("there is no such kind of nodes"))?;
    of_objects(kind, values.iter())
}

/// Creates a node of the kind with this name, for pickle.
#[pyfunction]
pub fn _remake_node(kind: &str, values: Vec<Bound<'_, PyAny>>) -> PyResult<PyNode> {
    let kind =
        Kind::of_name(kind).ok_or_else(|| PyTypeError::new_err(format!("no nodes are called {kind}")))?;
    of_objects(kind, values.into_iter())
}
