//! The values of the solver's literals, lent to C.

use std::cell::{OnceCell, RefCell};
use std::ptr::NonNull;

use groundplan_clingo::propagator::{Assignment, FixedAssignment, Init, Searching, TrueLiterals, Undone};

use crate::backend::clingo_literal_t;
use crate::control::{clingo_truth_value_e, clingo_truth_value_t};
use crate::door::{door, open_door, Failure, Outcome};

/// The values of the solver's literals, for the time of a callback.
pub struct clingo_assignment {
    lent: LentSolver,
    /// What is true before the search, once it was asked for; `None` again after a change.
    at_start: RefCell<Option<TrueLiterals>>,
    /// What was true before the change that is undone, once it was asked for.
    undone: OnceCell<FixedAssignment>,
}

/// See [`clingo_assignment`].
pub type clingo_assignment_t = clingo_assignment;

/// What a propagator of Rust was given. The lifetimes are longer than they are: the pointers are used only by the functions that C calls
/// during the callback.
#[derive(Clone, Copy)]
enum LentSolver {
    Start(NonNull<Init<'static, 'static>>),
    Search(NonNull<Searching<'static, 'static>>),
    Undone(NonNull<Undone<'static>>),
}

impl clingo_assignment {
    fn of(lent: LentSolver) -> Self {
        clingo_assignment { lent, at_start: RefCell::new(None), undone: OnceCell::new() }
    }

    /// Lends what is known before the search.
    ///
    /// # Safety
    ///
    /// The result, and what is given to C with it, is used only as long as `init` is there and not used otherwise.
    pub(super) unsafe fn at_start(init: &mut Init<'_, '_>) -> Self {
        clingo_assignment::of(LentSolver::Start(NonNull::from(init).cast()))
    }

    /// Lends a search; see [`clingo_assignment::at_start`].
    pub(super) unsafe fn of_search(search: &mut Searching<'_, '_>) -> Self {
        clingo_assignment::of(LentSolver::Search(NonNull::from(search).cast()))
    }

    /// Lends what is undone; see [`clingo_assignment::at_start`].
    pub(super) unsafe fn of_undone(undone: &Undone<'_>) -> Self {
        clingo_assignment::of(LentSolver::Undone(NonNull::from(undone).cast()))
    }

    /// Calls `act` with the solver before the search, which it may change.
    pub(super) fn with_init<T>(&self, act: impl FnOnce(&mut Init<'_, '_>) -> T) -> Outcome<T> {
        let LentSolver::Start(mut init) = self.lent else {
            return Err(Failure::logic("this can be done only before the search"));
        };
        self.at_start.take();
        // SAFETY: it is lent as long as the callback runs, and no code of the caller runs in `act`.
        Ok(act(unsafe { init.as_mut() }))
    }

    /// Calls `act` with the solver.
    pub(super) fn with_search<T>(&self, act: impl FnOnce(&mut Searching<'_, '_>) -> T) -> Outcome<T> {
        let LentSolver::Search(mut search) = self.lent else {
            return Err(Failure::logic("this cannot be done while assignments are undone"));
        };
        // SAFETY: it is lent as long as the callback runs, and no code of the caller runs in `act`.
        Ok(act(unsafe { search.as_mut() }))
    }

    /// Whether the propagator hears of a literal.
    pub(super) fn has_watch(&self, literal: clingo_literal_t) -> bool {
        match self.lent {
            LentSolver::Start(_) => false,
            // SAFETY: see `with_search`.
            LentSolver::Search(search) => unsafe { search.as_ref() }.has_watch(literal),
            // SAFETY: see `with_search`.
            LentSolver::Undone(undone) => unsafe { undone.as_ref() }.has_watch(literal),
        }
    }

    /// Calls `act` with the values.
    fn with<T>(&self, act: impl FnOnce(&mut dyn Assignment) -> T) -> T {
        match self.lent {
            // SAFETY: it is lent as long as the callback runs, and no code of the caller runs in `act`.
            LentSolver::Start(mut init) => act(unsafe { init.as_mut() }),
            // SAFETY: as above.
            LentSolver::Search(mut search) => act(unsafe { search.as_mut() }),
            LentSolver::Undone(undone) => {
                // SAFETY: as above.
                let undone = unsafe { undone.as_ref() };
                act(&mut self.undone.get_or_init(|| undone.assignment()))
            }
        }
    }

    /// Returns the index of the first true literal of a level; `None` if there is no such level.
    fn begin_of(&self, level: u32) -> Option<usize> {
        match self.lent {
            LentSolver::Start(_) => (level == 0).then_some(0),
            _ => self.with(|values| values.trail_begin(level as usize)),
        }
    }

    /// Calls `act` with what is true before the search; returns `None` if the search has begun.
    fn at_start_with<T>(&self, act: impl FnOnce(&TrueLiterals) -> T) -> Option<T> {
        if !matches!(self.lent, LentSolver::Start(_)) {
            return None;
        }
        let mut at_start = self.at_start.borrow_mut();
        Some(act(at_start.get_or_insert_with(|| self.with(|values| values.trail()))))
    }

    fn trail_size(&self) -> usize {
        let at_start = self.at_start_with(|trail| trail.literals.len());
        at_start.unwrap_or_else(|| self.with(|values| values.trail_len()))
    }

    fn trail_at(&self, index: usize) -> Option<i32> {
        let at_start = self.at_start_with(|trail| trail.literals.get(index).copied());
        at_start.unwrap_or_else(|| self.with(|values| values.trail_at(index)))
    }
}

/// Asks for something that cannot fail.
///
/// # Safety
///
/// `assignment` is an object of this library.
unsafe fn tell<T>(
    assignment: *const clingo_assignment_t,
    otherwise: T,
    act: impl FnOnce(&mut dyn Assignment) -> T,
) -> T {
    // SAFETY: by the contract of this function.
    open_door(otherwise, || unsafe { (*assignment).with(act) })
}

/// Asks for something about a literal or level, and writes what is found.
///
/// # Safety
///
/// `assignment` is an object of this library, and `result` may be written.
unsafe fn ask<T>(
    assignment: *const clingo_assignment_t,
    result: *mut T,
    act: impl FnOnce(&mut dyn Assignment) -> groundplan_clingo::Result<T>,
) -> bool {
    door(|| {
        // SAFETY: by the contract of this function.
        unsafe { *result = (*assignment).with(act)? };
        Ok(())
    })
}

/// Returns the current decision level.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_decision_level(assignment: *const clingo_assignment_t) -> u32 {
    // SAFETY: the caller gives an assignment.
    unsafe { tell(assignment, 0, |values| values.decision_level() as u32) }
}

/// Returns the level below which the search never backtracks: always 0.
#[no_mangle]
pub extern "C" fn clingo_assignment_root_level(_assignment: *const clingo_assignment_t) -> u32 {
    0
}

/// Whether the assignment is in conflict; a propagator never sees one that is.
#[no_mangle]
pub extern "C" fn clingo_assignment_has_conflict(_assignment: *const clingo_assignment_t) -> bool {
    false
}

/// Whether the solver has a literal.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_has_literal(
    assignment: *const clingo_assignment_t,
    literal: clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives an assignment.
    unsafe { tell(assignment, false, |values| values.value(literal).is_ok()) }
}

/// Returns the decision level on which a literal got its value; 4294967295 if it has none.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_level(
    assignment: *const clingo_assignment_t,
    literal: clingo_literal_t,
    level: *mut u32,
) -> bool {
    // SAFETY: the caller gives an assignment and a place for the result.
    unsafe {
        ask(assignment, level, |values| Ok(values.level(literal)?.map_or(u32::MAX, |level| level as u32)))
    }
}

/// Returns the decision of a level; the literal that is always true for level 0.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_decision(
    assignment: *const clingo_assignment_t,
    level: u32,
    literal: *mut clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives an assignment and a place for the result.
    unsafe { ask(assignment, literal, |values| values.decision(level as usize)) }
}

/// Whether a literal has its value on level 0.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_is_fixed(
    assignment: *const clingo_assignment_t,
    literal: clingo_literal_t,
    is_fixed: *mut bool,
) -> bool {
    // SAFETY: the caller gives an assignment and a place for the result.
    unsafe { ask(assignment, is_fixed, |values| Ok(values.level(literal)? == Some(0))) }
}

/// Whether a literal is true.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_is_true(
    assignment: *const clingo_assignment_t,
    literal: clingo_literal_t,
    is_true: *mut bool,
) -> bool {
    // SAFETY: the caller gives an assignment and a place for the result.
    unsafe { ask(assignment, is_true, |values| Ok(values.value(literal)? == Some(true))) }
}

/// Whether a literal is false.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_is_false(
    assignment: *const clingo_assignment_t,
    literal: clingo_literal_t,
    is_false: *mut bool,
) -> bool {
    // SAFETY: the caller gives an assignment and a place for the result.
    unsafe { ask(assignment, is_false, |values| Ok(values.value(literal)? == Some(false))) }
}

/// Returns the value of a literal.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_truth_value(
    assignment: *const clingo_assignment_t,
    literal: clingo_literal_t,
    value: *mut clingo_truth_value_t,
) -> bool {
    use clingo_truth_value_e as Value;
    let found = |values: &mut dyn Assignment| {
        let value = match values.value(literal)? {
            None => Value::clingo_truth_value_free,
            Some(true) => Value::clingo_truth_value_true,
            Some(false) => Value::clingo_truth_value_false,
        };
        Ok(value as clingo_truth_value_t)
    };
    // SAFETY: the caller gives an assignment and a place for the result.
    unsafe { ask(assignment, value, found) }
}

/// Returns the number of variables, whose positive literals are the numbers from 1 on.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_size(assignment: *const clingo_assignment_t) -> usize {
    // SAFETY: the caller gives an assignment.
    unsafe { tell(assignment, 0, |values| values.len()) }
}

/// Returns the positive literal with an index.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_at(
    assignment: *const clingo_assignment_t,
    offset: usize,
    literal: *mut clingo_literal_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives an assignment.
        if offset >= unsafe { (*assignment).with(|values| values.len()) } {
            return Err(Failure::runtime("invalid offset: the solver has no more literals"));
        }
        // SAFETY: the caller gives a place for the result.
        unsafe { *literal = offset as clingo_literal_t + 1 };
        Ok(())
    })
}

/// Whether all literals have a value.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_is_total(assignment: *const clingo_assignment_t) -> bool {
    // SAFETY: the caller gives an assignment.
    unsafe { tell(assignment, false, |values| values.is_total()) }
}

/// Returns the number of true literals.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_trail_size(
    assignment: *const clingo_assignment_t,
    size: *mut u32,
) -> bool {
    door(|| {
        // SAFETY: the caller gives an assignment and a place for the result.
        unsafe { *size = (*assignment).trail_size() as u32 };
        Ok(())
    })
}

fn no_level(level: u32) -> Failure {
    Failure::runtime(&format!("invalid decision level: there is no level {level}"))
}

/// Returns the index of the first true literal of a level.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_trail_begin(
    assignment: *const clingo_assignment_t,
    level: u32,
    offset: *mut u32,
) -> bool {
    door(|| {
        // SAFETY: the caller gives an assignment and a place for the result.
        unsafe { *offset = (*assignment).begin_of(level).ok_or_else(|| no_level(level))? as u32 };
        Ok(())
    })
}

/// Returns the index behind the last true literal of a level.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_trail_end(
    assignment: *const clingo_assignment_t,
    level: u32,
    offset: *mut u32,
) -> bool {
    door(|| {
        // SAFETY: the caller gives an assignment.
        let assignment = unsafe { &*assignment };
        assignment.begin_of(level).ok_or_else(|| no_level(level))?;
        let next = level.checked_add(1).and_then(|next| assignment.begin_of(next));
        // SAFETY: the caller gives a place for the result.
        unsafe { *offset = next.unwrap_or_else(|| assignment.trail_size()) as u32 };
        Ok(())
    })
}

/// Returns the true literal with an index, in the order of assignment.
#[no_mangle]
pub unsafe extern "C" fn clingo_assignment_trail_at(
    assignment: *const clingo_assignment_t,
    offset: u32,
    literal: *mut clingo_literal_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives an assignment.
        let found = unsafe { (*assignment).trail_at(offset as usize) };
        let found =
            found.ok_or_else(|| Failure::runtime("invalid offset: there are no more true literals"))?;
        // SAFETY: the caller gives a place for the result.
        unsafe { *literal = found };
        Ok(())
    })
}
