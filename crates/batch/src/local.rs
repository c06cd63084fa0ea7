//! `groundplan batch run`: runs the workers of a manifest on this machine, each in its own process.

use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use groundplan_compare::process;
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::report;
use rustix::process::{kill_process, Pid, Signal};

use crate::arguments::RunArguments;
use crate::job::JobManifest;

/// The ids of the running worker processes.
type Workers = Arc<Mutex<Vec<Pid>>>;

/// Runs the command.
///
/// # Errors
///
/// When the manifest is invalid, or a worker cannot be started.
pub fn run(arguments: &RunArguments) -> Result<Exit, Failure> {
    let manifest = JobManifest::read(&arguments.manifest)?;
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let jobs = arguments.jobs.map_or(processors, |jobs| jobs as usize);
    let (workers, stopped) = (Workers::default(), Arc::<AtomicBool>::default());
    let (running, stop) = (Arc::clone(&workers), Arc::clone(&stopped));
    ctrlc::set_handler(move || {
        // A second signal does not wait, nor do workers that do not end by themselves.
        if stop.swap(true, Ordering::SeqCst) {
            process::end_with_descendants(Exit::Unknown);
        }
        for &worker in running.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            // The process may just have ended.
            let _ = kill_process(worker, Signal::TERM);
        }
        process::end_later(Exit::Unknown);
    })
    .map_err(anyhow::Error::from)?;
    let (next, gravest) = (AtomicU32::new(1), AtomicI32::new(0));
    let chunks = manifest.chunks();
    let line = || -> Result<(), Failure> {
        loop {
            let chunk = next.fetch_add(1, Ordering::SeqCst);
            if chunk > chunks || stopped.load(Ordering::SeqCst) {
                return Ok(());
            }
            let code = work(arguments, chunk, &workers, &stopped)?;
            gravest.fetch_max(code, Ordering::SeqCst);
        }
    };
    std::thread::scope(|scope| {
        let lines: Vec<_> = (0..jobs.min(chunks as usize)).map(|_| scope.spawn(line)).collect();
        lines.into_iter().try_for_each(|line| match line.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    if stopped.load(Ordering::SeqCst) {
        if !arguments.quiet {
            report::say("interrupted; the same command goes on from here");
        }
        return Ok(Exit::Unknown);
    }
    match gravest.into_inner() {
        0 => Ok(Exit::Success),
        // The worker has already printed the reason.
        code => std::process::exit(code),
    }
}

/// Runs a worker for a chunk, and returns its exit code.
fn work(
    arguments: &RunArguments,
    chunk: u32,
    workers: &Workers,
    stopped: &AtomicBool,
) -> Result<i32, Failure> {
    let mut command = Command::new(std::env::current_exe().map_err(anyhow::Error::from)?);
    command.args(["batch", "work"]).arg(&arguments.manifest).args(["--chunk", &chunk.to_string()]);
    if arguments.quiet {
        command.arg("--quiet");
    }
    // A process group of its own: Ctrl-C reaches the worker once, forwarded by the handler.
    command.stdin(Stdio::null()).stdout(Stdio::null()).process_group(0);
    let (mut worker, pid) = {
        let mut workers = workers.lock().unwrap_or_else(PoisonError::into_inner);
        // A signal handled before this point could not end this worker.
        if stopped.load(Ordering::SeqCst) {
            return Ok(Exit::Unknown.code());
        }
        let worker = command.spawn().map_err(anyhow::Error::from)?;
        let pid = Pid::from_child(&worker);
        workers.push(pid);
        (worker, pid)
    };
    let status = worker.wait().map_err(anyhow::Error::from)?;
    workers.lock().unwrap_or_else(PoisonError::into_inner).retain(|&other| other != pid);
    Ok(status.code().unwrap_or(Exit::Internal.code()))
}
