//! References lent to Python for the duration of a call.
//!
//! Python objects may outlive the call; the data they refer to does not.
//!
//! Invariant: the pointer exists only while its [`Loan`] lives, and only the lending thread dereferences it. Objects that
//! hold a [`Lent`] may therefore move to other threads, for example with the traceback of an exception, and be dropped there.

use std::ptr::NonNull;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;

use pyo3::exceptions::PyRuntimeError;
use pyo3::PyResult;

use groundplan_frontend::lock::lock;

/// A handle on a lent value, valid while its [`Loan`] lives. Clones refer to the same value.
pub struct Lent<T> {
    pointer: Arc<Mutex<LentPointer<T>>>,
    lender: ThreadId,
}

/// A pointer to the lent value; `None` after the loan has ended, or while the value is in use.
struct LentPointer<T>(Option<NonNull<T>>);

// SAFETY: `Lent::with` dereferences the pointer only on the lending thread.
unsafe impl<T> Send for LentPointer<T> {}

impl<T> Clone for Lent<T> {
    fn clone(&self) -> Self {
        Lent { pointer: Arc::clone(&self.pointer), lender: self.lender }
    }
}

/// A guard that ends the loan when it is dropped.
pub struct Loan<T>(Lent<T>);

impl<T> Lent<T> {
    /// Calls `act` with the lent value.
    ///
    /// # Errors
    ///
    /// Returns `RuntimeError` if the loan has ended, the value is in use, or this is another thread.
    pub fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        if std::thread::current().id() != self.lender {
            return Err(PyRuntimeError::new_err("this can be used only by the thread that it was given to"));
        }
        // Take the pointer out, so that no nested call can use the value.
        let Some(mut lent) = lock(&self.pointer).0.take() else {
            return Err(PyRuntimeError::new_err(
                "this can be used only during the call that it was given to",
            ));
        };
        // SAFETY: `lend` created the pointer from a unique reference. Its owner waits until the loan is dropped, which
        // removes the pointer. The pointer is taken out while it is used, and this is the thread of `lend`.
        let result = act(unsafe { lent.as_mut() });
        lock(&self.pointer).0 = Some(lent);
        Ok(result)
    }
}

impl<T> Loan<T> {
    /// Returns a handle on the lent value.
    pub fn lent(&self) -> Lent<T> {
        self.0.clone()
    }
}

impl<T> Drop for Loan<T> {
    fn drop(&mut self) {
        lock(&self.0.pointer).0 = None;
    }
}

/// Lends a value until the returned loan is dropped.
///
/// # Safety
///
/// The loan must be dropped on this thread before the reference ends. `T` is the type of the reference's target, with its
/// lifetimes extended.
pub unsafe fn lend<T>(reference: NonNull<T>) -> Loan<T> {
    let pointer = Arc::new(Mutex::new(LentPointer(Some(reference))));
    Loan(Lent { pointer, lender: std::thread::current().id() })
}
