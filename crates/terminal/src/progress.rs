//! The progress line: one line on standard error, if that is a terminal. The line is hidden while something else is
//! printed, and removed when the work ends in any way.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use groundplan::Pulse;
use indicatif::{ProgressBar, ProgressStyle};

use crate::memory;

/// The delay before the first progress is shown.
const FIRST_DELAY: Duration = Duration::from_millis(500);

/// The interval between updates of the progress line.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// The progress line, if one is shown: a process has one terminal.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Starts to show a progress line until [`clear`] is called, unless `quiet` or standard error is not a terminal. The
/// caller sets its text.
pub fn start(quiet: bool) -> Option<ProgressBar> {
    if quiet || !std::io::stderr().is_terminal() {
        return None;
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
    let line = ProgressBar::new_spinner().with_style(style.expect("the template is well-formed"));
    *LINE.lock().unwrap_or_else(PoisonError::into_inner) = Some(line.clone());
    Some(line)
}

/// Whether a progress line is shown.
fn is_shown() -> bool {
    LINE.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

/// Runs `print` while the progress line is hidden.
pub(crate) fn without_line<T>(print: impl FnOnce() -> T) -> T {
    let line = LINE.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match line {
        Some(line) => line.suspend(print),
        None => print(),
    }
}

/// Removes the progress line for good.
pub fn clear() {
    let line = LINE.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(line) = line {
        line.finish_and_clear();
    }
}

/// A progress line that shows a text repeatedly until [`clear`] is called or this value is dropped.
#[derive(Debug)]
pub struct ProgressLine;

impl ProgressLine {
    /// Starts to show the texts that `describe` returns, unless `quiet` or standard error is not a terminal.
    pub fn start(quiet: bool, mut describe: impl FnMut() -> String + Send + 'static) -> Option<ProgressLine> {
        let line = start(quiet)?;
        memory::thread(move || {
            std::thread::sleep(FIRST_DELAY);
            while is_shown() {
                line.set_message(describe());
                line.tick();
                std::thread::sleep(UPDATE_INTERVAL);
            }
        });
        Some(ProgressLine)
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        clear();
    }
}

/// The growth rate of a count between two calls.
#[derive(Debug)]
pub struct Rate {
    last: (u64, Instant),
}

impl Rate {
    /// Starts with a count of 0 at the current time.
    pub fn start() -> Self {
        Rate { last: (0, Instant::now()) }
    }

    /// Returns the count with its growth per second: `1200 rules, 400/s`.
    pub fn describe(&mut self, count: u64, what: &str) -> String {
        let (before, then) = std::mem::replace(&mut self.last, (count, Instant::now()));
        let rate = count.saturating_sub(before) as f64 / then.elapsed().as_secs_f64().max(1e-3);
        format!("{count} {what}, {rate:.0}/s")
    }
}

/// Returns a function that describes the state of an engine: the component being grounded with rules per second, then
/// conflicts per second.
pub fn describe(pulse: Pulse) -> impl FnMut() -> String {
    let (mut rules, mut conflicts) = (Rate::start(), Rate::start());
    move || match pulse.component() {
        Some(component) => format!("grounding {component}: {}", rules.describe(pulse.rules(), "rules")),
        None => format!("solving: {}", conflicts.describe(pulse.conflicts(), "conflicts")),
    }
}
