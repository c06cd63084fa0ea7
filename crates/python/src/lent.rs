//! What is lent to Python for the time of a call: objects of Python's may outlive it, what they look at does not.
//!
//! Invariant: the pointer is there only while its [`Loan`] lives, and only the thread that lent it follows it. So the objects
//! that hold one may go to other threads, as with the traceback of an exception, and be dropped there.

use std::ptr::NonNull;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;

use pyo3::exceptions::PyRuntimeError;
use pyo3::PyResult;

use groundplan_frontend::lock::lock;

/// Something lent, as long as its [`Loan`] lives. Clones look at the same.
pub struct Lent<T> {
    place: Arc<Mutex<Place<T>>>,
    lender: ThreadId,
}

/// Where what is lent is, unless it was taken back or is in use.
struct Place<T>(Option<NonNull<T>>);

// SAFETY: `Lent::with` follows the pointer on the thread alone that has lent it.
unsafe impl<T> Send for Place<T> {}

impl<T> Clone for Lent<T> {
    fn clone(&self) -> Self {
        Lent { place: Arc::clone(&self.place), lender: self.lender }
    }
}

/// Ends when it is dropped.
pub struct Loan<T>(Lent<T>);

impl<T> Lent<T> {
    /// Does something with what is lent.
    ///
    /// # Errors
    ///
    /// When it was taken back, or this is another thread.
    pub fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        if std::thread::current().id() != self.lender {
            return Err(PyRuntimeError::new_err("this can be used only by the thread that it was given to"));
        }
        // While it is used nobody else can.
        let Some(mut lent) = lock(&self.place).0.take() else {
            return Err(PyRuntimeError::new_err(
                "this can be used only during the call that it was given to",
            ));
        };
        // SAFETY: `lend` put the pointer there from a unique reference, whose owner waits until the loan is dropped, which
        // takes the pointer away; it is taken out for as long as it is used, and this is the thread of `lend`.
        let result = act(unsafe { lent.as_mut() });
        lock(&self.place).0 = Some(lent);
        Ok(result)
    }
}

impl<T> Loan<T> {
    /// What is lent.
    pub fn lent(&self) -> Lent<T> {
        self.0.clone()
    }
}

impl<T> Drop for Loan<T> {
    fn drop(&mut self) {
        lock(&self.0.place).0 = None;
    }
}

/// Lends something until the loan is dropped.
///
/// # Safety
///
/// The loan has to be dropped before the reference ends, on this thread. `T` stands for the reference's type with its
/// lifetimes extended.
pub unsafe fn lend<T>(reference: NonNull<T>) -> Loan<T> {
    let place = Arc::new(Mutex::new(Place(Some(reference))));
    Loan(Lent { place, lender: std::thread::current().id() })
}
