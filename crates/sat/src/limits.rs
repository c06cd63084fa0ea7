//! Stopping a solver from outside: interrupts and deadlines.
//!
//! Invariant: a [`Stop`] that has been requested stays requested for the solve it belongs to, except where
//! somebody clears the shared [`Interrupter`]; giving a solve up therefore sets `cancelled`, which nobody clears.

use std::{
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        Arc,
    },
    time::{Duration, Instant},
};

use rustsat::solvers::InterruptSolver;

/// Stops solvers from another thread or a signal handler.
///
/// Clones share one flag. The flag *holds*: once [`interrupt`](Interrupter::interrupt) was called, the running solve
/// and every later one return [`Interrupted`](rustsat::solvers::SolverResult::Interrupted), until
/// [`clear`](Interrupter::clear). So an interrupt that comes between two solves is not lost.
#[derive(Clone, Debug, Default)]
pub struct Interrupter(Arc<AtomicBool>);

impl Interrupter {
    /// An interrupter that has not been called, to be given to one or more solvers by
    /// [`Config::interrupter`](crate::Config::interrupter).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the solves of all solvers that share this flag. Safe in a signal handler: it only stores an atomic.
    pub fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets solves run again.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag itself, for work that is no solving: it is set while the interrupt holds.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether [`interrupt`](Interrupter::interrupt) was called and not cleared.
    #[must_use]
    #[inline]
    pub fn is_interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl InterruptSolver for Interrupter {
    fn interrupt(&self) {
        Interrupter::interrupt(self);
    }
}

/// A time at which solves end, which other threads may move forward while one is running.
///
/// Clones share it. When the time has come, solves end at once until the alarm is [cleared](Alarm::clear). Unlike a
/// deadline or an [`Interrupter`] it says that there is news, not that work is to end.
#[derive(Clone, Debug)]
pub struct Alarm {
    made: Instant,
    /// In microseconds since then; the largest number for never.
    due: Arc<AtomicU64>,
}

impl Default for Alarm {
    fn default() -> Self {
        Self { made: Instant::now(), due: Arc::new(AtomicU64::new(u64::MAX)) }
    }
}

impl Alarm {
    /// An alarm that does not ring, to be given to a solver by [`Solver::set_alarm`](crate::Solver::set_alarm).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Rings from this time on, or from an earlier one that it is set to already.
    pub fn ring_at(&self, time: Instant) {
        let due = time.saturating_duration_since(self.made).as_micros();
        self.due.fetch_min(u64::try_from(due).unwrap_or(u64::MAX), Ordering::AcqRel);
    }

    /// Rings no more, until it is set again.
    pub fn clear(&self) {
        self.due.store(u64::MAX, Ordering::Release);
    }

    /// Whether its time has come.
    #[must_use]
    pub fn rings(&self) -> bool {
        let due = self.due.load(Ordering::Acquire);
        due != u64::MAX && self.made.elapsed() >= Duration::from_micros(due)
    }
}

/// When one particular solve must end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    /// The flag the user may hold.
    pub interrupter: Interrupter,
    /// Set when nobody waits for this solve's answer any more.
    pub cancelled: Interrupter,
    /// The time at which the solve ends.
    pub deadline: Option<Instant>,
    /// The time at which somebody else wants it to end.
    pub alarm: Option<Alarm>,
    /// After how many conflicts it ends, where the backend counts them.
    pub conflicts: Option<u64>,
    /// Set when they are used up.
    pub exhausted: Interrupter,
}

impl Stop {
    /// Whether the solve must end now. Cheap: some loads and, with a deadline or an alarm that is set, a reading of the clock.
    pub fn requested(&self) -> bool {
        self.interrupter.is_interrupted()
            || self.cancelled.is_interrupted()
            || self.exhausted.is_interrupted()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.alarm.as_ref().is_some_and(Alarm::rings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn any_reason_stops() {
        let stop = Stop::default();
        assert!(!stop.requested());
        stop.interrupter.clone().interrupt();
        assert!(stop.requested());
        stop.interrupter.clear();
        assert!(!stop.requested());
        let late = Stop { deadline: Some(Instant::now()), ..Stop::default() };
        assert!(late.requested());
        let early = Stop { deadline: Some(Instant::now() + Duration::from_secs(60)), ..Stop::default() };
        assert!(!early.requested());
        early.cancelled.interrupt();
        assert!(early.requested());
        let alarm = Alarm::new();
        let alarmed = Stop { alarm: Some(alarm.clone()), ..Stop::default() };
        assert!(!alarmed.requested());
        alarm.ring_at(Instant::now() + Duration::from_secs(60));
        assert!(!alarmed.requested());
        alarm.ring_at(Instant::now());
        alarm.ring_at(Instant::now() + Duration::from_secs(60));
        assert!(alarmed.requested(), "the earlier time holds");
        alarm.clear();
        assert!(!alarmed.requested());
    }
}
