//! The atoms of theories in aspif, statement 9, in both directions: terms and elements first, under numbers of their own.

use std::fmt::{Result as Written, Write};

use rustc_hash::FxHashMap;

use super::aspif::Lines;
use super::aspif_read::Reader;
use crate::diagnostic::Diagnostic;
use crate::program::{AtomId, GroundProgram, Side, TheoryAtom, TheoryElement, CALL, LIST, SET};
use crate::symbol::{Name, Symbol, SymbolView};

const TUPLE: i64 = -1;

/// What stands for the brackets of a set or a list in the place of a function's name.
const BRACKETS: [(i64, &str); 2] = [(-2, SET), (-3, LIST)];

/// Writes the atoms of theories.
pub(super) fn write_theory<W: Write>(ground: GroundProgram, out: &mut Lines<W>) -> Written {
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
            writer.out.words("9 4");
            writer.out.number(number as i64);
            writer.list(&terms);
            writer.out.literals(condition);
            writer.out.end()?;
        }
        let guard = match guard {
            Some((operator, term)) => Some((writer.name(*operator)?, writer.term(*term)?)),
            None => None,
        };
        writer.out.words(if guard.is_some() { "9 6" } else { "9 5" });
        writer.out.number(atom.map_or(0, |atom| i64::from(atom.0) + 1));
        writer.out.number(name);
        let elements: Vec<i64> = elements.iter().map(|&element| element as i64).collect();
        writer.list(&elements);
        if let Some((operator, term)) = guard {
            writer.out.number(operator);
            writer.out.number(term);
        }
        writer.out.end()?;
    }
    Ok(())
}

struct TermWriter<'e, 'w, 'o, W> {
    ground: GroundProgram<'e>,
    out: &'w mut Lines<'o, W>,
    terms: FxHashMap<Symbol, i64>,
    names: FxHashMap<Name, i64>,
    numbers: FxHashMap<i64, i64>,
    next: i64,
}

impl<W: Write> TermWriter<'_, '_, '_, W> {
    fn list(&mut self, numbers: &[i64]) {
        self.out.number(numbers.len() as i64);
        numbers.iter().for_each(|&number| self.out.number(number));
    }

    fn begin(&mut self, kind: &str) -> i64 {
        self.out.words(kind);
        self.out.number(self.next);
        self.next += 1;
        self.next - 1
    }

    /// The number of a constant.
    fn name(&mut self, name: Name) -> Result<i64, std::fmt::Error> {
        if let Some(&number) = self.names.get(&name) {
            return Ok(number);
        }
        let number = self.begin("9 1");
        self.out.text(self.ground.symbols.text(name).as_bytes());
        self.out.end()?;
        self.names.insert(name, number);
        Ok(number)
    }

    /// The number of a term: no recursion, however deep it is.
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
                        let id = self.begin("9 1");
                        self.out.text(symbols.display(term).to_string().as_bytes());
                        self.out.end()?;
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
                    let id = self.begin("9 2");
                    self.out.number(kind);
                    self.list(&numbers);
                    self.out.end()?;
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
        let id = self.begin("9 0");
        self.out.number(number);
        self.out.end()?;
        self.numbers.insert(number, id);
        Ok(id)
    }

    /// The operation `-` on a term.
    fn minus(&mut self, operand: i64) -> Result<i64, std::fmt::Error> {
        let name = self.function("-")?;
        let id = self.begin("9 2");
        self.out.number(name);
        self.list(&[operand]);
        self.out.end()?;
        Ok(id)
    }

    /// The number of a function's name, which is perhaps no constant of the program.
    fn function(&mut self, text: &str) -> Result<i64, std::fmt::Error> {
        if let Some(name) = self.ground.symbols.find_name(text) {
            return self.name(name);
        }
        let number = self.begin("9 1");
        self.out.text(text.as_bytes());
        self.out.end()?;
        Ok(number)
    }
}

/// Whether a function without arguments is more than its name.
fn is_compound(name: &str) -> bool {
    name.ends_with(CALL) || BRACKETS.iter().any(|(_, brackets)| *brackets == name)
}

/// What the numbers of terms and elements stand for.
#[derive(Default, Debug)]
pub(super) struct TheoryNumbers {
    terms: FxHashMap<i64, Symbol>,
    elements: FxHashMap<i64, usize>,
}

impl Reader<'_> {
    /// What follows a 9.
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

    /// The text of a constant with this number.
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
