//! Controls: programs, grounding, the values of external atoms, and searches.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::{c_char, c_uint, c_void};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use groundplan::program::{AtomId, ExternalValue, Literal};
use groundplan::solve::Decisions;
use groundplan::{Engine, Loader};
use groundplan_clingo::control::{just, SearchRequest, Told};
use groundplan_clingo::limits::{limited, Limits};
use groundplan_clingo::literal::{literal as program_literal, number};
use groundplan_clingo::programs::{Calls, MessageCode};
use groundplan_clingo::syntax::{Kind, Node, Value};
use groundplan_clingo::{Assumption, ConfigurationTree, Control, HostedSearch, Term};
use groundplan_frontend::lock::lock;
use groundplan_frontend::plan::Plan;
use groundplan_frontend::warnings::wanted;

use crate::application::Printing;
use crate::backend::{clingo_atom_t, clingo_backend, clingo_backend_t, clingo_literal_t, BackendHooks};
use crate::configuration::{clingo_configuration, clingo_configuration_t};
use crate::door::{clingo_warning_t, door, open_door, Failure, Outcome};
use crate::observer::GroundFiles;
use crate::propagator::{clingo_propagator_t, register};
use crate::script::SCRIPTS;
use crate::solve::{
    clingo_solve_event_callback_t, clingo_solve_handle, clingo_solve_handle_t, clingo_solve_mode_bitset_t,
    EventCallback,
};
use crate::statistics::{clingo_statistic, clingo_statistics_t};
use crate::symbol::{clingo_logger_t, clingo_symbol_callback_t, clingo_symbol_t, symbol, symbols, terms};
use crate::symbolic_atoms::{clingo_symbolic_atoms, clingo_symbolic_atoms_t};
use crate::text::{forever, list, text, texts};
use crate::theory_atoms::{clingo_theory_atoms, clingo_theory_atoms_t};

/// A place in a text: from one character to the one behind the last. Lines and columns are counted from 1.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct clingo_location {
    /// The file in which it begins.
    pub begin_file: *const c_char,
    /// The file in which it ends.
    pub end_file: *const c_char,
    /// The line in which it begins.
    pub begin_line: usize,
    /// The line in which it ends.
    pub end_line: usize,
    /// The column in which it begins.
    pub begin_column: usize,
    /// The column in which it ends.
    pub end_column: usize,
}

/// See [`clingo_location`].
pub type clingo_location_t = clingo_location;

/// A part of a program to ground: `#program NAME(PARAMETERS).`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct clingo_part {
    /// The name.
    pub name: *const c_char,
    /// The values of the parameters.
    pub params: *const clingo_symbol_t,
    /// Their number.
    pub size: usize,
}

/// See [`clingo_part`].
pub type clingo_part_t = clingo_part;

/// The value of a literal.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_truth_value_e {
    /// None.
    clingo_truth_value_free = 0,
    /// True.
    clingo_truth_value_true = 1,
    /// False.
    clingo_truth_value_false = 2,
}

/// A value of `clingo_truth_value_e`.
pub type clingo_truth_value_t = std::ffi::c_int;

/// A function that evaluates calls of `@`-functions: it gives the values to `symbol_callback`, which may be called more than once.
pub type clingo_ground_callback_t = Option<
    unsafe extern "C" fn(
        location: *const clingo_location_t,
        name: *const c_char,
        arguments: *const clingo_symbol_t,
        arguments_size: usize,
        data: *mut c_void,
        symbol_callback: clingo_symbol_callback_t,
        symbol_callback_data: *mut c_void,
    ) -> bool,
>;

/// Who is told of messages, and how many more.
struct MessageLog {
    logger: clingo_logger_t,
    data: *mut c_void,
    left: AtomicU32,
}

impl MessageLog {
    fn tell(&self, code: MessageCode, message: &str) {
        let is_left =
            self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        if is_left.is_err() {
            return;
        }
        match self.logger {
            // SAFETY: the caller of `clingo_control_new` gives a logger with its data.
            Some(logger) => unsafe { logger(code as clingo_warning_t, forever(message), self.data) },
            None => eprintln!("{message}"),
        }
    }
}

/// Who evaluates `@`-functions while a program is grounded.
#[derive(Clone, Copy)]
struct GroundCallback {
    function: clingo_ground_callback_t,
    data: *mut c_void,
}

// SAFETY: it is called only while the function runs that it was given to, on the same thread.
unsafe impl Send for GroundCallback {}

impl GroundCallback {
    fn call(self, name: &str, arguments: &[Term]) -> Told<Option<Vec<Term>>> {
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

/// A program, its ground program, and searches.
pub struct clingo_control {
    pub(crate) core: Arc<ControlCore>,
    atoms: clingo_symbolic_atoms,
    theory: clingo_theory_atoms,
    backend: clingo_backend,
    configuration: clingo_configuration,
    /// The statistics that were last asked for.
    statistics: Mutex<Option<Box<clingo_statistic>>>,
}

/// See [`clingo_control`].
pub type clingo_control_t = clingo_control;

/// What a control and its backend share.
pub(crate) struct ControlCore {
    pub(crate) control: Arc<Control>,
    pub(crate) settings: Arc<Mutex<ConfigurationTree>>,
    logger: MessageLog,
    calls: Calls,
    callback: Arc<Mutex<Option<GroundCallback>>>,
    cleans_up: AtomicBool,
    has_enumeration_assumption: AtomicBool,
    /// Whether a search was started.
    is_searched: AtomicBool,
    /// Whether texts were added that warnings have not looked at.
    is_new: AtomicBool,
    is_incremental: AtomicBool,
    /// Whether a text was a program in aspif.
    has_ground_program: AtomicBool,
    /// What the control of an application prints.
    printing: Option<Arc<Printing>>,
    /// The files that the ground program is written to.
    pub(crate) files: GroundFiles,
    /// Whether the ground program goes elsewhere, so that there is nothing to search for.
    is_replaced: AtomicBool,
}

// SAFETY: the logger's data is used only in calls of the caller, who sees to it that they come one by one.
unsafe impl Send for ControlCore {}
// SAFETY: as above.
unsafe impl Sync for ControlCore {}

impl ControlCore {
    /// Adds texts by a loader.
    fn load(
        &self,
        add: impl FnOnce(&mut Loader<'_>, &mut Engine) -> Result<(), groundplan::Error> + Send,
    ) -> Outcome {
        let mut failed = None;
        let read = |path: &Path| {
            let text = std::fs::read_to_string(path)?;
            match SCRIPTS.run_in(&path.to_string_lossy(), &text) {
                Ok(text) => Ok(text.into_owned()),
                Err(raised) => {
                    failed.get_or_insert(Failure::of_raised(raised));
                    Err(io::Error::other("a script has failed"))
                }
            }
        };
        match self.control.load(&self.calls, read, add, just) {
            Ok(added) => {
                self.is_new.store(true, Ordering::Relaxed);
                if added.is_incremental {
                    self.is_incremental.store(true, Ordering::Relaxed);
                }
                added.warnings.iter().for_each(|it| self.warn_of_file(it));
                Ok(())
            }
            Err(error) => Err(self.refuse(failed.unwrap_or_else(|| error.into()))),
        }
    }

    /// Runs the scripts of a text, and returns the text without them.
    fn without_scripts<'t>(&self, name: &str, text: &'t str) -> Outcome<Cow<'t, str>> {
        SCRIPTS.run_in(name, text).map_err(|raised| self.refuse(Failure::of_raised(raised)))
    }

    /// Returns the text of a file without its scripts, which are run.
    fn read(&self, path: &str) -> Outcome<String> {
        let content = match path {
            "-" => io::read_to_string(io::stdin()),
            path => std::fs::read_to_string(path),
        };
        let content = content.map_err(|error| {
            self.refuse(Failure::runtime(&format!("file could not be opened: {path}: {error}")))
        })?;
        Ok(self.without_scripts(path, &content)?.into_owned())
    }

    /// Whether the program asks to be solved step by step.
    pub(crate) fn is_incremental(&self) -> bool {
        self.is_incremental.load(Ordering::Relaxed)
    }

    /// Reads the files of a command line, each of them once, and what they include.
    pub(crate) fn load_all(&self, paths: &[String]) -> Outcome {
        let (mut named, mut texts): (HashSet<PathBuf>, Vec<_>) = (HashSet::new(), Vec::new());
        for path in paths {
            if named.insert(std::fs::canonicalize(path).unwrap_or_else(|_| path.into())) {
                texts.push((path, self.read(path)?));
            } else {
                self.warn_of_file(&format!("the file `{path}` is read once only"));
            }
        }
        self.load(move |loader, engine| {
            for (path, _) in &texts {
                loader.claim(path);
            }
            for (path, text) in &texts {
                loader.add_named(engine, path, text)?;
            }
            loader.include_in_named(engine)
        })
    }

    /// Tells the logger of a file that is not read again.
    fn warn_of_file(&self, message: &str) {
        let selected = wanted(&lock(&self.settings).arguments().program.warnings);
        if selected.is_ok_and(|selected| selected.about_files()) {
            self.logger.tell(MessageCode::FileIncluded, message);
        }
    }

    /// Tells the logger of a failure.
    fn refuse(&self, failure: Failure) -> Failure {
        if let Some(logger) = self.logger.logger {
            // SAFETY: the caller of `clingo_control_new` gives a logger with its data.
            unsafe {
                logger(MessageCode::RuntimeError as clingo_warning_t, failure.message(), self.logger.data)
            };
        }
        failure
    }

    /// Returns what a callback has failed with or, without that, the failure of the library.
    fn failure(&self, error: groundplan_clingo::Error) -> Failure {
        match self.control.take_raised() {
            Some(raised) => Failure::of_raised(raised),
            None => self.refuse(error.into()),
        }
    }

    /// Sets the engine's options before the first search. With `hears`, heuristic directives are grounded in any case: it is not
    /// known yet whether a propagator uses them.
    fn configure(&self, hears: bool) -> Outcome {
        if self.is_searched.load(Ordering::Relaxed) {
            return Ok(());
        }
        let settings = lock(&self.settings);
        let arguments = settings.arguments();
        let mut config = arguments.config().map_err(|message| Failure::runtime(&message))?;
        config.solver.interrupter = self.control.interrupter.clone();
        if hears && config.solver.backend.takes_propagators() {
            config.decisions = Decisions::Domain;
        }
        let (limit, preserved) = (arguments.limits.ground_limit, arguments.reify.preserve_facts.preserved());
        Ok(self.control.try_with(|engine| {
            engine.set_ground_limit(limit);
            engine.preserve_facts(preserved);
            engine.configure(config)
        })?)
    }

    fn tell_warnings(&self) -> Outcome {
        let (selected, assumed) = {
            let settings = lock(&self.settings);
            let selected = wanted(&settings.arguments().program.warnings);
            (selected.map_err(|message| Failure::runtime(&message))?, settings.arguments().assume.clone())
        };
        let lints = self.is_new.swap(false, Ordering::Relaxed);
        for (code, message) in self.control.warnings(&selected.as_clingo(), &assumed, lints)? {
            self.logger.tell(code, &message);
        }
        Ok(())
    }

    /// Begins the next step if a search took place since the program last grew.
    fn begin_step(&self) -> Outcome {
        self.control.begin_step(self.cleans_up.load(Ordering::Relaxed), just)?;
        Ok(())
    }

    pub(crate) fn ground(&self, parts: &[(&str, Vec<Term>)]) -> Outcome {
        self.begin_step()?;
        self.configure(true)?;
        self.tell_warnings()?;
        let (interrupter, mut reached) = (&self.control.interrupter, None);
        let limits = self.printing.as_ref().map_or_else(Limits::default, |printing| printing.limits());
        let grounded = self.control.ground(parts, |work| reached = limited(limits, interrupter, work).1);
        interrupter.clear();
        grounded.map_err(|error| {
            if let Some(printing) = &self.printing {
                printing.stop_grounding(reached, &error);
            }
            match reached {
                Some(limit) => self.refuse(Failure::runtime(&limit.sentence("grounding"))),
                None => self.failure(error),
            }
        })?;
        self.tell_warnings()?;
        Ok(self.control.observe()?)
    }

    /// Returns when a search has to end that begins now: a control of an application has a limit for all that it does.
    fn deadline(&self) -> Option<Instant> {
        if let Some(printing) = &self.printing {
            return printing.deadline();
        }
        let limit = lock(&self.settings).arguments().limits.time_limit.filter(|limit| !limit.is_zero());
        Instant::now().checked_add(limit?)
    }

    /// Sets the value of an external atom for the searches to come.
    pub(crate) fn assign(&self, literal: Literal, value: ExternalValue) -> Outcome {
        if let Some(printing) = &self.printing {
            printing.assign(number(literal), value);
        }
        self.files.assign(number(literal), value);
        Ok(self.control.assign_external(literal, value)?)
    }

    /// With `replace`, no search finds anything out from now on: the ground program goes elsewhere.
    pub(crate) fn replace_search(&self, replace: bool) {
        self.is_replaced.fetch_or(replace, Ordering::Relaxed);
    }

    pub(crate) fn search(
        &self,
        assumptions: Vec<Assumption>,
        yields: bool,
        callback: EventCallback,
    ) -> Outcome<Arc<HostedSearch<EventCallback>>> {
        self.configure(false)?;
        self.is_searched.store(true, Ordering::Relaxed);
        let plan = self.control.plan(lock(&self.settings).arguments());
        let plan = plan.inspect_err(|error| {
            if let Some(printing) = &self.printing {
                printing.stop_for_options(error);
            }
        })?;
        let mut request =
            SearchRequest { assumptions, deadline: self.deadline(), ..SearchRequest::default() };
        request.is_idle = self.is_replaced.load(Ordering::Relaxed);
        self.files.write_step(&self.control)?;
        if let Some(printing) = &self.printing {
            printing.begin(&self.control, &mut request, self.is_incremental())?;
        }
        let announce = |engine: &Engine, plan: &Plan| {
            if let Some(printing) = &self.printing {
                printing.announce(engine, plan);
            }
        };
        let session =
            self.control.search(plan, request, announce, just).map_err(|error| self.failure(error))?;
        let callback = callback.printing_by(self.printing.clone());
        let search = HostedSearch::new(Arc::clone(&self.control), session, callback, yields);
        if let Some(raised) = self.control.take_raised() {
            search.close();
            return Err(Failure::of_raised(raised));
        }
        Ok(search)
    }
}

impl BackendHooks for Arc<ControlCore> {
    fn begin(&self) -> Outcome {
        self.begin_step()?;
        Ok(self.control.begin_adding()?)
    }

    fn end(&self) -> Outcome {
        Ok(self.control.end_adding()?)
    }
}

impl clingo_control {
    /// Creates a control with the options of a command line.
    pub(crate) fn new(
        words: &[&str],
        logger: clingo_logger_t,
        data: *mut c_void,
        message_limit: u32,
    ) -> Outcome<Self> {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        let settings = ConfigurationTree::read(words)?;
        let arguments = settings.arguments();
        if let Some(file) = arguments.program.files.first() {
            return Err(Failure::runtime(&format!("unknown option: `{file}`")));
        }
        clingo_control::of(settings, logger, data, message_limit, None)
    }

    /// Creates a control with settings; in an application, it prints what it finds.
    pub(crate) fn of(
        settings: ConfigurationTree,
        logger: clingo_logger_t,
        data: *mut c_void,
        message_limit: u32,
        printing: Option<Arc<Printing>>,
    ) -> Outcome<Self> {
        let arguments = settings.arguments();
        let shown = arguments.shown().map_err(|message| Failure::runtime(&message))?;
        let constants = arguments.program.constants.clone();
        let control = Control::new(Engine::new());
        let callback: Arc<Mutex<Option<GroundCallback>>> = Arc::default();
        let called = Arc::clone(&callback);
        let calls: Calls = Arc::new(move |name, arguments| {
            let callback = *lock(&called);
            match callback {
                Some(callback) => callback.call(name, arguments),
                None => SCRIPTS.call(name, arguments),
            }
        });
        let core = Arc::new(ControlCore {
            control: Arc::clone(&control),
            settings: Arc::new(Mutex::new(settings)),
            logger: MessageLog { logger, data, left: AtomicU32::new(message_limit) },
            calls,
            callback,
            cleans_up: AtomicBool::new(true),
            has_enumeration_assumption: AtomicBool::new(true),
            is_searched: AtomicBool::new(false),
            is_new: AtomicBool::new(false),
            is_incremental: AtomicBool::new(false),
            has_ground_program: AtomicBool::new(false),
            printing,
            files: GroundFiles::default(),
            is_replaced: AtomicBool::new(false),
        });
        for definition in constants {
            control.try_with(|engine| engine.define_text(&definition))?;
        }
        let made = clingo_control {
            atoms: clingo_symbolic_atoms::new(&control),
            theory: clingo_theory_atoms::new(&control),
            backend: clingo_backend::new(&control, Box::new(Arc::clone(&core))),
            configuration: clingo_configuration::new(&core.settings),
            statistics: Mutex::default(),
            core,
        };
        if let Some(shown) = shown {
            made.add_text("<show-preds>", &shown)?;
        }
        Ok(made)
    }

    /// Adds a text to the part `base`. Its scripts have been run.
    pub(crate) fn add_text(&self, name: &str, text: &str) -> Outcome {
        if text.starts_with("asp ") {
            let steps = text.lines().filter(|&line| line == "0").count();
            let has_steps = steps > 1 && text.lines().next().is_some_and(|line| line.contains("incremental"));
            if has_steps || self.core.has_ground_program.swap(true, Ordering::Relaxed) {
                return Err(self.core.refuse(Failure::runtime(&format!(
                    "{name}: a control takes one step of one program in aspif; `clingo_control_load_aspif` takes several programs"
                ))));
            }
        }
        self.core.load(|loader, engine| {
            loader.claim(name);
            loader.add_text_to(engine, "base", &[], name, text)
        })
    }

    /// Adds statements.
    pub(crate) fn add_nodes(&self, nodes: &[Node]) -> Outcome {
        let core = &self.core;
        for node in nodes.iter().filter(|node| node.kind() == Kind::Script) {
            if let (Some(location), Value::Text(language), Value::Text(code)) =
                (node.location(), node.get("name")?, node.get("code")?)
            {
                let run = SCRIPTS.run(&location, &language, &code);
                run.map_err(|raised| core.refuse(Failure::of_raised(raised)))?;
            }
        }
        core.control.add_nodes(&core.calls, nodes).map_err(|error| core.failure(error))?;
        core.is_new.store(true, Ordering::Relaxed);
        Ok(())
    }
}

/// Returns the literal with a number; `None` if the program does not have the atom.
pub(crate) fn given_literal(control: &Control, number: clingo_literal_t) -> Outcome<Option<Literal>> {
    let literal = program_literal(number.into())?;
    let count = control.with(|engine| engine.ground_program().program.atom_count());
    // While a search is open, nobody can ask; the search looks by itself.
    let is_there = count.map_or(true, |count| literal.atom().index() < count);
    Ok(is_there.then_some(literal))
}

/// Runs a function of the interface with the control behind a pointer.
///
/// # Safety
///
/// The pointer comes from the library, and the control was not freed.
pub(crate) unsafe fn with(
    control: *const clingo_control_t,
    act: impl FnOnce(&clingo_control) -> Outcome,
) -> bool {
    // SAFETY: by the contract of this function.
    door(|| act(unsafe { &*control }))
}

/// Creates a control; `arguments` are those of clingo's command line. The logger may be null: then messages go to standard error.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_new(
    arguments: *const *const c_char,
    arguments_size: usize,
    logger: clingo_logger_t,
    logger_data: *mut c_void,
    message_limit: c_uint,
    control: *mut *mut clingo_control_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives an array of strings.
        let words = unsafe { texts(arguments, arguments_size)? };
        let made = clingo_control::new(&words, logger, logger_data, message_limit)?;
        // SAFETY: the caller gives a place for the control.
        unsafe { *control = Box::into_raw(Box::new(made)) };
        Ok(())
    })
}

/// Frees a control. Its handles must be closed.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_free(control: *mut clingo_control_t) {
    if !control.is_null() {
        open_door((), || {
            // SAFETY: the caller gives a control that was made by `clingo_control_new`, and no longer uses it.
            drop(unsafe { Box::from_raw(control) });
        });
    }
}

/// Reads a file, and what it includes.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_load(control: *mut clingo_control_t, file: *const c_char) -> bool {
    // SAFETY: the caller gives a control, and a string.
    unsafe {
        with(control, |control| {
            let path = text(file)?;
            control.add_text(path, &control.core.read(path)?)
        })
    }
}

/// Reads ground programs in aspif.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_load_aspif(
    control: *mut clingo_control_t,
    files: *mut *const c_char,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a control, and an array of strings.
    unsafe {
        with(control, |control| {
            for path in texts(files.cast_const(), size)? {
                control.add_text(path, &control.core.read(path)?)?;
                control.core.has_ground_program.store(false, Ordering::Relaxed);
            }
            Ok(())
        })
    }
}

/// Adds a text to a part of the program.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_add(
    control: *mut clingo_control_t,
    name: *const c_char,
    parameters: *const *const c_char,
    parameters_size: usize,
    program: *const c_char,
) -> bool {
    // SAFETY: the caller gives a control, strings, and an array of strings.
    unsafe {
        with(control, |control| {
            let (name, parameters, program) =
                (text(name)?, texts(parameters, parameters_size)?, text(program)?);
            let program = &*control.core.without_scripts("<block>", program)?;
            if name == "base" && parameters.is_empty() {
                return control.add_text("<block>", program);
            }
            let listed = match parameters.is_empty() {
                true => String::new(),
                false => format!("({})", parameters.join(",")),
            };
            let program = format!("#program {name}{listed}. {program}");
            control.core.load(|loader, engine| {
                loader.claim("<block>");
                loader.add_text_to(engine, name, &parameters, "<block>", &program)
            })
        })
    }
}

/// Grounds parts of the program.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_ground(
    control: *mut clingo_control_t,
    parts: *const clingo_part_t,
    parts_size: usize,
    ground_callback: clingo_ground_callback_t,
    ground_callback_data: *mut c_void,
) -> bool {
    // SAFETY: the caller gives a control, an array of parts, and a callback with its data.
    unsafe {
        with(control, |control| {
            let parts = list(parts, parts_size).iter();
            let parts = parts.map(|part| Ok((text(part.name)?, terms(part.params, part.size))));
            let parts = parts.collect::<Outcome<Vec<_>>>()?;
            let core = &control.core;
            let function = ground_callback.is_some();
            let callback = GroundCallback { function: ground_callback, data: ground_callback_data };
            *lock(&core.callback) = function.then_some(callback);
            let grounded = core.ground(&parts);
            *lock(&core.callback) = None;
            grounded
        })
    }
}

/// Begins a search under assumptions. The callback, which may be null, is told of events.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_solve(
    control: *mut clingo_control_t,
    mode: clingo_solve_mode_bitset_t,
    assumptions: *const clingo_literal_t,
    assumptions_size: usize,
    notify: clingo_solve_event_callback_t,
    data: *mut c_void,
    handle: *mut *mut clingo_solve_handle_t,
) -> bool {
    // SAFETY: the caller gives a control, an array of literals, a callback with its data, and a place for the handle.
    unsafe {
        with(control, |control| {
            let core = &control.core;
            let mut assumed = Vec::new();
            for &number in list(assumptions, assumptions_size) {
                match given_literal(&core.control, number)? {
                    // An atom that the program does not have is false.
                    None if number < 0 => {}
                    literal => assumed.push((literal, number.into())),
                }
            }
            let callback = EventCallback::new(notify, data, notify.map(|_| core.control.user_statistics()));
            let search = core.search(assumed, mode & 2 != 0, callback)?;
            let search = clingo_solve_handle::new(search, mode & 1 != 0)?;
            if mode & 3 == 0 {
                search.search();
            }
            *handle = Box::into_raw(Box::new(search));
            Ok(())
        })
    }
}

/// Removes the names of atoms that are false for good, and makes those facts that are true for good.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_cleanup(control: *mut clingo_control_t) -> bool {
    // SAFETY: the caller gives a control.
    unsafe {
        with(control, |control| match control.core.is_searched.load(Ordering::Relaxed) {
            true => Ok(control.core.control.cleanup(just)?),
            false => Ok(()),
        })
    }
}

fn assign(control: &clingo_control, literal: clingo_literal_t, value: ExternalValue) -> Outcome {
    let core = &control.core;
    core.control.with(|_| ())?;
    // As in clingo, an atom that the program does not have is not an error.
    if let Some(literal) = given_literal(&core.control, literal)? {
        core.assign(literal, value)?;
    }
    Ok(())
}

/// Sets the value of an external atom for the searches to come.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_assign_external(
    control: *mut clingo_control_t,
    literal: clingo_literal_t,
    value: clingo_truth_value_t,
) -> bool {
    // SAFETY: the caller gives a control.
    unsafe {
        with(control, |control| {
            let value = match value {
                1 => ExternalValue::True,
                2 => ExternalValue::False,
                _ => ExternalValue::Free,
            };
            assign(control, literal, value)
        })
    }
}

/// Makes an external atom false for good.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_release_external(
    control: *mut clingo_control_t,
    literal: clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives a control.
    unsafe { with(control, |control| assign(control, literal.saturating_abs(), ExternalValue::Released)) }
}

/// Removes the objective.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_remove_minimize(control: *mut clingo_control_t) -> bool {
    // SAFETY: the caller gives a control.
    unsafe { with(control, |control| Ok(control.core.control.try_with(Engine::remove_minimize)?)) }
}

/// Sets the atoms that projected answer sets have to differ on, or adds to them.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_update_project(
    control: *mut clingo_control_t,
    atoms: *const clingo_atom_t,
    size: usize,
    append: bool,
) -> bool {
    // SAFETY: the caller gives a control, and an array of this size.
    unsafe {
        with(control, |control| {
            let atoms = list(atoms, size).iter().map(|&atom| Ok(program_literal(atom.into())?.atom()));
            let atoms = atoms.collect::<Outcome<Vec<AtomId>>>()?;
            Ok(control.core.control.project(&atoms, !append)?)
        })
    }
}

/// Adds a constraint of the caller's to the searches to come. One thread searches then, whether `sequential` or not.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_register_propagator(
    control: *mut clingo_control_t,
    propagator: *const clingo_propagator_t,
    data: *mut c_void,
    sequential: bool,
) -> bool {
    let _ = sequential;
    // SAFETY: the caller gives a control, and a propagator with its data.
    unsafe { with(control, |control| register(&control.core.control, &*propagator, data)) }
}

/// Whether it is known that there is no answer set, whatever is assumed.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_is_conflicting(control: *const clingo_control_t) -> bool {
    // SAFETY: the caller gives a control.
    open_door(false, || unsafe { &*control }.core.control.is_conflicting().unwrap_or(false))
}

/// Ends the search or grounding that is under way, or else the next one. It may be called from any thread.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_interrupt(control: *mut clingo_control_t) {
    // SAFETY: the caller gives a control.
    open_door((), || unsafe { &*control }.core.control.interrupt());
}

/// Fails: there is no clasp here.
#[no_mangle]
pub extern "C" fn clingo_control_clasp_facade(
    _control: *mut clingo_control_t,
    _clasp: *mut *mut c_void,
) -> bool {
    door(|| Err(Failure::runtime("there is no clasp here: groundplan has a solver of its own")))
}

/// Sets whether a search may forget what it learned from the answers that it excludes. Without effect here.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_set_enable_enumeration_assumption(
    control: *mut clingo_control_t,
    enable: bool,
) -> bool {
    // SAFETY: the caller gives a control.
    unsafe { &*control }.core.has_enumeration_assumption.store(enable, Ordering::Relaxed);
    true
}

/// See [`clingo_control_set_enable_enumeration_assumption`].
#[no_mangle]
pub unsafe extern "C" fn clingo_control_get_enable_enumeration_assumption(
    control: *mut clingo_control_t,
) -> bool {
    // SAFETY: the caller gives a control.
    unsafe { &*control }.core.has_enumeration_assumption.load(Ordering::Relaxed)
}

/// Sets whether the ground program is cleaned up before it grows after a search.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_set_enable_cleanup(
    control: *mut clingo_control_t,
    enable: bool,
) -> bool {
    // SAFETY: the caller gives a control.
    unsafe { &*control }.core.cleans_up.store(enable, Ordering::Relaxed);
    true
}

/// See [`clingo_control_set_enable_cleanup`].
#[no_mangle]
pub unsafe extern "C" fn clingo_control_get_enable_cleanup(control: *mut clingo_control_t) -> bool {
    // SAFETY: the caller gives a control.
    unsafe { &*control }.core.cleans_up.load(Ordering::Relaxed)
}

/// Returns the value of a constant, if the program or an option defines it.
fn constant(control: &clingo_control, name: &str) -> Outcome<Option<Term>> {
    let control = &control.core.control;
    let value = control.with(|engine| {
        let value = engine.constant(name)?;
        Some(control.with_terms(|terms| terms.of(value, engine.symbols())))
    })?;
    Ok(value)
}

/// Returns the value of a constant; its name as a symbol if nothing defines it.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_get_const(
    control: *const clingo_control_t,
    name: *const c_char,
    symbol: *mut clingo_symbol_t,
) -> bool {
    // SAFETY: the caller gives a control, a string, and a place for the symbol.
    unsafe {
        with(control, |control| {
            let name = text(name)?;
            let value = constant(control, name)?;
            *symbol = self::symbol(&value.unwrap_or_else(|| Term::function(name.into(), Vec::new(), true)));
            Ok(())
        })
    }
}

/// Whether something defines a constant.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_has_const(
    control: *const clingo_control_t,
    name: *const c_char,
    exists: *mut bool,
) -> bool {
    // SAFETY: the caller gives a control, a string, and a place for the result.
    unsafe {
        with(control, |control| {
            *exists = constant(control, text(name)?)?.is_some();
            Ok(())
        })
    }
}

/// Returns the atoms of the ground program; the pointer may be used as long as the control is there.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_symbolic_atoms(
    control: *const clingo_control_t,
    atoms: *mut *const clingo_symbolic_atoms_t,
) -> bool {
    // SAFETY: the caller gives a control, and a place for the result.
    unsafe {
        with(control, |control| {
            *atoms = &raw const control.atoms;
            Ok(())
        })
    }
}

/// Returns the theory atoms of the ground program; the pointer may be used as long as the control is there.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_theory_atoms(
    control: *const clingo_control_t,
    atoms: *mut *const clingo_theory_atoms_t,
) -> bool {
    // SAFETY: the caller gives a control, and a place for the result.
    unsafe {
        with(control, |control| {
            *atoms = &raw const control.theory;
            Ok(())
        })
    }
}

/// Returns what adds statements to the ground program; the pointer may be used as long as the control is there.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_backend(
    control: *mut clingo_control_t,
    backend: *mut *mut clingo_backend_t,
) -> bool {
    // SAFETY: the caller gives a control, and a place for the result.
    unsafe {
        with(control, |control| {
            *backend = (&raw const control.backend).cast_mut();
            Ok(())
        })
    }
}

/// Returns the configuration; the pointer may be used as long as the control is there.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_configuration(
    control: *mut clingo_control_t,
    configuration: *mut *mut clingo_configuration_t,
) -> bool {
    // SAFETY: the caller gives a control, and a place for the result.
    unsafe {
        with(control, |control| {
            *configuration = (&raw const control.configuration).cast_mut();
            Ok(())
        })
    }
}

/// Returns what the searches so far have counted; the pointer may be used until the next call.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_statistics(
    control: *const clingo_control_t,
    statistics: *mut *const clingo_statistics_t,
) -> bool {
    // SAFETY: the caller gives a control, and a place for the result.
    unsafe {
        with(control, |control| {
            let counted = control.core.control.statistics(&lock(&control.core.settings))?;
            let counted = Box::new(clingo_statistic::new(Arc::new(Mutex::new(counted))));
            *statistics = &raw const **lock(&control.statistics).insert(counted);
            Ok(())
        })
    }
}
