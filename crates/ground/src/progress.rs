//! The progress of a grounding, which other threads can read.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The progress of a grounding. Clones share their state.
#[derive(Clone, Default, Debug)]
pub struct GroundingProgress {
    rules: Arc<AtomicU64>,
    component: Arc<Mutex<Option<String>>>,
}

impl GroundingProgress {
    /// The number of ground rules and facts so far. Those of a recursive component are added when it is complete.
    #[must_use]
    pub fn rules(&self) -> u64 {
        self.rules.load(Ordering::Relaxed)
    }

    /// The component that is being grounded: one of its predicates, its number, and the number of components. `None` while
    /// nothing is grounded.
    #[must_use]
    pub fn component(&self) -> Option<String> {
        self.component.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_component(&self, component: Option<String>) {
        *self.component.lock().unwrap_or_else(PoisonError::into_inner) = component;
    }

    #[inline]
    pub(crate) fn set_rules(&self, rules: u64) {
        self.rules.store(rules, Ordering::Relaxed);
    }
}
