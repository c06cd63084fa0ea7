//! Limits of time and memory: a thread that ends work by its interrupter when they are reached.

use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use groundplan::Interrupter;

/// How often the memory of the process is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// What work may cost.
#[derive(Clone, Copy, Default)]
pub struct Limits {
    /// How long it may take.
    pub time: Option<Duration>,
    /// MiB that the process holds.
    pub memory: Option<u64>,
}

/// Does the work, and ends it by the interrupter when a limit is reached: then says which.
pub fn limited<T>(
    limits: Limits,
    interrupter: &Interrupter,
    work: impl FnOnce() -> T,
) -> (T, Option<&'static str>) {
    if limits.time.is_none() && limits.memory.is_none() {
        return (work(), None);
    }
    std::thread::scope(|scope| {
        let (working, ended) = channel::<()>();
        let watchman = scope.spawn(move || watch(limits, interrupter, &ended));
        let done = work();
        drop(working);
        (done, watchman.join().ok().flatten())
    })
}

fn watch(limits: Limits, interrupter: &Interrupter, ended: &Receiver<()>) -> Option<&'static str> {
    let start = Instant::now();
    loop {
        let left = limits.time.map(|limit| limit.saturating_sub(start.elapsed()));
        let pause = match (left, limits.memory) {
            (None, None) => return ended.recv().err().and(None),
            (Some(left), None) => left,
            (None, Some(_)) => GLANCE,
            (Some(left), Some(_)) => left.min(GLANCE),
        };
        if ended.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
            return None;
        }
        let held = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64) >> 20;
        let cause = if limits.memory.is_some_and(|limit| held >= limit) {
            "memory limit"
        } else if limits.time.is_some_and(|limit| start.elapsed() >= limit) {
            "time limit"
        } else {
            continue;
        };
        interrupter.interrupt();
        return Some(cause);
    }
}
