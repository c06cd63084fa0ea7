//! Runs a command under limits, and leaves nothing of it behind.
//!
//! Invariants: while a command runs, every child of this process belongs to it, and after [`run`] there is none. This
//! process adopts what the command's processes leave behind, so that no fork, group or session escapes, and if it is
//! killed itself the command is killed by the system.

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    kill_process, set_child_subreaper, set_parent_process_death_signal, setrlimit, Resource, Rlimit, Signal,
};

use super::accounting::{reap, Ended};
use super::competitor::RunLimits;
use super::tree::{descendants, Process};
use crate::output;

/// What a command did.
#[derive(Clone, Debug)]
pub struct Measured {
    /// How it ended.
    pub end: End,
    /// User and system time of all its processes.
    pub cpu: Duration,
    /// Time by the clock.
    pub wall: Duration,
    /// The most bytes resident: of the largest process by the system's accounting, or of all of them together when they
    /// were looked at.
    pub peak: u64,
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub errors: String,
}

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself, within the limits.
    Ended(ExitStatus),
    /// It used up its time.
    TimeOut,
    /// It held more memory than it may.
    MemoryOut,
    /// This process is to end, or nobody reads what it prints.
    Interrupted,
}

/// How long to sleep at first and at most between looking whether the command has ended.
const NAPS: (Duration, Duration) = (Duration::from_micros(500), Duration::from_millis(10));

/// How often all processes are looked at, which costs more.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a command has to end itself when asked to.
const GRACE: Duration = Duration::from_millis(500);

/// How long it may take the system to end what was killed.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most of a command's output that is read.
const MOST_OUTPUT: u64 = 64 << 20;

/// Runs a command, with files for its output in the folder. The time limit counts CPU time; by the clock it is twice as
/// much and a second, for a machine that is busy and a command that waits.
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
    let mut run = Run { root: command.spawn()?.id() as i32, status: None, cpu: Duration::ZERO, peak: 0 };
    let end = run.follow(limits, start, interrupted);
    run.end_all()?;
    let end = match end? {
        // A short run may be over a limit before anybody has looked.
        End::Ended(_) if run.peak > bytes(limits.memory) => End::MemoryOut,
        End::Ended(status) if run.cpu >= limits.time || status.signal() == Some(libc::SIGXCPU) => {
            End::TimeOut
        }
        end => end,
    };
    let (output, errors) = (text(&output)?, text(&errors)?);
    Ok(Measured { end, cpu: run.cpu, wall: start.elapsed(), peak: run.peak, output, errors })
}

/// What the system does if this process is killed and can no longer watch: it kills the command, and each process of it
/// that uses more CPU time than all may. No core is dumped, which may take long.
fn last_resorts(command: &mut Command, time: Duration) {
    let seconds = time.as_secs().saturating_add(5);
    let cpu = Rlimit { current: Some(seconds), maximum: Some(seconds.saturating_add(1)) };
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    // SAFETY: between fork and exec only calls that are safe in a signal handler are allowed: these are three system
    // calls on values that were copied before, without allocation or lock.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // Without a limit of ours, that of the system stays.
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

/// A command that runs.
struct Run {
    root: i32,
    /// Of the command itself, when it has ended.
    status: Option<ExitStatus>,
    /// Of the processes that have ended.
    cpu: Duration,
    peak: u64,
}

impl Run {
    /// Waits for the command itself to end, or for a reason to end it.
    fn follow(&mut self, limits: RunLimits, start: Instant, interrupted: &AtomicBool) -> io::Result<End> {
        let wall = limits.time.saturating_mul(2).saturating_add(Duration::from_secs(1));
        let (mut nap, longest) = NAPS;
        let mut last_glance = start;
        loop {
            self.reap()?;
            if let Some(status) = self.status {
                return Ok(End::Ended(status));
            }
            if interrupted.load(Ordering::Relaxed) {
                return Ok(End::Interrupted);
            }
            if start.elapsed() >= wall {
                return Ok(End::TimeOut);
            }
            if last_glance.elapsed() >= GLANCE {
                last_glance = Instant::now();
                if output::is_closed() {
                    return Ok(End::Interrupted);
                }
                let living = descendants();
                let resident = living.iter().map(|process| process.resident).sum();
                self.peak = self.peak.max(resident);
                if resident > bytes(limits.memory) {
                    return Ok(End::MemoryOut);
                }
                if self.cpu + living.iter().map(|process| process.cpu).sum::<Duration>() >= limits.time {
                    return Ok(End::TimeOut);
                }
            }
            thread::sleep(nap);
            nap = longest.min(nap * 2);
        }
    }

    /// Takes the accounts of all children that have ended, those of the command and those adopted.
    fn reap(&mut self) -> io::Result<()> {
        while let Some(Ended { pid, status, cpu, peak }) = reap()? {
            self.cpu += cpu;
            self.peak = self.peak.max(peak);
            if pid == self.root {
                self.status = Some(status);
            }
        }
        Ok(())
    }

    /// Ends what is left: asks first, and after a while does not ask.
    fn end_all(&mut self) -> io::Result<()> {
        let start = Instant::now();
        signal(&descendants(), Signal::TERM);
        loop {
            self.reap()?;
            let left = descendants();
            if left.is_empty() {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                return Err(io::Error::other(format!("{} processes cannot be killed", left.len())));
            }
            // Again and again: one that starts others faster than they are seen is among those killed in the end.
            if start.elapsed() > GRACE {
                signal(&left, Signal::KILL);
            }
            thread::sleep(NAPS.1);
        }
    }
}

fn signal(processes: &[Process], signal: Signal) {
    for process in processes.iter().filter(|process| !process.ended) {
        // It may have ended just now; nobody but this process can have waited for it, or for the one that could.
        let _ = kill_process(process.pid, signal);
    }
}
