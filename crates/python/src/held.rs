//! Python objects that the engine calls, in a place where Python's garbage collector sees them.
//!
//! Invariants: an object is held once, however many clones of its [`Held`] there are, and exactly one Python object visits it. No
//! Python code runs while the lock is held.

use std::sync::{Arc, Mutex};

use groundplan_frontend::lock::{lock, try_lock};
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

/// A Python object, until it is released.
#[derive(Clone)]
pub struct Held(Arc<Mutex<Option<Py<PyAny>>>>);

impl Held {
    /// Holds an object.
    pub fn new(object: Py<PyAny>) -> Self {
        Held(Arc::new(Mutex::new(Some(object))))
    }

    /// Returns the object unless it was released.
    pub fn get(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        lock(&self.0).as_ref().map(|object| object.clone_ref(py))
    }

    /// Shows the object to the garbage collector.
    ///
    /// # Errors
    ///
    /// Returns what the collector returns.
    pub fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        // An object that another thread is about to call is left for the next collection.
        try_lock(&self.0).map_or(Ok(()), |object| visit.call(&*object))
    }

    /// Lets the object go.
    pub fn release(&self) {
        let object = lock(&self.0).take();
        drop(object);
    }
}
