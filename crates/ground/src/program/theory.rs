//! Theory atoms of a ground program: their terms, elements and guards, and the ground atoms that represent them.
//!
//! A theory term is a symbol in which nothing is evaluated. An operation is a function with the name of its operator,
//! and a negative number is the operation `-` on a positive one. No name in a program text equals an operator,
//! [`SET`] or [`LIST`], or ends in [`CALL`], which marks functions written with empty parentheses.

use std::fmt;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

use super::difference::Differences;
use super::integers::Integers;
use super::{AtomId, GroundProgram, Literal};
use crate::diagnostic::Span;
use crate::symbol::{Name, Symbol, Symbols};

/// The name of the function that represents a set `{t,u}`.
pub const SET: &str = "{}";
/// The name of the function that represents a list `[t,u]`.
pub const LIST: &str = "[]";
/// The suffix that is added to the name of a function written as `f()`.
pub const CALL: &str = "()";

/// An element of a theory atom.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TheoryElement {
    /// The terms of the element.
    pub tuple: Vec<Symbol>,
    /// The condition, a conjunction of literals under which the element counts.
    pub condition: Vec<Literal>,
}

/// A theory atom.
#[derive(Clone, Debug)]
pub struct TheoryAtom {
    /// The ground atom that represents it; `None` for a directive.
    pub atom: Option<AtomId>,
    /// The name with the arguments, as one symbol.
    pub name: Symbol,
    /// The numbers of its elements: see [`Theory::element`]. Where equal elements count as often as they occur, a number may be
    /// repeated.
    pub elements: Vec<usize>,
    /// The guard: the operator and the term after the elements.
    pub guard: Option<(Name, Symbol)>,
    /// The side of rules on which it occurs.
    pub side: Side,
    /// The span of its first occurrence; `None` if it was not read from a program text.
    pub span: Option<Span>,
}

/// The side of rules on which a theory atom occurs, as far as the theory definition distinguishes them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// Either side: an atom in a body is the same as one in a head, which may define it.
    Any,
    /// In heads: the atom holds if a rule derives it.
    Head,
    /// In bodies: no rule defines the atom.
    Body,
}

/// The theory atoms of a ground program, in the order in which they were added.
///
/// Those that are found in bodies wait until something in the program depends on them: a rule for a fact does not, and
/// where nothing does, the atom would be free and double the answer sets.
#[derive(Clone, Default, Debug)]
pub struct Theory {
    elements: Vec<TheoryElement>,
    element_index: HashTable<usize>,
    atoms: Vec<TheoryAtom>,
    atom_index: HashTable<usize>,
    /// The number of atoms of earlier steps.
    earlier: usize,
    /// The numbers of the atoms in use, in the order in which they came into use.
    used: Vec<usize>,
    /// The place of each atom in `used`, if it is in use.
    places: Vec<Option<usize>>,
    /// The numbers of the other atoms, by the ground atoms that represent them.
    waiting: FxHashMap<AtomId, usize>,
    /// The difference constraints among them, as far as they were read.
    pub differences: Differences,
    /// The constraints over integers among them, as far as they were read.
    pub integers: Integers,
}

impl Theory {
    /// Returns the theory atoms, including directives and atoms that are not in use.
    #[must_use]
    pub fn atoms(&self) -> &[TheoryAtom] {
        &self.atoms
    }

    /// Returns the theory atoms in use, including directives, without the first `start`. New ones are only appended.
    pub fn used_from(&self, start: usize) -> impl Iterator<Item = &TheoryAtom> {
        self.used[start..].iter().map(|&number| &self.atoms[number])
    }

    /// Returns the number of theory atoms in use.
    #[must_use]
    pub fn used_count(&self) -> usize {
        self.used.len()
    }

    /// Returns the ground atoms of the theory atoms that are not in use, with the numbers of the theory atoms.
    pub(crate) fn waiting(&self) -> &FxHashMap<AtomId, usize> {
        &self.waiting
    }

    /// Brings theory atoms into use, in the order in which they were added.
    pub(crate) fn bring_into_use(&mut self, atoms: &[AtomId]) {
        let mut numbers: Vec<usize> = atoms.iter().filter_map(|atom| self.waiting.remove(atom)).collect();
        numbers.sort_unstable();
        numbers.into_iter().for_each(|number| self.use_atom(number));
    }

    /// Returns an element by its number.
    #[must_use]
    pub fn element(&self, number: usize) -> &TheoryElement {
        &self.elements[number]
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn element_count(&self) -> usize {
        self.elements.len()
    }

    /// Returns whether there are no theory atoms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// Returns the number of an element, added if necessary.
    pub fn add_element(&mut self, element: TheoryElement) -> usize {
        let elements = &mut self.elements;
        let hash = |element: &TheoryElement| FxBuildHasher.hash_one(element);
        let wanted = hash(&element);
        if let Some(&number) = self.element_index.find(wanted, |&number| elements[number] == element) {
            return number;
        }
        elements.push(element);
        let number = elements.len() - 1;
        self.element_index.insert_unique(wanted, number, |&number| hash(&elements[number]));
        number
    }

    /// Adds a theory atom that is in use, even if an equal one exists.
    pub fn add(&mut self, atom: TheoryAtom) {
        let number = self.insert(atom);
        self.use_atom(number);
    }

    /// Adds a theory atom that comes into use when the program depends on it.
    pub(crate) fn add_waiting(&mut self, atom: TheoryAtom, represented_by: AtomId) {
        let number = self.insert(atom);
        self.waiting.insert(represented_by, number);
    }

    fn use_atom(&mut self, number: usize) {
        self.places[number] = Some(self.used.len());
        self.used.push(number);
    }

    fn insert(&mut self, atom: TheoryAtom) -> usize {
        self.atoms.push(atom);
        self.places.push(None);
        let (atoms, number) = (&self.atoms, self.atoms.len() - 1);
        let hash = |number: &usize| hash(&atoms[*number]);
        self.atom_index.insert_unique(hash(&number), number, hash);
        number
    }

    /// Returns the first atom in use with this name, these elements and this guard, without the first `start` atoms in use.
    /// It may be a directive, and be of any side.
    #[must_use]
    pub fn find_from(
        &self,
        start: usize,
        name: Symbol,
        elements: &[usize],
        guard: Option<(Name, Symbol)>,
    ) -> Option<&TheoryAtom> {
        let parts = (name, elements, guard);
        let is_used = |number: usize| self.places[number].is_some_and(|place| place >= start);
        let alike = self.atom_index.iter_hash(FxBuildHasher.hash_one(parts)).copied();
        let alike = alike.filter(|&number| is_used(number) && self::parts(&self.atoms[number]) == parts);
        alike.min().map(|number| &self.atoms[number])
    }

    /// Begins a step. As in clingo, the theory atoms of each step are its own, so that it may define one that an earlier step has
    /// defined.
    pub fn begin_step(&mut self) {
        self.earlier = self.atoms.len();
    }

    /// Returns an atom of this step that equals this one except for the ground atom and the span.
    pub fn find(&self, wanted: &TheoryAtom) -> Option<&TheoryAtom> {
        let same = |&number: &usize| number >= self.earlier && key(&self.atoms[number]) == key(wanted);
        self.atom_index.find(hash(wanted), same).map(|&number| &self.atoms[number])
    }
}

/// What a theory atom says: its name, elements and guard.
type Parts<'a> = (Symbol, &'a [usize], Option<(Name, Symbol)>);

fn parts(atom: &TheoryAtom) -> Parts<'_> {
    (atom.name, &atom.elements, atom.guard)
}

/// The parts in which distinct theory atoms differ. The last is whether it is a directive.
fn key(atom: &TheoryAtom) -> (Parts<'_>, Side, bool) {
    (parts(atom), atom.side, atom.atom.is_none())
}

fn hash(atom: &TheoryAtom) -> u64 {
    FxBuildHasher.hash_one(parts(atom))
}

/// Returns whether this is the name of an operator.
#[must_use]
pub fn is_operator(name: &str) -> bool {
    const CHARACTERS: &[u8] = b"/!<=>+-*\\?&@|:;~^.";
    name == "not" || !name.is_empty() && name.bytes().all(|byte| CHARACTERS.contains(&byte))
}

/// Converts a value to a theory term, in which `-` is an operation.
#[must_use]
pub fn theory_term(value: Symbol, symbols: &mut Symbols) -> Symbol {
    // An explicit stack, so that deep terms do not overflow the thread's stack: terms to convert, and functions whose
    // arguments are converted.
    enum Pending {
        Term(Symbol),
        Function(Symbol),
    }
    let mut open = vec![Pending::Term(value)];
    let mut done: Vec<Symbol> = Vec::new();
    while let Some(pending) = open.pop() {
        match pending {
            Pending::Term(term) => match (symbols.as_number(term), symbols.as_function(term)) {
                (Some(number), _) if number < 0 => done.push(match number.checked_neg() {
                    Some(opposite) => {
                        let opposite = symbols.number(opposite);
                        minus(opposite, symbols)
                    }
                    None => term,
                }),
                (_, Some((_, arguments, negative))) if negative || !arguments.is_empty() => {
                    open.push(Pending::Function(term));
                    open.extend(arguments.iter().rev().map(|&argument| Pending::Term(argument)));
                }
                _ => done.push(term),
            },
            Pending::Function(term) => {
                let (name, arguments, negative) = symbols.as_function(term).expect("a function");
                let arguments = done.split_off(done.len() - arguments.len());
                let positive = match name {
                    Some(name) => symbols.function(name, &arguments, false),
                    None => symbols.tuple(&arguments),
                };
                done.push(if negative { minus(positive, symbols) } else { positive });
            }
        }
    }
    done.pop().expect("one term remains")
}

fn minus(term: Symbol, symbols: &mut Symbols) -> Symbol {
    let name = symbols.name("-");
    symbols.function(name, &[term], false)
}

/// Prints a theory term, with operations in parentheses.
struct TermText<'e>(Symbol, &'e Symbols);

impl fmt::Display for TermText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum TheoryToken<'e> {
            Term(Symbol),
            Text(&'e str),
        }
        let symbols = self.1;
        let mut open = vec![TheoryToken::Term(self.0)];
        while let Some(token) = open.pop() {
            let term = match token {
                TheoryToken::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                TheoryToken::Term(term) => term,
            };
            let Some((name, arguments, false)) = symbols.as_function(term) else {
                match symbols.as_number(term) {
                    Some(number) if number < 0 => write!(f, "({number})")?,
                    _ => write!(f, "{}", symbols.display(term))?,
                }
                continue;
            };
            let name = name.map(|name| symbols.text(name));
            let start = open.len();
            match (name, arguments) {
                (Some(operator), &[only]) if is_operator(operator) => {
                    let gap = if operator == "not" { " " } else { "" };
                    open.extend([
                        TheoryToken::Text("("),
                        TheoryToken::Text(operator),
                        TheoryToken::Text(gap),
                    ]);
                    open.extend([TheoryToken::Term(only), TheoryToken::Text(")")]);
                }
                (Some(operator), &[left, right]) if is_operator(operator) => {
                    let gap = if operator == "not" { " " } else { "" };
                    open.extend([TheoryToken::Text("("), TheoryToken::Term(left), TheoryToken::Text(gap)]);
                    open.extend([
                        TheoryToken::Text(operator),
                        TheoryToken::Text(gap),
                        TheoryToken::Term(right),
                    ]);
                    open.push(TheoryToken::Text(")"));
                }
                (Some(constant), []) if constant != SET && constant != LIST => {
                    open.push(TheoryToken::Text(constant));
                }
                _ => {
                    let (name, opening, closing) = match name {
                        None => ("", "(", if arguments.len() == 1 { ",)" } else { ")" }),
                        Some(SET) => ("", "{", "}"),
                        Some(LIST) => ("", "[", "]"),
                        Some(name) => (name, "(", ")"),
                    };
                    open.extend([TheoryToken::Text(name), TheoryToken::Text(opening)]);
                    for (index, &argument) in arguments.iter().enumerate() {
                        open.push(TheoryToken::Text(if index == 0 { "" } else { "," }));
                        open.push(TheoryToken::Term(argument));
                    }
                    open.push(TheoryToken::Text(closing));
                }
            }
            open[start..].reverse();
        }
        Ok(())
    }
}

/// Prints a theory atom.
pub(crate) struct AtomText<'e> {
    pub atom: &'e TheoryAtom,
    pub ground: GroundProgram<'e>,
    /// Returns the text of a literal.
    pub literal: &'e dyn Fn(Literal) -> String,
}

impl fmt::Display for AtomText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AtomText { atom, ground, literal } = self;
        let symbols = ground.symbols;
        write!(f, "&{}{{", symbols.display(atom.name))?;
        for (index, &number) in atom.elements.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "; " })?;
            let TheoryElement { tuple, condition } = ground.program.theory.element(number);
            for (index, &term) in tuple.iter().enumerate() {
                write!(f, "{}{}", if index == 0 { "" } else { "," }, TermText(term, symbols))?;
            }
            if !condition.is_empty() || tuple.is_empty() {
                let condition: Vec<String> = condition.iter().map(|&it| literal(it)).collect();
                write!(f, ": {}", condition.join(","))?;
            }
        }
        f.write_str("}")?;
        match atom.guard {
            Some((operator, term)) => {
                write!(f, "{}({})", symbols.text(operator), TermText(term, symbols))
            }
            None => Ok(()),
        }
    }
}
