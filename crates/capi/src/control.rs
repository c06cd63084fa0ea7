//! Controls: programs, grounding, the values of external atoms, and searches. `core` has what a control does, `callbacks` whom it
//! calls.

mod callbacks;
mod core;

use std::ffi::{c_char, c_uint, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use groundplan::program::{AtomId, ExternalValue, Literal};
use groundplan::Engine;
use groundplan_clingo::control::just;
use groundplan_clingo::literal::literal as program_literal;
use groundplan_clingo::programs::Calls;
use groundplan_clingo::syntax::Node;
use groundplan_clingo::{ConfigurationTree, Control, Term};
use groundplan_frontend::lock::lock;

pub(crate) use self::core::ControlCore;
pub(crate) use callbacks::{nowhere, take_symbols};
use callbacks::{GroundCallback, MessageLog};

use crate::application::Printing;
use crate::backend::{clingo_atom_t, clingo_backend, clingo_backend_t, clingo_literal_t};
use crate::configuration::{clingo_configuration, clingo_configuration_t};
use crate::door::{door, open_door, Failure, Outcome};
use crate::propagator::{clingo_propagator_t, register};
use crate::script::SCRIPTS;
use crate::solve::{
    clingo_solve_event_callback_t, clingo_solve_handle, clingo_solve_handle_t, clingo_solve_mode_bitset_t,
    EventCallback,
};
use crate::statistics::{clingo_statistic, clingo_statistics_t};
use crate::symbol::{clingo_logger_t, clingo_symbol_callback_t, clingo_symbol_t, symbol, terms};
use crate::symbolic_atoms::{clingo_symbolic_atoms, clingo_symbolic_atoms_t};
use crate::text::{list, text, texts};
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

/// A program, its ground program, and searches.
pub struct clingo_control {
    pub(crate) core: Arc<ControlCore>,
    atoms: clingo_symbolic_atoms,
    theory: clingo_theory_atoms,
    backend: clingo_backend,
    configuration: clingo_configuration,
    /// The statements that a program builder has begun to add.
    pub(crate) statements: Mutex<Option<Vec<Node>>>,
    /// The statistics that were last asked for.
    statistics: Mutex<Option<Box<clingo_statistic>>>,
}

/// See [`clingo_control`].
pub type clingo_control_t = clingo_control;

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
        let mut engine = Engine::new();
        // A program's own theory, such as that of clingo-dl, is its propagator's.
        engine.leave_defined_differences();
        let control = Control::new(engine);
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
            logger: MessageLog::new(logger, data, message_limit),
            calls,
            callback,
            cleans_up: AtomicBool::new(true),
            has_enumeration_assumption: AtomicBool::new(true),
            is_searched: AtomicBool::new(false),
            is_new: AtomicBool::new(false),
            is_incremental: AtomicBool::new(false),
            printing,
            is_replaced: AtomicBool::new(false),
        });
        for definition in constants {
            control.define(&definition)?;
        }
        let made = clingo_control {
            atoms: clingo_symbolic_atoms::new(&control),
            theory: clingo_theory_atoms::new(&control),
            backend: clingo_backend::new(&control, Box::new(Arc::clone(&core))),
            configuration: clingo_configuration::new(&core.settings),
            statements: Mutex::default(),
            statistics: Mutex::default(),
            core,
        };
        if let Some(shown) = shown {
            made.add_text("<show-preds>", &shown)?;
        }
        Ok(made)
    }

    /// Adds a text to the part `base`.
    pub(crate) fn add_text(&self, name: &str, text: &str) -> Outcome {
        self.core.added(self.core.control.add_text(&*self.core, name, text))
    }

    /// Adds statements.
    pub(crate) fn add_nodes(&self, nodes: &[Node]) -> Outcome {
        let core = &self.core;
        core.control.add_nodes(&**core, nodes).map_err(|error| core.failure(error))?;
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
            let core = &control.core;
            core.added(core.control.add_file(&**core, text(file)?))
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
            let core = &control.core;
            let mut paths = texts(files.cast_const(), size)?.into_iter();
            paths.try_for_each(|path| core.added(core.control.add_aspif(&**core, path)))
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
            let core = &control.core;
            core.added(core.control.add(&**core, name, &parameters, program))
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
            let grounded = core.undisturbed(|| core.ground(&parts));
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
                search.search()?;
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
            true => {
                control.core.control.settle()?;
                Ok(control.core.undisturbed(|| control.core.control.cleanup(just))?)
            }
            false => Ok(()),
        })
    }
}

fn assign(control: &clingo_control, literal: clingo_literal_t, value: ExternalValue) -> Outcome {
    let core = &control.core;
    core.control.settle()?;
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

/// Ends the search or grounding that is under way, or else the next search. It may be called from any thread.
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
            let value = control.core.control.constant(name)?;
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
            *exists = control.core.control.constant(text(name)?)?.is_some();
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
