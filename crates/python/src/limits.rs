//! Limits of time and memory: a watchdog thread interrupts the work when a limit is reached.

use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use groundplan::Interrupter;
use pyo3::exceptions::{PyMemoryError, PyTimeoutError, PyValueError};
use pyo3::{PyErr, PyResult};

/// The poll interval for the memory of the process.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The limits of one piece of work.
#[derive(Clone, Copy, Default)]
pub struct Limits {
    /// The maximum duration.
    pub time: Option<Duration>,
    /// The maximum memory of the process, in MiB.
    pub memory: Option<u64>,
}

impl Limits {
    /// Creates limits from the values that Python passes: seconds and MiB.
    ///
    /// # Errors
    ///
    /// Returns `ValueError` if `seconds` is not a valid duration.
    pub fn new(seconds: Option<f64>, memory: Option<u64>) -> PyResult<Limits> {
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        Ok(Limits { time: time.map_err(|error| PyValueError::new_err(error.to_string()))?, memory })
    }

    /// Whether more than half of the memory limit is used, so that optional work should not be started.
    pub fn is_short_of_memory(&self) -> bool {
        self.memory.is_some_and(|limit| held() > limit / 2)
    }
}

/// The limit that ended the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReachedLimit {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
}

impl ReachedLimit {
    /// Returns the exception to raise if the work has no result because of the limit.
    pub fn raise(self, work: &str) -> PyErr {
        let message = format!("{work} has reached its {self}");
        match self {
            ReachedLimit::Time => PyTimeoutError::new_err(message),
            ReachedLimit::Memory => PyMemoryError::new_err(message),
        }
    }
}

impl std::fmt::Display for ReachedLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ReachedLimit::Time => "time limit",
            ReachedLimit::Memory => "memory limit",
        })
    }
}

/// Runs `work`, and interrupts it when a limit is reached. Returns the result and the limit that was reached.
pub fn limited<T>(
    limits: Limits,
    interrupter: &Interrupter,
    work: impl FnOnce() -> T,
) -> (T, Option<ReachedLimit>) {
    if limits.time.is_none() && limits.memory.is_none() {
        return (work(), None);
    }
    std::thread::scope(|scope| {
        let (working, ended) = channel::<()>();
        let watchdog = scope.spawn(move || watch(limits, interrupter, &ended));
        let done = work();
        drop(working);
        (done, watchdog.join().ok().flatten())
    })
}

/// Returns the memory that the process holds, in MiB.
fn held() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64) >> 20
}

fn watch(limits: Limits, interrupter: &Interrupter, ended: &Receiver<()>) -> Option<ReachedLimit> {
    let start = Instant::now();
    loop {
        let left = limits.time.map(|limit| limit.saturating_sub(start.elapsed()));
        let pause = match (left, limits.memory) {
            (None, None) => return ended.recv().err().and(None),
            (Some(left), None) => left,
            (None, Some(_)) => POLL_INTERVAL,
            (Some(left), Some(_)) => left.min(POLL_INTERVAL),
        };
        if ended.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
            return None;
        }
        let cause = if limits.memory.is_some_and(|limit| held() >= limit) {
            ReachedLimit::Memory
        } else if limits.time.is_some_and(|limit| start.elapsed() >= limit) {
            ReachedLimit::Time
        } else {
            continue;
        };
        interrupter.interrupt();
        return Some(cause);
    }
}
