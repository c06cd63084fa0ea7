//! Waits for a child process, until it exits or the caller stops waiting.

use std::io;
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// Waits until the child exits, and returns its status. Returns `None` if `stop` returned true; the child was killed then. Both
/// are polled once per `interval`.
///
/// # Errors
///
/// If the child cannot be waited for or killed.
pub fn wait_for(
    child: &mut Child,
    interval: Duration,
    stop: &dyn Fn() -> bool,
) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop() {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(interval);
    }
}
