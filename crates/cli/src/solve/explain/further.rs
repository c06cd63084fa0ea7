//! What is said while the search for more conflicts takes long.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use groundplan_terminal::report;

/// The time that the search may take without a word.
const SILENCE: Duration = Duration::from_secs(1);

/// A note that the search goes on and how to end it, printed if this value lives for a second.
pub struct FurtherSearch {
    ended: Option<Sender<()>>,
    speaker: Option<JoinHandle<()>>,
}

impl FurtherSearch {
    /// Starts with the first conflict.
    pub fn start() -> Self {
        let (ended, is_ended) = mpsc::channel();
        let speaker = thread::spawn(move || {
            if is_ended.recv_timeout(SILENCE) == Err(RecvTimeoutError::Timeout) {
                report::note(
                    "the search for other conflicts goes on; each is shown as soon as it is found, and Ctrl-C or `--time-limit` ends the search",
                );
            }
        });
        FurtherSearch { ended: Some(ended), speaker: Some(speaker) }
    }
}

impl Drop for FurtherSearch {
    fn drop(&mut self) {
        self.ended.take();
        // What it could say is of no use any more.
        let _ = self.speaker.take().map(JoinHandle::join);
    }
}
