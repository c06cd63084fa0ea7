//! Reads the resource usage of ended processes from the operating system, by wait4(2).

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// A child process that has ended.
#[derive(Clone, Copy, Debug)]
pub struct EndedProcess {
    /// The process id.
    pub pid: i32,
    /// The exit status.
    pub status: ExitStatus,
    /// User and system time of the process and of all processes that it waited for.
    pub cpu: Duration,
    /// The peak resident memory in bytes of the process, or of one that it waited for. A process starts as a copy of
    /// its parent, so this is at least the memory of the parent at that time.
    pub peak: u64,
}

/// Waits for any child process that has ended; returns `None` at once if there is none.
///
/// # Errors
///
/// Errors of the operating system, except that there is no child.
pub fn reap() -> io::Result<Option<EndedProcess>> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: Both pointers are to local variables that live through the call and are large enough for what it
    // writes. A zeroed `rusage` is valid, so it may be read whether or not the call wrote it.
    let (pid, usage) = unsafe {
        let pid = libc::wait4(-1, &mut status, libc::WNOHANG, usage.as_mut_ptr());
        (pid, usage.assume_init())
    };
    match pid {
        0 => Ok(None),
        pid if pid > 0 => Ok(Some(EndedProcess {
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
