//! Control of a search from Python: on the calling thread, or on a thread of its own for each answer.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{JoinHandle, ThreadId};
use std::time::{Duration, Instant};

use groundplan::solve::End;
use groundplan::Interrupter;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;

use crate::limits::{limited, Limits};
use crate::model::PyModel;
use crate::printer::PyPrinter;
use crate::session::Session;
use crate::shared::{Shared, Slot};
use crate::signal::InterruptGuard;
use groundplan_frontend::lock::lock;

/// The poll interval for signals of a waiting thread.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The result of a search, or its state so far.
#[pyclass(frozen, name = "SolveResult", module = "groundplan.solving")]
pub struct PyResultOfSolving {
    found: bool,
    end: Option<End>,
}

#[pymethods]
impl PyResultOfSolving {
    /// Whether the search space was exhausted.
    #[getter]
    fn exhausted(&self) -> bool {
        self.end == Some(End::Exhausted)
    }

    /// Whether the search was interrupted, by `interrupt`, Ctrl-C or a limit.
    #[getter]
    fn interrupted(&self) -> bool {
        self.end == Some(End::Interrupted)
    }

    /// Whether there is an answer set; None if unknown.
    #[getter]
    fn satisfiable(&self) -> Option<bool> {
        match (self.found, self.end) {
            (true, _) => Some(true),
            (false, Some(End::Exhausted)) => Some(false),
            (false, _) => None,
        }
    }

    /// Whether there is no answer set; None if unknown.
    #[getter]
    fn unsatisfiable(&self) -> Option<bool> {
        self.satisfiable().map(|satisfiable| !satisfiable)
    }

    /// Whether it is unknown if there is an answer set.
    #[getter]
    fn unknown(&self) -> bool {
        self.satisfiable().is_none()
    }

    fn __str__(&self) -> &'static str {
        match self.satisfiable() {
            Some(true) => "SAT",
            Some(false) => "UNSAT",
            None => "UNKNOWN",
        }
    }

    fn __repr__(&self) -> String {
        let bits = match self.satisfiable() {
            Some(true) => 1,
            Some(false) => 2,
            None => 0,
        };
        let bits = bits | if self.exhausted() { 4 } else { 0 } | if self.interrupted() { 8 } else { 0 };
        format!("SolveResult({bits})")
    }
}

/// The callbacks of a search.
#[derive(Default)]
pub struct Hooks {
    /// Called with each answer set; the return value False ends the search.
    pub on_model: Option<Py<PyAny>>,
    /// Called without arguments before `on_finish`.
    pub on_statistics: Option<Py<PyAny>>,
    /// Called with the result at the end.
    pub on_finish: Option<Py<PyAny>>,
    /// Prints each answer set, after `on_model`.
    pub printer: Option<Py<PyPrinter>>,
}

/// The state of a search that is driven answer by answer.
#[derive(PartialEq, Eq, Clone, Copy, Debug)]
enum Status {
    /// The next answer has not been requested.
    Pending,
    /// A thread searches for the next answer.
    Running,
    /// An answer is available. Only an answer that a call has waited for (`seen`) may be skipped.
    Model { seen: bool },
    /// There are no more answers.
    Ended,
}

/// The state that the search thread and the handle share.
struct Driver {
    shared: Arc<Shared>,
    session: Arc<Session>,
    hooks: Hooks,
    yields: bool,
    status: Mutex<Status>,
    changed: Condvar,
    /// The searching thread, while the status is `Running`.
    runner: Mutex<Option<ThreadId>>,
    /// Whether the end was announced to the callbacks.
    is_told: AtomicBool,
}

impl Driver {
    fn status(&self) -> Status {
        *lock(&self.status)
    }

    fn set(&self, status: Status) {
        *lock(&self.status) = status;
        self.changed.notify_all();
    }

    /// Changes the status from `from` to `to`, atomically. Returns false if the status was not `from`.
    fn change(&self, from: Status, to: Status) -> bool {
        let mut status = lock(&self.status);
        let is_expected = *status == from;
        if is_expected {
            *status = to;
            self.changed.notify_all();
        }
        is_expected
    }

    /// Searches until there is an answer to return, or the end. The status is `Running` until then. The caller must not hold
    /// the interpreter's lock.
    fn advance(&self) {
        *lock(&self.runner) = Some(std::thread::current().id());
        let status = catch_unwind(AssertUnwindSafe(|| self.search_within())).unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            self.shared.keep(PyRuntimeError::new_err(format!("internal error: {message}")));
            self.session.stop(End::Interrupted);
            Status::Ended
        });
        *lock(&self.runner) = None;
        self.set(status);
    }

    /// Interrupts the searching thread and waits until it stops. Does not wait if called by that thread itself, from a
    /// callback.
    fn stop_running(&self) {
        if self.status() != Status::Running {
            return;
        }
        self.shared.interrupter.interrupt();
        if *lock(&self.runner) != Some(std::thread::current().id()) {
            let running = self.changed.wait_while(lock(&self.status), |status| *status == Status::Running);
            drop(running);
        }
    }

    fn search_within(&self) -> Status {
        let limits = Limits { time: None, memory: self.session.memory };
        limited(limits, &self.shared.interrupter, || self.search()).0
    }

    fn search(&self) -> Status {
        loop {
            match self.session.step() {
                Err(error) => {
                    if !self.shared.has_raised() {
                        self.shared.keep(crate::error::raise(&error));
                    }
                    return Status::Ended;
                }
                Ok(false) => {
                    self.finish();
                    return Status::Ended;
                }
                Ok(true) => {}
            }
            if let Some(on_model) = &self.hooks.on_model {
                let number = self.session.progress().number;
                let goes_on = Python::attach(|py| {
                    let model = PyModel::new(Arc::clone(&self.shared), Arc::clone(&self.session), number);
                    let answer = on_model.call1(py, (model,))?;
                    // As in clingo, a false value other than None ends the search.
                    PyResult::Ok(answer.is_none(py) || answer.bind(py).is_truthy()?)
                });
                match goes_on {
                    Ok(true) => {}
                    Ok(false) => self.session.stop_here(),
                    Err(raised) => {
                        self.shared.keep(raised);
                        self.session.stop(End::Interrupted);
                        return Status::Ended;
                    }
                }
            }
            if let Some(printer) = &self.hooks.printer {
                let number = self.session.progress().number;
                if let Err(raised) = printer.get().print(&self.shared, &self.session, number) {
                    self.shared.keep(raised);
                    self.session.stop(End::Interrupted);
                    return Status::Ended;
                }
            }
            if self.yields {
                return Status::Model { seen: false };
            }
        }
    }

    /// Announces the end to the callbacks, once.
    fn finish(&self) {
        if self.shared.has_raised() || self.is_told.swap(true, Ordering::Relaxed) {
            return;
        }
        let told = Python::attach(|py| {
            if let Some(on_statistics) = &self.hooks.on_statistics {
                on_statistics.call0(py)?;
            }
            if let Some(on_finish) = &self.hooks.on_finish {
                on_finish.call1(py, (self.result(),))?;
            }
            PyResult::Ok(())
        });
        if let Err(raised) = told {
            self.shared.keep(raised);
        }
    }

    fn result(&self) -> PyResultOfSolving {
        let progress = self.session.progress();
        PyResultOfSolving { found: progress.satisfiable, end: progress.end }
    }
}

/// A search in progress: made by `Control.solve` with `yield_` or `async_`.
///
/// Use it in a `with` block; at its end the search is cancelled if it has not ended.
#[pyclass(frozen, name = "SolveHandle", module = "groundplan.solving")]
pub struct PySolveHandle {
    driver: Arc<Driver>,
    is_async: bool,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// Whether this is Python's main thread.
fn is_main_thread(py: Python<'_>) -> bool {
    static THREADING: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let is_main = || -> PyResult<bool> {
        let threading =
            THREADING.get_or_try_init(py, || py.import("threading").map(|it| it.into_any().unbind()))?;
        let main = threading.call_method0(py, "main_thread")?.getattr(py, "ident")?;
        let this = threading.call_method0(py, "get_ident")?;
        main.bind(py).eq(this)
    };
    is_main().unwrap_or(false)
}

/// Runs `work` without the interpreter's lock; Ctrl-C interrupts it.
pub fn at_work<T: Send>(py: Python<'_>, interrupter: &Interrupter, work: impl FnOnce() -> T + Send) -> T {
    let guard = is_main_thread(py).then(|| InterruptGuard::start(interrupter.flag()));
    let done = py.detach(work);
    drop(guard);
    done
}

impl PySolveHandle {
    /// Creates the handle of a search that was started.
    pub fn new(
        py: Python<'_>,
        shared: &Arc<Shared>,
        session: Arc<Session>,
        hooks: Hooks,
        yields: bool,
        is_async: bool,
    ) -> PyResult<Self> {
        let driver = Arc::new(Driver {
            shared: Arc::clone(shared),
            session,
            hooks,
            yields,
            status: Mutex::new(Status::Pending),
            changed: Condvar::new(),
            runner: Mutex::default(),
            is_told: AtomicBool::new(false),
        });
        let handle = PySolveHandle { driver, is_async, thread: Mutex::new(None) };
        if is_async {
            handle.launch(py)?;
        }
        Ok(handle)
    }

    /// Starts a thread that searches for the next answer, if one was not requested yet.
    fn launch(&self, py: Python<'_>) -> PyResult<()> {
        if !self.driver.change(Status::Pending, Status::Running) {
            return Ok(());
        }
        self.join(py);
        let driver = Arc::clone(&self.driver);
        // The thread stays attached to the interpreter throughout: otherwise each call of a propagator would attach it anew.
        let work = move || {
            if Python::try_attach(|py| py.detach(|| driver.advance())).is_none() {
                driver.advance();
            }
        };
        let spawned = std::thread::Builder::new().name("groundplan search".to_owned()).spawn(work);
        match spawned {
            Ok(thread) => {
                *lock(&self.thread) = Some(thread);
                Ok(())
            }
            Err(error) => {
                self.driver.session.stop(End::Interrupted);
                self.driver.set(Status::Ended);
                Err(error.into())
            }
        }
    }

    fn join(&self, py: Python<'_>) {
        let thread = lock(&self.thread).take();
        if let Some(thread) = thread {
            // The driver has stored a panic of the thread.
            py.detach(|| drop(thread.join()));
        }
    }

    /// Waits for an answer or the end, and starts to search if no thread does. Returns whether one of them is there. The
    /// answer counts as seen from then on.
    fn wait_for_answer(&self, py: Python<'_>, timeout: Option<Duration>) -> PyResult<bool> {
        let is_there = self.wait_unseen(py, timeout)?;
        if is_there {
            self.driver.change(Status::Model { seen: false }, Status::Model { seen: true });
        }
        Ok(is_there)
    }

    /// Waits as [`PySolveHandle::wait_for_answer`] does, but without marking the answer as seen.
    fn wait_unseen(&self, py: Python<'_>, timeout: Option<Duration>) -> PyResult<bool> {
        if self.driver.change(Status::Pending, Status::Running) {
            at_work(py, &self.driver.shared.interrupter, || self.driver.advance());
            py.check_signals()?;
        }
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        loop {
            let is_ready = py.detach(|| {
                let status = lock(&self.driver.status);
                let left = deadline.map_or(POLL_INTERVAL, |it| {
                    it.saturating_duration_since(Instant::now()).min(POLL_INTERVAL)
                });
                let waited =
                    self.driver.changed.wait_timeout_while(status, left, |status| *status == Status::Running);
                waited.map_or(true, |(status, _)| *status != Status::Running)
            });
            py.check_signals()?;
            if is_ready {
                self.raise()?;
                return Ok(true);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(false);
            }
        }
    }

    /// Raises the exception of a callback, if there is one.
    fn raise(&self) -> PyResult<()> {
        match self.driver.shared.take_raised() {
            Some(raised) => Err(raised),
            None => Ok(()),
        }
    }

    /// Ends the search. Its last answer stays readable until the control is used again.
    fn end(&self, py: Python<'_>) {
        let driver = &*self.driver;
        py.detach(|| driver.stop_running());
        driver.session.stop(End::Interrupted);
        if driver.status() == Status::Running {
            // A callback made this call: the search ends when the callback returns.
            return;
        }
        self.join(py);
        py.detach(|| driver.finish());
        driver.set(Status::Ended);
        driver.shared.interrupter.clear();
    }

    /// Ends the search, and returns the engine to the control.
    pub fn close(&self, py: Python<'_>) {
        self.end(py);
        let Driver { shared, session, .. } = &*self.driver;
        if self.driver.status() != Status::Ended {
            return;
        }
        if let Some(engine) = py.detach(|| session.give_back()) {
            shared.put(Slot::Idle(engine));
        }
    }
}

#[pymethods]
impl PySolveHandle {
    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_arguments))]
    fn __exit__(&self, py: Python<'_>, _arguments: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.close(py);
        self.raise().map(|()| false)
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyModel>> {
        self.resume(py)?;
        self.model(py)
    }

    /// Ends the search; a cancelled handle gives no more answer sets.
    fn cancel(&self, py: Python<'_>) -> PyResult<()> {
        self.end(py);
        self.raise()
    }

    /// The result, once the search has ended or, with `yield_`, once the next answer set is found.
    fn get(&self, py: Python<'_>) -> PyResult<PyResultOfSolving> {
        self.wait_for_answer(py, None)?;
        Ok(self.driver.result())
    }

    /// The current answer set, once it is found; None if there is none.
    fn model(&self, py: Python<'_>) -> PyResult<Option<PyModel>> {
        self.wait_for_answer(py, None)?;
        let Driver { shared, session, .. } = &*self.driver;
        let number = session.progress().number;
        let is_there = matches!(self.driver.status(), Status::Model { .. });
        Ok(is_there.then(|| PyModel::new(Arc::clone(shared), Arc::clone(session), number)))
    }

    /// The last answer set, once the search has ended; None before the end, and if there is none. This does not wait.
    fn last(&self) -> PyResult<Option<PyModel>> {
        let Driver { shared, session, .. } = &*self.driver;
        if self.driver.status() != Status::Ended {
            return Ok(None);
        }
        self.raise()?;
        let progress = session.progress();
        let there = progress
            .satisfiable
            .then(|| PyModel::new(Arc::clone(shared), Arc::clone(session), progress.number));
        Ok(there)
    }

    /// Releases the current answer set and lets the search go on. Without effect until a call has waited for the current
    /// answer set, so that no answer set is skipped unseen.
    fn resume(&self, py: Python<'_>) -> PyResult<()> {
        let is_let_go = self.driver.change(Status::Model { seen: true }, Status::Pending);
        if is_let_go && self.is_async {
            self.launch(py)?;
        }
        Ok(())
    }

    /// Waits until there is an answer set or the end, for at most `timeout` seconds, and returns whether there is one of
    /// them. A timeout of 0 returns at once.
    #[pyo3(signature = (timeout=None))]
    fn wait(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<bool> {
        if timeout == Some(0.0) {
            return Ok(!matches!(self.driver.status(), Status::Pending | Status::Running));
        }
        // As in clingo, a negative timeout means no timeout.
        let timeout = timeout.filter(|seconds| *seconds >= 0.0);
        let timeout = timeout.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        self.wait_for_answer(py, timeout)
    }

    /// The assumptions, as numbers, that exclude all answer sets; empty if there is an answer set.
    fn core<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let Driver { shared, session, .. } = &*self.driver;
        self.wait_unseen(py, None)?;
        let progress = session.progress();
        if progress.satisfiable || progress.end != Some(End::Exhausted) {
            return Ok(PyList::empty(py));
        }
        let mut engine = shared.take()?;
        let (engine, core) = at_work(py, &shared.interrupter, move || {
            let core = session.core(&mut engine);
            (engine, core)
        });
        shared.put(Slot::Idle(engine));
        PyList::new(py, core.map_err(|error| shared.raise(&error))?)
    }
}

impl Drop for PySolveHandle {
    fn drop(&mut self) {
        // Fails only while Python shuts down; then there is nothing to clean up.
        let _ = Python::try_attach(|py| {
            self.close(py);
            if let Err(raised) = self.raise() {
                raised.write_unraisable(py, None);
            }
        });
    }
}
