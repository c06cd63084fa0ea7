//! A search that is driven answer by answer, on the thread of its user or on one of its own for each answer.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{JoinHandle, ThreadId};
use std::time::Duration;
use std::{io, process, thread};

use groundplan::solve::End;
use groundplan_frontend::lock::lock;
use groundplan_frontend::run::Event;

use crate::answer::Answer;
use crate::control::{Control, Told, Work};
use crate::error::{Error, Result};
use crate::session::Session;

/// The result of a search, or its state so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SolveResult {
    /// Whether an answer set was found.
    pub found: bool,
    /// How the search ended; `None` while it goes on.
    pub end: Option<End>,
}

impl SolveResult {
    /// Returns the result with this number of clingo.
    pub fn of_bits(bits: u8) -> Self {
        let end = match bits {
            _ if bits & 4 != 0 => Some(End::Exhausted),
            _ if bits & 8 != 0 => Some(End::Interrupted),
            _ if bits & 2 != 0 => Some(End::Exhausted),
            _ => None,
        };
        SolveResult { found: bits & 1 != 0, end }
    }

    /// Whether there is an answer set; `None` if unknown.
    pub fn satisfiable(self) -> Option<bool> {
        match (self.found, self.end) {
            (true, _) => Some(true),
            (false, Some(End::Exhausted)) => Some(false),
            (false, _) => None,
        }
    }

    /// Returns clingo's number of the result.
    pub fn bits(self) -> u8 {
        let satisfiable = match self.satisfiable() {
            Some(true) => 1,
            Some(false) => 2,
            None => 0,
        };
        let end = match self.end {
            Some(End::Exhausted) => 4,
            Some(End::Interrupted) => 8,
            _ => 0,
        };
        satisfiable | end
    }
}

/// What the host does in a search. An error ends it.
pub trait Hooks: Send + Sync + 'static {
    /// Hears of an answer. Returns whether the search goes on.
    ///
    /// # Errors
    ///
    /// Returns what a callback raised.
    fn answer(&self, answer: &Answer) -> Told<bool>;

    /// Hears of an event that is no answer, and not the end.
    ///
    /// # Errors
    ///
    /// Returns what a callback raised.
    fn hear(&self, event: &Event) -> Told<()>;

    /// Hears of the end, once.
    ///
    /// # Errors
    ///
    /// Returns what a callback raised.
    fn finish(&self, result: SolveResult) -> Told<()>;

    /// Runs the search for an answer, under the limits that the host has.
    fn within_limits(&self, control: &Control, work: Work<'_>) {
        let _ = control;
        work();
    }

    /// Runs all that a thread does which was started for the search.
    fn in_thread(&self, work: Work<'_>) {
        work();
    }
}

/// The state of a search that is driven answer by answer.
#[derive(PartialEq, Eq, Clone, Copy, Debug)]
enum SearchStatus {
    /// The next answer has not been requested.
    Pending,
    /// A thread searches for the next answer.
    Running,
    /// An answer is available. Only an answer that a call has waited for (`seen`) may be skipped.
    Model { seen: bool },
    /// There are no more answers.
    Ended,
}

/// The status, and the number of threads that wait for another: to wake nobody up costs a system call, too.
struct WatchedStatus {
    status: SearchStatus,
    waiting: usize,
    /// Who is to be told, once, that no thread searches.
    listeners: Vec<Listener>,
}

/// A function that is told once that no thread searches: see [`HostedSearch::when_ready`].
type Listener = Box<dyn FnOnce() + Send>;

/// A search in progress, which its user's threads and the searching thread share.
pub struct HostedSearch<H> {
    control: Arc<Control>,
    session: Arc<Session>,
    hooks: H,
    /// Whether the search stops at each answer.
    yields: bool,
    status: Mutex<WatchedStatus>,
    changed: Condvar,
    /// The searching thread, while the status is `Running`.
    runner: Mutex<Option<ThreadId>>,
    /// The thread that was last started, and the process that has it.
    thread: Mutex<Option<(u32, JoinHandle<()>)>>,
    /// Whether the end was announced to the hooks.
    is_told: AtomicBool,
}

impl<H: Hooks> HostedSearch<H> {
    /// Wraps a session of a control; with `yields`, the search stops at each answer.
    pub fn new(control: Arc<Control>, session: Arc<Session>, hooks: H, yields: bool) -> Arc<Self> {
        Arc::new(HostedSearch {
            control,
            session,
            hooks,
            yields,
            status: Mutex::new(WatchedStatus {
                status: SearchStatus::Pending,
                waiting: 0,
                listeners: Vec::new(),
            }),
            changed: Condvar::new(),
            runner: Mutex::default(),
            thread: Mutex::default(),
            is_told: AtomicBool::new(false),
        })
    }

    /// Returns the control.
    pub fn control(&self) -> &Arc<Control> {
        &self.control
    }

    /// Returns the session.
    pub fn session(&self) -> &Arc<Session> {
        &self.session
    }

    /// Returns the hooks.
    pub fn hooks(&self) -> &H {
        &self.hooks
    }

    /// Returns the result so far.
    pub fn result(&self) -> SolveResult {
        let standing = self.session.standing();
        SolveResult { found: standing.satisfiable, end: standing.end }
    }

    /// Returns the last answer.
    pub fn answer(&self) -> Answer {
        let number = self.session.number();
        Answer::new(Arc::clone(&self.control), Arc::clone(&self.session), number)
    }

    fn status(&self) -> SearchStatus {
        lock(&self.status).status
    }

    fn set(&self, status: SearchStatus) {
        self.change_if(|_| true, status);
    }

    /// Changes the status from `from` to `to`, atomically. Returns false if the status was not `from`.
    fn change(&self, from: SearchStatus, to: SearchStatus) -> bool {
        self.change_if(|status| status == from, to)
    }

    fn change_if(&self, is_expected: impl FnOnce(SearchStatus) -> bool, to: SearchStatus) -> bool {
        let mut watched = lock(&self.status);
        let changes = is_expected(watched.status);
        let mut listeners = Vec::new();
        if changes {
            watched.status = to;
            if watched.waiting > 0 {
                self.changed.notify_all();
            }
            if to != SearchStatus::Running {
                listeners = std::mem::take(&mut watched.listeners);
            }
        }
        drop(watched);
        // No lock is held, since a listener may ask for the status.
        listeners.into_iter().for_each(|tell| tell());
        changes
    }

    /// Whether an answer or the end is there.
    pub fn is_ready(&self) -> bool {
        !matches!(self.status(), SearchStatus::Pending | SearchStatus::Running)
    }

    /// Whether an answer is there.
    pub fn has_answer(&self) -> bool {
        matches!(self.status(), SearchStatus::Model { .. })
    }

    /// Whether there are no more answers, and no thread searches.
    pub fn has_ended(&self) -> bool {
        self.status() == SearchStatus::Ended
    }

    /// Whether a thread of another process, of which this one is a fork, searches.
    pub fn is_elsewhere(&self) -> bool {
        self.status() == SearchStatus::Running && self.session.is_elsewhere()
    }

    /// Searches on this thread until an answer or the end is there, if the next answer has not been requested; `during` runs
    /// that. Returns whether it searched.
    pub fn search_here(&self, during: impl FnOnce(Work<'_>)) -> bool {
        let is_due = self.change(SearchStatus::Pending, SearchStatus::Running);
        if is_due {
            during(&mut || self.advance());
        }
        is_due
    }

    /// Starts a thread that searches for the next answer, if that has not been requested. Waits for the thread before. Returns
    /// whether it started one.
    ///
    /// # Errors
    ///
    /// Returns an error, and ends the search, if the system gives no thread.
    pub fn launch(self: &Arc<Self>) -> io::Result<bool> {
        if !self.change(SearchStatus::Pending, SearchStatus::Running) {
            return Ok(false);
        }
        self.join();
        let search = Arc::clone(self);
        // The process may be forked before the thread begins.
        self.session.set_running(true);
        let work = move || search.hooks.in_thread(&mut || search.advance());
        match thread::Builder::new().name("groundplan search".to_owned()).spawn(work) {
            Ok(thread) => {
                *lock(&self.thread) = Some((process::id(), thread));
                Ok(true)
            }
            Err(error) => {
                self.session.set_running(false);
                self.session.stop(End::Interrupted);
                self.set(SearchStatus::Ended);
                Err(error)
            }
        }
    }

    /// Searches until there is an answer to return, or the end. The status is `Running` until then.
    fn advance(&self) {
        *lock(&self.runner) = Some(thread::current().id());
        self.session.set_running(true);
        let mut status = SearchStatus::Ended;
        let searched = catch_unwind(AssertUnwindSafe(|| {
            self.hooks.within_limits(&self.control, &mut || status = self.advance_within());
        }));
        if let Err(panic) = searched {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            self.control.keep(Box::new(Error::Runtime(format!("internal error: {message}"))));
            self.session.stop(End::Interrupted);
        }
        *lock(&self.runner) = None;
        self.set(status);
        self.session.set_running(false);
    }

    fn advance_within(&self) -> SearchStatus {
        loop {
            match self.session.step() {
                Err(error) => {
                    if !self.control.has_raised() {
                        self.control.keep(Box::new(Error::from(error)));
                    }
                    return SearchStatus::Ended;
                }
                Ok(Event::Ended(_)) => {
                    self.finish();
                    return SearchStatus::Ended;
                }
                Ok(event @ (Event::Bound(_) | Event::Proven)) => {
                    if let Err(raised) = self.hooks.hear(&event) {
                        self.control.keep(raised);
                    }
                    continue;
                }
                Ok(Event::Answer) => {}
            }
            match self.hooks.answer(&self.answer()) {
                Ok(true) => {}
                Ok(false) => self.session.stop_here(),
                Err(raised) => {
                    self.control.keep(raised);
                    self.session.stop(End::Interrupted);
                    return SearchStatus::Ended;
                }
            }
            if self.yields {
                return SearchStatus::Model { seen: false };
            }
        }
    }

    /// Announces the end to the hooks, once.
    fn finish(&self) {
        if self.control.has_raised() || self.is_told.swap(true, Ordering::Relaxed) {
            return;
        }
        if let Err(raised) = self.hooks.finish(self.result()) {
            self.control.keep(raised);
        }
    }

    /// Waits while a thread searches, for at most `left`. Returns whether an answer or the end is there.
    pub fn wait(&self, left: Duration) -> bool {
        self.wait_while_running(Some(left))
    }

    /// Waits while a thread searches, for at most `left` if that is given. Returns whether none does any more.
    fn wait_while_running(&self, left: Option<Duration>) -> bool {
        let mut watched = lock(&self.status);
        if watched.status != SearchStatus::Running {
            return true;
        }
        watched.waiting += 1;
        let is_running = |watched: &mut WatchedStatus| watched.status == SearchStatus::Running;
        let waited = match left {
            Some(left) => {
                self.changed.wait_timeout_while(watched, left, is_running).map(|(watched, _)| watched).ok()
            }
            None => self.changed.wait_while(watched, is_running).ok(),
        };
        let Some(mut watched) = waited else { return true };
        watched.waiting -= 1;
        watched.status != SearchStatus::Running
    }

    /// Calls `tell` once when no thread searches any more: at once, or later on the thread that searches. This does not wait.
    pub fn when_ready(&self, tell: impl FnOnce() + Send + 'static) {
        let mut watched = lock(&self.status);
        if watched.status == SearchStatus::Running {
            watched.listeners.push(Box::new(tell));
            return;
        }
        drop(watched);
        tell();
    }

    /// Interrupts the searching thread, and does not wait until it stops.
    pub fn interrupt_running(&self) {
        if self.status() == SearchStatus::Running && !self.session.is_elsewhere() {
            self.control.interrupter.interrupt();
        }
    }

    /// Marks the answer that is there as seen.
    pub fn see(&self) {
        self.change(SearchStatus::Model { seen: false }, SearchStatus::Model { seen: true });
    }

    /// Lets go of an answer that was seen. Returns whether there was one.
    pub fn resume(&self) -> bool {
        self.change(SearchStatus::Model { seen: true }, SearchStatus::Pending)
    }

    /// Returns the assumptions, by their numbers, that exclude all answer sets; none if there is an answer set. The search must
    /// have ended.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails or the control is busy.
    pub fn core(&self, during: impl FnOnce(Work<'_>)) -> Result<Vec<i64>> {
        let SolveResult { found, end } = self.result();
        if found || end != Some(End::Exhausted) {
            return Ok(Vec::new());
        }
        Ok(self.control.work(during, |engine| self.session.core(engine))??)
    }

    /// Interrupts the searching thread and waits until it stops. Does not wait if called by that thread itself, from a
    /// callback. A fork of the process does not have the thread: there the search has ended.
    pub fn stop_running(&self) {
        if self.status() != SearchStatus::Running {
            return;
        }
        if self.session.is_elsewhere() {
            self.set(SearchStatus::Ended);
            return;
        }
        self.control.interrupter.interrupt();
        if *lock(&self.runner) != Some(thread::current().id()) {
            self.wait_while_running(None);
        }
    }

    /// Waits for the end of the thread, in the process that has it.
    pub fn join(&self) {
        let thread = lock(&self.thread).take();
        if let Some((_, thread)) = thread.filter(|(process, _)| *process == process::id()) {
            // A panic of the thread is stored by `advance`.
            drop(thread.join());
        }
    }

    /// Ends the search. Its last answer stays readable until the control is used again.
    pub fn end(&self) {
        self.stop_running();
        self.session.stop(End::Interrupted);
        if self.status() == SearchStatus::Running {
            // A callback made this call: the search ends when the callback returns.
            return;
        }
        self.join();
        self.finish();
        self.set(SearchStatus::Ended);
        self.control.interrupter.clear();
    }

    /// Ends the search, and returns the engine to the control. Returns false if a callback made this call: then the search goes on
    /// until it returns.
    pub fn close(&self) -> bool {
        self.end();
        let has_ended = self.has_ended();
        if has_ended {
            self.control.reclaim(&self.session);
        }
        has_ended
    }
}
