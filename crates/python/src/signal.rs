//! Ctrl-C while the engine is at work on Python's main thread.
//!
//! Python only notes a signal, and calls its handler when the interpreter runs again. For as long as the engine works, a
//! handler of our own stands before Python's: it sets the engine's flag and then has Python note the signal as ever.

use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::Arc;

/// What Ctrl-C sets; null while no engine works on the main thread.
static FLAG: AtomicPtr<AtomicBool> = AtomicPtr::new(std::ptr::null_mut());
/// The handler that was there before, as a number.
static BEFORE: AtomicUsize = AtomicUsize::new(0);

/// As long as it lives, Ctrl-C sets a flag. To be made on the main thread only.
pub struct Watch {
    /// Kept for the handler.
    _flag: Arc<AtomicBool>,
    outer: *mut AtomicBool,
    #[cfg(unix)]
    before: Option<libc::sigaction>,
}

#[cfg(unix)]
extern "C" fn note(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let flag = FLAG.load(Ordering::Acquire);
    if !flag.is_null() {
        // SAFETY: `Watch` keeps the flag until it has taken the pointer away, on the only thread that does so.
        unsafe { (*flag).store(true, Ordering::Relaxed) };
    }
    let before = BEFORE.load(Ordering::Acquire);
    if before != 0 && before != libc::SIG_IGN && before != libc::SIG_DFL {
        // SAFETY: it is the function that was installed for this signal. One that takes only the number ignores the rest,
        // which C's calling conventions allow on the systems that have `sigaction`.
        let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) =
            unsafe { std::mem::transmute(before) };
        handler(signal, info, context);
    }
}

impl Watch {
    /// Has Ctrl-C set this flag.
    #[cfg(unix)]
    pub fn start(flag: Arc<AtomicBool>) -> Watch {
        let outer = FLAG.swap(Arc::as_ptr(&flag).cast_mut(), Ordering::AcqRel);
        let mut before = None;
        if outer.is_null() {
            // SAFETY: both structures are ours, and `note` only stores atomics and calls the handler that was there.
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
        Watch { _flag: flag, outer, before }
    }

    /// Elsewhere Ctrl-C waits for the end.
    #[cfg(not(unix))]
    pub fn start(flag: Arc<AtomicBool>) -> Watch {
        let outer = FLAG.swap(Arc::as_ptr(&flag).cast_mut(), Ordering::AcqRel);
        let _ = &BEFORE;
        Watch { _flag: flag, outer }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(before) = &self.before {
            // SAFETY: it is what was there; but if somebody has put another handler in place of ours, that one stays.
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
