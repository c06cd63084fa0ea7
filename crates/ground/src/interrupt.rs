//! The question whether long work has to end before it is done.

use std::fmt;
use std::sync::Arc;

/// Asks whether long work has to end. Clones ask the same; the default never ends work.
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Interrupt {
    /// Ends work as soon as `ends` returns true, in the thread that works. It is called often, and must be quick.
    #[must_use]
    pub fn when(ends: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Interrupt(Some(Arc::new(ends)))
    }

    /// Whether the work has to end.
    #[must_use]
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|ends| ends())
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interrupt").finish_non_exhaustive()
    }
}
