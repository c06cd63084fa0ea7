//! The progress line: one line on standard error, if that is a terminal. The line is hidden while something else is
//! printed, and removed when the work ends in any way.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

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
pub fn is_shown() -> bool {
    LINE.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

/// Runs `print` while the progress line is hidden.
pub fn without_line<T>(print: impl FnOnce() -> T) -> T {
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
