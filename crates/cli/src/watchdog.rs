//! Ends long work: one thread watches the clock and the signals, and has the last word.
//!
//! Whatever a solver is doing, it cannot be asked to stop in time, so the watchdog speaks for the command and ends the
//! process. A grounding can be asked, and then says which rule was growing. The `speaker` lock keeps a result that is just
//! being printed from being cut in two.
//!
//! Standard output may be a pipe whose reader goes away while nothing is printed for a long time. Nobody is left to speak
//! to then: the work ends as by an interrupt, without a word.

use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use groundplan::{HaltCause, Halted, Interrupter, Pulse};

use crate::exit::Exit;
use crate::options::LimitArguments;
use crate::{memory, output, progress, report};

/// When the work has to end.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// After so long.
    pub time: Option<Duration>,
    /// When the process holds so many MiB.
    pub memory: Option<u64>,
    /// So many MiB more are let pass, where the work itself keeps to the limit.
    pub headroom: u64,
}

impl From<LimitArguments> for Limits {
    fn from(arguments: LimitArguments) -> Self {
        Limits { time: arguments.time_limit, memory: arguments.memory_limit, headroom: 0 }
    }
}

impl Limits {
    /// How many bytes may be held.
    fn most_bytes(&self) -> u64 {
        let limit = self.memory.unwrap_or(u64::MAX);
        limit.saturating_add(self.headroom).saturating_mul(1 << 20)
    }

    /// Whether so much more is held than the limit that the process has to end at once: a fifth and 24 MiB.
    fn is_exceeded(&self) -> bool {
        let limit = self.memory.unwrap_or(u64::MAX);
        let most = limit.saturating_add(limit / 5 + 24).saturating_mul(1 << 20);
        memory::held() > most.max(self.most_bytes())
    }
}

/// How often memory and the reader of standard output are looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// How often memory is looked at where it may reach its limit at any time.
const CLOSE_GLANCE: Duration = Duration::from_millis(1);

/// How many bytes a second memory grows by at most: the system has to clear it first.
const GROWTH: u64 = 4 << 30;

/// How long a grounding gets to say where it is, and the solver to end a process of its own.
const GRACE: Duration = Duration::from_millis(900);

/// The same where memory has run out: that is when a table doubles, which keeps a grounding busy for a while. It ends
/// earlier where memory grows on meanwhile.
const GRACE_FOR_MEMORY: Duration = Duration::from_millis(2500);

/// The same where nobody is left to be told.
const GRACE_WITHOUT_WORDS: Duration = Duration::from_millis(200);

/// Why the work has to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The time is over.
    TimeLimit(Duration),
    /// So many MiB are held.
    MemoryLimit(u64),
    /// The system gives no more memory.
    OutOfMemory,
    /// The ground program has more rules than this.
    GroundLimit(u64),
    /// Ctrl-C, or a request to terminate.
    Interrupt,
    /// Nobody reads standard output any more.
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
            Cause::Closed => f.write_str("nobody reads on"),
        }
    }
}

/// The end of the work before it was done.
pub struct Ended {
    /// Why it has to end.
    pub cause: Cause,
    /// The rule that was growing, where that was in the middle of grounding.
    pub growing: Option<Box<Halted>>,
    /// What was being grounded, where memory has run out before the grounding could say which rule was growing.
    pub grounding: Option<String>,
}

impl Ended {
    /// Says why the work ends, what that means, and which rule was growing.
    pub fn say(&self, what: &str) {
        report::say(&format!("{}: {what}", self.cause));
        self.say_where();
    }

    /// Says which rule was growing, or what was being grounded.
    pub fn say_where(&self) {
        self.growing.iter().for_each(|halted| report::diagnostics(&halted.diagnostics));
        self.grounding
            .iter()
            .for_each(|component| report::say(&format!("this was being grounded: {component}")));
    }
}

/// What the watchdog hears of.
enum Event {
    /// Ctrl-C, or a request to terminate.
    Signal,
    /// Grounding has ended, because of a limit of its own or because it was interrupted.
    Halted(Box<Halted>),
    /// The work has ended, and somebody wants to print its result.
    Done,
}

/// The watchdog, which runs as long as the process.
#[derive(Debug)]
pub struct Watchdog {
    /// Whoever holds it speaks, and says by it whether the result has been printed.
    speaker: Arc<Mutex<bool>>,
    events: Sender<Event>,
    /// Whether there is any time to work in.
    has_time: bool,
    limits: Limits,
    start: Instant,
    /// What is being grounded.
    pulse: Arc<Mutex<Option<Pulse>>>,
}

impl Watchdog {
    /// Starts watching. `give_up` prints what is known, unless the cause is [`Cause::Closed`], and says how to exit; the
    /// interrupter ends what the solver has started outside of this process.
    ///
    /// # Errors
    ///
    /// When signals cannot be caught.
    pub fn start(
        limits: Limits,
        interrupter: Interrupter,
        give_up: impl FnOnce(&Ended) -> Exit + Send + 'static,
    ) -> anyhow::Result<Watchdog> {
        let start = Instant::now();
        let has_time = !limits.time.is_some_and(|limit| limit.is_zero());
        let speaker = Arc::new(Mutex::new(false));
        let (sender, events) = channel();
        let signals = sender.clone();
        ctrlc::set_handler(move || {
            // Nobody listens any more when the process is about to end: a second signal ends it at once.
            if signals.send(Event::Signal).is_err() {
                Exit::Unknown.now();
            }
        })?;
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

    /// Says whose grounding is watched from now on.
    pub fn follow(&self, pulse: Pulse) {
        *self.pulse.lock().unwrap_or_else(PoisonError::into_inner) = Some(pulse);
    }

    /// Lets the work begin. With a time limit of zero it does not, however fast it would be: the watchdog ends the process.
    pub fn begin(&self) {
        if !self.has_time {
            park();
        }
    }

    /// How much of the time limit is left, if there is one.
    pub fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|limit| limit.saturating_sub(self.start.elapsed()))
    }

    /// Whether more than half of the memory limit is used, so that nothing should be begun that can be done without.
    pub fn is_short_of_memory(&self) -> bool {
        let held = || memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64);
        self.limits.memory.is_some_and(|limit| held() > limit.saturating_mul(1 << 19))
    }

    /// Leaves the last word to the watchdog, which ends the process.
    pub fn halted(&self, growing: Box<Halted>) -> ! {
        // If it does not listen it is about to end the process.
        let _ = self.events.send(Event::Halted(growing));
        park()
    }

    /// Takes the word for a while: the watchdog waits as long as the guard lives. If `true` is put into it, for good.
    pub fn hold(&self) -> MutexGuard<'_, bool> {
        self.speaker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the word for good: the watchdog waits as long as the guard lives, and keeps quiet afterwards.
    pub fn speak(&self) -> MutexGuard<'_, bool> {
        let _ = self.events.send(Event::Done);
        let mut spoken = self.speaker.lock().unwrap_or_else(PoisonError::into_inner);
        *spoken = true;
        spoken
    }
}

impl From<Cause> for Ended {
    fn from(cause: Cause) -> Self {
        Ended { cause, growing: None, grounding: None }
    }
}

impl Event {
    /// The end that it asks for, if it does.
    fn end(self) -> Option<Ended> {
        match self {
            Event::Signal => Some(Cause::Interrupt.into()),
            Event::Halted(growing) => {
                let cause = match growing.cause {
                    HaltCause::Limit(limit) => Cause::GroundLimit(limit),
                    // The command sets no deadline; its watchdog calls the interrupter.
                    HaltCause::Interrupt | HaltCause::Deadline => Cause::Interrupt,
                };
                Some(Ended { cause, growing: Some(growing), grounding: None })
            }
            Event::Done => None,
        }
    }
}

/// Waits for the watchdog to end the process.
fn park() -> ! {
    loop {
        std::thread::park();
    }
}

/// Waits for a grounding to say which rule was growing.
fn growing(cause: Cause, limits: Limits, events: &Receiver<Event>) -> Option<Box<Halted>> {
    let grace = match cause {
        Cause::MemoryLimit(_) => GRACE_FOR_MEMORY,
        Cause::Closed => GRACE_WITHOUT_WORDS,
        Cause::OutOfMemory => return None,
        _ => GRACE,
    };
    let end = Instant::now() + grace;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let pause = if limits.memory.is_some() { left.min(CLOSE_GLANCE) } else { left };
        match events.recv_timeout(pause) {
            Ok(Event::Halted(growing)) => return Some(growing),
            Err(RecvTimeoutError::Timeout) if !left.is_zero() && !limits.is_exceeded() => {}
            Ok(_) | Err(_) => return None,
        }
    }
}

/// Waits for a reason to end the work; `None` if there will never be one.
fn wait(limits: Limits, start: Instant, events: &Receiver<Event>) -> Option<Ended> {
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
        let mut pause = GLANCE;
        if let Some(limit) = limits.memory {
            let (held, most) = (memory::held(), limits.most_bytes());
            if held > most {
                return Some(Cause::MemoryLimit(limit).into());
            }
            let soonest = Duration::from_secs_f64((most - held) as f64 / GROWTH as f64);
            pause = pause.min(soonest.max(CLOSE_GLANCE));
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
