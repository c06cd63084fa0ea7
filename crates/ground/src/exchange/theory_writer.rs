//! Writes theory atoms for formats that number terms and elements. Terms and elements are written before the terms
//! and atoms that contain them.

use std::fmt::Result as Written;

use rustc_hash::FxHashMap;

use crate::program::{GroundProgram, Literal, TheoryAtom, CALL, LIST, SET};
use crate::symbol::{Name, Symbol, SymbolView};

/// The number that represents a tuple where the number of a function's name is expected.
pub(super) const TUPLE: i64 = -1;

/// The numbers that represent a set or a list where the number of a function's name is expected, with their names.
pub(super) const BRACKETS: [(i64, &str); 2] = [(-2, SET), (-3, LIST)];

/// A format in which theory terms, elements and atoms are written with numbers.
#[allow(clippy::missing_errors_doc, reason = "each fails if writing does")]
pub trait TheoryFormat {
    /// Writes a number.
    fn write_number(&mut self, id: i64, number: i64) -> Written;

    /// Writes a string, constant or name.
    fn write_text(&mut self, id: i64, text: &str) -> Written;

    /// Writes a function term. `kind` is the number of the function's name, or -1 for a tuple, -2 for a set, -3 for a list.
    fn write_compound(&mut self, id: i64, kind: i64, arguments: &[i64]) -> Written;

    /// Writes an element by its number, with the numbers of its terms.
    fn write_element(&mut self, id: i64, tuple: &[i64], condition: &[Literal]) -> Written;

    /// Writes an atom by its number, or 0 for a directive. The guard consists of the numbers of an operator and a
    /// term.
    fn write_atom(&mut self, atom: i64, name: i64, elements: &[i64], guard: Option<(i64, i64)>) -> Written;
}

/// Writes the theory atoms of a program that are in use, with gringo's numbers for their terms.
///
/// # Errors
///
/// If writing to `out` fails.
pub fn write_theory(ground: GroundProgram, out: &mut impl TheoryFormat) -> Written {
    let mut numbers = TermNumbers { ground, terms: FxHashMap::default(), made: TheoryParts::default() };
    let theory = &ground.program.theory;
    let mut written = vec![false; theory.element_count()];
    for TheoryAtom { atom, name, elements, guard, .. } in theory.used_from(0) {
        // gringo numbers the terms of a guard before those of the elements, and writes them afterwards.
        let name = numbers.term(*name, NameOf::AfterArguments);
        let guard = guard.map(|(operator, term)| {
            let term = numbers.term(term, NameOf::BeforeArguments);
            (numbers.made.name(ground.symbols.text(operator)), term)
        });
        let mut new: Vec<(usize, Vec<i64>)> = Vec::new();
        for &number in elements {
            if std::mem::replace(&mut written[number], true) {
                continue;
            }
            let tuple = theory.element(number).tuple.iter();
            let tuple = tuple.map(|&term| numbers.term(term, NameOf::BeforeArguments)).collect();
            new.push((number, tuple));
        }
        numbers.made.write(name, out)?;
        for (number, tuple) in new {
            for &term in &tuple {
                numbers.made.write(term, out)?;
            }
            out.write_element(number as i64, &tuple, &theory.element(number).condition)?;
        }
        if let Some((operator, term)) = guard {
            numbers.made.write(operator, out)?;
            numbers.made.write(term, out)?;
        }
        let elements: Vec<i64> = elements.iter().map(|&element| element as i64).collect();
        out.write_atom(atom.map_or(0, |atom| i64::from(atom.0) + 1), name, &elements, guard)?;
    }
    Ok(())
}

/// When the name of a function gets its number: after its arguments in a name of a theory atom, which gringo evaluates
/// to a symbol, and before them in a term that is left to the theory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameOf {
    BeforeArguments,
    AfterArguments,
}

/// The numbers of terms.
struct TermNumbers<'e> {
    ground: GroundProgram<'e>,
    terms: FxHashMap<Symbol, i64>,
    made: TheoryParts,
}

impl TermNumbers<'_> {
    /// Returns the number of a term. An explicit stack replaces recursion, so terms may be arbitrarily deep.
    fn term(&mut self, term: Symbol, order: NameOf) -> i64 {
        let symbols = self.ground.symbols;
        let mut open = vec![term];
        while let Some(&term) = open.last() {
            if self.terms.contains_key(&term) {
                open.pop();
                continue;
            }
            let number = match symbols.as_function(term) {
                None => match symbols.view(term) {
                    SymbolView::Number(number) => match number.checked_neg().filter(|_| number < 0) {
                        Some(opposite) => {
                            let operand = self.made.number(opposite);
                            self.made.minus(operand)
                        }
                        None => self.made.number(number),
                    },
                    _ => self.made.add(TheoryPart::Text(symbols.display(term).to_string())),
                },
                Some((Some(name), [], negative)) if !is_compound(symbols.text(name)) => {
                    let constant = self.made.name(symbols.text(name));
                    if negative {
                        self.made.minus(constant)
                    } else {
                        constant
                    }
                }
                Some((name, arguments, negative)) => {
                    if order == NameOf::BeforeArguments {
                        self.kind(name);
                    }
                    let before = open.len();
                    open.extend(arguments.iter().rev().filter(|argument| !self.terms.contains_key(argument)));
                    if open.len() > before {
                        continue;
                    }
                    let arguments = arguments.iter().map(|argument| self.terms[argument]).collect();
                    let kind = self.kind(name);
                    let id = self.made.add(TheoryPart::Compound { kind, arguments });
                    if negative {
                        self.made.minus(id)
                    } else {
                        id
                    }
                }
            };
            self.terms.insert(term, number);
            open.pop();
        }
        self.terms[&term]
    }

    /// Returns the number that represents the name of a function, or that it is a tuple, a set or a list.
    fn kind(&mut self, name: Option<Name>) -> i64 {
        let Some(name) = name else { return TUPLE };
        let text = self.ground.symbols.text(name);
        match BRACKETS.iter().find(|(_, name)| *name == text) {
            Some(&(kind, _)) => kind,
            None => self.made.name(text.strip_suffix(CALL).unwrap_or(text)),
        }
    }
}

/// A term as it is written, in which other terms and names are numbers.
enum TheoryPart {
    Number(i64),
    Text(String),
    Compound { kind: i64, arguments: Vec<i64> },
}

/// The terms that have a number.
#[derive(Default)]
struct TheoryParts {
    /// By number; `None` once it is written.
    parts: Vec<Option<TheoryPart>>,
    names: FxHashMap<String, i64>,
    numbers: FxHashMap<i64, i64>,
}

impl TheoryParts {
    fn add(&mut self, part: TheoryPart) -> i64 {
        self.parts.push(Some(part));
        self.parts.len() as i64 - 1
    }

    fn name(&mut self, text: &str) -> i64 {
        if let Some(&id) = self.names.get(text) {
            return id;
        }
        let id = self.add(TheoryPart::Text(text.to_owned()));
        self.names.insert(text.to_owned(), id);
        id
    }

    fn number(&mut self, number: i64) -> i64 {
        if let Some(&id) = self.numbers.get(&number) {
            return id;
        }
        let id = self.add(TheoryPart::Number(number));
        self.numbers.insert(number, id);
        id
    }

    /// Adds the operation `-` on a term.
    fn minus(&mut self, operand: i64) -> i64 {
        let kind = self.name("-");
        self.add(TheoryPart::Compound { kind, arguments: vec![operand] })
    }

    /// Writes a term that is not written yet, after those that it contains.
    fn write(&mut self, id: i64, out: &mut impl TheoryFormat) -> Written {
        let mut open = vec![id];
        while let Some(&id) = open.last() {
            if let Some(TheoryPart::Compound { kind, arguments }) = &self.parts[id as usize] {
                // The name comes after the arguments; tuples, sets and lists have none.
                let name = Some(kind).filter(|&&kind| kind >= 0);
                let needed = name.into_iter().chain(arguments.iter().rev());
                let before = open.len();
                open.extend(needed.filter(|&&id| self.parts[id as usize].is_some()));
                if open.len() > before {
                    continue;
                }
            }
            match self.parts[id as usize].take() {
                Some(TheoryPart::Number(number)) => out.write_number(id, number)?,
                Some(TheoryPart::Text(text)) => out.write_text(id, &text)?,
                Some(TheoryPart::Compound { kind, arguments }) => out.write_compound(id, kind, &arguments)?,
                None => {}
            }
            open.pop();
        }
        Ok(())
    }
}

/// Returns whether a function without arguments is written as a function term, not as a constant.
fn is_compound(name: &str) -> bool {
    name.ends_with(CALL) || BRACKETS.iter().any(|(_, brackets)| *brackets == name)
}
