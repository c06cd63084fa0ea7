//! Atoms of theories in a ground program: what they are made of, and which ground atoms say whether they hold.
//!
//! A term of a theory is a symbol in which nothing is evaluated: an operation is a function with the name of its operator,
//! a negative number the operation `-` on a positive one. No name that a reader can write is that of an operator; nor is
//! [`SET`], [`LIST`] or a name with [`CALL`] behind it, of a function that has no arguments but their parentheses.

use std::fmt;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

use super::difference::Differences;
use super::{AtomId, GroundProgram, Literal};
use crate::diagnostic::Span;
use crate::symbol::{Name, Symbol, Symbols};

/// The name of the function that stands for `{t,u}`.
pub const SET: &str = "{}";
/// The name of the function that stands for `[t,u]`.
pub const LIST: &str = "[]";
/// What stands behind the name of a function in `f()`.
pub const CALL: &str = "()";

/// An element of an atom of a theory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TheoryElement {
    /// The terms.
    pub tuple: Vec<Symbol>,
    /// What has to hold for it to be there.
    pub condition: Vec<Literal>,
}

/// An atom of a theory.
#[derive(Clone, Debug)]
pub struct TheoryAtom {
    /// Says whether it holds; a directive has none.
    pub atom: Option<AtomId>,
    /// The name with the arguments.
    pub name: Symbol,
    /// The numbers of its elements: see [`Theory::element`].
    pub elements: Vec<usize>,
    /// Operator and term behind the elements.
    pub guard: Option<(Name, Symbol)>,
    /// Where it occurs.
    pub side: Side,
    /// Where it was first read, if that is a text.
    pub span: Option<Span>,
}

/// Where an atom of a theory occurs, as far as the theory tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// Anywhere: an atom in a body is the same as one in a head, which may define it.
    Any,
    /// In heads: it holds where a rule derives it.
    Head,
    /// In bodies: no rule defines it.
    Body,
}

/// The atoms of theories in a ground program, in the order in which they were met.
#[derive(Clone, Default, Debug)]
pub struct Theory {
    elements: Vec<TheoryElement>,
    element_index: HashTable<usize>,
    atoms: Vec<TheoryAtom>,
    atom_index: HashTable<usize>,
    /// What difference constraints among them come to, as far as they were looked at.
    pub differences: Differences,
}

impl Theory {
    /// The atoms, directives among them.
    #[must_use]
    pub fn atoms(&self) -> &[TheoryAtom] {
        &self.atoms
    }

    /// An element by its number.
    #[must_use]
    pub fn element(&self, number: usize) -> &TheoryElement {
        &self.elements[number]
    }

    /// How many elements there are.
    #[must_use]
    pub fn element_count(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are no atoms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// The number of an element, which is added if need be.
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

    /// Adds an atom, even where there is one like it.
    pub fn add(&mut self, atom: TheoryAtom) {
        self.atoms.push(atom);
        let (atoms, number) = (&self.atoms, self.atoms.len() - 1);
        let hash = |number: &usize| hash(&atoms[*number]);
        self.atom_index.insert_unique(hash(&number), number, hash);
    }

    /// An atom like this one but for the ground atom and the place.
    pub fn find(&self, wanted: &TheoryAtom) -> Option<&TheoryAtom> {
        let same = |number: &usize| key(&self.atoms[*number]) == key(wanted);
        self.atom_index.find(hash(wanted), same).map(|&number| &self.atoms[number])
    }
}

/// What tells atoms apart.
type Key<'a> = (Symbol, &'a [usize], Option<(Name, Symbol)>, Side, bool);

fn key(atom: &TheoryAtom) -> Key<'_> {
    (atom.name, &atom.elements, atom.guard, atom.side, atom.atom.is_none())
}

fn hash(atom: &TheoryAtom) -> u64 {
    FxBuildHasher.hash_one(key(atom))
}

/// Whether this is the name of an operator.
#[must_use]
pub fn is_operator(name: &str) -> bool {
    const CHARACTERS: &[u8] = b"/!<=>+-*\\?&@|:;~^.";
    name == "not" || !name.is_empty() && name.bytes().all(|byte| CHARACTERS.contains(&byte))
}

/// The term of a theory that a value stands for: `-` is an operation there.
pub fn theory_term(value: Symbol, symbols: &mut Symbols) -> Symbol {
    // What is still to be looked at, and what has been: no recursion, however deep the term.
    enum Piece {
        Term(Symbol),
        Function(Symbol),
    }
    let mut open = vec![Piece::Term(value)];
    let mut done: Vec<Symbol> = Vec::new();
    while let Some(piece) = open.pop() {
        match piece {
            Piece::Term(term) => match (symbols.as_number(term), symbols.as_function(term)) {
                (Some(number), _) if number < 0 => done.push(match number.checked_neg() {
                    Some(opposite) => {
                        let opposite = symbols.number(opposite);
                        minus(opposite, symbols)
                    }
                    None => term,
                }),
                (_, Some((_, arguments, negative))) if negative || !arguments.is_empty() => {
                    open.push(Piece::Function(term));
                    open.extend(arguments.iter().rev().map(|&argument| Piece::Term(argument)));
                }
                _ => done.push(term),
            },
            Piece::Function(term) => {
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

/// A term of a theory as text: operations in parentheses.
struct TermText<'e>(Symbol, &'e Symbols);

impl fmt::Display for TermText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Piece<'e> {
            Term(Symbol),
            Text(&'e str),
        }
        let symbols = self.1;
        let mut open = vec![Piece::Term(self.0)];
        while let Some(piece) = open.pop() {
            let term = match piece {
                Piece::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Piece::Term(term) => term,
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
                    open.extend([Piece::Text("("), Piece::Text(operator), Piece::Text(gap)]);
                    open.extend([Piece::Term(only), Piece::Text(")")]);
                }
                (Some(operator), &[left, right]) if is_operator(operator) => {
                    let gap = if operator == "not" { " " } else { "" };
                    open.extend([Piece::Text("("), Piece::Term(left), Piece::Text(gap)]);
                    open.extend([Piece::Text(operator), Piece::Text(gap), Piece::Term(right)]);
                    open.push(Piece::Text(")"));
                }
                (Some(constant), []) if constant != SET && constant != LIST => {
                    open.push(Piece::Text(constant));
                }
                _ => {
                    let (name, opening, closing) = match name {
                        None => ("", "(", if arguments.len() == 1 { ",)" } else { ")" }),
                        Some(SET) => ("", "{", "}"),
                        Some(LIST) => ("", "[", "]"),
                        Some(name) => (name, "(", ")"),
                    };
                    open.extend([Piece::Text(name), Piece::Text(opening)]);
                    for (index, &argument) in arguments.iter().enumerate() {
                        open.push(Piece::Text(if index == 0 { "" } else { "," }));
                        open.push(Piece::Term(argument));
                    }
                    open.push(Piece::Text(closing));
                }
            }
            open[start..].reverse();
        }
        Ok(())
    }
}

/// An atom of a theory as text.
pub(crate) struct AtomText<'e> {
    pub atom: &'e TheoryAtom,
    pub ground: GroundProgram<'e>,
    /// What literals are called.
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
