//! Mutex helpers that ignore poisoning: data that a panicking thread left behind is used as it is.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// Locks a mutex that is held only briefly.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks a mutex, or returns `None` if it is locked already.
pub fn try_lock<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}
