//! The theory atoms of a ground program, with their elements and terms, by numbers.

use std::ffi::{c_char, c_int};
use std::sync::{Arc, Mutex, Weak};

use groundplan::program::{CALL, LIST, SET};
use groundplan_clingo::theory::{text_of, Element, TheoryAtom};
use groundplan_clingo::{Control, Term};
use groundplan_frontend::lock::lock;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::backend::{clingo_id_t, clingo_literal_t};
use crate::door::{door, Failure, Outcome};
use crate::text::{forever, write_text};

/// The type of a theory term.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_theory_term_type_e {
    /// A tuple.
    clingo_theory_term_type_tuple = 0,
    /// A list.
    clingo_theory_term_type_list = 1,
    /// A set.
    clingo_theory_term_type_set = 2,
    /// A function or an operation.
    clingo_theory_term_type_function = 3,
    /// A number.
    clingo_theory_term_type_number = 4,
    /// A constant, or another symbol.
    clingo_theory_term_type_symbol = 5,
}

/// A type of `clingo_theory_term_type_e`.
pub type clingo_theory_term_type_t = c_int;

/// The theory atoms of a ground program.
///
/// Terms and elements have the same numbers, and arrays of them the same address, as long as this object lives, and so do names for
/// ever. The atoms are numbered anew when the program has changed.
pub struct clingo_theory_atoms {
    control: Weak<Control>,
    is_of_search: bool,
    table: Mutex<TheoryTable>,
}

/// See [`clingo_theory_atoms`].
pub type clingo_theory_atoms_t = clingo_theory_atoms;

#[derive(Default)]
struct TheoryTable {
    terms: Vec<TableTerm>,
    /// The numbers of the terms.
    known_terms: FxHashMap<Term, u32>,
    elements: Vec<TableElement>,
    /// The numbers of the elements, by their terms and conditions.
    known_elements: FxHashMap<(Vec<u32>, Vec<i32>), u32>,
    /// The arrays of numbers that terms, elements and atoms have.
    lists: FxHashSet<Box<[u32]>>,
    atoms: Vec<TheoryTableAtom>,
    /// The state of the program that the atoms are from: see [`Control::changes`].
    state: Option<u64>,
}

struct TableTerm {
    term: Term,
    arguments: LastingList<u32>,
}

struct TableElement {
    element: Element,
    tuple: LastingList<u32>,
    condition: Box<[i32]>,
}

struct TheoryTableAtom {
    atom: TheoryAtom,
    term: u32,
    elements: LastingList<u32>,
    guard: Option<u32>,
}

/// An array that lives as long as the table.
#[derive(Clone, Copy)]
struct LastingList<T> {
    items: *const T,
    size: usize,
}

// SAFETY: the arrays never change, and live as long as the table that has the pointers.
unsafe impl<T: Sync> Send for LastingList<T> {}

impl<T> LastingList<T> {
    fn of(items: &[T]) -> Self {
        LastingList { items: items.as_ptr(), size: items.len() }
    }
}

impl clingo_theory_atoms {
    /// Returns the theory atoms of a control.
    pub(crate) fn new(control: &Arc<Control>) -> Self {
        clingo_theory_atoms { control: Arc::downgrade(control), is_of_search: false, table: Mutex::default() }
    }

    /// Returns those of the search that begins, as propagators see them.
    pub(crate) fn of_search(control: &Arc<Control>) -> Self {
        clingo_theory_atoms { is_of_search: true, ..clingo_theory_atoms::new(control) }
    }

    /// Calls `act` with the table, which is renewed first if the program has changed.
    fn with<T>(&self, act: impl FnOnce(&TheoryTable) -> Outcome<T>) -> Outcome<T> {
        let control = self.control.upgrade().ok_or_else(|| Failure::logic("the control is gone"))?;
        let mut table = lock(&self.table);
        let state = control.changes();
        if table.state != Some(state) {
            let atoms = match self.is_of_search {
                true => control.theory_atoms_of_search(),
                false => control.theory_atoms(),
            };
            table.renew(atoms)?;
            table.state = Some(state);
        }
        act(&table)
    }
}

/// Returns a literal in the 32 bits that it has in C.
fn short(literal: i64) -> Outcome<clingo_literal_t> {
    let short = clingo_literal_t::try_from(literal);
    short.map_err(|_| Failure::runtime("the program has more literals than fit into 32 bits"))
}

impl TheoryTable {
    fn renew(&mut self, atoms: Vec<TheoryAtom>) -> Outcome {
        self.atoms.clear();
        for atom in atoms {
            let term = self.term(&atom.term);
            let elements = atom.elements.iter().map(|element| self.element(element));
            let elements = elements.collect::<Outcome<Vec<u32>>>()?;
            let elements = self.list(elements);
            let guard = atom.guard.as_ref().map(|(_, right)| self.term(right));
            self.atoms.push(TheoryTableAtom { atom, term, elements, guard });
        }
        Ok(())
    }

    fn list(&mut self, numbers: Vec<u32>) -> LastingList<u32> {
        if let Some(known) = self.lists.get(numbers.as_slice()) {
            return LastingList::of(known);
        }
        let numbers = numbers.into_boxed_slice();
        let list = LastingList::of(&numbers);
        self.lists.insert(numbers);
        list
    }

    /// Returns the number of a term. Terms may be nested deeply, so that there is no recursion.
    fn term(&mut self, term: &Term) -> u32 {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.known_terms.contains_key(next) {
                open.pop();
                continue;
            }
            let depth = open.len();
            if let Term::Function(function) = next {
                let arguments = function.arguments.iter();
                open.extend(arguments.filter(|&argument| !self.known_terms.contains_key(argument)));
            }
            if open.len() > depth {
                continue;
            }
            open.pop();
            let arguments = match next {
                Term::Function(function) => {
                    function.arguments.iter().map(|it| self.known_terms[it]).collect()
                }
                _ => Vec::new(),
            };
            let arguments = self.list(arguments);
            self.known_terms.insert(next.clone(), self.terms.len() as u32);
            self.terms.push(TableTerm { term: next.clone(), arguments });
        }
        self.known_terms[term]
    }

    fn element(&mut self, element: &Element) -> Outcome<u32> {
        let tuple: Vec<u32> = element.terms.iter().map(|term| self.term(term)).collect();
        let condition =
            element.condition.iter().map(|&literal| short(literal)).collect::<Outcome<Vec<i32>>>()?;
        let key = (tuple, condition);
        if let Some(&known) = self.known_elements.get(&key) {
            return Ok(known);
        }
        let number = self.elements.len() as u32;
        let (tuple, condition) = (self.list(key.0.clone()), key.1.clone().into());
        self.elements.push(TableElement { element: element.clone(), tuple, condition });
        self.known_elements.insert(key, number);
        Ok(number)
    }
}

/// What has numbers.
trait WithNumber: Sized {
    /// Returns all of a table, and the word for one.
    fn all(table: &TheoryTable) -> (&[Self], &'static str);
}

impl WithNumber for TableTerm {
    fn all(table: &TheoryTable) -> (&[Self], &'static str) {
        (&table.terms, "term")
    }
}

impl WithNumber for TableElement {
    fn all(table: &TheoryTable) -> (&[Self], &'static str) {
        (&table.elements, "element")
    }
}

impl WithNumber for TheoryTableAtom {
    fn all(table: &TheoryTable) -> (&[Self], &'static str) {
        (&table.atoms, "atom")
    }
}

/// Looks at what has a number.
///
/// # Safety
///
/// `atoms` is an object of this library.
unsafe fn look<N: WithNumber, T>(
    atoms: *const clingo_theory_atoms_t,
    number: clingo_id_t,
    act: impl FnOnce(&N) -> Outcome<T>,
) -> Outcome<T> {
    // SAFETY: by the contract of this function.
    let atoms = unsafe { &*atoms };
    atoms.with(|table| {
        let (all, word) = N::all(table);
        let found = all.get(number as usize);
        act(found.ok_or_else(|| Failure::logic(&format!("no theory {word} has the number {number}")))?)
    })
}

/// Looks at what has a number, and writes what is found.
///
/// # Safety
///
/// `atoms` is an object of this library, and `result` may be written.
unsafe fn ask<N: WithNumber, T>(
    atoms: *const clingo_theory_atoms_t,
    number: clingo_id_t,
    result: *mut T,
    act: impl FnOnce(&N) -> Outcome<T>,
) -> bool {
    door(|| {
        // SAFETY: by the contract of this function.
        unsafe { *result = look(atoms, number, act)? };
        Ok(())
    })
}

/// Looks at what has a number, and writes an array that it has.
///
/// # Safety
///
/// `atoms` is an object of this library, and `items` and `size` may be written.
unsafe fn ask_list<N: WithNumber, T>(
    atoms: *const clingo_theory_atoms_t,
    number: clingo_id_t,
    (items, size): (*mut *const T, *mut usize),
    act: impl FnOnce(&N) -> LastingList<T>,
) -> bool {
    door(|| {
        // SAFETY: by the contract of this function.
        unsafe {
            let list = look(atoms, number, |found| Ok(act(found)))?;
            *items = list.items;
            *size = list.size;
        }
        Ok(())
    })
}

fn type_of(term: &Term) -> clingo_theory_term_type_e {
    use clingo_theory_term_type_e as Type;
    match term {
        Term::Number(_) => Type::clingo_theory_term_type_number,
        Term::Function(function) => match &*function.name {
            SET => Type::clingo_theory_term_type_set,
            LIST => Type::clingo_theory_term_type_list,
            "" => Type::clingo_theory_term_type_tuple,
            name if function.arguments.is_empty() && !name.ends_with(CALL) => {
                Type::clingo_theory_term_type_symbol
            }
            _ => Type::clingo_theory_term_type_function,
        },
        _ => Type::clingo_theory_term_type_symbol,
    }
}

/// Returns the type of a term.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_term_type(
    atoms: *const clingo_theory_atoms_t,
    term: clingo_id_t,
    r#type: *mut clingo_theory_term_type_t,
) -> bool {
    let found = |it: &TableTerm| Ok(type_of(&it.term) as clingo_theory_term_type_t);
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, term, r#type, found) }
}

/// Returns the value of a number.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_term_number(
    atoms: *const clingo_theory_atoms_t,
    term: clingo_id_t,
    number: *mut c_int,
) -> bool {
    let found = |it: &TableTerm| match it.term {
        Term::Number(value) => c_int::try_from(value)
            .map_err(|_| Failure::runtime(&format!("{value} has more than the 32 bits of a number in C"))),
        _ => Err(Failure::runtime(&format!("unexpected: {} is no number", text_of(&it.term)))),
    };
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, term, number, found) }
}

/// Returns the name of a function or constant, or a string in quotes.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_term_name(
    atoms: *const clingo_theory_atoms_t,
    term: clingo_id_t,
    name: *mut *const c_char,
) -> bool {
    let found = |it: &TableTerm| match &it.term {
        Term::Function(function) if ![SET, LIST, ""].contains(&&*function.name) => {
            Ok(forever(function.name.strip_suffix(CALL).unwrap_or(&function.name)))
        }
        symbol @ (Term::String(_) | Term::Inf | Term::Sup) => Ok(forever(&symbol.text())),
        other => Err(Failure::runtime(&format!("unexpected: {} has no name", text_of(other)))),
    };
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, term, name, found) }
}

/// Returns the arguments of a function, or the members of a tuple, list or set; none for other terms.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_term_arguments(
    atoms: *const clingo_theory_atoms_t,
    term: clingo_id_t,
    arguments: *mut *const clingo_id_t,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives the atoms and places for the result.
    unsafe { ask_list(atoms, term, (arguments, size), |it: &TableTerm| it.arguments) }
}

/// Returns the size of the buffer that [`clingo_theory_atoms_term_to_string`] needs.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_term_to_string_size(
    atoms: *const clingo_theory_atoms_t,
    term: clingo_id_t,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, term, size, |it: &TableTerm| Ok(text_of(&it.term).len() + 1)) }
}

/// Writes a term as text into a buffer.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_term_to_string(
    atoms: *const clingo_theory_atoms_t,
    term: clingo_id_t,
    string: *mut c_char,
    size: usize,
) -> bool {
    // SAFETY: the caller gives the atoms and a buffer of this size.
    door(|| unsafe { look(atoms, term, |it: &TableTerm| write_text(&text_of(&it.term), string, size)) })
}

/// Returns the terms of an element.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_element_tuple(
    atoms: *const clingo_theory_atoms_t,
    element: clingo_id_t,
    tuple: *mut *const clingo_id_t,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives the atoms and places for the result.
    unsafe { ask_list(atoms, element, (tuple, size), |it: &TableElement| it.tuple) }
}

/// Returns the literals of the condition of an element.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_element_condition(
    atoms: *const clingo_theory_atoms_t,
    element: clingo_id_t,
    condition: *mut *const clingo_literal_t,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives the atoms and places for the result.
    unsafe { ask_list(atoms, element, (condition, size), |it: &TableElement| LastingList::of(&it.condition)) }
}

/// Returns a number for the condition of an element, which `clingo_propagate_init_solver_literal` knows.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_element_condition_id(
    atoms: *const clingo_theory_atoms_t,
    element: clingo_id_t,
    condition: *mut clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, element, condition, |it: &TableElement| short(it.element.condition_id)) }
}

/// Returns the size of the buffer that [`clingo_theory_atoms_element_to_string`] needs.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_element_to_string_size(
    atoms: *const clingo_theory_atoms_t,
    element: clingo_id_t,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, element, size, |it: &TableElement| Ok(it.element.text().len() + 1)) }
}

/// Writes an element as text into a buffer.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_element_to_string(
    atoms: *const clingo_theory_atoms_t,
    element: clingo_id_t,
    string: *mut c_char,
    size: usize,
) -> bool {
    // SAFETY: the caller gives the atoms and a buffer of this size.
    door(|| unsafe { look(atoms, element, |it: &TableElement| write_text(&it.element.text(), string, size)) })
}

/// Returns the number of theory atoms, which have the numbers from 0 on.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_size(
    atoms: *const clingo_theory_atoms_t,
    size: *mut usize,
) -> bool {
    door(|| {
        // SAFETY: the caller gives the atoms and a place for the result.
        unsafe { *size = (*atoms).with(|table| Ok(table.atoms.len()))? };
        Ok(())
    })
}

/// Returns the name of an atom with its arguments.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_atom_term(
    atoms: *const clingo_theory_atoms_t,
    atom: clingo_id_t,
    term: *mut clingo_id_t,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, atom, term, |it: &TheoryTableAtom| Ok(it.term)) }
}

/// Returns the elements of an atom.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_atom_elements(
    atoms: *const clingo_theory_atoms_t,
    atom: clingo_id_t,
    elements: *mut *const clingo_id_t,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives the atoms and places for the result.
    unsafe { ask_list(atoms, atom, (elements, size), |it: &TheoryTableAtom| it.elements) }
}

/// Whether an atom has an operator and a term behind its elements.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_atom_has_guard(
    atoms: *const clingo_theory_atoms_t,
    atom: clingo_id_t,
    has_guard: *mut bool,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, atom, has_guard, |it: &TheoryTableAtom| Ok(it.guard.is_some())) }
}

/// Returns the operator and the term behind the elements of an atom.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_atom_guard(
    atoms: *const clingo_theory_atoms_t,
    atom: clingo_id_t,
    connective: *mut *const c_char,
    term: *mut clingo_id_t,
) -> bool {
    door(|| {
        let guard = |it: &TheoryTableAtom| match (&it.atom.guard, it.guard) {
            (Some((operator, _)), Some(right)) => Ok((forever(operator), right)),
            _ => Err(Failure::runtime("unexpected: the theory atom has no guard")),
        };
        // SAFETY: the caller gives the atoms and places for the result.
        unsafe { (*connective, *term) = look(atoms, atom, guard)? };
        Ok(())
    })
}

/// Returns the literal of an atom; 0 for a directive.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_atom_literal(
    atoms: *const clingo_theory_atoms_t,
    atom: clingo_id_t,
    literal: *mut clingo_literal_t,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, atom, literal, |it: &TheoryTableAtom| short(it.atom.literal)) }
}

/// Returns the size of the buffer that [`clingo_theory_atoms_atom_to_string`] needs.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_atom_to_string_size(
    atoms: *const clingo_theory_atoms_t,
    atom: clingo_id_t,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, atom, size, |it: &TheoryTableAtom| Ok(it.atom.text().len() + 1)) }
}

/// Writes an atom as text into a buffer.
#[no_mangle]
pub unsafe extern "C" fn clingo_theory_atoms_atom_to_string(
    atoms: *const clingo_theory_atoms_t,
    atom: clingo_id_t,
    string: *mut c_char,
    size: usize,
) -> bool {
    // SAFETY: the caller gives the atoms and a buffer of this size.
    door(|| unsafe { look(atoms, atom, |it: &TheoryTableAtom| write_text(&it.atom.text(), string, size)) })
}
