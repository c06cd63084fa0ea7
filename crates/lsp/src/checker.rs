//! The checks that run in the background: which programs are due, and what the last checks found.

use std::collections::hash_map::DefaultHasher;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use groundplan::Interrupter;

use crate::check::{check, CheckedDocument, Extensions};
use crate::server::ServerEvent;
use crate::source::Source;
use crate::workspace::Document;

/// How long no text changes before the programs are checked.
const DELAY: Duration = Duration::from_millis(150);

/// A program to check, with a digest of its texts.
pub struct Due {
    /// The program.
    pub source: Source,
    /// The digest.
    pub digest: u64,
}

/// The checks of programs.
#[derive(Default)]
pub struct BackgroundChecker {
    due: Option<Instant>,
    /// The number of the current round, and the interrupter of its thread until it ends.
    round: u64,
    running: Option<Interrupter>,
    /// The last check of each program, with the digest of the texts that it has seen.
    checked: BTreeMap<PathBuf, (u64, CheckedDocument)>,
}

impl BackgroundChecker {
    /// Plans a check, because a text has changed. A running one is ended.
    pub fn plan(&mut self) {
        self.stop();
        self.due = Some(Instant::now() + DELAY);
    }

    /// Ends the running check.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.interrupt();
        }
        self.round += 1;
    }

    /// The time of the next check, if one is planned.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Whether a check is planned or running, so that the last one is out of date.
    pub fn is_busy(&self) -> bool {
        self.due.is_some() || self.running.is_some()
    }

    /// Starts a round of checks on a thread, which reports to `events`. Programs that have not changed since they were
    /// checked are left out.
    pub fn start(&mut self, all: Vec<Due>, events: Sender<ServerEvent>) {
        self.stop();
        self.due = None;
        self.checked.retain(|root, _| all.iter().any(|due| due.source.root == *root));
        let is_known =
            |due: &Due| self.checked.get(&due.source.root).is_some_and(|(digest, _)| *digest == due.digest);
        let new: Vec<Due> = all.into_iter().filter(|due| !is_known(due)).collect();
        let (round, interrupter) = (self.round, Interrupter::new());
        self.running = Some(interrupter.clone());
        thread::spawn(move || {
            for Due { source, digest } in new {
                let checked = catch_unwind(AssertUnwindSafe(|| check(&source, &interrupter)));
                if interrupter.is_interrupted() {
                    return;
                }
                let Ok(checked) = checked else { continue };
                // If nothing receives it, the server has ended.
                let _ = events.send(ServerEvent::Checked { round, digest, checked: Box::new(checked) });
            }
            let _ = events.send(ServerEvent::RoundEnded { round });
        });
    }

    /// Takes the result of a check, unless a text has changed since.
    pub fn accept(&mut self, round: u64, digest: u64, checked: CheckedDocument) {
        if round == self.round {
            self.checked.insert(checked.root.clone(), (digest, checked));
        }
    }

    /// Takes note that a round is through. Returns whether it is the current one.
    pub fn end(&mut self, round: u64) -> bool {
        let is_current = round == self.round;
        if is_current {
            self.running = None;
        }
        is_current
    }

    /// The last checks of all programs.
    pub fn checked(&self) -> impl Iterator<Item = &CheckedDocument> {
        self.checked.values().map(|(_, checked)| checked)
    }

    /// Returns the known sizes of a program's predicates.
    pub fn extensions(&self, root: &Path) -> Option<&Extensions> {
        self.checked.get(root).map(|(_, checked)| &checked.extensions)
    }
}

/// Returns a digest of the texts of a program.
pub fn digest(texts: &[Arc<Document>]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for document in texts {
        document.name.hash(&mut hasher);
        document.text.hash(&mut hasher);
    }
    hasher.finish()
}
