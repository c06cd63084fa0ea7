//! What every function goes through: errors become a return value and a message of the thread, and no panic leaves the library.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{c_char, c_int, CStr, CString};
use std::panic::{catch_unwind, AssertUnwindSafe};

use groundplan_clingo::control::Raised;
use groundplan_clingo::Error;

/// The code of an error.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_error_e {
    /// There was no error.
    clingo_error_success = 0,
    /// What was asked for cannot be done, such as reading a program with a mistake.
    clingo_error_runtime = 1,
    /// The interface was used in a wrong way.
    clingo_error_logic = 2,
    /// There is not enough memory.
    clingo_error_bad_alloc = 3,
    /// A fault of the library.
    clingo_error_unknown = 4,
}

/// A code of `clingo_error_e`.
pub type clingo_error_t = c_int;

/// Why a function fails: what [`clingo_error_code`] and [`clingo_error_message`] say of it. Without a message, code outside of
/// the library has set none.
#[derive(Debug)]
pub(crate) struct Failure {
    code: clingo_error_t,
    message: Option<CString>,
}

/// What a function of the library comes to.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

thread_local! {
    /// The last failure of this thread.
    static LAST: RefCell<Failure> = const { RefCell::new(Failure { code: 0, message: None }) };
}

impl Failure {
    fn new(code: clingo_error_e, message: &str) -> Self {
        let text = message.split('\0').next().unwrap_or_default();
        Failure { code: code as clingo_error_t, message: CString::new(text).ok() }
    }

    /// What was asked for cannot be done.
    pub(crate) fn runtime(message: &str) -> Self {
        Failure::new(clingo_error_e::clingo_error_runtime, message)
    }

    /// The interface was used in a wrong way.
    pub(crate) fn logic(message: &str) -> Self {
        Failure::new(clingo_error_e::clingo_error_logic, message)
    }

    /// A function of the caller has failed, and may have said why by [`clingo_set_error`].
    pub(crate) fn of_callback() -> Self {
        LAST.with_borrow(|last| Failure { code: last.code, message: last.message.clone() })
    }

    /// Returns the failure as that of another thread: as in clingo, which does not know there what a callback has thrown.
    pub(crate) fn elsewhere(self) -> Self {
        Failure { code: clingo_error_e::clingo_error_runtime as clingo_error_t, ..self }
    }

    /// Returns what a search or grounding was ended by: the failure of a callback, or an error of the library.
    pub(crate) fn of_raised(raised: Raised) -> Self {
        match raised.downcast::<Failure>() {
            Ok(failure) => *failure,
            Err(raised) => match raised.downcast::<Error>() {
                Ok(error) => Failure::from(*error),
                Err(raised) => Failure::of_panic(&*raised),
            },
        }
    }

    fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Failure::new(clingo_error_e::clingo_error_unknown, &format!("internal error: {message}"))
    }

    /// Returns the message, or null.
    pub(crate) fn message(&self) -> *const c_char {
        self.message.as_ref().map_or(std::ptr::null(), |message| message.as_ptr())
    }

    /// Returns the message, if it is text.
    pub(crate) fn sentence(&self) -> Option<&str> {
        self.message.as_ref()?.to_str().ok()
    }

    /// Keeps the failure for those who ask for it in this thread.
    fn tell(self) {
        LAST.set(self);
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Raised(raised) => Failure::of_raised(raised),
            Error::Type(_) | Error::Attribute(_) | Error::Index(_) => Failure::logic(&message),
            _ => Failure::runtime(&message),
        }
    }
}

impl From<groundplan::Error> for Failure {
    fn from(error: groundplan::Error) -> Self {
        Failure::from(Error::from(error))
    }
}

/// Runs a function of the interface. Returns whether it has not failed.
pub(crate) fn door(run: impl FnOnce() -> Outcome) -> bool {
    let failure = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => return true,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure::of_panic(&*panic),
    };
    failure.tell();
    false
}

/// Runs a function of the interface that cannot fail; `otherwise` is its result if the library has a fault.
pub(crate) fn open_door<T>(otherwise: T, run: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        Failure::of_panic(&*panic).tell();
        otherwise
    })
}

/// Turns the return value of a callback into an outcome.
pub(crate) fn called(is_done: bool) -> Outcome {
    if is_done {
        Ok(())
    } else {
        Err(Failure::of_callback())
    }
}

/// Returns the name of an error code; null for another number.
#[no_mangle]
pub extern "C" fn clingo_error_string(code: clingo_error_t) -> *const c_char {
    let name: &CStr = match code {
        0 => c"success",
        1 => c"runtime error",
        2 => c"logic error",
        3 => c"bad allocation",
        4 => c"unknown error",
        _ => return std::ptr::null(),
    };
    name.as_ptr()
}

/// Returns the code of this thread's last error.
#[no_mangle]
pub extern "C" fn clingo_error_code() -> clingo_error_t {
    LAST.with_borrow(|last| last.code)
}

/// Returns the message of this thread's last error, or null; it stays as it is until the next error.
#[no_mangle]
pub extern "C" fn clingo_error_message() -> *const c_char {
    LAST.with_borrow(Failure::message)
}

/// Sets this thread's last error, as a callback does before it returns false.
#[no_mangle]
pub unsafe extern "C" fn clingo_set_error(code: clingo_error_t, message: *const c_char) {
    // SAFETY: the caller gives a string, or null.
    let message = (!message.is_null()).then(|| unsafe { CStr::from_ptr(message) }.to_owned());
    Failure { code, message }.tell();
}

/// The kind of a message that a logger gets.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_warning_e {
    /// An operation on terms is undefined, so that an instance was left out.
    clingo_warning_operation_undefined = 0,
    /// An error, which the function that caused it also returns.
    clingo_warning_runtime_error = 1,
    /// An atom occurs in no head.
    clingo_warning_atom_undefined = 2,
    /// A file is read only once though it was named twice.
    clingo_warning_file_included = 3,
    /// A variable has no bounds.
    clingo_warning_variable_unbounded = 4,
    /// A variable of an element is also a global one.
    clingo_warning_global_variable = 5,
    /// Something else.
    clingo_warning_other = 6,
}

/// A code of `clingo_warning_e`.
pub type clingo_warning_t = c_int;

/// Returns the name of a kind of message.
#[no_mangle]
pub extern "C" fn clingo_warning_string(code: clingo_warning_t) -> *const c_char {
    let name: &CStr = match code {
        0 => c"operation undefined",
        1 => c"runtime error",
        2 => c"atom undefined",
        3 => c"file included",
        4 => c"variable unbounded",
        5 => c"global variable",
        6 => c"other",
        _ => c"unknown message code",
    };
    name.as_ptr()
}

/// The version of clingo whose interface this is.
pub const CLINGO_VERSION_MAJOR: c_int = 5;
/// See [`CLINGO_VERSION_MAJOR`].
pub const CLINGO_VERSION_MINOR: c_int = 8;
/// See [`CLINGO_VERSION_MAJOR`].
pub const CLINGO_VERSION_REVISION: c_int = 0;

/// Returns the version of clingo whose interface this is.
#[no_mangle]
pub unsafe extern "C" fn clingo_version(major: *mut c_int, minor: *mut c_int, revision: *mut c_int) {
    // SAFETY: the caller gives places for the numbers.
    unsafe {
        *major = CLINGO_VERSION_MAJOR;
        *minor = CLINGO_VERSION_MINOR;
        *revision = CLINGO_VERSION_REVISION;
    }
}
