//! A flag by which another thread ends long work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// A flag that asks long work to end. Clones share it; the default is a flag that is never set.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Whether the work has to end.
    #[must_use]
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for Interrupt {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Interrupt(flag)
    }
}
