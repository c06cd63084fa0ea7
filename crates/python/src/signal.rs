//! Handling of Ctrl-C while the engine works on Python's main thread.
//!
//! Python only records a signal, and calls its handler when the interpreter runs again. While the engine works, this module's
//! handler precedes Python's: it sets the engine's interrupt flag and then calls Python's handler.

use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::Arc;

/// The flag that Ctrl-C sets; null while no engine works on the main thread.
static FLAG: AtomicPtr<AtomicBool> = AtomicPtr::new(std::ptr::null_mut());
/// The address of the previous signal handler; 0 if there is none.
static BEFORE: AtomicUsize = AtomicUsize::new(0);

/// A guard during whose life Ctrl-C sets a flag. It may be created on the main thread only.
pub struct InterruptGuard {
    /// Kept alive for the signal handler.
    _flag: Arc<AtomicBool>,
    outer: *mut AtomicBool,
    #[cfg(unix)]
    before: Option<libc::sigaction>,
}

#[cfg(unix)]
extern "C" fn note(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let flag = FLAG.load(Ordering::Acquire);
    if !flag.is_null() {
        // SAFETY: `InterruptGuard` keeps the flag alive until it has removed the pointer, on the only thread that does so.
        unsafe { (*flag).store(true, Ordering::Relaxed) };
    }
    let before = BEFORE.load(Ordering::Acquire);
    if before != 0 && before != libc::SIG_IGN && before != libc::SIG_DFL {
        // SAFETY: this is the function that was installed for the signal. A handler that takes only the number ignores the
        // other arguments, which C's calling conventions allow on systems with `sigaction`.
        let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) =
            unsafe { std::mem::transmute(before) };
        handler(signal, info, context);
    }
}

impl InterruptGuard {
    /// Makes Ctrl-C set this flag.
    #[cfg(unix)]
    pub fn start(flag: Arc<AtomicBool>) -> InterruptGuard {
        let outer = FLAG.swap(Arc::as_ptr(&flag).cast_mut(), Ordering::AcqRel);
        let mut before = None;
        if outer.is_null() {
            // SAFETY: both structures are local, and `note` only accesses atomics and calls the previous handler.
            unsafe {
                let mut known: libc::sigaction = std::mem::zeroed();
                if libc::sigaction(libc::SIGINT, std::ptr::null(), &mut known) == 0
                    && known.sa_sigaction != libc::SIG_DFL
                    && known.sa_sigaction != libc::SIG_IGN
                {
                    BEFORE.store(known.sa_sigaction, Ordering::Release);
                    let mut ours = known;
                    ours.sa_sigaction = note as *const () as usize;
                    ours.sa_flags |= libc::SA_SIGINFO;
                    if libc::sigaction(libc::SIGINT, &ours, std::ptr::null_mut()) == 0 {
                        before = Some(known);
                    }
                }
            }
        }
        InterruptGuard { _flag: flag, outer, before }
    }

    /// Without Unix signals, Ctrl-C takes effect only after the work.
    #[cfg(not(unix))]
    pub fn start(flag: Arc<AtomicBool>) -> InterruptGuard {
        let outer = FLAG.swap(Arc::as_ptr(&flag).cast_mut(), Ordering::AcqRel);
        let _ = &BEFORE;
        InterruptGuard { _flag: flag, outer }
    }
}

impl Drop for InterruptGuard {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(before) = &self.before {
            // SAFETY: `before` is the previous handler. If another handler has replaced `note`, it stays installed.
            unsafe {
                let mut now: libc::sigaction = std::mem::zeroed();
                let known = libc::sigaction(libc::SIGINT, std::ptr::null(), &mut now) == 0;
                if known && now.sa_sigaction == note as *const () as usize {
                    libc::sigaction(libc::SIGINT, before, std::ptr::null_mut());
                }
            }
        }
        FLAG.store(self.outer, Ordering::Release);
    }
}
