//! Answers of a search.

use std::cell::RefCell;
use std::ffi::c_int;

use groundplan::solve::Reasoning;
use groundplan_clingo::answer::SymbolSelection;
use groundplan_clingo::literal::literal as program_literal;
use groundplan_clingo::Answer;

use crate::backend::{clingo_id_t, clingo_literal_t, clingo_weight_t};
use crate::control::given_literal;
use crate::door::{door, Failure, Outcome};
use crate::symbol::{clingo_symbol_t, symbols, term, terms};
use crate::symbolic_atoms::{clingo_symbolic_atoms, clingo_symbolic_atoms_t};
use crate::text::{list, write_list};

/// An answer: an answer set, or consequences. Its pointer may be used until the search goes on.
pub struct clingo_model {
    answer: Answer,
    atoms: clingo_symbolic_atoms,
    /// The symbols that were last asked for, with their selection: callers ask for the size first.
    found: RefCell<Option<(clingo_show_type_bitset_t, Vec<clingo_symbol_t>)>>,
}

/// See [`clingo_model`].
pub type clingo_model_t = clingo_model;

/// What may be asked of a search while an answer is at hand.
pub type clingo_solve_control_t = clingo_solve_control;

/// A model, as what its search can be changed by.
pub struct clingo_solve_control {
    _private: [u8; 0],
}

/// The type of an answer.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_model_type_e {
    /// An answer set.
    clingo_model_type_stable_model = 0,
    /// What holds in some answer set.
    clingo_model_type_brave_consequences = 1,
    /// What holds in all answer sets.
    clingo_model_type_cautious_consequences = 2,
}

/// A type of `clingo_model_type_e`.
pub type clingo_model_type_t = c_int;

/// What symbols of an answer are asked for.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_show_type_e {
    /// All that is shown.
    clingo_show_type_shown = 2,
    /// All atoms.
    clingo_show_type_atoms = 4,
    /// The shown terms.
    clingo_show_type_terms = 8,
    /// What a theory has added.
    clingo_show_type_theory = 16,
    /// All of these.
    clingo_show_type_all = 31,
    /// Those that are not in the answer, instead.
    clingo_show_type_complement = 32,
}

/// A set of bits of `clingo_show_type_e`.
pub type clingo_show_type_bitset_t = std::ffi::c_uint;

/// What is known of a consequence.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_consequence_e {
    /// The literal is no consequence.
    clingo_consequence_false = 0,
    /// The literal is a consequence.
    clingo_consequence_true = 1,
    /// The search does not know yet.
    clingo_consequence_unknown = 2,
}

/// A value of `clingo_consequence_e`.
pub type clingo_consequence_t = c_int;

impl clingo_model {
    pub(crate) fn new(answer: Answer) -> Self {
        let atoms = clingo_symbolic_atoms::new(answer.control());
        clingo_model { answer, atoms, found: RefCell::default() }
    }

    /// Calls `act` with the symbols of a selection.
    fn with_symbols<T>(
        &self,
        show: clingo_show_type_bitset_t,
        act: impl FnOnce(&[clingo_symbol_t]) -> Outcome<T>,
    ) -> Outcome<T> {
        let mut found = self.found.borrow_mut();
        if let Some((_, symbols)) = found.as_ref().filter(|(known, _)| *known == show) {
            return act(symbols);
        }
        let is_wanted = |bit| show & bit != 0;
        let wanted = SymbolSelection {
            shown: is_wanted(2),
            atoms: is_wanted(4),
            terms: is_wanted(8),
            theory: is_wanted(16),
            complement: is_wanted(32),
        };
        let (_, symbols) = found.insert((show, symbols(&self.answer.symbols(wanted)?)));
        act(symbols)
    }
}

/// Returns the model behind a pointer.
///
/// # Safety
///
/// The pointer comes from the library, and the search has not gone on.
unsafe fn model<'a>(model: *const clingo_model_t) -> &'a clingo_model {
    // SAFETY: by the contract of this function.
    unsafe { &*model }
}

/// Returns the type of an answer.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_type(
    model: *const clingo_model_t,
    r#type: *mut clingo_model_type_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a model, and a place for the result.
        unsafe {
            *r#type = match self::model(model).answer.reasoning() {
                None => 0,
                Some(Reasoning::Brave) => 1,
                Some(Reasoning::Cautious) => 2,
            };
        }
        Ok(())
    })
}

/// Returns the number of answers up to this one.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_number(model: *const clingo_model_t, number: *mut u64) -> bool {
    door(|| {
        // SAFETY: the caller gives a model, and a place for the result.
        unsafe { *number = self::model(model).answer.number() };
        Ok(())
    })
}

/// Returns the number of symbols of a selection.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_symbols_size(
    model: *const clingo_model_t,
    show: clingo_show_type_bitset_t,
    size: *mut usize,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a model, and a place for the result.
        unsafe { *size = self::model(model).with_symbols(show, |symbols| Ok(symbols.len()))? };
        Ok(())
    })
}

/// Writes the symbols of a selection into an array.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_symbols(
    model: *const clingo_model_t,
    show: clingo_show_type_bitset_t,
    symbols: *mut clingo_symbol_t,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a model, and an array of this size.
    door(|| unsafe { self::model(model).with_symbols(show, |found| write_list(found, symbols, size)) })
}

/// Whether an atom is in the answer.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_contains(
    model: *const clingo_model_t,
    atom: clingo_symbol_t,
    contained: *mut bool,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a model, and a place for the result.
        unsafe { *contained = self::model(model).answer.contains(&term(atom))? };
        Ok(())
    })
}

/// Whether a literal of the program is true.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_is_true(
    model: *const clingo_model_t,
    literal: clingo_literal_t,
    result: *mut bool,
) -> bool {
    door(|| {
        let literal = program_literal(literal.into())?;
        // SAFETY: the caller gives a model, and a place for the result.
        unsafe { *result = self::model(model).answer.holds(literal)? };
        Ok(())
    })
}

/// Whether a literal of the program is a consequence.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_is_consequence(
    model: *const clingo_model_t,
    literal: clingo_literal_t,
    result: *mut clingo_consequence_t,
) -> bool {
    door(|| {
        let literal = program_literal(literal.into())?;
        // SAFETY: the caller gives a model, and a place for the result.
        unsafe {
            *result = match self::model(model).answer.is_consequence(literal)? {
                Some(is_consequence) => is_consequence.into(),
                None => clingo_consequence_e::clingo_consequence_unknown as clingo_consequence_t,
            };
        }
        Ok(())
    })
}

/// Returns the number of costs.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_cost_size(model: *const clingo_model_t, size: *mut usize) -> bool {
    door(|| {
        // SAFETY: the caller gives a model, and a place for the result.
        unsafe { *size = self::model(model).answer.costs()?.len() };
        Ok(())
    })
}

/// Writes the costs into an array, by decreasing priority.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_cost(
    model: *const clingo_model_t,
    costs: *mut i64,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a model, and an array of this size.
    door(|| unsafe { write_list(&self::model(model).answer.costs()?, costs, size) })
}

/// Writes the priorities of the costs into an array.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_priority(
    model: *const clingo_model_t,
    priorities: *mut clingo_weight_t,
    size: usize,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a model.
        let found = unsafe { self::model(model).answer.priorities()? };
        let found = found.into_iter().map(clingo_weight_t::try_from).collect::<Result<Vec<_>, _>>();
        let found = found.map_err(|_| Failure::runtime("a priority has more than 32 bits"))?;
        // SAFETY: the caller gives an array of this size.
        unsafe { write_list(&found, priorities, size) }
    })
}

/// Whether the answer set is proven optimal.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_optimality_proven(
    model: *const clingo_model_t,
    proven: *mut bool,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a model, and a place for the result.
        unsafe { *proven = self::model(model).answer.is_optimal() };
        Ok(())
    })
}

/// Returns the number of the thread that found the answer: always 0.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_thread_id(_model: *const clingo_model_t, id: *mut clingo_id_t) -> bool {
    // SAFETY: the caller gives a place for the result.
    unsafe { *id = 0 };
    true
}

/// Adds symbols to the answer.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_extend(
    model: *mut clingo_model_t,
    symbols: *const clingo_symbol_t,
    size: usize,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a model, and an array of this size.
        let (model, added) = unsafe { (self::model(model), terms(symbols, size)) };
        model.found.take();
        Ok(model.answer.extend(added)?)
    })
}

/// Returns what may be asked of the search while the answer is at hand.
#[no_mangle]
pub unsafe extern "C" fn clingo_model_context(
    model: *const clingo_model_t,
    control: *mut *mut clingo_solve_control_t,
) -> bool {
    // SAFETY: the caller gives a place for the result.
    unsafe { *control = model.cast_mut().cast() };
    true
}

/// Returns the atoms of the ground program.
#[no_mangle]
pub unsafe extern "C" fn clingo_solve_control_symbolic_atoms(
    control: *const clingo_solve_control_t,
    atoms: *mut *const clingo_symbolic_atoms_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a model, which is what is behind the pointer, and a place for the result.
        unsafe { *atoms = &raw const model(control.cast()).atoms };
        Ok(())
    })
}

/// Excludes, for the rest of the search, answer sets in which none of these literals is true.
#[no_mangle]
pub unsafe extern "C" fn clingo_solve_control_add_clause(
    control: *mut clingo_solve_control_t,
    clause: *const clingo_literal_t,
    size: usize,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a model, which is what is behind the pointer, and an array of this size.
        let (model, given) = unsafe { (model(control.cast()), list(clause, size)) };
        let mut clause = Vec::new();
        for &number in given {
            match given_literal(model.answer.control(), number)? {
                Some(literal) => clause.push(literal),
                // An atom that the program does not have is false.
                None if number < 0 => return Ok(()),
                None => {}
            }
        }
        Ok(model.answer.restrict(&clause)?)
    })
}
