//! What a control calls: a logger, and the function that evaluates `@`-functions.

use std::ffi::{c_void, CString};
use std::sync::atomic::{AtomicU32, Ordering};

use groundplan_clingo::control::Told;
use groundplan_clingo::programs::MessageCode;
use groundplan_clingo::Term;

use super::{clingo_ground_callback_t, clingo_location};
use crate::door::{clingo_warning_t, door, Failure};
use crate::symbol::{clingo_logger_t, clingo_symbol_t, symbols, terms};
use crate::text::forever;

/// Who is told of messages, and how many more.
pub(super) struct MessageLog {
    logger: clingo_logger_t,
    data: *mut c_void,
    left: AtomicU32,
}

// SAFETY: the data is used only in calls of the caller, who sees to it that they come one by one.
unsafe impl Send for MessageLog {}
// SAFETY: as above.
unsafe impl Sync for MessageLog {}

impl MessageLog {
    pub(super) fn new(logger: clingo_logger_t, data: *mut c_void, limit: u32) -> Self {
        MessageLog { logger, data, left: AtomicU32::new(limit) }
    }

    /// Whether one more message may be told, which counts from then on.
    fn take_one(&self) -> bool {
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }

    /// Tells the logger or, without one, standard error.
    pub(super) fn tell(&self, code: MessageCode, message: &str) {
        if !self.take_one() {
            return;
        }
        match self.logger {
            Some(logger) => {
                let message = CString::new(message.replace('\0', "")).expect("it has no NUL");
                // SAFETY: the caller of `clingo_control_new` gives a logger with its data.
                unsafe { logger(code as clingo_warning_t, message.as_ptr(), self.data) };
            }
            None => eprintln!("{message}"),
        }
    }

    /// Tells the logger of a failure. Without one, the failure is told only by the function that fails.
    pub(super) fn tell_failure(&self, failure: &Failure) {
        if let Some(logger) = self.logger.filter(|_| self.take_one()) {
            // SAFETY: as above.
            unsafe { logger(MessageCode::RuntimeError as clingo_warning_t, failure.message(), self.data) };
        }
    }
}

/// Who evaluates `@`-functions while a program is grounded.
#[derive(Clone, Copy)]
pub(super) struct GroundCallback {
    pub(super) function: clingo_ground_callback_t,
    pub(super) data: *mut c_void,
}

// SAFETY: it is called only while the function runs that it was given to, on the same thread.
unsafe impl Send for GroundCallback {}

impl GroundCallback {
    pub(super) fn call(self, name: &str, arguments: &[Term]) -> Told<Option<Vec<Term>>> {
        let Some(function) = self.function else { return Ok(None) };
        let (location, arguments) = (nowhere(), symbols(arguments));
        let mut values: Vec<Term> = Vec::new();
        // SAFETY: the caller of `clingo_control_ground` gives a callback with its data.
        let is_done = unsafe {
            function(
                &raw const location,
                forever(name),
                arguments.as_ptr(),
                arguments.len(),
                self.data,
                Some(take_symbols),
                (&raw mut values).cast(),
            )
        };
        if is_done {
            Ok(Some(values))
        } else {
            Err(Box::new(Failure::of_callback()))
        }
    }
}

/// Returns the place of a call: it is not known.
pub(crate) fn nowhere() -> clingo_location {
    let name = forever("<unknown>");
    clingo_location {
        begin_file: name,
        end_file: name,
        begin_line: 1,
        end_line: 1,
        begin_column: 1,
        end_column: 1,
    }
}

/// Takes the values of an `@`-function; `data` is a list of terms.
pub(crate) unsafe extern "C" fn take_symbols(
    found: *const clingo_symbol_t,
    size: usize,
    data: *mut c_void,
) -> bool {
    door(|| {
        // SAFETY: the callback passes on what it was given, and an array of this size.
        unsafe { (*data.cast::<Vec<Term>>()).extend(terms(found, size)) };
        Ok(())
    })
}
