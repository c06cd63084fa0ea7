//! The contents of Python objects whose classes can be subclassed.
//!
//! clingo's classes are made from `_rep`, which every object has, so that programs derive classes whose objects stand for those of
//! the module: `super().__init__(model._rep)`. Here `_rep` is the object itself, and the new object gets its contents.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering as MemoryOrdering};
use std::sync::OnceLock;

use pyo3::exceptions::{PyAttributeError, PyRuntimeError};
use pyo3::PyResult;

/// The contents of a Python object: missing until `__init__` was called with an object that has them.
pub struct Made<T> {
    contents: OnceLock<T>,
    /// Always true, but in the zeroed memory of an object whose contents are not written yet.
    ///
    /// Python 3.11 makes the dictionary of such an object, and a collection that this starts visits it already. There the zeros of
    /// a `OnceLock` mean that it is set.
    is_written: AtomicBool,
}

impl<T> Made<T> {
    /// Returns the contents of an object that this module makes.
    pub fn of(contents: T) -> Self {
        Made { contents: OnceLock::from(contents), is_written: AtomicBool::new(true) }
    }

    /// Returns what an object has between `__new__` and `__init__`.
    pub fn missing() -> Self {
        Made { contents: OnceLock::new(), is_written: AtomicBool::new(true) }
    }

    /// Returns the contents.
    ///
    /// # Errors
    ///
    /// Returns `AttributeError`, as in clingo, if `__init__` was not called.
    pub fn get(&self) -> PyResult<&T> {
        self.contents.get().ok_or_else(|| {
            PyAttributeError::new_err(
                "this object has no `_rep`: its class has to call `super().__init__(rep)`",
            )
        })
    }

    /// Returns the contents, if there are any.
    pub fn known(&self) -> Option<&T> {
        let is_written = self.is_written.load(MemoryOrdering::Relaxed);
        if is_written {
            self.contents.get()
        } else {
            None
        }
    }

    /// Sets the contents.
    ///
    /// # Errors
    ///
    /// Returns `RuntimeError` if the object has contents.
    pub fn set(&self, contents: T) -> PyResult<()> {
        self.contents.set(contents).map_err(|_| PyRuntimeError::new_err("this object was made before"))
    }

    /// Takes the contents over from another object.
    ///
    /// # Errors
    ///
    /// Returns an exception if the other object has none, or this one has some.
    pub fn adopt(&self, other: &Made<T>) -> PyResult<()>
    where
        T: Clone,
    {
        self.set(other.get()?.clone())
    }
}

/// Gives a class whose sole field is [`Made`] the methods by which others are derived from it; `*_more` after its name lets `__init__`
/// take the second argument that clingo's class has.
macro_rules! made_of_rep {
    ($class:ident $(, *$more:ident)?) => {
        #[pyo3::pymethods]
        impl $class {
            #[new]
            #[pyo3(signature = (*_arguments, **_named))]
            fn unmade(
                _arguments: &pyo3::Bound<'_, pyo3::types::PyTuple>,
                _named: Option<&pyo3::Bound<'_, pyo3::types::PyDict>>,
            ) -> Self {
                $class($crate::made::Made::missing())
            }

            #[pyo3(signature = (rep $(, *$more)?))]
            fn __init__(
                &self,
                rep: &pyo3::Bound<'_, Self>
                $(, $more: &pyo3::Bound<'_, pyo3::types::PyTuple>)?
            ) -> pyo3::PyResult<()> {
                self.0.adopt(&rep.get().0)
            }

            /// What other objects can be made from that stand for the same.
            #[getter]
            fn _rep(slf: pyo3::Py<Self>) -> pyo3::Py<Self> {
                slf
            }
        }
    };
}
pub(crate) use made_of_rep;

impl<T: PartialEq> PartialEq for Made<T> {
    fn eq(&self, other: &Self) -> bool {
        self.known() == other.known()
    }
}

impl<T: PartialOrd> PartialOrd for Made<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.known().partial_cmp(&other.known())
    }
}

impl<T: Hash> Hash for Made<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.known().hash(state);
    }
}
