//! Stopping a solver from outside: interrupts and deadlines.
//!
//! Invariant: a [`Stop`] that has been requested stays requested for its solve, unless the shared [`Interrupter`] is cleared.
//! Abandoning a solve therefore sets `cancelled`, which is never cleared.

use std::{
    fmt,
    sync::{
        atomic::{AtomicU64, AtomicU8, Ordering},
        Arc, OnceLock,
    },
    time::{Duration, Instant},
};

use rustsat::solvers::InterruptSolver;

/// The bit of an interrupt.
const INTERRUPTED: u8 = 1;
/// The bit of a request for attention.
const ATTENTION: u8 = 2;

/// Called where work looks whether it must end, after a request for attention.
type Attend = Box<dyn Fn(&Interrupter) + Send + Sync>;

/// Stops solvers from another thread or a signal handler.
///
/// Clones share one flag, and the flag is sticky. After [`interrupt`](Interrupter::interrupt), the running solve and every later
/// one return [`Interrupted`](rustsat::solvers::SolverResult::Interrupted), until [`clear`](Interrupter::clear). So an interrupt
/// between two solves is not lost.
///
/// A signal handler that cannot decide whether work must end [asks for attention](Interrupter::request_attention): then a
/// [function](Interrupter::attend_by) decides, which may do more than a signal handler may.
#[derive(Clone, Default)]
pub struct Interrupter(Arc<Requests>);

#[derive(Default)]
struct Requests {
    bits: AtomicU8,
    attend: OnceLock<Attend>,
}

impl fmt::Debug for Interrupter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interrupter").field(&self.0.bits).finish()
    }
}

impl Interrupter {
    /// Returns an interrupter that is not set. It is given to one or more solvers by
    /// [`Config::interrupter`](crate::Config::interrupter).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the solves of all solvers that share this flag. Safe in a signal handler: it only stores an atomic.
    pub fn interrupt(&self) {
        self.0.bits.fetch_or(INTERRUPTED, Ordering::Relaxed);
    }

    /// Lets solves run again.
    pub fn clear(&self) {
        self.0.bits.fetch_and(!INTERRUPTED, Ordering::Relaxed);
    }

    /// Asks for attention. Safe in a signal handler: it only stores an atomic.
    pub fn request_attention(&self) {
        self.0.bits.fetch_or(ATTENTION, Ordering::Relaxed);
    }

    /// Takes a request for attention back. Returns whether there was one.
    #[must_use]
    pub fn take_attention(&self) -> bool {
        self.0.bits.fetch_and(!ATTENTION, Ordering::Relaxed) & ATTENTION != 0
    }

    /// Sets the function that is called where work looks whether it must end, as long as there is a request for attention. It may
    /// be called in every thread that works, and [takes the request](Interrupter::take_attention) in the one that it is for. Only
    /// the first function counts.
    pub fn attend_by(&self, attend: impl Fn(&Interrupter) + Send + Sync + 'static) {
        // A second function is left out, as documented.
        let _ = self.0.attend.set(Box::new(attend));
    }

    /// Whether [`interrupt`](Interrupter::interrupt) was called and not cleared.
    #[must_use]
    #[inline]
    pub fn is_interrupted(&self) -> bool {
        let bits = self.0.bits.load(Ordering::Relaxed);
        bits != 0 && (bits & INTERRUPTED != 0 || self.attend())
    }

    /// Calls the function for requests of attention. Returns whether the work must end.
    #[cold]
    fn attend(&self) -> bool {
        if let Some(attend) = self.0.attend.get() {
            attend(self);
        }
        self.0.bits.load(Ordering::Relaxed) & INTERRUPTED != 0
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
    /// Whether the backend has used up the conflicts, where it counts them itself.
    pub is_exhausted: bool,
}

impl Stop {
    /// Whether the solve must end now. Cheap: a few atomic loads, and one look at the clock if a deadline or an alarm is set.
    pub fn requested(&self) -> bool {
        self.interrupter.is_interrupted()
            || self.cancelled.is_interrupted()
            || self.is_exhausted
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.alarm.as_ref().is_some_and(Alarm::rings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn attention_decides_whether_work_ends() {
        let interrupter = Interrupter::new();
        interrupter.request_attention();
        assert!(!interrupter.is_interrupted(), "nobody attends");
        let calls = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&calls);
        interrupter.attend_by(move |interrupter| {
            if interrupter.take_attention() && counted.fetch_add(1, Ordering::Relaxed) == 1 {
                interrupter.interrupt();
            }
        });
        assert!(!interrupter.is_interrupted() && !interrupter.is_interrupted());
        interrupter.request_attention();
        assert!(interrupter.is_interrupted(), "the second call interrupts");
        interrupter.clear();
        assert!(!interrupter.is_interrupted());
        assert_eq!(calls.load(Ordering::Relaxed), 2);
    }

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
