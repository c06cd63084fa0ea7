//! Languages of scripts inside of programs.

use std::ffi::{c_char, c_void};
use std::sync::{Arc, Once};

use groundplan_clingo::control::Told;
use groundplan_clingo::script::{Script, Scripts};
use groundplan_clingo::syntax::Location;
use groundplan_clingo::Term;

use crate::ast::place_of;
use crate::control::{clingo_control, clingo_control_t, clingo_location, nowhere, take_symbols};
use crate::door::{called, door, open_door, Failure};
use crate::symbol::{clingo_symbol_callback_t, clingo_symbol_t, symbols};
use crate::text::{forever, text};

/// A language of scripts. Each function gets the data that was registered with it, and returns whether it has not failed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct clingo_script {
    /// Runs a script.
    pub execute: Option<
        unsafe extern "C" fn(
            location: *const clingo_location,
            code: *const c_char,
            data: *mut c_void,
        ) -> bool,
    >,
    /// Calls a function of a script, whose values go to `symbol_callback`.
    pub call: Option<
        unsafe extern "C" fn(
            location: *const clingo_location,
            name: *const c_char,
            arguments: *const clingo_symbol_t,
            arguments_size: usize,
            symbol_callback: clingo_symbol_callback_t,
            symbol_callback_data: *mut c_void,
            data: *mut c_void,
        ) -> bool,
    >,
    /// Says whether a script has defined a function.
    pub callable:
        Option<unsafe extern "C" fn(name: *const c_char, result: *mut bool, data: *mut c_void) -> bool>,
    /// Runs the function `main` of a script.
    pub main: Option<unsafe extern "C" fn(control: *mut clingo_control_t, data: *mut c_void) -> bool>,
    /// Frees the data when the process ends.
    pub free: Option<unsafe extern "C" fn(data: *mut c_void)>,
    /// The version of the language.
    pub version: *const c_char,
}

/// See [`clingo_script`].
pub type clingo_script_t = clingo_script;

/// The languages of the process.
pub(crate) static SCRIPTS: Scripts<clingo_control> = Scripts::new();

/// A language with its data.
struct RegisteredScript {
    script: clingo_script,
    data: *mut c_void,
    version: String,
}

// SAFETY: who registers a language promises that its functions may be called wherever a program is read or grounded.
unsafe impl Send for RegisteredScript {}
// SAFETY: as above.
unsafe impl Sync for RegisteredScript {}

/// Turns the return value of a callback into what a program's reading or grounding is ended by.
fn told(is_done: bool) -> Told<()> {
    called(is_done).map_err(|failure| Box::new(failure) as _)
}

impl Script<clingo_control> for RegisteredScript {
    fn execute(&self, location: &Location, code: &str) -> Told<()> {
        let Some(execute) = self.script.execute else { return Ok(()) };
        let location = place_of(location);
        // SAFETY: the function was registered with its data.
        told(unsafe { execute(&raw const location, forever(code), self.data) })
    }

    fn callable(&self, name: &str) -> Told<bool> {
        let Some(callable) = self.script.callable else { return Ok(false) };
        let mut is_callable = false;
        // SAFETY: the function was registered with its data.
        told(unsafe { callable(forever(name), &raw mut is_callable, self.data) })?;
        Ok(is_callable)
    }

    fn call(&self, name: &str, arguments: &[Term]) -> Told<Vec<Term>> {
        let Some(call) = self.script.call else {
            return Err(Box::new(Failure::logic("a language of scripts has no function to call others by")));
        };
        let (location, arguments) = (nowhere(), symbols(arguments));
        let mut values: Vec<Term> = Vec::new();
        // SAFETY: the function was registered with its data.
        told(unsafe {
            call(
                &raw const location,
                forever(name),
                arguments.as_ptr(),
                arguments.len(),
                Some(take_symbols),
                (&raw mut values).cast(),
                self.data,
            )
        })?;
        Ok(values)
    }

    fn main(&self, control: &clingo_control) -> Told<()> {
        let Some(main) = self.script.main else {
            return Err(Box::new(Failure::logic("a language of scripts has no function to run `main` by")));
        };
        // SAFETY: the function was registered with its data; of the control, the library itself only has shared references.
        told(unsafe { main(std::ptr::from_ref(control).cast_mut(), self.data) })
    }

    fn version(&self) -> &str {
        &self.version
    }
}

impl Drop for RegisteredScript {
    fn drop(&mut self) {
        if let Some(free) = self.script.free {
            // SAFETY: the function was registered with its data, which nobody uses any more.
            unsafe { free(self.data) };
        }
    }
}

extern "C" fn free_scripts() {
    open_door((), || SCRIPTS.clear());
}

/// Registers a language of scripts; the struct is copied.
#[no_mangle]
pub unsafe extern "C" fn clingo_register_script(
    name: *const c_char,
    script: *const clingo_script_t,
    data: *mut c_void,
) -> bool {
    static AT_EXIT: Once = Once::new();
    door(|| {
        // SAFETY: the caller gives a string, and a language.
        let (name, script) = unsafe { (text(name)?, *script) };
        // SAFETY: the version is null, or a string.
        let version = if script.version.is_null() { "" } else { unsafe { text(script.version)? } };
        AT_EXIT.call_once(|| {
            // SAFETY: the function may run at any time. If it cannot be kept, the system frees the memory all the same.
            unsafe { libc::atexit(free_scripts) };
        });
        SCRIPTS.register(name, Arc::new(RegisteredScript { script, data, version: version.to_owned() }));
        Ok(())
    })
}

/// Returns the version of a registered language; null for another.
#[no_mangle]
pub unsafe extern "C" fn clingo_script_version(name: *const c_char) -> *const c_char {
    open_door(std::ptr::null(), || {
        // SAFETY: the caller gives a string.
        let name = unsafe { text(name) };
        let version = name.ok().and_then(|name| SCRIPTS.version(name));
        version.map_or(std::ptr::null(), |version| forever(&version))
    })
}
