//! Handling of signals while the engine works on Python's main thread.
//!
//! Python only records a signal, and calls its handler when the main thread's interpreter runs again. While the engine works there,
//! this module's handler stands before Python's: it asks the engine for attention. Where the engine next looks whether it must end,
//! Python's handlers run, and an exception of theirs ends the work. It is kept until [`check_signals`] raises it.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicPtr, Ordering};

use groundplan::Interrupter;
use groundplan_clingo::control::{Control, Work};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// The interrupter of the engine that works on the main thread; null while none does.
static AT_WORK: AtomicPtr<Interrupter> = AtomicPtr::new(std::ptr::null_mut());

thread_local! {
    /// Whether this is the main thread, and the engine works in it.
    static ATTENDS: Cell<bool> = const { Cell::new(false) };
    /// The exception that a handler raised while the engine worked.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Runs Python's handlers if this is the thread that they run in.
fn attend(interrupter: &Interrupter) {
    if !ATTENDS.get() || !interrupter.take_attention() {
        return;
    }
    // A handler may use another engine.
    let raised = Python::try_attach(|py| py.check_signals().err()).flatten();
    if let Some(raised) = raised {
        end_by(raised, interrupter);
    }
}

/// Ends the work by an exception of a handler.
fn end_by(raised: PyErr, interrupter: &Interrupter) {
    RAISED.with_borrow_mut(|kept| {
        kept.get_or_insert(raised);
    });
    interrupter.interrupt();
}

/// Raises the exception that a handler of a signal has raised, or raises now.
///
/// # Errors
///
/// Returns that exception.
pub fn check_signals(py: Python<'_>) -> PyResult<()> {
    match RAISED.take() {
        Some(raised) => Err(raised),
        None => py.check_signals(),
    }
}

/// Whether this is Python's main thread.
///
/// # Errors
///
/// Returns the exception of a signal's handler, which may run meanwhile.
fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    static THREADING: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let threading =
        THREADING.get_or_try_init(py, || py.import("threading").map(|it| it.into_any().unbind()))?;
    let main = threading.call_method0(py, "main_thread")?.getattr(py, "ident")?;
    let this = threading.call_method0(py, "get_ident")?;
    main.bind(py).eq(this)
}

/// Runs `work` without the interpreter's lock. On the main thread, an exception of a signal's handler interrupts it.
pub fn at_work<T: Send>(py: Python<'_>, interrupter: &Interrupter, work: impl FnOnce() -> T + Send) -> T {
    let is_main = is_main_thread(py).unwrap_or_else(|raised| {
        end_by(raised, interrupter);
        // Handlers run on no other thread.
        true
    });
    let guard = is_main.then(|| Guard::start(interrupter));
    let done = py.detach(work);
    drop(guard);
    done
}

/// Returns how a control works: see [`at_work`].
pub fn during<'p>(py: Python<'p>, control: &'p Control) -> impl FnOnce(Work<'_>) + 'p {
    move |work| at_work(py, &control.interrupter, work)
}

/// A guard during whose life signals ask an interrupter for attention. It may be created on the main thread only.
struct Guard {
    /// Kept alive for the signal handler.
    _interrupter: Box<Interrupter>,
    outer: *mut Interrupter,
    #[cfg(unix)]
    replaced: handlers::Replaced,
}

impl Guard {
    fn start(interrupter: &Interrupter) -> Guard {
        interrupter.attend_by(attend);
        ATTENDS.set(true);
        let interrupter = Box::new(interrupter.clone());
        let pointer = std::ptr::from_ref(&*interrupter).cast_mut();
        let outer = AT_WORK.swap(pointer, Ordering::AcqRel);
        Guard {
            _interrupter: interrupter,
            outer,
            #[cfg(unix)]
            replaced: if outer.is_null() { handlers::replace() } else { handlers::Replaced::default() },
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        #[cfg(unix)]
        handlers::restore(&self.replaced);
        AT_WORK.store(self.outer, Ordering::Release);
        ATTENDS.set(!self.outer.is_null());
    }
}

/// The handlers of Unix signals. Elsewhere, signals take effect only after the work.
#[cfg(unix)]
mod handlers {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::AT_WORK;

    /// The signals that programs commonly handle in Python.
    const SIGNALS: [libc::c_int; 13] = [
        libc::SIGHUP,
        libc::SIGINT,
        libc::SIGQUIT,
        libc::SIGUSR1,
        libc::SIGUSR2,
        libc::SIGALRM,
        libc::SIGTERM,
        libc::SIGCHLD,
        libc::SIGCONT,
        libc::SIGVTALRM,
        libc::SIGPROF,
        libc::SIGWINCH,
        libc::SIGIO,
    ];

    /// The addresses of the handlers that `note` stands before, by the positions in `SIGNALS`; 0 for none.
    static BEFORE: [AtomicUsize; SIGNALS.len()] = [const { AtomicUsize::new(0) }; SIGNALS.len()];

    /// The actions that were replaced, by the positions in `SIGNALS`.
    #[derive(Default)]
    pub struct Replaced([Option<libc::sigaction>; SIGNALS.len()]);

    extern "C" fn note(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
        // First of all Python notes the signal: the engine may ask for it as soon as it has our request.
        let position = SIGNALS.iter().position(|&known| known == signal);
        let before = position.map_or(0, |position| BEFORE[position].load(Ordering::Acquire));
        if before != 0 {
            // SAFETY: this is the function that was installed for the signal. A handler that takes only the number ignores the
            // other arguments, which C's calling conventions allow on systems with `sigaction`.
            let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) =
                unsafe { std::mem::transmute(before) };
            handler(signal, info, context);
        }
        let at_work = AT_WORK.load(Ordering::Acquire);
        if !at_work.is_null() {
            // SAFETY: the guard keeps the interrupter alive until it has removed the pointer, on the only thread that does so.
            unsafe { (*at_work).request_attention() };
        }
    }

    /// Returns the action for a signal.
    fn action(signal: libc::c_int) -> Option<libc::sigaction> {
        // SAFETY: the structure is local, and plain data.
        unsafe {
            let mut known: libc::sigaction = std::mem::zeroed();
            (libc::sigaction(signal, std::ptr::null(), &mut known) == 0).then_some(known)
        }
    }

    /// Sets the action for a signal. Returns whether that was possible.
    fn set_action(signal: libc::c_int, action: &libc::sigaction) -> bool {
        // SAFETY: the action was there before, or differs from that by `note`, which only accesses atomics and calls the handler
        // before it.
        unsafe { libc::sigaction(signal, action, std::ptr::null_mut()) == 0 }
    }

    /// Puts `note` before each handler.
    pub fn replace() -> Replaced {
        let mut replaced = Replaced::default();
        for (position, &signal) in SIGNALS.iter().enumerate() {
            let Some(known) = action(signal) else { continue };
            if known.sa_sigaction == libc::SIG_DFL || known.sa_sigaction == libc::SIG_IGN {
                continue;
            }
            BEFORE[position].store(known.sa_sigaction, Ordering::Release);
            let mut ours = known;
            ours.sa_sigaction = note as *const () as usize;
            ours.sa_flags |= libc::SA_SIGINFO;
            if set_action(signal, &ours) {
                replaced.0[position] = Some(known);
            }
        }
        replaced
    }

    /// Removes `note`. If another handler has replaced it, that one stays installed.
    pub fn restore(replaced: &Replaced) {
        for (&signal, before) in SIGNALS.iter().zip(&replaced.0) {
            let Some(before) = before else { continue };
            if action(signal).is_some_and(|now| now.sa_sigaction == note as *const () as usize) {
                set_action(signal, before);
            }
        }
    }
}
