//! The solver during the search, lent to C.

use std::ffi::c_int;

use groundplan_clingo::propagator::{Searching, Undone};

use super::assignment::{clingo_assignment, clingo_assignment_t};
use crate::backend::{clingo_id_t, clingo_literal_t};
use crate::door::{door, open_door};
use crate::text::list;

/// How long a clause stays.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_clause_type_e {
    /// As long as the solver likes.
    clingo_clause_type_learnt = 0,
    /// For good.
    clingo_clause_type_static = 1,
    /// As long as the solver likes, but not in the next search.
    clingo_clause_type_volatile = 2,
    /// Until the search ends.
    clingo_clause_type_volatile_static = 3,
}

/// A type of `clingo_clause_type_e`.
pub type clingo_clause_type_t = c_int;

/// The solver during the search, for the time of a callback.
pub struct clingo_propagate_control {
    assignment: clingo_assignment,
}

/// See [`clingo_propagate_control`].
pub type clingo_propagate_control_t = clingo_propagate_control;

impl clingo_propagate_control {
    /// Lends a search; see [`clingo_assignment::at_start`].
    pub(super) unsafe fn of_search(search: &mut Searching<'_, '_>) -> Self {
        // SAFETY: by the contract of this function.
        clingo_propagate_control { assignment: unsafe { clingo_assignment::of_search(search) } }
    }

    /// Lends what is undone; see [`clingo_assignment::at_start`].
    pub(super) unsafe fn of_undone(undone: &Undone<'_>) -> Self {
        // SAFETY: by the contract of this function.
        clingo_propagate_control { assignment: unsafe { clingo_assignment::of_undone(undone) } }
    }

    /// Returns the values of literals.
    pub(super) fn assignment(&self) -> &clingo_assignment {
        &self.assignment
    }
}

/// Returns the number of the searching thread: always 0.
#[no_mangle]
pub extern "C" fn clingo_propagate_control_thread_id(
    _control: *const clingo_propagate_control_t,
) -> clingo_id_t {
    0
}

/// Returns the values of literals.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_control_assignment(
    control: *const clingo_propagate_control_t,
) -> *const clingo_assignment_t {
    // SAFETY: the caller gives the solver.
    unsafe { &raw const (*control).assignment }
}

/// Adds a new literal until the search ends.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_control_add_literal(
    control: *mut clingo_propagate_control_t,
    result: *mut clingo_literal_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives the solver and a place for the result.
        unsafe { *result = (*control).assignment.with_search(|search| search.add_literal())?? };
        Ok(())
    })
}

/// Makes `propagate` hear when a literal becomes true.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_control_add_watch(
    control: *mut clingo_propagate_control_t,
    literal: clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives the solver.
    door(|| Ok(unsafe { (*control).assignment.with_search(|search| search.add_watch(literal)) }??))
}

/// Whether `propagate` hears of a literal.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_control_has_watch(
    control: *const clingo_propagate_control_t,
    literal: clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives the solver.
    open_door(false, || unsafe { (*control).assignment.has_watch(literal) })
}

/// Ends the watch on a literal.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_control_remove_watch(
    control: *mut clingo_propagate_control_t,
    literal: clingo_literal_t,
) {
    open_door((), || {
        // SAFETY: the caller gives what the callback was given.
        drop(unsafe { (*control).assignment.with_search(|search| search.remove_watch(literal)) })
    });
}

/// Adds a clause. The result is false if the assignment violates it: then the callback returns at once.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_control_add_clause(
    control: *mut clingo_propagate_control_t,
    clause: *const clingo_literal_t,
    size: usize,
    r#type: clingo_clause_type_t,
    result: *mut bool,
) -> bool {
    door(|| {
        let (is_kept, is_for_now) = (r#type & 1 != 0, r#type & 2 != 0);
        // SAFETY: the caller gives an array.
        let clause = unsafe { list(clause, size) };
        let add = |search: &mut Searching<'_, '_>| match is_for_now {
            true => search.add_clause_for_now(clause, is_kept),
            false => search.add_clause(clause, is_kept),
        };
        // SAFETY: the caller gives the solver and a place for the result.
        unsafe { *result = (*control).assignment.with_search(add)?? };
        Ok(())
    })
}

/// Propagates what was added, which the search does after the callback. The result is false if the assignment violates a clause that
/// the callback has added.
#[no_mangle]
pub unsafe extern "C" fn clingo_propagate_control_propagate(
    control: *mut clingo_propagate_control_t,
    result: *mut bool,
) -> bool {
    door(|| {
        // SAFETY: the caller gives the solver and a place for the result.
        unsafe { *result = (*control).assignment.with_search(|search| search.is_consistent())? };
        Ok(())
    })
}
