//! Signals that ask an application to end: its search ends, so that it prints what it has found.

use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use groundplan::Interrupter;

/// What interrupts the work of the application that runs; null if there is none. What it points to lives for ever.
static CURRENT: AtomicPtr<Interrupter> = AtomicPtr::new(std::ptr::null_mut());

/// Whether the application that runs was asked to end.
static HAVE_COME: AtomicBool = AtomicBool::new(false);

/// Whether a signal has asked the application to end.
pub(super) fn have_come() -> bool {
    HAVE_COME.load(Ordering::Relaxed)
}

/// Watches signals until it is dropped. A second signal of a kind has the effect that it had before.
pub(super) struct Signals {
    #[cfg(unix)]
    before: Vec<(libc::c_int, libc::sigaction)>,
}

impl Signals {
    /// Has signals interrupt the work.
    pub(super) fn watch(interrupter: &Interrupter) -> Self {
        HAVE_COME.store(false, Ordering::Relaxed);
        CURRENT.store(Box::into_raw(Box::new(interrupter.clone())), Ordering::Release);
        Signals {
            #[cfg(unix)]
            before: [libc::SIGINT, libc::SIGTERM].into_iter().filter_map(on_signal).collect(),
        }
    }
}

/// Interrupts the work. It only stores atomics.
#[cfg(unix)]
extern "C" fn interrupt(_signal: libc::c_int) {
    HAVE_COME.store(true, Ordering::Relaxed);
    let current = CURRENT.load(Ordering::Acquire);
    if !current.is_null() {
        // SAFETY: it points to what lives for ever.
        unsafe { &*current }.interrupt();
    }
}

/// Has a signal interrupt the work, unless it is ignored. Returns it with what it did before.
#[cfg(unix)]
fn on_signal(signal: libc::c_int) -> Option<(libc::c_int, libc::sigaction)> {
    // SAFETY: the struct consists of numbers, and of a pointer that may be null.
    let (mut action, mut before): (libc::sigaction, libc::sigaction) = unsafe { std::mem::zeroed() };
    action.sa_sigaction = interrupt as *const () as usize;
    action.sa_flags = libc::SA_RESTART | libc::SA_RESETHAND;
    // SAFETY: the handler may run at any time, and the places are there.
    let is_set = unsafe { libc::sigaction(signal, &raw const action, &raw mut before) } == 0;
    if is_set && before.sa_sigaction == libc::SIG_IGN {
        restore(signal, &before);
        return None;
    }
    is_set.then_some((signal, before))
}

/// Has a signal do what it did before.
#[cfg(unix)]
fn restore(signal: libc::c_int, before: &libc::sigaction) {
    // SAFETY: it is what the system has told.
    unsafe { libc::sigaction(signal, std::ptr::from_ref(before), std::ptr::null_mut()) };
}

impl Drop for Signals {
    fn drop(&mut self) {
        #[cfg(unix)]
        self.before.iter().for_each(|(signal, before)| restore(*signal, before));
        CURRENT.store(std::ptr::null_mut(), Ordering::Release);
    }
}
