//! What an engine is doing, for whoever looks on from another thread: what is being grounded, and how far.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What an engine is doing: see [`Engine::pulse`](crate::Engine::pulse). Clones look at the same engine.
#[derive(Clone, Default, Debug)]
pub struct Pulse {
    rules: Arc<AtomicU64>,
    conflicts: Arc<AtomicU64>,
    component: Arc<Mutex<Option<String>>>,
}

impl Pulse {
    /// How many rules and facts were grounded; those of a component that depends on itself when it is done with them.
    #[must_use]
    pub fn rules(&self) -> u64 {
        self.rules.load(Ordering::Relaxed)
    }

    /// How many conflicts the solver has met, where it tells: `cadical` does.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.conflicts.load(Ordering::Relaxed)
    }

    /// What is being grounded: one of its predicates, and which component of how many it is. `None` where nothing is.
    #[must_use]
    pub fn component(&self) -> Option<String> {
        self.component.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.conflicts)
    }

    pub(crate) fn set_component(&self, component: Option<String>) {
        *self.component.lock().unwrap_or_else(PoisonError::into_inner) = component;
    }

    #[inline]
    pub(crate) fn set_rules(&self, rules: u64) {
        self.rules.store(rules, Ordering::Relaxed);
    }
}
