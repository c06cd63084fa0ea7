//! Control of a search from Python: on the calling thread, or on a thread of its own for each answer.

use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use groundplan::solve::End;
use groundplan_clingo::control::{elsewhere, Told, Work};
use groundplan_clingo::{Answer, Control, Hooks, HostedSearch, Session, SolveResult};
use groundplan_frontend::lock::lock;
use groundplan_frontend::run::Event;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::FxHashSet;

use crate::application::PyRun;
use crate::control::PyEngine;
use crate::error::{keep, raise, raise_from, take_raised};
use crate::held::Held;
use crate::limits::{limited, Limits};
use crate::made::Made;
use crate::model::PyModel;
use crate::signal::{check_signals, during};

/// The poll interval for signals of a waiting thread.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The result of a search, or its state so far.
#[pyclass(frozen, subclass, dict, weakref, name = "SolveResult", module = "groundplan.solving")]
pub struct PyResultOfSolving(Made<SolveResult>);

#[pymethods]
impl PyResultOfSolving {
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn unmade(_arguments: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        PyResultOfSolving(Made::missing())
    }

    /// Makes the result with this number.
    fn __init__(&self, rep: u8) -> PyResult<()> {
        self.0.set(SolveResult::of_bits(rep))
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
pub struct PyHooks {
    /// Called with each answer set; the return value False ends the search.
    pub on_model: Option<Held>,
    /// Called with each lower bound of the costs.
    pub on_unsat: Option<Held>,
    /// Called without arguments before `on_finish`.
    pub on_statistics: Option<Held>,
    /// Called with the result at the end.
    pub on_finish: Option<Held>,
    /// Prints each answer set, after `on_model`.
    pub printer: Option<Py<PyRun>>,
    /// The memory limit of the process, in MiB.
    pub memory: Option<u64>,
}

impl PyHooks {
    fn all(&self) -> impl Iterator<Item = &Held> {
        [&self.on_model, &self.on_unsat, &self.on_statistics, &self.on_finish].into_iter().flatten()
    }
}

/// The searches that have threads.
static SEARCHES: Mutex<Vec<Weak<HostedSearch<PyHooks>>>> = Mutex::new(Vec::new());

/// Ends the searches in other threads, and these threads. To be called before Python ends: a thread that calls Python later,
/// be it to let go of it, would never return.
#[pyfunction]
pub fn end_searches(py: Python<'_>) {
    let searches = std::mem::take(&mut *lock(&SEARCHES));
    for search in searches.iter().filter_map(Weak::upgrade) {
        py.detach(|| {
            search.stop_running();
            search.join();
        });
    }
}

impl Hooks for PyHooks {
    fn answer(&self, answer: &Answer) -> Told<bool> {
        let mut goes_on = true;
        if let Some(on_model) = &self.on_model {
            let told = Python::attach(|py| {
                let Some(on_model) = on_model.get(py) else { return Ok(true) };
                let told = on_model.call1(py, (PyModel::from(answer.clone()),))?;
                // As in clingo, a false value other than None ends the search.
                PyResult::Ok(told.is_none(py) || told.bind(py).is_truthy()?)
            });
            goes_on = told.map_err(keep)?;
        }
        if let Some(printer) = &self.printer {
            printer.get().print(answer).map_err(keep)?;
        }
        Ok(goes_on)
    }

    fn hear(&self, event: &Event) -> Told<()> {
        if let Some(printer) = &self.printer {
            printer.get().hear(event);
        }
        let (Event::Bound(bound), Some(on_unsat)) = (event, &self.on_unsat) else { return Ok(()) };
        let told = Python::attach(|py| {
            let Some(on_unsat) = on_unsat.get(py) else { return Ok(()) };
            on_unsat.call1(py, (PyList::new(py, bound)?,)).map(drop)
        });
        told.map_err(keep)
    }

    fn finish(&self, result: SolveResult) -> Told<()> {
        let told = Python::attach(|py| {
            let hook = |hook: &Option<Held>| hook.as_ref().and_then(|hook| hook.get(py));
            if let Some(on_statistics) = hook(&self.on_statistics) {
                on_statistics.call0(py)?;
            }
            if let Some(on_finish) = hook(&self.on_finish) {
                on_finish.call1(py, (PyResultOfSolving(Made::of(result)),))?;
            }
            PyResult::Ok(())
        });
        told.map_err(keep)?;
        self.printer.as_ref().map_or(Ok(()), |printer| printer.get().finish()).map_err(keep)
    }

    fn within_limits(&self, control: &Control, work: Work<'_>) {
        let limits = Limits { time: None, memory: self.memory };
        limited(limits, &control.interrupter, work);
    }

    /// The thread stays attached to the interpreter throughout: otherwise each call of a propagator would attach it anew.
    fn in_thread(&self, work: Work<'_>) {
        let mut work = Some(work);
        let run = |py: Python<'_>| {
            if let Some(work) = work.take() {
                py.detach(work);
            }
        };
        if Python::try_attach(run).is_none() {
            if let Some(work) = work {
                work();
            }
        }
    }
}

/// A search in progress: made by `Control.solve` with `yield_` or `async_`.
///
/// Use it in a `with` block; at its end the search is cancelled if it has not ended. In a coroutine, `async with`, `async for` and
/// `await` do the same without blocking the event loop.
#[pyclass(frozen, subclass, dict, weakref, name = "SolveHandle", module = "groundplan.solving")]
pub struct PySolveHandle(Made<SearchOfHandle>);

/// The search of a handle.
enum SearchOfHandle {
    Own(OwnSearch),
    /// That of another handle, which ends it.
    Of(Py<PySolveHandle>),
}

/// A search that ends with its handle.
struct OwnSearch {
    search: Arc<HostedSearch<PyHooks>>,
    /// The control's engine, which holds the propagators.
    engine: Py<PyEngine>,
    is_async: bool,
}

impl PySolveHandle {
    /// Creates the handle of a search that was started.
    pub fn new(
        engine: &Bound<'_, PyEngine>,
        session: Arc<Session>,
        hooks: PyHooks,
        yields: bool,
        is_async: bool,
    ) -> PyResult<Self> {
        let control = Arc::clone(&engine.get().control);
        let search = HostedSearch::new(control, session, hooks, yields);
        let search = OwnSearch { search, engine: engine.clone().unbind(), is_async };
        if is_async {
            search.launch(engine.py())?;
        }
        Ok(PySolveHandle(Made::of(SearchOfHandle::Own(search))))
    }

    fn search(&self) -> PyResult<&OwnSearch> {
        let mut handle = self;
        loop {
            match handle.0.get()? {
                SearchOfHandle::Own(search) => return Ok(search),
                SearchOfHandle::Of(other) => handle = other.get(),
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
        if py.detach(|| self.search.launch())? {
            let mut searches = lock(&SEARCHES);
            searches.retain(|search| search.strong_count() > 0);
            searches.push(Arc::downgrade(&self.search));
        }
        Ok(())
    }

    /// Waits for an answer or the end, and starts to search if no thread does. Returns whether one of them is there. The
    /// answer counts as seen from then on.
    fn wait_for_answer(&self, py: Python<'_>, timeout: Option<Duration>) -> PyResult<bool> {
        let is_there = self.wait_unseen(py, timeout)?;
        if is_there {
            self.search.see();
        }
        Ok(is_there)
    }

    /// Waits as [`OwnSearch::wait_for_answer`] does, but without marking the answer as seen.
    fn wait_unseen(&self, py: Python<'_>, timeout: Option<Duration>) -> PyResult<bool> {
        if self.search.search_here(during(py, self.search.control())) {
            self.check_signals(py)?;
        }
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        loop {
            if self.search.is_elsewhere() {
                return Err(raise(elsewhere()));
            }
            let is_ready = py.detach(|| {
                let left = deadline.map_or(POLL_INTERVAL, |it| {
                    it.saturating_duration_since(Instant::now()).min(POLL_INTERVAL)
                });
                self.search.wait(left)
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
        match take_raised(self.search.control()) {
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
        if self.search.has_ended() {
            self.search.control().interrupter.clear();
        }
    }

    /// Returns whether an answer or the end was there within `timeout`; see [`PySolveHandle::wait`].
    fn wait(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<bool> {
        if timeout == Some(0.0) {
            return Ok(self.search.is_ready());
        }
        // As in clingo, a negative timeout means no timeout.
        let timeout = timeout.filter(|seconds| *seconds >= 0.0);
        let timeout = timeout.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        self.wait_for_answer(py, timeout)
    }

    /// Returns the current answer set; see [`PySolveHandle::model`].
    fn model(&self, py: Python<'_>) -> PyResult<Option<PyModel>> {
        self.wait_for_answer(py, None)?;
        Ok(self.search.has_answer().then(|| self.search.answer().into()))
    }

    /// Lets the search go on; see [`PySolveHandle::resume`].
    fn resume(&self, py: Python<'_>) -> PyResult<()> {
        if self.search.resume() && self.is_async {
            self.launch(py)?;
        }
        Ok(())
    }

    /// Has a thread search for the next answer, and calls `tell` once when it is there, or the end.
    fn launch_telling(&self, py: Python<'_>, tell: Py<PyAny>) -> PyResult<()> {
        self.launch(py)?;
        self.tell_when_ready(tell)
    }

    /// Calls `tell` once when no thread searches: at once, or on the thread that does.
    fn tell_when_ready(&self, tell: Py<PyAny>) -> PyResult<()> {
        if self.search.is_elsewhere() {
            return Err(raise(elsewhere()));
        }
        self.search.when_ready(move || {
            // Where Python ends, nobody waits any more.
            let _ = Python::try_attach(|py| {
                if let Err(raised) = tell.call0(py) {
                    raised.write_unraisable(py, None);
                }
                drop(tell);
            });
        });
        Ok(())
    }

    /// Returns the last answer set; see [`PySolveHandle::last`].
    fn last(&self) -> PyResult<Option<PyModel>> {
        if !self.search.has_ended() {
            return Ok(None);
        }
        self.raise()?;
        Ok(self.search.result().found.then(|| self.search.answer().into()))
    }

    /// Returns the assumptions that exclude all answer sets; see [`PySolveHandle::core`].
    fn core(&self, py: Python<'_>) -> PyResult<Vec<i64>> {
        self.wait_unseen(py, None)?;
        let control = self.search.control();
        let core = self.search.core(during(py, control));
        self.check_signals(py)?;
        core.map_err(|error| raise_from(control, error))
    }

    /// Ends the search. Its last answer stays readable until the control is used again.
    fn end(&self, py: Python<'_>) {
        py.detach(|| self.search.end());
    }

    /// Ends the search, returns the engine to the control, and lets go of the callbacks.
    fn close(&self, py: Python<'_>) {
        if py.detach(|| self.search.close()) {
            self.search.hooks().all().for_each(Held::release);
        }
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
        self.0.set(SearchOfHandle::Of(rep.clone().unbind()))
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
            Some(SearchOfHandle::Of(other)) => visit.call(other),
            Some(SearchOfHandle::Own(OwnSearch { search, engine, .. })) => {
                visit.call(engine)?;
                visit.call(&search.hooks().printer)?;
                search.hooks().all().try_for_each(|hook| hook.visit(&visit))
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

    fn __aiter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __anext__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        waiting(slf, "next_model")
    }

    fn __aenter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        waiting(slf, "enter")
    }

    #[pyo3(signature = (*_arguments))]
    fn __aexit__<'py>(slf: &Bound<'py, Self>, _arguments: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        waiting(slf, "leave")
    }

    /// The same as `get`, without blocking the event loop.
    fn __await__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        waiting(slf, "result")?.call_method0("__await__")
    }

    /// Lets the search go on in a thread of its own, and has `tell` called once, in any thread, when an answer set or the end is
    /// there.
    fn _launch(&self, py: Python<'_>, tell: Py<PyAny>) -> PyResult<()> {
        self.search()?.launch_telling(py, tell)
    }

    /// Interrupts the thread that searches, and has `tell` called once, in any thread, when none does.
    fn _halt(&self, tell: Py<PyAny>) -> PyResult<()> {
        let search = self.search()?;
        search.search.interrupt_running();
        search.tell_when_ready(tell)
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
        Ok(PyResultOfSolving(Made::of(search.search.result())))
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

/// Returns a coroutine of `groundplan.asynchronous` for a handle.
fn waiting<'py>(handle: &Bound<'py, PySolveHandle>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    handle.py().import("groundplan.asynchronous")?.call_method1(name, (handle,))
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
