//! Reads theory atoms in aspif (statements that begin with 9). Terms and elements are numbered, and precede the atoms
//! that use them.

use rustc_hash::FxHashMap;

use super::aspif_read::AspifReader;
use super::theory_writer::{BRACKETS, TUPLE};
use crate::diagnostic::Diagnostic;
use crate::program::{AtomId, Side, TheoryAtom, TheoryElement, CALL};
use crate::symbol::Symbol;

/// The theory terms and elements by their numbers in the text.
#[derive(Clone, Default, Debug)]
pub(super) struct TheoryNumbers {
    terms: FxHashMap<i64, Symbol>,
    elements: FxHashMap<i64, usize>,
}

impl AspifReader<'_> {
    /// Reads the rest of a statement after the 9.
    pub(super) fn theory(&mut self) -> Result<(), Diagnostic> {
        match self.scanner.number()? {
            0 => {
                let id = self.scanner.number()?;
                let number = self.scanner.number()?;
                let number = self.symbols.number(number);
                self.numbers.theory.terms.insert(id, crate::program::theory_term(number, self.symbols));
            }
            1 => {
                let id = self.scanner.number()?;
                let text = self.text()?;
                let symbol = match text {
                    "#inf" => Symbol::INF,
                    "#sup" => Symbol::SUP,
                    _ if text.len() > 1 && text.starts_with('"') && text.ends_with('"') => {
                        let text = crate::syntax::unescape(text);
                        self.symbols.string(&text)
                    }
                    _ => {
                        let name = self.symbols.name(text);
                        self.symbols.constant(name)
                    }
                };
                self.numbers.theory.terms.insert(id, symbol);
            }
            2 => {
                let id = self.scanner.number()?;
                let symbol = self.theory_compound()?;
                self.numbers.theory.terms.insert(id, symbol);
            }
            4 => {
                let id = self.scanner.number()?;
                let tuple = self.theory_terms()?;
                let mut condition = self.literals()?;
                condition.sort_unstable();
                condition.dedup();
                let number = self.program.theory.add_element(TheoryElement { tuple, condition });
                self.numbers.theory.elements.insert(id, number);
            }
            5 => self.theory_atom(false)?,
            6 => self.theory_atom(true)?,
            _ => return Err(self.scanner.error("a part of a theory is 0, 1, 2, 4, 5 or 6")),
        }
        Ok(())
    }

    fn theory_compound(&mut self) -> Result<Symbol, Diagnostic> {
        let kind = self.scanner.number()?;
        let name = match (kind, BRACKETS.iter().find(|(brackets, _)| *brackets == kind)) {
            (_, Some((_, name))) => Some((*name).to_owned()),
            (TUPLE, None) => None,
            (_, None) => Some(self.theory_name(kind)?),
        };
        let arguments = self.theory_terms()?;
        Ok(match name {
            None => self.symbols.tuple(&arguments),
            Some(mut name) => {
                if arguments.is_empty() && kind >= 0 {
                    name.push_str(CALL);
                }
                let name = self.symbols.name(&name);
                self.symbols.function(name, &arguments, false)
            }
        })
    }

    /// Returns the text of the constant with this number.
    fn theory_name(&mut self, id: i64) -> Result<String, Diagnostic> {
        let name =
            self.numbers.theory.terms.get(&id).and_then(|&term| match self.symbols.as_function(term) {
                Some((Some(name), [], _)) => Some(self.symbols.text(name).to_owned()),
                _ => None,
            });
        name.ok_or_else(|| self.scanner.error("no name of a theory has this number"))
    }

    fn theory_term(&mut self) -> Result<Symbol, Diagnostic> {
        let id = self.scanner.number()?;
        let term = self.numbers.theory.terms.get(&id).copied();
        term.ok_or_else(|| self.scanner.error("no term of a theory has this number"))
    }

    fn theory_terms(&mut self) -> Result<Vec<Symbol>, Diagnostic> {
        let count = self.scanner.count()?;
        (0..count).map(|_| self.theory_term()).collect()
    }

    fn theory_atom(&mut self, guarded: bool) -> Result<(), Diagnostic> {
        let number = self.scanner.number()?;
        if !(0..1 << 31).contains(&number) {
            return Err(self.scanner.error("an atom is a number from 1 to 2147483647, and 0 a directive"));
        }
        let atom: Option<AtomId> = (number > 0).then(|| self.atom_of(number));
        let name = self.theory_term()?;
        let is_name = match self.symbols.as_function(name) {
            Some((Some(name), _, false)) => self
                .symbols
                .text(name)
                .trim_start_matches(['_', '\''])
                .starts_with(|c: char| c.is_ascii_lowercase()),
            _ => false,
        };
        if !is_name {
            return Err(self.scanner.error("the name of an atom of a theory is a constant or function"));
        }
        let mut elements = Vec::new();
        for _ in 0..self.scanner.count()? {
            let id = self.scanner.number()?;
            let Some(&element) = self.numbers.theory.elements.get(&id) else {
                return Err(self.scanner.error("no element of a theory has this number"));
            };
            elements.push(element);
        }
        elements.sort_unstable();
        elements.dedup();
        let guard = if guarded {
            let operator = self.scanner.number()?;
            let operator = self.theory_name(operator)?;
            let operator = self.symbols.name(&operator);
            Some((operator, self.theory_term()?))
        } else {
            None
        };
        self.program.theory.add(TheoryAtom { atom, name, elements, guard, side: Side::Any, span: None });
        Ok(())
    }
}
