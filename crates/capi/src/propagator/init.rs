//! The solver before the search, lent to C.

use std::ffi::c_int;

use groundplan_clingo::propagator::Init;

use super::assignment::{clingo_assignment, clingo_assignment_t};
use super::one_thread;
use crate::backend::{clingo_id_t, clingo_literal_t, clingo_weight_t, clingo_weighted_literal_t};
use crate::door::{door, open_door, Outcome};
use crate::symbolic_atoms::{clingo_symbolic_atoms, clingo_symbolic_atoms_t};
use crate::text::list;
use crate::theory_atoms::{clingo_theory_atoms, clingo_theory_atoms_t};

/// When `check` is called.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_propagator_check_mode_e {
    /// Never.
    clingo_propagator_check_mode_none = 0,
    /// When all literals have values.
    clingo_propagator_check_mode_total = 1,
    /// After propagation.
    clingo_propagator_check_mode_fixpoint = 2,
    /// Both.
    clingo_propagator_check_mode_both = 3,
}

/// A mode of `clingo_propagator_check_mode_e`.
pub type clingo_propagator_check_mode_t = c_int;

/// When `undo` is called.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_propagator_undo_mode_e {
    /// For levels on which `propagate` was called.
    clingo_propagator_undo_mode_default = 0,
    /// Also for those on which only `check` was called.
    clingo_propagator_undo_mode_always = 1,
}

/// A mode of `clingo_propagator_undo_mode_e`.
pub type clingo_propagator_undo_mode_t = c_int;

/// How a literal and a bound on a sum depend on each other.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_weight_constraint_type_e {
    /// The bound implies the literal.
    clingo_weight_constraint_type_implication_left = -1,
    /// The literal implies the bound.
    clingo_weight_constraint_type_implication_right = 1,
    /// Each implies the other.
    clingo_weight_constraint_type_equivalence = 0,
}

/// A type of `clingo_weight_constraint_type_e`.
pub type clingo_weight_constraint_type_t = c_int;

/// The solver before the search, for the time of `init`.
pub struct clingo_propagate_init {
    assignment: clingo_assignment,
    symbolic_atoms: *const clingo_symbolic_atoms,
    theory_atoms: *const clingo_theory_atoms,
}

/// See [`clingo_propagate_init`].
pub type clingo_propagate_init_t = clingo_propagate_init;

impl clingo_propagate_init {
    /// Lends the solver, with the atoms of its program.
    ///
    /// # Safety
    ///
    /// See [`clingo_assignment::at_start`].
    pub(super) unsafe fn new(
        init: &mut Init<'_, '_>,
        symbolic_atoms: &clingo_symbolic_atoms,
        theory_atoms: &clingo_theory_atoms,
    ) -> Self {
        // SAFETY: by the contract of this function.
        let assignment = unsafe { clingo_assignment::at_start(init) };
        clingo_propagate_init { assignment, symbolic_atoms, theory_atoms }
    }
}

/// Does something with the solver.
///
/// # Safety
///
/// `init` is an object of this library.
unsafe fn with<T>(
    init: *const clingo_propagate_init_t,
    act: impl FnOnce(&mut Init<'_, '_>) -> groundplan_clingo::Result<T>,
) -> Outcome<T> {
    // SAFETY: by the contract of this function.
    let init = unsafe { &*init };
    Ok(init.assignment.with_init(act)??)
}

/// Does something with the solver, and writes what it gives.
///
/// # Safety
///
/// `init` is an object of this library, and `result` may be written.
unsafe fn ask<T>(
    init: *const clingo_propagate_init_t,
    result: *mut T,
    act: impl FnOnce(&mut Init<'_, '_>) -> groundplan_clingo::Result<T>,
) -> bool {
    door(|| {
        // SAFETY: by the contract of this function.
        unsafe { *result = with(init, act)? };
        Ok(())
    })
}

/// Returns the solver literal of a literal of the program, or of the condition of a theory element.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_solver_literal(
    init: *const clingo_propagate_init_t,
    aspif_literal: clingo_literal_t,
    solver_literal: *mut clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives the solver and a place for the result.
    unsafe { ask(init, solver_literal, |init| init.solver_literal(aspif_literal.into())) }
}

/// Makes `propagate` hear when a literal becomes true.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_add_watch(
    init: *mut clingo_propagate_init_t,
    solver_literal: clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives the solver.
    door(|| unsafe { with(init, |init| init.add_watch(solver_literal)) })
}

/// Makes `propagate` hear when a literal becomes true in a thread, which has to be the one that searches.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_add_watch_to_thread(
    init: *mut clingo_propagate_init_t,
    solver_literal: clingo_literal_t,
    thread_id: clingo_id_t,
) -> bool {
    door(|| {
        one_thread(thread_id)?;
        // SAFETY: the caller gives the solver.
        unsafe { with(init, |init| init.add_watch(solver_literal)) }
    })
}

/// Ends the watch on a literal.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_remove_watch(
    init: *mut clingo_propagate_init_t,
    solver_literal: clingo_literal_t,
) -> bool {
    let remove = |init: &mut Init<'_, '_>| {
        init.remove_watch(solver_literal);
        Ok(())
    };
    // SAFETY: the caller gives the solver.
    door(|| unsafe { with(init, remove) })
}

/// Ends the watch on a literal in a thread, which has to be the one that searches.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_remove_watch_from_thread(
    init: *mut clingo_propagate_init_t,
    solver_literal: clingo_literal_t,
    thread_id: clingo_id_t,
) -> bool {
    door(|| {
        one_thread(thread_id)?;
        let remove = |init: &mut Init<'_, '_>| {
            init.remove_watch(solver_literal);
            Ok(())
        };
        // SAFETY: the caller gives the solver.
        unsafe { with(init, remove) }
    })
}

/// Keeps a literal from being simplified away, which none is.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_freeze_literal(
    init: *mut clingo_propagate_init_t,
    solver_literal: clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives the solver.
    door(|| unsafe { with(init, |init| init.freeze_literal(solver_literal)) })
}

/// Returns the atoms of the program. They stay as long as the propagator is registered.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_symbolic_atoms(
    init: *const clingo_propagate_init_t,
    atoms: *mut *const clingo_symbolic_atoms_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives the solver and a place for the result.
        unsafe { *atoms = (*init).symbolic_atoms };
        Ok(())
    })
}

/// Returns the theory atoms of the program. They stay as long as the propagator is registered.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_theory_atoms(
    init: *const clingo_propagate_init_t,
    atoms: *mut *const clingo_theory_atoms_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives the solver and a place for the result.
        unsafe { *atoms = (*init).theory_atoms };
        Ok(())
    })
}

/// Returns the number of threads that search: always 1.
#[no_mangle]
pub extern "C" fn clingo_propagate_init_number_of_threads(_init: *const clingo_propagate_init_t) -> c_int {
    1
}

/// Sets when `check` is called.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_set_check_mode(
    init: *mut clingo_propagate_init_t,
    mode: clingo_propagator_check_mode_t,
) {
    open_door((), || {
        // SAFETY: the caller gives what the callback was given.
        drop(unsafe { (*init).assignment.with_init(|init| init.set_check_mode((mode & 3) as u8)) })
    });
}

/// Returns when `check` is called.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_get_check_mode(
    init: *const clingo_propagate_init_t,
) -> clingo_propagator_check_mode_t {
    // SAFETY: the caller gives the solver.
    let mode = || unsafe { (*init).assignment.with_init(|init| init.check_mode()) };
    open_door(0, || mode().map_or(0, clingo_propagator_check_mode_t::from))
}

/// Sets when `undo` is called.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_set_undo_mode(
    init: *mut clingo_propagate_init_t,
    mode: clingo_propagator_undo_mode_t,
) {
    // SAFETY: the caller gives the solver.
    open_door((), || drop(unsafe { (*init).assignment.with_init(|init| init.set_always_undoes(mode != 0)) }));
}

/// Returns when `undo` is called.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_get_undo_mode(
    init: *const clingo_propagate_init_t,
) -> clingo_propagator_undo_mode_t {
    // SAFETY: the caller gives the solver.
    let always = || unsafe { (*init).assignment.with_init(|init| init.always_undoes()) };
    open_door(0, || always().map_or(0, clingo_propagator_undo_mode_t::from))
}

/// Returns the values of literals; before the search, only those have one that are fixed by unit clauses.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_assignment(
    init: *const clingo_propagate_init_t,
) -> *const clingo_assignment_t {
    // SAFETY: the caller gives the solver.
    unsafe { &raw const (*init).assignment }
}

/// Adds a new literal, which does not occur in the program. None is simplified away, whether it is frozen or not.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_add_literal(
    init: *mut clingo_propagate_init_t,
    _freeze: bool,
    result: *mut clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives the solver and a place for the result.
    unsafe { ask(init, result, |init| Ok(init.add_literal())) }
}

/// Adds a clause. The result is false if there is known to be no answer set.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_add_clause(
    init: *mut clingo_propagate_init_t,
    clause: *const clingo_literal_t,
    size: usize,
    result: *mut bool,
) -> bool {
    // SAFETY: the caller gives the solver, an array and a place for the result.
    unsafe { ask(init, result, |init| init.add_clause(list(clause, size))) }
}

/// Relates a literal to a bound on a sum: the weights of the true literals sum up to at least the bound or, with `compare_equal`, to
/// the bound. The result is false if there is known to be no answer set.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_add_weight_constraint(
    init: *mut clingo_propagate_init_t,
    literal: clingo_literal_t,
    literals: *const clingo_weighted_literal_t,
    size: usize,
    bound: clingo_weight_t,
    r#type: clingo_weight_constraint_type_t,
    compare_equal: bool,
    result: *mut bool,
) -> bool {
    let add = |init: &mut Init<'_, '_>| {
        // SAFETY: the caller gives an array.
        let weights = unsafe { list(literals, size) };
        let weights: Vec<(i32, i64)> = weights.iter().map(|it| (it.literal, it.weight.into())).collect();
        init.add_weight_constraint(literal, &weights, bound.into(), r#type, compare_equal)
    };
    // SAFETY: the caller gives the solver and a place for the result.
    unsafe { ask(init, result, add) }
}

/// Adds a literal to what is minimized, in this search and in later ones: if it is true, it costs its weight at the priority.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_add_minimize(
    init: *mut clingo_propagate_init_t,
    literal: clingo_literal_t,
    weight: clingo_weight_t,
    priority: clingo_weight_t,
) -> bool {
    // SAFETY: the caller gives the solver.
    door(|| unsafe { with(init, |init| init.add_minimize(literal, weight.into(), priority.into())) })
}

/// Propagates what was added by unit clauses. The result is false if there is known to be no answer set.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_init_propagate(
    init: *mut clingo_propagate_init_t,
    result: *mut bool,
) -> bool {
    // SAFETY: the caller gives the solver and a place for the result.
    unsafe { ask(init, result, |init| Ok(init.propagate())) }
}
