//! The thread that owns a backend, and the channels to it.
//!
//! varisat's solver is not `Send`, and varisat cannot be interrupted. So a backend is used in its own thread, and its owner
//! communicates with it by two channels.
//!
//! Short requests are queued until the next solve: each message to the thread may wake it up, which costs more than adding a few
//! clauses.
//!
//! A backend that is `Send` and checks its limits itself may also [stay in the owner's thread](SolverThread::stay_here). Where propagators call back
//! into code with locks of its own, each thread switch costs more than the call. For the same reason, a solve [begins in the owner's
//! thread](SolverThread::solve_here) while the backend's thread is idle and one of our own solvers has its turn. The thread is
//! started when it has something to do: most small programs never need it.
//!
//! A forked process has the memory of the process, but of its threads only the one that forked. There a new thread takes over the
//! backend, if it was idle when the process was forked.
//!
//! Invariants: requests are executed in the order in which they were given. Every solve is answered exactly once, and the answers
//! come in the order of the solves. The owner never waits longer than [`SHUTDOWN_TIMEOUT`] after a stop was requested: it then cancels the
//! solve, and discards the answer when it arrives. The thread ends when its owner is dropped.

use std::{
    any::Any,
    panic::{catch_unwind, AssertUnwindSafe},
    sync::{
        mpsc::{channel, Receiver, RecvTimeoutError, Sender},
        Arc, Mutex, MutexGuard, PoisonError,
    },
    thread,
    time::{Duration, Instant},
};

use rustsat::types::Lit;

use crate::{
    backend_solver::{BackendSolver, Order, SolveOutcome},
    limits::Stop,
    Interrupter, SatError, SolverCounts,
};

/// How long a backend may take to react to a stop request.
pub(crate) const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(200);

/// The polling interval of the interrupter while the owner waits.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The queue of requests is sent once it has this many numbers (literals and terminating zeros), so that the backend adds long
/// clauses while the owner continues.
const QUEUE_LIMIT: usize = 1 << 12;

/// The stack size of the thread: the default of a main thread on Linux, for which C++ solvers are written.
const STACK_BYTES: usize = 8 << 20;

/// A message to the thread.
enum Request {
    /// Something that the backend is told or asked.
    Order(Order),
    /// A search, which is answered by a [`Reply`].
    Solve { assumptions: Vec<Lit>, stop: Stop },
}

/// An answer with the statistics after the solve.
#[derive(Debug)]
pub(crate) struct Reply {
    pub answer: Result<SolveOutcome, SatError>,
    /// `None` if the backend gave no answer.
    pub counts: Option<Vec<SolverCounts>>,
}

impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Request::Order(_) => "Order",
            Request::Solve { .. } => "Solve",
        })
    }
}

/// A backend that its thread takes for each batch of requests.
type Desk = Arc<Mutex<AtDesk>>;

/// The backend, `None` once it has ended, and the number of batches that it has executed.
type AtDesk = (Option<Box<dyn BackendSolver + Send>>, u64);

/// The owner's end of the requests to a thread.
struct ThreadInbox {
    requests: Sender<Vec<Request>>,
    /// The number of batches sent.
    sent: u64,
    /// The backend, if another thread can take it over.
    desk: Option<Desk>,
    /// The process that has the thread, or `None` before it is started.
    process: Option<u32>,
}

impl ThreadInbox {
    /// Whether this process does not have the thread: it was not started, or belongs to a process of which this one is a fork.
    fn is_missing(&self) -> bool {
        self.process != Some(std::process::id())
    }

    /// Returns the desk unless its thread has requests to execute, or had when this process was forked.
    fn idle_desk(&self) -> Option<MutexGuard<'_, AtDesk>> {
        let desk = self.desk.as_ref()?.try_lock().ok()?;
        (desk.0.is_some() && desk.1 == self.sent).then_some(desk)
    }
}

/// The recipient of requests.
enum Recipient {
    Thread(ThreadInbox),
    /// The backend itself, in the owner's thread.
    InPlace(Box<dyn BackendSolver + Send>, Sender<Reply>),
    /// None: the worker is being dropped, or the backend has panicked in place.
    Closed,
}

impl std::fmt::Debug for Recipient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Recipient::Thread(_) => "Thread",
            Recipient::InPlace(..) => "InPlace",
            Recipient::Closed => "Closed",
        })
    }
}

/// The owner's end of the channels.
#[derive(Debug)]
pub(crate) struct SolverThread {
    recipient: Recipient,
    /// Orders not yet sent to the thread.
    queue: Vec<Request>,
    /// The total length of `queue`, in numbers.
    queued_numbers: usize,
    replies: Receiver<Reply>,
    /// The number of abandoned solves whose answers have not arrived.
    abandoned: usize,
    /// Tells the thread to ignore the requests that it has not executed.
    closed: Interrupter,
}

impl SolverThread {
    /// Gives a backend a thread, which is started when the backend first has something to do there.
    pub fn new(solver: impl BackendSolver + Send + 'static) -> Self {
        let desk: Desk = Arc::new(Mutex::new((Some(Box::new(solver)), 0)));
        let inbox = ThreadInbox { requests: channel().0, sent: 0, desk: Some(desk), process: None };
        Self::with(Recipient::Thread(inbox), channel().1, Interrupter::new())
    }

    /// Starts a thread and creates a backend in it that no other thread can take over.
    #[cfg_attr(not(any(feature = "varisat", test)), allow(dead_code, reason = "the others are `Send`"))]
    pub fn spawn_bound<B: BackendSolver>(
        make: impl FnOnce() -> B + Send + 'static,
    ) -> Result<Self, SatError> {
        Self::start(None, move |inbox, outbox, closed| {
            let mut solver = make();
            inbox.iter().all(|batch| execute_all(&mut solver, batch, outbox, closed));
        })
    }

    fn start(
        desk: Option<Desk>,
        serve: impl FnOnce(&Receiver<Vec<Request>>, &Sender<Reply>, &Interrupter) + Send + 'static,
    ) -> Result<Self, SatError> {
        let (requests, inbox) = channel();
        let (outbox, replies) = channel();
        let closed = Interrupter::new();
        let over = closed.clone();
        let serve = move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| serve(&inbox, &outbox, &over))) {
                report_panic(panic, &outbox);
            }
        };
        thread::Builder::new()
            .name("sat-solver".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(serve)
            .map_err(SatError::NoThread)?;
        let inbox = ThreadInbox { requests, sent: 0, desk, process: Some(std::process::id()) };
        Ok(Self::with(Recipient::Thread(inbox), replies, closed))
    }

    /// Waits until the thread, which has answered the last request, has laid down the backend: from then on the process may be
    /// forked.
    fn wait_idle(&self) {
        let Recipient::Thread(ThreadInbox { desk: Some(desk), .. }) = &self.recipient else { return };
        if self.abandoned == 0 {
            drop(lock(desk));
        }
    }

    /// Lets a new thread take over the backend, if it has none in this process.
    fn ensure_thread(&mut self) -> Result<(), SatError> {
        let Recipient::Thread(inbox) = &self.recipient else { return Ok(()) };
        if !inbox.is_missing() {
            return Ok(());
        }
        let missing = if inbox.process.is_some() { SatError::Forked } else { SatError::Dead };
        inbox.idle_desk().ok_or(missing)?.1 = 0;
        let used = inbox.desk.clone().expect("a desk that is idle is there");
        let mut successor = Self::start(Some(Arc::clone(&used)), move |inbox, outbox, closed| {
            serve_desk(&used, inbox, outbox, closed);
        })?;
        std::mem::swap(&mut successor.recipient, &mut self.recipient);
        std::mem::swap(&mut successor.replies, &mut self.replies);
        std::mem::swap(&mut successor.closed, &mut self.closed);
        self.abandoned = 0;
        Ok(())
    }

    /// Runs the backend in the caller's thread from now on, for which it must be `Send`. A solve continues until the backend itself
    /// notices a stop request.
    pub fn stay_here(&mut self) -> Result<(), SatError> {
        let Recipient::Thread(_) = &self.recipient else { return Ok(()) };
        // Afterwards the thread is idle.
        self.ask(Duration::MAX, |_| ())?;
        let Recipient::Thread(ThreadInbox { desk: Some(desk), .. }) = &self.recipient else {
            return Err(SatError::Dead);
        };
        let solver = lock(desk).0.take().ok_or(SatError::Dead)?;
        let (outbox, replies) = channel();
        (self.recipient, self.replies, self.abandoned) = (Recipient::InPlace(solver, outbox), replies, 0);
        Ok(())
    }

    fn with(recipient: Recipient, replies: Receiver<Reply>, closed: Interrupter) -> Self {
        Self { recipient, queue: Vec::new(), queued_numbers: 0, replies, abandoned: 0, closed }
    }

    /// Has the thread do something with the backend before the next solve, while the owner continues. `numbers` is the number of
    /// literals and variables that are sent with it.
    pub fn tell(
        &mut self,
        numbers: usize,
        order: impl FnOnce(&mut dyn BackendSolver) + Send + 'static,
    ) -> Result<(), SatError> {
        self.enqueue(numbers, Request::Order(Box::new(order)))
    }

    /// Asks the backend, in its thread unless that is idle. Returns the answer, or `None` if it does not arrive before the timeout.
    pub fn ask<T: Send + 'static>(
        &mut self,
        timeout: Duration,
        question: impl FnOnce(&mut dyn BackendSolver) -> T + Send + 'static,
    ) -> Result<Option<T>, SatError> {
        let mut question = Some(question);
        let here = self.try_here(|solver| question.take().map(|question| question(solver)))?;
        let Some(question) = question else { return Ok(here.flatten()) };
        let (answer, answered) = channel();
        // The owner may have stopped waiting when the answer is there.
        self.tell(0, move |solver| drop(answer.send(question(solver))))?;
        self.flush()?;
        match answered.recv_timeout(timeout) {
            Ok(answer) => {
                self.wait_idle();
                Ok(Some(answer))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            // A propagator may have panicked.
            Err(RecvTimeoutError::Disconnected) => match self.replies.recv_timeout(SHUTDOWN_TIMEOUT) {
                Ok(Reply { answer: Err(error), .. }) => Err(error),
                _ => Err(SatError::Dead),
            },
        }
    }

    /// Solves, and waits for the answer, but at most [`SHUTDOWN_TIMEOUT`] after `stop` was requested.
    pub fn solve(&mut self, assumptions: Vec<Lit>, stop: &Stop) -> Result<Reply, SatError> {
        let numbers = assumptions.len();
        self.enqueue(numbers, Request::Solve { assumptions, stop: stop.clone() })?;
        self.flush()?;
        let mut stopped_at = None;
        loop {
            let now = Instant::now();
            if stopped_at.is_none() && stop.requested() {
                stopped_at = Some(now);
            }
            if stopped_at.is_some_and(|then| now - then >= SHUTDOWN_TIMEOUT) {
                stop.cancelled.interrupt();
                self.abandoned += 1;
                return Ok(Reply { answer: Ok(SolveOutcome::Interrupted), counts: None });
            }
            match self.replies.recv_timeout(POLL_INTERVAL) {
                Ok(_) if self.abandoned > 0 => self.abandoned -= 1,
                Ok(reply) => {
                    self.wait_idle();
                    return Ok(reply);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(SatError::Dead),
            }
        }
    }

    /// Begins a solve in the caller's thread, if the backend's thread is idle and the backend can do that: many short searches would
    /// take longer to send than to do. Returns `None` if not; an outcome [`SolveOutcome::Interrupted`] means that
    /// [`SolverThread::solve`] must continue.
    pub fn solve_here(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<Option<Reply>, SatError> {
        self.try_here(|solver| {
            let answer = solver.solve_anywhere(assumptions, stop);
            Reply { answer, counts: Some(solver.counts()) }
        })
    }

    /// Executes the queue and then `act` in the caller's thread, if the backend's thread is idle. Returns `None` if not. If the backend
    /// panics, it ends.
    fn try_here<T>(&mut self, act: impl FnOnce(&mut dyn BackendSolver) -> T) -> Result<Option<T>, SatError> {
        let SolverThread { recipient: Recipient::Thread(inbox), queue, queued_numbers, abandoned: 0, .. } =
            self
        else {
            return Ok(None);
        };
        let Some(mut desk) = inbox.idle_desk() else { return Ok(None) };
        let Some(solver) = &mut desk.0 else { return Ok(None) };
        *queued_numbers = 0;
        let act = AssertUnwindSafe(|| {
            queue.drain(..).for_each(|request| drop(prepare(&mut **solver, request)));
            act(&mut **solver)
        });
        catch_unwind(act).map(Some).map_err(|panic| {
            // The thread ends, because it finds no backend.
            desk.0 = None;
            error_of(panic)
        })
    }

    /// Queues a request, to be executed before the next solve.
    fn enqueue(&mut self, numbers: usize, request: Request) -> Result<(), SatError> {
        self.queued_numbers += numbers;
        self.queue.push(request);
        if self.queued_numbers >= QUEUE_LIMIT {
            self.flush()?;
        }
        Ok(())
    }

    /// Sends the queued requests.
    fn flush(&mut self) -> Result<(), SatError> {
        self.ensure_thread()?;
        self.queued_numbers = 0;
        let queue = std::mem::take(&mut self.queue);
        match &mut self.recipient {
            Recipient::Thread(inbox) => {
                inbox.sent += 1;
                inbox.requests.send(queue).map_err(|_| SatError::Dead)
            }
            Recipient::InPlace(solver, outbox) => {
                let execute = || queue.into_iter().all(|request| execute(&mut **solver, request, outbox));
                if let Err(panic) = catch_unwind(AssertUnwindSafe(execute)) {
                    report_panic(panic, outbox);
                    self.recipient = Recipient::Closed;
                }
                Ok(())
            }
            Recipient::Closed => Err(SatError::Dead),
        }
    }
}

impl Drop for SolverThread {
    /// Ends the thread, and waits up to [`SHUTDOWN_TIMEOUT`] so that the backend's memory is free when the solver is gone.
    fn drop(&mut self) {
        self.closed.interrupt();
        if matches!(&self.recipient, Recipient::Thread(inbox) if inbox.is_missing()) {
            return;
        }
        self.recipient = Recipient::Closed;
        let until = Instant::now() + SHUTDOWN_TIMEOUT;
        while let Some(left) = until.checked_duration_since(Instant::now()) {
            if let Err(RecvTimeoutError::Disconnected) = self.replies.recv_timeout(left) {
                break;
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Serves with the backend of a desk until its owner is gone. The backend ends with this thread.
fn serve_desk(desk: &Desk, inbox: &Receiver<Vec<Request>>, outbox: &Sender<Reply>, closed: &Interrupter) {
    for batch in inbox {
        let (solver, done) = &mut *lock(desk);
        let Some(solver) = solver else { return };
        if !execute_all(&mut **solver, batch, outbox, closed) {
            break;
        }
        *done += 1;
    }
    lock(desk).0 = None;
}

/// Executes requests. Returns whether the owner still listens.
fn execute_all(
    solver: &mut dyn BackendSolver,
    requests: Vec<Request>,
    outbox: &Sender<Reply>,
    closed: &Interrupter,
) -> bool {
    requests.into_iter().all(|request| !closed.is_interrupted() && execute(solver, request, outbox))
}

/// Executes a request. Returns whether the owner still listens.
fn execute(solver: &mut dyn BackendSolver, request: Request, outbox: &Sender<Reply>) -> bool {
    let Some((assumptions, stop)) = prepare(solver, request) else { return true };
    let answer =
        if stop.requested() { Ok(SolveOutcome::Interrupted) } else { solver.solve(&assumptions, &stop) };
    outbox.send(Reply { answer, counts: Some(solver.counts()) }).is_ok()
}

/// Executes a request, but returns the assumptions and limits of a solve.
fn prepare(solver: &mut dyn BackendSolver, request: Request) -> Option<(Vec<Lit>, Stop)> {
    match request {
        Request::Order(order) => {
            order(solver);
            None
        }
        Request::Solve { assumptions, stop } => Some((assumptions, stop)),
    }
}

/// Sends the panic or error that ended a backend as the answer.
fn report_panic(panic: Box<dyn Any + Send>, outbox: &Sender<Reply>) {
    // If the owner is gone, the message is not needed.
    let _ = outbox.send(Reply { answer: Err(error_of(panic)), counts: None });
}

/// Returns the panic or error that ended a backend as an error.
fn error_of(panic: Box<dyn Any + Send>) -> SatError {
    panic.downcast().map_or_else(
        |panic| SatError::Panicked { message: panic_message(&*panic) },
        |error: Box<SatError>| *error,
    )
}

/// Returns the message of a panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustsat::lit;
    use std::sync::Weak;

    /// A backend that sleeps for a number of tenths of a second given by the first assumption's variable, and ignores all stop
    /// requests. It returns the assumptions as the core, and panics if there are none.
    struct Unresponsive(#[allow(dead_code, reason = "tells when this is dropped")] Arc<()>);

    impl BackendSolver for Unresponsive {
        fn add_clauses(&mut self, _clauses: crate::clauses::FlatClauses) {}

        fn solve(&mut self, assumptions: &[Lit], _stop: &Stop) -> Result<SolveOutcome, SatError> {
            thread::sleep(Duration::from_millis(100) * assumptions[0].vidx32());
            Ok(SolveOutcome::Unsat(assumptions.to_vec()))
        }
    }

    fn unresponsive() -> (SolverThread, Weak<()>) {
        let life = Arc::new(());
        let weak = Arc::downgrade(&life);
        (SolverThread::spawn_bound(move || Unresponsive(life)).unwrap(), weak)
    }

    fn core(answer: Result<Reply, SatError>) -> Vec<Lit> {
        match answer.unwrap().answer.unwrap() {
            SolveOutcome::Unsat(core) => core,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_deaf_backend_is_given_up_and_its_late_answer_thrown_away() {
        let (mut worker, _) = unresponsive();
        let deadline = Instant::now() + Duration::from_millis(100);
        let stop = Stop { deadline: Some(deadline), ..Stop::default() };
        let reply = worker.solve(vec![lit![10]], &stop).unwrap();
        assert!(matches!(reply.answer, Ok(SolveOutcome::Interrupted)));
        assert!(deadline.elapsed() < SHUTDOWN_TIMEOUT + Duration::from_millis(100));
        assert!(stop.cancelled.is_interrupted());
        assert_eq!(core(worker.solve(vec![lit![0], lit![5]], &Stop::default())), [lit![0], lit![5]]);
        assert_eq!(core(worker.solve(vec![lit![1]], &Stop::default())), [lit![1]]);
    }

    #[test]
    fn an_interrupt_is_seen_while_waiting() {
        let (mut worker, _) = unresponsive();
        let stop = Stop::default();
        let interrupter: Interrupter = stop.interrupter.clone();
        let start = Instant::now();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            interrupter.interrupt();
        });
        assert!(matches!(worker.solve(vec![lit![10]], &stop).unwrap().answer, Ok(SolveOutcome::Interrupted)));
        assert!(start.elapsed() < SHUTDOWN_TIMEOUT + Duration::from_millis(250));
    }

    #[test]
    fn a_panic_is_an_error_and_the_end() {
        let (mut worker, _) = unresponsive();
        let reply = worker.solve(Vec::new(), &Stop::default()).unwrap();
        assert!(matches!(reply.answer, Err(SatError::Panicked { message }) if message.contains("index")));
        assert!(matches!(worker.solve(vec![lit![0]], &Stop::default()), Err(SatError::Dead)));
    }

    #[test]
    fn dropping_ends_the_thread_but_does_not_wait_for_a_deaf_backend() {
        let (worker, life) = unresponsive();
        drop(worker);
        assert_eq!(life.strong_count(), 0);

        let (mut worker, life) = unresponsive();
        let stop = Stop { deadline: Some(Instant::now()), ..Stop::default() };
        worker.enqueue(1, Request::Solve { assumptions: vec![lit![10]], stop: Stop::default() }).unwrap();
        worker.flush().unwrap();
        worker.abandoned += 1;
        assert!(matches!(worker.solve(vec![lit![0]], &stop).unwrap().answer, Ok(SolveOutcome::Interrupted)));
        let start = Instant::now();
        drop(worker);
        assert!(start.elapsed() < SHUTDOWN_TIMEOUT + Duration::from_millis(100));
        thread::sleep(Duration::from_millis(1200));
        assert_eq!(life.strong_count(), 0);
    }
}
