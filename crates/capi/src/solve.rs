//! Searches: their handles, and the events that a callback is told of.

use std::ffi::{c_uint, c_void};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use groundplan_clingo::control::{just, Told, Work};
use groundplan_clingo::limits::{limited, Limits};
use groundplan_clingo::{Answer, Control, Hooks, HostedSearch, SolveResult, UserStatistics};
use groundplan_frontend::lock::lock;
use groundplan_frontend::run::Event;

use crate::application::Printing;
use crate::backend::clingo_literal_t;
use crate::door::{door, Failure, Outcome};
use crate::model::{clingo_model, clingo_model_t};
use crate::statistics::clingo_statistic;

/// What a search came to.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_solve_result_e {
    /// There is an answer set.
    clingo_solve_result_satisfiable = 1,
    /// There is none.
    clingo_solve_result_unsatisfiable = 2,
    /// All answer sets that were asked for were looked at.
    clingo_solve_result_exhausted = 4,
    /// The search was interrupted.
    clingo_solve_result_interrupted = 8,
}

/// A set of bits of `clingo_solve_result_e`.
pub type clingo_solve_result_bitset_t = c_uint;

/// How a search runs.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_solve_mode_e {
    /// In a thread of its own.
    clingo_solve_mode_async = 1,
    /// Answer by answer.
    clingo_solve_mode_yield = 2,
}

/// A set of bits of `clingo_solve_mode_e`.
pub type clingo_solve_mode_bitset_t = c_uint;

/// What an event is.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_solve_event_type_e {
    /// An answer was found. The event is a `clingo_model_t *`.
    clingo_solve_event_type_model = 0,
    /// A lower bound of the costs was proven. The event is a pointer to the costs (`int64_t *`) and their number (`size_t`).
    clingo_solve_event_type_unsat = 1,
    /// The statistics may be added to. The event is an array of two `clingo_statistics_t *`: those of the step, and of all steps.
    clingo_solve_event_type_statistics = 2,
    /// The search has ended. The event is a `clingo_solve_result_bitset_t *`.
    clingo_solve_event_type_finish = 3,
}

/// A kind of `clingo_solve_event_type_e`.
pub type clingo_solve_event_type_t = c_uint;

/// A function that is told of events. What it writes to `goon` says whether the search goes on after an answer.
pub type clingo_solve_event_callback_t = Option<
    unsafe extern "C" fn(
        r#type: clingo_solve_event_type_t,
        event: *mut c_void,
        data: *mut c_void,
        goon: *mut bool,
    ) -> bool,
>;

/// The callback of a search.
pub(crate) struct EventCallback {
    notify: clingo_solve_event_callback_t,
    data: *mut c_void,
    statistics: Option<UserStatistics>,
    /// What the control of an application prints.
    printing: Option<Arc<Printing>>,
}

// SAFETY: who gives a callback for a search in a thread promises that it may be called there.
unsafe impl Send for EventCallback {}
// SAFETY: one thread calls at a time.
unsafe impl Sync for EventCallback {}

impl EventCallback {
    pub(crate) fn new(
        notify: clingo_solve_event_callback_t,
        data: *mut c_void,
        statistics: Option<UserStatistics>,
    ) -> Self {
        EventCallback { notify, data, statistics, printing: None }
    }

    /// Adds what prints the answers.
    pub(crate) fn printing_by(self, printing: Option<Arc<Printing>>) -> Self {
        EventCallback { printing, ..self }
    }

    /// Tells of an event. Returns whether the search goes on.
    fn tell<T>(&self, r#type: clingo_solve_event_type_e, event: *mut T) -> Told<bool> {
        let Some(notify) = self.notify else { return Ok(true) };
        let mut goes_on = true;
        // SAFETY: the caller of `clingo_control_solve` gives a callback with its data; the event is what the type says.
        let is_done = unsafe { notify(r#type as c_uint, event.cast(), self.data, &raw mut goes_on) };
        if is_done {
            Ok(goes_on)
        } else {
            Err(Box::new(Failure::of_callback()))
        }
    }
}

/// The costs of an event, as C sees them.
#[repr(C)]
struct CostSpan {
    costs: *const i64,
    size: usize,
}

impl Hooks for EventCallback {
    fn answer(&self, answer: &Answer) -> Told<bool> {
        let mut goes_on = true;
        if self.notify.is_some() {
            let mut model = clingo_model::new(answer.clone());
            goes_on = self.tell(clingo_solve_event_type_e::clingo_solve_event_type_model, &raw mut model)?;
        }
        if let Some(printing) = &self.printing {
            printing.print(answer)?;
        }
        Ok(goes_on)
    }

    fn hear(&self, event: &Event) -> Told<()> {
        if let Some(printing) = &self.printing {
            printing.hear(event);
        }
        let Event::Bound(bound) = event else { return Ok(()) };
        let mut span = CostSpan { costs: bound.as_ptr(), size: bound.len() };
        self.tell(clingo_solve_event_type_e::clingo_solve_event_type_unsat, &raw mut span).map(drop)
    }

    fn finish(&self, result: SolveResult) -> Told<()> {
        if self.notify.is_some() {
            if let Some(UserStatistics { step, accumulated }) = &self.statistics {
                let mut trees = [step, accumulated].map(|tree| clingo_statistic::new(Arc::clone(tree)));
                let mut pointers = trees.each_mut().map(std::ptr::from_mut);
                self.tell(
                    clingo_solve_event_type_e::clingo_solve_event_type_statistics,
                    pointers.as_mut_ptr(),
                )?;
            }
            let mut bits: clingo_solve_result_bitset_t = result.bits().into();
            self.tell(clingo_solve_event_type_e::clingo_solve_event_type_finish, &raw mut bits)?;
        }
        self.printing.as_ref().map_or(Ok(()), |printing| printing.finish())
    }

    fn within_limits(&self, control: &Control, work: Work<'_>) {
        let limits =
            self.printing.as_ref().map_or_else(Limits::default, |printing| printing.limits_of_search());
        limited(limits, &control.interrupter, work);
    }
}

/// A search. It is there until `clingo_solve_handle_close`.
pub struct clingo_solve_handle {
    search: Arc<HostedSearch<EventCallback>>,
    is_async: bool,
    /// The answer at hand, with its number.
    model: Mutex<Option<(u64, Box<clingo_model>)>>,
    /// The assumptions that exclude all answer sets.
    core: Mutex<Vec<clingo_literal_t>>,
}

/// See [`clingo_solve_handle`].
pub type clingo_solve_handle_t = clingo_solve_handle;

impl clingo_solve_handle {
    /// Begins a search that was prepared.
    pub(crate) fn new(search: Arc<HostedSearch<EventCallback>>, is_async: bool) -> Outcome<Self> {
        let handle =
            clingo_solve_handle { search, is_async, model: Mutex::default(), core: Mutex::default() };
        if is_async {
            handle.launch()?;
        }
        Ok(handle)
    }

    fn control(&self) -> &Control {
        self.search.control()
    }

    fn launch(&self) -> Outcome {
        self.search.launch().map(drop).map_err(|error| Failure::runtime(&error.to_string()))
    }

    /// Returns the failure of a callback, if there is one.
    fn check(&self) -> Outcome {
        let Some(raised) = self.control().take_raised() else { return Ok(()) };
        if self.search.has_ended() {
            // The interrupt by which the failure has ended this search: the next one is another.
            self.control().interrupter.clear();
        }
        let failure = Failure::of_raised(raised);
        Err(if self.is_async { failure.elsewhere() } else { failure })
    }

    /// Waits for an answer or the end, and searches if nobody does. Returns whether one of them is there.
    fn wait(&self, timeout: Option<Duration>) -> bool {
        self.search.search_here(just);
        match timeout {
            Some(timeout) => self.search.wait(timeout),
            None => {
                while !self.search.wait(Duration::from_secs(3600)) {}
                true
            }
        }
    }

    /// Waits for an answer or the end, which counts as seen from then on.
    fn wait_for_answer(&self) -> Outcome {
        self.wait(None);
        self.check()?;
        self.search.see();
        Ok(())
    }

    /// Searches until the next answer that it stops at, or the end. A failure closes the search.
    pub(crate) fn search(&self) -> Outcome {
        self.search.search_here(just);
        let checked = self.check();
        if checked.is_err() {
            self.search.close();
        }
        checked
    }

    /// Searches until the end, and gives the engine back. Returns the result.
    pub(crate) fn run(&self) -> Outcome<SolveResult> {
        let waited = self.wait_for_answer();
        let result = self.search.result();
        self.search.close();
        waited.and_then(|()| self.check()).map(|()| result)
    }

    /// Returns a pointer to the last answer.
    fn answer(&self) -> *const clingo_model_t {
        let number = self.search.session().number();
        let mut model = lock(&self.model);
        match &*model {
            Some((known, model)) if *known == number => &raw const **model,
            _ => {
                let (_, model) = model.insert((number, Box::new(clingo_model::new(self.search.answer()))));
                &raw const **model
            }
        }
    }
}

/// Runs a function of the interface with the handle behind a pointer.
///
/// # Safety
///
/// The pointer comes from the library, and the handle was not closed.
unsafe fn with(
    handle: *mut clingo_solve_handle_t,
    act: impl FnOnce(&clingo_solve_handle) -> Outcome,
) -> bool {
    // SAFETY: by the contract of this function.
    door(|| act(unsafe { &*handle }))
}

/// Returns the result, once the search has ended or, answer by answer, once the next answer is found.
#[no_mangle]
pub unsafe extern "C" fn clingo_solve_handle_get(
    handle: *mut clingo_solve_handle_t,
    result: *mut clingo_solve_result_bitset_t,
) -> bool {
    // SAFETY: the caller gives a handle, and a place for the result.
    unsafe {
        with(handle, |handle| {
            handle.wait_for_answer()?;
            *result = handle.search.result().bits().into();
            Ok(())
        })
    }
}

/// Waits for an answer or the end: for at most some seconds or, if negative, without a limit. Says whether one of them is there; an answer
/// counts as seen from then on.
#[no_mangle]
pub unsafe extern "C" fn clingo_solve_handle_wait(
    handle: *mut clingo_solve_handle_t,
    timeout: f64,
    result: *mut bool,
) {
    // SAFETY: the caller gives a handle, and a place for the result.
    unsafe {
        *result = false;
        with(handle, |handle| {
            *result = if timeout == 0.0 {
                handle.search.is_ready()
            } else {
                let limit = Duration::try_from_secs_f64(timeout).ok();
                handle.wait(limit.filter(|_| timeout > 0.0))
            };
            if *result {
                handle.search.see();
            }
            Ok(())
        });
    }
}

/// Returns the answer at hand, once it is found; null if there is none.
#[no_mangle]
pub unsafe extern "C" fn clingo_solve_handle_model(
    handle: *mut clingo_solve_handle_t,
    model: *mut *const clingo_model_t,
) -> bool {
    // SAFETY: the caller gives a handle, and a place for the model.
    unsafe {
        with(handle, |handle| {
            handle.wait_for_answer()?;
            *model = if handle.search.has_answer() { handle.answer() } else { std::ptr::null() };
            Ok(())
        })
    }
}

/// Returns the assumptions that exclude all answer sets, once the search has ended; they live until the handle is closed.
#[no_mangle]
pub unsafe extern "C" fn clingo_solve_handle_core(
    handle: *mut clingo_solve_handle_t,
    core: *mut *const clingo_literal_t,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives a handle, and places for the array and its size.
    unsafe {
        with(handle, |handle| {
            handle.wait(None);
            handle.check()?;
            let found = handle.search.core(just)?;
            let mut kept = lock(&handle.core);
            *kept = found.iter().map(|&literal| literal as clingo_literal_t).collect();
            *core = kept.as_ptr();
            *size = kept.len();
            Ok(())
        })
    }
}

/// Returns the last answer, once the search has ended; null before, and if there is none.
#[no_mangle]
pub unsafe extern "C" fn clingo_solve_handle_last(
    handle: *mut clingo_solve_handle_t,
    model: *mut *const clingo_model_t,
) -> bool {
    // SAFETY: the caller gives a handle, and a place for the model.
    unsafe {
        with(handle, |handle| {
            let is_there = handle.search.has_ended() && handle.search.result().found;
            handle.check()?;
            *model = if is_there { handle.answer() } else { std::ptr::null() };
            Ok(())
        })
    }
}

/// Lets the search go on to the next answer.
#[no_mangle]
pub unsafe extern "C" fn clingo_solve_handle_resume(handle: *mut clingo_solve_handle_t) -> bool {
    // SAFETY: the caller gives a handle.
    unsafe {
        with(handle, |handle| {
            if handle.search.resume() && handle.is_async {
                handle.launch()?;
            }
            Ok(())
        })
    }
}

/// Ends the search.
#[no_mangle]
pub unsafe extern "C" fn clingo_solve_handle_cancel(handle: *mut clingo_solve_handle_t) -> bool {
    // SAFETY: the caller gives a handle.
    unsafe {
        with(handle, |handle| {
            handle.search.end();
            handle.check()
        })
    }
}

/// Ends the search, and frees the handle, which may be null.
#[no_mangle]
pub unsafe extern "C" fn clingo_solve_handle_close(handle: *mut clingo_solve_handle_t) -> bool {
    if handle.is_null() {
        return true;
    }
    door(|| {
        // SAFETY: the caller gives a handle that was made by `clingo_control_solve`, and no longer uses it.
        let handle = unsafe { Box::from_raw(handle) };
        handle.search.close();
        handle.check()
    })
}
