//! A progress bar over runs, on a terminal only.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The progress bar of a comparison.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Starts to show the progress over a number of runs.
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

    /// Shows that an engine runs on an instance.
    pub fn running(&self, instance: &str, engine: &str) {
        self.0.set_message(format!("{engine} {instance}"));
    }

    /// Counts a finished run.
    pub fn over(&self) {
        self.0.inc(1);
    }

    /// Removes the progress bar.
    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}
