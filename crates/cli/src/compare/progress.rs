//! Progress over runs: a bar on a terminal, nothing elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Shows how a comparison goes on.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Begins to show, of so many runs.
    pub fn start(quiet: bool, runs: usize) -> Progress {
        if quiet || !std::io::stderr().is_terminal() {
            return Progress(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(runs as u64);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} {msg}");
        bar.set_style(style.expect("the template is well-formed"));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(bar)
    }

    /// An engine is about to run on an instance.
    pub fn running(&self, instance: &str, engine: &str) {
        self.0.set_message(format!("{engine} {instance}"));
    }

    /// A run is over.
    pub fn over(&self) {
        self.0.inc(1);
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}
