//! What ended processes cost, by the operating system's own accounting: wait4(2).

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// A child that has ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// Its process number.
    pub pid: i32,
    /// How it ended.
    pub status: ExitStatus,
    /// User and system time, of it and of all processes it waited for.
    pub cpu: Duration,
    /// The most bytes that it, or one of those processes, had resident. A process begins as a copy of the one that
    /// starts it, so this is never less than what that one had.
    pub peak: u64,
}

/// Waits for a child of this process that has ended, whichever it is, or says at once that there is none.
///
/// # Errors
///
/// What the operating system says, other than that there is no child.
pub fn reap() -> io::Result<Option<Ended>> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: both pointers are to memory of ours that lives through the call and is large enough for what the call
    // writes. A zeroed `rusage` is a valid one, so it may be read whether or not the call wrote it.
    let (pid, usage) = unsafe {
        let pid = libc::wait4(-1, &mut status, libc::WNOHANG, usage.as_mut_ptr());
        (pid, usage.assume_init())
    };
    match pid {
        0 => Ok(None),
        pid if pid > 0 => Ok(Some(Ended {
            pid,
            status: ExitStatus::from_raw(status),
            cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
            // Linux counts in KiB.
            peak: u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024,
        })),
        _ => match io::Error::last_os_error() {
            error if error.raw_os_error() == Some(libc::ECHILD) => Ok(None),
            error => Err(error),
        },
    }
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let microseconds = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(microseconds)
}
