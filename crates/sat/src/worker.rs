//! The thread that owns a backend, and the channels to it.
//!
//! varisat's solver is not `Send`, and varisat cannot be interrupted. So every backend is created and used in its own thread, and
//! its owner communicates with it by two channels.
//!
//! Short requests are queued until the next solve: each message to the thread may wake it up, which costs more than adding a few
//! clauses.
//!
//! A backend that is `Send` and checks its limits itself may also run [in place](Worker::in_place). Where propagators call back
//! into code with locks of its own, each thread switch costs more than the call. For the same reason, an enumeration [continues in
//! the owner's thread](Worker::solve_here) while the backend's thread is idle and one of our own solvers has its turn.
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

use groundplan_cdnl::Modification;
use rustsat::types::{Lit, Var};

use crate::{
    clauses::FlatClauses,
    engine::{Engine, SolveOutcome},
    limits::Stop,
    propagator::Connection,
    Exchange, Interrupter, Member, ProofLog, SatError, SolverCounts,
};

/// How long a backend may take to react to a stop request.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(200);

/// The polling interval of the interrupter while the owner waits.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The queue of requests is sent once it has this many numbers (literals and terminating zeros), so that the backend adds long
/// clauses while the owner continues.
const QUEUE_LIMIT: usize = 1 << 12;

/// The stack size of the thread: the default of a main thread on Linux, for which C++ solvers are written.
const STACK_BYTES: usize = 8 << 20;

enum Request {
    /// For one member by its index, or for all.
    Add(Option<usize>, FlatClauses),
    Solve {
        assumptions: Vec<Lit>,
        stop: Stop,
    },
    ExcludeModel(Vec<Lit>),
    ExcludePreferred(Vec<Lit>, Vec<(usize, Lit)>),
    Modify(Modification),
    /// The relevant variables, and whether this is a projection.
    Enumerate(Vec<Var>, bool),
    Define(Vec<Var>),
    Unwind(Sender<()>),
    /// For one member by its index; without an index, the propagator is the only one and the other members retire.
    Connect(Option<usize>, Connection),
    LogProof(Arc<Mutex<ProofLog>>),
    Observe(usize, Vec<Var>),
    Fixed(Vec<Var>, Sender<Vec<Option<bool>>>),
    RefutedBy {
        assumptions: Vec<Lit>,
        lits: Vec<Lit>,
        answer: Sender<Vec<Lit>>,
    },
    Exchange(Option<Exchange>),
    Rest(Vec<Member>),
    RetireOthers,
    NoteRefutation,
    Prefer(Vec<Lit>),
}

impl Request {
    /// The number of its literals and variables.
    fn len(&self) -> usize {
        match self {
            Request::Add(_, clauses) => clauses.len(),
            Request::Solve { assumptions, .. } => assumptions.len(),
            Request::Connect(_, connection) => connection.observed.len(),
            Request::Observe(_, vars)
            | Request::Fixed(vars, _)
            | Request::Enumerate(vars, _)
            | Request::Define(vars) => vars.len(),
            Request::RefutedBy { assumptions, lits, .. } => assumptions.len() + lits.len(),
            Request::Prefer(lits) => lits.len(),
            Request::Modify(modification) => 1 + modification.condition.len(),
            // An excluded model is only of use together with the next solve.
            Request::ExcludeModel(_)
            | Request::ExcludePreferred(..)
            | Request::LogProof(_)
            | Request::Exchange(_)
            | Request::Rest(_)
            | Request::RetireOthers
            | Request::NoteRefutation
            | Request::Unwind(_) => 0,
        }
    }
}

/// An answer with the statistics after the solve.
#[derive(Debug)]
pub(crate) struct Reply {
    pub answer: Result<SolveOutcome, SatError>,
    /// `None` if the backend gave no answer.
    pub counts: Option<Vec<SolverCounts>>,
}

impl std::fmt::Debug for Request {
    /// Prints the length only: a propagator has no `Debug`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} numbers", self.len())
    }
}

/// A backend that its thread takes for each batch of requests.
type Desk = Arc<Mutex<AtDesk>>;

/// The backend, `None` until the thread has made it, and the number of batches that it has executed.
type AtDesk = (Option<Box<dyn Engine + Send>>, u64);

/// The owner's end of the requests to a thread.
struct ThreadInbox {
    requests: Sender<Vec<Request>>,
    /// The number of batches sent.
    sent: u64,
    /// The backend, if another thread can take it over.
    desk: Option<Desk>,
    /// The process that has the thread.
    process: u32,
}

impl ThreadInbox {
    /// Whether the thread belongs to a process of which this one is a fork.
    fn is_lost(&self) -> bool {
        self.process != std::process::id()
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
    InPlace(Box<dyn Engine + Send>, Sender<Reply>),
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
pub(crate) struct Worker {
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

impl Worker {
    /// Starts a thread and creates the backend in it.
    pub fn spawn<E: Engine + Send + 'static>(
        make: impl FnOnce() -> E + Send + 'static,
    ) -> Result<Self, SatError> {
        let desk = Desk::default();
        let used = Arc::clone(&desk);
        Self::start(Some(desk), move |inbox, outbox, closed| {
            lock(&used).0 = Some(Box::new(make()));
            serve_desk(&used, inbox, outbox, closed);
        })
    }

    /// Starts a thread and creates a backend in it that no other thread can take over.
    #[cfg_attr(not(any(feature = "varisat", test)), allow(dead_code, reason = "the others are `Send`"))]
    pub fn spawn_bound<E: Engine>(make: impl FnOnce() -> E + Send + 'static) -> Result<Self, SatError> {
        Self::start(None, move |inbox, outbox, closed| {
            let mut engine = make();
            inbox.iter().all(|batch| execute_all(&mut engine, batch, outbox, closed));
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
        let inbox = ThreadInbox { requests, sent: 0, desk, process: std::process::id() };
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

    /// In a forked process, lets a new thread take over the backend.
    fn take_over(&mut self) -> Result<(), SatError> {
        let Recipient::Thread(inbox) = &self.recipient else { return Ok(()) };
        if !inbox.is_lost() {
            return Ok(());
        }
        inbox.idle_desk().ok_or(SatError::Forked)?.1 = 0;
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

    /// Runs the backend in the caller's thread. A solve continues until the backend itself notices a stop request.
    pub fn in_place(engine: impl Engine + Send + 'static) -> Self {
        let (outbox, replies) = channel();
        Self::with(Recipient::InPlace(Box::new(engine), outbox), replies, Interrupter::new())
    }

    fn with(recipient: Recipient, replies: Receiver<Reply>, closed: Interrupter) -> Self {
        Self { recipient, queue: Vec::new(), queued_numbers: 0, replies, abandoned: 0, closed }
    }

    /// Adds clauses to one member or to all. The thread adds them while the owner continues.
    pub fn add_clauses(&mut self, member: Option<usize>, clauses: FlatClauses) -> Result<(), SatError> {
        self.enqueue(Request::Add(member, clauses))
    }

    /// Connects a propagator to one member, or as the only one.
    pub fn connect(&mut self, member: Option<usize>, connection: Connection) -> Result<(), SatError> {
        self.enqueue(Request::Connect(member, connection))
    }

    /// Makes the backend log its derivations.
    pub fn log_proof(&mut self, log: Arc<Mutex<ProofLog>>) -> Result<(), SatError> {
        self.enqueue(Request::LogProof(log))
    }

    /// Exchanges learned clauses with other threads from now on, or no longer.
    pub fn exchange(&mut self, exchange: Option<Exchange>) -> Result<(), SatError> {
        self.enqueue(Request::Exchange(exchange))
    }

    /// Gives no slices to these members.
    pub fn rest(&mut self, members: Vec<Member>) -> Result<(), SatError> {
        self.enqueue(Request::Rest(members))
    }

    /// Retires all members but the first.
    pub fn retire_others(&mut self) -> Result<(), SatError> {
        self.enqueue(Request::RetireOthers)
    }

    /// Notes that the last model was refuted.
    pub fn note_refutation(&mut self) -> Result<(), SatError> {
        self.enqueue(Request::NoteRefutation)
    }

    /// Makes the first member prefer these literals.
    pub fn prefer(&mut self, lits: Vec<Lit>) -> Result<(), SatError> {
        self.enqueue(Request::Prefer(lits))
    }

    /// Lets the propagator observe more variables.
    pub fn observe(&mut self, member: usize, vars: Vec<Var>) -> Result<(), SatError> {
        self.enqueue(Request::Observe(member, vars))
    }

    /// Excludes the model of the last solve: see [`groundplan_cdnl::Solver::exclude_model`].
    pub fn exclude_model(&mut self, others: Vec<Lit>) -> Result<(), SatError> {
        self.enqueue(Request::ExcludeModel(others))
    }

    /// Excludes the last model and those that differ from it only by preferred values.
    pub fn exclude_preferred(
        &mut self,
        clause: Vec<Lit>,
        recorded: Vec<(usize, Lit)>,
    ) -> Result<(), SatError> {
        self.enqueue(Request::ExcludePreferred(clause, recorded))
    }

    /// Modifies the decision order.
    pub fn modify(&mut self, modification: Modification) -> Result<(), SatError> {
        self.enqueue(Request::Modify(modification))
    }

    /// Prepares to enumerate models.
    pub fn enumerate_on(&mut self, relevant: Vec<Var>, is_projection: bool) -> Result<(), SatError> {
        self.enqueue(Request::Enumerate(relevant, is_projection))
    }

    /// Makes variables defined by others.
    pub fn define(&mut self, vars: Vec<Var>) -> Result<(), SatError> {
        self.enqueue(Request::Define(vars))
    }

    /// Undoes all assignments that propagators received, and waits for that, but at most ten times [`SHUTDOWN_TIMEOUT`].
    pub fn unwind(&mut self) -> Result<(), SatError> {
        self.ask(10 * SHUTDOWN_TIMEOUT, Request::Unwind).map(drop)
    }

    /// Returns the values of variables that are the same in every model; all `None` if the thread does not answer within
    /// [`SHUTDOWN_TIMEOUT`].
    pub fn fixed(&mut self, vars: Vec<Var>) -> Result<Vec<Option<bool>>, SatError> {
        let count = vars.len();
        let values = self.ask(SHUTDOWN_TIMEOUT, |answer| Request::Fixed(vars, answer))?;
        Ok(values.unwrap_or_else(|| vec![None; count]))
    }

    /// Returns the literals that propagation of the assumptions makes false; empty if the thread does not answer within ten times
    /// [`SHUTDOWN_TIMEOUT`].
    pub fn refuted_by(&mut self, assumptions: Vec<Lit>, lits: Vec<Lit>) -> Result<Vec<Lit>, SatError> {
        let refuted =
            self.ask(10 * SHUTDOWN_TIMEOUT, |answer| Request::RefutedBy { assumptions, lits, answer })?;
        Ok(refuted.unwrap_or_default())
    }

    /// Sends a question to the thread. Returns the answer, or `None` if it does not arrive in time.
    fn ask<T>(
        &mut self,
        timeout: Duration,
        question: impl FnOnce(Sender<T>) -> Request,
    ) -> Result<Option<T>, SatError> {
        let (answer, answered) = channel();
        self.enqueue(question(answer))?;
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
        self.enqueue(Request::Solve { assumptions, stop: stop.clone() })?;
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

    /// Continues the search in the caller's thread, if the backend's thread is idle and the backend can do that: many short searches
    /// would take longer to send than to do. Returns `None` if not; an outcome [`SolveOutcome::Interrupted`] means that
    /// [`Worker::solve`] must continue.
    pub fn solve_here(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<Option<Reply>, SatError> {
        let Worker { recipient: Recipient::Thread(inbox), queue, queued_numbers, abandoned: 0, .. } = self
        else {
            return Ok(None);
        };
        let Some(mut desk) = inbox.idle_desk() else { return Ok(None) };
        let Some(engine) = &mut desk.0 else { return Ok(None) };
        *queued_numbers = 0;
        let solve = AssertUnwindSafe(|| {
            queue.drain(..).for_each(|request| drop(prepare(&mut **engine, request)));
            engine.solve_anywhere(assumptions, stop)
        });
        match catch_unwind(solve) {
            Ok(answer) => Ok(Some(Reply { answer, counts: Some(engine.counts()) })),
            Err(panic) => {
                // The thread ends, because it finds no backend.
                desk.0 = None;
                Err(error_of(panic))
            }
        }
    }

    /// Queues a request, to be executed before the next solve.
    fn enqueue(&mut self, request: Request) -> Result<(), SatError> {
        self.queued_numbers += request.len();
        self.queue.push(request);
        if self.queued_numbers >= QUEUE_LIMIT {
            self.flush()?;
        }
        Ok(())
    }

    /// Sends the queued requests.
    fn flush(&mut self) -> Result<(), SatError> {
        self.take_over()?;
        self.queued_numbers = 0;
        let queue = std::mem::take(&mut self.queue);
        match &mut self.recipient {
            Recipient::Thread(inbox) => {
                inbox.sent += 1;
                inbox.requests.send(queue).map_err(|_| SatError::Dead)
            }
            Recipient::InPlace(engine, outbox) => {
                let execute = || queue.into_iter().all(|request| execute(&mut **engine, request, outbox));
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

impl Drop for Worker {
    /// Ends the thread, and waits up to [`SHUTDOWN_TIMEOUT`] so that the backend's memory is free when the solver is gone.
    fn drop(&mut self) {
        self.closed.interrupt();
        if matches!(&self.recipient, Recipient::Thread(inbox) if inbox.is_lost()) {
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
        let (engine, done) = &mut *lock(desk);
        let Some(engine) = engine else { return };
        if !execute_all(&mut **engine, batch, outbox, closed) {
            break;
        }
        *done += 1;
    }
    lock(desk).0 = None;
}

/// Executes requests. Returns whether the owner still listens.
fn execute_all(
    engine: &mut dyn Engine,
    requests: Vec<Request>,
    outbox: &Sender<Reply>,
    closed: &Interrupter,
) -> bool {
    requests.into_iter().all(|request| !closed.is_interrupted() && execute(engine, request, outbox))
}

/// Executes a request. Returns whether the owner still listens.
fn execute(engine: &mut dyn Engine, request: Request, outbox: &Sender<Reply>) -> bool {
    let Some((assumptions, stop)) = prepare(engine, request) else { return true };
    let answer =
        if stop.requested() { Ok(SolveOutcome::Interrupted) } else { engine.solve(&assumptions, &stop) };
    outbox.send(Reply { answer, counts: Some(engine.counts()) }).is_ok()
}

/// Executes a request, but returns the assumptions and limits of a solve.
fn prepare(engine: &mut dyn Engine, request: Request) -> Option<(Vec<Lit>, Stop)> {
    match request {
        Request::Add(None, clauses) => engine.add_clauses(clauses),
        Request::Add(Some(member), clauses) => engine.add_clauses_to(member, clauses),
        Request::Connect(None, connection) => engine.connect(connection),
        Request::Connect(Some(member), connection) => engine.connect_to(member, connection),
        Request::LogProof(log) => engine.log_proof(log),
        Request::Observe(member, vars) => engine.observe_in(member, &vars),
        // The owner may have stopped waiting.
        Request::Fixed(vars, answer) => drop(answer.send(engine.fixed(&vars))),
        Request::RefutedBy { assumptions, lits, answer } => {
            drop(answer.send(engine.refuted_by(&assumptions, &lits)));
        }
        Request::ExcludeModel(others) => engine.exclude_model(&others),
        Request::ExcludePreferred(clause, recorded) => engine.exclude_preferred(&clause, &recorded),
        Request::Modify(modification) => engine.modify(&modification),
        Request::Enumerate(relevant, is_projection) => engine.enumerate_on(&relevant, is_projection),
        Request::Define(vars) => engine.define(&vars),
        Request::Unwind(done) => {
            engine.unwind();
            // The owner may have stopped waiting.
            let _ = done.send(());
        }
        Request::Exchange(exchange) => engine.exchange(exchange),
        Request::Rest(members) => engine.rest(&members),
        Request::RetireOthers => engine.retire_others(),
        Request::NoteRefutation => engine.note_refutation(),
        Request::Prefer(lits) => engine.prefer(&lits),
        Request::Solve { assumptions, stop } => return Some((assumptions, stop)),
    }
    None
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

    impl Engine for Unresponsive {
        fn add_clauses(&mut self, _clauses: FlatClauses) {}

        fn solve(&mut self, assumptions: &[Lit], _stop: &Stop) -> Result<SolveOutcome, SatError> {
            thread::sleep(Duration::from_millis(100) * assumptions[0].vidx32());
            Ok(SolveOutcome::Unsat(assumptions.to_vec()))
        }
    }

    fn unresponsive() -> (Worker, Weak<()>) {
        let life = Arc::new(());
        let weak = Arc::downgrade(&life);
        (Worker::spawn_bound(move || Unresponsive(life)).unwrap(), weak)
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
        worker.enqueue(Request::Solve { assumptions: vec![lit![10]], stop: Stop::default() }).unwrap();
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
