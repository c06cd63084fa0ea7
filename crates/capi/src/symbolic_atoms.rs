//! The atoms of a ground program that have names.

use std::sync::{Arc, Weak};

use groundplan::program::AtomId;
use groundplan_clingo::literal::number;
use groundplan_clingo::{AtomPredicate, Control, SymbolicAtoms, Term};

use crate::backend::clingo_literal_t;
use crate::door::{door, Failure, Outcome};
use crate::symbol::{clingo_signature_t, clingo_symbol_t, parts_of_signature, signature, symbol, term};
use crate::text::write_list;

/// The atoms of a ground program.
pub struct clingo_symbolic_atoms {
    control: Weak<Control>,
}

/// See [`clingo_symbolic_atoms`].
pub type clingo_symbolic_atoms_t = clingo_symbolic_atoms;

/// An iterator over atoms: see `Place`.
pub type clingo_symbolic_atom_iterator_t = u64;

/// What an iterator is: an atom, by the numbers of its predicate and of its row, or the end.
///
/// As a number, the lower half is the predicate, with the uppermost bit for an iterator that goes on behind it; the upper half is the
/// row. The end is the same as long as the process lives.
#[derive(Clone, Copy)]
struct Place {
    predicate: usize,
    row: usize,
    /// Whether the atoms of the following predicates come next; otherwise the end does.
    goes_on: bool,
}

/// The number of the predicate of the end.
const END: usize = (1 << 31) - 1;
const GOES_ON: u64 = 1 << 31;

impl From<clingo_symbolic_atom_iterator_t> for Place {
    fn from(iterator: u64) -> Self {
        let predicate = (iterator & (GOES_ON - 1)) as usize;
        Place { predicate, row: (iterator >> 32) as usize, goes_on: iterator & GOES_ON != 0 }
    }
}

impl From<Place> for clingo_symbolic_atom_iterator_t {
    fn from(place: Place) -> Self {
        let goes_on = if place.goes_on { GOES_ON } else { 0 };
        (place.row as u64) << 32 | goes_on | place.predicate as u64
    }
}

impl Place {
    fn end(goes_on: bool) -> Self {
        Place { predicate: END, row: 0, goes_on }
    }

    /// Returns this place or, if it is behind the last atom of its predicate, the next one.
    fn settle(self, predicates: &[AtomPredicate]) -> Self {
        let Place { mut predicate, mut row, goes_on } = self;
        while let Some(here) = predicates.get(predicate) {
            if row < here.atoms.len() {
                return Place { predicate, row, goes_on };
            }
            if !goes_on {
                break;
            }
            (predicate, row) = (predicate + 1, 0);
        }
        Place::end(goes_on)
    }

    /// Returns the atom.
    fn atom(self, table: &SymbolicAtoms) -> Outcome<&(Term, AtomId)> {
        let atom = table.predicates.get(self.predicate).and_then(|here| here.atoms.get(self.row));
        atom.ok_or_else(|| {
            Failure::logic("the iterator is at no atom: it is at the end, or the program has changed")
        })
    }
}

impl clingo_symbolic_atoms {
    /// Returns the atoms of a control.
    pub(crate) fn new(control: &Arc<Control>) -> Self {
        clingo_symbolic_atoms { control: Arc::downgrade(control) }
    }

    fn with<T>(&self, act: impl FnOnce(&SymbolicAtoms) -> T) -> Outcome<T> {
        let control = self.control.upgrade().ok_or_else(|| Failure::logic("the control is gone"))?;
        Ok(control.with_table(act))
    }
}

/// Does something with the table of atoms, and writes what it gives.
///
/// # Safety
///
/// `atoms` is an object of this library, and `result` may be written.
unsafe fn ask<T>(
    atoms: *const clingo_symbolic_atoms_t,
    result: *mut T,
    act: impl FnOnce(&SymbolicAtoms) -> Outcome<T>,
) -> bool {
    door(|| {
        // SAFETY: by the contract of this function.
        unsafe { *result = (*atoms).with(act)?? };
        Ok(())
    })
}

/// Returns the number of atoms.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_size(
    atoms: *const clingo_symbolic_atoms_t,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, size, |table| Ok(table.atom_count())) }
}

/// Returns an iterator at the first atom or, with a signature, at the first one of its predicate.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_begin(
    atoms: *const clingo_symbolic_atoms_t,
    signature: *const clingo_signature_t,
    iterator: *mut clingo_symbolic_atom_iterator_t,
) -> bool {
    // SAFETY: the caller gives a signature, or null.
    let wanted = unsafe { signature.as_ref() }.map(|&signature| parts_of_signature(signature));
    let begin = |table: &SymbolicAtoms| {
        let place = match wanted {
            None => Place { predicate: 0, row: 0, goes_on: true },
            Some((name, arity, positive)) => {
                let is_wanted = |it: &AtomPredicate| {
                    it.name == name && it.arity == arity as usize && it.positive == positive
                };
                let predicate = table.predicates.iter().position(is_wanted).unwrap_or(END);
                Place { predicate, row: 0, goes_on: false }
            }
        };
        Ok(place.settle(&table.predicates).into())
    };
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, iterator, begin) }
}

/// Returns an iterator at the end.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_end(
    _atoms: *const clingo_symbolic_atoms_t,
    iterator: *mut clingo_symbolic_atom_iterator_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the result.
        unsafe { *iterator = Place::end(false).into() };
        Ok(())
    })
}

/// Returns an iterator at the atom with a symbol, or at the end if there is none. The atoms of all predicates follow.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_find(
    atoms: *const clingo_symbolic_atoms_t,
    symbol: clingo_symbol_t,
    iterator: *mut clingo_symbolic_atom_iterator_t,
) -> bool {
    let find = |table: &SymbolicAtoms| {
        let place = match table.find(&term(symbol)) {
            Some((predicate, row)) => Place { predicate, row, goes_on: true },
            None => Place::end(true),
        };
        Ok(place.into())
    };
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, iterator, find) }
}

/// Whether two iterators are at the same atom, or both at the end.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_iterator_is_equal_to(
    _atoms: *const clingo_symbolic_atoms_t,
    a: clingo_symbolic_atom_iterator_t,
    b: clingo_symbolic_atom_iterator_t,
    equal: *mut bool,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the result.
        unsafe { *equal = (a | GOES_ON) == (b | GOES_ON) };
        Ok(())
    })
}

/// Returns the symbol of an atom.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_symbol(
    atoms: *const clingo_symbolic_atoms_t,
    iterator: clingo_symbolic_atom_iterator_t,
    symbol: *mut clingo_symbol_t,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe {
        ask(atoms, symbol, |table| Place::from(iterator).atom(table).map(|(term, _)| self::symbol(term)))
    }
}

/// Whether an atom is known to be true in every answer set.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_is_fact(
    atoms: *const clingo_symbolic_atoms_t,
    iterator: clingo_symbolic_atom_iterator_t,
    fact: *mut bool,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe {
        ask(atoms, fact, |table| Place::from(iterator).atom(table).map(|&(_, atom)| table.is_fact(atom)))
    }
}

/// Whether an atom is external and no rule defines it.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_is_external(
    atoms: *const clingo_symbolic_atoms_t,
    iterator: clingo_symbolic_atom_iterator_t,
    external: *mut bool,
) -> bool {
    let is_external =
        |table: &SymbolicAtoms| Place::from(iterator).atom(table).map(|&(_, atom)| table.is_external(atom));
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, external, is_external) }
}

/// Returns the literal of an atom.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_literal(
    atoms: *const clingo_symbolic_atoms_t,
    iterator: clingo_symbolic_atom_iterator_t,
    literal: *mut clingo_literal_t,
) -> bool {
    let found = |table: &SymbolicAtoms| {
        Place::from(iterator).atom(table).map(|&(_, atom)| number(atom.positive()) as clingo_literal_t)
    };
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, literal, found) }
}

/// Returns the number of predicates.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_signatures_size(
    atoms: *const clingo_symbolic_atoms_t,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, size, |table| Ok(table.predicates.len())) }
}

/// Writes the signatures of the predicates.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_signatures(
    atoms: *const clingo_symbolic_atoms_t,
    signatures: *mut clingo_signature_t,
    size: usize,
) -> bool {
    door(|| {
        let of = |it: &AtomPredicate| signature(&it.name, it.arity as u32, it.positive);
        // SAFETY: the caller gives the atoms.
        let all: Vec<_> = unsafe { (*atoms).with(|table| table.predicates.iter().map(of).collect())? };
        // SAFETY: the caller gives an array of this size.
        unsafe { write_list(&all, signatures, size) }
    })
}

/// Returns an iterator at the next atom, or at the end.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_next(
    atoms: *const clingo_symbolic_atoms_t,
    iterator: clingo_symbolic_atom_iterator_t,
    next: *mut clingo_symbolic_atom_iterator_t,
) -> bool {
    let next_of = |table: &SymbolicAtoms| {
        let here = Place::from(iterator);
        here.atom(table)?;
        Ok(Place { row: here.row + 1, ..here }.settle(&table.predicates).into())
    };
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, next, next_of) }
}

/// Whether an iterator is at an atom.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbolic_atoms_is_valid(
    atoms: *const clingo_symbolic_atoms_t,
    iterator: clingo_symbolic_atom_iterator_t,
    valid: *mut bool,
) -> bool {
    // SAFETY: the caller gives the atoms and a place for the result.
    unsafe { ask(atoms, valid, |table| Ok(Place::from(iterator).atom(table).is_ok())) }
}
