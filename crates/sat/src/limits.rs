//! Stopping a solver from outside: interrupts and deadlines.
//!
//! Invariant: a [`Stop`] that has been requested stays requested for its solve, unless the shared [`Interrupter`] is cleared.
//! Abandoning a solve therefore sets `cancelled`, which is never cleared.

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
/// Clones share one flag, and the flag is sticky. After [`interrupt`](Interrupter::interrupt), the running solve and every later
/// one return [`Interrupted`](rustsat::solvers::SolverResult::Interrupted), until [`clear`](Interrupter::clear). So an interrupt
/// between two solves is not lost.
#[derive(Clone, Debug, Default)]
pub struct Interrupter(Arc<AtomicBool>);

impl Interrupter {
    /// Returns an interrupter that is not set. It is given to one or more solvers by
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

    /// Returns the flag itself, to stop other work than solving. It is `true` while the interrupt holds.
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

/// A time at which solves end. Other threads may move it forward during a solve.
///
/// Clones share the time. Once it has passed, solves end at once until the alarm is [cleared](Alarm::clear). Unlike a deadline or
/// an [`Interrupter`], it signals that there is new information, not that work must end.
#[derive(Clone, Debug)]
pub struct Alarm {
    made: Instant,
    /// Microseconds since `made`; `u64::MAX` for never.
    due: Arc<AtomicU64>,
}

impl Default for Alarm {
    fn default() -> Self {
        Self { made: Instant::now(), due: Arc::new(AtomicU64::new(u64::MAX)) }
    }
}

impl Alarm {
    /// Returns an alarm that is not set. It is given to a solver by [`Solver::set_alarm`](crate::Solver::set_alarm).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the alarm to a time, unless it is set to an earlier one already.
    pub fn ring_at(&self, time: Instant) {
        let due = time.saturating_duration_since(self.made).as_micros();
        self.due.fetch_min(u64::try_from(due).unwrap_or(u64::MAX), Ordering::AcqRel);
    }

    /// Clears the alarm until it is set again.
    pub fn clear(&self) {
        self.due.store(u64::MAX, Ordering::Release);
    }

    /// Returns whether the time of the alarm has passed.
    #[must_use]
    pub fn rings(&self) -> bool {
        let due = self.due.load(Ordering::Acquire);
        due != u64::MAX && self.made.elapsed() >= Duration::from_micros(due)
    }
}

/// The conditions under which one particular solve must end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    /// The interrupter of the solver, shared with its user.
    pub interrupter: Interrupter,
    /// Set when the owner has abandoned this solve and will discard its answer.
    pub cancelled: Interrupter,
    /// The time at which the solve ends.
    pub deadline: Option<Instant>,
    /// An alarm that other threads may set.
    pub alarm: Option<Alarm>,
    /// The maximum number of conflicts, for backends that count them.
    pub conflicts: Option<u64>,
    /// Set when the conflicts are used up.
    pub exhausted: Interrupter,
}

impl Stop {
    /// Whether the solve must end now. Cheap: a few atomic loads, and one look at the clock if a deadline or an alarm is set.
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
