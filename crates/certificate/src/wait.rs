//! Waits for a program that was started, as long as nobody asks to stop.

use std::io;
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// Waits until the program ends, and gives its status; `None` where `stop` said to give up, and the program was killed. Both are
/// looked at once in each `interval`.
///
/// # Errors
///
/// When the program cannot be waited for or killed.
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
