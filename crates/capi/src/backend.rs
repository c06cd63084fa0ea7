//! The backend: statements that are added to the ground program one by one.

use std::ffi::{c_char, c_int, c_uint};
use std::sync::{Arc, Weak};

use groundplan::syntax::theory::Brackets;
use groundplan_clingo::backend::{external_value, modifier};
use groundplan_clingo::{Backend, Control};

use crate::door::{door, Failure, Outcome};
use crate::symbol::{clingo_symbol_t, term};
use crate::text::{list, text};

/// A literal: an atom or, negative, its negation.
pub type clingo_literal_t = i32;

/// An atom: they are numbered from 1.
pub type clingo_atom_t = u32;

/// The number of a term, an element, a key or a thread.
pub type clingo_id_t = u32;

/// A weight or a priority.
pub type clingo_weight_t = i32;

/// A literal with a weight.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct clingo_weighted_literal {
    /// The literal.
    pub literal: clingo_literal_t,
    /// The weight.
    pub weight: clingo_weight_t,
}

/// See [`clingo_weighted_literal`].
pub type clingo_weighted_literal_t = clingo_weighted_literal;

/// The kind of a sequence of theory terms.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_theory_sequence_type_e {
    /// In parentheses.
    clingo_theory_sequence_type_tuple = 0,
    /// In braces.
    clingo_theory_sequence_type_set = 1,
    /// In brackets.
    clingo_theory_sequence_type_list = 2,
}

/// A kind of `clingo_theory_sequence_type_e`.
pub type clingo_theory_sequence_type_t = c_int;

/// What a heuristic directive changes.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_heuristic_type_e {
    /// The level of an atom.
    clingo_heuristic_type_level = 0,
    /// The value that is tried first.
    clingo_heuristic_type_sign = 1,
    /// A factor of the activity.
    clingo_heuristic_type_factor = 2,
    /// The activity at the start.
    clingo_heuristic_type_init = 3,
    /// The level, with the value true.
    clingo_heuristic_type_true = 4,
    /// The level, with the value false.
    clingo_heuristic_type_false = 5,
}

/// A kind of `clingo_heuristic_type_e`.
pub type clingo_heuristic_type_t = c_int;

/// The value of an external atom.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_external_type_e {
    /// Either.
    clingo_external_type_free = 0,
    /// True.
    clingo_external_type_true = 1,
    /// False.
    clingo_external_type_false = 2,
    /// False for good, and no longer external.
    clingo_external_type_release = 3,
}

/// A value of `clingo_external_type_e`.
pub type clingo_external_type_t = c_int;

/// Adds statements to the ground program of a control.
pub struct clingo_backend {
    control: Weak<Control>,
    /// What to do when adding begins, and when it ends.
    hooks: Box<dyn BackendHooks>,
}

/// See [`clingo_backend`].
pub type clingo_backend_t = clingo_backend;

/// What a control does around the use of its backend.
pub(crate) trait BackendHooks {
    /// Adding begins.
    fn begin(&self) -> Outcome;

    /// Adding ends.
    fn end(&self) -> Outcome;
}

impl clingo_backend {
    pub(crate) fn new(control: &Arc<Control>, hooks: Box<dyn BackendHooks>) -> Self {
        clingo_backend { control: Arc::downgrade(control), hooks }
    }
}

/// Runs a function of the interface with the backend behind a pointer.
///
/// # Safety
///
/// The pointer comes from the library, and its control is still there.
unsafe fn with(backend: *mut clingo_backend_t, act: impl FnOnce(Backend<'_>) -> Outcome) -> bool {
    door(|| {
        // SAFETY: by the contract of this function.
        let backend = unsafe { &*backend };
        let control = backend.control.upgrade().ok_or_else(|| Failure::logic("the control is gone"))?;
        act(Backend(&control))
    })
}

/// Returns numbers of the caller as those of the library.
///
/// # Safety
///
/// See [`list`].
unsafe fn numbers<T: Copy + Into<i64>>(items: *const T, size: usize) -> Vec<i64> {
    // SAFETY: by the contract of this function.
    unsafe { list(items, size) }.iter().map(|&item| item.into()).collect()
}

/// Returns numbers of terms or elements.
///
/// # Safety
///
/// See [`list`].
unsafe fn ids(items: *const clingo_id_t, size: usize) -> Vec<usize> {
    // SAFETY: by the contract of this function.
    unsafe { list(items, size) }.iter().map(|&item| item as usize).collect()
}

/// Returns literals with weights.
///
/// # Safety
///
/// See [`list`].
unsafe fn weighted(items: *const clingo_weighted_literal_t, size: usize) -> Vec<(i64, i64)> {
    // SAFETY: by the contract of this function.
    unsafe { list(items, size) }.iter().map(|item| (item.literal.into(), item.weight.into())).collect()
}

fn id(number: usize) -> Outcome<clingo_id_t> {
    clingo_id_t::try_from(number).map_err(|_| Failure::runtime("there are too many terms"))
}

fn atom_number(number: i64) -> Outcome<clingo_atom_t> {
    clingo_atom_t::try_from(number).map_err(|_| Failure::runtime("there are too many atoms"))
}

/// Begins to add statements. Call it before the functions below.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_begin(backend: *mut clingo_backend_t) -> bool {
    // SAFETY: the caller gives a backend.
    door(|| unsafe { &*backend }.hooks.begin())
}

/// Ends adding statements. Call it before solving.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_end(backend: *mut clingo_backend_t) -> bool {
    // SAFETY: the caller gives a backend.
    door(|| unsafe { &*backend }.hooks.end())
}

/// Adds a rule: if the body is true, an atom of the head is or, with `choice`, any of them may be.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_rule(
    backend: *mut clingo_backend_t,
    choice: bool,
    head: *const clingo_atom_t,
    head_size: usize,
    body: *const clingo_literal_t,
    body_size: usize,
) -> bool {
    // SAFETY: the caller gives a backend, and arrays of these sizes.
    unsafe {
        let (head, body) = (numbers(head, head_size), numbers(body, body_size));
        with(backend, |backend| Ok(backend.add_rule(&head, &body, choice)?))
    }
}

/// Adds a rule whose body is true if the weights of its true literals add up to at least a bound.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_weight_rule(
    backend: *mut clingo_backend_t,
    choice: bool,
    head: *const clingo_atom_t,
    head_size: usize,
    lower_bound: clingo_weight_t,
    body: *const clingo_weighted_literal_t,
    body_size: usize,
) -> bool {
    // SAFETY: the caller gives a backend, and arrays of these sizes.
    unsafe {
        let (head, body) = (numbers(head, head_size), weighted(body, body_size));
        with(backend, |backend| Ok(backend.add_weight_rule(&head, lower_bound.into(), &body, choice)?))
    }
}

/// Adds literals with weights to the objective at a priority.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_minimize(
    backend: *mut clingo_backend_t,
    priority: clingo_weight_t,
    literals: *const clingo_weighted_literal_t,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a backend, and an array of this size.
    unsafe {
        let literals = weighted(literals, size);
        with(backend, |backend| Ok(backend.add_minimize(priority.into(), &literals)?))
    }
}

/// Adds atoms that projected answer sets have to differ on.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_project(
    backend: *mut clingo_backend_t,
    atoms: *const clingo_atom_t,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a backend, and an array of this size.
    unsafe {
        let atoms = numbers(atoms, size);
        with(backend, |backend| Ok(backend.add_project(&atoms)?))
    }
}

/// Makes an atom external, with a value.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_external(
    backend: *mut clingo_backend_t,
    atom: clingo_atom_t,
    r#type: clingo_external_type_t,
) -> bool {
    // SAFETY: the caller gives a backend.
    unsafe { with(backend, |backend| Ok(backend.add_external(atom.into(), external_value(r#type.into()))?)) }
}

/// Adds assumptions for the next search.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_assume(
    backend: *mut clingo_backend_t,
    literals: *const clingo_literal_t,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a backend, and an array of this size.
    unsafe {
        let literals = numbers(literals, size);
        with(backend, |backend| Ok(backend.add_assume(&literals)?))
    }
}

/// Adds a heuristic directive for an atom.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_heuristic(
    backend: *mut clingo_backend_t,
    atom: clingo_atom_t,
    r#type: clingo_heuristic_type_t,
    bias: c_int,
    priority: c_uint,
    condition: *const clingo_literal_t,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a backend, and an array of this size.
    unsafe {
        let condition = numbers(condition, size);
        with(backend, |backend| {
            let modifier = modifier(r#type.into())?;
            Ok(backend.add_heuristic(atom.into(), modifier, bias.into(), priority.into(), &condition)?)
        })
    }
}

/// Adds an edge: those whose condition is true must not form a cycle.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_acyc_edge(
    backend: *mut clingo_backend_t,
    node_u: c_int,
    node_v: c_int,
    condition: *const clingo_literal_t,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a backend, and an array of this size.
    unsafe {
        let condition = numbers(condition, size);
        with(backend, |backend| Ok(backend.add_acyc_edge(node_u.into(), node_v.into(), &condition)?))
    }
}

/// Returns the atom with a symbol or, where the pointer to that is null, a new one.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_add_atom(
    backend: *mut clingo_backend_t,
    symbol: *mut clingo_symbol_t,
    atom: *mut clingo_atom_t,
) -> bool {
    // SAFETY: the caller gives a backend, a symbol or null, and a place for the atom.
    unsafe {
        with(backend, |backend| {
            let symbol = symbol.as_ref().map(|&symbol| term(symbol));
            *atom = atom_number(backend.add_atom(symbol.as_ref())?)?;
            Ok(())
        })
    }
}

/// Returns the theory term of a number.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_theory_term_number(
    backend: *mut clingo_backend_t,
    number: c_int,
    term_id: *mut clingo_id_t,
) -> bool {
    // SAFETY: the caller gives a backend, and a place for the term.
    unsafe {
        with(backend, |backend| {
            *term_id = id(backend.add_theory_number(number.into())?)?;
            Ok(())
        })
    }
}

/// Returns the theory term of a name or operator.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_theory_term_string(
    backend: *mut clingo_backend_t,
    string: *const c_char,
    term_id: *mut clingo_id_t,
) -> bool {
    // SAFETY: the caller gives a backend, a string, and a place for the term.
    unsafe {
        with(backend, |backend| {
            *term_id = id(backend.add_theory_name(text(string)?)?)?;
            Ok(())
        })
    }
}

/// Returns the theory term of a sequence.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_theory_term_sequence(
    backend: *mut clingo_backend_t,
    r#type: clingo_theory_sequence_type_t,
    arguments: *const clingo_id_t,
    size: usize,
    term_id: *mut clingo_id_t,
) -> bool {
    // SAFETY: the caller gives a backend, an array of this size, and a place for the term.
    unsafe {
        with(backend, |backend| {
            let brackets = match r#type {
                0 => Brackets::Tuple,
                1 => Brackets::Set,
                2 => Brackets::List,
                _ => return Err(Failure::logic("there is no such kind of sequence")),
            };
            *term_id = id(backend.add_theory_sequence(brackets, &ids(arguments, size))?)?;
            Ok(())
        })
    }
}

/// Returns the theory term of a function.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_theory_term_function(
    backend: *mut clingo_backend_t,
    name: *const c_char,
    arguments: *const clingo_id_t,
    size: usize,
    term_id: *mut clingo_id_t,
) -> bool {
    // SAFETY: the caller gives a backend, a string, an array of this size, and a place for the term.
    unsafe {
        with(backend, |backend| {
            *term_id = id(backend.add_theory_function(text(name)?, &ids(arguments, size))?)?;
            Ok(())
        })
    }
}

/// Returns the theory term of a symbol.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_theory_term_symbol(
    backend: *mut clingo_backend_t,
    symbol: clingo_symbol_t,
    term_id: *mut clingo_id_t,
) -> bool {
    // SAFETY: the caller gives a backend, and a place for the term.
    unsafe {
        with(backend, |backend| {
            *term_id = id(backend.add_theory_symbol(&term(symbol))?)?;
            Ok(())
        })
    }
}

/// Returns the element with a tuple of terms and a condition.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_theory_element(
    backend: *mut clingo_backend_t,
    tuple: *const clingo_id_t,
    tuple_size: usize,
    condition: *const clingo_literal_t,
    condition_size: usize,
    element_id: *mut clingo_id_t,
) -> bool {
    // SAFETY: the caller gives a backend, arrays of these sizes, and a place for the element.
    unsafe {
        with(backend, |backend| {
            let condition = numbers(condition, condition_size);
            *element_id = id(backend.add_theory_element(&ids(tuple, tuple_size), &condition)?)?;
            Ok(())
        })
    }
}

/// The number that stands for a new atom of a theory.
const NEW_ATOM: clingo_atom_t = clingo_atom_t::MAX;

fn given_atom(atom: clingo_atom_t) -> Option<i64> {
    (atom != NEW_ATOM).then_some(atom.into())
}

/// Adds a theory atom, and returns its number. The number that is given may be 0 for a directive, and `UINT32_MAX` for a new atom.
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_theory_atom(
    backend: *mut clingo_backend_t,
    atom: clingo_atom_t,
    term_id: clingo_id_t,
    elements: *const clingo_id_t,
    size: usize,
    atom_id: *mut clingo_atom_t,
) -> bool {
    // SAFETY: the caller gives a backend, an array of this size, and a place for the atom.
    unsafe {
        with(backend, |backend| {
            let elements = ids(elements, size);
            let added = backend.add_theory_atom(term_id as usize, &elements, None, given_atom(atom))?;
            *atom_id = atom_number(added)?;
            Ok(())
        })
    }
}

/// Adds a theory atom with a guard: see [`clingo_backend_theory_atom`].
#[no_mangle]
pub unsafe extern "C" fn clingo_backend_theory_atom_with_guard(
    backend: *mut clingo_backend_t,
    atom: clingo_atom_t,
    term_id: clingo_id_t,
    elements: *const clingo_id_t,
    size: usize,
    operator_name: *const c_char,
    right_hand_side_id: clingo_id_t,
    atom_id: *mut clingo_atom_t,
) -> bool {
    // SAFETY: the caller gives a backend, an array of this size, a string, and a place for the atom.
    unsafe {
        with(backend, |backend| {
            let (elements, operator) = (ids(elements, size), text(operator_name)?);
            let guard = Some((operator, right_hand_side_id as usize));
            let added = backend.add_theory_atom(term_id as usize, &elements, guard, given_atom(atom))?;
            *atom_id = atom_number(added)?;
            Ok(())
        })
    }
}
