//! Observers, which are told of the ground program, and files that it is written to.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::path::Path;
use std::sync::Arc;

use groundplan::program::{ExternalValue, Modifier};
use groundplan_clingo::control::Raised;
use groundplan_clingo::observer::Statement;

use crate::backend::{
    clingo_atom_t, clingo_external_type_t, clingo_heuristic_type_t, clingo_id_t, clingo_literal_t,
    clingo_weight_t, clingo_weighted_literal_t,
};
use crate::control::{clingo_control_t, with};
use crate::door::{called, Failure, Outcome};
use crate::symbol::{clingo_symbol_t, symbol};
use crate::text::{forever, text};

/// What is told of the ground program. A callback may be null. Terms, elements and atoms of theories are numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct clingo_ground_program_observer {
    /// A program begins, which may grow.
    pub init_program: Option<unsafe extern "C" fn(incremental: bool, data: *mut c_void) -> bool>,
    /// A step begins: what follows is new.
    pub begin_step: Option<unsafe extern "C" fn(data: *mut c_void) -> bool>,
    /// A step ends: a search begins.
    pub end_step: Option<unsafe extern "C" fn(data: *mut c_void) -> bool>,
    /// A rule whose body is a conjunction.
    pub rule: Option<
        unsafe extern "C" fn(
            choice: bool,
            head: *const clingo_atom_t,
            head_size: usize,
            body: *const clingo_literal_t,
            body_size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    /// A rule whose body is a sum with a bound.
    pub weight_rule: Option<
        unsafe extern "C" fn(
            choice: bool,
            head: *const clingo_atom_t,
            head_size: usize,
            lower_bound: clingo_weight_t,
            body: *const clingo_weighted_literal_t,
            body_size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    /// A part of the objective at a priority.
    pub minimize: Option<
        unsafe extern "C" fn(
            priority: clingo_weight_t,
            literals: *const clingo_weighted_literal_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    /// Atoms that projected answer sets have to differ on.
    pub project:
        Option<unsafe extern "C" fn(atoms: *const clingo_atom_t, size: usize, data: *mut c_void) -> bool>,
    /// A shown atom; its number is 0 for a fact.
    pub output_atom:
        Option<unsafe extern "C" fn(symbol: clingo_symbol_t, atom: clingo_atom_t, data: *mut c_void) -> bool>,
    /// A shown term.
    pub output_term: Option<
        unsafe extern "C" fn(
            symbol: clingo_symbol_t,
            condition: *const clingo_literal_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    /// An external atom, or a value of one.
    pub external: Option<
        unsafe extern "C" fn(atom: clingo_atom_t, r#type: clingo_external_type_t, data: *mut c_void) -> bool,
    >,
    /// Literals that the next search assumes.
    pub assume: Option<
        unsafe extern "C" fn(literals: *const clingo_literal_t, size: usize, data: *mut c_void) -> bool,
    >,
    /// A heuristic directive.
    pub heuristic: Option<
        unsafe extern "C" fn(
            atom: clingo_atom_t,
            r#type: clingo_heuristic_type_t,
            bias: c_int,
            priority: c_uint,
            condition: *const clingo_literal_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    /// An edge that a backend adds; those of a program are told as rules.
    pub acyc_edge: Option<
        unsafe extern "C" fn(
            node_u: c_int,
            node_v: c_int,
            condition: *const clingo_literal_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    /// A number in a theory.
    pub theory_term_number:
        Option<unsafe extern "C" fn(term_id: clingo_id_t, number: c_int, data: *mut c_void) -> bool>,
    /// A name, operator or string in a theory.
    pub theory_term_string:
        Option<unsafe extern "C" fn(term_id: clingo_id_t, name: *const c_char, data: *mut c_void) -> bool>,
    /// A function or sequence in a theory: its name, or -1 for a tuple, -2 for a set, -3 for a list.
    pub theory_term_compound: Option<
        unsafe extern "C" fn(
            term_id: clingo_id_t,
            name_id_or_type: c_int,
            arguments: *const clingo_id_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    /// An element of theory atoms.
    pub theory_element: Option<
        unsafe extern "C" fn(
            element_id: clingo_id_t,
            terms: *const clingo_id_t,
            terms_size: usize,
            condition: *const clingo_literal_t,
            condition_size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    /// A theory atom without a guard.
    pub theory_atom: Option<
        unsafe extern "C" fn(
            atom_id_or_zero: clingo_id_t,
            term_id: clingo_id_t,
            elements: *const clingo_id_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    /// A theory atom with a guard.
    pub theory_atom_with_guard: Option<
        unsafe extern "C" fn(
            atom_id_or_zero: clingo_id_t,
            term_id: clingo_id_t,
            elements: *const clingo_id_t,
            size: usize,
            operator_id: clingo_id_t,
            right_hand_side_id: clingo_id_t,
            data: *mut c_void,
        ) -> bool,
    >,
}

/// See [`clingo_ground_program_observer`].
pub type clingo_ground_program_observer_t = clingo_ground_program_observer;

/// The format of a ground program that is written. Those of facts are combined from bits.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_backend_type_e {
    /// Facts about the program.
    clingo_backend_type_reify = 0,
    /// A bit: with components of atoms that depend on each other.
    clingo_backend_type_reify_sccs = 1,
    /// A bit: with the numbers of steps.
    clingo_backend_type_reify_steps = 2,
    /// The format between gringo and clasp.
    clingo_backend_type_aspif = 4,
    /// The format of smodels and lparse.
    clingo_backend_type_smodels = 5,
}

/// A format of `clingo_backend_type_e`.
pub type clingo_backend_type_t = c_uint;

/// Callbacks with their data.
#[derive(Clone, Copy)]
struct Callbacks {
    observer: clingo_ground_program_observer,
    data: *mut c_void,
}

// SAFETY: the callbacks are called only in calls of the control, by the thread that makes them.
unsafe impl Send for Callbacks {}
// SAFETY: as above.
unsafe impl Sync for Callbacks {}

/// Returns a number of a ground program in the type that it has in C.
fn narrow<T: TryFrom<i64>>(number: i64) -> Outcome<T> {
    let outside = || Failure::runtime(&format!("{number} is too large for a number of the interface"));
    T::try_from(number).map_err(|_| outside())
}

/// Returns numbers of a ground program in the type that they have in C.
fn all<T: TryFrom<i64>>(numbers: &[i64]) -> Outcome<Vec<T>> {
    numbers.iter().map(|&number| narrow(number)).collect()
}

fn weighted(literals: &[(i64, i64)]) -> Outcome<Vec<clingo_weighted_literal_t>> {
    let literal = |&(literal, weight): &(i64, i64)| {
        Ok(clingo_weighted_literal_t { literal: narrow(literal)?, weight: narrow(weight)? })
    };
    literals.iter().map(literal).collect()
}

/// Calls a callback with these arguments and its data, if it is there.
macro_rules! call {
    ($callbacks:expr, $name:ident $(, $argument:expr)*) => {
        match $callbacks.observer.$name {
            // SAFETY: the caller of `clingo_control_register_observer` gives callbacks with their data; arrays are as long as is said.
            Some(callback) => called(unsafe { callback($($argument,)* $callbacks.data) }),
            None => Ok(()),
        }
    };
}

impl Callbacks {
    /// Tells of a statement.
    fn tell(&self, statement: &Statement) -> Outcome {
        match statement {
            Statement::InitProgram { is_incremental } => call!(self, init_program, *is_incremental),
            Statement::BeginStep => call!(self, begin_step),
            Statement::EndStep => call!(self, end_step),
            Statement::Rule { choice, head, body } => {
                let (head, body) = (all(head)?, all(body)?);
                call!(self, rule, *choice, head.as_ptr(), head.len(), body.as_ptr(), body.len())
            }
            Statement::WeightRule { choice, head, bound, body } => {
                let (head, bound, body) = (all(head)?, narrow(*bound)?, weighted(body)?);
                call!(self, weight_rule, *choice, head.as_ptr(), head.len(), bound, body.as_ptr(), body.len())
            }
            Statement::Minimize { priority, literals } => {
                let (priority, literals) = (narrow(*priority)?, weighted(literals)?);
                call!(self, minimize, priority, literals.as_ptr(), literals.len())
            }
            Statement::Project { atoms } => {
                let atoms = all(atoms)?;
                call!(self, project, atoms.as_ptr(), atoms.len())
            }
            Statement::OutputAtom { symbol: term, atom } => {
                call!(self, output_atom, symbol(term), narrow(*atom)?)
            }
            Statement::OutputTerm { symbol: term, condition } => {
                let condition = all(condition)?;
                call!(self, output_term, symbol(term), condition.as_ptr(), condition.len())
            }
            Statement::External { atom, value } => {
                let value = match value {
                    ExternalValue::Free => 0,
                    ExternalValue::True => 1,
                    ExternalValue::False => 2,
                    ExternalValue::Released => 3,
                };
                call!(self, external, narrow(*atom)?, value)
            }
            Statement::Assume { literals } => {
                let literals = all(literals)?;
                call!(self, assume, literals.as_ptr(), literals.len())
            }
            Statement::Heuristic { atom, modifier, bias, priority, condition } => {
                let kind = Modifier::ALL.iter().position(|known| known == modifier).unwrap_or_default();
                let (atom, bias, condition) = (narrow(*atom)?, narrow(*bias)?, all(condition)?);
                // Above this, priorities make no difference to a program that clingo can read.
                let priority = c_uint::try_from(*priority).unwrap_or(c_uint::MAX);
                let kind = kind as clingo_heuristic_type_t;
                call!(self, heuristic, atom, kind, bias, priority, condition.as_ptr(), condition.len())
            }
            Statement::AcycEdge { from, to, condition } => {
                let condition = all(condition)?;
                call!(self, acyc_edge, narrow(*from)?, narrow(*to)?, condition.as_ptr(), condition.len())
            }
            _ => self.tell_theory(statement),
        }
    }

    /// Tells of a part of a theory.
    fn tell_theory(&self, statement: &Statement) -> Outcome {
        match statement {
            Statement::TheoryNumber { term, number } => {
                call!(self, theory_term_number, narrow(*term)?, narrow(*number)?)
            }
            Statement::TheoryText { term, text } => {
                call!(self, theory_term_string, narrow(*term)?, forever(text))
            }
            Statement::TheoryCompound { term, kind, arguments } => {
                let (term, kind, arguments) = (narrow(*term)?, narrow(*kind)?, all(arguments)?);
                call!(self, theory_term_compound, term, kind, arguments.as_ptr(), arguments.len())
            }
            Statement::TheoryElement { element, terms, condition } => {
                let (element, terms, condition) = (narrow(*element)?, all(terms)?, all(condition)?);
                let (items, size) = (terms.as_ptr(), terms.len());
                call!(self, theory_element, element, items, size, condition.as_ptr(), condition.len())
            }
            Statement::TheoryAtom { atom, term, elements, guard } => {
                let (atom, term, elements) = (narrow(*atom)?, narrow(*term)?, all(elements)?);
                let (items, size) = (elements.as_ptr(), elements.len());
                match guard {
                    None => call!(self, theory_atom, atom, term, items, size),
                    Some((operator, right)) => {
                        let (operator, right) = (narrow(*operator)?, narrow(*right)?);
                        call!(self, theory_atom_with_guard, atom, term, items, size, operator, right)
                    }
                }
            }
            _ => Ok(()),
        }
    }
}

/// Has an observer told of what is ground from now on. With `replace` it takes the place of the search, which finds nothing out.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_register_observer(
    control: *mut clingo_control_t,
    observer: *const clingo_ground_program_observer_t,
    replace: bool,
    data: *mut c_void,
) -> bool {
    // SAFETY: the caller gives a control, and callbacks with their data.
    unsafe {
        with(control, |control| {
            let callbacks = Callbacks { observer: *observer, data };
            let tell = move |statement: &Statement| {
                // The closure has the callbacks as a whole, which may be sent to other threads.
                let callbacks = &callbacks;
                callbacks.tell(statement).map_err(|failure| Box::new(failure) as Raised)
            };
            control.core.control.register_observer(Arc::new(tell))?;
            control.core.replace_search(replace);
            Ok(())
        })
    }
}

/// Has the ground program written to a file, step by step: what is new is written when a search begins. With `replace` the search
/// finds nothing out.
#[no_mangle]
pub unsafe extern "C" fn clingo_control_register_backend(
    control: *mut clingo_control_t,
    r#type: clingo_backend_type_t,
    file: *const c_char,
    replace: bool,
) -> bool {
    // SAFETY: the caller gives a control, and a string.
    unsafe {
        with(control, |control| {
            control.core.control.write_ground(Path::new(text(file)?), r#type)?;
            control.core.replace_search(replace);
            Ok(())
        })
    }
}
