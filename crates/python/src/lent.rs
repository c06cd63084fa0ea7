//! What is lent to Python for the time of a call: objects of Python's may outlive it, what they look at does not.

use std::cell::Cell;
use std::ptr::NonNull;
use std::rc::Rc;

use pyo3::exceptions::PyRuntimeError;
use pyo3::PyResult;

/// Something lent, as long as its [`Loan`] lives. Clones look at the same. Not for other threads.
pub struct Lent<T>(Rc<Cell<Option<NonNull<T>>>>);

impl<T> Clone for Lent<T> {
    fn clone(&self) -> Self {
        Lent(Rc::clone(&self.0))
    }
}

/// Ends when it is dropped.
pub struct Loan<T>(Lent<T>);

impl<T> Lent<T> {
    /// Does something with what is lent.
    ///
    /// # Errors
    ///
    /// When it was taken back.
    pub fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        // While it is used nobody else can.
        let Some(mut lent) = self.0.take() else {
            return Err(PyRuntimeError::new_err(
                "this can be used only during the call that it was given to",
            ));
        };
        // SAFETY: `lend` put the pointer there from a unique reference, whose owner waits until the loan is dropped, which
        // takes the pointer away; it is taken out for as long as it is used.
        let result = act(unsafe { lent.as_mut() });
        self.0.set(Some(lent));
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
        self.0 .0.set(None);
    }
}

/// Lends something until the loan is dropped.
///
/// # Safety
///
/// The loan has to be dropped before the reference ends, on this thread. `T` stands for the reference's type with its
/// lifetimes extended.
pub unsafe fn lend<T>(reference: NonNull<T>) -> Loan<T> {
    Loan(Lent(Rc::new(Cell::new(Some(reference)))))
}
