//! Memory use of this process, and the handling of failed allocations.
//!
//! [`Allocator`] is the allocator of the system. When an allocation fails, the thread that asked for it frees a
//! reserve and blocks. That gives the watchdog the memory to report the results so far and to end the process.
//! Without a watchdog, or if it does not finish, the process prints a fixed sentence and exits. CaDiCaL allocates
//! through C++, whose new-handler does the same.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};
use std::time::Duration;

use crate::exit::Exit;

/// The reserve for ending the process. It is larger than what the C library keeps in a heap, so freeing it returns it
/// to the system.
const RESERVE: Layout = match Layout::from_size_align(2 << 20, 16) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};

/// The time for the watchdog to end the process.
const WATCHDOG_TIMEOUT: Duration = Duration::from_secs(3);

/// The reserve, until it is freed.
static KEPT: AtomicPtr<u8> = AtomicPtr::new(null_mut());

/// Whether an allocation has failed.
static EXHAUSTED: AtomicBool = AtomicBool::new(false);

/// Whether other threads than the watchdog wait before they allocate a large block.
static HOLDS_BACK: AtomicBool = AtomicBool::new(false);

/// The size of a large block, in bytes.
const LARGE: usize = 1 << 20;

/// Whether a watchdog polls [`is_exhausted`].
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The exit code when the process ends with the fixed sentence.
static EXIT: AtomicI32 = AtomicI32::new(2);

thread_local! {
    /// Whether this thread is the watchdog, which continues after a failed allocation.
    static IS_WATCHDOG: Cell<bool> = const { Cell::new(false) };
}

/// Returns the resident memory of this process in bytes.
pub(crate) fn held() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// Allocates the reserve, and makes failed allocations in C++ end as those in Rust do.
pub fn prepare() {
    // SAFETY: The layout has a nonzero size, and nothing is written to the block.
    let reserve = unsafe { System.alloc(RESERVE) };
    KEPT.store(reserve, Ordering::SeqCst);
    #[cfg(all(feature = "cadical", not(target_env = "msvc")))]
    // SAFETY: The handler never returns, as the contract of a handler that frees nothing demands.
    unsafe {
        set_new_handler(Some(without_return));
    }
}

/// Declares this thread the watchdog: it polls [`is_exhausted`] and ends the process.
pub(crate) fn watch() {
    IS_WATCHDOG.set(true);
    WATCHED.store(true, Ordering::SeqCst);
}

/// Starts a thread. If the system has no memory for its stack, the process ends as after a failed allocation.
pub fn thread(run: impl FnOnce() + Send + 'static) {
    if std::thread::Builder::new().spawn(run).is_err() {
        end();
    }
}

/// Whether there is no memory for the stack of a thread. The system does not say so: a limit on threads fails alike.
pub(crate) fn lacks_stack() -> bool {
    const STACK: Layout = match Layout::from_size_align(16 << 20, 4096) {
        Ok(layout) => layout,
        Err(_) => unreachable!(),
    };
    // SAFETY: The layout has a nonzero size; a block that is returned has it, and is freed at once.
    unsafe {
        let block = System.alloc(STACK);
        if !block.is_null() {
            System.dealloc(block, STACK);
        }
        block.is_null()
    }
}

/// Ends the process as after a failed allocation.
pub(crate) fn out() -> ! {
    failed(null_mut);
    end()
}

/// Sets the exit code for the case that the watchdog does not finish.
pub fn exit_with(exit: Exit) {
    EXIT.store(exit.code(), Ordering::SeqCst);
}

/// Lets other threads than the watchdog wait before they allocate a large block: the process is about to end, and a list that
/// doubles meanwhile would be for nothing.
pub(crate) fn hold_back() {
    HOLDS_BACK.store(true, Ordering::Relaxed);
}

/// Waits if the process is about to end and the block is large. What the watchdog needs may be locked by this thread, so that the wait
/// has an end.
#[inline(always)]
fn wait_for_end(size: usize) {
    if size >= LARGE && HOLDS_BACK.load(Ordering::Relaxed) && !IS_WATCHDOG.get() {
        std::thread::sleep(WATCHDOG_TIMEOUT);
    }
}

/// Whether an allocation has failed.
pub(crate) fn is_exhausted() -> bool {
    EXHAUSTED.load(Ordering::Relaxed)
}

/// C++'s `std::new_handler`.
#[cfg(all(feature = "cadical", not(target_env = "msvc")))]
type NewHandler = Option<extern "C" fn()>;

#[cfg(all(feature = "cadical", not(target_env = "msvc")))]
extern "C" {
    /// C++'s `std::set_new_handler`, of the library that CaDiCaL is linked with. It may be called at any time.
    #[link_name = "_ZSt15set_new_handlerPFvvE"]
    fn set_new_handler(handler: NewHandler) -> NewHandler;
}

/// The new-handler: C++ calls it when an allocation fails.
#[cfg(all(feature = "cadical", not(target_env = "msvc")))]
extern "C" fn without_return() {
    failed(null_mut);
    end()
}

/// The system's allocator; an allocation that fails ends the process.
pub struct Allocator;

// SAFETY: Every block comes from `System` and is returned to it with the layout that it was made with. The pointers
// returned are those of `System`.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        wait_for_end(layout.size());
        // SAFETY: The promises of the caller are those that `System` needs, here and below.
        let allocate = || unsafe { System.alloc(layout) };
        or_end(allocate(), allocate)
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        wait_for_end(layout.size());
        let allocate = || unsafe { System.alloc_zeroed(layout) };
        or_end(allocate(), allocate)
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        wait_for_end(size);
        // A block that could not grow still belongs to the caller.
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

/// Ends the process, or retries the allocation if this thread is the watchdog.
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
        // This thread allocates nothing more, so the reserve is left for the watchdog.
        std::thread::sleep(WATCHDOG_TIMEOUT);
    }
    end()
}

/// Prints a fixed sentence without allocating, and ends the process without running exit handlers.
fn end() -> ! {
    const SENTENCE: &[u8] = b"memory out: the system gives no more memory\n";
    // SAFETY: Pointer and length are those of the text. A blocked thread may hold the lock of standard error, so it
    // is not taken here, and no exit handler runs.
    unsafe {
        // If that fails, there is no way left to report it.
        let _ = libc::write(2, SENTENCE.as_ptr().cast(), SENTENCE.len() as _);
        libc::_exit(EXIT.load(Ordering::SeqCst))
    }
}
