//! Nodes of syntax trees. Their comparison ignores the location.

use std::cell::RefCell;
use std::hash::Hasher;

use pyo3::exceptions::{PyAttributeError, PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyList, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::FxHasher;

use super::compare;
use super::kind::{Field, FieldType, Kind};
use super::location::{Class, NodeLocation};
use super::print;
use super::value::{Sequence, Value};

/// The maximum nesting depth of nodes for operations that are recursive.
pub const MAX_DEPTH: u32 = 1000;

/// The data from which pickle restores a node: a function, the kind, and the values.
type PickleData<'py> = (Bound<'py, PyAny>, (&'static str, Vec<Bound<'py, PyAny>>));

/// A node of a syntax tree. Its attributes depend on its kind. Functions of `ast` with the names of the kinds create nodes.
/// Nodes are compared and ordered by their content, not by their location.
#[pyclass(name = "AST", module = "groundplan.ast")]
#[derive(Debug)]
pub struct Node {
    /// The kind of the node.
    pub kind: Kind,
    /// The location of the node.
    pub place: NodeLocation,
    /// The values of the attributes, without the location.
    pub values: Vec<Value>,
}

impl Node {
    /// Creates a node from the values of its attributes, in order.
    pub fn new(kind: Kind, place: NodeLocation, values: Vec<Value>) -> Self {
        debug_assert_eq!(values.len(), kind.values().len());
        Node { kind, place, values }
    }

    fn field(&self, name: &str) -> PyResult<(usize, &'static Field)> {
        let mut fields = self.kind.fields().iter().enumerate();
        fields.find(|(_, (known, _))| *known == name).ok_or_else(|| {
            PyAttributeError::new_err(format!("a node {} has no attribute `{name}`", self.kind.name()))
        })
    }

    /// Returns the value of an attribute as a Python object. A list of nodes is replaced by a sequence that Python may
    /// change.
    fn object(this: &Bound<'_, Self>, index: usize) -> PyResult<Py<PyAny>> {
        let py = this.py();
        let nodes = {
            let node = this.borrow();
            let Some(index) = node.index_of_value(index) else { return node.place.object(py) };
            match &node.values[index] {
                Value::Nodes(nodes) => PyList::new(py, nodes)?,
                value => return Ok(value.object(py)?.expect("it is not nodes")),
            }
        };
        let sequence = Sequence::new(Class::ASTSequence, nodes)?;
        let object = sequence.object(py);
        let mut node = this.try_borrow_mut()?;
        let index = node.index_of_value(index).expect("it was there before");
        node.values[index] = Value::Sequence(sequence);
        Ok(object)
    }

    fn index_of_value(&self, field: usize) -> Option<usize> {
        field.checked_sub(usize::from(self.kind.has_location()))
    }

    /// Returns a copy whose values are the results of `change`.
    fn copy(&self, py: Python<'_>, change: impl Fn(&Value) -> PyResult<Value>) -> PyResult<Self> {
        let values = self.values.iter().map(change).collect::<PyResult<_>>()?;
        Ok(Node::new(self.kind, self.place.copy(py), values))
    }

    fn deep_copy(&self, py: Python<'_>, depth: u32) -> PyResult<Self> {
        not_too_deep(depth)?;
        self.copy(py, |value| {
            let mut copies = Vec::with_capacity(value.len(py));
            value.each(py, |child| {
                copies.push(Py::new(py, child.borrow().deep_copy(py, depth + 1)?)?);
                Ok(())
            })?;
            match value {
                Value::Node(_) => Ok(Value::Node(copies.remove(0))),
                Value::Nodes(_) | Value::Sequence(_) => Ok(Value::Nodes(copies)),
                _ => value.copy(py),
            }
        })
    }
}

/// Returns `RecursionError` if nodes are nested too deeply.
pub fn not_too_deep(depth: u32) -> PyResult<()> {
    if depth > MAX_DEPTH {
        return Err(PyRecursionError::new_err(format!("nodes nest more than {MAX_DEPTH} deep")));
    }
    Ok(())
}

#[pymethods]
impl Node {
    fn __getattr__(this: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        let (index, _) = this.borrow().field(name)?;
        Node::object(this, index)
    }

    fn __setattr__(this: &Bound<'_, Self>, name: &str, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let kind = this.borrow().kind;
        let (index, (_, what)) = this.borrow().field(name)?;
        let owner = || format!("{}.{name}", kind.name());
        if *what == FieldType::Location {
            let place = NodeLocation::of_object(object, &owner())?;
            this.try_borrow_mut()?.place = place;
            return Ok(());
        }
        let value = Value::of_object(*what, object, owner)?;
        let before = {
            let mut node = this.try_borrow_mut()?;
            let index = node.index_of_value(index).expect("it is no location");
            std::mem::replace(&mut node.values[index], value)
        };
        // Drop the old value only after the borrow has ended: it may run code that uses the node.
        drop(before);
        Ok(())
    }

    /// The kind of the node.
    #[getter]
    fn ast_type(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.kind.object(py)
    }

    /// The names of the attributes that hold nodes.
    #[getter]
    fn child_keys(&self) -> Vec<&'static str> {
        let holds_nodes = |what| matches!(what, FieldType::Node | FieldType::Optional | FieldType::Nodes);
        let fields = self.kind.fields().iter();
        fields.filter(|(_, what)| holds_nodes(*what)).map(|(name, _)| *name).collect()
    }

    /// The names of the attributes.
    fn keys(&self) -> Vec<&'static str> {
        self.kind.fields().iter().map(|(name, _)| *name).collect()
    }

    /// The values of the attributes.
    fn values(this: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let kind = this.borrow().kind;
        (0..kind.fields().len()).map(|index| Node::object(this, index)).collect()
    }

    /// The names of the attributes with their values.
    fn items(this: &Bound<'_, Self>) -> PyResult<Vec<(&'static str, Py<PyAny>)>> {
        let names = this.borrow().keys();
        Ok(names.into_iter().zip(Node::values(this)?).collect())
    }

    /// A copy with other attributes; the node itself if none are given.
    #[pyo3(signature = (**kwargs))]
    fn update(this: &Bound<'_, Self>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Py<Self>> {
        let py = this.py();
        let Some(given) = kwargs else { return Ok(this.clone().unbind()) };
        let kind = this.borrow().kind;
        let owner = |name: &str| format!("{}.{name}", kind.name());
        // The node must not be borrowed here: the arguments may be iterators that use it.
        let place = match given.get_item("location")? {
            Some(object) if kind.has_location() => {
                Some(NodeLocation::of_object(&object, &owner("location"))?)
            }
            _ => None,
        };
        let change = |(name, what): &Field| {
            let object = given.get_item(name)?;
            object.map(|object| Value::of_object(*what, &object, || owner(name))).transpose()
        };
        let changes = kind.values().iter().map(change).collect::<PyResult<Vec<_>>>()?;
        let node = this.borrow();
        let values = changes.into_iter().zip(&node.values);
        let values = values.map(|(change, value)| change.map_or_else(|| value.copy(py), Ok));
        let place = place.unwrap_or_else(|| node.place.copy(py));
        Py::new(py, Node::new(kind, place, values.collect::<PyResult<_>>()?))
    }

    /// The nodes without pools that the node stands for. `condition` alone only expands pools in the condition of a
    /// conditional literal, `other` alone all other pools.
    #[pyo3(signature = (other=true, condition=true))]
    fn unpool(this: &Bound<'_, Self>, other: bool, condition: bool) -> PyResult<Py<PyAny>> {
        let module = this.py().import("groundplan.syntax.unpool")?;
        Ok(module.call_method1("unpool", (this, other, condition))?.unbind())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.place.visit(&visit)?;
        self.values.iter().try_for_each(|value| value.visit(&visit))
    }

    fn __clear__(&mut self) {
        self.place = NodeLocation::Nowhere;
        // Dropping a value may lead back here.
        for index in 0..self.values.len() {
            let value = std::mem::replace(&mut self.values[index], Value::Missing);
            drop(value);
        }
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py, |value| value.copy(py))
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.deep_copy(py, 0)
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<PickleData<'py>> {
        let py = this.py();
        let kind = this.borrow().kind;
        let values = kind.fields().iter().zip(Node::values(this)?).map(|((_, what), value)| {
            let value = value.into_bound(py);
            match what {
                FieldType::Nodes | FieldType::Texts => {
                    Ok(value.try_iter()?.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)?)
                }
                _ => Ok(value),
            }
        });
        Ok((
            py.import("groundplan._core")?.getattr("_remake_node")?,
            (kind.name(), values.collect::<PyResult<_>>()?),
        ))
    }

    fn __richcmp__(
        this: &Bound<'_, Self>,
        other: &Bound<'_, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let py = this.py();
        let Ok(other) = other.cast::<Node>() else { return Ok(py.NotImplemented()) };
        let holds = operator.matches(compare::order(this, other, 0)?);
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    #[allow(clippy::cast_possible_wrap, reason = "any number will do")]
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let mut hasher = FxHasher::default();
        compare::hash(self, py, &mut hasher, 0)?;
        Ok(hasher.finish() as isize)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        print::text(self, py)
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let mut text = format!("ast.{}(", this.borrow().kind.name());
        for (index, value) in Node::values(this)?.into_iter().enumerate() {
            text += if index == 0 { "" } else { ", " };
            text += &value.bind(this.py()).repr()?.to_cow()?;
        }
        text.push(')');
        Ok(text)
    }
}

impl Drop for Node {
    /// Drops nested nodes without recursion: nodes dropped in the meantime hand their values to the outermost drop.
    fn drop(&mut self) {
        thread_local! {
            static WAITING: RefCell<Option<Vec<Value>>> = const { RefCell::new(None) };
        }
        if !self.values.iter().any(Value::holds_nodes) {
            return;
        }
        let values = std::mem::take(&mut self.values);
        let is_first = WAITING.with_borrow_mut(|waiting| match waiting {
            Some(waiting) => {
                waiting.extend(values);
                false
            }
            None => {
                *waiting = Some(values);
                true
            }
        });
        if !is_first {
            return;
        }
        while let Some(value) = WAITING.with_borrow_mut(|waiting| waiting.as_mut().and_then(Vec::pop)) {
            drop(value);
        }
        WAITING.set(None);
    }
}

/// Creates a node from the Python values of its attributes, in order.
fn of_objects(kind: Kind, objects: &[Bound<'_, PyAny>]) -> PyResult<Node> {
    let fields = kind.fields();
    if objects.len() != fields.len() {
        let (name, count) = (kind.name(), fields.len());
        return Err(PyTypeError::new_err(format!("{name} has {count} attributes, not {}", objects.len())));
    }
    let owner = |name: &str| format!("{}.{name}", kind.name());
    let place = if kind.has_location() {
        NodeLocation::of_object(&objects[0], &owner("location"))?
    } else {
        NodeLocation::Nowhere
    };
    let objects = &objects[usize::from(kind.has_location())..];
    let values = kind.values().iter().zip(objects);
    let values = values.map(|((name, what), object)| Value::of_object(*what, object, || owner(name)));
    Ok(Node::new(kind, place, values.collect::<PyResult<_>>()?))
}

/// Creates a node of the kind with this number from the values of its attributes, in order.
#[pyfunction]
#[pyo3(signature = (kind, *values))]
pub fn make_node(kind: usize, values: &Bound<'_, PyTuple>) -> PyResult<Node> {
    let kind = Kind::of_number(kind).ok_or_else(|| PyTypeError::new_err("there is no such kind of nodes"))?;
    of_objects(kind, &values.iter().collect::<Vec<_>>())
}

/// Creates a node of the kind with this name, for pickle.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]
pub fn _remake_node(kind: &str, values: Vec<Bound<'_, PyAny>>) -> PyResult<Node> {
    let kind =
        Kind::of_name(kind).ok_or_else(|| PyTypeError::new_err(format!("no nodes are called {kind}")))?;
    of_objects(kind, &values)
}
