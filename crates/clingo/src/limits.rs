//! Limits of time and memory: a watchdog thread interrupts the work when a limit is reached.

use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use groundplan::Interrupter;

/// The poll interval for the memory of the process.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The limits of one piece of work.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// The maximum duration.
    pub time: Option<Duration>,
    /// The maximum memory of the process, in MiB.
    pub memory: Option<u64>,
}

impl Limits {
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
    /// Returns what is to be said if the work has no result because of the limit.
    pub fn sentence(self, work: &str) -> String {
        format!("{work} has reached its {self}")
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
