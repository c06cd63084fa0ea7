//! Ends long work: one thread watches the clock and the signals, and has the last word.
//!
//! Whatever a solver is doing, it cannot be asked to stop in time, so the watchdog speaks for the command and ends the
//! process. The `speaker` lock keeps a result that is just being printed from being cut in two.

use std::sync::mpsc::{channel, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::exit::Exit;

/// Why the work has to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The time is over.
    TimeLimit(Duration),
    /// Ctrl-C, or a request to terminate.
    Interrupt,
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cause::TimeLimit(limit) => write!(f, "the time limit of {} s is over", limit.as_secs_f64()),
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
    /// Starts watching. `give_up` prints what is known and says how to exit.
    ///
    /// # Errors
    ///
    /// When signals cannot be caught.
    pub fn start(
        limit: Option<Duration>,
        give_up: impl FnOnce(Cause) -> Exit + Send + 'static,
    ) -> anyhow::Result<Watchdog> {
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
            let cause = match limit {
                None => signals.recv().map(|()| Cause::Interrupt).ok(),
                Some(limit) => match signals.recv_timeout(limit) {
                    Ok(()) => Some(Cause::Interrupt),
                    Err(RecvTimeoutError::Timeout) => Some(Cause::TimeLimit(limit)),
                    Err(RecvTimeoutError::Disconnected) => None,
                },
            };
            drop(signals);
            if let Some(cause) = cause {
                let _speaking = floor.lock().unwrap_or_else(PoisonError::into_inner);
                give_up(cause).now();
            }
        });
        Ok(Watchdog { speaker })
    }

    /// Takes the word: from now on, as long as the guard lives, the watchdog keeps quiet.
    pub fn speak(&self) -> MutexGuard<'_, ()> {
        self.speaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
