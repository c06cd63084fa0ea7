//! Control of a search from Python: on the calling thread, or on a thread of its own for each answer.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::thread::{JoinHandle, ThreadId};
use std::time::{Duration, Instant};

use groundplan::solve::End;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::FxHashSet;

use crate::control::PyEngine;
use crate::held::Held;
use crate::limits::{limited, Limits};
use crate::made::Made;
use crate::model::PyModel;
use crate::printer::PyPrinter;
use crate::session::Session;
use crate::shared::{elsewhere, EngineSlot, Shared};
use crate::signal::{at_work, check_signals};
use groundplan_frontend::lock::lock;
use groundplan_frontend::run::Event;

/// The poll interval for signals of a waiting thread.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The result of a search, or its state so far.
#[pyclass(frozen, subclass, dict, weakref, name = "SolveResult", module = "groundplan.solving")]
pub struct PyResultOfSolving(Made<ResultOfSolving>);

#[derive(Clone, Copy)]
struct ResultOfSolving {
    found: bool,
    end: Option<End>,
}

impl ResultOfSolving {
    fn satisfiable(self) -> Option<bool> {
        match (self.found, self.end) {
            (true, _) => Some(true),
            (false, Some(End::Exhausted)) => Some(false),
            (false, _) => None,
        }
    }

    /// Returns clingo's number of the result.
    fn bits(self) -> u8 {
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

#[pymethods]
impl PyResultOfSolving {
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn unmade(_arguments: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        PyResultOfSolving(Made::missing())
    }

    /// Makes the result with this number.
    fn __init__(&self, rep: u8) -> PyResult<()> {
        let end = match rep {
            _ if rep & 4 != 0 => Some(End::Exhausted),
            _ if rep & 8 != 0 => Some(End::Interrupted),
            _ if rep & 2 != 0 => Some(End::Exhausted),
            _ => None,
        };
        self.0.set(ResultOfSolving { found: rep & 1 != 0, end })
    }

    /// clingo's number of the result.
    #[getter]
    fn _rep(&self) -> PyResult<u8> {
        self.0.get().map(|result| result.bits())
    }

    /// Whether the search space was exhausted.
    #[getter]
    fn exhausted(&self) -> PyResult<bool> {
        self.0.get().map(|result| result.end == Some(End::Exhausted))
    }

    /// Whether the search was interrupted, by `interrupt`, Ctrl-C or a limit.
    #[getter]
    fn interrupted(&self) -> PyResult<bool> {
        self.0.get().map(|result| result.end == Some(End::Interrupted))
    }

    /// Whether there is an answer set; None if unknown.
    #[getter]
    fn satisfiable(&self) -> PyResult<Option<bool>> {
        self.0.get().map(|result| result.satisfiable())
    }

    /// Whether there is no answer set; None if unknown.
    #[getter]
    fn unsatisfiable(&self) -> PyResult<Option<bool>> {
        Ok(self.satisfiable()?.map(|satisfiable| !satisfiable))
    }

    /// Whether it is unknown if there is an answer set.
    #[getter]
    fn unknown(&self) -> PyResult<bool> {
        Ok(self.satisfiable()?.is_none())
    }

    fn __str__(&self) -> PyResult<&'static str> {
        Ok(match self.satisfiable()? {
            Some(true) => "SAT",
            Some(false) => "UNSAT",
            None => "UNKNOWN",
        })
    }

    fn __repr__(&self) -> PyResult<String> {
        self._rep().map(|bits| format!("SolveResult({bits})"))
    }
}

/// The callbacks of a search.
pub struct Hooks {
    /// Called with each answer set; the return value False ends the search.
    pub on_model: Option<Held>,
    /// Called with each lower bound of the costs.
    pub on_unsat: Option<Held>,
    /// Called without arguments before `on_finish`.
    pub on_statistics: Option<Held>,
    /// Called with the result at the end.
    pub on_finish: Option<Held>,
    /// Prints each answer set, after `on_model`.
    pub printer: Option<Py<PyPrinter>>,
}

impl Hooks {
    fn all(&self) -> impl Iterator<Item = &Held> {
        [&self.on_model, &self.on_unsat, &self.on_statistics, &self.on_finish].into_iter().flatten()
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

/// The state that the search thread and the handle share.
struct Driver {
    shared: Arc<Shared>,
    session: Arc<Session>,
    hooks: Hooks,
    yields: bool,
    status: Mutex<SearchStatus>,
    changed: Condvar,
    /// The searching thread, while the status is `Running`.
    runner: Mutex<Option<ThreadId>>,
    /// The thread that was last started, and the process that has it.
    thread: Mutex<Option<(u32, JoinHandle<()>)>>,
    /// Whether the end was announced to the callbacks.
    is_told: AtomicBool,
}

/// The searches that have threads.
static SEARCHES: Mutex<Vec<Weak<Driver>>> = Mutex::new(Vec::new());

/// Ends the searches in other threads, and these threads. To be called before Python ends: a thread that calls Python later,
/// be it to let go of it, would never return.
#[pyfunction]
pub fn end_searches(py: Python<'_>) {
    let searches = std::mem::take(&mut *lock(&SEARCHES));
    for driver in searches.iter().filter_map(Weak::upgrade) {
        py.detach(|| {
            driver.stop_running();
            driver.join();
        });
    }
}

impl Driver {
    fn status(&self) -> SearchStatus {
        *lock(&self.status)
    }

    fn set(&self, status: SearchStatus) {
        *lock(&self.status) = status;
        self.changed.notify_all();
    }

    /// Changes the status from `from` to `to`, atomically. Returns false if the status was not `from`.
    fn change(&self, from: SearchStatus, to: SearchStatus) -> bool {
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
        self.session.set_running(true);
        let status = catch_unwind(AssertUnwindSafe(|| self.search_within())).unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            self.shared.keep(PyRuntimeError::new_err(format!("internal error: {message}")));
            self.session.stop(End::Interrupted);
            SearchStatus::Ended
        });
        *lock(&self.runner) = None;
        self.set(status);
        self.session.set_running(false);
    }

    /// Interrupts the searching thread and waits until it stops. Does not wait if called by that thread itself, from a
    /// callback. A fork of the process does not have the thread: there the search has ended.
    fn stop_running(&self) {
        if self.status() != SearchStatus::Running {
            return;
        }
        if self.session.is_elsewhere() {
            self.set(SearchStatus::Ended);
            return;
        }
        self.shared.interrupter.interrupt();
        if *lock(&self.runner) != Some(std::thread::current().id()) {
            let running =
                self.changed.wait_while(lock(&self.status), |status| *status == SearchStatus::Running);
            drop(running);
        }
    }

    /// Waits for the end of the thread, in the process that has it. The caller must not hold the interpreter's lock.
    fn join(&self) {
        let thread = lock(&self.thread).take();
        if let Some((_, thread)) = thread.filter(|(process, _)| *process == std::process::id()) {
            // A panic of the thread is stored by `advance`.
            drop(thread.join());
        }
    }

    fn search_within(&self) -> SearchStatus {
        let limits = Limits { time: None, memory: self.session.memory };
        limited(limits, &self.shared.interrupter, || self.search()).0
    }

    fn search(&self) -> SearchStatus {
        loop {
            match self.session.step() {
                Err(error) => {
                    if !self.shared.has_raised() {
                        self.shared.keep(crate::error::raise(error));
                    }
                    return SearchStatus::Ended;
                }
                Ok(Event::Ended(_)) => {
                    self.finish();
                    return SearchStatus::Ended;
                }
                Ok(event @ (Event::Bound(_) | Event::Proven)) => {
                    self.tell(&event);
                    continue;
                }
                Ok(Event::Answer) => {}
            }
            if let Some(on_model) = &self.hooks.on_model {
                let number = self.session.standing().number;
                let goes_on = Python::attach(|py| {
                    let Some(on_model) = on_model.get(py) else { return Ok(true) };
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
                        return SearchStatus::Ended;
                    }
                }
            }
            if let Some(printer) = &self.hooks.printer {
                let number = self.session.standing().number;
                if let Err(raised) = printer.get().print(&self.shared, &self.session, number) {
                    self.shared.keep(raised);
                    self.session.stop(End::Interrupted);
                    return SearchStatus::Ended;
                }
            }
            if self.yields {
                return SearchStatus::Model { seen: false };
            }
        }
    }

    /// Passes on an event that is no answer.
    fn tell(&self, event: &Event) {
        if let Some(printer) = &self.hooks.printer {
            printer.get().hear(event);
        }
        let (Event::Bound(bound), Some(on_unsat)) = (event, &self.hooks.on_unsat) else { return };
        let heard = Python::attach(|py| {
            let Some(on_unsat) = on_unsat.get(py) else { return Ok(()) };
            on_unsat.call1(py, (PyList::new(py, bound)?,)).map(drop)
        });
        if let Err(raised) = heard {
            self.shared.keep(raised);
        }
    }

    /// Announces the end to the callbacks, once.
    fn finish(&self) {
        if self.shared.has_raised() || self.is_told.swap(true, Ordering::Relaxed) {
            return;
        }
        let told = Python::attach(|py| {
            let hook = |hook: &Option<Held>| hook.as_ref().and_then(|hook| hook.get(py));
            if let Some(on_statistics) = hook(&self.hooks.on_statistics) {
                on_statistics.call0(py)?;
            }
            if let Some(on_finish) = hook(&self.hooks.on_finish) {
                on_finish.call1(py, (self.result(),))?;
            }
            PyResult::Ok(())
        });
        if let Err(raised) = told {
            self.shared.keep(raised);
        }
    }

    fn result(&self) -> PyResultOfSolving {
        let standing = self.session.standing();
        PyResultOfSolving(Made::of(ResultOfSolving { found: standing.satisfiable, end: standing.end }))
    }
}

/// A search in progress: made by `Control.solve` with `yield_` or `async_`.
///
/// Use it in a `with` block; at its end the search is cancelled if it has not ended.
#[pyclass(frozen, subclass, dict, weakref, name = "SolveHandle", module = "groundplan.solving")]
pub struct PySolveHandle(Made<Search>);

/// The search of a handle.
enum Search {
    Own(OwnSearch),
    /// That of another handle, which ends it.
    Of(Py<PySolveHandle>),
}

/// A search that ends with its handle.
struct OwnSearch {
    driver: Arc<Driver>,
    /// The control's engine, which holds the propagators.
    engine: Py<PyEngine>,
    is_async: bool,
}

impl PySolveHandle {
    /// Creates the handle of a search that was started.
    pub fn new(
        engine: &Bound<'_, PyEngine>,
        session: Arc<Session>,
        hooks: Hooks,
        yields: bool,
        is_async: bool,
    ) -> PyResult<Self> {
        let driver = Arc::new(Driver {
            shared: Arc::clone(&engine.get().shared),
            session,
            hooks,
            yields,
            status: Mutex::new(SearchStatus::Pending),
            changed: Condvar::new(),
            runner: Mutex::default(),
            thread: Mutex::default(),
            is_told: AtomicBool::new(false),
        });
        let search = OwnSearch { driver, engine: engine.clone().unbind(), is_async };
        if is_async {
            search.launch(engine.py())?;
        }
        Ok(PySolveHandle(Made::of(Search::Own(search))))
    }

    fn search(&self) -> PyResult<&OwnSearch> {
        let mut handle = self;
        loop {
            match handle.0.get()? {
                Search::Own(search) => return Ok(search),
                Search::Of(other) => handle = other.get(),
            }
        }
    }

    /// Ends the search, and returns the engine to the control.
    ///
    /// # Errors
    ///
    /// Returns an exception if the handle was not made.
    pub fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.search().map(|search| search.close(py))
    }
}

impl OwnSearch {
    /// Starts a thread that searches for the next answer, if one was not requested yet.
    fn launch(&self, py: Python<'_>) -> PyResult<()> {
        if !self.driver.change(SearchStatus::Pending, SearchStatus::Running) {
            return Ok(());
        }
        py.detach(|| self.driver.join());
        let driver = Arc::clone(&self.driver);
        // The process may be forked before the thread begins.
        driver.session.set_running(true);
        // The thread stays attached to the interpreter throughout: otherwise each call of a propagator would attach it anew.
        let work = move || {
            if Python::try_attach(|py| py.detach(|| driver.advance())).is_none() {
                driver.advance();
            }
        };
        let spawned = std::thread::Builder::new().name("groundplan search".to_owned()).spawn(work);
        match spawned {
            Ok(thread) => {
                *lock(&self.driver.thread) = Some((std::process::id(), thread));
                let mut searches = lock(&SEARCHES);
                searches.retain(|search| search.strong_count() > 0);
                searches.push(Arc::downgrade(&self.driver));
                Ok(())
            }
            Err(error) => {
                self.driver.session.set_running(false);
                self.driver.session.stop(End::Interrupted);
                self.driver.set(SearchStatus::Ended);
                Err(error.into())
            }
        }
    }

    /// Waits for an answer or the end, and starts to search if no thread does. Returns whether one of them is there. The
    /// answer counts as seen from then on.
    fn wait_for_answer(&self, py: Python<'_>, timeout: Option<Duration>) -> PyResult<bool> {
        let is_there = self.wait_unseen(py, timeout)?;
        if is_there {
            self.driver.change(SearchStatus::Model { seen: false }, SearchStatus::Model { seen: true });
        }
        Ok(is_there)
    }

    /// Waits as [`PySolveHandle::wait_for_answer`] does, but without marking the answer as seen.
    fn wait_unseen(&self, py: Python<'_>, timeout: Option<Duration>) -> PyResult<bool> {
        if self.driver.change(SearchStatus::Pending, SearchStatus::Running) {
            at_work(py, &self.driver.shared.interrupter, || self.driver.advance());
            self.check_signals(py)?;
        }
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        loop {
            if self.driver.status() == SearchStatus::Running && self.driver.session.is_elsewhere() {
                return Err(elsewhere());
            }
            let is_ready = py.detach(|| {
                let status = lock(&self.driver.status);
                let left = deadline.map_or(POLL_INTERVAL, |it| {
                    it.saturating_duration_since(Instant::now()).min(POLL_INTERVAL)
                });
                let waited = self
                    .driver
                    .changed
                    .wait_timeout_while(status, left, |status| *status == SearchStatus::Running);
                waited.map_or(true, |(status, _)| *status != SearchStatus::Running)
            });
            self.check_signals(py)?;
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
            Some(raised) => {
                self.forget_interrupt();
                Err(raised)
            }
            None => Ok(()),
        }
    }

    /// Raises the exception of a signal's handler, if there is one.
    fn check_signals(&self, py: Python<'_>) -> PyResult<()> {
        check_signals(py).inspect_err(|_| self.forget_interrupt())
    }

    /// Clears the interrupt by which an exception has ended this search: the next one is another.
    fn forget_interrupt(&self) {
        if self.driver.status() == SearchStatus::Ended {
            self.driver.shared.interrupter.clear();
        }
    }

    /// Returns whether an answer or the end was there within `timeout`; see [`PySolveHandle::wait`].
    fn wait(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<bool> {
        if timeout == Some(0.0) {
            return Ok(!matches!(self.driver.status(), SearchStatus::Pending | SearchStatus::Running));
        }
        // As in clingo, a negative timeout means no timeout.
        let timeout = timeout.filter(|seconds| *seconds >= 0.0);
        let timeout = timeout.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        self.wait_for_answer(py, timeout)
    }

    /// Returns the current answer set; see [`PySolveHandle::model`].
    fn model(&self, py: Python<'_>) -> PyResult<Option<PyModel>> {
        self.wait_for_answer(py, None)?;
        let Driver { shared, session, .. } = &*self.driver;
        let number = session.standing().number;
        let is_there = matches!(self.driver.status(), SearchStatus::Model { .. });
        Ok(is_there.then(|| PyModel::new(Arc::clone(shared), Arc::clone(session), number)))
    }

    /// Lets the search go on; see [`PySolveHandle::resume`].
    fn resume(&self, py: Python<'_>) -> PyResult<()> {
        let is_let_go = self.driver.change(SearchStatus::Model { seen: true }, SearchStatus::Pending);
        if is_let_go && self.is_async {
            self.launch(py)?;
        }
        Ok(())
    }

    /// Returns the last answer set; see [`PySolveHandle::last`].
    fn last(&self) -> PyResult<Option<PyModel>> {
        let Driver { shared, session, .. } = &*self.driver;
        if self.driver.status() != SearchStatus::Ended {
            return Ok(None);
        }
        self.raise()?;
        let standing = session.standing();
        let there = standing
            .satisfiable
            .then(|| PyModel::new(Arc::clone(shared), Arc::clone(session), standing.number));
        Ok(there)
    }

    /// Returns the assumptions that exclude all answer sets; see [`PySolveHandle::core`].
    fn core(&self, py: Python<'_>) -> PyResult<Vec<i64>> {
        let Driver { shared, session, .. } = &*self.driver;
        self.wait_unseen(py, None)?;
        let standing = session.standing();
        if standing.satisfiable || standing.end != Some(End::Exhausted) {
            return Ok(Vec::new());
        }
        let mut engine = shared.take()?;
        let (engine, core) = at_work(py, &shared.interrupter, move || {
            let core = session.core(&mut engine);
            (engine, core)
        });
        shared.put(EngineSlot::Idle(engine));
        self.check_signals(py)?;
        core.map_err(|error| shared.raise(error))
    }

    /// Ends the search. Its last answer stays readable until the control is used again.
    fn end(&self, py: Python<'_>) {
        let driver = &*self.driver;
        py.detach(|| driver.stop_running());
        driver.session.stop(End::Interrupted);
        if driver.status() == SearchStatus::Running {
            // A callback made this call: the search ends when the callback returns.
            return;
        }
        py.detach(|| {
            driver.join();
            driver.finish();
        });
        driver.set(SearchStatus::Ended);
        driver.shared.interrupter.clear();
    }

    /// Ends the search, returns the engine to the control, and lets go of the callbacks.
    fn close(&self, py: Python<'_>) {
        self.end(py);
        let Driver { shared, session, hooks, .. } = &*self.driver;
        if self.driver.status() != SearchStatus::Ended {
            return;
        }
        if let Some(engine) = py.detach(|| session.give_back()) {
            shared.put(EngineSlot::Idle(engine));
        }
        hooks.all().for_each(Held::release);
    }
}

#[pymethods]
impl PySolveHandle {
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn unmade(_arguments: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        PySolveHandle(Made::missing())
    }

    #[pyo3(signature = (rep, handler=None))]
    fn __init__(&self, rep: &Bound<'_, Self>, handler: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        // The search has its callbacks already.
        let _ = handler;
        rep.get().search()?;
        self.0.set(Search::Of(rep.clone().unbind()))
    }

    /// What other objects can be made from that stand for the same.
    #[getter]
    fn _rep(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// As in clingo, the second argument of the class.
    #[getter]
    fn _handler(&self, py: Python<'_>) -> Py<PyAny> {
        py.None()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.0.known() {
            None => Ok(()),
            Some(Search::Of(other)) => visit.call(other),
            Some(Search::Own(OwnSearch { driver, engine, .. })) => {
                visit.call(engine)?;
                visit.call(&driver.hooks.printer)?;
                driver.hooks.all().try_for_each(|hook| hook.visit(&visit))
            }
        }
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_arguments))]
    fn __exit__(&self, py: Python<'_>, _arguments: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.close(py)?;
        self.search()?.raise().map(|()| false)
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyModel>> {
        let search = self.search()?;
        search.resume(py)?;
        search.model(py)
    }

    /// Ends the search; a cancelled handle gives no more answer sets.
    fn cancel(&self, py: Python<'_>) -> PyResult<()> {
        let search = self.search()?;
        search.end(py);
        search.raise()
    }

    /// The result, once the search has ended or, with `yield_`, once the next answer set is found.
    fn get(&self, py: Python<'_>) -> PyResult<PyResultOfSolving> {
        let search = self.search()?;
        search.wait_for_answer(py, None)?;
        Ok(search.driver.result())
    }

    /// The current answer set, once it is found; None if there is none.
    fn model(&self, py: Python<'_>) -> PyResult<Option<PyModel>> {
        self.search()?.model(py)
    }

    /// The last answer set, once the search has ended; None before the end, and if there is none. This does not wait.
    fn last(&self) -> PyResult<Option<PyModel>> {
        self.search()?.last()
    }

    /// Releases the current answer set and lets the search go on. Without effect until a call has waited for the current
    /// answer set, so that no answer set is skipped unseen.
    fn resume(&self, py: Python<'_>) -> PyResult<()> {
        self.search()?.resume(py)
    }

    /// Waits until there is an answer set or the end, for at most `timeout` seconds, and returns whether there is one of
    /// them. A timeout of 0 returns at once.
    #[pyo3(signature = (timeout=None))]
    fn wait(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<bool> {
        self.search()?.wait(py, timeout)
    }

    /// The assumptions, as numbers, that exclude all answer sets; empty if there is an answer set.
    fn core<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut core = self.search()?.core(py)?;
        let mut seen = FxHashSet::default();
        core.retain(|&literal| seen.insert(literal));
        PyList::new(py, core)
    }
}

impl Drop for OwnSearch {
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
