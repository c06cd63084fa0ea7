//! The time limit of work that knows none: its interrupter is called when the time is over.

use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use groundplan::Interrupter;

/// Interrupts work at a deadline, unless it is dropped before.
pub struct Alarm {
    /// The thread that waits ends when this is dropped.
    _running: Sender<()>,
}

impl Alarm {
    /// Sets the alarm.
    pub fn set(deadline: Instant, interrupter: &Interrupter) -> Self {
        let (running, ended) = channel::<()>();
        let interrupter = interrupter.clone();
        thread::spawn(move || {
            let left = deadline.saturating_duration_since(Instant::now());
            if ended.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                interrupter.interrupt();
            }
        });
        Alarm { _running: running }
    }
}
