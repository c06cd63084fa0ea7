//! The memory of this process: how much is held, and what happens when the system gives no more.
//!
//! [`Allocator`] is the system's allocator. Where that fails, the thread that asked is stopped and the watchdog ends the
//! process with what is known, on a reserve that is kept for it. Without a watchdog, or when that does not get through, a
//! sentence of fixed text is the end. CaDiCaL allocates through C++, whose handler for failed allocations leads to the same.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};
use std::time::Duration;

use crate::exit::Exit;

/// How many bytes are kept for the end. The system gets them back when they are freed: they are more than the C library
/// keeps in a heap.
const RESERVE: Layout = match Layout::from_size_align(2 << 20, 16) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};

/// How long the watchdog gets to end the process.
const GRACE: Duration = Duration::from_secs(3);

/// The reserve, as long as it is kept.
static KEPT: AtomicPtr<u8> = AtomicPtr::new(null_mut());

/// Whether an allocation has failed.
static EXHAUSTED: AtomicBool = AtomicBool::new(false);

/// Whether a watchdog looks at [`is_exhausted`].
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The exit code of an end by fixed text.
static EXIT: AtomicI32 = AtomicI32::new(2);

thread_local! {
    /// Whether this thread is the watchdog, which goes on after a failure.
    static IS_WATCHDOG: Cell<bool> = const { Cell::new(false) };
}

/// How many bytes of this process are resident.
pub fn held() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// Keeps a reserve for the end, and has allocations in C++ end as those in Rust do.
pub fn prepare() {
    // SAFETY: The layout has a size. What is written is inside of it.
    let reserve = unsafe { System.alloc(RESERVE) };
    KEPT.store(reserve, Ordering::SeqCst);
    #[cfg(feature = "cadical")]
    // SAFETY: The handler never returns, as the contract of a handler that frees nothing demands.
    unsafe {
        set_new_handler(Some(without_return));
    }
}

/// Says that this thread looks at [`is_exhausted`] and ends the process where it holds.
pub fn watch() {
    IS_WATCHDOG.set(true);
    WATCHED.store(true, Ordering::SeqCst);
}

/// Starts a thread. Where the system has no memory for its stack, the process ends as without memory.
pub fn thread(run: impl FnOnce() + Send + 'static) {
    if std::thread::Builder::new().spawn(run).is_err() {
        end();
    }
}

/// Says how to exit where the watchdog does not get through.
pub fn exit_with(exit: Exit) {
    EXIT.store(exit.code(), Ordering::SeqCst);
}

/// Whether the system has given no more memory.
pub fn is_exhausted() -> bool {
    EXHAUSTED.load(Ordering::Relaxed)
}

/// C++'s `std::new_handler`.
#[cfg(feature = "cadical")]
type NewHandler = Option<extern "C" fn()>;

#[cfg(feature = "cadical")]
extern "C" {
    /// C++'s `std::set_new_handler`, of the library that CaDiCaL is linked with. It may be called at any time.
    #[link_name = "_ZSt15set_new_handlerPFvvE"]
    fn set_new_handler(handler: NewHandler) -> NewHandler;
}

/// What C++ calls where an allocation fails.
#[cfg(feature = "cadical")]
extern "C" fn without_return() {
    failed(null_mut);
    end()
}

/// The system's allocator; an allocation that fails ends the process.
pub struct Allocator;

// SAFETY: Every block comes from `System` and goes back to it, with the layout it was made with. What is returned is what
// `System` returned.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller's promises are those that `System` needs, here and below.
        let allocate = || unsafe { System.alloc(layout) };
        or_end(allocate(), allocate)
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let allocate = || unsafe { System.alloc_zeroed(layout) };
        or_end(allocate(), allocate)
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // A block that could not grow is still the caller's.
        let allocate = || unsafe { System.realloc(block, layout, size) };
        or_end(allocate(), allocate)
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline(always)]
fn or_end(block: *mut u8, again: impl FnOnce() -> *mut u8) -> *mut u8 {
    if block.is_null() {
        return failed(again);
    }
    block
}

/// Ends the process, or lets the watchdog go on that is about to.
#[cold]
#[inline(never)]
fn failed(again: impl FnOnce() -> *mut u8) -> *mut u8 {
    let reserve = KEPT.swap(null_mut(), Ordering::SeqCst);
    if !reserve.is_null() {
        // SAFETY: It was made with this layout, and the swap gave it to this thread alone.
        unsafe { System.dealloc(reserve, RESERVE) };
    }
    EXHAUSTED.store(true, Ordering::SeqCst);
    if IS_WATCHDOG.get() {
        let block = again();
        if !block.is_null() {
            return block;
        }
    } else if WATCHED.load(Ordering::SeqCst) {
        // Nothing more is allocated here, so that the reserve lasts.
        std::thread::sleep(GRACE);
    }
    end()
}

/// Says what has happened without allocating, and ends the process without running anything else.
fn end() -> ! {
    const SENTENCE: &[u8] = b"memory out: the system gives no more memory\n";
    // SAFETY: The text is as long as is said. A stopped thread may hold the lock of standard error, which is not taken here,
    // and nothing runs at exit.
    unsafe {
        // Nobody is left to tell if that fails.
        let _ = libc::write(libc::STDERR_FILENO, SENTENCE.as_ptr().cast(), SENTENCE.len());
        libc::_exit(EXIT.load(Ordering::SeqCst))
    }
}
