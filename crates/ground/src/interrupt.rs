//! What ends long work from another thread: a flag that its holder sets, whoever that is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// A flag that says that work is to end. Clones share it; the default is one that nobody sets.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Whether the work is to end.
    #[must_use]
    #[inline]
    pub fn is_called(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for Interrupt {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Interrupt(flag)
    }
}
