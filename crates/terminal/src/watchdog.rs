//! Ends long work: one thread watches the limits and the signals, reports the results so far, and ends the process.
//!
//! Solvers cannot be relied on to stop in time, so the watchdog reports for the command and exits. Grounding can be
//! interrupted, and then says which rule was growing. The `speaker` lock makes the watchdog wait while a result is
//! being printed.
//!
//! The reader of standard output may go away during long work. The work then ends as by an interrupt, but without a
//! message.

use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use groundplan::{HaltCause, Halted, Interrupter, Pulse};

use crate::exit::{Exit, Failure};
use crate::options::LimitArguments;
use crate::{memory, output, progress, report};

/// The limits of the work.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// The time limit.
    pub time: Option<Duration>,
    /// The memory limit of the process, in MiB.
    pub memory: Option<u64>,
    /// Additional memory in MiB that the process may use where the work itself keeps to the limit.
    pub headroom: u64,
}

impl From<LimitArguments> for Limits {
    fn from(arguments: LimitArguments) -> Self {
        Limits { time: arguments.time_limit, memory: arguments.memory_limit, headroom: 0 }
    }
}

impl Limits {
    /// Returns the memory that the process may use, in bytes.
    fn most_bytes(&self) -> u64 {
        let limit = self.memory.unwrap_or(u64::MAX);
        limit.saturating_add(self.headroom).saturating_mul(1 << 20)
    }

    /// Whether the memory limit is exceeded by a fifth and 24 MiB, so that the process has to end at once.
    fn is_exceeded(&self) -> bool {
        let limit = self.memory.unwrap_or(u64::MAX);
        let most = limit.saturating_add(limit / 5 + 24).saturating_mul(1 << 20);
        memory::held() > most.max(self.most_bytes())
    }
}

/// The poll interval for memory and for the reader of standard output.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The poll interval for memory when it may reach its limit soon.
const CLOSE_POLL_INTERVAL: Duration = Duration::from_millis(1);

/// An upper bound on the growth of memory in bytes per second: the system has to clear it first.
const GROWTH: u64 = 4 << 30;

/// The timeout for grounding to say which rule is growing, and for a solver to end its child process.
const HALT_TIMEOUT: Duration = Duration::from_millis(900);

/// The same timeout at the memory limit, which is often reached while a table doubles: that keeps grounding busy for
/// a while. The wait ends earlier if memory grows further.
const HALT_TIMEOUT_FOR_MEMORY: Duration = Duration::from_millis(2500);

/// The same timeout when standard output is closed.
const HALT_TIMEOUT_WHEN_CLOSED: Duration = Duration::from_millis(200);

/// The reason why the work has to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The time limit is over.
    TimeLimit(Duration),
    /// The memory limit in MiB is reached.
    MemoryLimit(u64),
    /// The system gives no more memory.
    OutOfMemory,
    /// The ground program has more rules than this limit.
    GroundLimit(u64),
    /// Ctrl-C, or another signal that asks for an end.
    Interrupt,
    /// The reader of standard output is gone.
    Closed,
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cause::TimeLimit(limit) => write!(f, "the time limit of {} s is over", limit.as_secs_f64()),
            Cause::MemoryLimit(limit) => write!(f, "memory out: the memory limit of {limit} MiB is reached"),
            Cause::OutOfMemory => f.write_str("memory out: the system gives no more memory"),
            Cause::GroundLimit(limit) => write!(f, "the ground limit of {limit} rules is reached"),
            Cause::Interrupt => f.write_str("interrupted"),
            Cause::Closed => f.write_str("the reader of the output has closed it"),
        }
    }
}

/// The early end of work.
pub struct EarlyEnd {
    /// The reason.
    pub cause: Cause,
    /// The rule that was growing, if grounding was interrupted.
    pub growing: Option<Box<Halted>>,
    /// The component being grounded, if memory ran out before grounding could say which rule was growing.
    pub grounding: Option<String>,
}

impl EarlyEnd {
    /// Prints the reason for the end, its consequence `what`, and the rule that was growing.
    pub fn say(&self, what: &str) {
        report::say(&format!("{}: {what}", self.cause));
        self.say_where();
    }

    /// Prints the warning about the rule that was growing.
    pub fn warn(&self) {
        self.growing.iter().for_each(|halted| report::diagnostics(&halted.diagnostics));
    }

    /// Prints the rule that was growing, or the component being grounded.
    pub fn say_where(&self) {
        self.warn();
        self.grounding
            .iter()
            .for_each(|component| report::say(&format!("this was being grounded: {component}")));
    }
}

/// An event that the watchdog receives.
enum WatchdogEvent {
    /// Ctrl-C, or another signal that asks for an end.
    Signal,
    /// Grounding has ended, because of its own limit or an interrupt.
    Halted(Box<Halted>),
    /// The work has ended, and its result is about to be printed.
    Done,
}

/// A handle to the watchdog thread, which runs as long as the process.
#[derive(Debug)]
pub struct Watchdog {
    /// Its holder may print; the value says whether the result has been printed.
    speaker: Arc<Mutex<bool>>,
    events: Sender<WatchdogEvent>,
    /// Whether the time limit is more than zero.
    has_time: bool,
    limits: Limits,
    start: Instant,
    /// The state of the engine whose grounding is watched.
    pulse: Arc<Mutex<Option<Pulse>>>,
}

impl Watchdog {
    /// Starts the watchdog. `give_up` prints the results so far, unless the cause is [`Cause::Closed`], and returns
    /// how to exit. The interrupter ends child processes of the solver.
    ///
    /// # Errors
    ///
    /// When signals cannot be caught.
    pub fn start(
        limits: Limits,
        interrupter: Interrupter,
        give_up: impl FnOnce(&EarlyEnd) -> Exit + Send + 'static,
    ) -> anyhow::Result<Watchdog> {
        let start = Instant::now();
        let has_time = !limits.time.is_some_and(|limit| limit.is_zero());
        let speaker = Arc::new(Mutex::new(false));
        let (sender, events) = channel();
        let signals = sender.clone();
        ctrlc::set_handler(move || {
            // The watchdog receives nothing more once it is about to end the process: a second signal ends it at
            // once.
            if signals.send(WatchdogEvent::Signal).is_err() {
                Exit::Unknown.now();
            }
        })?;
        #[cfg(unix)]
        passed_on::install();
        let (floor, pulse) = (Arc::clone(&speaker), Arc::<Mutex<Option<Pulse>>>::default());
        let followed = Arc::clone(&pulse);
        memory::thread(move || {
            memory::watch();
            let Some(mut ended) = wait(limits, start, &events) else { return };
            let spoken = floor.lock().unwrap_or_else(PoisonError::into_inner);
            if *spoken {
                return;
            }
            interrupter.interrupt();
            if ended.growing.is_none() && has_time {
                ended.growing = growing(ended.cause, limits, &events);
            }
            if ended.growing.is_none() && matches!(ended.cause, Cause::MemoryLimit(_) | Cause::OutOfMemory) {
                let followed = followed.lock().unwrap_or_else(PoisonError::into_inner);
                ended.grounding = followed.as_ref().and_then(Pulse::component);
            }
            drop(events);
            progress::clear();
            give_up(&ended).now();
        });
        Ok(Watchdog { speaker, events: sender, has_time, limits, start, pulse })
    }

    /// Sets the engine whose grounding is watched from now on.
    pub fn follow(&self, pulse: Pulse) {
        *self.pulse.lock().unwrap_or_else(PoisonError::into_inner) = Some(pulse);
    }

    /// Starts the work. With a time limit of zero this never returns: the watchdog ends the process.
    pub fn begin(&self) {
        if !self.has_time {
            park();
        }
    }

    /// Returns the remaining time, if there is a time limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|limit| limit.saturating_sub(self.start.elapsed()))
    }

    /// Whether more than half of the memory limit is used, so that optional work should not be started.
    pub fn is_short_of_memory(&self) -> bool {
        let held = || memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64);
        self.limits.memory.is_some_and(|limit| held() > limit.saturating_mul(1 << 19))
    }

    /// Waits for the watchdog, which has interrupted the work, to end the process.
    pub fn await_end(&self) -> ! {
        park()
    }

    /// Hands the end of grounding to the watchdog, which ends the process.
    pub fn halted(&self, growing: Box<Halted>) -> ! {
        // If this cannot be sent, the watchdog is already ending the process.
        let _ = self.events.send(WatchdogEvent::Halted(growing));
        park()
    }

    /// Hands an end of the work that came from outside to the watchdog, which ends the process: a halted grounding, or a
    /// thread that there was no memory for. Returns any other failure.
    pub fn hand_over(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Halted(growing) => self.halted(growing),
            Failure::NoThread(_) if memory::lacks_stack() => memory::out(),
            failure => failure,
        }
    }

    /// Blocks the watchdog while the guard lives. If the guard's value is set to `true`, the watchdog prints nothing
    /// afterwards.
    pub fn hold(&self) -> MutexGuard<'_, bool> {
        self.speaker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks the watchdog while the guard lives, and keeps it from printing anything afterwards.
    pub fn speak(&self) -> MutexGuard<'_, bool> {
        let _ = self.events.send(WatchdogEvent::Done);
        let mut spoken = self.speaker.lock().unwrap_or_else(PoisonError::into_inner);
        *spoken = true;
        spoken
    }
}

impl From<Cause> for EarlyEnd {
    fn from(cause: Cause) -> Self {
        EarlyEnd { cause, growing: None, grounding: None }
    }
}

impl WatchdogEvent {
    /// Returns the end that the event asks for, if any.
    fn end(self) -> Option<EarlyEnd> {
        match self {
            WatchdogEvent::Signal => Some(Cause::Interrupt.into()),
            WatchdogEvent::Halted(growing) => {
                let cause = match growing.cause {
                    HaltCause::Limit(limit) => Cause::GroundLimit(limit),
                    // The command sets no deadline; its watchdog calls the interrupter.
                    HaltCause::Interrupt | HaltCause::Deadline => Cause::Interrupt,
                };
                Some(EarlyEnd { cause, growing: Some(growing), grounding: None })
            }
            WatchdogEvent::Done => None,
        }
    }
}

/// Signals that end the work as a request to terminate does, as they do in clingo: by default they would end the process
/// before it reports anything. The system sends SIGXCPU where a limit of processor time is reached (`ulimit -t`).
#[cfg(unix)]
#[allow(unsafe_code, reason = "std installs no handlers of signals")]
mod passed_on {
    use std::sync::atomic::{AtomicBool, Ordering};

    const SIGNALS: [libc::c_int; 3] = [libc::SIGXCPU, libc::SIGUSR1, libc::SIGUSR2];

    /// Whether SIGXCPU was passed on. Beyond the limit it comes again every second, and a second request ends the process at
    /// once.
    static IS_OUT_OF_TIME: AtomicBool = AtomicBool::new(false);

    extern "C" fn pass_on(signal: libc::c_int) {
        if signal == libc::SIGXCPU && IS_OUT_OF_TIME.swap(true, Ordering::Relaxed) {
            return;
        }
        // SAFETY: a handler may call this function.
        unsafe { libc::kill(libc::getpid(), libc::SIGTERM) };
    }

    /// Installs the handler, except for signals that are ignored. Without it, a signal ends the process at once.
    pub fn install() {
        for signal in SIGNALS {
            // SAFETY: the actions are local and plain data, and the handler only does what handlers may do.
            unsafe {
                let mut before: libc::sigaction = std::mem::zeroed();
                if libc::sigaction(signal, std::ptr::null(), &mut before) != 0
                    || before.sa_sigaction == libc::SIG_IGN
                {
                    continue;
                }
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = pass_on as *const () as usize;
                action.sa_flags = libc::SA_RESTART;
                libc::sigemptyset(&mut action.sa_mask);
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
        }
    }
}

/// Waits for the watchdog to end the process.
fn park() -> ! {
    loop {
        std::thread::park();
    }
}

/// Waits for grounding to say which rule was growing.
fn growing(cause: Cause, limits: Limits, events: &Receiver<WatchdogEvent>) -> Option<Box<Halted>> {
    let timeout = match cause {
        Cause::MemoryLimit(_) => HALT_TIMEOUT_FOR_MEMORY,
        Cause::Closed => HALT_TIMEOUT_WHEN_CLOSED,
        Cause::OutOfMemory => return None,
        _ => HALT_TIMEOUT,
    };
    let end = Instant::now() + timeout;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let pause = if limits.memory.is_some() { left.min(CLOSE_POLL_INTERVAL) } else { left };
        match events.recv_timeout(pause) {
            Ok(WatchdogEvent::Halted(growing)) => return Some(growing),
            Err(RecvTimeoutError::Timeout) if !left.is_zero() && !limits.is_exceeded() => {}
            Ok(_) | Err(_) => {
                if limits.memory.is_some() {
                    memory::hold_back();
                }
                return None;
            }
        }
    }
}

/// Waits for a reason to end the work; returns `None` if none can come any more.
fn wait(limits: Limits, start: Instant, events: &Receiver<WatchdogEvent>) -> Option<EarlyEnd> {
    let has_reader = output::has_reader();
    loop {
        if has_reader && output::is_closed() {
            return Some(Cause::Closed.into());
        }
        if let Some(limit) = limits.time.filter(|&limit| start.elapsed() >= limit) {
            return Some(Cause::TimeLimit(limit).into());
        }
        if memory::is_exhausted() {
            return Some(Cause::OutOfMemory.into());
        }
        let mut pause = POLL_INTERVAL;
        if let Some(limit) = limits.memory {
            let (held, most) = (memory::held(), limits.most_bytes());
            if held > most {
                return Some(Cause::MemoryLimit(limit).into());
            }
            let soonest = Duration::from_secs_f64((most - held) as f64 / GROWTH as f64);
            pause = pause.min(soonest.max(CLOSE_POLL_INTERVAL));
        }
        if let Some(limit) = limits.time {
            pause = pause.min(limit.saturating_sub(start.elapsed()));
        }
        match events.recv_timeout(pause) {
            Ok(event) => match event.end() {
                Some(ended) => return Some(ended),
                None => continue,
            },
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
