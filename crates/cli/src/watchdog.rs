//! Ends long work: one thread watches the clock and the signals, and has the last word.
//!
//! Whatever a solver is doing, it cannot be asked to stop in time, so the watchdog speaks for the command and ends the
//! process. The `speaker` lock keeps a result that is just being printed from being cut in two.

use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use groundplan::Interrupter;

use crate::exit::Exit;

/// When the work has to end.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// After so long.
    pub time: Option<Duration>,
    /// When the process holds so many MiB.
    pub memory: Option<u64>,
    /// So many MiB more are let pass, where the work itself keeps to the limit.
    pub headroom: u64,
}

/// How often memory is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// How long the solver gets to end a process of its own.
const GRACE: Duration = Duration::from_millis(300);

/// Why the work has to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The time is over.
    TimeLimit(Duration),
    /// So many MiB are held.
    MemoryLimit(u64),
    /// Ctrl-C, or a request to terminate.
    Interrupt,
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cause::TimeLimit(limit) => write!(f, "the time limit of {} s is over", limit.as_secs_f64()),
            Cause::MemoryLimit(limit) => write!(f, "memory out: the memory limit of {limit} MiB is reached"),
            Cause::Interrupt => f.write_str("interrupted"),
        }
    }
}

/// The watchdog, which runs as long as the process.
#[derive(Debug)]
pub struct Watchdog {
    speaker: Arc<Mutex<()>>,
}

impl Watchdog {
    /// Starts watching. `give_up` prints what is known and says how to exit; the interrupter ends what the solver has
    /// started outside of this process.
    ///
    /// # Errors
    ///
    /// When signals cannot be caught.
    pub fn start(
        limits: Limits,
        interrupter: Interrupter,
        give_up: impl FnOnce(Cause) -> Exit + Send + 'static,
    ) -> anyhow::Result<Watchdog> {
        let start = Instant::now();
        let speaker = Arc::new(Mutex::new(()));
        let (sender, signals) = channel();
        ctrlc::set_handler(move || {
            // Nobody listens any more when the process is about to end: a second signal ends it at once.
            if sender.send(()).is_err() {
                Exit::Unknown.now();
            }
        })?;
        let floor = Arc::clone(&speaker);
        std::thread::spawn(move || {
            let Some(cause) = wait(limits, start, &signals) else { return };
            drop(signals);
            let _speaking = floor.lock().unwrap_or_else(PoisonError::into_inner);
            interrupter.interrupt();
            let exit = give_up(cause);
            std::thread::sleep(GRACE);
            exit.now();
        });
        Ok(Watchdog { speaker })
    }

    /// Takes the word: from now on, as long as the guard lives, the watchdog keeps quiet.
    pub fn speak(&self) -> MutexGuard<'_, ()> {
        self.speaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for a reason to end the work; `None` if there will never be one.
fn wait(limits: Limits, start: Instant, signals: &Receiver<()>) -> Option<Cause> {
    loop {
        let left = limits.time.map(|limit| limit.saturating_sub(start.elapsed()));
        let pause = match (left, limits.memory) {
            (left, Some(_)) => left.map_or(GLANCE, |left| left.min(GLANCE)),
            (Some(left), None) => left,
            (None, None) => return signals.recv().map(|()| Cause::Interrupt).ok(),
        };
        match signals.recv_timeout(pause) {
            Ok(()) => return Some(Cause::Interrupt),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(limit) = limits.time.filter(|&limit| start.elapsed() >= limit) {
            return Some(Cause::TimeLimit(limit));
        }
        if let Some(limit) = limits.memory {
            let held = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64);
            if held > limit.saturating_add(limits.headroom).saturating_mul(1 << 20) {
                return Some(Cause::MemoryLimit(limit));
            }
        }
    }
}
