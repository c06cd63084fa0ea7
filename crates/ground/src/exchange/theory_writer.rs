//! Writes theory atoms for formats that number terms and elements. Terms and elements are written before the terms
//! and atoms that contain them.

use std::fmt::Result as Written;

use rustc_hash::FxHashMap;

use crate::program::{GroundProgram, Literal, TheoryAtom, TheoryElement, CALL, LIST, SET};
use crate::symbol::{Name, Symbol, SymbolView};

/// The number that represents a tuple where the number of a function's name is expected.
pub(super) const TUPLE: i64 = -1;

/// The numbers that represent a set or a list where the number of a function's name is expected, with their names.
pub(super) const BRACKETS: [(i64, &str); 2] = [(-2, SET), (-3, LIST)];

/// A format in which theory terms, elements and atoms are written with numbers.
pub(super) trait TheoryFormat {
    fn write_number(&mut self, id: i64, number: i64) -> Written;

    /// Writes a string, constant or name.
    fn write_text(&mut self, id: i64, text: &str) -> Written;

    /// Writes a function term. `kind` is the number of the function's name, [`TUPLE`], or one of [`BRACKETS`].
    fn write_compound(&mut self, id: i64, kind: i64, arguments: &[i64]) -> Written;

    fn write_element(&mut self, id: i64, tuple: &[i64], condition: &[Literal]) -> Written;

    /// Writes an atom by its number, or 0 for a directive. The guard consists of the numbers of an operator and a
    /// term.
    fn write_atom(&mut self, atom: i64, name: i64, elements: &[i64], guard: Option<(i64, i64)>) -> Written;
}

/// Writes all theory atoms of a program.
pub(super) fn write_theory(ground: GroundProgram, out: &mut impl TheoryFormat) -> Written {
    let mut writer = TermWriter {
        ground,
        out,
        terms: FxHashMap::default(),
        names: FxHashMap::default(),
        numbers: FxHashMap::default(),
        next: 0,
    };
    let theory = &ground.program.theory;
    let mut written = vec![false; theory.element_count()];
    for TheoryAtom { atom, name, elements, guard, .. } in theory.atoms() {
        let name = writer.term(*name)?;
        for &number in elements {
            if std::mem::replace(&mut written[number], true) {
                continue;
            }
            let TheoryElement { tuple, condition } = theory.element(number);
            let mut terms = Vec::with_capacity(tuple.len());
            for &term in tuple {
                terms.push(writer.term(term)?);
            }
            writer.out.write_element(number as i64, &terms, condition)?;
        }
        let guard = match guard {
            Some((operator, term)) => Some((writer.name(*operator)?, writer.term(*term)?)),
            None => None,
        };
        let elements: Vec<i64> = elements.iter().map(|&element| element as i64).collect();
        writer.out.write_atom(atom.map_or(0, |atom| i64::from(atom.0) + 1), name, &elements, guard)?;
    }
    Ok(())
}

struct TermWriter<'e, 'w, F> {
    ground: GroundProgram<'e>,
    out: &'w mut F,
    terms: FxHashMap<Symbol, i64>,
    names: FxHashMap<Name, i64>,
    numbers: FxHashMap<i64, i64>,
    next: i64,
}

impl<F: TheoryFormat> TermWriter<'_, '_, F> {
    fn fresh(&mut self) -> i64 {
        self.next += 1;
        self.next - 1
    }

    /// Returns the number of a constant, and writes the constant if it is new.
    fn name(&mut self, name: Name) -> Result<i64, std::fmt::Error> {
        if let Some(&number) = self.names.get(&name) {
            return Ok(number);
        }
        let number = self.fresh();
        self.out.write_text(number, self.ground.symbols.text(name))?;
        self.names.insert(name, number);
        Ok(number)
    }

    /// Returns the number of a term, and writes the term if it is new. An explicit stack replaces recursion, so terms
    /// may be arbitrarily deep.
    fn term(&mut self, term: Symbol) -> Result<i64, std::fmt::Error> {
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
                            let operand = self.number(opposite)?;
                            self.minus(operand)?
                        }
                        None => self.number(number)?,
                    },
                    _ => {
                        let id = self.fresh();
                        self.out.write_text(id, &symbols.display(term).to_string())?;
                        id
                    }
                },
                Some((Some(name), [], negative)) if !is_compound(symbols.text(name)) => {
                    let constant = self.name(name)?;
                    if negative {
                        self.minus(constant)?
                    } else {
                        constant
                    }
                }
                Some((name, arguments, negative)) => {
                    let missing = arguments.iter().filter(|argument| !self.terms.contains_key(argument));
                    let before = open.len();
                    open.extend(missing);
                    if open.len() > before {
                        continue;
                    }
                    let text = name.map(|name| symbols.text(name));
                    let kind = match (name, BRACKETS.iter().find(|(_, name)| Some(*name) == text)) {
                        (_, Some(&(kind, _))) => kind,
                        (None, None) => TUPLE,
                        (Some(name), None) => match text.and_then(|text| text.strip_suffix(CALL)) {
                            Some(function) => self.function(function)?,
                            None => self.name(name)?,
                        },
                    };
                    let numbers: Vec<i64> = arguments.iter().map(|argument| self.terms[argument]).collect();
                    let id = self.fresh();
                    self.out.write_compound(id, kind, &numbers)?;
                    if negative {
                        self.minus(id)?
                    } else {
                        id
                    }
                }
            };
            self.terms.insert(term, number);
            open.pop();
        }
        Ok(self.terms[&term])
    }

    fn number(&mut self, number: i64) -> Result<i64, std::fmt::Error> {
        if let Some(&id) = self.numbers.get(&number) {
            return Ok(id);
        }
        let id = self.fresh();
        self.out.write_number(id, number)?;
        self.numbers.insert(number, id);
        Ok(id)
    }

    /// Writes the operation `-` on a term, and returns its number.
    fn minus(&mut self, operand: i64) -> Result<i64, std::fmt::Error> {
        let name = self.function("-")?;
        let id = self.fresh();
        self.out.write_compound(id, name, &[operand])?;
        Ok(id)
    }

    /// Returns the number of a function's name. The name need not be in the table of symbols.
    fn function(&mut self, text: &str) -> Result<i64, std::fmt::Error> {
        if let Some(name) = self.ground.symbols.find_name(text) {
            return self.name(name);
        }
        let number = self.fresh();
        self.out.write_text(number, text)?;
        Ok(number)
    }
}

/// Returns whether a function without arguments is written as a function term, not as a constant.
fn is_compound(name: &str) -> bool {
    name.ends_with(CALL) || BRACKETS.iter().any(|(_, brackets)| *brackets == name)
}
