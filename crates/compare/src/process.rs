//! Runs a command under limits, and ends all its processes.
//!
//! Invariants: while a command runs, all children of this process belong to it, and after [`run`] there are none.
//! This process adopts orphans of the command, so no fork, process group or session escapes. If this process is
//! killed, the system kills the command.

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use groundplan_terminal::exit::Exit;
use groundplan_terminal::output;
use rustix::process::{
    kill_process, set_child_subreaper, set_parent_process_death_signal, setrlimit, Resource, Rlimit, Signal,
};

use crate::accounting::{reap, EndedProcess};
use crate::competitor::RunLimits;
use crate::tree::{descendants, TreeProcess};

/// The measurements of a command.
#[derive(Clone, Debug)]
pub struct Measured {
    /// How the command ended.
    pub end: ProcessEnd,
    /// User and system time of all its processes.
    pub cpu: Duration,
    /// The wall-clock time.
    pub wall: Duration,
    /// The peak resident memory in bytes: of the largest process by the accounting of the system, or of all together
    /// when polled.
    pub peak: u64,
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub errors: String,
}

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessEnd {
    /// The command itself ended, within the limits.
    Ended(ExitStatus),
    /// The time limit was reached.
    TimeOut,
    /// The memory limit was exceeded.
    MemoryOut,
    /// This process was interrupted, or the reader of its standard output is gone.
    Interrupted,
}

/// The first and the longest poll interval for the end of the command.
const POLL_INTERVALS: (Duration, Duration) = (Duration::from_micros(500), Duration::from_millis(10));

/// The poll interval for all processes, which costs more.
const PROCESS_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The timeout for the command to end when asked to.
const TERMINATE_TIMEOUT: Duration = Duration::from_millis(500);

/// The timeout for the system to end killed processes.
const KILL_TIMEOUT: Duration = Duration::from_secs(30);

/// The largest number of bytes of the output of a command that are read.
const MOST_OUTPUT: u64 = 64 << 20;

/// Runs a command, with files for its output in the folder. The time limit counts CPU time. The wall-clock limit is
/// twice as much and a second, for busy machines and commands that wait.
///
/// # Errors
///
/// When the command cannot be started or followed.
pub fn run(
    mut command: Command,
    folder: &Path,
    limits: RunLimits,
    interrupted: &AtomicBool,
) -> io::Result<Measured> {
    set_child_subreaper(Some(rustix::process::getpid()))?;
    let (output, errors) = (folder.join("output"), folder.join("errors"));
    command
        .stdin(Stdio::null())
        .stdout(File::create(&output)?)
        .stderr(File::create(&errors)?)
        .process_group(0);
    last_resorts(&mut command, limits.time);
    let start = Instant::now();
    let mut run =
        ProcessRun { root: command.spawn()?.id() as i32, status: None, cpu: Duration::ZERO, peak: 0 };
    let end = run.follow(limits, start, interrupted);
    run.end_all()?;
    let end = match end? {
        // A short run may exceed a limit between two polls.
        ProcessEnd::Ended(_) if run.peak > bytes(limits.memory) => ProcessEnd::MemoryOut,
        ProcessEnd::Ended(status) if run.cpu >= limits.time || status.signal() == Some(libc::SIGXCPU) => {
            ProcessEnd::TimeOut
        }
        end => end,
    };
    let (output, errors) = (text(&output)?, text(&errors)?);
    Ok(Measured { end, cpu: run.cpu, wall: start.elapsed(), peak: run.peak, output, errors })
}

/// The time from a signal to the end of the process, if the work does not end by itself.
const LAST_TIMEOUT: Duration = Duration::from_secs(10);

/// Ends this process and all its descendants after a while, whatever they wait for.
pub fn end_later(exit: Exit) {
    // If there is no thread, a second signal ends the process.
    let _ = thread::Builder::new().spawn(move || {
        thread::sleep(LAST_TIMEOUT);
        end_with_descendants(exit);
    });
}

/// Kills all descendants of this process, and ends it.
pub fn end_with_descendants(exit: Exit) -> ! {
    signal(&descendants(), Signal::KILL);
    exit.now();
}

/// Sets limits for the case that this process is killed. The system then kills the command, and each of its processes
/// that uses more CPU time than the limit. No core is dumped, which could take long.
fn last_resorts(command: &mut Command, time: Duration) {
    let seconds = time.as_secs().saturating_add(5);
    let cpu = Rlimit { current: Some(seconds), maximum: Some(seconds.saturating_add(1)) };
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    // SAFETY: Between fork and exec only async-signal-safe calls are allowed. These are three system calls on values
    // copied before, without allocation or locks.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // Without a time limit, the limit of the system stays.
            if seconds < u64::MAX {
                setrlimit(Resource::Cpu, cpu)?;
            }
            setrlimit(Resource::Core, none)?;
            Ok(())
        });
    }
}

fn bytes(mib: u64) -> u64 {
    mib.saturating_mul(1 << 20)
}

fn text(path: &Path) -> io::Result<String> {
    use io::Read;
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_OUTPUT).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A running command.
struct ProcessRun {
    root: i32,
    /// The exit status of the command itself, once it has ended.
    status: Option<ExitStatus>,
    /// The CPU time of the processes that have ended.
    cpu: Duration,
    peak: u64,
}

impl ProcessRun {
    /// Waits until the command itself ends or has to be ended.
    fn follow(
        &mut self,
        limits: RunLimits,
        start: Instant,
        interrupted: &AtomicBool,
    ) -> io::Result<ProcessEnd> {
        let wall = limits.time.saturating_mul(2).saturating_add(Duration::from_secs(1));
        let (mut interval, longest) = POLL_INTERVALS;
        let mut last_poll = start;
        loop {
            self.reap()?;
            if let Some(status) = self.status {
                return Ok(ProcessEnd::Ended(status));
            }
            if interrupted.load(Ordering::Relaxed) {
                return Ok(ProcessEnd::Interrupted);
            }
            if start.elapsed() >= wall {
                return Ok(ProcessEnd::TimeOut);
            }
            if last_poll.elapsed() >= PROCESS_POLL_INTERVAL {
                last_poll = Instant::now();
                if output::is_closed() {
                    return Ok(ProcessEnd::Interrupted);
                }
                let living = descendants();
                let resident = living.iter().map(|process| process.resident).sum();
                self.peak = self.peak.max(resident);
                if resident > bytes(limits.memory) {
                    return Ok(ProcessEnd::MemoryOut);
                }
                if self.cpu + living.iter().map(|process| process.cpu).sum::<Duration>() >= limits.time {
                    return Ok(ProcessEnd::TimeOut);
                }
            }
            thread::sleep(interval);
            interval = longest.min(interval * 2);
        }
    }

    /// Collects the resource usage of all children that have ended, including adopted ones.
    fn reap(&mut self) -> io::Result<()> {
        while let Some(EndedProcess { pid, status, cpu, peak }) = reap()? {
            self.cpu += cpu;
            self.peak = self.peak.max(peak);
            if pid == self.root {
                self.status = Some(status);
            }
        }
        Ok(())
    }

    /// Ends the remaining processes: asks them to terminate, and kills them after a timeout.
    fn end_all(&mut self) -> io::Result<()> {
        let start = Instant::now();
        signal(&descendants(), Signal::TERM);
        loop {
            self.reap()?;
            let left = descendants();
            if left.is_empty() {
                return Ok(());
            }
            if start.elapsed() > KILL_TIMEOUT {
                return Err(io::Error::other(format!("{} processes cannot be killed", left.len())));
            }
            // Repeat this, because killed processes may have started others that were not seen yet.
            if start.elapsed() > TERMINATE_TIMEOUT {
                signal(&left, Signal::KILL);
            }
            thread::sleep(POLL_INTERVALS.1);
        }
    }
}

fn signal(processes: &[TreeProcess], signal: Signal) {
    for process in processes.iter().filter(|process| !process.ended) {
        // The process may just have ended. Its id is not reused, because only this process can wait for it or adopt
        // it.
        let _ = kill_process(process.pid, signal);
    }
}
