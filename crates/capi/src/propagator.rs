//! Propagators in C.
//!
//! What a callback is given lives on the stack of the function that calls it. The callbacks of a propagator are never called by two
//! threads at once: one thread searches where there is a propagator.

mod assignment;
mod control;
mod init;

pub use assignment::*;
pub use control::*;
pub use init::*;

use std::ffi::c_void;
use std::sync::Arc;

use groundplan_clingo::control::Told;
use groundplan_clingo::propagator::{HostPropagator, Init, Methods, Searching, Undone};
use groundplan_clingo::Control;

use crate::backend::{clingo_id_t, clingo_literal_t};
use crate::door::{called, Failure, Outcome};
use crate::symbolic_atoms::clingo_symbolic_atoms;
use crate::theory_atoms::clingo_theory_atoms;

/// The function of a propagator that prepares it for a search.
pub type clingo_propagator_init_callback_t =
    Option<unsafe extern "C" fn(init: *mut clingo_propagate_init_t, data: *mut c_void) -> bool>;

/// The function of a propagator that hears of watched literals that became true.
pub type clingo_propagator_propagate_callback_t = Option<
    unsafe extern "C" fn(
        control: *mut clingo_propagate_control_t,
        changes: *const clingo_literal_t,
        size: usize,
        data: *mut c_void,
    ) -> bool,
>;

/// The function of a propagator that hears of changes that are taken back.
pub type clingo_propagator_undo_callback_t = Option<
    unsafe extern "C" fn(
        control: *const clingo_propagate_control_t,
        changes: *const clingo_literal_t,
        size: usize,
        data: *mut c_void,
    ),
>;

/// The function of a propagator that looks at an assignment.
pub type clingo_propagator_check_callback_t =
    Option<unsafe extern "C" fn(control: *mut clingo_propagate_control_t, data: *mut c_void) -> bool>;

/// The functions of a propagator, each of which may be null.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct clingo_propagator {
    /// Prepares for a search.
    pub init: clingo_propagator_init_callback_t,
    /// Hears of watched literals that became true.
    pub propagate: clingo_propagator_propagate_callback_t,
    /// Hears of changes that are taken back.
    pub undo: clingo_propagator_undo_callback_t,
    /// Looks at an assignment.
    pub check: clingo_propagator_check_callback_t,
    /// Says which literal to make true; 0 leaves it to the solver. There is no `fallback`: it is 0.
    pub decide: Option<
        unsafe extern "C" fn(
            thread_id: clingo_id_t,
            assignment: *const clingo_assignment_t,
            fallback: clingo_literal_t,
            data: *mut c_void,
            decision: *mut clingo_literal_t,
        ) -> bool,
    >,
}

/// See [`clingo_propagator`].
pub type clingo_propagator_t = clingo_propagator;

/// A propagator that calls functions in C.
struct CPropagator {
    functions: clingo_propagator,
    data: *mut c_void,
    /// What `init` is told of the program. In boxes, since C may keep the pointers.
    symbolic_atoms: Box<clingo_symbolic_atoms>,
    theory_atoms: Box<clingo_theory_atoms>,
}

// SAFETY: clingo, too, calls a propagator by the threads that search; only one does here, and it is passed on as a whole.
unsafe impl Send for CPropagator {}

/// Registers a propagator of the caller.
///
/// # Errors
///
/// Returns an error if the control is busy or broken.
pub(crate) fn register(control: &Arc<Control>, propagator: &clingo_propagator, data: *mut c_void) -> Outcome {
    let has = Methods {
        init: propagator.init.is_some(),
        propagate: propagator.propagate.is_some(),
        undo: propagator.undo.is_some(),
        check: propagator.check.is_some(),
        decide: propagator.decide.is_some(),
    };
    let host = CPropagator {
        functions: *propagator,
        data,
        symbolic_atoms: Box::new(clingo_symbolic_atoms::new(control)),
        theory_atoms: Box::new(clingo_theory_atoms::of_search(control)),
    };
    Ok(control.register_propagator(host, has)?)
}

/// Returns an error unless this is the number of the thread that searches.
fn one_thread(thread: clingo_id_t) -> Outcome {
    if thread == 0 {
        return Ok(());
    }
    Err(Failure::runtime("one thread searches where there is a propagator: its number is 0"))
}

/// Turns the return value of a callback into what the search is told.
fn told(is_done: bool) -> Told<()> {
    called(is_done).map_err(|failure| Box::new(failure) as _)
}

impl HostPropagator for CPropagator {
    fn init(&mut self, init: &mut Init<'_, '_>) -> Told<()> {
        let Some(function) = self.functions.init else { return Ok(()) };
        // SAFETY: C uses what it is lent only during the call, and the caller of `register` gave the function and its data.
        told(unsafe {
            let mut lent = clingo_propagate_init::new(init, &self.symbolic_atoms, &self.theory_atoms);
            function(&raw mut lent, self.data)
        })
    }

    fn propagate(&mut self, search: &mut Searching<'_, '_>, changes: &[i32]) -> Told<()> {
        let Some(function) = self.functions.propagate else { return Ok(()) };
        // SAFETY: as in `init`.
        told(unsafe {
            let mut lent = clingo_propagate_control::of_search(search);
            function(&raw mut lent, changes.as_ptr(), changes.len(), self.data)
        })
    }

    fn undo(&mut self, undone: &Undone<'_>, changes: &[i32]) -> Told<()> {
        let Some(function) = self.functions.undo else { return Ok(()) };
        // SAFETY: as in `init`.
        unsafe {
            let lent = clingo_propagate_control::of_undone(undone);
            function(&raw const lent, changes.as_ptr(), changes.len(), self.data);
        }
        Ok(())
    }

    fn check(&mut self, search: &mut Searching<'_, '_>) -> Told<()> {
        let Some(function) = self.functions.check else { return Ok(()) };
        // SAFETY: as in `init`.
        told(unsafe {
            let mut lent = clingo_propagate_control::of_search(search);
            function(&raw mut lent, self.data)
        })
    }

    fn decide(&mut self, search: &mut Searching<'_, '_>) -> Told<i32> {
        let Some(function) = self.functions.decide else { return Ok(0) };
        let mut decision = 0;
        // SAFETY: as in `init`.
        told(unsafe {
            let lent = clingo_propagate_control::of_search(search);
            function(0, lent.assignment(), 0, self.data, &raw mut decision)
        })?;
        Ok(decision)
    }
}
