//! Applications: programs of the caller's own with clingo's command line.

mod printing;
mod signals;

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::io::{self, Write};
use std::sync::Arc;

use groundplan::program::ExternalValue;
use groundplan::solve::End as SearchEnd;
use groundplan::{Engine, Error};
use groundplan_clingo::application::{main, StandardControl};
use groundplan_clingo::application::{run, Application, ApplicationOptions, ApplicationRun, Stop};
use groundplan_clingo::control::{Raised, Told};
use groundplan_clingo::{ConfigurationTree, Control, Term};
use groundplan_frontend::incremental::{Step, StepResult, Stepwise};
use groundplan_frontend::print::Out;
use groundplan_frontend::End;

pub(crate) use printing::Printing;
pub use printing::{clingo_default_model_printer_t, clingo_model_printer_t};

use crate::control::{clingo_control, clingo_control_t};
use crate::door::{called, door, open_door, Failure, Outcome};
use crate::door::{CLINGO_VERSION_MAJOR, CLINGO_VERSION_MINOR, CLINGO_VERSION_REVISION};
use crate::script::SCRIPTS;
use crate::solve::{clingo_solve_handle, EventCallback};
use crate::symbol::clingo_logger_t;
use crate::text::{forever, list, text};
use printing::ModelPrinter;
use signals::Signals;

/// The exit code after a fault of the library.
const INTERNAL: c_int = 70;

/// The number of messages that are told of unless the application says another.
const MESSAGE_LIMIT: c_uint = 20;

/// The options of an application beside clingo's, as long as it registers them.
pub struct clingo_options {
    options: ApplicationOptions,
}

/// See [`clingo_options`].
pub type clingo_options_t = clingo_options;

/// A function that takes the control and the files of a command line, and grounds and solves.
pub type clingo_main_function_t = Option<
    unsafe extern "C" fn(
        control: *mut clingo_control_t,
        files: *const *const c_char,
        size: usize,
        data: *mut c_void,
    ) -> bool,
>;

/// A program of the caller's own: functions that take the place of clingo's. Each of them may be null.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct clingo_application {
    /// Returns the name.
    pub program_name: Option<unsafe extern "C" fn(data: *mut c_void) -> *const c_char>,
    /// Returns the version.
    pub version: Option<unsafe extern "C" fn(data: *mut c_void) -> *const c_char>,
    /// Returns how many messages are told of.
    pub message_limit: Option<unsafe extern "C" fn(data: *mut c_void) -> c_uint>,
    /// Reads the files, grounds and solves.
    pub main: clingo_main_function_t,
    /// Is told of messages.
    pub logger: clingo_logger_t,
    /// Prints an answer.
    pub printer: clingo_model_printer_t,
    /// Adds options of its own.
    pub register_options:
        Option<unsafe extern "C" fn(options: *mut clingo_options_t, data: *mut c_void) -> bool>,
    /// Fails if the options do not go together.
    pub validate_options: Option<unsafe extern "C" fn(data: *mut c_void) -> bool>,
}

/// See [`clingo_application`].
pub type clingo_application_t = clingo_application;

/// A function that takes the value of an option, with its data. It returns false for a wrong one.
struct OptionParser {
    parse: unsafe extern "C" fn(value: *const c_char, data: *mut c_void) -> bool,
    data: *mut c_void,
}

// SAFETY: it is called only while `clingo_main` runs, on the same thread.
unsafe impl Send for OptionParser {}

impl OptionParser {
    fn call(&self, value: &str) -> bool {
        // SAFETY: the caller of `clingo_options_add` gives a function with its data.
        unsafe { (self.parse)(forever(value), self.data) }
    }
}

/// Where the value of a flag goes.
struct FlagTarget(*mut bool);

// SAFETY: it is used only while `clingo_main` runs, on the same thread.
unsafe impl Send for FlagTarget {}

impl FlagTarget {
    fn set(&self, is_on: bool) {
        // SAFETY: the caller of `clingo_options_add_flag` gives a place for the flag.
        unsafe { *self.0 = is_on };
    }
}

/// Returns an optional string of the caller.
///
/// # Safety
///
/// It is null, or a string that lives as long as the result.
unsafe fn optional_text<'a>(given: *const c_char) -> Outcome<Option<&'a str>> {
    // SAFETY: by the contract of this function.
    (!given.is_null()).then(|| unsafe { text(given) }).transpose()
}

/// Adds an option with a value. `option` is its name, perhaps with a letter for a short name and the level of help in which it is
/// told of: `size,s,@2`. `argument` names the value in the help, and may be null.
#[no_mangle]
pub unsafe extern "C" fn clingo_options_add(
    options: *mut clingo_options_t,
    group: *const c_char,
    option: *const c_char,
    description: *const c_char,
    parse: Option<unsafe extern "C" fn(value: *const c_char, data: *mut c_void) -> bool>,
    data: *mut c_void,
    multi: bool,
    argument: *const c_char,
) -> bool {
    door(|| {
        // SAFETY: the caller gives the options that the application was asked for, strings, and perhaps one more.
        let (options, group, option, description, argument) = unsafe {
            (&mut *options, text(group)?, text(option)?, text(description)?, optional_text(argument)?)
        };
        let parse = parse.ok_or_else(|| Failure::logic("an option has a function that takes its value"))?;
        let parser = OptionParser { parse, data };
        let parser = Box::new(move |value: &str| Ok(parser.call(value)));
        options.options.add(group, option, description, parser, multi, argument);
        Ok(())
    })
}

/// Adds an option without a value; see [`clingo_options_add`].
#[no_mangle]
pub unsafe extern "C" fn clingo_options_add_flag(
    options: *mut clingo_options_t,
    group: *const c_char,
    option: *const c_char,
    description: *const c_char,
    target: *mut bool,
) -> bool {
    door(|| {
        // SAFETY: the caller gives the options that the application was asked for, and strings.
        let (options, group, option, description) =
            unsafe { (&mut *options, text(group)?, text(option)?, text(description)?) };
        let target = FlagTarget(target);
        options.options.add_flag(group, option, description, Box::new(move |is_on| target.set(is_on)));
        Ok(())
    })
}

/// Returns a function that writes to standard output, behind what the caller has printed.
fn output() -> Out {
    Box::new(|text| {
        // SAFETY: the function takes null.
        unsafe { libc::fflush(std::ptr::null_mut()) };
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    })
}

/// An application with its data and, once it runs, its control.
struct CallersApplication {
    functions: clingo_application,
    data: *mut c_void,
    name: String,
    version: String,
    control: Option<(Box<clingo_control>, Arc<Printing>, Signals)>,
}

impl CallersApplication {
    fn new(functions: clingo_application, data: *mut c_void) -> Outcome<Self> {
        // SAFETY: the caller of `clingo_main` gives functions with their data, which return strings.
        let name = functions.program_name.map_or(c"clingo".as_ptr(), |name| unsafe { name(data) });
        let known = || forever(&version_string());
        // SAFETY: as above.
        let version = functions.version.map_or_else(known, |version| unsafe { version(data) });
        // SAFETY: as above.
        let (name, version) = unsafe { (text(name)?.to_owned(), text(version)?.to_owned()) };
        Ok(CallersApplication { functions, data, name, version, control: None })
    }

    fn begun(&self) -> (&clingo_control, &Printing) {
        let (control, printing, _) = self.control.as_ref().expect("it is there while the application runs");
        (control, printing)
    }
}

impl Application for CallersApplication {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn version(&self) -> String {
        self.version.clone()
    }

    fn register_options(&mut self, options: &mut ApplicationOptions) -> Told<()> {
        let Some(register) = self.functions.register_options else { return Ok(()) };
        let mut given = clingo_options { options: std::mem::take(options) };
        // SAFETY: the caller of `clingo_main` gives a function with its data.
        let registered = told(unsafe { register(&raw mut given, self.data) });
        *options = given.options;
        registered
    }

    fn validate_options(&mut self) -> Told<bool> {
        let Some(validate) = self.functions.validate_options else { return Ok(true) };
        // SAFETY: the caller of `clingo_main` gives a function with its data.
        told(unsafe { validate(self.data) }).map(|()| true)
    }

    fn output(&self) -> Out {
        output()
    }

    fn complain(&self, line: &str) {
        // If nobody reads standard error, there is nobody to tell of it.
        let _ = writeln!(io::stderr(), "{line}");
    }

    fn describe(&self, raised: Raised) -> Option<String> {
        Some(
            Failure::of_raised(raised)
                .sentence()
                .unwrap_or("a function of the application has failed")
                .to_owned(),
        )
    }

    fn begin(&mut self, settings: ConfigurationTree, run: ApplicationRun) -> Told<()> {
        let clingo_application { logger, printer, message_limit, .. } = self.functions;
        // SAFETY: the caller of `clingo_main` gives a function with its data.
        let limit = message_limit.map_or(MESSAGE_LIMIT, |limit| unsafe { limit(self.data) });
        let model_printer = printer.map(|_| ModelPrinter { print: printer, data: self.data });
        let printing = Arc::new(Printing::new(run, model_printer));
        let control = clingo_control::of(settings, logger, self.data, limit, Some(Arc::clone(&printing)));
        let control = control.map_err(|failure| -> Raised { Box::new(failure) })?;
        let signals = Signals::watch(&control.core.control.interrupter);
        self.control = Some((Box::new(control), printing, signals));
        Ok(())
    }

    fn control(&self) -> (&Control, &ApplicationRun) {
        let (control, printing) = self.begun();
        (&control.core.control, printing.run())
    }

    fn main(&mut self, files: &[String]) -> Result<(), Stop> {
        let (control, printing) = self.begun();
        let done = match self.functions.main {
            None => {
                printing.set_standard(true);
                main(&mut StandardRun { control, printing }, files)
            }
            Some(main) => {
                let names: Vec<*const c_char> = files.iter().map(|file| forever(file)).collect();
                let control = std::ptr::from_ref(control).cast_mut();
                // SAFETY: the caller of `clingo_main` gives a function with its data; of the control, the library itself only has
                // shared references.
                called(unsafe { main(control, names.as_ptr(), names.len(), self.data) })
            }
        };
        // SAFETY: the function takes null.
        unsafe { libc::fflush(std::ptr::null_mut()) };
        done.map_err(|failure| {
            let sentence = failure.sentence().unwrap_or("a function of the application has failed");
            printing.take_stop().unwrap_or_else(|| Stop::Failed(Some(sentence.to_owned())))
        })
    }
}

/// Returns the version of clingo whose interface this is.
fn version_string() -> String {
    format!("{CLINGO_VERSION_MAJOR}.{CLINGO_VERSION_MINOR}.{CLINGO_VERSION_REVISION}")
}

/// Turns the return value of a function of the application into an outcome.
fn told(is_done: bool) -> Told<()> {
    called(is_done).map_err(|failure| Box::new(failure) as _)
}

/// The run of an application that has no `main` of its own.
struct StandardRun<'a> {
    control: &'a clingo_control,
    printing: &'a Printing,
}

impl StandardRun<'_> {
    /// Sets the value of the query atom of a step.
    fn assign_query(&self, number: i64, value: ExternalValue) -> Outcome {
        let core = &self.control.core;
        let query = Term::function("query".into(), vec![Term::Number(number)], true);
        match core.control.with_table(|table| table.atom(&query)) {
            Some(atom) => core.assign(atom.positive(), value),
            None => Ok(()),
        }
    }
}

impl Stepwise for StandardRun<'_> {
    type Error = Failure;

    fn with_engine<T>(&mut self, act: impl FnOnce(&mut Engine) -> Result<T, Error>) -> Outcome<T> {
        Ok(self.control.core.control.try_with(act)?)
    }

    fn refuse(&self, message: String) -> Failure {
        Failure::runtime(&message)
    }

    fn ground(&mut self, step: &Step) -> Outcome {
        let arguments = |name| if name == "base" { Vec::new() } else { vec![Term::Number(step.number)] };
        let parts: Vec<(&str, Vec<Term>)> = step.names.iter().map(|&name| (name, arguments(name))).collect();
        self.control.core.ground(&parts)
    }

    fn begin_query(&mut self, number: i64) -> Outcome {
        self.assign_query(number, ExternalValue::True)
    }

    // The control cleans up when it grounds.
    fn end_query(&mut self, number: i64) -> Outcome {
        self.assign_query(number, ExternalValue::Released)
    }

    fn search(&mut self) -> Outcome<StepResult> {
        let callback = EventCallback::new(None, std::ptr::null_mut(), None);
        let search = self.control.core.search(Vec::new(), false, callback)?;
        let result = clingo_solve_handle::new(search, false)?.run()?;
        let end = match result.end {
            Some(SearchEnd::Exhausted) => End::Exhausted,
            Some(SearchEnd::Interrupted) => End::Interrupted,
            Some(SearchEnd::Stopped) | None => End::Stopped,
        };
        Ok(StepResult { end, satisfiable: result.found })
    }
}

impl StandardControl for StandardRun<'_> {
    fn load_all(&mut self, files: &[String]) -> Outcome {
        self.control.core.load_all(files)
    }

    fn run_script(&mut self) -> Outcome<bool> {
        let has_main = SCRIPTS.define("main").map_err(Failure::of_raised)?;
        self.printing.set_standard(!has_main);
        SCRIPTS.run_main(self.control).map_err(Failure::of_raised)
    }

    fn is_incremental(&self) -> bool {
        self.control.core.is_incremental()
    }
}

/// Runs an application with a command line, without the name of the program. Returns what the process should exit with.
#[no_mangle]
pub unsafe extern "C" fn clingo_main(
    application: *mut clingo_application_t,
    arguments: *const *const c_char,
    size: usize,
    data: *mut c_void,
) -> c_int {
    open_door(INTERNAL, || {
        // SAFETY: the caller gives an application, and an array of strings.
        let (functions, arguments) = unsafe { (*application, list(arguments, size)) };
        // SAFETY: as above.
        let words = arguments.iter().map(|&word| unsafe { text(word) }.map(str::to_owned));
        let words = words.collect::<Outcome<Vec<String>>>();
        let begun = words.and_then(|words| Ok((words, CallersApplication::new(functions, data)?)));
        match begun {
            Ok((words, mut application)) => run(&mut application, words, true),
            Err(failure) => {
                let sentence = failure.sentence().unwrap_or("a function of the application has failed");
                // If nobody reads standard error, there is nobody to tell of it.
                let _ = writeln!(io::stderr(), "error: {sentence}");
                INTERNAL
            }
        }
    })
}
